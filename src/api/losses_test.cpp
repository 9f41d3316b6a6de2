#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dotwire/convert.h"
#include "dotwire/format.h"

namespace dotwire {
namespace {

using model::ValueKind;

TEST(Losses, ATableOfASetLeavesOthersAndRelationsBehind) {
  Document document;
  model::TableSet& set = document.make_table_set();
  for (const char* name : {"Orders", "Lines"}) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = name;
    set.tables.back()->add_column("Id", ValueKind::Int32);
  }
  set.relations.emplace_back();
  set.relations.back().name = "Orders_Lines";
  Options options;
  options.table = "Orders";
  const std::vector<Loss> losses = find_losses(document, *find_format("csv"), options);
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0].path, "tables/Lines");
  EXPECT_EQ(losses[1].path, "relations/Orders_Lines");
}

std::vector<Loss> losses_of(const Document& document, const char* format) {
  return find_losses(document, *find_format(format), {});
}

// Exactly these, in any order.
void expect_losses(const Document& document, const char* format, std::vector<std::string> expected) {
  std::vector<std::string> found;
  for (const Loss& loss : losses_of(document, format)) found.push_back(loss.path + ": " + loss.what);
  std::ranges::sort(found);
  std::ranges::sort(expected);
  EXPECT_EQ(found, expected) << format;
}

Result<Document> from_json(std::string_view text) {
  return read_document({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, *find_format("json"));
}

// What is named as left out is left out, and nothing is refused then.
TEST(Losses, XmlNamesTheObjectsThatItLeavesOut) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "T";
  model::Column& column = table.add_column("O", ValueKind::Object);
  model::Graph& graph = table.graph();
  column.append_object(graph.make_object(graph.make_type("My.Class", "My.Library", {})));
  column.append_object(graph.make_text_scalar(ValueKind::BigInteger, "5"));
  table.added_plain_rows(2);
  for (const char* name : {"datatable-xml", "datatable-binary-xml", "datatable-datacontract"}) {
    expect_losses(document, name,
                  {"columns/O: 1 value is an object or array whose XML is not known, which is left out",
                   "columns/O: 1 value is of a type that .NET writes as xs:anyType, which it does not read again"});
    Buffer out;
    ASSERT_TRUE(write_document(document, *find_format(name), out).ok()) << name;
    const Result<Document> again = read_document(out);
    ASSERT_TRUE(again.ok()) << name;
    ASSERT_EQ(again->tables().size(), 1U);
    EXPECT_TRUE(again->tables()[0]->columns[0]->is_null(0)) << name;
    EXPECT_FALSE(again->tables()[0]->columns[0]->is_null(1)) << name;
  }
}

// Filling a table makes all rows Added, whatever it was filled from.
TEST(Losses, RowsThatAreAllAddedSayNothing) {
  const Result<Document> filled = from_json(R"json({"$table": "T", "columns": [{"name": "A", "type": "System.Int32"}],
      "rows": [{"$state": "added", "A": 1}, {"$state": "added", "A": 2}]})json");
  ASSERT_TRUE(filled.ok()) << filled.error().to_string();
  const Result<Document> mixed = from_json(R"json({"$table": "T", "columns": [{"name": "A", "type": "System.Int32"}],
      "rows": [{"$state": "added", "A": 1}, {"A": 2}]})json");
  ASSERT_TRUE(mixed.ok()) << mixed.error().to_string();
  for (const char* name : {"datatable-xml", "datatable-xml-data", "lightweight", "csv", "ndjson"}) {
    expect_losses(*filled, name, {});
    EXPECT_EQ(losses_of(*mixed, name).size(), 1U) << name;
  }
}

TEST(Losses, TextNamesTheSignOfADecimalZero) {
  const Result<Document> table = from_json(R"json({"$table": "T", "columns": [{"name": "M", "type": "System.Decimal"}],
      "rows": [{"M": "-0.0"}, {"M": "0.0"}]})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  for (const char* name : {"csv", "sql-sqlite", "sql-postgresql"}) {
    expect_losses(*table, name, {"columns/M: 1 value is a zero with a sign, which the text does not say"});
  }
}

