#include "dotwire/object.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/object_test.h"
#include "model/builtin_types.h"

namespace cases {

// Rings of classes that are first met from the outside, by a pointer, a list, a dictionary or an optional.
struct RingNode {
  std::int32_t value = 0;
  std::vector<std::shared_ptr<RingNode>> peers;
};
struct RingHolder {
  std::shared_ptr<RingNode> root;
};
struct ListNode {
  dotwire::List<dotwire::List<ListNode>> lists;
  std::map<std::string, dotwire::List<ListNode>> named;
};
struct ListHolder {
  dotwire::List<ListNode> nodes;
};
struct MapNode {
  dotwire::List<std::map<std::string, MapNode>> maps;
};
struct MapHolder {
  std::map<std::string, MapNode> nodes;
};
template <class Number>
struct Wheel {
  Number size = 0;
};
template <class Number>
struct Cart {
  std::string name;
  std::vector<Wheel<Number>> wheels;
};
struct Numbered {
  std::int32_t name = 0;
  std::vector<Wheel<std::int32_t>> wheels;
};

// A struct whose first member shares its address.
struct Inner {
  std::int32_t number = 0;
};
struct Outer {
  Inner first;
  Inner* to_first = nullptr;
  Outer* to_self = nullptr;
};

// An observer that stands before the vector whose element it points to.
struct Item {
  std::int32_t number = 0;
};
struct Watcher {
  Item* favourite = nullptr;
  std::vector<Item> items;
};

// A key that is an object of its own, and that the payload gives after the dictionary.
struct Key {
  std::int32_t number = 0;
  friend bool operator<(const Key& a, const Key& b) { return a.number < b.number; }
};
struct Registry {
  std::map<Key, Text> names;
  const Key* first = nullptr;
};

// A type that only its factory makes.
class Money {
 public:
  Money() = default;
  static Money of(std::int64_t cents, std::string currency) {
    Money money;
    money.cents_ = cents;
    money.currency_ = std::move(currency);
    return money;
  }
  std::int64_t cents() const { return cents_; }
  const std::string& currency() const { return currency_; }

 private:
  std::int64_t cents_ = 0;
  std::string currency_ = "EUR";
};
struct MoneyParts {
  std::int64_t cents = 0;
  std::string currency;
};
void to_parts(const Money& money, MoneyParts& parts) { parts = {money.cents(), money.currency()}; }
const char* from_parts(Money& money, const MoneyParts& parts) {
  if (parts.currency.size() != 3) return "a currency has three letters";
  money = Money::of(parts.cents, parts.currency);
  return nullptr;
}
struct Invoice {
  Money total;
  std::shared_ptr<Money> paid;
  std::shared_ptr<Money> same;
};

// A field that hides the one of its base class.
struct Counted {
  std::int32_t count = 0;
};
struct Hiding : Counted {
  std::int32_t own_count = 0;
};

struct Strings {
  std::shared_ptr<const std::string> a, b;
  std::string c;
};

}  // namespace cases

template <>
inline constexpr auto dotwire::description<cases::RingNode> = dotwire::class_type<cases::RingNode>(
    "Cases.RingNode", cases::kOracle, dotwire::field<&cases::RingNode::value>("Value"),
    dotwire::field<&cases::RingNode::peers>("Peers", dotwire::as_list));
template <>
inline constexpr auto dotwire::description<cases::RingHolder> = dotwire::class_type<cases::RingHolder>(
    "Cases.RingHolder", cases::kOracle, dotwire::field<&cases::RingHolder::root>("Root"));
template <>
inline constexpr auto dotwire::description<cases::ListNode> = dotwire::class_type<cases::ListNode>(
    "Cases.ListNode", cases::kOracle, dotwire::field<&cases::ListNode::lists>("Lists"),
    dotwire::field<&cases::ListNode::named>("Named"));
template <>
inline constexpr auto dotwire::description<cases::ListHolder> = dotwire::class_type<cases::ListHolder>(
    "Cases.ListHolder", cases::kOracle, dotwire::field<&cases::ListHolder::nodes>("Nodes"));
