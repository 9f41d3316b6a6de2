// The documents are written as JSON (docs/json.md), which has a place for all that the models hold but a few things,
// which are set behind it.
#include "api/loss_probes.h"

#include <array>
#include <string>
#include <string_view>

#include "base/check.h"
#include "dotwire/convert.h"

namespace dotwire {
namespace {

using Text = std::string_view;

constexpr Text kColumns = R"({"name":"Id","type":"System.Int32"},{"name":"Text","type":"System.String"})";
constexpr Text kRows = R"({"Id":1,"Text":"a"},{"Id":2,"Text":null})";

// Facets in front of the columns.
constexpr std::array<Text, 17> kTableFacets = {
    R"("namespace":"urn:t")",
    R"("namespace":"")",
    R"("namespace":"urn:t","prefix":"p")",
    R"("caseSensitive":true)",
    R"("caseSensitive":false)",
    R"("caseSensitiveInherited":true)",
    R"("locale":"de-DE")",
    R"("locale":"")",
    R"("localeId":1034)",
    R"("minimumCapacity":100)",
    R"("displayExpression":"Text")",
    R"("type":"OrderType")",
    R"("class":"Acme.Orders","assembly":"Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null")",
    R"("nested":false)",
    R"("minOccurs":"0","maxOccurs":"18446744073709551615","repeatable":true)",
    R"("extendedProperties":{"Key":"Value"})",
    R"("extendedProperties":{"Key":{"$type":"System.Int32","$value":5}})",
};

struct ColumnFacet {
  Text type;
  Text facet;
  Text value;  // of the first row
};

constexpr std::array kColumnFacets = {
    ColumnFacet{"System.String", R"("caption":"Label")", R"("a")"},
    ColumnFacet{"System.String", R"("caption":"C")", R"("a")"},
    ColumnFacet{"System.String", R"("namespace":"urn:c")", R"("a")"},
    ColumnFacet{"System.String", R"("namespace":"")", R"("a")"},
    ColumnFacet{"System.String", R"("namespace":"urn:c","prefix":"c")", R"("a")"},
    ColumnFacet{"System.String", R"("mapping":"attribute")", R"("a")"},
    ColumnFacet{"System.String", R"("mapping":"hidden")", R"("a")"},
    ColumnFacet{"System.String", R"("mapping":"hidden")", "null"},
    ColumnFacet{"System.Object", R"("mapping":"attribute")", R"({"$type":"System.Int32","$value":5})"},
    ColumnFacet{"System.DateTime", R"("dateTimeMode":"local")", R"("2010-08-17T14:30:15 local")"},
    ColumnFacet{"System.DateTime", R"("dateTimeMode":"unspecified")", R"("2010-08-17T14:30:15")"},
    ColumnFacet{"System.DateTime", R"("dateTimeMode":"utc")", R"("2010-08-17T14:30:15Z")"},
    ColumnFacet{"System.String", R"("allowDBNull":false)", R"("a")"},
    ColumnFacet{"System.String", R"("readOnly":true)", R"("a")"},
    ColumnFacet{"System.Int32", R"("autoIncrement":{})", "7"},
    ColumnFacet{"System.Int32", R"("autoIncrement":{"seed":5,"step":2,"next":"9"})", "7"},
    ColumnFacet{"System.Int32", R"("autoIncrement":{"next":"500"})", "7"},
    ColumnFacet{"System.Int32", R"("autoIncrement":{"seed":5,"step":-2})", "5"},
    ColumnFacet{"System.Int32", R"("autoIncrement":{"on":false,"seed":5,"step":2})", "7"},
    ColumnFacet{"System.Decimal", R"("autoIncrement":{})", R"("7")"},
    ColumnFacet{"System.String", R"("maxLength":10)", R"("a")"},
    ColumnFacet{"System.String", R"("maxLength":100000)", R"("a")"},
    ColumnFacet{"System.String", R"("readOnly":true,"expression":"'a' + 'b'")", R"("ab")"},
    ColumnFacet{"System.Int32", R"j("readOnly":true,"expression":"Count(Child.Id)")j", "1"},
    ColumnFacet{"System.String", R"("xmlDataType":"token")", R"("a")"},
    ColumnFacet{"System.String", R"("simpleTypeName":"Code","simpleTypes":[{"name":"Code","base":"string"}])",
                R"("a")"},
    ColumnFacet{"System.String", R"("simpleTypes":[{"base":"string","length":1}])", R"("a")"},
    ColumnFacet{"System.String", R"("default":"d")", R"("a")"},
    ColumnFacet{"System.String", R"("default":"d\uD800")", R"("a")"},
    ColumnFacet{"System.Decimal", R"("default":"1.50")", R"("2.50")"},
    ColumnFacet{"System.Double", R"("default":-0.0)", "1.5"},
    ColumnFacet{"System.Double", R"("default":"NaN")", "1.5"},
    ColumnFacet{"System.DateTime", R"("default":"2010-08-17T14:30:15Z")", R"("2010-08-17T14:30:15")"},
    ColumnFacet{"System.Guid", R"("default":"a14a2f9c-bb38-4f5f-a7ab-6f3cc3e7a2a1")", "null"},
    ColumnFacet{"System.Byte[]", R"("default":"AQI=")", "null"},
    ColumnFacet{"System.Object", R"("default":"d")", R"("a")"},
    ColumnFacet{"System.Object", R"("default":{"$type":"System.Int32","$value":5})", R"("a")"},
    ColumnFacet{"System.String", R"("extendedProperties":{"Key":"Value"})", R"("a")"},
    ColumnFacet{"System.String", R"("extendedProperties":{"Key":{"$type":"System.Int32","$value":5}})", R"("a")"},
};

struct Cell {
  Text type;
  Text value;
};

// Every kind as it usually is, then what is special of it.
constexpr std::array kCells = {
    Cell{"System.Boolean", "true"},
    Cell{"System.Byte", "200"},
    Cell{"System.SByte", "-100"},
    Cell{"System.Int16", "-300"},
    Cell{"System.UInt16", "60000"},
    Cell{"System.Int32", "7"},
    Cell{"System.UInt32", "4000000000"},
    Cell{"System.Int64", R"("9223372036854775807")"},
    Cell{"System.UInt64", R"("18446744073709551615")"},
    Cell{"System.Single", "1.5"},
    Cell{"System.Single", "-0.0"},
    Cell{"System.Single", R"("NaN")"},
    Cell{"System.Single", R"j("NaN(7fc00001)")j"},
    Cell{"System.Single", R"("-Infinity")"},
    Cell{"System.Double", "1.5"},
    Cell{"System.Double", "-0.0"},
    Cell{"System.Double", R"("NaN")"},
    Cell{"System.Double", R"j("NaN(7ff8000000000001)")j"},
    Cell{"System.Double", R"("-Infinity")"},
    Cell{"System.Decimal", R"("1.5")"},
    Cell{"System.Decimal", R"("1.00")"},
    Cell{"System.Decimal", R"("0.00")"},
    Cell{"System.Decimal", R"("7.00")"},
    Cell{"System.Decimal", R"("-0.0")"},
    Cell{"System.Decimal", R"("-0")"},
    Cell{"System.Char", R"("x")"},
    Cell{"System.Char", R"("\u0000")"},
    Cell{"System.Char", R"("\uD800")"},
    Cell{"System.Char", R"("\uFFFE")"},
    Cell{"System.String", R"("")"},
    Cell{"System.String", R"("a\u0000b")"},
    Cell{"System.String", R"("a\u0001b")"},
    Cell{"System.String", R"("a\r\nb")"},
    Cell{"System.String", R"("a\uFFFE")"},
    Cell{"System.String", R"("a\uD800")"},
    Cell{"System.DateTime", R"("2010-08-17T14:30:15")"},
    Cell{"System.DateTime", R"("2010-08-17T14:30:15.1234567")"},
    Cell{"System.DateTime", R"("2010-08-17T14:30:15Z")"},
    Cell{"System.DateTime", R"("2010-08-17T14:30:15 local")"},
    Cell{"System.DateTime", R"j("2010-10-31T02:30:00 local (second pass)")j"},
    Cell{"System.DateTime", R"("0001-01-01T00:00:00Z")"},
    Cell{"System.DateTime", R"("9999-12-31T23:59:59.9999999")"},
    Cell{"System.DateTimeOffset", R"("2010-08-17T14:30:15+00:00")"},
    Cell{"System.DateTimeOffset", R"("2010-08-17T14:30:15.1234567+02:00")"},
    Cell{"System.TimeSpan", R"("1.02:03:04")"},
    Cell{"System.TimeSpan", R"("-00:00:00.1234567")"},
    Cell{"System.Guid", R"("a14a2f9c-bb38-4f5f-a7ab-6f3cc3e7a2a1")"},
    Cell{"System.Byte[]", R"("AQI=")"},
    Cell{"System.Byte[]", R"("")"},
    Cell{"System.Char[]", R"("ab")"},
    Cell{"System.Char[]", R"("")"},
    Cell{"System.Char[]", R"("a\uD800")"},
    Cell{"System.Uri", R"("http://example.org/a%20b")"},
    Cell{"System.Uri", R"("HTTP://EXAMPLE.org")"},
    Cell{"System.Version", R"("1.2.3.4")"},
    Cell{"System.Numerics.BigInteger", R"("123456789012345678901234567890")"},
    Cell{"System.Type", R"("System.Int32")"},
    Cell{"System.Type", "null"},
    Cell{"System.Data.SqlTypes.SqlBinary", R"("AQI=")"},
    Cell{"System.Data.SqlTypes.SqlBoolean", "true"},
    Cell{"System.Data.SqlTypes.SqlByte", "200"},
    Cell{"System.Data.SqlTypes.SqlBytes", R"("AQI=")"},
    Cell{"System.Data.SqlTypes.SqlChars", R"("ab")"},
    Cell{"System.Data.SqlTypes.SqlDateTime", R"("2010-08-17T14:30:15")"},
    Cell{"System.Data.SqlTypes.SqlDecimal", R"("1.5")"},
    Cell{"System.Data.SqlTypes.SqlDecimal", R"("1.5 precision 10")"},
    Cell{"System.Data.SqlTypes.SqlDouble", "1.5"},
    Cell{"System.Data.SqlTypes.SqlDouble", "-0.0"},
    Cell{"System.Data.SqlTypes.SqlGuid", R"("a14a2f9c-bb38-4f5f-a7ab-6f3cc3e7a2a1")"},
    Cell{"System.Data.SqlTypes.SqlInt16", "-300"},
    Cell{"System.Data.SqlTypes.SqlInt32", "7"},
    Cell{"System.Data.SqlTypes.SqlInt64", R"("9223372036854775807")"},
    Cell{"System.Data.SqlTypes.SqlMoney", R"("1.2345")"},
    Cell{"System.Data.SqlTypes.SqlSingle", "1.5"},
    Cell{"System.Data.SqlTypes.SqlSingle", "-0.0"},
    Cell{"System.Data.SqlTypes.SqlString", R"("a")"},
    Cell{"System.Data.SqlTypes.SqlString", R"("a\uD800")"},
    Cell{"System.Data.SqlTypes.SqlXml", R"("<a />")"},
    Cell{"System.Data.SqlTypes.SqlXml", "null"},
    Cell{"System.Object", R"("a")"},
    Cell{"System.Object", R"("a\uD800")"},
    Cell{"System.Object", R"({"$type":"System.Int32","$value":5})"},
    Cell{"System.Object", R"({"$type":"System.Char","$value":"\uD800"})"},
    Cell{"System.Object", R"({"$type":"System.Decimal","$value":"0.00"})"},
    Cell{"System.Object", R"({"$type":"System.Double","$value":-0.0})"},
    Cell{"System.Object", R"({"$type":"System.DateTime","$value":"2010-08-17T14:30:15Z"})"},
    Cell{"System.Object", R"({"$type":"System.Type","$value":"System.Int32"})"},
};

// From "columns" on to the end.
constexpr std::array<Text, 28> kTables = {
    // Keys.
    R"("columns":[{"name":"Id","type":"System.Int32","allowDBNull":false,"unique":true}],"keys":[{"name":"Constraint1",
       "primary":true,"columns":["Id"]}],"rows":[{"Id":1}])",
    R"("columns":[{"name":"Id","type":"System.Int32","unique":true}],"keys":[{"name":"Constraint1","columns":["Id"]}],
       "rows":[{"Id":1}])",
    R"("columns":[{"name":"A","type":"System.Int32"},{"name":"B","type":"System.Int32"}],"keys":[{"name":"Both",
       "columns":["A","B"]}],"rows":[{"A":1,"B":2}])",
    R"("columns":[{"name":"A","type":"System.Int32"},{"name":"B","type":"System.Int32"}],"keys":[{"name":"Both",
       "columns":["A","B"],"extendedProperties":{"Key":"Value"}}],"rows":[{"A":1,"B":2}])",
    R"("columns":[{"name":"Bytes","type":"System.Byte[]","unique":true}],"keys":[{"name":"Constraint1","columns":["Bytes"]
       }],"rows":[{"Bytes":"AQI="}])",
    R"("columns":[{"name":"Id","type":"System.Int32","unique":true},{"name":"Up","type":"System.Int32"}],"keys":[{"name":
       "Constraint1","columns":["Id"]}],"foreignKeys":[{"name":"Up","parentColumns":["Id"],"columns":["Up"],
       "acceptReject":"none","update":"cascade","delete":"cascade"}],"rows":[{"Id":1,"Up":null}])",
    R"("columns":[{"name":"Id","type":"System.Int32","unique":true},{"name":"Up","type":"System.Int32"}],"keys":[{"name":
       "Constraint1","columns":["Id"]}],"foreignKeys":[{"name":"Up","parentColumns":["Id"],"columns":["Up"],
       "acceptReject":"cascade","update":"setNull","delete":"none","extendedProperties":{"Key":"Value"}}],
       "constraintOrder":["foreignKey","key"],"rows":[{"Id":1,"Up":null}])",
    R"("columns":[{"name":"Id","type":"System.Int32"},{"name":"Up","type":"System.Int32"}],"foreignKeys":[{"name":"Up",
       "parentColumns":["Id"],"columns":["Up"],"acceptReject":"none","update":"none","delete":"none"}],
       "rows":[{"Id":1,"Up":null}])",
    // Rows.
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1},{"$state":"added","Id":2}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"$state":"modified","Id":2,"$original":{"Id":1}}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1},{"$state":"deleted","Id":2}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1,"$proposed":{"Id":2}}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"$state":"added","Id":1,"$proposed":{"Id":2}}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1}],"errors":[{"$row":0,"$text":"bad"}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1}],"errors":[{"$row":0,"Id":"bad"}])",
    R"("rowIds":[7,9],"columns":[{"name":"Id","type":"System.Int32"}],"rows":[{"Id":1},{"Id":2}])",
    R"("columns":[{"name":"Id","type":"System.Int32"}],"rows":[])",
    R"("columns":[],"rows":[])",
    R"("columns":[],"rows":[{},{}])",
    R"("columns":[{"name":"Id","type":"System.Int32","allowDBNull":false}],"rows":[{"Id":null}])",
    // Columns beside one another.
    R"("columns":[{"name":"Item","type":"System.Int32"},{"name":"item","type":"System.Int32"}],
       "rows":[{"Item":1,"item":2}])",
    R"("columns":[{"name":"A b/\"c","type":"System.Int32"}],"rows":[{"A b/\"c":1}])",
    R"("columns":[{"name":"Id","type":"System.Int32"},{"name":"C","type":"System.String","mapping":"simpleContent"}],
       "rows":[{"Id":1,"C":"a"}])",
    R"("columns":[{"name":"A","type":"System.Decimal"},{"name":"B","type":"System.Decimal"}],
       "rows":[{"A":"2.5","B":"2.50"}])",
    R"("columns":[{"name":"A","type":"System.DateTime"},{"name":"B","type":"System.DateTime"}],
       "rows":[{"A":"2010-08-17T14:30:15","B":"2010-08-17T14:30:15Z"}])",
    R"("columns":[{"name":"A","type":"System.Decimal"}],"rows":[{"A":"1.5"},{"A":"1.25"}])",
    R"("columns":[{"name":"A","type":"System.Decimal"}],"rows":[{"A":"79228162514264337593543950335"},
       {"A":"0.0000000000000000000000000001"}])",
    R"("columns":[{"name":"A","type":"System.Int32","readOnly":true,"expression":"1"},{"name":"B","type":"System.Int32"}],
       "rows":[{"A":1,"B":2}])",
};

