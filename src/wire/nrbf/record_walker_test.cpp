#include "wire/nrbf/record_walker.h"

#include <gtest/gtest.h>

#include "support/golden.h"
#include "support/hex.h"
#include "wire/nrbf/event_text.h"

namespace dotwire::nrbf {
namespace {

using test::hex;

// "offset length kind detail path" a line.
class Lines final : public EventVisitor {
 public:
  explicit Lines(std::uint64_t most = ~std::uint64_t{0}) : most_(most) {}

  bool visit(const Event& event) override {
    text += std::to_string(event.offset) + ' ' + std::to_string(event.length) + ' ' + std::string(event.kind) + " [" +
            event.detail() + "] " + event.path() + '\n';
    covered = covered && event.offset == end;
    end = event.offset + event.length;
    return ++count < most_;
  }

  std::string text;
  std::uint64_t count = 0;
  std::uint64_t end = 0;
  bool covered = true;  // each event began where the one before it ended

 private:
  std::uint64_t most_;
};

constexpr const char* kPoint = R"(
  00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00  # header, root 1
  0C 02 00 00 00 01 4C                                # library 2 "L"
  05 01 00 00 00 01 50 02 00 00 00 01 78 01 73        # class "P" #1, members "x", "s"
  00 01 08 02 00 00 00                                # Int32, String; library 2
  2A 00 00 00                                         # x = 42
  06 03 00 00 00 02 68 69                             # s = "hi" #3
  0B
)";

struct Walked {
  Status status;
  WalkSummary summary;
};

Walked walk(const Buffer& input, EventVisitor& visitor, const Limits& limits = {}) {
  Walked walked;
  walked.status = walk_records(input, limits, visitor, walked.summary);
  return walked;
}

TEST(RecordWalker, GivesEachRecordAndValueWithItsPlace) {
  const Buffer input = hex(kPoint);
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_TRUE(walked.status.ok()) << walked.status.error().to_string();
  EXPECT_EQ(lines.text,
            "0 17 SerializedStreamHeader [root 1, version 1.0] \n"
            "17 7 BinaryLibrary [L] #2\n"
            "24 22 ClassWithMembersAndTypes [P, 2 members] #1\n"
            "46 4 Int32 [42] #1/x\n"
            "50 8 BinaryObjectString [\"hi\"] #1/s\n"
            "58 1 MessageEnd [] \n");
  EXPECT_TRUE(lines.covered);
  EXPECT_EQ(walked.summary.payload_size, input.size());
  EXPECT_EQ(walked.summary.records, 5U);
}

TEST(RecordWalker, StopsWhereTheVisitorSays) {
  const Buffer input = hex(kPoint);
  Lines lines(2);
  const Walked walked = walk(input, lines);
  EXPECT_TRUE(walked.status.ok());
  EXPECT_TRUE(walked.summary.stopped);
  EXPECT_EQ(lines.count, 2U);
}

TEST(RecordWalker, NamesTheRecordAndThePathOfTheDamage) {
  Buffer input = hex(kPoint);
  input.resize(52);  // inside the string record
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_FALSE(walked.status.ok());
  EXPECT_EQ(walked.status.error().code(), ErrorCode::Truncated);
  EXPECT_EQ(walked.status.error().offset(), 51U);
  EXPECT_EQ(walked.status.error().path(), "#1/s");
  EXPECT_EQ(walked.summary.record_index, 3U);
  EXPECT_EQ(walked.summary.record_offset, 50U);
  EXPECT_EQ(walked.summary.record_kind, "BinaryObjectString");
  EXPECT_EQ(lines.count, 4U);
}

TEST(RecordWalker, CountsNullRunsAgainstTheArray) {
  const Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 05 00 00 00  # object[5]
    0D 03                       # three nulls
    09 01 00 00 00              # the array itself
    0A                          # null
    0B
  )");
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_TRUE(walked.status.ok()) << walked.status.error().to_string();
  EXPECT_NE(lines.text.find("26 2 ObjectNullMultiple256 [3 nulls] #1/[0]"), std::string::npos) << lines.text;
  EXPECT_NE(lines.text.find("28 5 MemberReference [to #1] #1/[3]"), std::string::npos) << lines.text;
}

