// Bug reports of BinaryFormatter: the input of each, and what is right. README.md lists those that are not here.
#include <chrono>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug_reports/records.h"
#include "bug_reports/report.h"
#include "clr/base64.h"
#include "dotwire/identify.h"
#include "dotwire/layers.h"
#include "dotwire/object.h"

namespace bug_reports {

struct B {
  std::string text;
};
struct Holder {
  B value;
};
struct StringPairs {
  std::map<std::string, std::string> pairs;
};

}  // namespace bug_reports

template <>
inline constexpr auto dotwire::description<bug_reports::B> =
    dotwire::class_type<bug_reports::B>("App.B", "App", dotwire::field<&bug_reports::B::text>("text"));
template <>
inline constexpr auto dotwire::description<bug_reports::Holder> =
    dotwire::class_type<bug_reports::Holder>("App.Holder", "App", dotwire::field<&bug_reports::Holder::value>("value"));
template <>
inline constexpr auto dotwire::description<bug_reports::StringPairs> = dotwire::class_type<bug_reports::StringPairs>(
    "App.StringPairs", "App", dotwire::field<&bug_reports::StringPairs::pairs>("pairs"));

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// dotnet/runtime 88899: an ImageListStreamer in a .resx file, which is a DataSet with its schema.
TEST(BugReports, Nrbf14EntriesOfAResxFileAreCellsOfATable) {
  const Buffer payload = Records()
                             .hex("0C 02 00 00 00")
                             .text("System.Windows.Forms")
                             .hex("05 01 00 00 00")
                             .text("System.Windows.Forms.ImageListStreamer")
                             .hex("01 00 00 00")
                             .text("Data")
                             .hex("07 02  02 00 00 00  09 03 00 00 00  0F 03 00 00 00 04 00 00 00 02 4D 53 46 74  0B")
                             .cut();
  std::string value = to_base64(payload);
  for (std::size_t at = 0; at < value.size(); at += 81) value.insert(at, "\n");
  const std::string resx =
      "<root><xsd:schema id='root' xmlns='' xmlns:xsd='http://www.w3.org/2001/XMLSchema' "
      "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'>"
      "<xsd:import namespace='http://www.w3.org/XML/1998/namespace'/>"
      "<xsd:element name='root' msdata:IsDataSet='true'><xsd:complexType><xsd:choice maxOccurs='unbounded'>"
      "<xsd:element name='data'><xsd:complexType><xsd:sequence>"
      "<xsd:element name='value' type='xsd:string' minOccurs='0' msdata:Ordinal='1'/></xsd:sequence>"
      "<xsd:attribute name='name' type='xsd:string' use='required' msdata:Ordinal='1'/>"
      "<xsd:attribute name='mimetype' type='xsd:string' msdata:Ordinal='4'/><xsd:attribute ref='xml:space'/>"
      "</xsd:complexType></xsd:element></xsd:choice></xsd:complexType></xsd:element></xsd:schema>"
      "<data name='imageList1.ImageStream' mimetype='application/x-microsoft.net.object.binary.base64'><value>" +
      value + "</value></data><data name='title' xml:space='preserve'><value>Hello</value></data></root>";
  const Result<Document> document = read_document(as_bytes(resx));
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  const std::vector<const model::Table*> tables = document->tables();
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables[0]->name, "data");
  ASSERT_EQ(tables[0]->row_count(), 2U);
  EXPECT_EQ(tables[0]->find_column("space")->text(1), "preserve");
  const std::string_view cell = tables[0]->find_column("value")->text(0);
  const Opened opened = open_layers(as_bytes(cell));
  const std::vector<Part> parts = list_documents(opened.content);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].root_type, "System.Windows.Forms.ImageListStreamer, System.Windows.Forms");
  EXPECT_THAT(convert(as_bytes(cell), "", "json"), HasSubstr("TVNGdA=="));
}

constexpr std::string_view kCoreLib =
    "System.Private.CoreLib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";