// Names of tables.
constexpr std::array<Text, 4> kNames = {"", "sqlite_x", "A b/c", "DocumentElement"};

// Facets of a set of one table.
constexpr std::array<Text, 14> kSetFacets = {
    R"("namespace":"urn:s")",
    R"("namespace":"urn:s","prefix":"s")",
    R"("caseSensitive":true)",
    R"("locale":"de-DE")",
    R"("locale":"")",
    R"("localeId":1034)",
    R"("enforceConstraints":false)",
    R"("excludeSchema":true)",
    R"("type":"Acme.Shop")",
    R"("type":"Acme.Shop","assembly":"Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null")",
    R"("extendedProperties":{"Key":"Value"})",
    R"("extendedProperties":{"Key":{"$type":"System.Int32","$value":5}})",
    R"("namespace":"urn:s","locale":"fr-FR")",
    R"("caseSensitive":true,"locale":"fr-FR")",
};

constexpr Text kParent = R"({"$table":"P","columns":[{"name":"Id","type":"System.Int32","unique":true}],
    "keys":[{"name":"Constraint1","columns":["Id"]}],"rows":[{"Id":1},{"Id":2}]})";
constexpr Text kChild = R"({"$table":"Q","columns":[{"name":"PId","type":"System.Int32"},{"name":"Text",
    "type":"System.String"}],"rows":[{"PId":2,"Text":"a"},{"PId":1,"Text":"b"}]})";
