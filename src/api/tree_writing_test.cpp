// Trees are written by a writer of their own, whose bytes must be those of the general one. Where no string is met
// twice, strings by address come to the same payload, and go the general way.
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "codecs/nrbf_graph/tree_write_plan.h"
#include "dotwire/object.h"

namespace tree_writing {

using Text = std::optional<std::string>;

struct Leaf {
  std::string text;
  Text note;
  std::int32_t number = 0;
  std::int64_t large = 0;
  std::uint8_t byte = 0;
  bool flag = false;
  dotwire::Decimal price;
  dotwire::DateTime day;
  double real = 0;
};
// In a library of its own, which only some documents need.
struct Far {
  Text name;
  std::optional<std::int32_t> number;
};
struct Node {
  Leaf in_place;
  std::unique_ptr<Leaf> owned;
  std::optional<Leaf> maybe;
  std::unique_ptr<Node> next;
  std::vector<Node> children;
  std::vector<Leaf> leaves;
  std::vector<Leaf> leaf_list;
  std::vector<Far> far_list;
  std::unique_ptr<Far> far;
  std::vector<std::string> texts;
  std::vector<Text> nullable_texts;
  std::vector<Text> text_list;
  std::vector<std::int32_t> numbers;
  std::vector<char16_t> letters;
  std::vector<dotwire::Decimal> price_list;
};
// Nullable members: the class record goes by the first object's values.
struct Varying {
  std::optional<std::int32_t> number;
  Text text;
  std::optional<dotwire::Decimal> money;
  std::optional<dotwire::DateTime> day;
  std::optional<bool> flag;
};
struct VaryingRoot {
  std::optional<double> real;
  std::vector<Varying> items;
};
// Two C++ types of one CLR name: which record a further object refers to is for the general writer.
struct Twin {
  std::int32_t a = 0;
};
struct OtherTwin {
  std::int32_t a = 0;
};
struct Twins {
  Twin one;
  OtherTwin other;
};
struct Shared {
  std::shared_ptr<Leaf> one;
  std::shared_ptr<Leaf> other;
};

constexpr std::string_view kNear = "Near, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
constexpr std::string_view kFar = "Far, Version=2.0.0.0, Culture=neutral, PublicKeyToken=null";

}  // namespace tree_writing

namespace dotwire {

namespace tw = tree_writing;

template <>
inline constexpr auto description<tw::Leaf> = class_type<tw::Leaf>(
    "Near.Leaf", tw::kNear, field<&tw::Leaf::text>("text"), field<&tw::Leaf::note>("note"),
    field<&tw::Leaf::number>("number"), field<&tw::Leaf::large>("large"), field<&tw::Leaf::byte>("byte"),
    field<&tw::Leaf::flag>("flag"), field<&tw::Leaf::price>("price"), field<&tw::Leaf::day>("day"),
    field<&tw::Leaf::real>("real"));
template <>
inline constexpr auto description<tw::Far> = class_type<tw::Far>("Far.Far", tw::kFar, field<&tw::Far::name>("name"),
                                                                 field<&tw::Far::number>("number"));
template <>
inline constexpr auto description<tw::Node> = class_type<tw::Node>(
    "Near.Node", tw::kNear, field<&tw::Node::in_place>("in_place"), field<&tw::Node::owned>("owned"),
    field<&tw::Node::maybe>("maybe"), field<&tw::Node::next>("next"), field<&tw::Node::children>("children", as_list),
    field<&tw::Node::leaves>("leaves"), field<&tw::Node::leaf_list>("leaf_list", as_list),
    field<&tw::Node::far_list>("far_list", as_list), field<&tw::Node::far>("far"), field<&tw::Node::texts>("texts"),
    field<&tw::Node::nullable_texts>("nullable_texts"), field<&tw::Node::text_list>("text_list", as_list),
    field<&tw::Node::numbers>("numbers"), field<&tw::Node::letters>("letters"),
    field<&tw::Node::price_list>("price_list", as_list));
template <>
inline constexpr auto description<tw::Varying> = class_type<tw::Varying>(
    "Near.Varying", tw::kNear, field<&tw::Varying::number>("number"), field<&tw::Varying::text>("text"),
    field<&tw::Varying::money>("money"), field<&tw::Varying::day>("day"), field<&tw::Varying::flag>("flag"));
template <>
inline constexpr auto description<tw::VaryingRoot> = class_type<tw::VaryingRoot>(
    "Near.VaryingRoot", tw::kNear, field<&tw::VaryingRoot::real>("real"), field<&tw::VaryingRoot::items>("items"));
template <>
inline constexpr auto description<tw::Twin> = class_type<tw::Twin>("Near.Twin", tw::kNear, field<&tw::Twin::a>("a"));
template <>
inline constexpr auto description<tw::OtherTwin> = class_type<tw::OtherTwin>("Near.Twin", tw::kNear,
                                                                             field<&tw::OtherTwin::a>("a"));
template <>
inline constexpr auto description<tw::Twins> = class_type<tw::Twins>("Near.Twins", tw::kNear,
                                                                     field<&tw::Twins::one>("one"),
                                                                     field<&tw::Twins::other>("other"));
template <>
inline constexpr auto description<tw::Shared> = class_type<tw::Shared>("Near.Shared", tw::kNear,
                                                                       field<&tw::Shared::one>("one"),
                                                                       field<&tw::Shared::other>("other"));

}  // namespace dotwire

