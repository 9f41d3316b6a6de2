// Values that stand as XML or in attributes of a schema, written as Mono 6.8 and .NET 10 write them, and read again.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "clr/date_time.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/sql_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

Table one_column(ValueKind kind) {
  Table table;
  table.name = "T";
  table.add_column("C", kind);
  return table;
}

std::string written(const Table& table, bool schema) {
  WriteOptions options;
  options.newline = "\n";
  options.schema = schema;
  Buffer out;
  const Status status = write_xml(table, nullptr, options, out);
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}

Table read(const std::string& text) {
  Table table;
  ReadOptions options;
  options.like_dotnet = false;
  options.accept_changes = true;
  const Status status = TableReader(options).read(as_bytes(text), table);
  EXPECT_TRUE(status.ok()) << status.error().to_string() << "\n" << text;
  return table;
}

std::string element_of(const std::string& document, std::string_view name) {
  const std::size_t start = document.find("name=\"" + std::string(name) + "\"");
  return start == std::string::npos ? document : document.substr(start, document.find('>', start) - start);
}

std::string sql_xml_row(std::string_view text) {
  Table table = one_column(ValueKind::SqlXml);
  table.columns[0]->append_text(text);
  table.added_plain_rows(1);
  const std::string all = written(table, false);
  const std::size_t start = all.find("<C");
  return start == std::string::npos ? all : all.substr(start, all.find("\n  </T>") - start);
}

TEST(DatasetXmlSqlXml, StandsAsXmlInTheCell) {
  EXPECT_EQ(sql_xml_row("<a />"), "<C>\n      <a />\n    </C>");
  EXPECT_EQ(sql_xml_row("<a><b>t</b><c x='1' /></a><d />"),
            "<C>\n      <a>\n        <b>t</b>\n        <c x=\"1\" />\n      </a>\n      <d />\n    </C>");
  EXPECT_EQ(sql_xml_row("t<a/>u"), "<C>t<a />u</C>");
  EXPECT_EQ(sql_xml_row("plain"), "<C>plain</C>");
  EXPECT_EQ(sql_xml_row(""), "<C />");
  EXPECT_EQ(sql_xml_row("<a></a>"), "<C>\n      <a>\n      </a>\n    </C>");
  EXPECT_EQ(sql_xml_row("<?pi x?><a> <b/> </a>"), "<C>\n      <?pi x?>\n      <a> <b /> </a>\n    </C>");
  EXPECT_EQ(sql_xml_row("<a><![CDATA[x]]></a>"), "<C>\n      <a><![CDATA[x]]></a>\n    </C>");
  EXPECT_EQ(sql_xml_row("<!--c--><a/>"), "<C>\n      <!--c-->\n      <a />\n    </C>");
}

TEST(DatasetXmlSqlXml, IsReadAgain) {
  for (const std::string text :
       {"<a />", "<a><b>t</b><c x=\"1\" /></a><d />", "t<a />u", "plain", "", "<a></a>",
        "<p:a xmlns:p=\"u\"><p:b /></p:a>", "<a xmlns=\"u\" />", "<!--c--><a />", "<a><![CDATA[x]]></a>", "a&amp;b"}) {
    Table table = one_column(ValueKind::SqlXml);
    table.columns[0]->append_text(text);
    table.added_plain_rows(1);
    const Table again = read(written(table, true));
    ASSERT_EQ(again.columns.size(), 1U) << text;
    ASSERT_EQ(again.columns[0]->kind(), ValueKind::SqlXml) << text;
    EXPECT_EQ(again.columns[0]->text(0), text);
    EXPECT_EQ(*sql_xml_as_read(text), text);
  }
}

TEST(DatasetXmlSqlXml, HasNoDefaultNamespaceFromFurtherOut) {
  Table table = one_column(ValueKind::SqlXml);
  table.namespace_uri = "urn:t";
  table.namespace_set = true;
  table.columns[0]->append_text("<a><b /></a>");
  table.added_plain_rows(1);
  const std::string text = written(table, true);
  EXPECT_NE(text.find("<a xmlns=\"\">\n        <b />"), std::string::npos) << text;
  EXPECT_EQ(read(text).columns[0]->text(0), "<a><b /></a>");
}

