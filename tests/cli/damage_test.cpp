// What the commands say of one damage: the same, in their documented shapes.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// From "offset" to the end of "path": what must not differ between commands.
std::string place_in(const std::string& json) {
  const std::size_t offset = json.rfind("\"offset\":");
  const std::size_t message = json.find(",\"message\"", offset);
  return offset == std::string::npos ? std::string() : json.substr(offset, message - offset);
}

TEST(Damage, IsAtOnePlaceInAllCommands) {
  const Buffer whole = point_payload();
  for (std::size_t size = 18; size < whole.size(); ++size) {
    const Buffer cut(whole.bytes().first(size));
    const ProgramRun verified = run({"verify", "--json", "-"}, cut);
    EXPECT_EQ(verified.code, 2) << size;
    const std::string place = place_in(verified.out);
    EXPECT_THAT(place, HasSubstr("\"offset\":")) << size;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"identify", "--json", "-"}, std::vector<std::string>{"inspect", "--json", "-"},
          std::vector<std::string>{"inspect", "--json", "--records", "-"}}) {
      const ProgramRun result = run(words, cut);
      EXPECT_EQ(result.code, 2) << words[0] << size;
      EXPECT_EQ(place_in(result.out), place) << words[0] << ' ' << words[2] << ' ' << size;
    }
  }
}

// class B { x }, whose record does not say what x is.
TEST(Damage, OfClassesWithoutTypesIsWhereTheirRecordBegins) {
  const Buffer bytes =
      hex("00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00"
          "02 01 00 00 00 01 42 01 00 00 00 01 78 13 37 42 0B");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"verify", "--json", "-"}, std::vector<std::string>{"identify", "--json", "-"},
        std::vector<std::string>{"inspect", "--json", "-"},
        std::vector<std::string>{"inspect", "--json", "--records", "-"}}) {
    EXPECT_THAT(place_in(run(words, bytes).out), HasSubstr("\"offset\":17,")) << words[0] << words[2];
  }
}

TEST(Damage, IsNamedByItsPlaceInTheFile) {
  const TempDir folder;
  Buffer bytes;
  bytes.append(std::string_view("12345"));
  const Buffer whole = point_payload();
  bytes.append(whole.bytes().first(57));
  const std::string file = put(folder, "behind.bin", bytes);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"verify"}, std::vector<std::string>{"identify"}, std::vector<std::string>{"inspect"},
        std::vector<std::string>{"inspect", "--records"}, std::vector<std::string>{"convert", "--to", "json"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--offset", "5", file});
    const ProgramRun text = run(all);
    EXPECT_EQ(text.code, 2) << words[0];
    EXPECT_THAT(text.out + text.err, HasSubstr(" at byte 60, ")) << words[0];
    if (words[0] == "convert") continue;
    all.push_back("--json");
    EXPECT_THAT(run(all).out, HasSubstr("\"offset\":60,")) << words[0];
  }
  EXPECT_THAT(run({"inspect", "--hex", "--offset", "5", file}).out, HasSubstr("\n    00000005  00 01 00 00 00"));
}

TEST(Damage, OfTextIsNamedByItsLineInTheFile) {
  const TempDir folder;
  const std::string file = put_text(folder, "behind.csv", "#\n# a,b\n1,\"2\n");
  const ProgramRun behind = run({"verify", "--from", "csv", "--offset", "4", file});
  EXPECT_THAT(behind.out, HasSubstr(" at line 3, column 3"));
  const std::string head = put_text(folder, "head.csv", "# \"\n");
  EXPECT_THAT(run({"verify", "--from", "csv", "--offset", "2", head}).out, HasSubstr(" at line 1, column 3"));
}

TEST(Damage, OfTablesIsAtOnePlaceInAllCommands) {
  const std::optional<Buffer> whole = golden("mono", "table", "nulls", "bf-remoting-binary");
  if (!whole) GTEST_SKIP() << "no golden corpus";
  for (std::size_t size = 1000; size < whole->size(); size += 97) {
    const Buffer cut(whole->bytes().first(size));
    const std::string place = place_in(run({"verify", "--json", "-"}, cut).out);
    EXPECT_EQ(place_in(run({"identify", "--json", "-"}, cut).out), place) << size;
    EXPECT_EQ(place_in(run({"inspect", "--json", "-"}, cut).out), place) << size;
  }
}

TEST(Identify, JsonShowsDamage) {
  Buffer cut = point_payload();
  cut.resize(56);
  const ProgramRun result = run({"identify", "--json", "-"}, cut);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out,
            R"({"version":1,"file":"-","format":"binaryformatter","type":null,"dialect":null,"layers":[],"size":null,)"
            R"("trailing":null,"damage":{"error":"truncated","offset":55,"path":"#1/s",)"
            R"("message":"string of 2 bytes is longer than the input"}})"
            "\n");
}

