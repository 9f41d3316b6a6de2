// Schemas and data that mean harm: each is read, or refused, in time in proportion to its size.
#include <ctime>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/infer.h"
#include "codecs/dataset_xml/xsd.h"

namespace dotwire::dataset_xml {
namespace {

using model::TableSet;

Bytes as_bytes(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

std::string schema(const std::string& parts) {
  return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' "
         "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' id='S'>" +
         parts + "</xs:schema>";
}
std::string table(const std::string& columns) {
  return "<xs:element name='T'><xs:complexType><xs:sequence>" + columns +
         "</xs:sequence></xs:complexType></xs:element>";
}
std::string number(std::size_t i) { return std::to_string(i); }
std::string repeat(std::size_t count, const std::function<std::string(std::size_t)>& part) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part(i);
  return text;
}

// Processor time of this program; a machine that is busy with others does not count.
class Watch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

void expect_quick(const Watch& watch, std::size_t size) {
  // What these inputs are made for takes minutes, or all memory; sanitizers and busy machines take ten times as long.
  EXPECT_LT(watch.seconds(), 5 + 6 * static_cast<double>(size) / 1e6) << size << " bytes";
}

// For what usually takes more than so short a document may.
ReadOptions with_room() {
  ReadOptions options;
  options.limits.expansion = std::uint64_t{1} << 30;
  return options;
}

Status read_schema(const std::string& text, TableSet& set, const ReadOptions& options = with_room()) {
  const Watch watch;
  Result<ReadResult> read = TableReader(options).read_set_schema(as_bytes(text), set);
  expect_quick(watch, text.size());
  return read.ok() ? Status() : Status(std::move(read).error());
}

void expect_refused(const std::string& text, ErrorCode code) {
  TableSet set;
  const Status status = read_schema(text, set);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), code) << status.error().to_string();
}

// And can be written.
void expect_taken(const std::string& text, TableSet& set) {
  const Status status = read_schema(text, set);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  const Watch watch;
  Buffer out;
  const Status written = write_xml_schema(set, {}, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  expect_quick(watch, text.size() + out.size());
}

Status infer(const std::string& text, TableSet& set, const ReadOptions& options = with_room()) {
  const Watch watch;
  SchemaFacts facts;
  Status status = infer_schema(as_bytes(text), options, Inference::Typed, set, facts);
  expect_quick(watch, text.size());
  return status;
}

TEST(DatasetXmlSchemaHostile, RefusesMillionsOfParts) {
  expect_refused(schema(table(repeat(1'000'000, [](std::size_t) { return "<xs:any/>"; }))), ErrorCode::LimitExceeded);
  expect_refused(
      schema(table(repeat(1'000'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "'/>"; }))),
      ErrorCode::LimitExceeded);
}