TEST(DatasetXmlSqlXml, MustBeWellFormed) {
  for (const std::string_view text : {"<a>", "</C>", "<a></b>", "a</xml><xml>b", "&none;", "<p:a />", "<!DOCTYPE a>"}) {
    EXPECT_NE(sql_xml_row(text).find("not well-formed"), std::string::npos) << text << sql_xml_row(text);
  }
}

TEST(DatasetXmlEnums, SayTheirClassAndAreWrittenAsNumbers) {
  Table table = one_column(ValueKind::Int32);
  Column& column = *table.columns[0];
  column.type_name = "Acme.Color";
  column.assembly = "Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
  column.default_value = table.graph().make_scalar(ValueKind::Int32, std::int32_t{1});
  column.append(std::int32_t{7});
  table.added_plain_rows(1);
  const std::string text = written(table, true);
  EXPECT_EQ(element_of(text, "C"),
            "name=\"C\" msdata:DataType=\"Acme.Color, Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null\" "
            "type=\"xs:anyType\" default=\"1\" minOccurs=\"0\" /");
  EXPECT_NE(text.find("<C>7</C>"), std::string::npos) << text;
  const Table again = read(text);
  EXPECT_EQ(model::first_difference(table, again), "");
  EXPECT_EQ(again.columns[0]->assembly, column.assembly);
  // What was read is written to the same text.
  EXPECT_EQ(written(again, true), text);
}

TEST(DatasetXmlEnums, MayBeAttributesAndLarge) {
  Table table = one_column(ValueKind::UInt64);
  Column& column = *table.columns[0];
  column.type_name = "Acme.Big";
  column.assembly = "Acme";
  column.mapping = model::MappingType::Attribute;
  column.append(std::uint64_t{1} << 63);
  table.added_plain_rows(1);
  const Table again = read(written(table, true));
  const auto* number = model::as_scalar(again.columns[0]->object(0));
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(number->value_kind, ValueKind::UInt64);
  EXPECT_EQ(number->get<std::uint64_t>(), std::uint64_t{1} << 63);
}

// DoubleStorage has no "-0"; defaults, boxed values and SqlDouble have.
TEST(DatasetXmlZeros, KeepTheirSignOutsideOfDoubleColumns) {
  Table table = one_column(ValueKind::Double);
  table.columns[0]->default_value = table.graph().make_scalar(ValueKind::Double, -0.0);
  table.columns[0]->append(-0.0);
  Column& sql = table.add_column("S", ValueKind::SqlDouble);
  sql.append(-0.0);
  Column& boxed = table.add_column("O", ValueKind::Object);
  boxed.type_name = "System.Object";
  boxed.append_object(table.graph().make_scalar(ValueKind::Double, -0.0));
  table.added_plain_rows(1);
  const std::string text = written(table, true);
  EXPECT_NE(element_of(text, "C").find("default=\"-0\""), std::string::npos) << text;
  EXPECT_NE(text.find("<C>0</C>"), std::string::npos) << text;
  EXPECT_NE(text.find("<S>-0</S>"), std::string::npos) << text;
  const Table again = read(text);
  EXPECT_TRUE(std::signbit(model::as_scalar(again.columns[0]->default_value)->get<double>()));
  EXPECT_TRUE(std::signbit(again.columns[1]->get<double>(0)));
  EXPECT_TRUE(std::signbit(model::as_scalar(again.columns[2]->object(0))->get<double>()));
}

struct DefaultDate {
  model::DateTimeMode mode;
  DateTimeKind kind;
  const char* text;
  int hour;
  DateTimeKind read;
};

