// Options that cannot be used are refused before anything is read.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

TEST(Options, ThatCannotBeUsedAreRefusedBeforeAFileIsRead) {
  const TempDir folder;
  const std::string good = put(folder, "t.bin", small_table());
  const std::string bad = put_text(folder, "bad.xsd", "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">");
  const std::string missing = (folder / "missing").string();
  struct Case {
    Words words;
    int code;
    const char* says;
  };
  for (const Case& one :
       {Case{{"--zone", "Nowhere/Atall"}, 64, "zone Nowhere/Atall"}, Case{{"--zone", ""}, 64, "--zone"},
        Case{{"--limit", "depth=-1"}, 64, "--limit"}, Case{{"--limit", "depth=0"}, 64, "--limit"},
        Case{{"--limit", "depth=99999999999"}, 64, "--limit"}, Case{{"--schema", bad}, 64, "schema "},
        Case{{"--set", "speed"}, 64, "NAME=VALUE"}, Case{{"--set", "speed=1"}, 64, "setting speed=1"},
        Case{{"--set", "class=\xFF"}, 64, "not UTF-8"}, Case{{"--contract", bad}, 64, "contract "},
        Case{{"--schema", missing}, 74, "No such file"}}) {
    for (const char* command : {"verify", "inspect"}) {
      Words words = {command};
      words.insert(words.end(), one.words.begin(), one.words.end());
      // A file that is not there would give 74, and shows that it was not asked for.
      words.push_back(one.code == 64 ? missing : good);
      const ProgramRun result = run(words);
      EXPECT_EQ(result.code, one.code) << command << ' ' << one.words[0] << ": " << result.err;
      EXPECT_THAT(result.out, IsEmpty()) << one.words[0];
      EXPECT_THAT(result.err, HasSubstr(one.says));
    }
  }
}

// What an option would do nothing for is not done as if it were not there.
TEST(Options, WithoutAUseAreRefused) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const std::string contract = put_text(folder, "contract.json", R"({"types":[]})");
  const std::string rows = put_text(folder, "rows.ndjson", "{\"a\":null}\n");
  for (const Words& words :
       {Words{"identify", "--column", "a", "--offset", "1", rows},
        Words{"verify", "--column", "a", "--offset", "1", rows},
        Words{"convert", "--column", "a", "--offset", "1", rows, "--to", "json"},
        Words{"verify", "--column", "nope", rows}, Words{"identify", "--column", "nope", file},
        Words{"verify", "--column", "nope", put_text(folder, "none.csv", "a,b\n")},
        Words{"inspect", "--records", "--depth", "2", file}, Words{"inspect", "--records", "--max-items", "2", file},
        Words{"inspect", "--hex", "--max-text", "2", file}, Words{"inspect", "--records", "--raw-names", file},
        Words{"inspect", "--records", "--first", "1", file}, Words{"inspect", "--hex", "--zone", "UTC", file},
        Words{"inspect", "--hex", "--schema", file, file}, Words{"inspect", "--hex", "--json", file},
        Words{"convert", "--jobs", "2", file, "--to", "json"}, Words{"convert", "--summary", file, "--to", "json"},
        Words{"identify", "--contract", contract, put(folder, "t.bin", small_table())}}) {
    const ProgramRun result = run(words);
    std::string line;
    for (const std::string& word : words) line += word + ' ';
    EXPECT_EQ(result.code, 64) << line << result.err;
    EXPECT_THAT(result.err, HasSubstr("dotwire: ")) << line;
  }
}

TEST(Options, TextForNullStandsBareInAField) {
  for (const char* text : {",", "\"", "a\nb", "\r", "\xFF", "\"NULL\""}) {
    const ProgramRun run_with =
        run({"convert", "-", "--from", "csv", "--to", "csv", "--null", text}, as_bytes("a\n1\n"));
    EXPECT_EQ(run_with.code, 64) << text;
    EXPECT_THAT(run_with.err, HasSubstr("text for null")) << text;
  }
}

