// MethodCall and MethodReturn records (2.2.3).
#include "codecs/nrbf_graph/payload_test.h"

namespace dotwire::nrbf {
namespace {

using model::Graph;
using test::hex;
using test_payload::expect_error;
using test_payload::expect_good;
using test_payload::payload;

// A header without root, as .NET writes it where the message says all.
constexpr std::string_view kLone = "00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 ";

Buffer lone(std::string_view records) { return hex(std::string(kLone) + std::string(records)); }

std::string_view text_member(const Graph& graph, std::string_view name) {
  const auto* root = model::as_object(graph.root());
  const model::Member* member = root->find(name);
  return member == nullptr ? "(none)" : model::as_string(root->slot(*member).node())->view();
}

void expect_computed(const Graph& graph, const Buffer& input) {
  GraphWriter writer;
  Buffer out;
  ASSERT_TRUE(writer.write(graph, out).ok());
  EXPECT_TRUE(test::same_bytes(out, input));
}

TEST(MethodRecords, CallWithArgumentsInTheRecord) {
  const Buffer input = lone(R"(
    15 12 00 00 00                # MethodCall: NoContext, ArgsInline
    12 03 41 64 64                # "Add"
    12 04 43 61 6C 63             # "Calc"
    04 00 00 00                   # four arguments
    08 05 00 00 00                # Int32 5
    12 02 68 69                   # "hi"
    11                            # null
    03 41                         # Char A
    0B
  )");
  Graph graph;
  expect_good(input, graph);
  ASSERT_NE(graph.message(), nullptr);
  EXPECT_EQ(graph.root()->record, 0);
  EXPECT_EQ(text_member(graph, "MethodName"), "Add");
  EXPECT_EQ(text_member(graph, "TypeName"), "Calc");
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->type->name, "System.Runtime.Remoting.Messaging.MethodCall");
  const auto* arguments = model::as_array(root->slot(*root->find("Arguments")).node());
  ASSERT_EQ(arguments->length, 4U);
  EXPECT_EQ(model::as_scalar(arguments->slots[0].node())->get<std::int32_t>(), 5);
  EXPECT_TRUE(arguments->slots[2].is_null());
  EXPECT_EQ(graph.payload_size(), input.size());
  expect_computed(graph, input);
}

TEST(MethodRecords, CallArrayHoldsThePartsInTheirOrder) {
  const Buffer input = payload(R"(
    15 C8 00 00 00                # ArgsInArray, ContextInArray, MethodSignatureInArray
    12 01 4D 12 01 54             # "M" of "T"
    10 01 00 00 00 03 00 00 00    # object[3]
    09 02 00 00 00  0D 02         # arguments; signature and context are null
    10 02 00 00 00 01 00 00 00    # object[1]
    08 08 07 00 00 00             # Int32 7
    0B
  )");
  Graph graph;
  expect_good(input, graph);
  const auto* root = model::as_object(graph.root());
  const auto* arguments = model::as_array(root->slot(*root->find("Arguments")).node());
  ASSERT_NE(arguments, nullptr);
  EXPECT_EQ(arguments->id, 2);
  EXPECT_TRUE(root->slot(*root->find("MethodSignature")).is_null());
  EXPECT_TRUE(root->slot(*root->find("CallContext")).is_null());
  EXPECT_EQ(root->find("Properties"), nullptr);
  expect_computed(graph, input);
}

TEST(MethodRecords, TheArrayMayBeTheArguments) {
  const Buffer input = payload(R"(
    15 14 00 00 00 12 01 4D 12 01 54   # ArgsIsArray, NoContext
    10 01 00 00 00 01 00 00 00 0A
    0B
  )");
  Graph graph;
  expect_good(input, graph);
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->slot(*root->find("Arguments")).node(), graph.message()->call_array);
  expect_computed(graph, input);
}