std::string generic(std::string_view name, std::string_view argument, int count = 1) {
  std::string text(name);
  text += '`' + std::to_string(count) + '[';
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    text.append("[").append(argument).append(", ").append(kCoreLib).append("]");
  }
  return text + ']';
}

Buffer string_dictionary() {
  const std::string pair = generic("System.Collections.Generic.KeyValuePair", "System.String", 2);
  Records records;
  records.system_class(1, generic("System.Collections.Generic.Dictionary", "System.String", 2),
                       {"Version", "Comparer", "HashSize", "KeyValuePairs"});
  records.hex("00 03 00 03").byte(8).text(generic("System.Collections.Generic.IEqualityComparer", "System.String"));
  records.byte(8).text(pair + "[]");
  records.i32(1).reference(2).i32(3).reference(3);
  records.system_class(2, "System.Collections.Generic.NonRandomizedStringEqualityComparer", {});
  records.array(3, 1).byte(3).text(pair);
  records.system_class(-4, pair, {"key", "value"}).hex("01 01").string(5, "Hello").string(6, "World");
  return records.end();
}

// dotnet/corefx 24938: a dictionary whose comparer is a class that the Framework has not.
TEST(BugReports, Nrbf01ADictionaryIsReadWhateverItsComparer) {
  const Buffer input = string_dictionary();
  EXPECT_EQ(tree(input), "/ Dictionary<String, String>\n/[\"Hello\"] String = \"World\"\n");
  EXPECT_THAT(tree(input, {}, true), HasSubstr("/Comparer System.Collections.Generic.NonRandomizedStringEquality"));
  Writer writer;
  Buffer written;
  ASSERT_TRUE(writer.write(bug_reports::StringPairs{{{"Hello", "World"}}}, written).ok());
  EXPECT_THAT(std::string(written.text()), HasSubstr("GenericEqualityComparer`1[[System.String"));
}

