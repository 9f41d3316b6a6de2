#include "wire/xml/reader.h"

#include <functional>
#include <string>

#include <gmock/gmock.h>

namespace dotwire::xml {
namespace {

std::string event(const Reader& reader, NodeKind kind) {
  switch (kind) {
    case NodeKind::Start: {
      std::string text = "<" + std::string(reader.raw_name());
      for (const Attribute& attribute : reader.attributes()) {
        text += " " + std::string(reader.raw_name(attribute)) + "=[" + std::string(attribute.value) + "]";
      }
      return text + ">";
    }
    case NodeKind::End: return "</" + std::string(reader.raw_name()) + ">";
    case NodeKind::Text: return "T[" + std::string(reader.text()) + "]";
    case NodeKind::Whitespace: return "W[" + std::string(reader.text()) + "]";
    case NodeKind::CData: return "D[" + std::string(reader.text()) + "]";
    case NodeKind::Comment: return "C[" + std::string(reader.text()) + "]";
    case NodeKind::ProcessingInstruction:
      return "P[" + std::string(reader.target()) + "|" + std::string(reader.text()) + "]";
    case NodeKind::EndOfDocument: return ".";
  }
  return "?";
}

// All nodes in a row, or the error.
std::string read(std::string_view document, const ReaderOptions& options = {}) {
  Reader reader(options);
  if (Status status = reader.open(as_bytes(document)); !status.ok()) return "! " + status.error().to_string();
  std::string events;
  while (true) {
    const Result<NodeKind> node = reader.next();
    if (!node.ok()) return "! " + node.error().to_string();
    events += event(reader, *node);
    if (*node == NodeKind::EndOfDocument) return events;
  }
}

TEST(XmlReader, GivesElementsTextAndTheRestInOrder) {
  EXPECT_EQ(read("<a>x<b y='1'/><!--c--><?p q?><![CDATA[<&]]> </a>"), "<a>T[x]<b y=[1]></b>C[c]P[p|q]D[<&]W[ ]</a>.");
}

TEST(XmlReader, TakesMiscellanyAroundTheRoot) {
  EXPECT_EQ(read("<?xml version='1.0'?>\n<!--x--> <a/>\n<?p?>"), "W[\n]C[x]W[ ]<a></a>W[\n]P[p|].");
}

TEST(XmlReader, ReplacesEntitiesAndCharacterReferences) {
  EXPECT_EQ(read("<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;</a>"), "<a>T[<>&\"'AB\xF0\x9F\x98\x80]</a>.");
  EXPECT_EQ(read("<a b='&lt;x&#10;&quot;'/>"), "<a b=[<x\n\"]></a>.");
}

TEST(XmlReader, CallsTextWithAReferenceTextEvenWhereItIsWhite) { EXPECT_EQ(read("<a>&#32;</a>"), "<a>T[ ]</a>."); }

TEST(XmlReader, NormalizesLineEndsInTextOnly) {
  EXPECT_EQ(read("<a>x\r\ny\rz</a>"), "<a>T[x\ny\nz]</a>.");
  EXPECT_EQ(read("<a>\r\n\r</a>"), "<a>W[\n\n]</a>.");
  EXPECT_EQ(read("<a>&#13;</a>"), "<a>T[\r]</a>.");
  EXPECT_EQ(read("<a b='x\r\ny\tz\n'/>"), "<a b=[x y z ]></a>.");
  EXPECT_EQ(read("<a><![CDATA[x\r\ny]]><!--\r--></a>"), "<a>D[x\ny]C[\n]</a>.");
}

TEST(XmlReader, KeepsLineEndsRawAsXmlTextReaderDoes) {
  const ReaderOptions options = ReaderOptions::as_xml_text_reader();
  EXPECT_EQ(read("<a>x\r\ny\r</a>", options), "<a>T[x\r\ny\r]</a>.");
  EXPECT_EQ(read("<a>\r\n</a>", options), "<a>W[\r\n]</a>.");
  EXPECT_EQ(read("<a b='x\ty\r\n'/>", options), "<a b=[x\ty\r\n]></a>.");
}

TEST(XmlReader, TakesReferencesToAnyCharacterOnlyWhereAsked) {
  const std::string document = "<a>&#x0;&#x1;&#xFFFE;</a>";
  EXPECT_EQ(read(document), "! malformed at line 1, column 4: a reference to what is no character in XML");
  EXPECT_EQ(read(document, ReaderOptions::as_xml_text_reader()), std::string("<a>T[\0\x01\xEF\xBF\xBE]</a>.", 16));
}

TEST(XmlReader, JoinsReferencesToSurrogates) {
  const ReaderOptions options = ReaderOptions::as_xml_text_reader();
  EXPECT_EQ(read("<a>&#xD83D;&#xDE00;</a>", options), "<a>T[\xF0\x9F\x98\x80]</a>.");
  EXPECT_EQ(read("<a>&#xD83D;x</a>", options), "<a>T[\xED\xA0\xBDx]</a>.");
}

TEST(XmlReader, TakesCharactersThatXmlForbidsOnlyWhereAsked) {
  ReaderOptions options;
  options.any_character = true;
  EXPECT_EQ(read("<a>\x01\xEF\xBF\xBF\xED\xA0\xBD</a>", options), "<a>T[\x01\xEF\xBF\xBF\xED\xA0\xBD]</a>.");
  EXPECT_EQ(read("<a b='\x02'/>", options), "<a b=[\x02]></a>.");
}

struct Failure {
  const char* document;
  const char* error;
};

class XmlReaderFailure : public testing::TestWithParam<Failure> {};

TEST_P(XmlReaderFailure, NamesKindPlaceAndCause) {
  EXPECT_EQ(read(GetParam().document), std::string("! ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, XmlReaderFailure,
    testing::Values(
        Failure{"", "truncated at line 1, column 1: the document has no root element"},
        Failure{" \n ", "truncated at line 2, column 2: the document has no root element"},
        Failure{"x<a/>", "malformed at line 1, column 1: text before the root element"},
        Failure{"<a/>\nx", "malformed at line 2, column 1: text behind the root element"},
        Failure{"<a/><b/>", "malformed at line 1, column 5: a second root element"},
        Failure{"<a/><![CDATA[]]>", "malformed at line 1, column 5: a CDATA section outside the root element"},
        Failure{"</a>", "malformed at line 1, column 1: an end tag without a start tag"},
        Failure{"<a>\r\n<b></a></b>", "malformed at line 2, column 4: end tag 'a' where that of 'b' is expected"},
        Failure{"<a></ab>", "malformed at line 1, column 4: end tag 'ab' where that of 'a' is expected"},
        Failure{"<a></a b>", "malformed at line 1, column 8: '>' is expected at the end of an end tag"},
        Failure{"<a>", "truncated at line 1, column 4: the document ends inside element 'a'"},
        Failure{"<a>x", "truncated at line 1, column 5: the document ends inside element 'a'"},
        Failure{"<a", "truncated at line 1, column 3: the document ends inside a tag"},
        Failure{"<a b='", "truncated at line 1, column 7: the document ends inside an attribute's value"},
        Failure{"<a></a", "truncated at line 1, column 7: the document ends inside an end tag"},
        Failure{"<a><!-", "truncated at line 1, column 7: the document ends inside markup"},
        Failure{"<a><!--x-", "truncated at line 1, column 10: the document ends inside a comment"},
        Failure{"<a><![CDATA[x]]", "truncated at line 1, column 16: the document ends inside a CDATA section"},
        Failure{"<a>&am", "truncated at line 1, column 7: the document ends inside a reference"},
        Failure{"<a><1/></a>", "malformed at line 1, column 5: this character may not stand in a name here"},
        Failure{"<a>< b/></a>", "malformed at line 1, column 5: a name is expected"},
        Failure{"<a$/>", "malformed at line 1, column 3: white space, '>' or '/>' is expected in the tag"},
        Failure{"<a\xC3\x97/>", "malformed at line 1, column 3: this character may not stand in a name here"},
        Failure{"<a\xC3/>", "malformed at line 1, column 3: this character may not stand in a name here"},
        Failure{"<a / >", "malformed at line 1, column 4: '/' in a tag without '>' behind it"},
        Failure{"<a b/>", "malformed at line 1, column 5: '=' is expected behind the name of an attribute"},
        Failure{"<a b=1/>", "malformed at line 1, column 6: the attribute's value is not quoted"},
        Failure{"<a b='1'c='2'/>", "malformed at line 1, column 9: white space, '>' or '/>' is expected in the tag"},
        Failure{"<a b='1' b='2'/>", "malformed at line 1, column 10: an attribute is there twice"},
        Failure{"<a b='<'/>", "malformed at line 1, column 7: '<' in an attribute's value"},
        Failure{"<a b='\x01'/>", "malformed at line 1, column 7: a control character"},
        Failure{"<a>]]></a>", "malformed at line 1, column 4: ']]>' in text"},
        Failure{"<a>\x0B</a>", "malformed at line 1, column 4: a control character"},
        Failure{"<a>x\xFFy</a>", "malformed at line 1, column 5: not UTF-8"},
        Failure{"<a b='x\xC0\x80'/>", "malformed at line 1, column 8: not UTF-8"},
        Failure{"<a>\xED\xA0\xBD</a>", "malformed at line 1, column 4: not UTF-8"},
        Failure{"<a>\xEF\xBF\xBF</a>", "malformed at line 1, column 4: U+FFFE or U+FFFF is no character in XML"},
        Failure{"<a>&nbsp;</a>",
                "malformed at line 1, column 4: '&' begins no entity that XML knows (amp, lt, gt, quot, apos)"},
        Failure{"<a>& </a>",
                "malformed at line 1, column 4: '&' begins no entity that XML knows (amp, lt, gt, quot, apos)"},
        Failure{"<a>&#;</a>", "malformed at line 1, column 4: a character reference without number or ';'"},
        Failure{"<a>&#x;</a>", "malformed at line 1, column 4: a character reference without number or ';'"},
        Failure{"<a>&#65 </a>", "malformed at line 1, column 4: a character reference without number or ';'"},
        Failure{"<a>&#xD800;</a>", "malformed at line 1, column 4: a reference to what is no character in XML"},
        Failure{"<a>&#x110000;</a>", "malformed at line 1, column 4: a reference to what is no character in XML"},
        Failure{"<a>&#99999999999999999999;</a>",
                "malformed at line 1, column 4: a reference to what is no character in XML"},
        Failure{"<a><!-- -- --></a>", "malformed at line 1, column 9: '--' in a comment"},
        Failure{"<a><!----->", "malformed at line 1, column 8: '--' in a comment"},
        Failure{"<a><!--\x01--></a>", "malformed at line 1, column 8: a control character"},
        Failure{"<a><!b></a>", "malformed at line 1, column 4: '<!' begins neither a comment nor a CDATA section"},
        Failure{"<!DOCTYPE a><a/>", "unsupported at line 1, column 1: a document type declaration (DTD) is refused"},
        Failure{"<a><?xml version='1.0'?></a>",
                "malformed at line 1, column 4: an XML declaration can only stand at the very start"},
        Failure{"<a><?XmL?></a>", "malformed at line 1, column 4: an XML declaration can only stand at the very start"},
        Failure{"<a><? p?></a>", "malformed at line 1, column 6: not the target of a processing instruction"},
        Failure{"<a><?p:q?></a>", "malformed at line 1, column 7: not the target of a processing instruction"},
        Failure{"<a><?p!?></a>", "malformed at line 1, column 7: white space or '?>' is expected behind the target"}));

TEST(XmlReader, SaysAtWhichByteTheBadValueStarts) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("\xEF\xBB\xBF<a>\n  <b></c>")).ok());
  Result<NodeKind> node = reader.next();
  while (node.ok()) node = reader.next();
  EXPECT_EQ(node.error().offset(), 12U);
  EXPECT_EQ(node.error().line(), 2U);
  EXPECT_EQ(node.error().column(), 6U);
}

TEST(XmlReader, RefusesToGoOnBehindAnError) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a><b></a>")).ok());
  while (reader.next().ok()) continue;
  const Result<NodeKind> again = reader.next();
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code(), ErrorCode::InvalidArgument);
}