template <>
inline constexpr auto dotwire::description<cases::MapNode> =
    dotwire::class_type<cases::MapNode>("Cases.MapNode", cases::kOracle, dotwire::field<&cases::MapNode::maps>("Maps"));
template <>
inline constexpr auto dotwire::description<cases::MapHolder> = dotwire::class_type<cases::MapHolder>(
    "Cases.MapHolder", cases::kOracle, dotwire::field<&cases::MapHolder::nodes>("Nodes"));
template <class Number>
inline constexpr auto dotwire::description<cases::Wheel<Number>> = dotwire::class_type<cases::Wheel<Number>>(
    "Cases.Wheel", cases::kOracle, dotwire::field<&cases::Wheel<Number>::size>("Size"));
template <class Number>
inline constexpr auto dotwire::description<cases::Cart<Number>> = dotwire::class_type<cases::Cart<Number>>(
    "Cases.Cart", cases::kOracle, dotwire::field<&cases::Cart<Number>::name>("Name"),
    dotwire::field<&cases::Cart<Number>::wheels>("Wheels"));
template <>
inline constexpr auto dotwire::description<cases::Numbered> =
    dotwire::class_type<cases::Numbered>("Cases.Cart", cases::kOracle, dotwire::field<&cases::Numbered::name>("Name"),
                                         dotwire::field<&cases::Numbered::wheels>("Wheels"));
template <>
inline constexpr auto dotwire::description<cases::Inner> =
    dotwire::class_type<cases::Inner>("Inner", cases::kOracle, dotwire::field<&cases::Inner::number>("number"));
template <>
inline constexpr auto dotwire::description<cases::Outer> = dotwire::class_type<cases::Outer>(
    "Outer", cases::kOracle, dotwire::field<&cases::Outer::first>("first"),
    dotwire::field<&cases::Outer::to_first>("to_first"), dotwire::field<&cases::Outer::to_self>("to_self"));
template <>
inline constexpr auto dotwire::description<cases::Item> =
    dotwire::class_type<cases::Item>("Item", cases::kOracle, dotwire::field<&cases::Item::number>("number"));
template <>
inline constexpr auto dotwire::description<cases::Watcher> = dotwire::class_type<cases::Watcher>(
    "Watcher", cases::kOracle, dotwire::field<&cases::Watcher::favourite>("favourite"),
    dotwire::field<&cases::Watcher::items>("items", dotwire::as_list));
template <>
inline constexpr auto dotwire::description<cases::Key> =
    dotwire::class_type<cases::Key>("Key", cases::kOracle, dotwire::field<&cases::Key::number>("number"));
template <>
inline constexpr auto dotwire::description<cases::Registry> =
    dotwire::class_type<cases::Registry>("Registry", cases::kOracle, dotwire::field<&cases::Registry::names>("names"));
template <>
inline constexpr auto dotwire::description<cases::MoneyParts> =
    dotwire::class_type<cases::MoneyParts>("Money", cases::kOracle, dotwire::field<&cases::MoneyParts::cents>("cents"),
                                           dotwire::field<&cases::MoneyParts::currency>("currency"));
template <>
inline constexpr auto dotwire::description<cases::Money> =
    dotwire::converted_type<cases::Money, cases::MoneyParts, &cases::to_parts, &cases::from_parts>();
template <>
inline constexpr auto dotwire::description<cases::Invoice> = dotwire::class_type<cases::Invoice>(
    "Invoice", cases::kOracle, dotwire::field<&cases::Invoice::total>("total"),
    dotwire::field<&cases::Invoice::paid>("paid"), dotwire::field<&cases::Invoice::same>("same"));
template <>
inline constexpr auto dotwire::description<cases::Counted> =
    dotwire::class_type<cases::Counted>("Counted", cases::kOracle, dotwire::field<&cases::Counted::count>("Count"));
