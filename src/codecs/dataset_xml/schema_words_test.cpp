// Words of schemas that .NET takes and refuses: DataSet.ReadXmlSchema of Mono and of .NET 10 said so of each, and said
// the same.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

// What stands in the schema's parts, as attributes.
struct Words {
  std::string schema = {};
  std::string set = {};
  std::string table = {};
  std::string column = "name='a' type='xs:int'";
  std::string attribute = {};
  std::string facet = {};
  std::string constraints = {};
};

Result<model::TableSet> read(const Words& words) {
  const std::string text =
      "<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
      "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' " +
      words.schema + "><xs:element name='S' " + (words.set.empty() ? "msdata:IsDataSet='true'" : words.set) +
      "><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='T' " + words.table +
      "><xs:complexType><xs:sequence><xs:element " + words.column +
      "/><xs:element name='b' minOccurs='0'><xs:simpleType><xs:restriction base='xs:string'>" + words.facet +
      "</xs:restriction></xs:simpleType></xs:element></xs:sequence><xs:attribute name='c' type='xs:int' " +
      words.attribute + "/></xs:complexType></xs:element></xs:choice></xs:complexType>" + words.constraints +
      "</xs:element></xs:schema>";
  model::TableSet set;
  Result<ReadResult> read =
      TableReader().read_set_schema({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, set);
  if (!read.ok()) return std::move(read).error();
  return set;
}

void expect(const Words& words, bool taken, std::string_view what) {
  const Result<model::TableSet> set = read(words);
  EXPECT_EQ(set.ok(), taken) << what << (set.ok() ? "" : ": " + set.error().to_string());
  if (!set.ok()) {
    EXPECT_EQ(set.error().code(), ErrorCode::Malformed) << what;
  }
}

void expect_column(const std::string& attributes, bool taken) {
  expect({.column = "name='a' type='xs:int' " + attributes}, taken, attributes);
}

TEST(SchemaWords, OfParticles) {
  for (const char* taken : {"minOccurs=' 0 '", "minOccurs='+1'", "minOccurs='0' maxOccurs='0'", "maxOccurs='0'",
                            "minOccurs='3' maxOccurs='unbounded'", "form='qualified'", "form=' unqualified '",
                            "nillable='1'", "nillable=' true '", "abstract='false'", "final=''", "block='#all'",
                            "final=' extension  restriction '", "fixed='5'", "id='x y'"}) {
    expect_column(taken, true);
  }
  for (const char* refused :
       {"minOccurs='2'",         "minOccurs='-1'",        "minOccurs='x'",   "minOccurs=''",
        "maxOccurs='-1'",        "maxOccurs='Unbounded'", "form='foo'",      "form=''",
        "form='Qualified'",      "nillable='foo'",        "nillable='TRUE'", "nillable=''",
        "abstract='foo'",        "final='foo'",           "block='foo'",     "final='#all extension'",
        "fixed='5' default='5'", "use='optional'",        "bogus='1'",       "xpath='a'"}) {
    expect_column(refused, false);
  }
  EXPECT_TRUE((*read({.column = "name='a' type='xs:int' maxOccurs='0'"})).tables[0]->columns[1]->allow_db_null);
}

TEST(SchemaWords, OfNames) {
  for (const char* taken : {"name=' a'", "name='_x0031_a'", "name='a.b-c'", "name='\xC3\xA9'"}) {
    expect({.column = std::string(taken) + " type='xs:int'"}, true, taken);
  }
  for (const char* refused : {"name='1a'", "name='a b'", "name='a:b'", "name=''", "name='-a'", ""}) {
    expect({.column = std::string(refused) + " type='xs:int'"}, false, refused);
  }
  EXPECT_EQ((*read({.column = "name=' a' type='xs:int'"})).tables[0]->columns[1]->name, "a");
}

TEST(SchemaWords, OfTheSchemaAndItsParts) {
  for (const char* taken : {"elementFormDefault=' qualified '", "attributeFormDefault='unqualified'", "version='1'",
                            "finalDefault='list union'"}) {
    expect({.schema = taken}, true, taken);
  }
  for (const char* refused : {"elementFormDefault='foo'", "attributeFormDefault=''", "targetNamespace=''",
                              "blockDefault='foo'", "bogus='1'"}) {
    expect({.schema = refused}, false, refused);
  }
  for (const char* taken : {"use='optional'", "use=' required'", "use='prohibited'"}) {
    expect({.attribute = taken}, true, taken);
  }
  for (const char* refused : {"use='foo'", "use=''", "minOccurs='0'", "nillable='true'"}) {
    expect({.attribute = refused}, false, refused);
  }
  expect({.facet = "<xs:length value='3' fixed='1'/>"}, true, "fixed facet");
  expect({.facet = "<xs:length value='3' fixed='yes'/>"}, false, "fixed facet");
  expect({.facet = "<xs:length value='3' name='n'/>"}, false, "named facet");
  expect({.constraints = "<xs:unique name='k'><xs:selector xpath='.//T'/></xs:unique>"}, false, "no fields");
  expect({.constraints = "<xs:unique name='1k'><xs:selector xpath='.//T'/><xs:field xpath='a'/></xs:unique>"}, false,
         "name of a key");
}

TEST(SchemaWords, OfMsdata) {
  for (const std::string word : {"ReadOnly", "AutoIncrement"}) {
    for (const char* taken : {"True", "TRUE", " true ", "false"}) {
      expect_column("msdata:" + word + "='" + taken + "'", true);
    }
    for (const char* refused : {"maybe", "", "1"}) expect_column("msdata:" + word + "='" + refused + "'", false);
  }
  for (const char* word : {"msdata:AutoIncrementSeed", "msdata:AutoIncrementStep", "msdata:Ordinal"}) {
    for (const char* taken : {" 5 ", "+5"}) expect_column(std::string(word) + "='" + taken + "'", true);
    for (const char* refused : {"x", "1.5", "99999999999999999999999"}) {
      expect_column(std::string(word) + "='" + refused + "'", false);
    }
  }
  for (const char* word : {"CaseSensitive", "EnforceConstraints"}) {
    for (const char* value : {"True", "TRUE", "maybe", "", "1"}) {
      const std::string text = std::string("msdata:") + word + "='" + value + "'";
      const bool taken = std::string_view(value).starts_with("T");
      expect({.set = "msdata:IsDataSet='true' " + text}, taken, text);
      if (std::string_view(word) == "CaseSensitive") expect({.table = text}, taken, text);
    }
  }
  for (const char* mode : {"utc", "Utc", "UNSPECIFIED", "1", "4"}) {
    expect({.column = std::string("name='a' type='xs:dateTime' msdata:DateTimeMode='") + mode + "'"}, true, mode);
  }
  for (const char* mode : {"Bogus", "", "0", "5"}) {
    expect({.column = std::string("name='a' type='xs:dateTime' msdata:DateTimeMode='") + mode + "'"}, false, mode);
  }
}

}  // namespace
}  // namespace dotwire::dataset_xml