TEST(XmlReader, LimitsDepth) {
  ReaderOptions options;
  options.limits.depth = 3;
  EXPECT_EQ(read("<a><a><a/></a></a>", options), "<a><a><a></a></a></a>.");
  EXPECT_EQ(read("<a><a><a><a/></a></a></a>", options),
            "! limit exceeded at line 1, column 10: elements are nested deeper than the limit of 3");
}

TEST(XmlReader, ReadsAMillionLevelsWithoutRecursion) {
  ReaderOptions options;
  options.limits.depth = 1'000'000;
  std::string document;
  for (int i = 0; i < 1'000'000; ++i) document += "<a>";
  for (int i = 0; i < 1'000'000; ++i) document += "</a>";
  Reader reader(options);
  ASSERT_TRUE(reader.open(as_bytes(document)).ok());
  std::size_t nodes = 0;
  for (Result<NodeKind> node = reader.next(); node.ok() && *node != NodeKind::EndOfDocument; node = reader.next())
    ++nodes;
  EXPECT_EQ(nodes, 2'000'000U);
}

TEST(XmlReader, GivesAnErrorForEveryPrefixOfADocument) {
  const std::string document =
      "<?xml version='1.0' encoding='utf-8'?><!-- c --><p:a xmlns:p='u' b='&amp;\xC3\xA4'>x&#65;\r\n<![CDATA[y]]>"
      "<?t z?><c/>\xE2\x82\xAC</p:a>";
  ASSERT_EQ(read(document).back(), '.');
  for (std::size_t size = 0; size < document.size(); ++size) {
    EXPECT_EQ(read(document.substr(0, size)).front(), '!') << document.substr(0, size);
  }
}

