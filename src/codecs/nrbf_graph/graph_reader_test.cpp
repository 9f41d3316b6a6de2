#include "codecs/nrbf_graph/graph_reader.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/arena.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "support/golden.h"
#include "support/hex.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::nrbf {
namespace {

using model::Graph;
using test::hex;

constexpr std::string_view kHeader = R"(
  00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00  # root 1, no headers, version 1.0
)";

Buffer payload(std::string_view records) { return hex(std::string(kHeader) + std::string(records)); }

// What must fail does so at this byte.
void expect_error(const Buffer& input, ErrorCode code, std::uint64_t offset) {
  Graph graph;
  const Status status = read_graph(input, graph);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), code) << status.error().to_string();
  EXPECT_EQ(status.error().offset(), offset) << status.error().to_string();
  EXPECT_EQ(graph.root(), nullptr);
}

void expect_good(const Buffer& input) {
  Graph graph;
  const Status status = read_graph(input, graph);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  Buffer out;
  ASSERT_TRUE(rewrite(graph, out).ok());
  EXPECT_TRUE(test::same_bytes(out, input));
}

TEST(GraphReader, ReadsAStringRoot) {
  expect_good(payload(R"(
    06 01 00 00 00 02 68 69  # string 1 "hi"
    0B
  )"));
}

// What `new` hides in a base class has the same name, and maybe another type.
TEST(GraphReader, ReadsTwoMembersOfOneName) {
  expect_good(payload(R"(
    04 01 00 00 00 01 41 02 00 00 00 01 58 01 58  # class A: X, X
    00 01 08  # Int32, String
    05 00 00 00 06 02 00 00 00 01 62 0B
  )"));
}

TEST(GraphReader, RejectsWhatIsNoPayload) {
  expect_error(hex("50 4B 03 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00"), ErrorCode::UnknownFormat, 0);
  expect_error(hex("00 01 00"), ErrorCode::Truncated, 0);
  expect_error(hex("00 01 00 00 00 FF FF FF FF 02 00 00 00 00 00 00 00 0B"), ErrorCode::Malformed, 9);
}

TEST(GraphReader, RejectsAPayloadWithoutEnd) {
  expect_error(payload("06 01 00 00 00 02 68 69"), ErrorCode::Truncated, 25);
}

TEST(GraphReader, RejectsARootThatIsNotThere) {
  expect_error(payload("06 02 00 00 00 02 68 69 0B"), ErrorCode::Malformed, 1);
}

TEST(GraphReader, RejectsIdsThatAreZeroOrUsedTwice) {
  expect_error(payload("06 00 00 00 00 02 68 69 0B"), ErrorCode::Malformed, 18);
  expect_error(payload("06 01 00 00 00 02 68 69  06 01 00 00 00 00 0B"), ErrorCode::Malformed, 26);
  // A library and an object share one number space.
  expect_error(payload("0C 01 00 00 00 01 41  06 01 00 00 00 00 0B"), ErrorCode::Malformed, 25);
  expect_error(payload("06 01 00 00 00 00  0C 01 00 00 00 01 41 0B"), ErrorCode::Malformed, 24);
}

TEST(GraphReader, RejectsReferencesToNothing) {
  expect_error(payload(R"(
    10 01 00 00 00 01 00 00 00  # object[1]
    09 07 00 00 00              # object 7
    0B
  )"),
               ErrorCode::Malformed, 26);
}

TEST(GraphReader, RejectsRecordsThatMayNotStandThere) {
  expect_error(payload("0A 0B"), ErrorCode::Malformed, 17);              // null at the top
  expect_error(payload("63 0B"), ErrorCode::Malformed, 17);              // no such record
  expect_error(payload("40 0B"), ErrorCode::Malformed, 17);              // 64 must not pass for 0
  expect_error(payload("14 00 00 00 00 0B"), ErrorCode::Malformed, 17);  // CrossAppDomainAssembly
  expect_error(payload("11 01 00 00 00 01 00 00 00 08 08 01 00 00 00 0B"), ErrorCode::Malformed,
               26);  // Int32 in string[]
}

TEST(GraphReader, RejectsClassWithIdOfWhatIsNoClass) {
  expect_error(payload("01 01 00 00 00 05 00 00 00 0B"), ErrorCode::Malformed, 22);                     // of nothing
  expect_error(payload("01 01 00 00 00 01 00 00 00 0B"), ErrorCode::Malformed, 22);                     // of itself
  expect_error(payload("06 02 00 00 00 00  01 01 00 00 00 02 00 00 00 0B"), ErrorCode::Malformed, 28);  // of a string
}

TEST(GraphReader, RejectsClassRecordsThatBreakRules) {
  // More members than bytes.
  expect_error(payload("04 01 00 00 00 01 41 FF FF FF 7F 01 58"), ErrorCode::Truncated, 24);
  // Negative count.
  expect_error(payload("04 01 00 00 00 01 41 FF FF FF FF"), ErrorCode::Malformed, 24);
  // Binary type 8.
  expect_error(payload("04 01 00 00 00 01 41 01 00 00 00 01 58 08 0B"), ErrorCode::Malformed, 30);
  // Primitive code 4 (Currency).
  expect_error(payload("04 01 00 00 00 01 41 01 00 00 00 01 58 00 04 0B"), ErrorCode::Malformed, 31);
  // A library that is not defined.
  expect_error(payload("05 01 00 00 00 01 41 00 00 00 00 09 00 00 00 0B"), ErrorCode::Malformed, 28);
}

TEST(GraphReader, RejectsArraysThatBreakRules) {
  expect_error(payload("0F 01 00 00 00 FF FF FF 7F 02 00 0B"), ErrorCode::Malformed, 22);  // over .NET's longest
  expect_error(payload("0F 01 00 00 00 FF FF FF FF 02 00 0B"), ErrorCode::Malformed, 22);
  expect_error(payload("0F 01 00 00 00 00 00 00 10 06 00 0B"), ErrorCode::Truncated, 17);  // 2 GiB of double
  expect_error(payload("07 01 00 00 00 06 01 00 00 00 00 00 00 00 02 0B"), ErrorCode::Malformed, 22);  // array type 6
  expect_error(payload("07 01 00 00 00 02 21 00 00 00"), ErrorCode::Malformed, 23);                    // rank 33
  expect_error(payload("07 01 00 00 00 00 02 00 00 00 01 00 00 00 01 00 00 00 02 0B"), ErrorCode::Malformed, 23);
  // 65536 x 65536 elements.
  expect_error(payload("07 01 00 00 00 02 02 00 00 00 00 00 01 00 00 00 01 00 02 0B"), ErrorCode::Malformed, 31);
  // The upper bound is over Int32.
  expect_error(payload("07 01 00 00 00 03 01 00 00 00 02 00 00 00 FF FF FF 7F 02 0A 0A 0B"), ErrorCode::Malformed, 31);
}

TEST(GraphReader, RejectsRunsOfNullsThatDoNotFit) {
  expect_error(payload("10 01 00 00 00 02 00 00 00 0D 03 0B"), ErrorCode::Malformed, 26);
  expect_error(payload("10 01 00 00 00 02 00 00 00 0D 00 0B"), ErrorCode::Malformed, 26);
  expect_error(payload("10 01 00 00 00 02 00 00 00 0E FF FF FF FF 0B"), ErrorCode::Malformed, 26);
  // Runs are no members.
  expect_error(payload("04 01 00 00 00 01 41 01 00 00 00 01 58 02 0D 01 0B"), ErrorCode::Malformed, 31);
}

TEST(GraphReader, RejectsValuesThatAreNone) {
  expect_error(payload("06 01 00 00 00 02 C3 28 0B"), ErrorCode::Malformed, 23);              // bad UTF-8
  expect_error(payload("06 01 00 00 00 FF FF FF FF FF 0B"), ErrorCode::Malformed, 22);        // length of 5 x FF
  expect_error(payload("06 01 00 00 00 7F 41 0B"), ErrorCode::Truncated, 22);                 // length over the input
  expect_error(payload("0F 01 00 00 00 01 00 00 00 05 01 78 0B"), ErrorCode::Malformed, 27);  // decimal "x"
  expect_error(payload("0F 01 00 00 00 01 00 00 00 0D FF FF FF FF FF FF FF 3F 0B"), ErrorCode::Malformed, 27);  // ticks
  expect_error(payload("0F 01 00 00 00 01 00 00 00 03 F0 9F 98 80 0B"), ErrorCode::Malformed, 27);  // half a pair
  expect_error(payload("10 01 00 00 00 01 00 00 00 08 11 0B"), ErrorCode::Malformed, 27);           // code 17
}

TEST(GraphReader, AcceptsPaddedLengths) {
  Graph graph;
  const Buffer input = payload("06 01 00 00 00 82 80 80 00 68 69 0B");
  ASSERT_TRUE(read_graph(input, graph).ok());
  EXPECT_EQ(model::as_string(graph.root())->view(), "hi");
}

TEST(GraphReader, ReadsSurrogatePairsAsTwoCharacters) {
  const Buffer input = payload("0F 01 00 00 00 03 00 00 00 03 41 F0 9F 98 80 0B");
  expect_good(input);
  Graph graph;
  ASSERT_TRUE(read_graph(input, graph).ok());
  const auto* array = model::as_array(graph.root());
  EXPECT_EQ(load<char16_t>(array->primitives + 2), 0xD83D);
  EXPECT_EQ(load<char16_t>(array->primitives + 4), 0xDE00);
}

TEST(GraphReader, KeepsRunsOfNullsAsRuns) {
  // 2147483591 nulls in 32 bytes.
  const Buffer input = payload("10 01 00 00 00 C7 FF FF 7F 0E C7 FF FF 7F 0B");
  expect_good(input);
  Graph graph;
  ASSERT_TRUE(read_graph(input, graph).ok());
  EXPECT_EQ(model::as_array(graph.root())->slot_count, 1U);
  EXPECT_LT(graph.arena().used(), 4096U);
}

TEST(GraphReader, NamesWhereItFailed) {
  const Buffer input = payload(R"(
    04 01 00 00 00 01 41 01 00 00 00 05 69 74 65 6D 73 02  # class A { object items }
    10 02 00 00 00 02 00 00 00                             # object[2] in place
    0A
    63                                                     # no such record
  )");
  Graph graph;
  const Status status = read_graph(input, graph);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().path(), "A#1/items/[1]");
}

void append(Buffer& out, std::initializer_list<int> bytes) {
  for (const int byte : bytes) out.push_back(static_cast<std::uint8_t>(byte));
}
void append_i32(Buffer& out, std::int32_t value) { out.append(&value, 4); }

// object[1] in object[1] in ..., each in place.
Buffer nested_arrays(int depth) {
  Buffer out = payload("");
  for (int i = 1; i <= depth; ++i) {
    append(out, {0x10});
    append_i32(out, i);
    append_i32(out, 1);
  }
  append(out, {0x0A, 0x0B});
  return out;
}

TEST(GraphReader, LimitsDepthWithoutRecursion) {
  Graph graph;
  const Status refused = read_graph(nested_arrays(20'000), graph);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded);
  Limits limits;
  limits.depth = 2'000'000;
  const Buffer deep = nested_arrays(1'000'000);
  const Status status = read_graph(deep, graph, limits);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  Buffer out;
  ASSERT_TRUE(rewrite(graph, out).ok());
  EXPECT_TRUE(test::same_bytes(out, deep));
}

TEST(GraphReader, LimitsObjects) {
  Limits limits;
  limits.objects = 2;
  Graph graph;
  const Status status = read_graph(payload("06 01 00 00 00 00 06 02 00 00 00 00 06 03 00 00 00 00 0B"), graph, limits);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
}

TEST(GraphReader, OneLargeIdCostsNothing) {
  Graph graph;
  const Buffer input = hex(R"(
    00 FF FF FF 7F FF FF FF FF 01 00 00 00 00 00 00 00
    06 FF FF FF 7F 01 41
    0B
  )");
  ASSERT_TRUE(read_graph(input, graph).ok());
  EXPECT_EQ(model::as_string(graph.root())->view(), "A");
}

// An array of objects with many nulls: a reference ahead, then elements that each stand before a run of nulls.
Buffer sparse_array(std::uint32_t elements) {
  Buffer out = hex(kHeader);
  const auto byte = [&out](int value) { out.push_back(static_cast<std::uint8_t>(value)); };
  const auto int32 = [&out](std::uint32_t value) { out.append(&value, sizeof value); };
  byte(16);
  int32(1);
  int32(1 + 100 * elements);
  byte(9);
  int32(2);
  for (std::uint32_t i = 0; i < elements; ++i) {
    byte(8);
    byte(8);
    int32(i);
    byte(13);
    byte(99);
  }
  out.append(hex("06 02 00 00 00 01 41 0B").bytes());
  return out;
}

// Slots that gathered are the graph's own: another read of the reader leaves them alone, and uses those of a graph that
// is gone again.
TEST(GraphReader, LargeArraysWithRunsOfNullsBelongToTheirGraphs) {
  const Buffer first = sparse_array(70'000);
  const Buffer second = sparse_array(40'000);
  GraphReader reader;
  Graph a;
  Graph b;
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(reader.read(first, a).ok());
    ASSERT_TRUE(reader.read(second, b).ok());
    EXPECT_EQ(model::as_string(model::as_array(a.root())->slots[0].node())->view(), "A");
    for (const auto& [graph, input] : {std::pair{&a, &first}, {&b, &second}}) {
      Buffer out;
      ASSERT_TRUE(rewrite(*graph, out).ok());
      EXPECT_TRUE(test::same_bytes(out, *input));
    }
  }
}

TEST(GraphWriter, RefusesALibraryWithoutAName) {
  Graph graph;
  ASSERT_TRUE(read_graph(payload("0C 02 00 00 00 00  05 01 00 00 00 01 41 00 00 00 00 02 00 00 00 0B"), graph).ok());
  GraphWriter writer;
  Buffer out;
  const Status status = writer.write(graph, out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::NotRepresentable);
  EXPECT_TRUE(rewrite(graph, out).ok());
}

// Arrays that claim far more elements than their runs of nulls say: memory must follow the input, not the claims.
TEST(GraphReader, ManyClaimsOfLengthStaySmall) {
  Buffer input = payload("10 01 00 00 00 20 4E 00 00");
  for (std::int32_t i = 2; i < 20'002; ++i) {
    append(input, {0x10});
    append_i32(input, i);
    append_i32(input, 10'000);
    append(input, {0x0E});
    append_i32(input, 10'000);
  }
  append(input, {0x0B});
  Graph graph;
  const Status status = read_graph(input, graph);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_LT(graph.arena().used(), input.size() * 16 + (1 << 20));
}

// --- the golden corpus

bool is_typed_format(const std::string& format) {
  return format == "binaryformatter" || format == "binaryformatter-headers" ||
         format.rfind("binaryformatter-asm-", 0) == 0 || format == "bf-remoting-binary" ||
         format == "dataset-bf-remoting-binary" || format == "lightweight";
}

// Primitives in interface slots are raw bytes that nothing announces; .NET cannot read them either.
bool nobody_can_read(const test::GoldenRow& row) {
  return row.runtime == "mono" && row.case_name.rfind("trap-primitive-interfaces", 0) == 0;
}

TEST(GraphReaderGolden, EveryPayloadIsWrittenToTheSameBytes) {
  GraphReader reader;
  GraphWriter writer;
  Graph graph;
  Buffer replayed;
  Buffer written;
  std::size_t count = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || !is_typed_format(row.format)) continue;
    const Buffer input = row.bytes();
    const Status status = reader.read(input, graph);
    if (nobody_can_read(row)) {
      EXPECT_FALSE(status.ok()) << row.name();
      continue;
    }
    ASSERT_TRUE(status.ok()) << row.name() << ": " << status.error().to_string();
    EXPECT_EQ(graph.payload_size(), input.size()) << row.name();
    replayed.clear();
    ASSERT_TRUE(rewrite(graph, replayed).ok()) << row.name();
    EXPECT_TRUE(test::same_bytes(replayed, input)) << row.name();
    written.clear();
    ASSERT_TRUE(writer.write(graph, written).ok()) << row.name();
    EXPECT_TRUE(test::same_bytes(written, input)) << row.name();
    ++count;
  }
  EXPECT_GT(count, 300U) << test::golden_source();
}

// A prefix of a payload never passes for one, whatever it is cut at.
TEST(GraphReaderGolden, EveryPrefixIsRefused) {
  GraphReader reader;
  Graph graph;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter" || row.size > 4096 || nobody_can_read(row)) continue;
    const Buffer input = row.bytes();
    for (std::size_t size = 0; size < input.size(); ++size) {
      // Cut to its own memory, so that a read beyond is seen by the sanitizer.
      const Buffer prefix(input.bytes().subspan(0, size));
      const Status status = reader.read(prefix, graph);
      ASSERT_FALSE(status.ok()) << row.name() << " at " << size;
      ASSERT_LE(status.error().offset(), size) << row.name();
    }
  }
}

TEST(GraphReaderGolden, CutsOfLargePayloadsAreRefused) {
  GraphReader reader;
  Graph graph;
  std::uint64_t state = 20121213;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter" || row.size <= 4096 || row.size > 300'000) continue;
    const Buffer input = row.bytes();
    for (int i = 0; i < 1000; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const std::size_t size = (state >> 32) % input.size();
      ASSERT_FALSE(reader.read(input.bytes().subspan(0, size), graph).ok()) << row.name() << " at " << size;
    }
  }
}

class Boundaries : public EventVisitor {
 public:
  bool visit(const Event& event) override {
    offsets.push_back(static_cast<std::size_t>(event.offset));
    return true;
  }
  bool wants_values() const override { return false; }
  std::vector<std::size_t> offsets;
};

TEST(GraphReaderGolden, CutsAtRecordBoundariesAndBesideThemAreRefused) {
  GraphReader reader;
  Graph graph;
  std::size_t payloads = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter" || row.size <= 4096 || row.size > 60'000) continue;
    const Buffer input = row.bytes();
    Boundaries boundaries;
    WalkSummary summary;
    ASSERT_TRUE(walk_records(input, {}, boundaries, summary).ok()) << row.name();
    ASSERT_FALSE(boundaries.offsets.empty());
    for (const std::size_t offset : boundaries.offsets) {
      for (std::size_t size = offset == 0 ? 0 : offset - 1; size <= offset + 1; ++size) {
        if (size >= input.size()) continue;
        ASSERT_FALSE(reader.read(input.bytes().subspan(0, size), graph).ok()) << row.name() << " at " << size;
      }
    }
    ++payloads;
  }
  EXPECT_GT(payloads, 3U);
}

// Any byte may be any other: an Error or a graph, and what is read can be written.
TEST(GraphReaderGolden, DamagedPayloadsNeverCrash) {
  GraphReader reader;
  GraphWriter writer;
  Graph graph;
  Buffer out;
  std::uint64_t state = 4242;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter" || row.size > 2048) continue;
    for (int i = 0; i < 60; ++i) {
      Buffer damaged = row.bytes();
      for (int k = 0; k < 3; ++k) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        damaged.data()[(state >> 33) % damaged.size()] = static_cast<std::uint8_t>(state >> 56);
      }
      if (!reader.read(damaged, graph).ok()) continue;
      out.clear();
      ASSERT_TRUE(rewrite(graph, out).ok());
      out.clear();
      (void)writer.write(graph, out).ok();
    }
  }
}

}  // namespace
}  // namespace dotwire::nrbf