// dotnet/corefx 30891: the entry is declared IComparer, the object is an equality comparer.
TEST(BugReports, Nrbf02AComparerOfAnotherClassThanDeclared) {
  Records records;
  records.library(2, "System.Core, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
  records.library_class(1, generic("System.Collections.Generic.HashSet", "System.Int32"),
                        {"Version", "Comparer", "Capacity", "Elements"});
  records.hex("00 03 00 07").byte(8).text(generic("System.Collections.Generic.IComparer", "System.Int32"));
  records.byte(8).byte(8).i32(2).i32(2).reference(3).i32(3).reference(4);
  records.system_class(3, generic("System.Collections.Generic.GenericEqualityComparer", "System.Int32"), {});
  records.byte(15).i32(4).i32(2).byte(8).i32(41).i32(42);
  EXPECT_EQ(tree(records.end()), "/ HashSet<Int32>\n/[0] Int32 = 41\n/[1] Int32 = 42\n");
}

Buffer list_of_guids() {
  Records records;
  records.system_class(1, generic("System.Collections.Generic.List", "System.Guid"), {"_items", "_size", "_version"});
  records.hex("03 00 00").text("System.Guid[]").byte(8).byte(8).reference(2).i32(1).i32(1);
  records.array(2, 1).byte(3).text("System.Guid");
  records.system_class(-3, "System.Guid", {"_a", "_b", "_c", "_d", "_e", "_f", "_g", "_h", "_i", "_j", "_k"});
  records.hex("00 00 00 00 00 00 00 00 00 00 00").hex("08 07 07 02 02 02 02 02 02 02 02");
  records.hex("01 00 00 00  02 00  03 00  04 05 06 07 08 09 0A 0B");
  return records.end();
}

// dotnet/runtime 31289: closed generics written on Core name its core library inside.
TEST(BugReports, Nrbf03GenericArgumentsOfAnyCoreLibrary) {
  const Buffer input = list_of_guids();
  EXPECT_EQ(tree(input), "/ List<Guid>\n/[0] Guid = 00000001-0002-0003-0405-060708090a0b\n");
  const std::string renames = "*, System.Private.CoreLib => *, mscorlib, Version=4.0.0.0\n";
  Options options;
  options.renames = as_bytes(renames);
  const std::string renamed = convert(input, "binaryformatter", "binaryformatter", options);
  EXPECT_THAT(renamed, HasSubstr("List`1[[System.Guid, mscorlib, Version=4.0.0.0]]"));
  EXPECT_THAT(renamed, Not(HasSubstr("System.Private.CoreLib")));
}

// dotnet/corefx 23785: system types with a library of their own, or without.
TEST(BugReports, Nrbf04OneTypeInTwoCoreLibraries) {
  Records plain;
  plain.system_class(1, "System.Version", {"_Major", "_Minor", "_Build", "_Revision"});
  plain.hex("00 00 00 00 08 08 08 08").i32(1).i32(2).i32(3).i32(4);
  Records with_library;
  with_library.library(2, kCoreLib);
  with_library.library_class(1, "System.Version", {"_Major", "_Minor", "_Build", "_Revision"});
  with_library.hex("00 00 00 00 08 08 08 08").i32(2).i32(1).i32(2).i32(3).i32(4);
  const Buffer first = plain.end();
  const Buffer second = with_library.end();
  EXPECT_EQ(tree(first), "/ Version = \"1.2.3.4\"\n");
  EXPECT_EQ(tree(second), tree(first));
  EXPECT_EQ(convert(second, "binaryformatter", "dump"), convert(first, "binaryformatter", "dump"));
}

// dotnet/runtime 102826: all four kinds of DateTime, and ticks beyond the last day.
TEST(BugReports, Nrbf06DatesKeepTicksAndKind) {
  constexpr std::uint64_t kTicks = 0x08CA2C1234567890;
  const std::string_view kinds[] = {"", "Z", " local", " local (second pass)"};
  for (std::uint64_t kind = 0; kind < 4; ++kind) {
    Records records;
    records.byte(15).i32(1).i32(1).byte(13).i64(kTicks | kind << 62);
    const Buffer input = records.end();
    EXPECT_EQ(tree(input), "/ DateTime[] = 2008-01-23T20:03:49.8091664" + std::string(kinds[kind]) + " (1)\n");
    EXPECT_EQ(convert(input, "binaryformatter", "binaryformatter"), input.text());
  }
  Records records;
  records.byte(15).i32(1).i32(1).byte(13).i64(0x2BCA2875F4374000);
  EXPECT_EQ(reading_error(records.end()), "malformed at byte 27 (#1): DateTime ticks are out of range");
}

// dotnet/runtime pull 107368: what a fuzzer found in the official decoder.
TEST(BugReports, Nrbf07DamageIsOneErrorWithItsPlace) {
  EXPECT_EQ(reading_error(Records().byte(64).i32(1).end()), "malformed at byte 17: no record has the type 64");
  EXPECT_EQ(reading_error(Records().byte(16).i32(1).i32(1).reference(99).end()),
            "malformed at byte 26 (#1/[0]): no object has the id 99");
  // Of another kind, before and after the reference.
  EXPECT_EQ(
      reading_error(Records().byte(17).i32(1).i32(2).reference(3).string(2, "x").byte(15).i32(3).i32(0).byte(8).end()),
      "malformed at byte 26 (#1/[0]): object 3, of record ArraySinglePrimitive, does not fit this place");
  EXPECT_EQ(reading_error(Records().byte(17).i32(1).i32(1).reference(1).end()),
            "malformed at byte 26 (#1/[0]): object 1, of record ArraySingleString, does not fit this place");
  EXPECT_EQ(reading_error(Records().byte(15).i32(1).i32(1).byte(5).text("1.2.3").end()),
            "malformed at byte 27 (#1): decimal text: not a decimal number");
  EXPECT_EQ(reading_error(Records().byte(15).i32(1).i32(1).byte(0).i32(0).end()),
            "malformed at byte 26 (#1): no primitive type has the code 0");
}

// dotnet/runtime 107515: the count of a char[] is of UTF-16 units.
TEST(BugReports, Nrbf08CharArraysWithSurrogates) {
  const Buffer pair = Records().byte(15).i32(1).i32(2).byte(3).hex("F0 9F 98 80").end();
  EXPECT_EQ(tree(pair), "/ Char[] = '\\uD83D', '\\uDE00' (2)\n");
  EXPECT_EQ(convert(pair, "binaryformatter", "binaryformatter"), pair.text());
  EXPECT_EQ(reading_error(Records().byte(15).i32(1).i32(1).byte(3).hex("F0 9F 98 80").end()),
            "malformed at byte 27 (#1): a surrogate pair is cut by the end of the array");
  for (const std::string_view bad : {"ED A0 80", "F0 9F 98"}) {
    EXPECT_EQ(reading_error(Records().byte(15).i32(1).i32(2).byte(3).hex(bad).end()),
              "malformed at byte 27 (#1): character array is not UTF-8, or ends inside a surrogate pair");
  }
}

Records rectangle(std::int32_t rows, std::int32_t columns) {
  Records records;
  records.byte(7).i32(1).byte(2).i32(2).i32(rows).i32(columns);
  return records;
}

// dotnet/runtime pull 107682: two dimensions of each kind of element.
TEST(BugReports, Nrbf09RectangularArraysOfOddElements) {
  Records strings = rectangle(2, 2);
  strings.byte(6).reference(2).null().null().reference(3);
  strings.byte(17).i32(2).i32(1).string(4, "a").byte(17).i32(3).i32(1).string(5, "b");
  EXPECT_EQ(tree(strings.end()),
            "/ String[2,2][]\n/[0,0] String[]\n/[0,0]/[0] String = \"a\"\n/[0,1]  = null\n/[1,0]  = null\n"
            "/[1,1] String[]\n/[1,1]/[0] String = \"b\"\n");
  Records objects = rectangle(1, 2);
  objects.byte(5).reference(2).null().byte(16).i32(2).i32(1).string(4, "a");
  EXPECT_EQ(tree(objects.end()), "/ Object[1,2][]\n/[0,0] Object[]\n/[0,0]/[0] String = \"a\"\n/[0,1]  = null\n");
  EXPECT_EQ(tree(rectangle(1, 2).byte(0).byte(5).text("1.5").text("-2").end()), "/ Decimal[1,2] = 1.5, -2 (2)\n");
  EXPECT_EQ(tree(rectangle(1, 2).byte(0).byte(12).i64(10'000'000).i64(0).end()),
            "/ TimeSpan[1,2] = 00:00:01, 00:00:00 (2)\n");
  EXPECT_EQ(reading_error(rectangle(1, 2).byte(0).byte(17).end()),
            "malformed at byte 36 (#1): no primitive type has the code 17");
  EXPECT_EQ(reading_error(rectangle(1, 2).byte(8).end()), "malformed at byte 36 (#1): no member type has the code 8");
}

// dotnet/runtime 121381: a class named like a value type of the framework, with other members or none.
TEST(BugReports, Nrbf11FakeSystemClassesAreOrdinaryClasses) {
  for (const char* name : {"Decimal", "DateTime", "IntPtr", "UIntPtr", "Guid", "TimeSpan", "DateTimeOffset", "Int32"}) {
    const std::string full_name = std::string("System.") + name;
    Records records;
    records.system_class(1, full_name, {"flags", "other"}).byte(1).byte(1).string(2, "x").null();
    EXPECT_EQ(tree(records.end()), "/ " + std::string(name) + "\n/flags String = \"x\"\n/other  = null\n");
    EXPECT_EQ(tree(Records().system_class(1, full_name, {}).end()), "/ " + std::string(name) + "\n");
  }
}

// dotnet/coreclr 27224: a .resx writer split type and assembly at the first comma.
TEST(BugReports, Nrbf12ATypeNameThatWasSplitIsPutTogether) {
  const std::string mscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
  Records records;
  records.library(2, mscorlib + "]], " + mscorlib);
  records.library_class(1, "System.Collections.Generic.List`1[[System.Int32", {"_items", "_size", "_version"});
  records.hex("07 00 00").byte(8).byte(8).byte(8).i32(2).reference(3).i32(2).i32(2);
  records.byte(15).i32(3).i32(2).byte(8).i32(41).i32(42);
  const Buffer input = records.end();
  EXPECT_EQ(tree(input), "/ List<Int32>\n/[0] Int32 = 41\n/[1] Int32 = 42\n");
  EXPECT_EQ(convert(input, "binaryformatter", "binaryformatter"), input.text());
}

// mono/mono 8915: a private field of a base class, whose struct comes later.
TEST(BugReports, Nrbf16AFieldOfABaseClassKeepsItsClass) {
  Records records;
  records.library(3, "Assembly-CSharp, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null");
  records.library_class(1, "SamCombatant", {"health", "PlayerCombatant+color"}).byte(0).byte(4);
  records.byte(8).text("SerializableColor").i32(3).i32(3).i32(7).reference(2);
  records.library_class(2, "SerializableColor", {"values"}).byte(7).byte(11).i32(3).reference(4);
  records.byte(15).i32(4).i32(1).byte(11).hex("00 00 80 3F");
  EXPECT_EQ(tree(records.end()),
            "/ SamCombatant\n/health Int32 = 7\n/PlayerCombatant+color SerializableColor\n"
            "/PlayerCombatant+color/values Single[] = 1 (1)\n");
}

// mono/mono 11047: entries of a ConcurrentDictionary are where the layout has them.
TEST(BugReports, Nrbf17EntriesOfAConcurrentDictionaryAreShown) {
  const std::string pair = generic("System.Collections.Generic.KeyValuePair", "System.String", 2);
  Records records;
  records.system_class(1, generic("System.Collections.Concurrent.ConcurrentDictionary", "System.String", 2),
                       {"m_serializationArray", "m_serializationConcurrencyLevel", "m_serializationCapacity"});
  records.hex("03 00 00").text(pair + "[]").byte(8).byte(8).reference(3).i32(4).i32(31);
  records.array(3, 1).byte(3).text(pair);
  records.system_class(-4, pair, {"key", "value"}).hex("01 01").string(5, "a").string(6, "b");
  const std::string shown = tree(records.end());
  EXPECT_THAT(shown, HasSubstr("/m_serializationArray/[0]/Key String = \"a\"\n"));
  EXPECT_THAT(shown, HasSubstr("/m_serializationArray/[0]/Value String = \"b\"\n"));
}

// mono/mono 9861: a field of one class, loaded where another is expected.
TEST(BugReports, Nrbf18AnObjectOfAnotherClassIsRefusedWithItsPath) {
  Records records;
  records.library(2, "App");
  records.library_class(1, "App.Holder", {"value"}).byte(4).text("App.A").i32(2).i32(2).reference(3);
  records.library_class(3, "App.A", {"text"}).byte(1).i32(2).string(4, "x");
  Reader reader;
  bug_reports::Holder holder;
  const Status read = reader.read(records.end(), holder);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::TypeMismatch);
  EXPECT_THAT(read.error().path(), HasSubstr("value"));
  EXPECT_THAT(read.error().message(), HasSubstr("another class"));
}