TEST(XmlReader, NeverOverrunsWhateverByteIsChanged) {
  const std::string document = "<?xml version='1.0'?><p:a xmlns:p='u' b='&amp;'>x&#65;<![CDATA[y]]><?t z?><c/></p:a>";
  for (std::size_t i = 0; i < document.size(); ++i) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = document;
      changed[i] = static_cast<char>(byte);
      EXPECT_FALSE(read(changed).empty());
    }
  }
}

TEST(XmlReader, ReadContentJoinsItsPieces) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a><b>x<!--c-->&amp;<![CDATA[<]]> </b> <b>only</b><b/><b> </b></a>")).ok());
  const auto content_of_next = [&](bool whitespace) {
    while (*reader.next() != NodeKind::Start) continue;
    return std::string(*reader.read_content(whitespace));
  };
  ASSERT_TRUE(reader.next().ok());
  EXPECT_EQ(content_of_next(true), "x&< ");
  EXPECT_EQ(content_of_next(true), "only");
  EXPECT_EQ(content_of_next(true), "");
  EXPECT_EQ(content_of_next(false), "");
}

TEST(XmlReader, ReadContentRefusesElements) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a>x<b/></a>")).ok());
  ASSERT_TRUE(reader.next().ok());
  const Result<std::string_view> content = reader.read_content();
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().to_string(), "malformed at line 1, column 5: an element where only text is expected");
}