// Names alone take little, whatever they name.
TEST(DatasetXmlSchemaHostile, RefusesMoreColumnsAndTablesThanTheTextPaysFor) {
  const std::string columns =
      table(repeat(20'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "'/>"; }));
  std::string tables;
  std::string rows;
  std::string nested;
  for (std::size_t i = 0; i < 10'000; ++i) {
    tables += "<xs:element name='t" + number(i) + "'><xs:complexType/></xs:element>";
    rows += "<T><c" + number(i) + ">1</c" + number(i) + "></T>";
    nested += "<e" + number(i) + "><a>1</a></e" + number(i) + ">";
  }
  for (const std::string& text : {schema(columns), schema(tables)}) {
    TableSet set;
    const Status status = read_schema(text, set, {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
    TableSet taken;
    EXPECT_TRUE(read_schema(text, taken).ok());
  }
  for (const std::string& text : {"<R>" + rows + "</R>", "<R>" + nested + "</R>"}) {
    TableSet set;
    const Status status = infer(text, set, {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
    EXPECT_TRUE(status.error().has_offset());
    TableSet taken;
    EXPECT_TRUE(infer(text, taken).ok());
  }
}

TEST(DatasetXmlSchemaHostile, TakesManyColumns) {
  TableSet set;
  expect_taken(schema(table(repeat(50'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "'/>"; }))),
               set);
  EXPECT_EQ(set.tables.at(0)->columns.size(), 50'000U);
}

// Each column says that it comes before all others.
TEST(DatasetXmlSchemaHostile, PutsColumnsInFrontOfOneAnother) {
  TableSet set;
  expect_taken(
      schema(table(
          repeat(50'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "' msdata:Ordinal='0'/>"; }))),
      set);
  EXPECT_EQ(set.tables.at(0)->columns.front()->name, "c49999");
  EXPECT_EQ(set.tables.at(0)->columns.back()->name, "c0");
}

// Groups that name the one before twice: 2^40 columns.
TEST(DatasetXmlSchemaHostile, RefusesGroupsThatDouble) {
  const std::string groups =
      "<xs:group name='g0'><xs:sequence><xs:element name='a'/></xs:sequence></xs:group>" +
      repeat(40, [](std::size_t i) {
        const std::string ref = "<xs:group ref='g" + number(i) + "'/>";
        return "<xs:group name='g" + number(i + 1) + "'><xs:sequence>" + ref + ref + "</xs:sequence></xs:group>";
      });
  expect_refused(
      schema(groups + "<xs:element name='T'><xs:complexType><xs:group ref='g40'/></xs:complexType></xs:element>"),
      ErrorCode::LimitExceeded);
}

TEST(DatasetXmlSchemaHostile, RefusesAttributeGroupsThatDouble) {
  const std::string groups =
      "<xs:attributeGroup name='g0'/>" + repeat(40, [](std::size_t i) {
        const std::string ref = "<xs:attributeGroup ref='g" + number(i) + "'/>";
        return "<xs:attributeGroup name='g" + number(i + 1) + "'>" + ref + ref + "</xs:attributeGroup>";
      });
  expect_refused(schema(groups + "<xs:element name='T'><xs:complexType><xs:attributeGroup ref='g40'/></xs:complexType>"
                                 "</xs:element>"),
                 ErrorCode::LimitExceeded);
}

// One type of many columns, used by many tables.
TEST(DatasetXmlSchemaHostile, RefusesAWideTypeOfManyTables) {
  const std::string type = "<xs:complexType name='W'><xs:sequence>" +
                           repeat(10'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "'/>"; }) +
                           "</xs:sequence></xs:complexType>";
  expect_refused(
      schema(type + repeat(10'000, [](std::size_t i) { return "<xs:element name='t" + number(i) + "' type='W'/>"; })),
      ErrorCode::LimitExceeded);
}

TEST(DatasetXmlSchemaHostile, RefusesCircles) {
  const std::string head = "<xs:element name='T'><xs:complexType>";
  const std::string tail = "</xs:complexType></xs:element>";
  const std::string circles[] = {
      "<xs:group name='g'><xs:sequence><xs:group ref='g'/></xs:sequence></xs:group>" + head + "<xs:group ref='g'/>" +
          tail,
      "<xs:attributeGroup name='g'><xs:attributeGroup ref='g'/></xs:attributeGroup>" + head +
          "<xs:attributeGroup ref='g'/>" + tail,
      "<xs:complexType name='A'><xs:complexContent><xs:extension base='B'/></xs:complexContent></xs:complexType>"
      "<xs:complexType name='B'><xs:complexContent><xs:extension base='A'/></xs:complexContent></xs:complexType>"
      "<xs:element name='T' type='A'/>",
      "<xs:simpleType name='A'><xs:restriction base='B'/></xs:simpleType>"
      "<xs:simpleType name='B'><xs:restriction base='A'/></xs:simpleType>" +
          table("<xs:element name='a' type='A'/>"),
      "<xs:complexType name='A'><xs:sequence><xs:element name='b' type='A'/></xs:sequence></xs:complexType>"
      "<xs:element name='T' type='A'/>",
      "<xs:element name='a' ref='b'/><xs:element name='T'><xs:complexType><xs:sequence><xs:element ref='T2'/>"
      "</xs:sequence></xs:complexType></xs:element>",
      // Two tables, each nested in the other.
      "<xs:element name='T'><xs:complexType><xs:sequence><xs:element "
      "ref='U'/></xs:sequence></xs:complexType></xs:element>"
      "<xs:element name='U'><xs:complexType><xs:sequence><xs:element "
      "ref='T'/></xs:sequence></xs:complexType></xs:element>",
  };
  for (const std::string& circle : circles) {
    SCOPED_TRACE(circle);
    expect_refused(schema(circle), ErrorCode::Malformed);
  }
}

TEST(DatasetXmlSchemaHostile, TakesManyFacets) {
  TableSet set;
  const auto typed = [](const std::string& facets) {
    return schema(table("<xs:element name='a'><xs:simpleType><xs:restriction base='xs:string'>" + facets +
                        "</xs:restriction></xs:simpleType></xs:element>"));
  };
  expect_taken(typed(repeat(100'000, [](std::size_t i) { return "<xs:enumeration value='" + number(i) + "'/>"; })),
               set);
  TableSet lengths;
  expect_taken(typed(repeat(100'000, [](std::size_t i) { return "<xs:maxLength value='" + number(i + 1) + "'/>"; })),
               lengths);
  EXPECT_EQ(lengths.tables.at(0)->columns.at(0)->max_length, 100'000);
  TableSet largest;
  expect_taken(typed("<xs:maxLength value='2147483647'/>"), largest);
  EXPECT_EQ(largest.tables.at(0)->columns.at(0)->max_length, 2'147'483'647);
  expect_refused(typed("<xs:maxLength value='2147483648'/>"), ErrorCode::Malformed);
  expect_refused(typed("<xs:maxLength value='-1'/>"), ErrorCode::Malformed);
  expect_refused(typed("<xs:length value='" + std::string(100'000, '9') + "'/>"), ErrorCode::Malformed);
}

// Columns whose types restrict one another a thousand times over.
TEST(DatasetXmlSchemaHostile, RefusesLongChainsOfManyColumns) {
  const std::string types =
      "<xs:simpleType name='t0'><xs:restriction base='xs:string'/></xs:simpleType>" + repeat(2'000, [](std::size_t i) {
        return "<xs:simpleType name='t" + number(i + 1) + "'><xs:restriction base='t" + number(i) +
               "'/></xs:simpleType>";
      });
  expect_refused(
      schema(
          types +
          table(repeat(10'000, [](std::size_t i) { return "<xs:element name='c" + number(i) + "' type='t2000'/>"; }))),
      ErrorCode::LimitExceeded);
}

TEST(DatasetXmlSchemaHostile, NestsTablesThousandsDeep) {
  constexpr std::size_t kDepth = 3'000;
  const std::string text =
      repeat(kDepth,
             [](std::size_t i) { return "<xs:element name='t" + number(i) + "'><xs:complexType><xs:sequence>"; }) +
      "<xs:element name='v' type='xs:int'/>" +
      repeat(kDepth, [](std::size_t) { return "</xs:sequence></xs:complexType></xs:element>"; });
  TableSet set;
  expect_taken(schema(text), set);
  EXPECT_EQ(set.tables.size(), kDepth - 1);  // the outermost is the DataSet
}

TEST(DatasetXmlSchemaHostile, TakesManyKeys) {
  constexpr std::size_t kCount = 10'000;
  const std::string text = "<xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice>" +
                           repeat(kCount,
                                  [](std::size_t i) {
                                    return "<xs:element name='t" + number(i) +
                                           "'><xs:complexType><xs:sequence><xs:element name='a' type='xs:int'/>"
                                           "</xs:sequence></xs:complexType></xs:element>";
                                  }) +
                           "</xs:choice></xs:complexType>" +
                           repeat(kCount,
                                  [](std::size_t i) {
                                    return "<xs:unique name='Constraint" + number(i) +
                                           "' msdata:ConstraintName='C'><xs:selector xpath='.//t" + number(i) +
                                           "'/><xs:field xpath='a'/></xs:unique>";
                                  }) +
                           "</xs:element>";
  TableSet set;
  expect_taken(schema(text), set);
  EXPECT_EQ(set.tables.back()->unique_constraints.size(), 1U);
}

TEST(DatasetXmlSchemaHostile, RefusesToWriteTooManyNamespaces) {
  TableSet set;
  for (std::size_t i = 0; i < 20'000; ++i) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = "T";
    set.tables.back()->namespace_uri = "urn:" + number(i);
    set.tables.back()->namespace_set = true;
  }
  const Watch watch;
  Buffer out;
  const Status status = write_xml_schema(set, {}, out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
  expect_quick(watch, 20'000 * 100);
}

TEST(DatasetXmlSchemaHostile, RefusesToWriteWhatIsNoSchema) {
  const auto refused = [](const TableSet& set) {
    Buffer out;
    const Status status = write_xml_schema(set, {}, out);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code(), ErrorCode::InvalidArgument);
  };
  TableSet set;
  for (const char* name : {"A", "B"}) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = name;
    set.tables.back()->add_column("c", model::ValueKind::Int32);
  }
  set.tables[0]->unique_constraints.push_back({"K", {7}, false, {}});
  refused(set);
  set.tables[0]->unique_constraints.clear();
  // Each nested in the other.
  for (std::uint32_t i = 0; i < 2; ++i) {
    model::Relation relation;
    relation.name = "R" + number(i);
    relation.parent_table = i;
    relation.child_table = 1 - i;
    relation.parent_columns = relation.child_columns = {0};
    relation.nested = true;
    set.relations.push_back(std::move(relation));
  }
  refused(set);
}

TEST(DatasetXmlInferHostile, TakesWideRowsInAnyOrder) {
  constexpr std::size_t kCount = 20'000;
  const auto cell = [](std::size_t i) { return "<c" + number(i) + ">1</c" + number(i) + ">"; };
  TableSet set;
  // New ones come in the middle, then all of them backwards.
  const std::string text = "<R><T><c0>1</c0>" + repeat(kCount / 2, [&](std::size_t i) { return cell(2 * i + 1); }) +
                           "</T><T>" + repeat(kCount, cell) + "</T><T>" +
                           repeat(kCount, [&](std::size_t i) { return cell(kCount - 1 - i); }) + "</T></R>";
  const Status status = infer(text, set);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(set.tables.at(0)->columns.size(), kCount);
}

// A new element right behind the first one in each row.
TEST(DatasetXmlInferHostile, TakesRowsThatGrowInTheMiddle) {
  TableSet set;
  const std::string text =
      "<R><T><a>1</a><z>1</z></T>" +
      repeat(20'000, [](std::size_t i) { return "<T><a>1</a><b" + number(i) + ">1</b" + number(i) + "></T>"; }) +
      "</R>";
  const Status status = infer(text, set);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(set.tables.at(0)->columns.size(), 20'002U);
  EXPECT_EQ(set.tables.at(0)->columns[1]->name, "b19999");
}

TEST(DatasetXmlInferHostile, NestsTablesThousandsDeep) {
  constexpr std::size_t kDepth = 5'000;
  TableSet set;
  const std::string text = repeat(kDepth, [](std::size_t i) { return "<e" + number(i) + ">"; }) + "<v>1</v>" +
                           repeat(kDepth, [](std::size_t i) { return "</e" + number(kDepth - 1 - i) + ">"; });
  const Status status = infer(text, set);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(set.tables.size(), kDepth - 1);
}

TEST(DatasetXmlInferHostile, RefusesMillionsOfNames) {
  TableSet set;
  const Status status =
      infer("<R>" + repeat(1'000'000, [](std::size_t i) { return "<e" + number(i) + "/>"; }) + "</R>", set);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
}

TEST(DatasetXmlInferHostile, TakesManyRowsAndLongTexts) {
  TableSet set;
  const std::string text = "<R>" +
                           repeat(100'000, [](std::size_t i) { return "<T a='" + number(i) + "'><b>x</b></T>"; }) +
                           "<T><b>" + std::string(1'000'000, '9') + "</b></T></R>";
  const Status status = infer(text, set);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(set.tables.at(0)->columns.size(), 2U);
}

}  // namespace
}  // namespace dotwire::dataset_xml