namespace {

using namespace dotwire;
using namespace tree_writing;

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(engine_() % end); }
  std::string text() {
    static const std::string kPieces[] = {"a", "text of sixteen.", "\xC3\xA9", "\xED\x95\x9C", "\xF0\x9F\x98\x80", " "};
    std::string text;
    for (std::uint32_t left = below(4) == 0 ? below(40) : below(3); left != 0; --left) text += kPieces[below(6)];
    if (below(60) == 0) text += "\xED\xA0\x80";  // a lone surrogate in WTF-8
    if (below(60) == 0) text += std::string(200 + below(40000), 'x');
    return text;
  }
  std::uint32_t bits() { return static_cast<std::uint32_t>(engine_()); }
  Decimal price() { return {bits(), bits(), bits(), below(29) << 16 | below(2) << 31}; }
  Text maybe_text() { return below(3) == 0 ? Text() : Text(text()); }
  Leaf leaf() {
    Leaf leaf;
    leaf.text = text();
    leaf.note = maybe_text();
    leaf.number = static_cast<std::int32_t>(engine_());
    leaf.large = static_cast<std::int64_t>(engine_());
    leaf.byte = static_cast<std::uint8_t>(engine_());
    leaf.flag = below(2) == 0;
    leaf.price = price();
    leaf.real = bits() / 3.0;
    return leaf;
  }
  Far far() {
    Far far{maybe_text(), {}};
    if (below(2) == 0) far.number = static_cast<std::int32_t>(engine_());
    return far;
  }
  template <class Make>
  auto list(Make make, std::uint32_t most = 6) {
    std::vector<decltype(make())> items;
    if (below(3) == 0) return items;
    for (std::uint32_t left = below(most); left != 0; --left) items.push_back(make());
    return items;
  }
  Node node(int depth) {
    Node node;
    node.in_place = leaf();
    if (below(2) == 0) node.owned = std::make_unique<Leaf>(leaf());
    if (below(2) == 0) node.maybe = leaf();
    if (depth > 0 && below(2) == 0) node.next = std::make_unique<Node>(this->node(depth - 1));
    if (depth > 0) node.children = list([&] { return this->node(depth - 1); }, 4);
    node.leaves = list([&] { return leaf(); });
    node.leaf_list = list([&] { return leaf(); }, 20);
    node.far_list = list([&] { return far(); });
    if (below(3) == 0) node.far = std::make_unique<Far>(far());
    node.texts = list([&] { return text(); });
    node.nullable_texts = list([&] { return maybe_text(); }, 12);
    if (below(10) == 0) node.nullable_texts.resize(node.nullable_texts.size() + 254 + below(4));
    node.text_list = list([&] { return maybe_text(); }, 12);
    node.numbers = list([&] { return static_cast<std::int32_t>(engine_()); });
    node.letters = list([&] { return static_cast<char16_t>(u'a' + below(3000)); });
    node.price_list = list([&] { return price(); });
    return node;
  }
  VaryingRoot varying() {
    VaryingRoot root;
    if (below(2) == 0) root.real = bits() / 7.0;
    root.items = list(
        [&] {
          Varying item;
          if (below(2) == 0) item.number = static_cast<std::int32_t>(engine_());
          item.text = maybe_text();
          if (below(2) == 0) item.money = price();
          if (below(2) == 0) item.day.emplace();
          if (below(2) == 0) item.flag = below(2) == 0;
          return item;
        },
        9);
    return root;
  }

 private:
  std::mt19937 engine_;
};

