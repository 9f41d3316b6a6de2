#include "wire/xml/writer.h"

#include <string>

#include <gtest/gtest.h>

#include "wire/xml/escape.h"

namespace dotwire::xml {
namespace {

template <class Write>
std::string written(const WriterOptions& options, Write write) {
  Buffer out;
  Writer writer(out, options);
  write(writer);
  const Status status = writer.finish();
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}

template <class Write>
std::string written(Write write) {
  return written(WriterOptions{}, write);
}

TEST(XmlWriter, PutsASpaceIntoEmptyElements) {
  EXPECT_EQ(written([](Writer& w) { w.start_element("a"); }), "<a />");
  EXPECT_EQ(written([](Writer& w) { w.start_element("a"), w.full_end_element(); }), "<a></a>");
  EXPECT_EQ(written([](Writer& w) { w.start_element("a"), w.text(""); }), "<a />");
}

TEST(XmlWriter, IndentsByTwoSpacesWithTheGivenLineEnd) {
  WriterOptions options{.indent = true, .newline = "\r\n"};
  EXPECT_EQ(written(options,
                    [](Writer& w) {
                      w.start_element("a");
                      w.start_element("b");
                      w.element("c", "x");
                      w.element("d", "");
                    }),
            "<a>\r\n  <b>\r\n    <c>x</c>\r\n    <d />\r\n  </b>\r\n</a>");
}

TEST(XmlWriter, IndentsUnderElementsThatSomebodyElseWrote) {
  EXPECT_EQ(written({.indent = true, .depth = 2},
                    [](Writer& w) {
                      w.start_element("a");
                      w.element("b", "");
                    }),
            "\n    <a>\n      <b />\n    </a>");
}

TEST(XmlWriter, StopsIndentingInMixedContent) {
  EXPECT_EQ(written({.indent = true},
                    [](Writer& w) {
                      w.start_element("a");
                      w.start_element("b");
                      w.text("x");
                      w.start_element("c");
                      w.element("d", "");
                      w.end_element();
                      w.end_element();
                      w.element("e", "");
                    }),
            "<a>\n  <b>x<c><d /></c></b>\n  <e />\n</a>");
}

TEST(XmlWriter, PutsTheRootOnALineOfItsOwnBehindTheDeclaration) {
  EXPECT_EQ(written({.indent = true}, [](Writer& w) { w.write_declaration(Standalone::Yes), w.start_element("a"); }),
            "<?xml version=\"1.0\" standalone=\"yes\"?>\n<a />");
  EXPECT_EQ(written([](Writer& w) { w.write_declaration(Standalone::Absent, "utf-16"), w.start_element("a"); }),
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><a />");
}

TEST(XmlWriter, DeclaresWhatNamesNeedBehindTheAttributes) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("p", "a", "u");
              w.attribute("b", "1");
              w.attribute("q", "c", "v", "2");
              w.start_element("p", "d", "u");
            }),
            "<p:a b=\"1\" q:c=\"2\" xmlns:q=\"v\" xmlns:p=\"u\"><p:d /></p:a>");
}

TEST(XmlWriter, DoesNotRepeatWhatIsDeclared) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("xs", "schema", "u");
              w.attribute("id", "x");
              w.declare("", "");
              w.declare("xs", "u");
              w.start_element("xs", "element", "u");
            }),
            "<xs:schema id=\"x\" xmlns=\"\" xmlns:xs=\"u\"><xs:element /></xs:schema>");
}

TEST(XmlWriter, DeclaresAgainBehindTheEndOfAnInnerDeclaration) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("a");
              w.start_element("p", "b", "u");
              w.end_element();
              w.start_element("p", "c", "u");
            }),
            "<a><p:b xmlns:p=\"u\" /><p:c xmlns:p=\"u\" /></a>");
}

TEST(XmlWriter, DeclaresDefaultsBothWays) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("", "a", "u");
              w.start_element("", "b", "u");
              w.start_element("", "c", "");
            }),
            "<a xmlns=\"u\"><b><c xmlns=\"\" /></b></a>");
}

TEST(XmlWriter, MakesPrefixesByDepthAndNumber) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("a");
              w.start_element("b");
              w.attribute("", "x", "u", "1");
              w.attribute("", "y", "v", "2");
              w.attribute("", "z", "u", "3");
            }),
            "<a><b d2p1:x=\"1\" d2p2:y=\"2\" d2p1:z=\"3\" xmlns:d2p2=\"v\" xmlns:d2p1=\"u\" /></a>");
}

TEST(XmlWriter, KnowsTheXmlPrefix) {
  EXPECT_EQ(written([](Writer& w) {
              w.start_element("a");
              w.attribute("xml", "space", "http://www.w3.org/XML/1998/namespace", "preserve");
              w.text(" ");
            }),
            "<a xml:space=\"preserve\"> </a>");
}