TEST(Losses, XmlNamesValuesThatTheirTextDoesNotSay) {
  const Result<Document> table = from_json(R"json({"$table": "T", "columns": [
      {"name": "F", "type": "System.Single"}, {"name": "M", "type": "System.Decimal"},
      {"name": "D", "type": "System.DateTime"}, {"name": "S", "type": "System.String"},
      {"name": "Q", "type": "System.Data.SqlTypes.SqlDecimal"}], "rows": [
      {"F": "NaN(7fc00001)", "M": "-0.0", "D": "2010-08-17T00:00:00Z", "S": "a\uD800", "Q": "1.5 precision 10"},
      {"F": -0.0, "M": "-0.1", "D": "2010-08-17T00:00:00", "S": "a", "Q": "1.5"},
      {"F": "NaN", "M": "0.0", "D": null, "S": null, "Q": null}]
})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  for (const char* format : {"datatable-xml", "datatable-binary-xml", "datatable-datacontract"}) {
    std::vector<std::string> expected{
        "columns/F: 1 value is a NaN with bits of its own, which the text does not say",
        "columns/F: 1 value is a zero with a sign, which the text does not say",
        "columns/M: 1 value is a zero with a sign, which the text does not say",
        "columns/D: 1 value is a date of a kind that the column's DateTimeMode does not keep, which the text "
        "does not say",
        "columns/Q: 1 value is a SqlDecimal of other precision than its digits, which the text does not say"};
    const bool replaces = format == std::string_view("datatable-datacontract");
    expected.push_back(replaces ? "columns/S: 1 value is text with a lone surrogate, which the text does not say"
                                : "rows/[0]/S: text holds a lone surrogate, which XML has no form for");
    expect_losses(*table, format, expected);
  }
  expect_losses(*table, "json", {});
}

// P nests itself: 1 <- 2, and 3 is inside itself. N comes after the relation that is not nested.
TEST(Losses, XmlNamesWhatNestingChanges) {
  const Result<Document> set = from_json(R"json({"$dataSet": "D", "tables": [
      {"$table": "P", "columns": [{"name": "Id", "type": "System.Int32"}, {"name": "Up", "type": "System.Int32"},
        {"name": "H", "type": "System.Int32", "mapping": "hidden"}],
       "rows": [{"Id": 1, "Up": null, "H": null}, {"Id": 2, "Up": 1, "H": 5}, {"Id": 3, "Up": 3, "H": 6}]}],
      "relations": [
        {"name": "R", "parent": "P", "parentColumns": ["Id"], "child": "P", "childColumns": ["H"]},
        {"name": "N", "parent": "P", "parentColumns": ["Id"], "child": "P", "childColumns": ["Up"], "nested": true}]})json");
  ASSERT_TRUE(set.ok()) << set.error().to_string();
  const std::string relation = "relations/N: the relation comes before those that are not nested";
  const std::string inside = "tables/P/rows/[2]: a row that is inside itself is left out";
  expect_losses(*set, "datatable-xml",
                {relation, inside, "tables/P/rows: nested rows stand inside their parents, which is another order",
                 "tables/P/columns/H: 2 values are of a hidden column, which is left out"});
  expect_losses(*set, "datatable-datacontract", {relation, inside});
}

TEST(Losses, TablesOfOneNameCannotBeReadFromRemotingXml) {
  const Result<Document> set = from_json(R"json({"$dataSet": "D", "tables": [
      {"$table": "T", "namespace": "a", "columns": [{"name": "A", "type": "System.Int32"}], "rows": []},
      {"$table": "T", "namespace": "b", "columns": [{"name": "A", "type": "System.Int32"}], "rows": []}]})json");
  ASSERT_TRUE(set.ok()) << set.error().to_string();
  EXPECT_EQ(losses_of(*set, "datatable-binary-xml").size(), 1U);
  EXPECT_TRUE(losses_of(*set, "datatable-xml").empty());
}

// Rows behind the sample that is tried.
TEST(Losses, XmlNamesWhatItRefusesAnywhere) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "T";
  model::Column& texts = table.add_column("S", ValueKind::String);
  model::Column& chars = table.add_column("C", ValueKind::Char);
  model::Column& objects = table.add_column("O", ValueKind::Object);
  for (std::int32_t i = 0; i < 100; ++i) {
    texts.append_text(i == 50 ? "\xED\xA0\x80" : i == 60 ? "\x01" : "a");
    chars.append(i == 70 ? u'\xD800' : u'c');
    objects.append_object(table.graph().make_string(i >= 80 ? "\xED\xB0\x80" : "o"));
  }
  table.added_plain_rows(100);
  const std::string lone = ": text holds a lone surrogate, which XML has no form for";
  const std::vector<std::string> expected{"rows/[50]/S" + lone, "rows/[70]/C" + lone,
                                          "rows/[80]/O" + lone + " (20 values)"};
  for (const char* format : {"datatable-xml", "datatable-diffgram", "datatable-binary-xml"}) {
    expect_losses(document, format, expected);
  }
  Options strict;
  strict.xml_chars = XmlChars::Error;
  const std::vector<Loss> losses = find_losses(document, *find_format("datatable-xml"), strict);
  ASSERT_EQ(losses.size(), 3U);
  EXPECT_EQ(losses[0].path + ": " + losses[0].what,
            "rows/[50]/S: text holds a character that XML has no place for (2 values)");
}

