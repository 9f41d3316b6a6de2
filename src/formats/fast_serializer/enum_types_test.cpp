// Numbers of enums, which stand without their width where they have no short form (table-formats.md 4.5).
#include "formats/fast_serializer/enum_types.h"

#include <gtest/gtest.h>

#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/test_tables.h"
#include "model/well_known.h"
#include "support/hex.h"

namespace dotwire::fast_serializer {
namespace {

using model::Table;
using model::ValueKind;
using test::hex;

const model::Node* make_enum(model::Graph& graph, std::string_view name, Primitive underlying, std::int64_t number) {
  model::Member value;
  value.name = "value__";
  value.recorded.binary_type = model::BinaryType::Primitive;
  value.recorded.primitive = underlying;
  model::ObjectNode* object = graph.make_object(graph.make_type(name, "Colours, Version=1.0.0.0", {&value, 1}));
  object->id = -1;
  std::memcpy(object->data(), &number, size_of(underlying));
  return object;
}

struct Number {
  Primitive underlying;
  std::int64_t number;
};

// A column of the enum, and one behind it, so that a wrong width runs into something.
void make_enums(Table& table, std::span<const Number> numbers) {
  model::Column& enums = table.add_column("E", ValueKind::Object);
  model::Column& texts = table.add_column("S", ValueKind::String);
  for (const Number& each : numbers) {
    const std::string name = "Ns.Enum" + std::to_string(static_cast<int>(each.underlying));
    enums.append_object(make_enum(table.graph(), name, each.underlying, each.number));
    texts.append_text("text");
  }
  table.added_plain_rows(numbers.size());
}

TEST(FastSerializerEnums, TheWidthOfANumberIsFoundOut) {
  for (const std::vector<Number>& numbers :
       {std::vector<Number>{{Primitive::Byte, 5}},
        {{Primitive::Int16, -2}},
        {{Primitive::Int32, -2}},
        {{Primitive::Int64, -2}},
        {{Primitive::Int32, 2'097'152}},
        {{Primitive::Int64, 562'949'953'421'312}},
        {{Primitive::Int32, 7}, {Primitive::Int32, -7}},
        {{Primitive::Int64, 7}, {Primitive::Int64, -7}},
        {{Primitive::Byte, 0}, {Primitive::Int16, 1}, {Primitive::Int32, -1}, {Primitive::Int64, INT64_MIN}}}) {
    for (const Dialect dialect : {Dialect::B, Dialect::C}) {
      Table table;
      make_enums(table, numbers);
      const Buffer bytes = written(table, in_dialect(dialect));
      Table read;
      ReadOptions options;
      options.dialect = dialect;
      const Result<Recorded> recorded = Reader().read(bytes, read, options);
      ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
      EXPECT_EQ(model::first_difference(table, read), "");
      EXPECT_TRUE(test::same_bytes(written(read, options_of(*recorded)), bytes));
    }
  }
}

TEST(FastSerializerEnums, DialectAHasThemAsPayloads) {
  Table table;
  make_enums(table, std::vector<Number>{{Primitive::Byte, 5}, {Primitive::Int32, -2}});
  const Buffer bytes = written(table, in_dialect(Dialect::A));
  Table read;
  const Result<Recorded> recorded = Reader().read(bytes, read);
  ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
  EXPECT_EQ(model::first_difference(table, read), "");
  EXPECT_TRUE(recorded->enums.empty());
}

// DataTable of one Object column "a" and one row, whose only value follows; open-ended, so that bytes may follow it.
Buffer open_ended(std::string_view value) {
  return hex("00 00 00 00  B4 02 01 23 BB 61 00 00 0D 53 79 73 74 65 6D 2E 4F 62 6A 65 63 74 01 00 01 " +
             std::string(value));
}

TEST(FastSerializerEnums, WhereTwoWidthsFitTheTypeMustBeSaid) {
  // Ns.Enu, and a number of one byte or two.
  const Buffer in = open_ended("E5 01 00 06 4E 73 2E 45 6E 75 01 02");
  Table table;
  const Result<Recorded> refused = Reader().read(in, table);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::Unsupported);
  EXPECT_EQ(refused.error().offset(), 29U);
  EXPECT_EQ(refused.error().message(),
            "numbers of the enum Ns.Enu stand without their width, and more than one fits: say its underlying type");
  for (const auto& [name, size] : {std::pair("Ns.Enu:SByte", 40U), std::pair("Ns.Enu:UInt16", 41U)}) {
    ReadOptions options;
    options.enums = *parse_enum_types(name);
    const Result<Recorded> recorded = Reader().read(in, table, options);
    ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
    EXPECT_EQ(recorded->size, size);
    model::View view;
    model::look_at(*model::as_object(table.columns[0]->object(0)), view);
    EXPECT_EQ(view.values[0].primitive, options.enums.begin()->second);
  }
}

TEST(FastSerializerEnums, NumbersInAFormThatTheirTypeHasNotAreRefused) {
  struct Case {
    const char* value;
    const char* type;
  };
  for (const Case& each : {Case{"E6 01 00 06 4E 73 2E 45 6E 75 05", "Ns.Enu:Byte"},
                           Case{"E6 01 00 06 4E 73 2E 45 6E 75 80 80 80 01", "Ns.Enu:Int32"},
                           Case{"E6 01 00 06 4E 73 2E 45 6E 75 80 80 80 80 80 80 80 01", "Ns.Enu:Int64"},
                           Case{"E5 01 00 06 4E 73 2E 45 6E 75 05 00 00 00", "Ns.Enu:Int32"}}) {
    ReadOptions options;
    options.dialect = Dialect::C;
    options.enums = *parse_enum_types(each.type);
    Table table;
    const Result<Recorded> refused = Reader().read(open_ended(each.value), table, options);
    ASSERT_FALSE(refused.ok()) << each.value;
    EXPECT_EQ(refused.error().code(), ErrorCode::Malformed);
    EXPECT_EQ(refused.error().offset(), 29U);
  }
}

TEST(FastSerializerEnums, ManyOfThemAreAnErrorAndNoEndlessSearch) {
  Table table;
  model::Column& column = table.add_column("E", ValueKind::Object);
  for (int i = 0; i < 100; ++i) {
    column.append_object(make_enum(table.graph(), "Ns.Enum" + std::to_string(i), Primitive::Int32, -1));
  }
  table.added_plain_rows(100);
  const Buffer bytes = written(table, in_dialect(Dialect::C));
  Table read;
  const Result<Recorded> refused = Reader().read(bytes, read);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded);
  ReadOptions options;
  for (int i = 0; i < 100; ++i) options.enums["Ns.Enum" + std::to_string(i)] = Primitive::Int32;
  EXPECT_TRUE(Reader().read(bytes, read, options).ok());
  EXPECT_EQ(model::first_difference(table, read), "");
}

TEST(FastSerializerEnums, ListsOfTypes) {
  const std::optional<EnumTypes> types = parse_enum_types("Ns.Colour:Byte,Ns.Outer+Level:Int64");
  ASSERT_TRUE(types.has_value());
  EXPECT_EQ(*types, (EnumTypes{{"Ns.Colour", Primitive::Byte}, {"Ns.Outer+Level", Primitive::Int64}}));
  EXPECT_TRUE(parse_enum_types("")->empty());
  for (const char* wrong :
       {"Ns.Colour", ":Byte", "Ns.Colour:", "Ns.Colour:byte", "Ns.Colour:Double", ",", "A:Byte,B"}) {
    EXPECT_FALSE(parse_enum_types(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace dotwire::fast_serializer
