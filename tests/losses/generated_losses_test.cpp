// Tables made of what XML has several places for: kinds of values, mappings of columns, and names that mean something
// in XML. What differs when they are read again was named, or writing was refused.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "losses/round_trip.h"

namespace dotwire::test {
namespace {

using model::Column;
using model::MappingType;
using model::Node;
using model::Table;
using model::ValueKind;

constexpr std::string_view kFormats[] = {
    "datatable-xml",          "datatable-xml-data",        "datatable-xsd",        "datatable-diffgram",
    "datatable-datacontract", "datatable-netdatacontract", "datatable-binary-xml", "lightweight"};
constexpr std::pair<MappingType, const char*> kMappings[] = {{MappingType::Element, "element"},
                                                             {MappingType::Attribute, "attribute"},
                                                             {MappingType::SimpleContent, "simpleContent"},
                                                             {MappingType::Hidden, "hidden"}};

// A column of some type, and how a cell of it is made.
struct Value {
  const char* name;
  ValueKind kind;
  const char* type_name;
  std::function<void(Table&, Column&)> append;
};

Value text(ValueKind kind, const char* value) {
  return {value, kind, model::clr_name(kind).data(), [value](Table&, Column& column) { column.append_text(value); }};
}

template <class T>
Value fixed(ValueKind kind, T value) {
  return {"", kind, model::clr_name(kind).data(), [value](Table&, Column& column) { column.append(value); }};
}

Value node(const char* name, const char* type_name, std::function<const Node*(model::Graph&)> make) {
  return {name, ValueKind::Object, type_name,
          [make = std::move(make)](Table& table, Column& column) { column.append_object(make(table.graph())); }};
}

const Node* make_enum(model::Graph& graph) {
  model::Member value;
  value.name = "value__";
  value.recorded.binary_type = model::BinaryType::Primitive;
  value.recorded.primitive = Primitive::Int32;
  return graph.make_object(graph.make_type("System.DayOfWeek", "", {&value, 1}));
}

const Node* make_strings(model::Graph& graph) {
  model::RecordedType type;
  type.binary_type = model::BinaryType::String;
  model::ArrayNode* array = graph.make_array(type, 2);
  array->slots[0] = model::Slot::in_place(graph.make_string("a"));
  return array;
}

const Node* make_int_array(model::Graph& graph) {
  constexpr std::int32_t kItems[] = {1, 2};
  return graph.make_primitive_array(Primitive::Int32, 2, kItems);
}

const Node* make_byte_array(model::Graph& graph) { return graph.make_primitive_array(Primitive::Byte, 2, "ab"); }

std::vector<Value> values() {
  constexpr const char* kObject = "System.Object";
  std::vector<Value> all{
      text(ValueKind::String, "a"),
      text(ValueKind::String, ""),
      text(ValueKind::String, " "),
      text(ValueKind::Chars, "ab"),
      text(ValueKind::Chars, ""),
      text(ValueKind::SqlXml, "<a>1</a>"),
      text(ValueKind::SqlXml, ""),
      text(ValueKind::SqlXml, "a<b c='d'/>"),
      text(ValueKind::SqlString, "a"),
      text(ValueKind::SqlChars, "a"),
      text(ValueKind::SqlBytes, "a"),
      text(ValueKind::SqlBinary, ""),
      text(ValueKind::Bytes, "a"),
      text(ValueKind::Bytes, ""),
      text(ValueKind::Uri, "HTTP://EXAMPLE.com"),
      text(ValueKind::Uri, "http://example.com/"),
      text(ValueKind::Type, "System.Int32"),
      text(ValueKind::BigInteger, "12345678901234567890"),
      fixed(ValueKind::Int32, std::int32_t{5}),
      fixed(ValueKind::Char, u'x'),
      fixed(ValueKind::Char, u' '),
      fixed(ValueKind::Guid, Guid()),
      fixed(ValueKind::DateTimeOffset, model::DateTimeOffsetCell{600000000000, 60}),
      fixed(ValueKind::SqlInt32, std::int32_t{5}),
      node("null enum", "Program.Kind", [](model::Graph&) -> const Node* { return nullptr; }),
      node("enum", "Program.Kind",
           [](model::Graph& graph) -> const Node* { return graph.make_scalar(ValueKind::Int32, std::int32_t{5}); }),
      node("int[]", "System.Int32[]", make_int_array),
      node("string[]", "System.String[]", make_strings),
      node("version", "System.Version", [](model::Graph& graph) -> const Node* { return graph.make_string("1.2"); }),
      node("object string", kObject, [](model::Graph& graph) -> const Node* { return graph.make_string("a"); }),
      node("object blank", kObject, [](model::Graph& graph) -> const Node* { return graph.make_string(" "); }),
      node("object empty", kObject, [](model::Graph& graph) -> const Node* { return graph.make_string(""); }),
      node("object bytes", kObject, make_byte_array),
      node("object int[]", kObject, make_int_array),
      node("object string[]", kObject, make_strings),
      node("object enum", kObject, make_enum),
  };
  for (const auto& [kind, content] : {std::pair(ValueKind::SqlXml, "<a>1</a>"), std::pair(ValueKind::Uri, "HTTP://A"),
                                      std::pair(ValueKind::Type, "System.Int32"), std::pair(ValueKind::BigInteger, "5"),
                                      std::pair(ValueKind::SqlString, "a"), std::pair(ValueKind::SqlBytes, "a"),
                                      std::pair(ValueKind::SqlChars, "a")}) {
    all.push_back(node(model::clr_name(kind).data(), kObject,
                       [kind = kind, content = content](model::Graph& graph) -> const Node* {
                         return graph.make_text_scalar(kind, content);
                       }));
  }
  for (const ValueKind kind :
       {ValueKind::Boolean,    ValueKind::Byte,     ValueKind::SByte,   ValueKind::Int16,
        ValueKind::UInt16,     ValueKind::Int32,    ValueKind::UInt32,  ValueKind::Int64,
        ValueKind::UInt64,     ValueKind::Single,   ValueKind::Double,  ValueKind::Decimal,
        ValueKind::DateTime,   ValueKind::TimeSpan, ValueKind::Guid,    ValueKind::DateTimeOffset,
        ValueKind::SqlBoolean, ValueKind::SqlInt32, ValueKind::SqlGuid, ValueKind::SqlDateTime}) {
    all.push_back(node(model::clr_name(kind).data(), kObject,
                       [kind](model::Graph& graph) -> const Node* { return graph.make_scalar(kind); }));
  }
  return all;
}

// A row with the value, one without it, one with it again; an attribute beside.
void fill(Table& table, const Value& value, MappingType mapping, const std::string& name) {
  Column& column = table.add_column(name, value.kind);
  column.type_name = value.type_name;
  column.mapping = mapping;
  Column& other = table.add_column("Other", ValueKind::Int32);
  other.mapping = MappingType::Attribute;
  for (std::int32_t i = 0; i < 3; ++i) {
    other.append(i);
    if (i == 1) {
      column.append_null();
    } else {
      value.append(table, column);
    }
  }
  table.added_plain_rows(3);
}

// What a helper must see to: refused with the place and the reason, or read, and all that differs named.
void expect_honest(const Document& document, const std::string& what) {
  for (const std::string_view name : kFormats) {
    if (!find_format(name)->holds(document.kind())) continue;
    const Trip trip = round_trip(document, *find_format(name));
    const std::string where = std::string(name) + ", " + what;
    if (!trip.written.ok()) {
      EXPECT_EQ(trip.written.error().code(), ErrorCode::NotRepresentable)
          << where << ": " << trip.written.error().to_string();
      continue;
    }
    if (!trip.read.ok()) {
      ADD_FAILURE() << where << ": " << trip.read.error().to_string();
      continue;
    }
    for (const std::string& difference : trip.differences.seen) {
      EXPECT_TRUE(is_named(trip, difference)) << where << ": " << difference;
    }
  }
}

std::string described(const Value& value, const char* mapping) {
  return std::string(mapping) + " column of " + value.type_name + " " + value.name;
}

TEST(GeneratedLosses, AreNamedForAllValuesInAllPlaces) {
  for (const Value& value : values()) {
    for (const auto& [mapping, mapping_name] : kMappings) {
      Document document;
      Table& table = document.make_table();
      table.name = "T";
      fill(table, value, mapping, "C");
      expect_honest(document, described(value, mapping_name));
    }
  }
}

constexpr const char* kNames[] = {
    "xmlns",    "xml",    "xsi",         "nil",    "type",       "a b",        "a:b",
    "_x0020_",  "_x",     "1",           ":",      "-",          "\xC3\xA9",   "id",
    "schema",   "hidden", "hiddenC",     "space",  "diffgram",   "before",     "errors",
    "Other_Id", "T",      "T_Id",        "T_text", "tmpDataSet", "NewDataSet", "DocumentElement",
    "S",        "\x01",   "\xED\xA0\x80"};
constexpr const char* kPrefixes[] = {"",    "p",      "xmlns",  "xml",   "xmlfoo", "xsi", "xs",
                                     "xsd", "msdata", "diffgr", "mstns", "a b",    "1"};
constexpr const char* kNamespaces[] = {"",
                                       "urn:x",
                                       " ",
                                       "<&\">",
                                       "http://www.w3.org/2001/XMLSchema",
                                       "http://www.w3.org/2001/XMLSchema-instance",
                                       "urn:schemas-microsoft-com:xml-msdata",
                                       "urn:schemas-microsoft-com:xml-diffgram-v1",
                                       "http://www.w3.org/XML/1998/namespace",
                                       "http://www.w3.org/2000/xmlns/"};

const Value& plain_text() {
  static const Value value = text(ValueKind::String, "a");
  return value;
}

TEST(GeneratedLosses, AreNamedForAllNamesOfColumns) {
  for (const char* name : kNames) {
    for (const auto& [mapping, mapping_name] : kMappings) {
      Document document;
      Table& table = document.make_table();
      table.name = "T";
      fill(table, plain_text(), mapping, name);
      expect_honest(document, std::string(mapping_name) + " column " + name);
    }
  }
}

TEST(GeneratedLosses, AreNamedForAllNamespacesOfColumns) {
  for (const char* prefix : kPrefixes) {
    for (const char* space : kNamespaces) {
      for (const auto& [mapping, mapping_name] : kMappings) {
        Document document;
        Table& table = document.make_table();
        table.name = "T";
        fill(table, plain_text(), mapping, "C");
        table.columns[0]->prefix = prefix;
        table.columns[0]->namespace_uri = space;
        table.columns[0]->namespace_set = *space != '\0';
        expect_honest(document, std::string(mapping_name) + " column " + prefix + " of " + space);
      }
    }
  }
}

TEST(GeneratedLosses, AreNamedForAllNamespacesOfTablesAndSets) {
  for (const char* prefix : kPrefixes) {
    for (const char* space : kNamespaces) {
      const std::string what = std::string(prefix) + " of " + space;
      const auto give = [&](auto& to) {
        to.prefix = prefix;
        to.namespace_uri = space;
      };
      Document document;
      Table& table = document.make_table();
      table.name = "T";
      fill(table, plain_text(), MappingType::Element, "C");
      give(table);
      table.namespace_set = *space != '\0';
      expect_honest(document, "table " + what);
      Document of_set;
      model::TableSet& set = of_set.make_table_set();
      set.name = "S";
      set.tables.push_back(std::make_unique<Table>());
      set.tables[0]->name = "T";
      fill(*set.tables[0], plain_text(), MappingType::Element, "C");
      give(set);
      expect_honest(of_set, "set " + what);
    }
  }
}

TEST(GeneratedLosses, AreNamedForAllNamesOfTablesAndSets) {
  for (const char* name : kNames) {
    for (const auto& [mapping, mapping_name] : kMappings) {
      Document document;
      Table& table = document.make_table();
      table.name = name;
      fill(table, plain_text(), mapping, "C");
      expect_honest(document, std::string(mapping_name) + " column in table " + name);
      for (const char* set_name : {"", "S", "NewDataSet", "T", name}) {
        for (std::size_t tables = 0; tables <= 2; ++tables) {
          Document of_set;
          model::TableSet& set = of_set.make_table_set();
          set.name = set_name;
          for (std::size_t i = 0; i < tables; ++i) {
            set.tables.push_back(std::make_unique<Table>());
            set.tables[i]->name = i == 0 ? name : "Second";
            fill(*set.tables[i], plain_text(), mapping, "C");
          }
          expect_honest(of_set, std::string(mapping_name) + " column in set " + set_name + " of " +
                                    std::to_string(tables) + " tables, the first " + name);
        }
      }
    }
  }
}

// The first element in the root is that of a column, so that the root is a row.
TEST(GeneratedLosses, AreNamedWhereTheRootIsReadAsARow) {
  for (const char* column : {"Second", "Other"}) {
    Document document;
    model::TableSet& set = document.make_table_set();
    set.name = "First";
    for (const char* name : {"First", "Second"}) {
      set.tables.push_back(std::make_unique<Table>());
      set.tables.back()->name = name;
    }
    fill(*set.tables[1], plain_text(), MappingType::Element, "C");
    set.tables[0]->add_column(column, ValueKind::String);
    expect_honest(document, std::string("set with a table of its name and the column ") + column);
    const std::vector<Loss> losses = find_losses(document, *find_format("datatable-xml-data"));
    const bool is_row = std::ranges::any_of(losses, [](const Loss& loss) { return loss.path == "tables/First/rows"; });
    EXPECT_EQ(is_row, column == std::string("Second"));
  }
}

// In each format that holds tables: the classes of typed ones, and the DataSet around one that is written alone.
TEST(GeneratedLosses, AreNamedForClassesAndTheSetAround) {
  Document alone;
  Table& typed = alone.make_table();
  typed.name = "T";
  typed.class_name = "Acme.Orders";
  typed.class_assembly = "Acme";
  fill(typed, plain_text(), MappingType::Element, "C");
  expect_honest(alone, "typed table");

  Document of_set;
  model::TableSet& set = of_set.make_table_set();
  set.name = "S";
  set.namespace_uri = "urn:s";
  set.type_name = "Acme.Shop";
  set.assembly = "Acme";
  set.enforce_constraints = false;
  set.tables.push_back(std::make_unique<Table>());
  set.tables[0]->name = "T";
  set.tables[0]->class_name = "Acme.Orders";
  set.tables[0]->class_assembly = "Acme";
  fill(*set.tables[0], plain_text(), MappingType::Element, "C");
  expect_honest(of_set, "typed set");

  Options one;
  one.table = "T";
  for (const std::string_view name : {"datatable-xml", "datatable-xsd", "datatable-diffgram", "datatable-datacontract",
                                      "datatable-binary-xml", "lightweight"}) {
    std::vector<std::string> paths;
    for (const Loss& loss : find_losses(of_set, *find_format(name), one)) paths.push_back(loss.path);
    for (const char* path : {"DataSetName", "Namespace", "EnforceConstraints", "TypeName"}) {
      EXPECT_TRUE(std::ranges::find(paths, path) != paths.end()) << name << ": " << path;
    }
  }
}

}  // namespace
}  // namespace dotwire::test
