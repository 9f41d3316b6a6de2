#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Inspect, ShowsATree) {
  const ProgramRun result = run({"inspect", "-"}, point_payload());
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "P #1 (2)\n"
            "  x: Int32 = 42\n"
            "  s: String #3 = \"hi\"\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Inspect, JsonHasOneObjectALine) {
  EXPECT_EQ(
      run({"inspect", "--json", "-"}, point_payload()).out,
      R"({"version":1,"file":"-","depth":0,"path":"/","name":null,"type":"P","id":1,"value":null,"children":2,"left_out":0})"
      "\n"
      R"({"version":1,"file":"-","depth":1,"path":"/x","name":"x","type":"Int32","id":null,"value":"42","children":null,"left_out":0})"
      "\n"
      R"({"version":1,"file":"-","depth":1,"path":"/s","name":"s","type":"String","id":3,"value":"\"hi\"","children":null,"left_out":0})"
      "\n");
}

TEST(Inspect, RecordsHaveOffsetLengthAndPath) {
  EXPECT_EQ(run({"inspect", "--records", "-"}, point_payload()).out,
            "       0     17  SerializedStreamHeader root 1, version 1.0\n"
            "      17      7  BinaryLibrary #2 L\n"
            "      24     22  ClassWithMembersAndTypes #1 P, 2 members\n"
            "      46      4    Int32 = 42  at #1/x\n"
            "      50      8    BinaryObjectString #3 \"hi\"  at #1/s\n"
            "      58      1  MessageEnd\n");
}

TEST(Inspect, HexShowsEveryByteAtItsOffset) {
  const ProgramRun result = run({"inspect", "--hex", "-"}, point_payload());
  EXPECT_THAT(result.out, HasSubstr("    0000002E  2A 00 00 00 "));
  EXPECT_THAT(result.out, HasSubstr("    00000032  06 03 00 00 00 02 68 69 "));
  EXPECT_THAT(result.out, HasSubstr("  ......hi\n"));
}

TEST(Inspect, HexShowsWhatFollowsThePayload) {
  Buffer bytes = point_payload();
  bytes.append("tail");
  EXPECT_THAT(run({"inspect", "--hex", "-"}, bytes).out,
              HasSubstr("      59      4  (no record)\n    0000003B  74 61 69 6C "));
}

TEST(Inspect, DamagedFilesAreShownUpToTheDamage) {
  Buffer bytes = point_payload();
  bytes.resize(56);
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{"inspect", "-"}, std::vector<std::string>{"inspect", "--records", "-"}}) {
    const ProgramRun result = run(how, bytes);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.out, HasSubstr("Int32 = 42"));
    EXPECT_THAT(result.err, HasSubstr("truncated at byte 55, record 3 (BinaryObjectString)"));
  }
  EXPECT_THAT(run({"inspect", "--hex", "-"}, bytes).out, HasSubstr("(no record)\n    00000032  06 03 00 00 00 02"));
  EXPECT_THAT(run({"inspect", "--records", "--json", "-"}, bytes).out,
              HasSubstr(R"("error":"truncated","offset":55,)"));
}

TEST(Inspect, UnknownFilesCanStillBeDumped) {
  const ProgramRun result = run({"inspect", "--hex", "-"}, as_bytes("who knows"));
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.out, HasSubstr("77 68 6F 20 6B 6E 6F 77 73"));
}

TEST(Inspect, BoundsWhatItShows) {
  const std::optional<Buffer> bytes = golden("net10", "graph", "library", "binaryformatter");
  if (!bytes) GTEST_SKIP() << "no golden corpus";
  const ProgramRun shallow = run({"inspect", "--depth", "1", "-"}, *bytes);
  EXPECT_EQ(shallow.code, 0);
  EXPECT_THAT(shallow.out, HasSubstr(" more\n"));
  EXPECT_THAT(run({"inspect", "--max-items", "1", "-"}, *bytes).out, HasSubstr("... "));
}