TEST(XmlWriter, EscapesTextAndValuesDifferently) {
  const std::string all("<>&\"'\t\r\n\0\x1F\xEF\xBF\xBE\x7F", 14);
  EXPECT_EQ(written([&](Writer& w) { w.element("a", all); }), "<a>&lt;&gt;&amp;\"'\t\r\n&#x0;&#x1F;&#xFFFE;\x7F</a>");
  EXPECT_EQ(written([&](Writer& w) { w.start_element("a"), w.attribute("b", all); }),
            "<a b=\"&lt;&gt;&amp;&quot;'\t&#xD;&#xA;&#x0;&#x1F;&#xFFFE;\x7F\" />");
}

TEST(XmlWriter, RefusesLoneSurrogates) {
  EXPECT_EQ(written([](Writer& w) { w.element("a", "x\xED\xA0\xBD"); }),
            "! not representable: text holds a lone surrogate, which XML has no form for");
  EXPECT_EQ(written([](Writer& w) { w.start_element("a"), w.attribute("b", "\xED\xBF\xBF"); }),
            "! not representable: an attribute's value holds a lone surrogate, which XML has no form for");
}

// The plain way, byte by byte.
std::string escaped_slowly(std::string_view text, bool value) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i).starts_with("\xEF\xBF\xBE")) {
      out += "&#xFFFE;", i += 2;
    } else if (text.substr(i).starts_with("\xEF\xBF\xBF")) {
      out += "&#xFFFF;", i += 2;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"' && value) {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && (value || (c != '\n' && c != '\r'))) {
      const char* digits = "0123456789ABCDEF";
      out += "&#x";
      if (c >= 0x10) out += digits[c >> 4];
      out += digits[c & 15];
      out += ";";
    } else {
      out += c;
    }
  }
  return out;
}

TEST(XmlEscape, AgreesWithThePlainWayAtEveryPlaceOfEveryByte) {
  for (std::size_t size = 1; size < 40; size += 3) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 128; ++byte) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        Buffer plain;
        Buffer value;
        ASSERT_TRUE(append_escaped_text(plain, text));
        ASSERT_TRUE(append_escaped_value(value, text));
        ASSERT_EQ(plain.text(), escaped_slowly(text, false));
        ASSERT_EQ(value.text(), escaped_slowly(text, true));
      }
    }
  }
}

TEST(XmlEscape, KeepsCharactersBeyondAsciiThatLookLikeForbiddenOnes) {
  const std::string text =
      "\xED\x9F\xBF \xEE\x80\x80 \xEF\xBC\xA1 \xEF\xBF\xBD \xF0\x9F\x98\x80 \xC3\xBF\xC3\xBE \xEF\xBF\xBF";
  Buffer out;
  ASSERT_TRUE(append_escaped_text(out, text));
  EXPECT_EQ(out.text(), escaped_slowly(text, false));
}

TEST(XmlEscape, TakesEmptyText) {
  Buffer out;
  EXPECT_TRUE(append_escaped_text(out, {}));
  EXPECT_TRUE(out.empty());
}

TEST(XmlEscape, WritesWhiteSpaceAsXmlDictionaryWriterDoes) {
  Buffer text;
  EXPECT_TRUE(append_dictionary_text(text, "a\tb\nc\rd\"\x01\xED\xA0\x80"));
  EXPECT_EQ(text.text(), "a\tb\nc&#xD;d\"&#x1;\xEF\xBF\xBD");
  Buffer value;
  EXPECT_TRUE(append_dictionary_value(value, "a\tb\nc\rd\""));
  EXPECT_EQ(value.text(), "a&#x9;b&#xA;c&#xD;d&quot;");
}

TEST(XmlWriter, PutsDeclarationsLastAsXmlDictionaryWriterDoes) {
  Buffer out;
  WriterOptions options;
  options.dictionary = true;
  options.default_namespace = "around";
  Writer writer(out, options);
  writer.start_element("xs", "schema", "urn:x");
  writer.declare("m", "urn:m");
  writer.declare("", "around");
  writer.declare("xs", "urn:x");
  writer.attribute("id", "1\r");
  writer.start_element("xs", "a", "urn:x");
  writer.end_element();
  writer.end_element();
  EXPECT_TRUE(writer.finish().ok());
  EXPECT_EQ(out.text(), "<xs:schema id=\"1&#xD;\" xmlns:xs=\"urn:x\" xmlns:m=\"urn:m\"><xs:a/></xs:schema>");
}

}  // namespace
}  // namespace dotwire::xml
