#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dotwire/layers.h"
#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Identify, SaysFormatAndSize) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const ProgramRun result = run({"identify", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, file + ": binaryformatter, 59 bytes; root P, L\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Identify, JsonHasExactlyTheStatedKeys) {
  const TempDir folder;
  Buffer bytes = point_payload();
  bytes.push_back(7);
  const std::string file = put(folder, "p.bin", bytes);
  EXPECT_EQ(run({"identify", "--json", file}).out,
            R"({"version":1,"file":")" + file +
                R"(","format":"binaryformatter","type":"P, L","dialect":null,"layers":[],"size":59,"trailing":1})"
                "\n");
}

TEST(Identify, DashIsStandardInput) {
  const ProgramRun result = run({"identify", "-"}, point_payload());
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "-: binaryformatter, 59 bytes; root P, L\n");
}

TEST(Identify, UnknownBytesGiveThreeAndALikelyReason) {
  const TempDir folder;
  const std::string file = put_text(folder, "notes.txt", "just some notes\n");
  const ProgramRun result = run({"identify", "--json", file});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, R"({"version":1,"file":")" + file +
                            R"(","format":null,"type":null,"dialect":null,"layers":[],"size":null,"trailing":null})"
                            "\n");
  EXPECT_EQ(result.err, "dotwire: " + file + ": unknown format; it is a text file\n");
}

TEST(Identify, TellsTheCustomFormatter) {
  const TempDir folder;
  const ProgramRun result = run({"identify", put(folder, "t.bin", small_table())});
  EXPECT_THAT(result.out, HasSubstr(": custom-formatter, 53 bytes"));
}

TEST(Identify, TellsTablesAndTheirDialect) {
  const std::optional<Buffer> mono = golden("mono", "table", "nulls", "bf-remoting-binary");
  const std::optional<Buffer> net = golden("net10", "table", "nulls", "bf-remoting-binary");
  if (!mono || !net) GTEST_SKIP() << "no golden corpus";
  EXPECT_THAT(run({"identify", "-"}, *mono).out, HasSubstr("datatable-binary, dialect mono"));
  EXPECT_THAT(run({"identify", "-"}, *net).out, HasSubstr("datatable-binary, dialect net10"));
}

TEST(Files, ComeInTheirOrderAndTheHighestCodeCounts) {
  const TempDir folder;
  const std::string text = put_text(folder, "b.txt", "some text\n");
  const std::string good = put(folder, "a.bin", point_payload());
  const ProgramRun result = run({"identify", text, good});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, text + ": unknown\n" + good + ": binaryformatter, 59 bytes; root P, L\n");
}

TEST(Files, OneThatCannotBeReadDoesNotStopTheOthers) {
  const TempDir folder;
  const std::string good = put(folder, "a.bin", point_payload());
  const ProgramRun result = run({"verify", (folder / "missing").string(), good});
  EXPECT_EQ(result.code, 74);
  EXPECT_EQ(result.out, good + ": identical\n");
  EXPECT_THAT(result.err, HasSubstr("missing: No such file"));
}

TEST(Files, NamesCannotCommandTheTerminal) {
  const TempDir folder;
  const ProgramRun result = run({"identify", put_text(folder, "\x1B[2Jx", "text of some kind")});
  EXPECT_THAT(result.err, HasSubstr("\\x1B[2Jx"));
  EXPECT_THAT(result.err + result.out, Not(HasSubstr("\x1B")));
}

TEST(Verify, SaysIdentical) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const ProgramRun result = run({"verify", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, file + ": identical\n");
  EXPECT_EQ(run({"verify", "--json", file}).out,
            R"({"version":1,"file":")" + file +
                R"(","format":"binaryformatter","verdict":"identical","offset":null,"path":null,"message":null})"
                "\n");
}

