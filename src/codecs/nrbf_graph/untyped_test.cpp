// Records 2 and 3, which leave out the types of members (A.11).
#include <algorithm>
#include <vector>

#include "codecs/nrbf_graph/graph_writer.h"
#include "codecs/nrbf_graph/payload_test.h"

namespace dotwire::nrbf {
namespace {

using model::Graph;
using test_payload::expect_error;
using test_payload::expect_good;
using test_payload::payload;

// class A { int x; string s; object o }
class TypesOfA final : public ClassTypes {
 public:
  std::optional<std::span<const DeclaredMember>> find(std::string_view class_name) const override {
    if (class_name != "A") return std::nullopt;
    return members_;
  }

 private:
  std::vector<DeclaredMember> members_ = {{"x", {0, 8, {}, {}}}, {"s", {1, 0, {}, {}}}, {"o", {2, 0, {}, {}}}};
};

GraphReadOptions with_types() {
  static const TypesOfA types;
  GraphReadOptions options;
  options.types = &types;
  return options;
}

TEST(UntypedClass, TakesTypesFromWhoKnowsThem) {
  Graph graph;
  expect_good(payload(R"(
    0C 02 00 00 00 01 4C                                       # library 2 "L"
    03 01 00 00 00 01 41 03 00 00 00 01 78 01 73 01 6F          # class A { x, s, o }
    02 00 00 00                                                # of library 2
    07 00 00 00  06 03 00 00 00 01 74  09 04 00 00 00          # 7, "t", object 4
    01 04 00 00 00 01 00 00 00  08 00 00 00  0A  0A            # another A: 8, null, null
    0B
  )"),
              graph, with_types());
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->get<std::int32_t>(*root->find("x")), 7);
  EXPECT_EQ(root->type->library, "L");
  const auto* next = model::as_object(root->slot(*root->find("o")).node());
  EXPECT_EQ(next->get<std::int32_t>(*next->find("x")), 8);
}

// Members may come in another order than they are declared in, or be fewer.
TEST(UntypedClass, FindsMembersByName) {
  Graph graph;
  expect_good(payload("02 01 00 00 00 01 41 02 00 00 00 01 6F 01 78  0A 07 00 00 00 0B"), graph, with_types());
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->get<std::int32_t>(*root->find("x")), 7);
}

TEST(UntypedClass, KnowsTheFramework) {
  Graph graph;
  expect_good(payload(R"(
    02 01 00 00 00 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32      # System.Int32
    01 00 00 00 07 6D 5F 76 61 6C 75 65  2A 00 00 00           # m_value: 42
    0B
  )"),
              graph);
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->get<std::int32_t>(*root->find("m_value")), 42);
}

TEST(UntypedClass, FrameworkMembersFollowGenericArguments) {
  const std::string pair =
      "System.Collections.Generic.KeyValuePair`2[[System.Int32, mscorlib],[System.String, mscorlib]]";
  EXPECT_EQ(framework_member_type(pair, "key")->primitive, 8);
  EXPECT_EQ(framework_member_type(pair, "value")->binary_type, 1);
  EXPECT_FALSE(framework_member_type(pair, "other").has_value());
  EXPECT_EQ(framework_member_type("System.Tuple`2[[System.Byte, m],[System.Object[], m]]", "m_Item1")->primitive, 2);
  EXPECT_EQ(framework_member_type("System.Tuple`2[[System.Byte, m],[System.Byte[], m]]", "m_Item2")->binary_type, 2);
  EXPECT_EQ(framework_member_type("System.DayOfWeek", "value__")->primitive, 8);
  EXPECT_FALSE(framework_member_type("Ns.Color", "value__").has_value());
}