TEST(Losses, XmlNamesNullsThatAreReadAsSomethingElse) {
  const Result<Document> table = from_json(R"json({"$table": "T", "columns": [
      {"name": "N", "type": "System.Int32", "autoIncrement": {}},
      {"name": "H", "type": "System.Int32", "mapping": "hidden", "default": 7},
      {"name": "D", "type": "System.Int32", "default": 7}],
      "rows": [{"N": 1, "H": null, "D": null}, {"N": null, "H": null, "D": null}]})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  expect_losses(*table, "datatable-xml",
                {"rows/[1]/Current/N: null is read as the next number of the column, which has AutoIncrement",
                 "rows/[0]/Current/H: null is read as the column's default value (2 values)"});
  expect_losses(*table, "datatable-datacontract", {});
}

// New York's clock went from 02:00 to 03:00.
TEST(Losses, XmlNamesDatesThatNoClockShows) {
  const Result<Document> table = from_json(R"json({"$table": "T", "columns": [
      {"name": "L", "type": "System.DateTime", "dateTimeMode": "local"}, {"name": "U", "type": "System.DateTime"},
      {"name": "N", "type": "System.DateTime", "dateTimeMode": "unspecified"}],
      "rows": [{"L": "2010-03-14T02:30:00 local", "U": "2010-03-14T02:30:00", "N": "2010-03-14T02:30:00"},
               {"L": "2010-03-14T03:30:00 local", "U": "2010-03-14T02:45:00", "N": "2010-03-14T01:30:00"}]})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  Options options;
  options.zone = "EST5EDT,M3.2.0,M11.1.0";
  for (const char* format : {"datatable-xml", "datatable-datacontract", "datatable-binary-xml"}) {
    const std::vector<Loss> losses = find_losses(*table, *find_format(format), options);
    ASSERT_EQ(losses.size(), 2U) << format;
    EXPECT_EQ(losses[0].path + ": " + losses[0].what,
              "columns/L: 1 value is a date that the zone's clock does not give again");
    EXPECT_EQ(losses[1].path + ": " + losses[1].what,
              "columns/U: 2 values are dates that the zone's clock does not give again");
  }
  expect_losses(*table, "datatable-xml", {});  // UTC
}