TEST(Inspect, ShowsFrameworkTypesAsWhatTheyAre) {
  const std::optional<Buffer> bytes = golden("net10", "graph", "collections-list-int", "binaryformatter");
  if (!bytes) GTEST_SKIP() << "no golden corpus";
  const ProgramRun meaning = run({"inspect", "-"}, *bytes);
  EXPECT_THAT(meaning.out, HasSubstr("List<Int32>"));
  EXPECT_THAT(meaning.out, HasSubstr("[0]: Int32 = "));
  const ProgramRun raw = run({"inspect", "--raw-names", "-"}, *bytes);
  EXPECT_THAT(raw.out, HasSubstr("System.Collections.Generic.List`1[["));
  EXPECT_THAT(raw.out, HasSubstr("_size: Int32 = "));
}

TEST(Inspect, ShowsKeysThatAreNoNames) {
  const std::optional<Buffer> bytes = golden("mono", "graph", "collections-dictionary-enum", "binaryformatter");
  if (!bytes) GTEST_SKIP() << "no golden corpus";
  EXPECT_EQ(run({"inspect", "-"}, *bytes).out,
            "Dictionary<Cases.IntEnum, Cases.Access> #1 (1)\n"
            "  key [0]: Cases.IntEnum = 1\n"
            "  value [0]: Cases.Access = 1\n");
}

TEST(Inspect, ShowsIndicesAndBoundsOfArrays) {
  const std::optional<Buffer> bounds = golden("mono", "graph", "arrays-2d-lower-bounds", "binaryformatter");
  const std::optional<Buffer> texts = golden("mono", "graph", "arrays-2d-string", "binaryformatter");
  if (!bounds || !texts) GTEST_SKIP() << "no golden corpus";
  EXPECT_EQ(run({"inspect", "-"}, *bounds).out, "Int32[-1..0,10..11] #1 = 1, 2, 3, 4 (4)\n");
  EXPECT_THAT(run({"inspect", "-"}, *texts).out, HasSubstr("\n  [1,0]: "));
}

TEST(Inspect, ShowsTables) {
  const ProgramRun result = run({"inspect", "-"}, small_table());
  EXPECT_EQ(result.out,
            "DataTable \"T\" (2)\n"
            "  columns (2)\n"
            "    A: Int32\n"
            "    S: String\n"
            "  rows (2)\n"
            "    [0]: A=300, S=\"hi\"\n"
            "    [1]: A=null, S=null\n");
}

TEST(Inspect, RecordsOfTheCustomFormatter) {
  const ProgramRun result = run({"inspect", "--records", "-"}, small_table());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("       7     15  Column A, System.Int32\n"));
  EXPECT_THAT(result.out, HasSubstr("      42      5    Int32 = 300  at rows/[0]/A\n"));
  EXPECT_THAT(result.out, HasSubstr("      52      1    String = DBNull  at rows/[1]/S\n"));
}

TEST(Inspect, HasNoColourInAFile) {
  EXPECT_THAT(run({"inspect", "-"}, point_payload()).out, Not(HasSubstr("\x1B")));
  EXPECT_THAT(run({"inspect", "--records", "-"}, point_payload()).out, Not(HasSubstr("\x1B")));
}

// class N { next }, a chain of references: each line has a bound, whatever the depth.
TEST(Inspect, LinesOfADeepChainStayShort) {
  constexpr std::int32_t kDepth = 100'000;
  Buffer bytes = hex("00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00  04 01 00 00 00 01 4E 01 00 00 00 01 6E 02");
  const auto put_id = [&bytes](std::uint8_t record, std::int32_t id) {
    bytes.push_back(record);
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(id >> shift));
  };
  put_id(9, 2);
  for (std::int32_t id = 2; id <= kDepth; ++id) {
    put_id(1, id);
    bytes.append(std::string_view("\1\0\0\0", 4));
    if (id < kDepth) put_id(9, id + 1);
  }
  bytes.append(std::string_view("\x0A\x0B"));
  for (const char* how : {"--raw-names", "--json"}) {
    const ProgramRun result = run({"inspect", how, "--depth", "1000000", "-"}, bytes);
    EXPECT_EQ(result.code, 0) << how;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), kDepth + 1) << how;
    EXPECT_LT(result.out.size(), std::size_t{kDepth} * 800) << how;
    EXPECT_THAT(result.out,
                HasSubstr(how[2] == 'r' ? "\n" + std::string(128, ' ') + "(100000) n: null\n" : "/n/n/n/.../n/n/n"))
        << how;
  }
}

}  // namespace
}  // namespace dotwire::test