template <>
inline constexpr auto dotwire::description<cases::Hiding> =
    dotwire::class_type<cases::Hiding>("Hiding", cases::kOracle, dotwire::field<&cases::Hiding::own_count>("Count"))
        .inherits<cases::Counted>();
template <>
inline constexpr auto dotwire::description<cases::Strings> = dotwire::class_type<cases::Strings>(
    "Strings", cases::kOracle, dotwire::field<&cases::Strings::a>("a"), dotwire::field<&cases::Strings::b>("b"),
    dotwire::field<&cases::Strings::c>("c"));

namespace dotwire {
namespace {

TEST(TypedNrbf, ClassesThatSerializeThemselvesKeepTheirTypes) {
  constexpr std::string_view kNames[] = {"Seeds.Library"};
  const samples::Library library{"L", {}};
  Buffer out;
  ASSERT_TRUE(Writer({.types = TypeFormat::TypesWhenNeeded, .serialize_themselves = kNames}).write(library, out).ok());
  Buffer typed;
  ASSERT_TRUE(Writer().write(library, typed).ok());
  // The root is as ever; its List is of the framework, which knows it.
  EXPECT_EQ(hex_text(out).substr(0, 200), hex_text(typed).substr(0, 200));
  EXPECT_LT(out.size(), typed.size());
}

TEST(TypedNrbf, AStructAndItsFirstMemberAreTwoObjects) {
  cases::Outer outer;
  outer.first.number = 7;
  outer.to_first = &outer.first;
  outer.to_self = &outer;
  cases::Outer result;
  copy(outer, result);
  EXPECT_EQ(result.first.number, 7);
  EXPECT_EQ(result.to_first, &result.first);
  EXPECT_EQ(result.to_self, &result);
}

// As .NET writes `new public int Count`: the name twice, the derived class's first.
TEST(TypedNrbf, AHiddenFieldKeepsItsValue) {
  cases::Hiding hiding;
  hiding.own_count = 2;
  hiding.count = 1;
  cases::Hiding result;
  copy(hiding, result);
  EXPECT_EQ(result.own_count, 2);
  EXPECT_EQ(result.count, 1);
  Buffer out;
  ASSERT_TRUE(Writer().write(hiding, out).ok());
  const std::string bytes = hex_text(out);
  EXPECT_NE(bytes.find("05436F756E74"
                       "05436F756E74"),
            std::string::npos)
      << bytes;
  EXPECT_NE(bytes.find("02000000"
                       "01000000"
                       "0B"),
            std::string::npos)
      << bytes;
}

TEST(TypedNrbf, AnObserverFindsItsElementInAVectorThatGrows) {
  cases::Watcher watcher;
  for (std::int32_t i = 0; i < 1000; ++i) watcher.items.push_back({i});
  watcher.favourite = &watcher.items[723];
  cases::Watcher result;
  result.items.resize(1);
  copy(watcher, result);
  EXPECT_EQ(result.favourite, &result.items[723]);
  EXPECT_EQ(result.favourite->number, 723);
}

TEST(TypedNrbf, CyclesThroughSharedPointersClose) {
  auto node = std::make_shared<cases::Node>();
  node->name = "n";
  node->left = node;
  auto result = std::make_shared<cases::Node>();
  copy(node, result);
  EXPECT_EQ(result->left, result);
  node->left.reset();
  result->left.reset();
}

TEST(TypedNrbf, AMapGetsItsKeysWhenTheyAreComplete) {
  cases::Registry registry;
  for (std::int32_t i = 0; i < 50; ++i) registry.names[{i}] = "name " + std::to_string(i);
  cases::Registry result;
  copy(registry, result);
  ASSERT_EQ(result.names.size(), 50U);
  EXPECT_EQ(result.names.at({49}), "name 49");
}

TEST(TypedNrbf, AFactoryMakesTheObjectAndMayRefuse) {
  cases::Invoice invoice;
  invoice.total = cases::Money::of(1999, "CHF");
  invoice.paid = std::make_shared<cases::Money>(cases::Money::of(5, "USD"));
  invoice.same = invoice.paid;
  cases::Invoice result;
  copy(invoice, result);
  EXPECT_EQ(result.total.cents(), 1999);
  EXPECT_EQ(result.paid->currency(), "USD");
  EXPECT_EQ(result.paid, result.same);

  invoice.total = cases::Money::of(1, "francs");
  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(invoice, out).ok());
  Reader reader;
  const Status read = reader.read(out, result);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message(), "a currency has three letters");
}

