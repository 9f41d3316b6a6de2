#include "dotwire/object.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../../examples/sample_types.h"
#include "support/golden.h"

namespace cases {

using Text = std::optional<std::string>;

struct Child;
struct Parent {
  Text name;
  std::vector<std::shared_ptr<Child>> children;
};
struct Child {
  Text name;
  Parent* parent = nullptr;
};
struct Link {
  std::int32_t value = 0;
  std::unique_ptr<Link> next;
};
struct Node {
  Text name;
  std::shared_ptr<Node> left;
  std::shared_ptr<Node> right;
};
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
};
enum class DayOfWeek : std::int32_t { Sunday, Friday = 5 };
struct Nullables {
  std::optional<bool> boolean, no_boolean;
  std::optional<std::uint8_t> byte, no_byte;
  std::optional<std::int32_t> int32, no_int32;
  std::optional<std::int64_t> int64, no_int64;
  std::optional<double> real, no_real;
  std::optional<dotwire::Decimal> decimal, no_decimal;
  std::optional<char16_t> character, no_character;
  std::optional<dotwire::DateTime> date, no_date;
  std::optional<dotwire::Guid> guid, no_guid;
  std::optional<DayOfWeek> day, no_day;
};

struct Shape {
  std::int32_t id = 0;
  Text tag;
  std::int32_t internal_number = 0;
  Text label;
  virtual ~Shape() = default;
};
struct Square : Shape {
  double side = 0;
};
struct FilledSquare : Square {
  std::int32_t own_id = 0;
  Text fill;
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

constexpr std::string_view kOracle = samples::kOracle;

}  // namespace cases

template <>
inline constexpr auto dotwire::description<cases::Parent> =
    dotwire::class_type<cases::Parent>("Cases.Parent", cases::kOracle, dotwire::field<&cases::Parent::name>("Name"),
                                       dotwire::field<&cases::Parent::children>("Children", dotwire::as_list));
template <>
inline constexpr auto dotwire::description<cases::Child> =
    dotwire::class_type<cases::Child>("Cases.Child", cases::kOracle, dotwire::field<&cases::Child::name>("Name"),
                                      dotwire::field<&cases::Child::parent>("Parent"));
template <>
inline constexpr auto dotwire::description<cases::Link> =
    dotwire::class_type<cases::Link>("Cases.Link", cases::kOracle, dotwire::field<&cases::Link::value>("Value"),
                                     dotwire::field<&cases::Link::next>("Next"));
template <>
inline constexpr auto dotwire::description<cases::Node> = dotwire::class_type<cases::Node>(
    "Cases.Node", cases::kOracle, dotwire::field<&cases::Node::name>("Name"),
    dotwire::field<&cases::Node::left>("Left"), dotwire::field<&cases::Node::right>("Right"));
template <>
inline constexpr auto dotwire::description<cases::DayOfWeek> = dotwire::enum_type<cases::DayOfWeek>("System.DayOfWeek",
                                                                                                    "");
template <>
inline constexpr auto dotwire::description<cases::Nullables> = dotwire::class_type<cases::Nullables>(
    "Cases.NullableValues", cases::kOracle, dotwire::field<&cases::Nullables::boolean>("Boolean"),
    dotwire::field<&cases::Nullables::no_boolean>("NoBoolean"), dotwire::field<&cases::Nullables::byte>("Byte"),
    dotwire::field<&cases::Nullables::no_byte>("NoByte"), dotwire::field<&cases::Nullables::int32>("Int32"),
    dotwire::field<&cases::Nullables::no_int32>("NoInt32"), dotwire::field<&cases::Nullables::int64>("Int64"),
    dotwire::field<&cases::Nullables::no_int64>("NoInt64"), dotwire::field<&cases::Nullables::real>("Double"),
    dotwire::field<&cases::Nullables::no_real>("NoDouble"), dotwire::field<&cases::Nullables::decimal>("Decimal"),
    dotwire::field<&cases::Nullables::no_decimal>("NoDecimal"), dotwire::field<&cases::Nullables::character>("Char"),
    dotwire::field<&cases::Nullables::no_character>("NoChar"), dotwire::field<&cases::Nullables::date>("DateTime"),
    dotwire::field<&cases::Nullables::no_date>("NoDateTime"), dotwire::field<&cases::Nullables::guid>("Guid"),
    dotwire::field<&cases::Nullables::no_guid>("NoGuid"), dotwire::field<&cases::Nullables::day>("Enum"),
    dotwire::field<&cases::Nullables::no_day>("NoEnum"));