// What no list of a format knows of: a sample is written and read again.
TEST(Losses, NameWhatIsNotReadAgain) {
  const auto first_loss = [](std::string_view json, const char* format) {
    const Result<Document> document = from_json(json);
    if (!document.ok()) return document.error().to_string();
    const std::vector<Loss> losses = losses_of(*document, format);
    return losses.empty() ? std::string() : losses[0].path + ": " + losses[0].what;
  };
  constexpr const char* kNoKey = R"json({"$table": "T", "columns": [
      {"name": "C", "type": "System.Int32", "extendedProperties": {"": ""}}], "rows": []})json";
  EXPECT_THAT(first_loss(kNoKey, "datatable-xml"),
              testing::StartsWith(": what is written is not read again: malformed"));
  EXPECT_EQ(first_loss(kNoKey, "datatable-binary"), "");
  constexpr const char* kClaimed = R"json({"$table": "T", "columns": [
      {"name": "D", "type": "System.Object", "namespace": "urn:a", "prefix": "xs"}],
      "rows": [{"D": {"$type": "System.Int32", "$value": 5}}]})json";
  EXPECT_THAT(first_loss(kClaimed, "datatable-xml"), testing::StartsWith(": what is written is not read again"));
  // A schema has a key for it, or no place.
  const auto of_column = [](std::string_view settings) {
    return R"json({"$table": "T", "columns": [{"name": "B", "type": "System.Double", )json" + std::string(settings) +
           R"json(}], "rows": []})json";
  };
  const std::string other = ": is something else when it is read again";
  EXPECT_EQ(first_loss(of_column(R"("unique": true)"), "datatable-xml"), "columns/B/Unique" + other);
  EXPECT_EQ(first_loss(of_column(R"("maxLength": 5)"), "datatable-xml"), "columns/B/MaxLength" + other);
  constexpr const char* kUnnamed = R"json({"$table": "T", "columns": [{"name": "B", "type": "System.Int32"}],
      "keys": [{"columns": ["B"]}], "rows": []})json";
  EXPECT_THAT(first_loss(kUnnamed, "datatable-xml"), testing::HasSubstr("a constraint without a name"));
  // An element of a simple type, which .NET takes for no table.
  constexpr const char* kRepeatable = R"json({"$table": "T", "repeatable": true,
      "columns": [{"name": "D", "type": "System.Int32"}], "rows": []})json";
  EXPECT_EQ(first_loss(kRepeatable, "datatable-xml"), "tables" + other);
  constexpr const char* kHidden = R"json({"$dataSet": "S", "tables": [
      {"$table": "P", "columns": [{"name": "P_Id", "type": "System.Int32", "mapping": "hidden"}],
       "keys": [{"name": "C1", "columns": ["P_Id"]}], "rows": []},
      {"$table": "T", "columns": [{"name": "D", "type": "System.Int32"},
                                  {"name": "P_Id", "type": "System.Int32", "mapping": "hidden"}], "rows": []}],
      "relations": [{"name": "R", "parent": "P", "parentColumns": ["P_Id"], "child": "T", "childColumns": ["P_Id"],
                     "nested": true}]})json";
  EXPECT_THAT(first_loss(kHidden, "datatable-xml"), testing::HasSubstr("relation R is over no columns"));
}

TEST(Losses, NameTheCellWhoseNextNumberDoesNotFit) {
  const Result<Document> table = from_json(R"json({"$table": "T", "columns": [
      {"name": "A", "type": "System.Int32", "autoIncrement": {"seed": "9223372036854775807"}}],
      "rows": [{"A": null}]})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  const std::vector<Loss> losses = losses_of(*table, "datatable-xml");
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[1].what, "what is written is not read again: out of range (rows/[0]/A): number out of range");
}

// Not the writer's but the reader's: what the schema says of other tables has no place beside one table's rows.
TEST(Losses, LightweightSaysWhatItLeavesOut) {
  const Result<Document> set = from_json(R"json({"$dataSet": "S", "tables": [
      {"$table": "Q", "columns": [{"name": "PId", "type": "System.Int32"}],
       "foreignKeys": [{"name": "F", "parent": "P", "parentColumns": ["Id"], "columns": ["PId"], "acceptReject": "none",
                        "update": "cascade", "delete": "cascade"}], "rows": [{"PId": 1}]},
      {"$table": "P", "columns": [{"name": "Id", "type": "System.Int32"}],
       "keys": [{"name": "K", "columns": ["Id"]}], "rows": [{"Id": 1}]}],
      "relations": [{"name": "R", "parent": "P", "parentColumns": ["Id"], "child": "Q", "childColumns": ["PId"]}]})json");
  ASSERT_TRUE(set.ok()) << set.error().to_string();
  Buffer schema;
  ASSERT_TRUE(write_document(*set, *find_format("datatable-xsd"), schema).ok());
  const Result<Document> table = from_json(R"json({"$table": "Q", "columns": [{"name": "PId", "type": "System.Int32"}],
      "rows": [{"PId": 1}]})json");
  const Setting in_parts[] = {{"packing", "parts"}};
  Options parts;
  parts.settings = in_parts;
  Buffer payload;
  ASSERT_TRUE(write_document(*table, *find_format("lightweight"), payload, parts).ok());
  const std::size_t rows = payload.text().find("<?xml");
  ASSERT_NE(rows, std::string::npos);
  EXPECT_EQ(read_document(payload)->note, "");
  Options other;
  other.schema = schema;
  const Result<Document> read = read_document(payload.bytes().first(rows), *find_format("lightweight"), other);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(read->table().name, "Q");
  EXPECT_TRUE(read->table().foreign_keys.empty());
  EXPECT_EQ(read->note,
            "left out of the schema, since the rows are of one table: 1 other table, 1 foreign key, 1 relation");
}