TEST(XmlReader, SkipMovesBehindTheElement) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a><b><c/>x</b><d/></a>")).ok());
  ASSERT_TRUE(reader.next().ok());
  ASSERT_TRUE(reader.next().ok());
  ASSERT_TRUE(reader.skip().ok());
  ASSERT_EQ(*reader.next(), NodeKind::Start);
  EXPECT_EQ(reader.raw_name(), "d");
}

TEST(XmlReader, KeepsNumbersOfNamesOverDocuments) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a/>")).ok());
  ASSERT_TRUE(reader.next().ok());
  const NameId a = reader.name();
  ASSERT_TRUE(reader.open(as_bytes("<b><a/></b>")).ok());
  ASSERT_TRUE(reader.next().ok());
  EXPECT_NE(reader.name(), a);
  ASSERT_TRUE(reader.next().ok());
  EXPECT_EQ(reader.name(), a);
}

// The fast calls against next(), on rows of every usual and unusual shape.
std::string read_rows(std::string_view document, bool fast) {
  Reader reader(ReaderOptions::as_xml_text_reader());
  EXPECT_TRUE(reader.open(as_bytes(document)).ok());
  std::string events;
  NameId row = 0;
  NameId leaf = 0;
  while (true) {
    std::string_view text;
    if (fast && row != 0 && reader.depth() == 1 && reader.try_start(row, kEmptyString)) {
      events += "<r>";
    } else if (fast && leaf != 0 && reader.depth() == 2 && reader.try_leaf(leaf, kEmptyString, text)) {
      events += text.empty() ? "<c></c>" : "<c>T[" + std::string(text) + "]</c>";
    } else if (fast && reader.depth() == 2 && reader.try_end()) {
      events += event(reader, NodeKind::End);
    } else {
      const Result<NodeKind> node = reader.next();
      if (!node.ok()) return events + "! " + node.error().to_string();
      if (*node == NodeKind::Start && reader.raw_name() == "r") row = reader.name();
      if (*node == NodeKind::Start && reader.raw_name() == "c") leaf = reader.name();
      if (*node != NodeKind::Whitespace) events += event(reader, *node);
      if (*node == NodeKind::EndOfDocument) return events;
    }
  }
}