TEST(Verify, NamesByteRecordAndPathOfTheDamage) {
  const TempDir folder;
  Buffer bytes = point_payload();
  bytes.resize(56);
  const std::string file = put(folder, "p.bin", bytes);
  const ProgramRun result = run({"verify", "--json", file});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.out, HasSubstr(R"("verdict":"damaged","offset":55,)"));
  const ProgramRun text = run({"convert", file, "--to", "json"});
  EXPECT_EQ(text.code, 2);
  EXPECT_THAT(text.out, IsEmpty());
  EXPECT_THAT(text.err, HasSubstr("truncated at byte 55, record 3 (BinaryObjectString)"));
}

TEST(Verify, FindsTheFirstDifference) {
  const TempDir folder;
  // The length of "hi" in two bytes where one does: readers take it, no writer gives it.
  Buffer bytes = point_payload();
  bytes.resize(55);
  bytes.append(hex("82 00 68 69 0B").bytes());
  const ProgramRun result = run({"verify", put(folder, "p.bin", bytes)});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.out,
              HasSubstr("different at byte 55, in #1/s (BinaryObjectString): the byte is 82, written is 02"));
}

TEST(Verify, UnknownIsNotDamaged) {
  const ProgramRun result = run({"verify", "--json", "-"}, as_bytes("nothing that we know"));
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.out, HasSubstr(R"("format":null,"verdict":"unknown")"));
}

TEST(Verify, TheGoldenLibraryIsIdentical) {
  const std::optional<Buffer> bytes = golden("net10", "graph", "library", "binaryformatter");
  if (!bytes) GTEST_SKIP() << "no golden corpus";
  EXPECT_EQ(run({"verify", "-"}, *bytes).out, "-: identical\n");
}

TEST(LikelyReason, AFileOfAColumnsSizeWasCut) {
  Buffer bytes = long_payload(10'000);
  for (const std::size_t size : {std::size_t{255}, std::size_t{4000}, std::size_t{8000}}) {
    Buffer cut(bytes.bytes().first(size));
    const ProgramRun result = run({"verify", "-"}, cut);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.out, HasSubstr("probably cut by a column of that size")) << size;
  }
}

TEST(LikelyReason, ABareNumberInAMemberOfAnInterface) {
  const std::optional<Buffer> bytes = golden("mono", "graph", "trap-primitive-interfaces", "binaryformatter");
  if (!bytes) GTEST_SKIP() << "no golden corpus";
  const ProgramRun result = run({"verify", "-"}, *bytes);
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.out, HasSubstr("perhaps a number in a member declared as an interface"));
}

TEST(LikelyReason, BytesReplacedByUtf8Text) {
  const std::string damaged("\0\1\0\0\0\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\1\0\0\0\0\0\0\0", 25);
  const ProgramRun result = run({"identify", "-"}, as_bytes(damaged));
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err, HasSubstr("EF BF BD"));
}

TEST(LikelyReason, Base64AndHexadecimalText) {
  EXPECT_THAT(run({"identify", "-"}, as_bytes("AAEAAAD/////AQAAAAAAAAAGAQAAA")).err, HasSubstr("base64 text"));
  EXPECT_THAT(run({"identify", "-"}, as_bytes("0x0001000000FFFFFFFF0100000")).err, HasSubstr("hexadecimal text"));
}

TEST(LikelyReason, RandomBytesLookEncrypted) {
  Buffer bytes;
  std::uint64_t state = 1;
  for (int i = 0; i < 4096; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    bytes.push_back(static_cast<std::uint8_t>(state >> 56));
  }
  EXPECT_THAT(run({"identify", "-"}, bytes).err, HasSubstr("encrypted or compressed"));
}

TEST(LikelyReason, APayloadThatStartsFurtherOn) {
  Buffer bytes;
  bytes.append("#HEAD#");
  bytes.append(point_payload().bytes());
  EXPECT_THAT(run({"identify", "-"}, bytes).err, HasSubstr("starts 6 bytes further on: --offset 6 reads it"));
  EXPECT_EQ(run({"identify", "--offset", "6", "-"}, bytes).code, 0);
}

