// Options that BinaryFormatter payloads take: --contract, --offset, --first, --rename-types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

TEST(NrbfOptions, ContractGivesTheTypesOfUntypedClasses) {
  const GoldenRow* row = find_golden("mono", "graph", "library", "binaryformatter-typeswhenneeded");
  if (row == nullptr || !row->stored()) GTEST_SKIP() << "no golden corpus";
  const std::string file = row->path().string();
  const std::string contract = row->contract_path().string();
  const ProgramRun without = run({"convert", file, "--to", "dump"});
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_NE(without.err.find("guessed from its bytes: Seeds.Library."), std::string::npos) << without.err;
  const ProgramRun with = run({"convert", file, "--to", "dump", "--contract", contract});
  EXPECT_EQ(with.err.find("guessed"), std::string::npos) << with.err;
  EXPECT_TRUE(run({"verify", file}).out.starts_with(file + ": identical (the payload leaves out types"));
  EXPECT_EQ(run({"verify", "--contract", contract, file}).out, file + ": identical\n");
  EXPECT_EQ(run({"identify", "--contract", contract, file}).code, 0);
  const TempDir folder;
  const std::string bogus = put_text(folder, "bogus.json", R"({"types":{"X":{"kind":"bogus"}}})");
  const ProgramRun unknown = run({"verify", "--contract", bogus, file});
  EXPECT_EQ(unknown.code, 64);
  EXPECT_THAT(unknown.err, testing::HasSubstr("no type is a \"bogus\""));
  const ProgramRun wrong = run({"verify", "--contract", file, file});
  EXPECT_NE(wrong.code, 0);
}

// The example of docs/formats/nrbf.md.
TEST(NrbfOptions, ContractIsAsTheDocumentationHasIt) {
  const std::string page(read_bytes(source_root() / "docs/formats/nrbf.md").text());
  const std::size_t start = page.find("```json\n", page.find("<!-- contract -->"));
  ASSERT_NE(start, std::string::npos);
  const TempDir folder;
  const std::string contract =
      put_text(folder, "contract.json", page.substr(start + 8, page.find("\n```", start) - start - 8));
  const auto text = [](std::string_view content) { return static_cast<char>(content.size()) + std::string(content); };
  const auto number = [](std::int32_t value) { return std::string(reinterpret_cast<const char*>(&value), 4); };
  const std::string library = "Shop, Version=1.0.0.0";
  const std::string payload =
      std::string("\0\1\0\0\0\xFF\xFF\xFF\xFF\1\0\0\0\0\0\0\0", 17) + "\x0C" + number(2) + text(library) +  //
      "\x03" + number(1) + text("Shop.Order") + number(4) + text("id") + text("price") + text("kind") + text("lines") +
      number(2) + number(5) + text("1.50") +                                                        //
      "\x03" + number(-3) + text("Shop.Kind") + number(1) + text("value__") + number(2) + "\x07" +  //
      "\x09" + number(4) +                                                                          //
      "\x11" + number(4) + number(1) + "\x06" + number(5) + text("a") + "\x0B";
  const ProgramRun shown = run({"inspect", "--contract", contract, "-"}, as_bytes(payload));
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, testing::HasSubstr("price: Decimal = 1.50"));
  EXPECT_THAT(shown.out, testing::HasSubstr("kind: Shop.Kind = 7"));
  EXPECT_EQ(run({"verify", "--contract", contract, "-"}, as_bytes(payload)).code, 0);
}

TEST(NrbfOptions, TypeFormatChoosesTheRecords) {
  const GoldenRow* typed = find_golden("mono", "graph", "library", "binaryformatter");
  if (typed == nullptr || !typed->stored()) GTEST_SKIP() << "no golden corpus";
  const std::string contract = typed->contract_path().string();
  for (const auto& [style, format] : {std::pair("TypesWhenNeeded", "binaryformatter-typeswhenneeded"),
                                      std::pair("XsdString", "binaryformatter-xsdstring")}) {
    const GoldenRow* other = find_golden("mono", "graph", "library", format);
    ASSERT_NE(other, nullptr);
    const std::string set = std::string("type-format=") + style;
    const ProgramRun there = run({"convert", typed->path().string(), "--to", "binaryformatter", "--set", set});
    EXPECT_EQ(there.code, 0) << there.err;
    EXPECT_EQ(there.out, other->bytes().text()) << style;
    const ProgramRun from_json = run({"convert", typed->path().string(), "--to", "json"});
    const Buffer json(std::span(reinterpret_cast<const std::uint8_t*>(from_json.out.data()), from_json.out.size()));
    EXPECT_EQ(run({"convert", "-", "--to", "binaryformatter", "--set", set}, json).out, there.out);
  }
  const GoldenRow* untyped = find_golden("mono", "graph", "library", "binaryformatter-typeswhenneeded");
  const ProgramRun back = run({"convert", untyped->path().string(), "--contract", contract, "--to", "binaryformatter",
                               "--set", "type-format=TypesAlways"});
  EXPECT_EQ(back.out, typed->bytes().text()) << back.err;
  EXPECT_EQ(run({"convert", typed->path().string(), "--to", "binaryformatter", "--set", "type-format=always"}).code,
            64);
}