TEST(Losses, NameWhatIsRefused) {
  Document empty;
  empty.make_table_set();
  for (const Format& format : builtin_formats()) {
    if (format.write == nullptr) continue;
    Buffer out;
    const Status written = write_document(empty, format, out);
    EXPECT_EQ(written.ok() || !find_losses(empty, format).empty(), true) << format.name;
  }
  Document broken;
  model::Table& table = broken.make_table();
  table.name = "T";
  table.add_column("A", ValueKind::Int32);
  table.unique_constraints.push_back({"K", {7}, false, {}});
  expect_losses(broken, "csv", {"tables/T/constraints/K: a key leads to a column that is not there"});
}

TEST(Losses, PayloadsCannotHoldLoneSurrogates) {
  const Result<Document> graph = from_json(R"json({"$graph": 1, "classes": {}, "root":
      {"$array": "Object", "$items": ["fine", {"$array": "String", "$items": [null, "\uD800", "\uDC00"]}]}})json");
  ASSERT_TRUE(graph.ok()) << graph.error().to_string();
  for (const char* format : {"binaryformatter", "binaryformatter-quicklz"}) {
    expect_losses(*graph, format, {"root/[1]/[1]: lone surrogates become U+FFFD (2 texts)"});
  }
  EXPECT_TRUE(losses_of(*graph, "json").empty());
}

TEST(Losses, TablesOfUtf8CannotHoldLoneSurrogates) {
  const Result<Document> table = from_json(R"json({"$table": "T\uD800", "columns": [
      {"name": "A\uD800", "type": "System.Int32"}, {"name": "S", "type": "System.String", "caption": "\uDC00s"},
      {"name": "O", "type": "System.Object"}, {"name": "M", "type": "System.Decimal"}],
      "rows": [{"A\uD800": 1, "S": "a\uD800", "O": "\uDC00b", "M": "1.5"}],
      "errors": [{"$row": 0, "$text": "E\uD800"}]})json");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  const auto paths_of = [&](const char* format) {
    std::vector<std::string> paths;
    for (const Loss& loss : losses_of(*table, format)) {
      if (loss.what.find("surrogate") != std::string::npos) paths.push_back(loss.path);
    }
    std::ranges::sort(paths);
    return paths;
  };
  const std::string name = "columns/A\xED\xA0\x80/ColumnName";
  const std::vector<std::string> all{name,       "columns/O", "columns/S", "columns/S/Caption", "rows/[0]/RowError",
                                     "TableName"};
  const auto is_same = [](std::vector<std::string> found, std::vector<std::string> expected) {
    std::ranges::sort(expected);
    EXPECT_EQ(found, expected);
  };
  is_same(paths_of("datatable-binary"), all);
  is_same(paths_of("fast-serializer"), all);
  is_same(paths_of("drew"), {name, "columns/O", "columns/S", "TableName"});
  // The schema's text escapes those of names.
  is_same(paths_of("lightweight"), {"columns/O", "columns/S"});
  is_same(paths_of("protobuf-net-data"), {name, "rows/[0]/Current/S"});
  EXPECT_TRUE(losses_of(*table, "json").empty());
}

// object[20000], each a reference to one long string.
TEST(GraphJson, StopsWhereTheTextGrowsBeyondTheLimit) {
  Document document;
  model::Graph& graph = document.make_graph();
  model::ArrayNode* array = graph.make_array({}, 20'000);
  const model::Node* text = graph.make_string(std::string(1000, 'a'));
  for (std::size_t i = 0; i < 20'000; ++i) array->slots[i] = model::Slot::reference(text);
  graph.set_root(array);
  Options options;
  options.limits.expansion = 1 << 16;
  Buffer out;
  const Status status = write_document(document, *find_format("json"), out, options);
  // Each reference writes the string again.
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
  EXPECT_LT(out.size(), (1U << 16) + 8192U);
}

// DataSets tell tables of one name by their namespaces; --table takes the first.
TEST(Losses, NameTheOtherTableOfTheName) {
  Document document;
  model::TableSet& set = document.make_table_set();
  for (const char* space : {"urn:a", "urn:b"}) {
    model::Table& table = *set.tables.emplace_back(std::make_unique<model::Table>());
    table.name = "Item";
    table.namespace_uri = space;
    table.add_column("A", model::ValueKind::Int32);
  }
  Options options;
  options.table = "Item";
  const std::vector<Loss> losses = find_losses(document, *find_format("ndjson"), options);
  const auto named = std::ranges::count_if(
      losses, [](const Loss& loss) { return loss.path == "tables/Item" && loss.what == "one table alone is written"; });
  EXPECT_EQ(named, 1);
}

}  // namespace
}  // namespace dotwire
