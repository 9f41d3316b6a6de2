#include <string>

#include <gtest/gtest.h>

#include "wire/xml/reader.h"

namespace dotwire::xml {
namespace {

// {namespace}local of each element and attribute, or the error.
std::string names(std::string_view document) {
  Reader reader;
  if (Status status = reader.open(as_bytes(document)); !status.ok()) return "! " + status.error().to_string();
  std::string out;
  const auto add = [&](StringId name_space, StringId local) {
    out += "{" + std::string(reader.string(name_space)) + "}" + std::string(reader.string(local));
  };
  while (true) {
    const Result<NodeKind> node = reader.next();
    if (!node.ok()) return "! " + node.error().to_string();
    if (*node == NodeKind::EndOfDocument) return out;
    if (*node == NodeKind::End) out += "/";
    if (*node != NodeKind::Start && *node != NodeKind::End) continue;
    add(reader.name_space(), reader.local());
    if (*node == NodeKind::End) continue;
    for (const Attribute& attribute : reader.attributes()) {
      out += "@";
      add(attribute.name_space, attribute.local);
    }
  }
}

TEST(XmlNamespaces, DefaultHoldsForElementsNotForAttributes) {
  EXPECT_EQ(names("<a xmlns='u' b=''/>"), "{u}a@{}b/{u}a");
}

TEST(XmlNamespaces, DeclarationHoldsOnItsOwnElement) {
  EXPECT_EQ(names("<p:a p:b='' xmlns:p='u'/>"), "{u}a@{u}b/{u}a");
}

TEST(XmlNamespaces, InnerDeclarationEndsWithItsElement) {
  EXPECT_EQ(names("<p:a xmlns:p='u'><p:b xmlns:p='v'><p:c/></p:b><p:d/></p:a>"),
            "{u}a{v}b{v}c/{v}c/{v}b{u}d/{u}d/{u}a");
}

TEST(XmlNamespaces, DefaultCanBeTakenBack) {
  EXPECT_EQ(names("<a xmlns='u'><b xmlns=''/><c/></a>"), "{u}a{}b/{}b{u}c/{u}c/{u}a");
}

TEST(XmlNamespaces, XmlIsAlwaysDeclared) {
  EXPECT_EQ(names("<a xml:space='preserve'/>"), "{}a@{http://www.w3.org/XML/1998/namespace}space/{}a");
  EXPECT_EQ(names("<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>"), "{}a/{}a");
}

TEST(XmlNamespaces, ResolvesPrefixesOfValues) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a xmlns='d' xmlns:xs='u'/>")).ok());
  ASSERT_TRUE(reader.next().ok());
  EXPECT_EQ(reader.string(reader.resolve_prefix("xs")), "u");
  EXPECT_EQ(reader.string(reader.resolve_prefix("")), "d");
  EXPECT_EQ(reader.resolve_prefix("none"), kUnbound);
  ASSERT_EQ(reader.declarations().size(), 2U);
  EXPECT_EQ(reader.string(reader.declarations()[1].prefix), "xs");
}

TEST(XmlNamespaces, FindsAttributesByNamespace) {
  Reader reader;
  ASSERT_TRUE(reader.open(as_bytes("<a xmlns:p='u' n='1' p:n='2'/>")).ok());
  ASSERT_TRUE(reader.next().ok());
  const Attribute* attribute = reader.find_attribute(reader.intern("u"), reader.intern("n"));
  ASSERT_NE(attribute, nullptr);
  EXPECT_EQ(attribute->value, "2");
  EXPECT_EQ(reader.find_attribute(reader.intern("v"), reader.intern("n")), nullptr);
}

struct Failure {
  const char* document;
  const char* error;
};

class XmlNamespacesFailure : public testing::TestWithParam<Failure> {};

TEST_P(XmlNamespacesFailure, NamesPlaceAndCause) {
  EXPECT_EQ(names(GetParam().document), std::string("! malformed at ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, XmlNamespacesFailure,
    testing::Values(Failure{"<p:a/>", "line 1, column 2: prefix 'p' is not declared"},
                    Failure{"<a p:b=''/>", "line 1, column 4: prefix 'p' is not declared"},
                    Failure{"<a><b xmlns:p='u'/><p:c/></a>", "line 1, column 21: prefix 'p' is not declared"},
                    Failure{"<xmlns:a/>", "line 1, column 2: prefix 'xmlns' is not declared"},
                    Failure{"<a xmlns:p=''/>", "line 1, column 4: a prefix may not be bound to no namespace"},
                    Failure{"<a xmlns:xmlns='u'/>", "line 1, column 4: the prefix xmlns may not be declared"},
                    Failure{"<a xmlns:xml='u'/>",
                            "line 1, column 4: the prefix xml and its namespace belong to each other alone"},
                    Failure{"<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
                            "line 1, column 4: the prefix xml and its namespace belong to each other alone"},
                    Failure{"<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
                            "line 1, column 4: the namespace of xmlns may not be bound to a prefix"},
                    Failure{"<a xmlns:p='u' xmlns:p='v'/>", "line 1, column 16: an attribute is there twice"},
                    Failure{"<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>",
                            "line 1, column 35: an attribute is there twice, by its namespace"},
                    Failure{"<a:b:c/>", "line 1, column 5: this character may not stand in a name here"},
                    Failure{"<:a/>", "line 1, column 2: this character may not stand in a name here"},
                    Failure{"<a:/>", "line 1, column 4: this character may not stand in a name here"},
                    Failure{"<a:1 xmlns:a='u'/>", "line 1, column 4: this character may not stand in a name here"}));

}  // namespace
}  // namespace dotwire::xml