TEST(RecordWalker, RejectsNullRunsBeyondTheArray) {
  const Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 02 00 00 00
    0D 03
  )");
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_FALSE(walked.status.ok());
  EXPECT_EQ(walked.status.error().offset(), 27U);
}

TEST(RecordWalker, StopsAtValuesWithoutTypes) {
  const Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    02 01 00 00 00 01 50 01 00 00 00 01 78   # SystemClassWithMembers "P", member "x"
    2A 00 00 00
  )");
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_FALSE(walked.status.ok());
  EXPECT_EQ(walked.status.error().code(), ErrorCode::Unsupported);
}

TEST(RecordWalker, ReadsMethodRecords) {
  const Buffer input = hex(R"(
    00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
    15 12 00 00 00          # MethodCall: ArgsInline, NoContext
    12 01 4D                # "M"
    12 01 54                # "T"
    02 00 00 00 08 07 00 00 00 11   # two arguments: Int32 7, null
    0B
  )");
  Lines lines;
  const Walked walked = walk(input, lines);
  ASSERT_TRUE(walked.status.ok()) << walked.status.error().to_string();
  EXPECT_NE(lines.text.find("MethodCall [M]"), std::string::npos) << lines.text;
}

TEST(RecordWalker, BoundsTheDepthOfNestedRecords) {
  Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 01 00 00 00
  )");
  const Buffer nested = hex("10 01 00 00 00 01 00 00 00");
  for (int i = 0; i < 100; ++i) input.append(nested.bytes());
  Limits limits;
  limits.depth = 50;
  Lines lines;
  const Walked walked = walk(input, lines, limits);
  ASSERT_FALSE(walked.status.ok());
  EXPECT_EQ(walked.status.error().code(), ErrorCode::LimitExceeded);
}

TEST(RecordWalker, CountsASurrogatePairAsTwoCharacters) {
  const Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    0F 01 00 00 00 03 00 00 00 03  41 F0 9F 98 80   # char[3]: "A", and a pair in one sequence
    0B
  )");
  Lines lines;
  EXPECT_TRUE(walk(input, lines).status.ok());
  EXPECT_TRUE(lines.covered);
}

// Escapes keep a terminal from obeying what a payload says.
// Surrogates of an array of characters come one by one, as WTF-8.
TEST(EventText, SpellsSurrogates) {
  EXPECT_EQ(quoted_part("a\xED\xA0\xBD\xED\xB8\x80", 40), "a\\uD83D\\uDE00");
  EXPECT_EQ(quoted_part("\xED\x9F\xBF \xED\xA0", 40), "\xED\x9F\xBF \\xED\\xA0");
}

TEST(RecordWalker, EscapesControlCharacters) {
  const Buffer input = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    06 01 00 00 00 07 1B 5B 32 4A C2 9B FF   # ESC [ 2 J, C1 control 9B, no UTF-8
    0B
  )");
  Lines lines;
  EXPECT_TRUE(walk(input, lines).status.ok());
  EXPECT_NE(lines.text.find("\"\\x1B[2J\\u009B\\xFF\""), std::string::npos) << lines.text;
}

TEST(RecordWalker, CoversEveryByteOfTheGoldenPayloads) {
  std::size_t walked = 0;
  test::for_each_golden("binaryformatter", [&walked](const test::GoldenRow& row) {
    if (row.unreadable()) return;
    const Buffer input = row.bytes();
    Lines lines;
    WalkSummary summary;
    const Status status = walk_records(input, {}, lines, summary);
    ASSERT_TRUE(status.ok()) << row.name() << ": " << status.error().to_string();
    EXPECT_TRUE(lines.covered) << row.name();
    EXPECT_EQ(lines.end, input.size()) << row.name();
    ++walked;
  });
  if (walked == 0) GTEST_SKIP() << "no golden corpus";
}

TEST(RecordWalker, EndsEveryPrefixWithAnErrorInsideIt) {
  const Buffer whole = hex(kPoint);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Lines lines;
    WalkSummary summary;
    const Status status = walk_records(whole.bytes().first(size), {}, lines, summary);
    ASSERT_FALSE(status.ok()) << size;
    EXPECT_LE(status.error().offset(), size);
  }
}

}  // namespace
}  // namespace dotwire::nrbf