// A default is not turned to its column's mode. As Mono 6.8 and .NET 10 write noon in New York, and read it.
TEST(DatasetXmlDefaults, DatesKeepTheirKind) {
  using enum model::DateTimeMode;
  constexpr DateTimeKind kNone = DateTimeKind::Unspecified;
  const DefaultDate cases[] = {
      {Local, kNone, "2010-08-17T12:00:00", 12, kNone},
      {Local, DateTimeKind::Utc, "2010-08-17T12:00:00Z", 12, DateTimeKind::Utc},
      {Local, DateTimeKind::Local, "2010-08-17T12:00:00-04:00", 12, DateTimeKind::Local},
      {Unspecified, kNone, "2010-08-17T12:00:00", 12, kNone},
      {Unspecified, DateTimeKind::Utc, "2010-08-17T12:00:00Z", 12, DateTimeKind::Utc},
      {Unspecified, DateTimeKind::Local, "2010-08-17T12:00:00-04:00", 12, DateTimeKind::Local},
      {UnspecifiedLocal, kNone, "2010-08-17T12:00:00-04:00", 12, kNone},
      {UnspecifiedLocal, DateTimeKind::Utc, "2010-08-17T08:00:00-04:00", 8, kNone},
      {UnspecifiedLocal, DateTimeKind::Local, "2010-08-17T12:00:00-04:00", 12, kNone},
      {Utc, kNone, "2010-08-17T12:00:00", 12, kNone},
      {Utc, DateTimeKind::Utc, "2010-08-17T12:00:00Z", 12, DateTimeKind::Utc},
      {Utc, DateTimeKind::Local, "2010-08-17T12:00:00-04:00", 12, DateTimeKind::Local},
  };
  constexpr std::int64_t kTicksAnHour = 36'000'000'000;
  const std::int64_t midnight = ticks_from_civil({2010, 8, 17});
  WriteOptions writing;
  ReadOptions reading;
  writing.zone = reading.zone = TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value();
  for (const DefaultDate& c : cases) {
    Table table = one_column(ValueKind::DateTime);
    table.columns[0]->date_time_mode = c.mode;
    table.columns[0]->default_value =
        table.graph().make_scalar(ValueKind::DateTime, DateTime(midnight + 12 * kTicksAnHour, c.kind));
    Buffer out;
    ASSERT_TRUE(write_xml_schema(table, nullptr, writing, out).ok());
    EXPECT_NE(element_of(std::string(out.text()), "C").find(std::string("default=\"") + c.text + '"'),
              std::string::npos)
        << out.text();
    Table again;
    const Status status = TableReader(reading).read_schema(out, again);
    ASSERT_TRUE(status.ok()) << status.error().to_string();
    const auto value = model::as_scalar(again.columns[0]->default_value)->get<DateTime>();
    EXPECT_EQ(value.ticks(), midnight + c.hour * kTicksAnHour) << c.text;
    EXPECT_EQ(value.kind(), c.read) << c.text;
  }
}

TEST(DatasetXmlUris, AreWrittenByToString) {
  Table table = one_column(ValueKind::Uri);
  table.columns[0]->append_text("HTTP://h/a%20b%21");
  table.columns[0]->default_value = table.graph().make_text_scalar(ValueKind::Uri, "http://h/%C3%A4");
  table.added_plain_rows(1);
  const std::string text = written(table, true);
  EXPECT_NE(text.find("<C>http://h/a b!</C>"), std::string::npos) << text;
  EXPECT_NE(element_of(text, "C").find("default=\"http://h/\xC3\xA4\""), std::string::npos) << text;
}

// .NET writes an empty element, in which the value is lost.
TEST(DatasetXmlVersion, IsTextInItsCell) {
  Table table = one_column(ValueKind::Object);
  table.columns[0]->type_name = "System.Version";
  table.columns[0]->append_object(table.graph().make_string("1.2.3.4"));
  table.added_plain_rows(1);
  const Table again = read(written(table, true));
  const model::StringNode* text = model::as_string(again.columns[0]->object(0));
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->view(), "1.2.3.4");
}

std::string with_occurs(const std::string& text) {
  return "<NewDataSet><xs:schema id='NewDataSet' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
         "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='NewDataSet' msdata:IsDataSet='true'>"
         "<xs:complexType><xs:choice maxOccurs='unbounded'><xs:element name='T' maxOccurs='" +
         text +
         "'><xs:complexType><xs:sequence><xs:element name='C' type='xs:int'/></xs:sequence></xs:complexType>"
         "</xs:element></xs:choice></xs:complexType></xs:element></xs:schema><T><C>1</C></T></NewDataSet>";
}