constexpr Text kBound = R"({"$table":"Q","columns":[{"name":"PId","type":"System.Int32"}],"foreignKeys":[{"name":"FK",
    "parent":"P","parentColumns":["Id"],"columns":["PId"],"acceptReject":"none","update":"cascade","delete":"setNull"}],
    "rows":[{"PId":2},{"PId":1}]})";
constexpr Text kRelation = R"({"name":"R","parent":"P","parentColumns":["Id"],"child":"Q","childColumns":["PId"])";
constexpr Text kKeyed = R"({"$table":"Q","columns":[{"name":"PId","type":"System.Int32","unique":true}],
    "keys":[{"name":"Constraint1","columns":["PId"]}],"rows":[{"PId":2},{"PId":1}]})";
constexpr Text kSelf = R"({"$table":"P","columns":[{"name":"Id","type":"System.Int32"},{"name":"Up",
    "type":"System.Int32"}],"rows":[{"Id":1,"Up":2},{"Id":2,"Up":1},{"Id":3,"Up":null}]})";

std::string joined(std::initializer_list<Text> parts) {
  std::string text;
  for (const Text part : parts) text += part;
  return text;
}

std::string table_named(Text name, Text facets, Text columns, Text rows) {
  return joined({R"({"$table":")", name, "\"", facets.empty() ? "" : ",", facets, ",\"columns\":[", columns,
                 "],\"rows\":[", rows, "]}"});
}