TEST(NrbfOptions, OffsetSkipsWhatStandsBefore) {
  const TempDir folder;
  Buffer bytes;
  bytes.append("junk--", 6);
  const Buffer payload = point_payload();
  bytes.append(payload.data(), payload.size());
  bytes.append(payload.data(), payload.size());
  const std::string file = put(folder, "two.bin", bytes);
  const std::string second = std::to_string(6 + payload.size());
  const ProgramRun first = run({"identify", "--offset", "6", file});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find(std::to_string(payload.size()) + " bytes"), std::string::npos) << first.out;
  EXPECT_EQ(run({"verify", "--offset", second, file}).out, file + ": identical\n");
  EXPECT_EQ(run({"verify", "--offset", "1000000", file}).code, 74);
}

TEST(NrbfOptions, FirstShowsAPart) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const ProgramRun part = run({"inspect", "--first", "1", file});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_NE(part.out.find("42"), std::string::npos) << part.out;
  // A part is no payload.
  EXPECT_NE(run({"convert", "--first", "0", file, "--to", "json"}).code, 0);
}

TEST(NrbfOptions, RenamesThatFitNoTypeAreNamed) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const std::string names =
      put_text(folder, "names", "# a comment\nP => Ns.Point\n  Q => Ns.Queue \n*, None => *, Some\n");
  const ProgramRun done =
      run({"convert", file, "--to", "binaryformatter", "--rename-types", names, "-o", (folder / "o.bin").string()});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_NE(done.err.find("names: no type fits: Q => Ns.Queue\n"), std::string::npos) << done.err;
  EXPECT_NE(done.err.find("names: no type fits: *, None => *, Some\n"), std::string::npos) << done.err;
  EXPECT_EQ(done.err.find("Ns.Point"), std::string::npos) << done.err;
}

TEST(NrbfOptions, AllDocumentsOfAFileAreConverted) {
  const TempDir folder;
  Buffer bytes;
  for (int i = 0; i < 3; ++i) bytes.append(point_payload().bytes());
  const std::string file = put(folder, "three.bin", bytes);
  const std::string joined = (folder / "joined.bin").string();
  EXPECT_EQ(run({"convert", file, "--all", "--to", "binaryformatter", "-o", "-"}).out, bytes.text());
  const std::string out = (folder / "out").string();
  ASSERT_EQ(run({"convert", file, "--all", "--to", "json", "-o", out}).code, 0);
  const std::string one = run({"convert", file, "--to", "json"}).out;
  for (const char* name : {"/1.json", "/2.json", "/3.json"}) EXPECT_EQ(read_text(out + name), one) << name;
  EXPECT_EQ(run({"convert", file, "--all", "--to", "json"}).out, one + one + one);
  EXPECT_FALSE(std::filesystem::exists(out + "/4.json"));
  // What follows and is none is said.
  bytes.append("rest", 4);
  const ProgramRun rest = run({"convert", put(folder, "rest.bin", bytes), "--all", "--to", "json"});
  EXPECT_EQ(rest.code, 0);
  EXPECT_NE(rest.err.find("4 bytes behind the last document are left out"), std::string::npos) << rest.err;
  // One that cannot be converted keeps all from being written.
  EXPECT_EQ(run({"convert", file, "--all", "--to", "csv"}).code, 4);
  EXPECT_EQ(run({"convert", folder.path().string(), "--all", "--to", "json", "-o", out}).code, 64);
}

TEST(NrbfOptions, RenamesTypesOnTheWayOut) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const std::string names = put_text(folder, "names", "P => Ns.Point\n");
  const std::string out = (folder / "o.bin").string();
  const ProgramRun done = run({"convert", file, "--to", "binaryformatter", "--rename-types", names, "-o", out});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_NE(run({"inspect", out}).out.find("Ns.Point"), std::string::npos);
  EXPECT_EQ(run({"verify", out}).out, out + ": identical\n");
  const std::string bad = put_text(folder, "bad", "P Ns.Point\n");
  const ProgramRun refused = run({"convert", file, "--to", "binaryformatter", "--rename-types", bad});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("OLD => NEW"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace dotwire::test