// System.Data holds a Decimal and writes its greatest value for "unbounded".
TEST(DatasetXmlOccurs, MayBeUnboundedInTwoWays) {
  for (const char* text : {"unbounded", "79228162514264337593543950335"}) {
    const Table table = read(with_occurs(text));
    EXPECT_EQ(table.max_occurs, model::kUnbounded);
    EXPECT_EQ(table.row_count(), 1U);
    EXPECT_EQ(read(written(table, true)).max_occurs, model::kUnbounded);
  }
  EXPECT_EQ(read(with_occurs(" +3 ")).max_occurs, 3U);
  Table table;
  const Status none = TableReader(ReadOptions()).read(as_bytes(with_occurs("-1")), table);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message().find("not a number of times"), std::string::npos);
}

// As .NET 10 and Mono write them, and read them no more: xs:anyType says no type, the texts do.
TEST(DatasetXmlAnyType, IsToldByItsText) {
  Table table = one_column(ValueKind::Object);
  model::Graph& graph = table.graph();
  const model::DateTimeOffsetCell time{630822816000000000, 120};
  table.columns[0]->append_object(graph.make_scalar(ValueKind::DateTimeOffset, time));
  table.columns[0]->append_object(graph.make_text_scalar(ValueKind::BigInteger, "-123456789012345678901234567890"));
  table.added_plain_rows(2);
  const std::string text = written(table, true);
  EXPECT_NE(text.find("<C xsi:type=\"xs:anyType\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
                      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">2000-01-01T00:00:00+02:00</C>"),
            std::string::npos)
      << text;
  const Table again = read(text);
  EXPECT_EQ(model::as_scalar(again.columns[0]->object(0))->value_kind, ValueKind::DateTimeOffset);
  EXPECT_EQ(model::as_scalar(again.columns[0]->object(1))->value_kind, ValueKind::BigInteger);
  EXPECT_EQ(written(again, true), text);
}

TEST(DatasetXmlAnyType, IsAStringWhereItsTextTellsNothing) {
  Table table = one_column(ValueKind::Object);
  table.columns[0]->append_object(table.graph().make_text_scalar(ValueKind::BigInteger, "7"));
  table.added_plain_rows(1);
  std::string text = written(table, true);
  for (const char* other : {"x", "2000-01-01", "2000-01-01T00:00:00", "5-01:00", "1.5"}) {
    const std::size_t at = text.find(">7<");
    const Table again = read(std::string(text).replace(at + 1, 1, other));
    ASSERT_NE(model::as_string(again.columns[0]->object(0)), nullptr) << other;
    EXPECT_EQ(model::as_string(again.columns[0]->object(0))->view(), other);
  }
}

// .NET writes neither; an array of a column of its own type it does.
TEST(DatasetXmlUnknownValues, AreRefusedOrLeftOut) {
  Table table = one_column(ValueKind::Object);
  model::Graph& graph = table.graph();
  const std::int32_t numbers[] = {1, 2};
  table.columns[0]->append_object(graph.make_object(graph.make_type("My.Class", "My.Library", {})));
  table.columns[0]->append_object(
      graph.make_primitive_array(Primitive::Int32, 2, reinterpret_cast<const std::uint8_t*>(numbers)));
  table.columns[0]->append_object(graph.make_string("x"));
  table.added_plain_rows(3);
  EXPECT_EQ(written(table, false),
            "! not representable (rows/[0]/C): a value of class My.Class, whose XML is not known here");
  WriteOptions options;
  options.newline = "\n";
  options.leave_out_unknown = true;
  Buffer out;
  ASSERT_TRUE(write_xml(table, nullptr, options, out).ok());
  const Table again = read(std::string(out.text()));
  ASSERT_EQ(again.row_count(), 3U);
  EXPECT_TRUE(again.columns[0]->is_null(0));
  EXPECT_TRUE(again.columns[0]->is_null(1));
  EXPECT_EQ(model::as_string(again.columns[0]->object(2))->view(), "x");
  table.columns[0]->type_name = "System.Int32[]";
  EXPECT_TRUE(has_known_xml(*table.columns[0], table.columns[0]->object(1)));
}

}  // namespace
}  // namespace dotwire::dataset_xml