std::string with_column(Text type, Text facet, Text value) {
  const std::string column = joined({R"({"name":"Id","type":"System.Int32"},{"name":"C","type":")", type, "\"",
                                     facet.empty() ? "" : ",", facet, "}"});
  return table_named("T", "", column, joined({R"({"Id":1,"C":)", value, "},{\"Id\":2,\"C\":", value, "}"}));
}

std::string set_of(Text facets, Text tables, Text relations = {}) {
  return joined({R"({"$dataSet":"NewDataSet")", facets.empty() ? "" : ",", facets, ",\"tables\":[", tables, "]",
                 relations.empty() ? "" : ",\"relations\":[", relations, relations.empty() ? "" : "]", "}"});
}

std::vector<std::string> table_texts() {
  std::vector<std::string> texts = {table_named("T", "", kColumns, kRows)};
  for (const Text facets : kTableFacets) texts.push_back(table_named("T", facets, kColumns, kRows));
  for (const ColumnFacet& facet : kColumnFacets) texts.push_back(with_column(facet.type, facet.facet, facet.value));
  for (const Cell& cell : kCells) texts.push_back(with_column(cell.type, "", cell.value));
  for (const Text table : kTables) texts.push_back(joined({R"({"$table":"T",)", table, "}"}));
  for (const Text name : kNames) texts.push_back(table_named(name, "", kColumns, kRows));
  // Of a set around it.
  texts.push_back(table_named("T", R"("localeInherited":"fr-FR")", kColumns, kRows));
  return texts;
}