TEST(LikelyReason, GzipAndXmlThatStartFurtherOn) {
  Buffer gzip;
  ASSERT_TRUE(put_in_layers(point_payload(), std::vector<std::string_view>{"gzip"}, gzip).ok());
  Buffer behind_length;
  behind_length.append("\x10\x20");
  behind_length.append(gzip.bytes());
  EXPECT_THAT(run({"identify", "-"}, behind_length).err, HasSubstr("gzip data starts 2 bytes further on: --offset 2"));
  EXPECT_EQ(run({"identify", "--offset", "2", "-"}, behind_length).code, 0);
  const std::string_view reply = "HTTP/1.1 200 OK\r\n\r\n<s:Envelope/>";
  EXPECT_THAT(run({"identify", "-"}, as_bytes(reply)).err, HasSubstr("XML starts 19 bytes further on: --offset 19"));
}

// Elements that are named like what is looked for, as many as there is room for.
TEST(LikelyReason, XmlOfManySchemasThatAreNone) {
  std::string text = "<r xmlns:m='urn:schemas-microsoft-com:xml-msdata'>";
  for (int i = 0; i < 100'000; ++i) text += "<schema/><a>";
  EXPECT_EQ(run({"identify", "-"}, as_bytes(text)).code, 3);
  text.insert(2, " xmlns='http://www.w3.org/2001/XMLSchema'");
  EXPECT_EQ(run({"identify", "-"}, as_bytes(text)).code, 2);
}

TEST(LikelyReason, AColumnThatCutTheTextOfAPayload) {
  // A string of 200 characters as the root.
  const std::string payload =
      std::string("\0\1\0\0\0\xFF\xFF\xFF\xFF\1\0\0\0\0\0\0\0\6\1\0\0\0\xC8\1", 24) + std::string(200, 'x') + '\x0B';
  Buffer text;
  ASSERT_TRUE(put_in_layers(as_bytes(payload), std::vector<std::string_view>{"hex"}, text).ok());
  EXPECT_EQ(run({"identify", "-"}, text).code, 0);
  ASSERT_GT(text.size(), 256U);
  text.resize(256);
  EXPECT_THAT(run({"identify", "-"}, text).err, HasSubstr("exactly 256 bytes long: probably cut by a column"));
}

TEST(LikelyReason, FormatsOfOthers) {
  using namespace std::string_view_literals;
  for (const auto& [bytes, what] :
       {std::pair("\xCE\xCA\xEF\xBE\1\0\0\0"sv, ".resources"), std::pair("\xAC\xED\0\5sr"sv, "Java"),
        std::pair("/wEPDwUKLTEyMzQ1Njc4OQ=="sv, "ViewState"), std::pair("\x80\4\x95\1\0\0\0"sv, "pickle"),
        std::pair("PAR1\x15\4"sv, "Parquet")}) {
    const ProgramRun result = run({"identify", "-"}, as_bytes(bytes));
    EXPECT_EQ(result.code, 3) << what;
    EXPECT_THAT(result.err, HasSubstr(what));
  }
}

TEST(LikelyReason, NothingAtAll) { EXPECT_THAT(run({"identify", "-"}).err, HasSubstr("the input is empty")); }

// Who writes JSON in other lines has written the same values.
TEST(Verify, WhiteSpaceOfJsonIsNoDifference) {
  const TempDir folder;
  const std::string text =
      R"({"$table":"T","columns":[{"name":"A B","type":"System.String"}],"rows":[{"A B":"x\" y"}]})";
  const std::string compact = put_text(folder, "compact.json", text);
  const ProgramRun same = run({"verify", compact});
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(same.out, compact + ": identical (but for white space between values)\n");
  std::string other = text;
  other.insert(other.find("y\""), " ");
  EXPECT_EQ(run({"verify", put_text(folder, "more.json", other)}).code, 0) << "the text itself is another one";
  const ProgramRun spelled =
      run({"verify", put_text(folder, "spelled.json", text.substr(0, text.size() - 5) + "\\u0079\"}]}")});
  EXPECT_EQ(spelled.code, 1) << spelled.out;
}

}  // namespace
}  // namespace dotwire::test
