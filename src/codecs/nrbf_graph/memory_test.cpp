// Limits::memory, and what nodes share so that dense payloads stay near their size.
#include <string>

#include "base/arena.h"
#include "base/byte_writer.h"
#include "codecs/nrbf_graph/payload_test.h"

namespace dotwire::nrbf {
namespace {

using model::Graph;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

void begin_array(ByteWriter& out, std::int32_t length) {
  out.write_u8(16);
  out.write_i32(1);
  out.write_i32(length);
}

Buffer strings(std::int32_t count) {
  Buffer payload = test_payload::payload("");
  ByteWriter out(payload);
  begin_array(out, count);
  for (std::int32_t i = 0; i < count; ++i) {
    out.write_u8(6);
    out.write_i32(i + 2);
    out.write_prefixed("");
  }
  out.write_u8(11);
  return payload;
}

// Boxed Int32: 0, 1 ... `different` - 1, and again.
Buffer boxed(std::int32_t count, std::int32_t different) {
  Buffer payload = test_payload::payload("");
  ByteWriter out(payload);
  begin_array(out, count);
  for (std::int32_t i = 0; i < count; ++i) {
    out.write_u8(8);
    out.write_u8(8);
    out.write_i32(i % different);
  }
  out.write_u8(11);
  return payload;
}

// Each of its own class, all with one Int32.
Buffer classes(std::int32_t count) {
  Buffer payload = test_payload::payload("");
  ByteWriter out(payload);
  begin_array(out, count);
  for (std::int32_t i = 0; i < count; ++i) {
    out.write_u8(4);
    out.write_i32(i + 2);
    out.write_prefixed("C" + std::to_string(i));
    out.write_i32(1);
    out.write_prefixed("value");
    out.write_u8(0);
    out.write_u8(8);
    out.write_i32(i);
  }
  out.write_u8(11);
  return payload;
}

void expect_limit(const Buffer& input, std::uint64_t memory) {
  GraphReadOptions options;
  options.limits.memory = memory;
  GraphReader reader(options);
  Graph graph;
  const Status status = reader.read(input, graph);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
  EXPECT_GT(status.error().offset(), 17U);
  EXPECT_LT(status.error().offset(), input.size());
  EXPECT_EQ(status.error().message(), "what is read takes more memory than Limits::memory allows");
  EXPECT_EQ(graph.root(), nullptr);
  // The reader is as good as before.
  EXPECT_TRUE(reader.read(strings(3), graph).ok());
}

TEST(MemoryLimit, OfNodesAndIds) {
  const Buffer input = strings(100'000);
  expect_limit(input, kMiB);
  GraphReadOptions enough;
  enough.limits.memory = 16 * kMiB;
  Graph graph;
  test_payload::expect_good(input, graph, enough);
}

// Arrays that claim more than they hold gather their elements before they get memory; references ahead are kept apart.
TEST(MemoryLimit, OfWhatGathers) {
  Buffer ahead = test_payload::payload("");
  ByteWriter out(ahead);
  begin_array(out, 2147483591);
  for (std::int32_t i = 0; i < 200'000; ++i) {
    out.write_u8(9);
    out.write_i32(2);
  }
  expect_limit(ahead, kMiB);
}

TEST(MemoryLimit, OfIdsFarApart) {
  Buffer sparse = test_payload::payload("");
  ByteWriter out(sparse);
  begin_array(out, 50'000);
  for (std::int32_t i = 0; i < 50'000; ++i) {
    out.write_u8(6);
    out.write_i32(1'000'000 + i * 40'000);
    out.write_prefixed("");
  }
  expect_limit(sparse, kMiB);
}

TEST(NodeSharing, EqualSmallBoxedValuesAreOneNode) {
  const Buffer input = boxed(60'000, 7);
  Graph graph;
  test_payload::expect_good(input, graph);
  const auto* array = model::as_array(graph.root());
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(array->slots[0].node(), array->slots[7].node());
  EXPECT_NE(array->slots[0].node(), array->slots[1].node());
  EXPECT_LT(graph.arena().used(), 4 * input.size());
}

// The same bits under two types are two values.
TEST(NodeSharing, TypesTellValuesApart) {
  const Buffer input = test_payload::payload(
      "10 01 00 00 00 04 00 00 00 08 08 01 00 00 00 08 0B 00 00 80 3F 08 0F 01 00 00 00 08 01 01 0B");
  Graph graph;
  test_payload::expect_good(input, graph);
  const auto* array = model::as_array(graph.root());
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(model::as_scalar(array->slots[0].node())->value_kind, model::ValueKind::Int32);
  EXPECT_EQ(model::as_scalar(array->slots[1].node())->value_kind, model::ValueKind::Single);
  EXPECT_EQ(model::as_scalar(array->slots[2].node())->value_kind, model::ValueKind::UInt32);
  EXPECT_EQ(model::as_scalar(array->slots[3].node())->value_kind, model::ValueKind::Boolean);
}

TEST(NodeSharing, ClassesWithTheSameMembersShareThem) {
  Graph graph;
  const Buffer input = classes(20'000);
  test_payload::expect_good(input, graph);
  const auto* array = model::as_array(graph.root());
  ASSERT_NE(array, nullptr);
  const auto* last = model::as_object(array->slots[19'999].node());
  const auto* before = model::as_object(array->slots[19'998].node());
  EXPECT_EQ(last->type->name, "C19999");
  EXPECT_EQ(last->type->members.data(), before->type->members.data());
  EXPECT_EQ(last->get<std::int32_t>(last->type->members[0]), 19'999);
}

// A reader must not look for members in a payload that is gone.
TEST(NodeSharing, ReadersForgetMembersWithTheirPayload) {
  GraphReader reader;
  for (int i = 0; i < 3; ++i) {
    Graph graph;
    const Buffer input = classes(3'000);
    ASSERT_TRUE(reader.read(input, graph).ok());
    const auto* last = model::as_object(model::as_array(graph.root())->slots[2'999].node());
    EXPECT_EQ(last->type->members[0].name, "value");
    EXPECT_GE(reinterpret_cast<const std::uint8_t*>(last->type->members[0].name.data()), input.data());
    EXPECT_LT(reinterpret_cast<const std::uint8_t*>(last->type->members[0].name.data()), input.data() + input.size());
  }
}

}  // namespace
}  // namespace dotwire::nrbf