TEST(XmlReader, FastCallsGiveWhatNextGives) {
  for (const std::string_view rows :
       {"<r><c>1</c></r><r><c>2</c></r>", "<r><c>1</c></r><r x='1'><c>2</c></r>", "<r><c>1</c></r><r/><r><c/></r>",
        "<r><c>1</c></r>\n<r>\n<c>a&amp;b</c>\n<c>\xC3\xA4</c>\n</r>", "<r><c>1</c></r><r><c>\xC3</c></r>",
        "<r><c>1</c></r><r><c>1</d></r>", "<r><c>1</c></r><r><c>1", "<r><c>1</c></r><r xmlns='u'><c>1</c></r>",
        "<r><c>1</c></r><r><c>x]y</c><c>]]></c></r>", "<r><c>1</c></r><r><!--x--><c>\t\n</c><c>x\ny</c></r ><r></r>",
        "<r><c>1</c></r><r><c><![CDATA[x]]></c><c><c>2</c></c></r>", "<r><c>1</c></r><rr><c>2</c></rr>"}) {
    const std::string document = "<d>" + std::string(rows) + "</d>";
    EXPECT_EQ(read_rows(document, true), read_rows(document, false)) << document;
  }
}

TEST(XmlReader, FastCallsKnowThatNoNameNeverComes) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a><b>x</b></a>")).ok());
  ASSERT_TRUE(reader.next().ok());
  std::string_view text;
  for (const std::string_view name : {"", "1", "a b", "a:", "\xC3\x97"}) EXPECT_EQ(reader.intern_name(name), kNoName);
  EXPECT_FALSE(reader.try_start(kNoName, kEmptyString));
  EXPECT_FALSE(reader.try_leaf(kNoName, kEmptyString, text));
  EXPECT_TRUE(reader.try_leaf(reader.intern_name("b"), kEmptyString, text));
  EXPECT_EQ(text, "x");
}

// Work that grew with the square would not end within the runner's time; no clock is read here.
void expect_read(int count, const std::function<std::string(int)>& make) { EXPECT_EQ(read(make(count)).back(), '.'); }

std::string attributes(int count) {
  std::string document = "<a";
  for (int i = 0; i < count; ++i) document += " b" + std::to_string(i) + "=''";
  return document + "/>";
}

TEST(XmlReader, ReadsFloodsOfAttributesAndDeclarations) {
  expect_read(16'384, attributes);
  expect_read(8'192, [](int count) {
    std::string document = "<a";
    for (int i = 0; i < count; ++i)
      document += " xmlns:p" + std::to_string(i) + "='u' p" + std::to_string(i) + ":n" + std::to_string(i) + "=''";
    return document + "/>";
  });
  expect_read(100'000, [](int count) {
    std::string document = "<a";
    for (int i = 0; i < 16'384; ++i) document += " xmlns:p" + std::to_string(i) + "='u'";
    document += ">";
    for (int i = 0; i < count; ++i) document += "<p1:b xmlns:p1='v'/>";
    return document + "</a>";
  });
}

TEST(XmlReader, RefusesMoreAttributesAndDeclarationsThanTablesHave) {
  const std::string most = attributes(16'384);
  EXPECT_EQ(read(most.substr(0, most.size() - 2) + " c=''/>"), "! limit exceeded at line 1, column " +
                                                                   std::to_string(most.size()) +
                                                                   ": an element with more attributes than 16384");
  EXPECT_EQ(read(most.substr(0, most.size() - 2) + " xmlns:c='u'/>").substr(0, 16), "! limit exceeded");
}

}  // namespace
}  // namespace dotwire::xml