// UnitySaveEditor 6, orleans 1473, dotnet/runtime 88316: without any assembly.
TEST(BugReports, Nrbf19NeedsNoTypeDefinitions) {
  Records records;
  records.library(2, "Assembly-CSharp");
  records.library_class(1, "SaveGame", {"name", "gold"}).byte(1).byte(0).byte(8).i32(2).string(3, "Arias").i32(100);
  const Buffer input = records.end();
  EXPECT_EQ(tree(input), "/ SaveGame\n/name String = \"Arias\"\n/gold Int32 = 100\n");
  EXPECT_THAT(convert(input, "binaryformatter", "json"), HasSubstr("\"gold\": 100"));
}

// bitlife-edit 2: members by the names of their properties.
TEST(BugReports, Nrbf20BackingFieldsHaveTheirPropertysName) {
  Records records;
  records.library(2, "Assembly-CSharp");
  records.library_class(1, "Life", {"<Skill>k__BackingField"}).byte(0).byte(8).i32(2).i32(100);
  const Buffer input = records.end();
  EXPECT_EQ(tree(input), "/ Life\n/Skill Int32 = 100\n");
  EXPECT_EQ(tree(input, {}, true), "/ Life\n/<Skill>k__BackingField Int32 = 100\n");
}

// sud0woodo/nrbf: a remoting reply in 41 bytes.
TEST(BugReports, Nrbf21AMethodReturn) {
  const Buffer input =
      hex("0000000000000000000100000000000000161108000012104164647265737320726563656976656"
          "40B");
  EXPECT_EQ(input.size(), 41U);
  EXPECT_EQ(tree(input),
            "/ System.Runtime.Remoting.Messaging.MethodReturn\n/ReturnValue String = \"Address received\"\n");
  EXPECT_EQ(identify(input).measure.size, 41U);
}

