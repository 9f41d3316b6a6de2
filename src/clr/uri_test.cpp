#include "clr/uri.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

struct Case {
  const char* text;
  bool absolute;
  const char* xml;
};

// Uri of .NET 10 on Linux.
TEST(Uri, XmlTextIsThatOfDotnet) {
  const Case cases[] = {
      {"http://a", true, "http://a/"},
      {"http://a/b c", true, "http://a/b%20c"},
      {"http://a/\xC3\xA9", true, "http://a/%C3%A9"},
      {"HTTP://Ex.ORG:80/A/../b/./c?q=\xC3\xA9 x#f r", true, "http://ex.org/b/c?q=%C3%A9%20x#f%20r"},
      {"http://ex.org:8080/%7Euser/%2f%41", true, "http://ex.org:8080/~user/%2FA"},
      {"rel/x y", false, "rel/x%20y"},
      {"rel/\xC3\xA9?a b#c d", false, "rel/%C3%A9?a%20b#c%20d"},
      {"mailto:a@b.c", true, "mailto:a@b.c"},
      {"urn:x:Y", true, "urn:x:Y"},
      {"file:///c:/a b", true, "file:///c:/a%20b"},
      {"c:\\a\\b c", true, "file:///c:/a/b%20c"},
      {"\\\\srv\\share\\a b", true, "file://srv/share/a%20b"},
      {"http://user:p w@h/", true, "http://user:p%20w@h/"},
      {"http://m\xC3\xBCnchen.de/", true, "http://m\xC3\xBCnchen.de/"},
      {"ftp://h/a;b", true, "ftp://h/a;b"},
      {"http://h?x", true, "http://h/?x"},
      {"http://h#x", true, "http://h/#x"},
      {"/abs/path", false, "/abs/path"},
      {"../up", false, "../up"},
      {"a%20b", false, "a%20b"},
      {"a%2", false, "a%252"},
      {"http://h/a%zz", true, "http://h/a%25zz"},
      {"http://h/[x]{y}|z^`\"<>\\", true, "http://h/[x]%7By%7D%7Cz%5E%60%22%3C%3E/"},
      {"http://[::1]/x", true, "http://[::1]/x"},
      {"http://h:443/", true, "http://h:443/"},
      {"https://h:443/", true, "https://h/"},
      {"//host/x", false, "//host/x"},
      {"", false, ""},
      {"#f", false, "#f"},
      {"http://h/a'b(c)*!", true, "http://h/a'b(c)*!"},
      {"rel:x", true, "rel:x"},
      {"http://h/\xF0\xA0\x80\x80", true, "http://h/%F0%A0%80%80"},
      {"http://h/\xED\xA0\x80", true, "http://h/%EF%BF%BD"},
      {"http://h/.", true, "http://h/"},
      {"http://h/..", true, "http://h/"},
      {"http://h/a/..", true, "http://h/"},
      {"http://h/...", true, "http://h/..."},
      {"http://h/a/.b/../c", true, "http://h/a/c"},
      {"http://h/%c3%a9", true, "http://h/%C3%A9"},
      {"http://h/%2e%2e/x", true, "http://h/x"},
      {"HTTP://H", true, "http://h/"},
      {"tel:+1 2", true, "tel:+1%202"},
      {"x:", false, "x:"},
      {"http:", false, "http:"},
      {"http:/a", false, "http:/a"},
      {"data:text/plain,a b", true, "data:text/plain,a%20b"},
      {"http://h/a+b&c=d;e@f$g,h", true, "http://h/a+b&c=d;e@f$g,h"},
      {"http://h/?a[]=1", true, "http://h/?a[]=1"},
      {"http://h/#a#b", true, "http://h/#a#b"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(is_absolute_uri(c.text), c.absolute) << c.text;
    EXPECT_EQ(to_xml_text(Uri{c.text}), c.xml);
  }
}

struct DisplayCase {
  const char* text;
  const char* framework;
  const char* net;  // null: the same
};

// Uri.ToString() of Mono 6.8, whose Uri is the Framework's, and of .NET 10.
TEST(Uri, DisplayTextIsThatOfToString) {
  const DisplayCase cases[] = {
      {"http://EXAMPLE.com", "http://example.com/", nullptr},
      {"http://h/a%20b?q=1%20#f%20", "http://h/a b?q=1 #f ", nullptr},
      {"http://h/a b", "http://h/a b", nullptr},
      {"http://h/%7euser%41", "http://h/~userA", nullptr},
      {"http://h/%22%3c%3E%5e%60%7B%7c%7D", "http://h/\"<>^`{|}", nullptr},
      {"http://h/%21%27%28%29%2a%3A%5b%5D", "http://h/!'()*:[]", "http://h/%21%27%28%29%2a%3A%5b%5D"},
      {"http://h/%23%24%25%26%2B%2c%2f%3B%3d%3F%40%5c", "http://h/%23%24%25%26%2B%2c%2f%3B%3d%3F%40%5c", nullptr},
      {"http://h/%00%0a%1F%7f", "http://h/%00%0a%1F%7f", nullptr},
      {"http://h/%2520", "http://h/%2520", nullptr},
      {"http://h/%zz", "http://h/%25zz", nullptr},
      {"http://h/100%", "http://h/100%25", nullptr},
      {"http://h/%C3%A4%c3%a4", "http://h/\xC3\xA4\xC3\xA4", nullptr},
      {"http://h/\xC3\xA4", "http://h/\xC3\xA4", nullptr},
      {"http://h/%E6%BC%A2", "http://h/\xE6\xBC\xA2", nullptr},
      {"http://h/%F0%9F%98%80", "http://h/\xF0\x9F\x98\x80", nullptr},
      {"http://h/%C3", "http://h/%C3", nullptr},
      {"http://h/%ed%a0%80", "http://h/%ed%a0%80", nullptr},
      {"http://h/%EF%BF%BE", "http://h/%EF%BF%BE", nullptr},
      {"http://h/a\xC2\x80", "http://h/a%C2%80", nullptr},
      {"http://user%20x:p@h:80/", "http://user%20x:p@h/", nullptr},
      {"http://h/%2E%2E/x", "http://h/x", nullptr},
      {"c:\\dir\\file name.txt", "file:///c:/dir/file name.txt", nullptr},
      {"\\\\srv\\share\\x y", "file://srv/share/x y", nullptr},
      {"file:///c:/a%20b%2Fc%5cd", "file:///c:/a b/c/d", nullptr},
      {"urn:isbn:0%20x", "urn:isbn:0 x", nullptr},
      {"data:text/plain,a%20b", "data:text/plain,a b", nullptr},
      {"rel/a%20b", "rel/a%20b", nullptr},
      {"rel \xC3\xA4", "rel \xC3\xA4", nullptr},
  };
  for (const DisplayCase& c : cases) {
    EXPECT_EQ(to_display_text(Uri{c.text}, UriDisplay::Framework), c.framework);
    EXPECT_EQ(to_display_text(Uri{c.text}, UriDisplay::Net), c.net != nullptr ? c.net : c.framework);
  }
}

TEST(Uri, SurvivesAnyText) {
  for (const char* text : {"%", "%%", "http://", "http://@", "http://:", "http://]:", "c:\\", "\\\\\\", "a:%",
                           "file://", " ", "http://h/\xC3", "http://h/%F0%9F%98", "http://h/\xED\xA0\x80%"}) {
    EXPECT_GE(to_xml_text(Uri{text}).size(), 1U) << text;
    EXPECT_GE(to_display_text(Uri{text}, UriDisplay::Net).size(), 1U) << text;
  }
}

}  // namespace
}  // namespace dotwire
