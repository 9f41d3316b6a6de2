#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Table;
using model::ValueKind;

WriteOptions rows_only(Dialect dialect = Dialect::Framework) {
  WriteOptions options;
  options.dialect = dialect;
  options.newline = "\n";
  options.schema = false;
  return options;
}

std::string written(const Table& table, const WriteOptions& options) {
  Buffer out;
  const Status status = write_xml(table, nullptr, options, out);
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}

// A table T of one column A with these texts.
Table text_table(std::initializer_list<std::string_view> texts, MappingType mapping = MappingType::Element) {
  Table table;
  table.name = "T";
  Column& column = table.add_column("A", ValueKind::String);
  column.mapping = mapping;
  for (const std::string_view text : texts) column.append_text(text);
  table.added_plain_rows(texts.size());
  return table;
}

std::string one_cell(std::string_view text) {
  const std::string all = written(text_table({text}), rows_only());
  const std::string head = "<DocumentElement>\n  <T>\n    ";
  EXPECT_EQ(all.substr(0, head.size()), head);
  return all.substr(head.size(), all.size() - head.size() - std::string("\n  </T>\n</DocumentElement>").size());
}

TEST(DatasetXmlWrite, WritesTextAsXmlTextWriterDoes) {
  EXPECT_EQ(one_cell("x"), "<A>x</A>");
  EXPECT_EQ(one_cell(""), "<A />");
  EXPECT_EQ(one_cell("<a> & \"b\" ]]>"), "<A>&lt;a&gt; &amp; \"b\" ]]&gt;</A>");
  EXPECT_EQ(one_cell("a\r\nb\t\x01"), "<A>a\r\nb\t&#x1;</A>");
  EXPECT_EQ(one_cell(" "), "<A xml:space=\"preserve\"> </A>");
  EXPECT_EQ(one_cell("\xC2\xA0\xE3\x80\x80"), "<A xml:space=\"preserve\">\xC2\xA0\xE3\x80\x80</A>");
  EXPECT_EQ(one_cell(" x"), "<A> x</A>");
}

TEST(DatasetXmlWrite, WritesLongTextWithEscapesAtEveryPlace) {
  for (std::size_t at = 0; at < 100; ++at) {
    std::string text(100, 'x');
    text[at] = '&';
    EXPECT_EQ(one_cell(text), "<A>" + text.substr(0, at) + "&amp;" + text.substr(at + 1) + "</A>");
  }
}

TEST(DatasetXmlWrite, WritesAttributes) {
  EXPECT_EQ(written(text_table({"a\n\"b\"", ""}, MappingType::Attribute), rows_only()),
            "<DocumentElement>\n  <T A=\"a&#xA;&quot;b&quot;\" />\n  <T A=\"\" />\n</DocumentElement>");
}

TEST(DatasetXmlWrite, LeavesHiddenColumnsAndNullsOut) {
  EXPECT_EQ(written(text_table({"x"}, MappingType::Hidden), rows_only()),
            "<DocumentElement>\n  <T />\n</DocumentElement>");
  Table table;
  table.name = "T";
  table.add_column("A", ValueKind::Int32).append_null();
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, rows_only()), "<DocumentElement>\n  <T />\n</DocumentElement>");
}

TEST(DatasetXmlWrite, WritesSimpleContentAndNil) {
  Table table = text_table({"x", ""}, MappingType::SimpleContent);
  table.columns[0]->append_null();
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, rows_only()),
            "<DocumentElement xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n  <T>x</T>\n  <T />\n"
            "  <T xsi:nil=\"true\" />\n</DocumentElement>");
}

TEST(DatasetXmlWrite, WritesWhatRowsShowNow) {
  Table table = text_table({"old", "current", "proposed", "deleted"});
  table.clear_rows();
  for (const char* text : {"old", "current", "proposed", "deleted"}) table.columns[0]->append_text(text);
  table.add_row({model::RowState::Modified, 0, 1, model::kNoRecord});
  table.add_row({model::RowState::Unchanged, 1, 1, 2});
  table.add_row({model::RowState::Deleted, 3, model::kNoRecord, model::kNoRecord});
  EXPECT_EQ(
      written(table, rows_only()),
      "<DocumentElement>\n  <T>\n    <A>current</A>\n  </T>\n  <T>\n    <A>proposed</A>\n  </T>\n</DocumentElement>");
}

TEST(DatasetXmlWrite, WritesAnEmptyTable) {
  EXPECT_EQ(written(text_table({}), rows_only()), "<DocumentElement />");
  WriteOptions options = rows_only();
  options.target = Target::File;
  EXPECT_EQ(written(text_table({}), options), "<?xml version=\"1.0\" standalone=\"yes\"?>\n<DocumentElement />");
}