Writer general() {
  WriterOptions options;
  options.strings = StringIdentity::ByAddress;
  return Writer(options);
}

template <class T>
void expect_same(Writer& trees, Writer& others, const T& object, std::uint32_t seed) {
  Buffer one;
  Buffer other;
  ASSERT_TRUE(trees.write(object, one).ok());
  ASSERT_TRUE(others.write(object, other).ok());
  ASSERT_EQ(one.text(), other.text()) << "seed " << seed;
}

TEST(TreeWriter, GivesTheBytesOfTheGeneralWriter) {
  ASSERT_NE(nrbf::make_tree_plan(type_of<Node>()), nullptr);
  ASSERT_NE(nrbf::make_tree_plan(type_of<VaryingRoot>()), nullptr);
  Writer trees;
  Writer others = general();
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    expect_same(trees, others, random.node(3), seed);
    expect_same(trees, others, random.varying(), seed);
    expect_same(trees, others, random.leaf(), seed);
    expect_same(trees, others, random.list([&] { return random.leaf(); }, 50), seed);
    expect_same(trees, others, random.list([&] { return random.maybe_text(); }, 50), seed);
  }
}

// What is behind the payload in the buffer, and before it, is not touched.
TEST(TreeWriter, AppendsBehindWhatIsThere) {
  Writer trees;
  Random random(7);
  const Node node = random.node(2);
  Buffer alone;
  Buffer twice;
  ASSERT_TRUE(trees.write(node, alone).ok());
  ASSERT_TRUE(trees.write(node, twice).ok());
  ASSERT_TRUE(trees.write(node, twice).ok());
  EXPECT_EQ(twice.text(), std::string(alone.text()) + std::string(alone.text()));
}

TEST(TreeWriter, LeavesToTheGeneralWriterWhatIsNoTree) {
  EXPECT_EQ(nrbf::make_tree_plan(type_of<Shared>()), nullptr);
  EXPECT_EQ(nrbf::make_tree_plan(type_of<Twins>()), nullptr);
  EXPECT_EQ(nrbf::make_tree_plan(type_of<std::int32_t>()), nullptr);
  Writer trees;
  Writer others = general();
  expect_same(trees, others, Twins{{1}, {2}}, 0);
  Shared shared;
  shared.one = shared.other = std::make_shared<Leaf>();
  expect_same(trees, others, shared, 0);
}

// A long chain and a long list need no stack and little queue.
TEST(TreeWriter, TakesLongChainsAndLists) {
  Node root;
  Node* last = &root;
  for (int i = 0; i < 200'000; ++i) {
    last->next = std::make_unique<Node>();
    last = last->next.get();
  }
  root.leaves.resize(200'000);
  Writer trees;
  Writer others = general();
  expect_same(trees, others, root, 0);
  dotwire::release(root);
}

}  // namespace