TEST(TypedNrbf, AChainOfAMillionIsReadAndReleased) {
  auto head = std::make_unique<cases::Link>();
  for (std::int32_t i = 0; i < 1'000'000; ++i) {
    auto link = std::make_unique<cases::Link>();
    link->value = i;
    link->next = std::move(head);
    head = std::move(link);
  }
  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(*head, out).ok());
  release(*head);

  cases::Link result;
  Reader careful;
  const Status refused = careful.read(out, result);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded);
  release(result);

  ReaderOptions options;
  options.limits.owning_depth = 2'000'000;
  Reader reader(options);
  const Status read = reader.read(out, result);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(result.value, 999'999);
  std::size_t length = 0;
  for (const cases::Link* at = &result; at != nullptr; at = at->next.get()) ++length;
  EXPECT_EQ(length, 1'000'001U);
  release(result);
  EXPECT_EQ(result.next, nullptr);
}

TEST(TypedNrbf, StringIdentityDecidesTheBytes) {
  cases::Strings strings;
  strings.a = std::make_shared<const std::string>("same");
  strings.b = strings.a;
  strings.c = "same";
  Writer distinct;
  Writer by_value({StringIdentity::ByValue});
  Writer by_address({StringIdentity::ByAddress});
  Buffer three, one, two;
  ASSERT_TRUE(distinct.write(strings, three).ok());
  ASSERT_TRUE(by_value.write(strings, one).ok());
  ASSERT_TRUE(by_address.write(strings, two).ok());
  // A repeated string is a record of 5 bytes instead of 10.
  EXPECT_EQ(three.size() - one.size(), 10U);
  EXPECT_EQ(three.size() - two.size(), 5U);
  cases::Strings result;
  Reader reader;
  ASSERT_TRUE(reader.read(two, result).ok());
  EXPECT_EQ(result.a, result.b);
  EXPECT_EQ(*result.a, "same");
}

TEST(TypedNrbf, RejectsNullForAPlainString) {
  cases::Strings strings;
  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(strings, out).ok());
  cases::Strings result;
  Reader reader;
  EXPECT_TRUE(reader.read(out, result).ok());
  EXPECT_EQ(result.a, nullptr);

  samples::PersonOf<false> person;
  out.clear();
  ASSERT_TRUE(writer.write(person, out).ok());
  samples::PersonOf<true> other;
  const Status read = reader.read(out, other);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::TypeMismatch);
}