std::vector<std::string> set_texts() {
  std::vector<std::string> texts;
  for (const std::string& table : table_texts()) texts.push_back(set_of("", table));
  const std::string table = table_named("T", "", kColumns, kRows);
  texts.push_back(set_of("", table_named("T", R"("recordedCaseSensitive":true)", kColumns, kRows)));
  texts.push_back(joined({R"({"$dataSet":"Shop","tables":[)", table, "]}"}));
  for (const Text facets : kSetFacets) texts.push_back(set_of(facets, table));
  texts.push_back(set_of("", ""));
  const std::string two = joined({kParent, ",", kChild});
  const std::string bound = joined({kParent, ",", kBound});
  texts.push_back(set_of("", two));
  texts.push_back(set_of("", joined({kParent, ",", R"({"$table":"p","columns":[],"rows":[]})"})));
  texts.push_back(set_of("", joined({kParent, ",", kParent})));
  texts.push_back(set_of("", joined({table_named("T", "", kColumns, kRows), ",",
                                     table_named("T", R"("namespace":"urn:t")", kColumns, kRows)})));
  texts.push_back(set_of("", bound));
  texts.push_back(set_of(R"("enforceConstraints":false)", bound));
  texts.push_back(set_of("", bound, joined({kRelation, "}"})));
  texts.push_back(set_of("", two, joined({kRelation, "}"})));
  texts.push_back(set_of("", two, joined({kRelation, R"(,"extendedProperties":{"Key":"Value"}})"})));
  texts.push_back(
      set_of("", two, joined({kRelation, R"(,"extendedProperties":{"Key":{"$type":"System.Int32","$value":5}}})"})));
  texts.push_back(set_of("", two, joined({kRelation, R"(,"nested":true})"})));
  constexpr Text kOther = R"({"name":"S","parent":"Q","parentColumns":["PId"],"child":"P","childColumns":["Id"]},)";
  texts.push_back(set_of("", two, joined({kOther, kRelation, R"(,"nested":true})"})));
  constexpr Text kUp = R"({"name":"R","parent":"P","parentColumns":["Id"],"child":"P","childColumns":["Up"],
      "nested":true})";
  texts.push_back(set_of("", kSelf, kUp));
  constexpr Text kTurned = R"({"$table":"P","columns":[{"name":"Id","type":"System.Int32"},{"name":"Up",
    "type":"System.Int32"}],"rows":[{"Id":1,"Up":null},{"Id":2,"Up":1},{"Id":3,"Up":1},{"Id":4,"Up":2}]})";
  texts.push_back(set_of("", kTurned, kUp));
  // Written alone, the parent takes the child along, and with it a constraint of the same name.
  texts.push_back(set_of("", joined({kKeyed, ",", kParent}), joined({kRelation, R"(,"nested":true})"})));
  return texts;
}

