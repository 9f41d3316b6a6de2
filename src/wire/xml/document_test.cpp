#include "wire/xml/document.h"

#include <string>

#include <gtest/gtest.h>

#include "wire/xml/reader.h"

namespace dotwire::xml {
namespace {

// The text of the root element, or the error.
std::string root_text(std::string_view bytes) {
  Reader reader;
  if (Status status = reader.open(as_bytes(bytes)); !status.ok()) return "! " + status.error().to_string();
  while (true) {
    const Result<NodeKind> node = reader.next();
    if (!node.ok()) return "! " + node.error().to_string();
    if (*node == NodeKind::Start) return std::string(*reader.read_content());
  }
}

std::string utf16(std::string_view ascii, bool big_endian) {
  std::string bytes;
  for (const char c : ascii) {
    if (big_endian) bytes.push_back('\0');
    bytes.push_back(c);
    if (!big_endian) bytes.push_back('\0');
  }
  return bytes;
}

TEST(XmlDocument, ReadsUtf8WithAndWithoutMark) {
  EXPECT_EQ(root_text("<a>\xC3\xA4</a>"), "\xC3\xA4");
  EXPECT_EQ(root_text("\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>\xC3\xA4</a>"), "\xC3\xA4");
}

TEST(XmlDocument, ReadsUtf16InBothOrdersWithAndWithoutMark) {
  EXPECT_EQ(root_text("\xFF\xFE" + utf16("<?xml version='1.0' encoding='utf-16'?><a>x</a>", false)), "x");
  EXPECT_EQ(root_text("\xFE\xFF" + utf16("<a>x</a>", true)), "x");
  EXPECT_EQ(root_text(utf16("<a>x</a>", false)), "x");
  EXPECT_EQ(root_text(utf16("<a>x</a>", true)), "x");
}

TEST(XmlDocument, ReadsLatin1WhereDeclared) {
  EXPECT_EQ(root_text("<?xml version='1.0' encoding='iso-8859-1'?><a>\xE4</a>"), "\xC3\xA4");
}

TEST(XmlDocument, CountsOffsetsInTheBytesOfTheFile) {
  Reader reader;
  const std::string bytes = "\xFF\xFE" + utf16("<a>\n</b>", false);
  ASSERT_TRUE(reader.open(as_bytes(bytes)).ok());
  Result<NodeKind> node = reader.next();
  while (node.ok()) node = reader.next();
  EXPECT_EQ(node.error().offset(), 2U + 2 * 4);
  EXPECT_EQ(node.error().line(), 2U);
  EXPECT_EQ(node.error().column(), 1U);
}

TEST(XmlDocument, ReadsADeclarationInFull) {
  const Result<Declaration> declaration =
      decode_declaration("<?xml  version = '1.0' encoding=\"utf-8\"\tstandalone='yes' ?><a/>");
  ASSERT_TRUE(declaration.ok());
  EXPECT_TRUE(declaration->present);
  EXPECT_EQ(declaration->encoding, "utf-8");
  EXPECT_EQ(declaration->standalone, Standalone::Yes);
  EXPECT_EQ(declaration->end, 59U);
}

TEST(XmlDocument, ReadsWindows1252WhereDeclared) {
  const std::string start = "<?xml version='1.0' encoding='Windows-1252'?><a>";
  EXPECT_EQ(root_text(start + "\x80\x9F\xE9</a>"), "\xE2\x82\xAC\xC5\xB8\xC3\xA9");
  EXPECT_EQ(root_text(start + "\x81</a>"), "\xC2\x81");
}

TEST(XmlDocument, TextThatWasAStringMaySayUtf16) {
  const std::string text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>x</a>";
  EXPECT_EQ(root_text(text), "x");
  Reader reader;
  ASSERT_TRUE(reader.open_text(text).ok());
  EXPECT_EQ(*reader.next(), NodeKind::Start);
}

struct Failure {
  std::string document;
  const char* error;
};

class XmlDeclarationFailure : public testing::TestWithParam<Failure> {};

TEST_P(XmlDeclarationFailure, NamesPlaceAndCause) {
  EXPECT_EQ(root_text(GetParam().document), std::string("! ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, XmlDeclarationFailure,
    testing::Values(
        Failure{"<?xml encoding='utf-8'?><a/>",
                "malformed at line 1, column 7: the XML declaration must begin with the version"},
        Failure{"<?xml version='1.1'?><a/>", "malformed at line 1, column 14: only XML version 1.0 is known"},
        Failure{"<?xml version=1.0?><a/>",
                "malformed at line 1, column 15: a quoted value is expected in the XML declaration"},
        Failure{"<?xml version '1.0'?><a/>", "malformed at line 1, column 15: '=' is expected in the XML declaration"},
        Failure{"<?xml version='1.0'encoding='utf-8'?><a/>",
                "malformed at line 1, column 20: '?>' is expected at the end of the XML declaration"},
        Failure{"<?xml version='1.0' encoding='8-utf'?><a/>",
                "malformed at line 1, column 29: not the name of an encoding"},
        Failure{"<?xml version='1.0' standalone='maybe'?><a/>",
                "malformed at line 1, column 31: standalone is neither yes nor no"},
        Failure{"<?xml version='1.0' standalone='no' encoding='utf-8'?><a/>",
                "malformed at line 1, column 37: '?>' is expected at the end of the XML declaration"},
        Failure{"<?xml version='1.0'", "truncated at line 1, column 20: the document ends inside its declaration"},
        Failure{"<?xml version='1.0' encoding='koi8-r'?><a/>", "unsupported at byte 0: encoding koi8-r"},
        Failure{" <?xml version='1.0'?><a/>",
                "malformed at line 1, column 2: an XML declaration can only stand at the very start"},
        Failure{std::string("\xFF\xFE\0\0<\0\0\0", 8), "unsupported at byte 0: UTF-32 text"},
        Failure{std::string("<\0a\0/\0>", 7), "truncated at byte 7: UTF-16 text has an odd number of bytes"}));

}  // namespace
}  // namespace dotwire::xml