// Names of generics are made of those of their arguments, which are in the middle of being built.
TEST(TypedNrbf, RingsMayBeMetFromTheOutside) {
  Writer writer;
  Reader reader;
  Buffer out;
  cases::RingHolder ring;
  ring.root = std::make_shared<cases::RingNode>();
  ring.root->peers.push_back(std::make_shared<cases::RingNode>());
  ring.root->peers[0]->value = 7;
  ASSERT_TRUE(writer.write(ring, out).ok());
  cases::RingHolder ring_read;
  ASSERT_TRUE(reader.read(out, ring_read).ok());
  EXPECT_EQ(ring_read.root->peers.at(0)->value, 7);

  const std::string list_of_nodes =
      "System.Collections.Generic.List`1[[Cases.ListNode, " + std::string(cases::kOracle) + "]]";
  const model::Type& lists = type_of<cases::ListHolder>();
  EXPECT_EQ(lists.members[0].type->name, list_of_nodes);
  const model::Type& node = type_of<cases::ListNode>();
  EXPECT_EQ(node.members[0].type->name,
            "System.Collections.Generic.List`1[[" + list_of_nodes + ", " + std::string(model::kMscorlib) + "]]");
  EXPECT_EQ(node.members[1].type->name, "System.Collections.Generic.Dictionary`2[[System.String, " +
                                            std::string(model::kMscorlib) + "],[" + list_of_nodes + ", " +
                                            std::string(model::kMscorlib) + "]]");
  const model::Type& maps = type_of<cases::MapHolder>();
  const std::string map_of_nodes(maps.members[0].type->name);
  EXPECT_EQ(map_of_nodes, "System.Collections.Generic.Dictionary`2[[System.String, " + std::string(model::kMscorlib) +
                              "],[Cases.MapNode, " + std::string(cases::kOracle) + "]]");
  EXPECT_EQ(type_of<cases::MapNode>().members[0].type->name,
            "System.Collections.Generic.List`1[[" + map_of_nodes + ", " + std::string(model::kMscorlib) + "]]");
}

TEST(TypedNrbf, SaysWhereAPayloadEnds) {
  cases::Cart<std::int32_t> cart;
  cart.wheels = {{1}};
  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(cart, out).ok());
  const std::size_t first = out.size();
  cases::Strings strings;  // which shares texts, and is read another way
  strings.a = strings.b = std::make_shared<std::string>("same");
  ASSERT_TRUE(writer.write(strings, out).ok());
  const std::size_t second = out.size() - first;
  out.append(std::string_view("rest"));
  Reader reader;
  ASSERT_TRUE(reader.read(out, cart).ok());
  EXPECT_EQ(reader.payload_size(), first);
  ASSERT_TRUE(reader.read(out.bytes().subspan(first), strings).ok());
  EXPECT_EQ(reader.payload_size(), second);
}

TEST(TypedNrbf, SaysWhoseTextIsNone) {
  cases::Cart<std::int32_t> cart;
  cart.name = "\xFF";
  for (const StringIdentity strings : {StringIdentity::Distinct, StringIdentity::ByValue}) {
    WriterOptions options;
    options.strings = strings;
    Writer writer(options);
    Buffer out;
    const Status written = writer.write(cart, out);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().path(), "Cases.Cart/Name") << written.error().to_string();
    cart.name = "fine";
    out.clear();
    EXPECT_TRUE(writer.write(cart, out).ok());
    cases::Cart<std::int32_t> read;
    EXPECT_TRUE(Reader().read(out, read).ok());
    cart.name = "\xFF";
  }
}

TEST(TypedNrbf, SaysWhereAndWhyItDoesNotFit) {
  cases::Cart<std::int32_t> cart;
  cart.name = "c";
  cart.wheels = {{18}, {19}};
  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(cart, out).ok());
  Reader reader;
  cases::Cart<double> other;
  const Status read = reader.read(out, other);
  ASSERT_FALSE(read.ok());
  const Error& error = read.error();
  EXPECT_EQ(error.code(), ErrorCode::TypeMismatch);
  EXPECT_EQ(error.message(), "member Size is System.Int32 in the payload, and System.Double in the struct");
  EXPECT_EQ(error.path(), "Cases.Cart/Wheels/[0]");
  // Where the wheel's record begins: one byte, its id, the length of its name.
  const std::string_view bytes = out.text();
  const std::size_t size = bytes.find("\x04Size");
  EXPECT_EQ(error.offset(), bytes.rfind("\x0B"
                                        "Cases.Wheel",
                                        size) -
                                5)
      << error.to_string();

  cases::Numbered numbered;
  const Status name = reader.read(out, numbered);
  ASSERT_FALSE(name.ok());
  EXPECT_EQ(name.error().message(), "member Name is System.String in the payload, and System.Int32 in the struct");
  EXPECT_EQ(name.error().path(), "Cases.Cart");
  EXPECT_TRUE(name.error().has_offset());
}

}  // namespace
}  // namespace dotwire
