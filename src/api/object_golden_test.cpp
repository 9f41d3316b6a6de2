// What .NET wrote of classes that are described: read, and written again as the same bytes.
#include <cstdio>
#include <cstring>
#include <map>

#include "api/object_test.h"

namespace dotwire {
namespace {

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

}  // namespace
}  // namespace dotwire