TEST(Inspect, JsonOfADamagedFileHasTheKeysOfTheTreeAndEndsInOneError) {
  Buffer cut = point_payload();
  cut.resize(56);
  const ProgramRun result = run({"inspect", "--json", "-"}, cut);
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 3U);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    std::size_t at = 0;
    for (const char* key :
         {"version", "file", "depth", "path", "name", "type", "id", "value", "children", "left_out"}) {
      at = lines[i].find("\"" + std::string(key) + "\":", at);
      ASSERT_NE(at, std::string::npos) << key << " in " << lines[i];
    }
    EXPECT_THAT(lines[i], Not(HasSubstr("\"error\":")));
  }
  EXPECT_THAT(lines.back(), HasSubstr(R"("error":"truncated","offset":55,"path":"#1/s")"));
}

TEST(Quicklz, ThatIsCutIsStillRecognised) {
  const TempDir folder;
  const std::string graph = put(folder, "p.bin", long_payload(1000));
  const std::string table = put(folder, "t.bin", small_table());
  const std::string packed_graph = (folder / "p.qlz").string();
  const std::string packed_table = (folder / "t.qlz").string();
  ASSERT_EQ(run({"convert", graph, "--to", "binaryformatter-quicklz", "-o", packed_graph}).code, 0);
  ASSERT_EQ(run({"convert", table, "--to", "custom-formatter-quicklz", "-o", packed_table}).code, 0);
  for (const std::string& packed : {packed_graph, packed_table}) {
    Buffer bytes = read_bytes(packed);
    bytes.resize(bytes.size() - 2);
    const std::string cut = put(folder, "cut.qlz", bytes);
    for (const char* command : {"identify", "verify"}) {
      const ProgramRun result = run({command, "--json", cut});
      EXPECT_EQ(result.code, 2) << result.out;
      EXPECT_THAT(result.out, HasSubstr("-quicklz\"")) << command;
      EXPECT_THAT(result.out, HasSubstr("\"offset\":1,")) << command;
      EXPECT_THAT(result.out, HasSubstr(" are there")) << command;
    }
  }
}

// Class "System.Data.DataTable" with the first of its members, but without its name.
Buffer table_without_name() {
  return hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    0C 02 00 00 00 0B 53 79 73 74 65 6D 2E 44 61 74 61                # library "System.Data"
    05 01 00 00 00 15 53 79 73 74 65 6D 2E 44 61 74 61 2E 44 61 74 61 54 61 62 6C 65
    02 00 00 00
    19 44 61 74 61 54 61 62 6C 65 2E 52 65 6D 6F 74 69 6E 67 56 65 72 73 69 6F 6E  # DataTable.RemotingVersion
    18 44 61 74 61 54 61 62 6C 65 2E 52 65 6D 6F 74 69 6E 67 46 6F 72 6D 61 74     # DataTable.RemotingFormat
    01 00 08 02 00 00 00                                              # String, Int32
    06 03 00 00 00 03 32 2E 30                                        # "2.0"
    01 00 00 00
    0B
  )");
}

TEST(Tables, ThatLackAMemberAreShownAsTheObjectsThatTheyAre) {
  const ProgramRun dump = run({"convert", "-", "--to", "dump"}, table_without_name());
  EXPECT_EQ(dump.code, 0) << dump.err;
  EXPECT_THAT(dump.out, HasSubstr("DataTable.RemotingFormat"));
  EXPECT_THAT(dump.err, HasSubstr("has no member DataTable.TableName"));
  const ProgramRun tree = run({"inspect", "-"}, table_without_name());
  EXPECT_EQ(tree.code, 0);
  EXPECT_THAT(tree.out, HasSubstr("DataTable.RemotingVersion: String #3 = \"2.0\""));
  EXPECT_THAT(tree.err, HasSubstr("has no member DataTable.TableName"));
  const ProgramRun verified = run({"verify", "-"}, table_without_name());
  EXPECT_EQ(verified.code, 0);
  EXPECT_THAT(verified.out, HasSubstr("-: identical (not read as datatable-binary: "));
  // Whoever asks for the table gets the error.
  const ProgramRun told = run({"convert", "-", "--from", "datatable-binary", "--to", "csv"}, table_without_name());
  EXPECT_EQ(told.code, 2);
  EXPECT_THAT(told.err, HasSubstr("the root object is a DataTable, but has no member DataTable.TableName"));
}

TEST(Tables, InsideOtherObjectsDoNotMakeATablePayload) {
  Buffer list = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 01 00 00 00                                        # object[1]
    06 02 00 00 00 18 44 61 74 61 54 61 62 6C 65 2E 52 65 6D 6F 74 69 6E 67 46 6F 72 6D 61 74
    0B
  )");
  EXPECT_THAT(run({"identify", "-"}, list).out, HasSubstr("-: binaryformatter, "));
}

TEST(Identify, NamesTablesThatLookLikePlainObjects) {
  const std::optional<Buffer> xml = golden("mono", "table", "nulls", "bf-remoting-xml");
  const std::optional<Buffer> lightweight = golden("mono", "table", "nulls", "lightweight");
  if (!xml || !lightweight) GTEST_SKIP() << "no golden corpus";
  EXPECT_THAT(run({"identify", "-"}, *xml).out, HasSubstr(": DataTable in RemotingFormat.Xml, "));
  EXPECT_THAT(run({"identify", "--json", "-"}, *lightweight).out, HasSubstr("\"format\":\"lightweight\""));
}

TEST(Limits, AreNamedWithTheirPlace) {
  const ProgramRun result = run({"verify", "--json", "--limit", "objects=1", "-"}, point_payload());
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.out, HasSubstr(R"("offset":50,"path":"#1/s","message":"more objects than Limits::objects allow)"));
}

// A string that says UTF-16, saved as UTF-8.
TEST(Xml, ThatSaysItIsUtf16IsReadAsTheTextItIs) {
  const std::string text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><r><a><b>\xC3\xA4</b></a></r>";
  const ProgramRun result =
      run({"convert", "--from", "datatable-xml-data", "-", "--to", "ndjson", "--loss", "warn"}, as_bytes(text));
  EXPECT_EQ(result.out, "{\"b\":\"\xC3\xA4\"}\n") << result.err;
}

}  // namespace
}  // namespace dotwire::test