// What is not known is written with types, which every reader takes.
TEST(UntypedClass, ClassesShowWhetherTheySerializeThemselves) {
  const auto shown = [](std::string_view name, std::vector<std::string_view> members, bool in_core = false) {
    return serializes_itself(name, members, in_core);
  };
  EXPECT_EQ(shown("Ns.C", {"x"}), std::nullopt);
  EXPECT_EQ(shown("Ns.C", {"<X>k__BackingField", "y"}), false);
  EXPECT_EQ(shown("Ns.C", {"Base+y"}), false);
  EXPECT_EQ(shown("Ns.Color", {"value__"}), false);
  EXPECT_EQ(shown("Ns.E", {"ClassName", "Message", "InnerException", "StackTraceString", "HResult"}), true);
  EXPECT_EQ(shown("System.Collections.Generic.List`1[[System.Int32, m]]", {"_items", "_size", "_version"}), false);
  EXPECT_EQ(shown("System.DateTime", {"ticks", "dateData"}), true);
  EXPECT_EQ(shown("System.Windows.Forms.Unheard", {"x"}), std::nullopt);
  EXPECT_EQ(shown("System.Decimal", {"flags", "hi", "lo", "mid"}), false);
  EXPECT_EQ(shown("System.Decimal", {"flags", "hi", "lo", "mid"}, true), true);
  const std::string_view comparer = "System.Collections.Generic.GenericEqualityComparer`1[[System.String, m]]";
  EXPECT_EQ(shown(comparer, {}), false);
  EXPECT_EQ(shown(comparer, {}, true), true);
}

TEST(UntypedClass, NeedsNoTypesWithoutMembers) { expect_good(payload("02 01 00 00 00 01 42 00 00 00 00 0B")); }

TEST(UntypedClass, NamesTheClassAndTheMemberThatNobodyKnows) {
  const Buffer input = payload("02 01 00 00 00 01 42 01 00 00 00 01 78 07 00 00 00 0B");
  EXPECT_EQ(expect_error(input, ErrorCode::Unsupported, 17),
            "the payload does not say the type of member x of class B; give --contract");
  EXPECT_EQ(expect_error(input, ErrorCode::Unsupported, 17, with_types()),
            "the payload does not say the type of member x of class B, and neither does the contract");
}

TEST(UntypedClass, BreaksTheSameRules) {
  // More members than bytes, a library that is not defined.
  expect_error(payload("02 01 00 00 00 01 41 FF FF FF 7F 01 78"), ErrorCode::Truncated, 24, with_types());
  expect_error(payload("03 01 00 00 00 01 41 01 00 00 00 01 78 09 00 00 00 00 00 00 00 0B"), ErrorCode::Malformed, 30,
               with_types());
}

// A member declared as Object names the class of a value that serializes itself, as Decimal does on .NET alone.
TEST(UntypedClass, NamesDecimalsInMembersOfObjectWhereTheySerializeThemselves) {
  Graph graph;
  expect_good(payload("02 01 00 00 00 01 41 01 00 00 00 01 6F  08 05 03 31 2E 35  0B"), graph, with_types());
  const auto written = [&](Dialect dialect) {
    Buffer out;
    EXPECT_TRUE(GraphWriter(dialect).write(graph, out).ok());
    return std::string(out.text());
  };
  const std::string record("\x04\x01\0\0\0\x01\x41\x01\0\0\0\x01\x6F", 13);
  EXPECT_NE(written(Dialect::Mono).find(record + "\x02\x08\x05"), std::string::npos);
  EXPECT_NE(written(Dialect::Net10).find(record + "\x03\x0ESystem.Decimal\x08\x05"), std::string::npos);
}

TEST(UntypedClass, EveryPrefixIsRefused) {
  const Buffer input = payload("02 01 00 00 00 01 41 02 00 00 00 01 78 01 73 07 00 00 00 06 02 00 00 00 01 74 0B");
  for (std::size_t size = 0; size < input.size(); ++size) {
    Graph graph;
    const Buffer prefix(input.bytes().first(size));
    ASSERT_FALSE(read_graph(prefix, graph, with_types()).ok()) << size;
  }
}

}  // namespace
}  // namespace dotwire::nrbf