constexpr std::array<Text, 2> kGraphs = {
    R"({"$graph":1,"classes":{"P":{"members":{"Text":"String","More":"Object","Char":"Char"}}},
        "root":{"$type":"P","Text":"a","More":null,"Char":"x"}})",
    R"({"$graph":1,"classes":{"P":{"members":{"Text":"String"}}},"root":{"$type":"P","Text":"a\uD800"}})",
};

std::vector<std::string> texts_of(DocumentKind kind) {
  if (kind == DocumentKind::Table) return table_texts();
  if (kind == DocumentKind::TableSet) return set_texts();
  return {kGraphs.begin(), kGraphs.end()};
}

Document read_as(Text format, Text text) {
  Document document;
  Buffer bytes;
  bytes.append(text);
  const std::span<const std::uint8_t> kept = document.keep(std::move(bytes));
  const Status read = find_format(format)->read(kept, {}, document);
  DOTWIRE_CHECK(read.ok());
  return document;
}

Document from_json(const std::string& text) { return read_as("json", text); }

// A value of a class of the program, whose XML is all that there is.
constexpr Text kOwnClass = R"(<NewDataSet><xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="NewDataSet" msdata:IsDataSet="true"
  msdata:MainDataTable="T"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="T">
  <xs:complexType><xs:sequence><xs:element name="C" msdata:DataType="Acme.Thing, Acme" type="xs:anyType" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>
  <T><C><Size>1</Size></C></T></NewDataSet>)";