template <>
inline constexpr auto dotwire::description<cases::Shape> =
    dotwire::class_type<cases::Shape>(
        "Cases.Shape", cases::kOracle, dotwire::field<&cases::Shape::id>("id").with_access(dotwire::Access::Private),
        dotwire::field<&cases::Shape::tag>("tag").with_access(dotwire::Access::Protected),
        dotwire::field<&cases::Shape::internal_number>("internalNumber").with_access(dotwire::Access::Protected),
        dotwire::field<&cases::Shape::label>("Label"))
        .derived<cases::Square, cases::FilledSquare>();
template <>
inline constexpr auto dotwire::description<cases::Square> =
    dotwire::class_type<cases::Square>("Cases.Square", cases::kOracle, dotwire::field<&cases::Square::side>("Side"))
        .inherits<cases::Shape>();
template <>
inline constexpr auto dotwire::description<cases::FilledSquare> =
    dotwire::class_type<cases::FilledSquare>(
        "Cases.FilledSquare", cases::kOracle,
        dotwire::field<&cases::FilledSquare::own_id>("id").with_access(dotwire::Access::Private),
        dotwire::field<&cases::FilledSquare::fill>("Fill"))
        .inherits<cases::Square>();
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

std::string hex_text(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

Buffer golden(std::string_view case_name) {
  const test::GoldenRow* row = test::find_golden("mono", "graph", case_name, "binaryformatter");
  return row != nullptr ? row->bytes() : Buffer();
}

// Reads the golden file into T and writes the same bytes again.
template <class T>
void expect_round_trip(std::string_view case_name, T& object, WriterOptions options = {}) {
  const Buffer input = golden(case_name);
  ASSERT_FALSE(input.empty()) << case_name;
  Reader reader;
  const Status read = reader.read(input, object);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  Writer writer(options);
  Buffer out;
  const Status written = writer.write(object, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  EXPECT_EQ(hex_text(out), hex_text(input)) << case_name;
}

// Writes and reads back.
template <class T>
void copy(const T& object, T& result, WriterOptions options = {}) {
  Writer writer(options);
  Buffer out;
  const Status written = writer.write(object, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  Reader reader;
  const Status read = reader.read(out, result);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
}

TEST(TypedNrbf, LibraryKeepsItsBytes) {
  samples::Library library;
  expect_round_trip("library", library);
  EXPECT_EQ(library.name, "Library Of Congress");
  ASSERT_EQ(library.books.size(), 4U);
  EXPECT_EQ(library.books[3].author->middle_name, "Scott");
  EXPECT_EQ(library.books[0].author->middle_name, std::nullopt);
  samples::ContractLibrary contract_library;
  expect_round_trip("library-dc", contract_library);
}

// Records without member types (FormatterTypeStyle.TypesWhenNeeded): the descriptor knows them.
template <class T>
void expect_untyped_as_typed(std::string_view case_name) {
  const test::GoldenRow* row = test::find_golden("mono", "graph", case_name, "binaryformatter-typeswhenneeded");
  ASSERT_NE(row, nullptr) << case_name;
  const Buffer input = row->bytes();
  ASSERT_NE(hex_text(input), hex_text(golden(case_name))) << case_name;
  T object;
  Reader reader;
  const Status read = reader.read(input, object);
  ASSERT_TRUE(read.ok()) << case_name << ": " << read.error().to_string();
  Buffer out;
  ASSERT_TRUE(Writer().write(object, out).ok());
  EXPECT_EQ(hex_text(out), hex_text(golden(case_name))) << case_name;
  Buffer untyped;
  ASSERT_TRUE(Writer({.types = TypeFormat::TypesWhenNeeded}).write(object, untyped).ok());
  EXPECT_EQ(hex_text(untyped), hex_text(input)) << case_name;
  Buffer in_place;
  ASSERT_TRUE(Writer({.types = TypeFormat::XsdString}).write(object, in_place).ok());
  row = test::find_golden("mono", "graph", case_name, "binaryformatter-xsdstring");
  ASSERT_NE(row, nullptr) << case_name;
  EXPECT_EQ(hex_text(in_place), hex_text(row->bytes())) << case_name;
}

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

TEST(TypedNrbf, ReadsAndWritesRecordsWithoutTypes) {
  expect_untyped_as_typed<samples::Library>("library");
  expect_untyped_as_typed<samples::ContractLibrary>("library-dc");
  expect_untyped_as_typed<samples::A>("type-a");
  expect_untyped_as_typed<cases::Nullables>("primitives-nullable");
  expect_untyped_as_typed<std::int32_t>("root-int32");
}

TEST(TypedNrbf, TypesOfTheFourthArticleKeepTheirBytes) {
  samples::A a;
  expect_round_trip("type-a", a);
  samples::B b;
  expect_round_trip("type-b", b, {StringIdentity::ByValue});
  EXPECT_EQ(b.my_property4, DateTime(634000000001234567, DateTimeKind::Local));
  samples::C c;
  expect_round_trip("type-c", c, {StringIdentity::ByValue});
}

TEST(TypedNrbf, NorthwindKeepsItsBytes) {
  const auto path = test::shared_data("northwind/golden/nwind.binaryformatter.nrbf.bin");
  if (!path.has_value()) GTEST_SKIP() << "the corpus has no northwind files";
  std::FILE* file = std::fopen(path->c_str(), "rb");
  ASSERT_NE(file, nullptr);
  Buffer input;
  input.resize(1 << 20);
  input.resize(std::fread(input.data(), 1, input.size(), file));
  std::fclose(file);
  ASSERT_EQ(input.size(), 276366U);

  samples::Database database;
  Reader reader;
  const Status read = reader.read(input, database);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(database.orders.size(), 830U);
  std::size_t lines = 0;
  for (const samples::Order& order : database.orders) lines += order.lines.size();
  EXPECT_EQ(lines, 2155U);

  Writer writer;
  Buffer out;
  ASSERT_TRUE(writer.write(database, out).ok());
  EXPECT_TRUE(out.size() == input.size() && std::memcmp(out.data(), input.data(), out.size()) == 0);
  // A writer and a reader that are used again give the same.
  Buffer again;
  ASSERT_TRUE(reader.read(out, database).ok());
  ASSERT_TRUE(writer.write(database, again).ok());
  EXPECT_TRUE(again.size() == input.size() && std::memcmp(again.data(), input.data(), again.size()) == 0);
}

TEST(TypedNrbf, NullablesKeepTheirBytes) {
  cases::Nullables values;
  expect_round_trip("primitives-nullable", values);
  EXPECT_EQ(values.int32, -5);
  EXPECT_EQ(values.day, cases::DayOfWeek::Friday);
  EXPECT_EQ(values.no_guid, std::nullopt);
}

TEST(TypedNrbf, BackReferencesToParentsKeepTheirBytes) {
  cases::Parent parent;
  expect_round_trip("references-parent", parent);
  ASSERT_EQ(parent.children.size(), 2U);
  EXPECT_EQ(parent.children[1]->parent, &parent);
}

TEST(TypedNrbf, ChainsAndSharedNodesKeepTheirBytes) {
  cases::Link link;
  expect_round_trip("references-chain-1000", link);
  cases::Node node;
  expect_round_trip("references-diamond", node);
  EXPECT_EQ(node.left->left, node.right->right);
}

TEST(TypedNrbf, InheritedFieldsKeepTheirNames) {
  cases::FilledSquare square;
  expect_round_trip("inheritance-derived-root", square);
  EXPECT_EQ(square.id, 3);
  EXPECT_EQ(square.own_id, -7);
  EXPECT_EQ(square.side, 3.5);
}

TEST(TypedNrbf, DictionariesKeepTheirBytes) {
  std::map<std::int32_t, std::optional<samples::PersonOf<false>>> people;
  expect_round_trip("collections-dictionary-person", people);
  EXPECT_EQ(people.at(1)->first_name, "A");
  EXPECT_EQ(people.at(2), std::nullopt);
  std::map<std::string, std::string> none;
  expect_round_trip("collections-dictionary-empty", none);
}

TEST(TypedNrbf, DictionariesKeepTheOrderOfAdding) {
  Dictionary<std::int32_t, std::optional<samples::PersonOf<false>>> people;
  expect_round_trip("collections-dictionary-person", people);
  EXPECT_EQ(people.find(1)->second->first_name, "A");
  Dictionary<std::string, std::int32_t> numbers;
  for (const char* name : {"zebra", "ant", "mole", "bee"}) numbers[name] = static_cast<std::int32_t>(numbers.size());
  Dictionary<std::string, std::int32_t> back;
  copy(numbers, back);
  EXPECT_EQ(back, numbers);
  EXPECT_EQ(back.begin()->first, "zebra");
  EXPECT_EQ(back.find("mole")->second, 2);
  EXPECT_FALSE(back.emplace("bee", 7).second);
  EXPECT_FALSE(back.contains("wasp"));
}

TEST(TypedNrbf, BooleansCanBeElements) {
  std::vector<Bool> flags;
  expect_round_trip("arrays-bool", flags);
  EXPECT_FALSE(flags.empty());
  List<Bool> list{true, false, true};
  List<Bool> back;
  copy(list, back);
  ASSERT_EQ(back.size(), 3U);
  EXPECT_TRUE(back[0] && !back[1] && back[2]);
}

TEST(TypedNrbf, SingleValuesAreBoxedAsRoots) {
  std::int32_t number = 0;
  expect_round_trip("root-int32", number);
  double real = 0;
  expect_round_trip("root-double", real);
  Decimal decimal;
  expect_round_trip("root-decimal", decimal);
  TimeSpan span;
  expect_round_trip("root-timespan", span);
  DateTime date;
  expect_round_trip("root-datetime", date);
  EXPECT_NE(date.ticks(), 0);
  std::string text;
  expect_round_trip("root-string", text);
  Guid guid;
  expect_round_trip("root-guid", guid);
  EXPECT_NE(number, 0);
  EXPECT_FALSE(text.empty());
}

TEST(TypedNrbf, ArraysAndListsKeepTheirBytes) {
  std::vector<std::int32_t> ints;
  expect_round_trip("arrays-int", ints);
  std::vector<std::optional<std::string>> texts;
  expect_round_trip("arrays-string-nulls-300", texts);
  EXPECT_EQ(texts.size(), 302U);
  std::vector<Decimal> decimals;
  expect_round_trip("arrays-decimal", decimals);
  std::vector<DateTimeOffset> offsets;
  expect_round_trip("arrays-datetimeoffset", offsets);
  List<std::optional<std::string>> list;
  expect_round_trip("collections-list-string", list, {StringIdentity::ByValue});
  List<double> reals;
  expect_round_trip("collections-list-double", reals);
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
  std::shared_ptr<cases::Node> root = node;
  copy(root, result);
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

}  // namespace
}  // namespace dotwire