Buffer books(std::int32_t count) {
  Records records;
  records.library(2, "Books");
  records.byte(7).i32(1).byte(0).i32(1).i32(count).byte(4).text("Book").i32(2);
  for (std::int32_t i = 0; i < count; ++i) records.reference(3 + 2 * i);
  for (std::int32_t i = 0; i < count; ++i) {
    if (i == 0) {
      records.library_class(3, "Book", {"Name", "Id"}).byte(1).byte(1).i32(2);
    } else {
      records.class_with_id(3 + 2 * i, 3);
    }
    records.null().string(4 + 2 * i, std::to_string(i));
  }
  return records.end();
}

double seconds_to_read(const Buffer& input) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(reading_error(input), "");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// dotnet/corefx 16991: time in proportion to the objects, which all come after their references.
TEST(BugReports, Nrbf22HalfAMillionBooksTakeLinearTime) {
  const Buffer few = books(50'000);
  const Buffer many = books(500'000);
  seconds_to_read(few);
  EXPECT_LT(seconds_to_read(many), 40 * seconds_to_read(few) + 0.5);
}

// dotnet/corefx 24902: more objects than .NET's old limit of 6.6 million.
TEST(BugReports, Nrbf23TenMillionRecordsAreMeasured) {
  constexpr std::int32_t kCount = 10'000'000;
  Records records;
  records.byte(16).i32(1).i32(kCount);
  records.system_class(2, "System.Object", {});
  for (std::int32_t i = 1; i < kCount; ++i) records.class_with_id(2 + i, 2);
  const Buffer input = records.end();
  const Identification found = identify(input);
  ASSERT_FALSE(found.damage.has_value()) << found.damage->to_string();
  EXPECT_EQ(found.measure.size, input.size());
}

// dotnet/runtime 1686: cycles are there once.
TEST(BugReports, Nrbf24CyclesAreShownOnce) {
  Records records;
  records.system_class(1, "N", {"a", "b"}).byte(2).byte(2).reference(1).reference(2);
  records.class_with_id(2, 1).reference(1).reference(2);
  const Buffer input = records.end();
  EXPECT_EQ(tree(input), "/ N\n/a  = -> #1\n/b N\n/b/a  = -> #1\n/b/b  = -> #2\n");
  EXPECT_THAT(convert(input, "binaryformatter", "json"), HasSubstr("\"$ref\": 1"));
}

// KGySoft 13: which format it is, or that it is none.
TEST(BugReports, Nrbf25TheFormatIsNamedOrCalledUnknown) {
  const Identification found = identify(string_dictionary());
  ASSERT_NE(found.format, nullptr);
  EXPECT_EQ(found.format->name, "binaryformatter");
  const Identification unknown = identify(hex("12 34 56 78 9A BC DE F0"));
  EXPECT_EQ(unknown.format, nullptr);
}

std::string noise(std::size_t size) {
  std::string text;
  for (std::uint32_t state = 1; text.size() < size;) {
    state = state * 1'664'525 + 1'013'904'223;
    text += static_cast<char>(state >> 24);
  }
  return text;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    group = group << 8 | static_cast<std::uint8_t>(bytes[i]);
    if (i % 3 != 2) continue;
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[group >> shift & 63U];
    group = 0;
  }
  return text;
}

// SaveGameFree 5: encrypted, then base64.
TEST(BugReports, Nrbf26EncryptedBytesAreCalledSo) {
  for (const std::size_t size : {96U, 480U, 4800U}) {
    const std::string text = base64(noise(size));
    EXPECT_EQ(identify(as_bytes(text)).format, nullptr);
    EXPECT_EQ(identify(as_bytes(text)).hint, "it looks like base64 text of random bytes: encrypted or compressed");
  }
  EXPECT_EQ(identify(as_bytes(noise(480))).hint, "the bytes look random: encrypted or compressed");
  EXPECT_EQ(
      identify(as_bytes(base64(std::string(30, 'a') + " plain text, again plain text, and again plain text"))).hint,
      "it looks like base64 text of something else");
}

// SimpleFileBrowser 47: text is not this format.
TEST(BugReports, Nrbf27TextIsCalledText) {
  EXPECT_EQ(reading_error(as_bytes(std::string_view("Score: 58"))),
            "unknown format at byte 0: no SerializedStreamHeader record; it is a text file");
  EXPECT_EQ(identify(as_bytes(std::string_view("Score: 58"))).hint, "it is a text file");
}

Buffer color(std::int64_t value, int known, int state, std::string_view name = {}) {
  Records records;
  records.library(2, "System.Drawing, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a");
  records.library_class(1, "System.Drawing.Color", {"name", "value", "knownColor", "state"});
  records.hex("01 00 00 00").byte(9).byte(7).byte(7).i32(2);
  if (name.empty()) {
    records.null();
  } else {
    records.string(3, name);
  }
  records.i64(static_cast<std::uint64_t>(value)).byte(static_cast<unsigned>(known)).byte(0);
  return records.byte(static_cast<unsigned>(state)).byte(0).end();
}

// dotnet/winforms 9180: what a Color's state bits say.
TEST(BugReports, Nrbf28ColorsAreShown) {
  EXPECT_EQ(tree(color(0, 191, 1)), "/ System.Drawing.Color = known color 191\n");
  EXPECT_EQ(tree(color(0xFF102030, 0, 2)), "/ System.Drawing.Color = #FF102030\n");
  EXPECT_EQ(tree(color(0, 0, 8, "Sunset")), "/ System.Drawing.Color = Sunset\n");
  EXPECT_EQ(tree(color(0, 0, 0)), "/ System.Drawing.Color = no color\n");
  EXPECT_THAT(tree(color(0xFF102030, 0, 2), {}, true), HasSubstr("/value Int64 = 4279246896\n"));
}

// dotnet/winforms 11682: an exception where an object should be.
TEST(BugReports, Nrbf29APlaceholderIsCalledSo) {
  Records records;
  records.system_class(1, "System.NotSupportedException", {"ClassName", "Message"}).byte(1).byte(1);
  records.string(2, "System.NotSupportedException");
  records.string(3, "BinaryFormatter serialization and deserialization are disabled within this application.");
  const std::string shown = tree(records.end());
  EXPECT_THAT(shown, HasSubstr("/ NotSupportedException in place of an object that was never written\n"));
  EXPECT_THAT(shown, HasSubstr("/Message String = \"BinaryFormatter serialization and"));
}

}  // namespace
}  // namespace dotwire::test