// What JSON has no form for: columns of enums, and objects without a text of their own.
void add_by_hand(DocumentKind kind, std::vector<Document>& probes) {
  const auto table_with = [&](Text type, Text value) -> model::Table& {
    const std::string table = with_column(type, "", value);
    probes.push_back(from_json(kind == DocumentKind::Table ? table : set_of("", table)));
    return const_cast<model::Table&>(*probes.back().tables()[0]);
  };
  model::Column& named = *table_with("System.Int32", "1").columns[1];
  named.type_name = "Acme.Color";
  named.assembly = "Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
  const auto strings = [](model::Table& table) {
    model::RecordedType text;
    text.binary_type = model::BinaryType::String;
    return table.graph().make_array(text, 1);
  };
  model::Table& cell = table_with("System.Object", "\"a\"");
  cell.columns[1]->chunk(0).objects[0] = strings(cell);
  model::Table& initial = table_with("System.Object", "\"a\"");
  initial.columns[1]->default_value = strings(initial);
  model::Table& property = table_with("System.String", "\"a\"");
  property.extended_properties.entries.push_back({property.graph().make_string("Key"), strings(property)});
  model::Table& of_column = table_with("System.String", "\"a\"");
  model::Graph& graph = of_column.graph();
  of_column.columns[1]->extended_properties.emplace().entries.push_back({graph.make_string("Key"), strings(of_column)});
  if (kind == DocumentKind::Table) probes.push_back(read_as("datatable-xml", kOwnClass));
  if (kind != DocumentKind::TableSet) return;
  table_with("System.String", "\"a\"");
  auto& set = const_cast<model::TableSet&>(probes.back().table_set());
  set.extended_properties.entries.push_back({set.graph->make_string("Key"), strings(*set.tables[0])});
}

}  // namespace

std::vector<Document> loss_probes(DocumentKind kind) {
  std::vector<Document> probes;
  for (const std::string& text : texts_of(kind)) probes.push_back(from_json(text));
  if (kind != DocumentKind::Graph) add_by_hand(kind, probes);
  return probes;
}

}  // namespace dotwire