TEST(DatasetXmlWrite, TakesItsRootFromTheDataSet) {
  model::TableSet set;
  set.name = "My Set";
  Buffer out;
  ASSERT_TRUE(write_xml(text_table({}), &set, rows_only(), out).ok());
  EXPECT_EQ(out.text(), "<My_x0020_Set />");
}

TEST(DatasetXmlWrite, DeclaresTheSchemaByTarget) {
  const auto schema = [](Target target) {
    WriteOptions options = rows_only();
    options.target = target;
    Buffer out;
    EXPECT_TRUE(write_xml_schema(text_table({}), nullptr, options, out).ok());
    return std::string(out.text().substr(0, out.text().find('\n')));
  };
  EXPECT_EQ(schema(Target::Stream), "<?xml version=\"1.0\"?>");
  EXPECT_EQ(schema(Target::File), "<?xml version=\"1.0\" standalone=\"yes\"?>");
  EXPECT_EQ(schema(Target::String), "<?xml version=\"1.0\" encoding=\"utf-16\"?>");
}

TEST(DatasetXmlWrite, WritesNumbersAndTypesByDialect) {
  Table table;
  table.name = "T";
  table.add_column("D", ValueKind::Double).append(0.1 + 0.2);
  table.add_column("N", ValueKind::Double).append(-0.0);
  table.add_column("Y", ValueKind::Type).append_text("System.String, mscorlib, Version=2.0.0.0");
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, rows_only()),
            "<DocumentElement>\n  <T>\n    <D>0.30000000000000004</D>\n    <N>0</N>\n    <Y>System.String, mscorlib, "
            "Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</Y>\n  </T>\n</DocumentElement>");
  table.columns[0]->clear_records();
  table.columns[0]->append(1e15);
  EXPECT_NE(written(table, rows_only()).find("<D>1E+15</D>"), std::string::npos);
  const std::string modern = written(table, rows_only(Dialect::Net10));
  EXPECT_NE(modern.find("<D>1000000000000000</D>"), std::string::npos);
  EXPECT_NE(modern.find("<Y>System.String, System.Private.CoreLib, Version=10.0.0.0"), std::string::npos);
}

TEST(DatasetXmlWrite, WritesDatesByModeAndZone) {
  Table table;
  table.name = "T";
  const std::int64_t noon = 634176432000000000;  // 2010-08-17T12:00:00
  for (const auto mode : {model::DateTimeMode::Local, model::DateTimeMode::Unspecified,
                          model::DateTimeMode::UnspecifiedLocal, model::DateTimeMode::Utc}) {
    Column& column = table.add_column("D" + std::to_string(static_cast<int>(mode)), ValueKind::DateTime);
    column.date_time_mode = mode;
    column.append(DateTime(noon, mode == model::DateTimeMode::Local ? DateTimeKind::Local : DateTimeKind::Utc));
  }
  table.added_plain_rows(1);
  WriteOptions options = rows_only();
  options.zone = TimeZone::fixed(330);
  EXPECT_EQ(written(table, options),
            "<DocumentElement>\n  <T>\n    <D1>2010-08-17T12:00:00+05:30</D1>\n    <D2>2010-08-17T12:00:00</D2>\n"
            "    <D3>2010-08-17T12:00:00+05:30</D3>\n    <D4>2010-08-17T12:00:00Z</D4>\n  </T>\n</DocumentElement>");
}

TEST(DatasetXmlWrite, NamesTheTypeOfValuesInObjectColumns) {
  Table table;
  table.name = "T";
  Column& column = table.add_column("O", ValueKind::Object);
  column.append_object(table.graph().make_scalar(ValueKind::Int32, std::int32_t{5}));
  table.added_plain_rows(1);
  const std::string tail =
      " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">5</O>";
  EXPECT_NE(written(table, rows_only()).find("<O xsi:type=\"xs:int\"" + tail), std::string::npos);
  EXPECT_NE(written(table, rows_only(Dialect::Net10)).find("<O xsi:type=\"xs:int\" xs:xmlns=\"xs:int\"" + tail),
            std::string::npos);
}

TEST(DatasetXmlWrite, NamesTheCellThatXmlCannotHold) {
  EXPECT_EQ(written(text_table({"x", "\xED\xA0\xBD"}), rows_only()),
            "! not representable (rows/[1]/A): text holds a lone surrogate, which XML has no form for");
  Table table;
  table.name = "T";
  Column& column = table.add_column("O", ValueKind::Object);
  column.append_object(table.graph().make_object(table.graph().make_type("My.Class", "My.Library", {})));
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, rows_only()),
            "! not representable (rows/[0]/O): a value of class My.Class, whose XML is not known here");
}

}  // namespace
}  // namespace dotwire::dataset_xml