TEST(Options, LimitsTakeOneWordEachAndTheLastOfANameCounts) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  EXPECT_EQ(run({"verify", "--limit", "depth=8", file}).out, file + ": identical\n");
  EXPECT_EQ(run({"verify", "--limit", "objects=1", file}).code, 2);
  EXPECT_EQ(run({"verify", "--limit", "objects=1", "--limit", "depth=8", "--limit", "objects=100", file}).code, 0);
}

TEST(Options, ThatTheFormatDoesNotTakeAreRefused) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  const std::string out = (folder / "out").string();
  struct Case {
    Words words;
    const char* says;
  };
  for (const Case& one : {Case{{"--to", "dump", "--table", "T"},
                               "--table has no use for custom-formatter and dump; formats that take it: "},
                          Case{{"--to", "json", "--null", "x"},
                               "--null has no use for custom-formatter and json; formats that take it: csv"},
                          Case{{"--to", "dump", "--newline", "lf"}, "--newline has no use for dump"},
                          Case{{"--to", "csv", "--dialect", "mono"}, "--dialect has no use for custom-formatter"},
                          Case{{"--to", "csv", "--zone", "UTC"}, "--zone has no use for custom-formatter"}}) {
    Words words = {"convert", file, "-o", out};
    words.insert(words.end(), one.words.begin(), one.words.end());
    const ProgramRun result = run(words);
    EXPECT_EQ(result.code, 64) << one.says;
    EXPECT_THAT(result.err, HasSubstr(one.says));
    EXPECT_FALSE(std::filesystem::exists(out));
  }
  EXPECT_EQ(run({"convert", file, "--to", "csv", "-o", ""}).code, 64);
  EXPECT_EQ(run({"convert", file, "--to", "csv", "--table", "T"}).code, 0);
  EXPECT_EQ(run({"convert", file, "--to", "json", "--table", "T"}).code, 0);
}

// What has no end is read to a limit, and not for ever.
TEST(Options, InputWithoutEndIsRefused) {
  for (const char* command : {"identify", "inspect", "verify"}) {
    const ProgramRun result = run({command, "--limit", "input=1000000", "/dev/zero"});
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_THAT(result.err + result.out, HasSubstr("the input has no end within 1000000 bytes")) << command;
  }
  const Buffer payload = point_payload();
  const TempDir folder;
  EXPECT_EQ(run({"verify", "--limit", "input=10", put(folder, "p.bin", payload)}).code, 0) << "files have an end";
}

TEST(Options, FilesBesideTheInputHaveAnEnd) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const std::string rows = put_text(folder, "rows.ndjson", "{\"a\":null}\n");
  for (const Words& words :
       {Words{"verify", "--schema", "/dev/zero", file}, Words{"verify", "--contract", "/dev/zero", file},
        Words{"convert", "--rename-types", "/dev/zero", "--to", "binaryformatter", file},
        Words{"identify", "--column", "a", "--resume", "/dev/zero", rows}}) {
    const ProgramRun result = run(words);
    EXPECT_EQ(result.code, 64) << words[1];
    EXPECT_THAT(result.err, testing::AnyOf(HasSubstr("no end within 67108864 bytes"), HasSubstr("no regular file")));
    EXPECT_THAT(result.err, testing::Not(HasSubstr("--limit input")));
  }
}

TEST(Options, OfSeveralFilesOneMustTakeThem) {
  const TempDir folder;
  const std::string table = put(folder, "t.bin", small_table());
  const std::string xml = (folder / "t.xml").string();
  ASSERT_EQ(run({"convert", table, "--to", "datatable-xml", "-o", xml}).code, 0);
  EXPECT_EQ(run({"verify", "--zone", "UTC", table}).code, 64);
  EXPECT_EQ(run({"verify", "--zone", "UTC", table, table}).code, 64);
  EXPECT_EQ(run({"verify", "--zone", "UTC", table, xml}).code, 0);
}

}  // namespace
}  // namespace dotwire::test