TEST(MethodRecords, ReturnsValuesAndExceptions) {
  Graph graph;
  expect_good(lone("16 11 08 00 00 08 2A 00 00 00 0B"), graph);  // NoArgs, NoContext, ReturnValueInline
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->type->name, "System.Runtime.Remoting.Messaging.MethodReturn");
  EXPECT_EQ(model::as_scalar(root->slot(*root->find("ReturnValue")).node())->get<std::int32_t>(), 42);
  expect_good(lone("16 21 04 00 00 12 02 69 64 0B"), graph);  // NoArgs, ReturnValueVoid, ContextInline "id"
  EXPECT_EQ(text_member(graph, "CallContext"), "id");
  expect_good(payload("16 10 20 00 00  10 01 00 00 00 01 00 00 00  06 02 00 00 00 01 45  0B"), graph);
  EXPECT_EQ(text_member(graph, "Exception"), "E");
}

TEST(MethodRecords, LibrariesMayStandBeforeThem) {
  expect_good(payload("0C 02 00 00 00 01 41  15 14 00 00 00 12 01 4D 12 01 54  10 01 00 00 00 00 00 00 00 0B"));
}

TEST(MethodRecords, RejectWhatBreaksRules) {
  // Behind an object, and twice.
  expect_error(payload("06 01 00 00 00 00 15 11 00 00 00 12 00 12 00 0B"), ErrorCode::Malformed, 23);
  expect_error(lone("16 11 04 00 00 16 11 04 00 00 0B"), ErrorCode::Malformed, 22);
  // Flags that exclude each other: ArgsInline and NoArgs, NoContext and ContextInline, two ways to return.
  expect_error(lone("15 13 00 00 00 12 00 12 00 0B"), ErrorCode::Malformed, 18);
  expect_error(lone("15 31 00 00 00 12 00 12 00 0B"), ErrorCode::Malformed, 18);
  expect_error(lone("16 11 0C 00 00 0B"), ErrorCode::Malformed, 18);
  // Flags of the other record.
  expect_error(lone("15 11 08 00 00 12 00 12 00 0B"), ErrorCode::Malformed, 18);
  expect_error(lone("16 91 00 00 00 0B"), ErrorCode::Malformed, 18);
  // A method name that is an Int32.
  expect_error(lone("15 11 00 00 00 08 00 00 00 00 12 00 0B"), ErrorCode::Malformed, 22);
  // Counts of arguments: negative, and more than bytes.
  expect_error(lone("15 12 00 00 00 12 00 12 00 FF FF FF FF 0B"), ErrorCode::Malformed, 26);
  expect_error(lone("15 12 00 00 00 12 00 12 00 FF FF FF 7F 0B"), ErrorCode::Truncated, 26);
  // Primitive code 4.
  expect_error(lone("15 12 00 00 00 12 00 12 00 01 00 00 00 04 0B"), ErrorCode::Malformed, 30);
  // The array that the flags announce is not there, is no array, or has another length.
  expect_error(lone("15 18 00 00 00 12 00 12 00 0B"), ErrorCode::Malformed, 1);
  expect_error(payload("15 18 00 00 00 12 00 12 00 06 01 00 00 00 00 0B"), ErrorCode::Malformed, 1);
  expect_error(payload("15 18 00 00 00 12 00 12 00 10 01 00 00 00 02 00 00 00 0D 02 0B"), ErrorCode::Malformed, 1);
}

TEST(MethodRecords, EveryPrefixIsRefused) {
  const Buffer input = lone("15 22 00 00 00 12 01 4D 12 01 54 12 01 43 02 00 00 00 05 03 31 2E 35 12 01 78 0B");
  expect_good(input);
  for (std::size_t size = 17; size < input.size(); ++size) {
    Graph graph;
    const Buffer prefix(input.bytes().first(size));
    ASSERT_FALSE(read_graph(prefix, graph).ok()) << size;
  }
}

}  // namespace
}  // namespace dotwire::nrbf
