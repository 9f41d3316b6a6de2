#include "clr/xml_name.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

struct Case {
  const char* name;
  const char* local;
  const char* qualified;
  const char* token;
};

// XmlConvert of .NET 10: EncodeLocalName, EncodeName, EncodeNmToken.
TEST(XmlName, EncodesAsDotnet) {
  const Case cases[] = {
      {"", "", "", ""},
      {"a b", "a_x0020_b", "a_x0020_b", "a_x0020_b"},
      {"1a", "_x0031_a", "_x0031_a", "1a"},
      {"a:b", "a_x003A_b", "a:b", "a:b"},
      {":a", "_x003A_a", ":a", ":a"},
      {"_x0020_", "_x005F_x0020_", "_x005F_x0020_", "_x005F_x0020_"},
      {"_X0020_", "_x005F_X0020_", "_x005F_X0020_", "_x005F_X0020_"},
      {"_x002", "_x002", "_x002", "_x002"},
      {"_x0020", "_x0020", "_x0020", "_x0020"},
      {"_x00020000_", "_x005F_x00020000_", "_x005F_x00020000_", "_x005F_x00020000_"},
      {"_x00200000_", "_x005F_x00200000_", "_x005F_x00200000_", "_x005F_x00200000_"},
      {"_xg020_", "_xg020_", "_xg020_", "_xg020_"},
      {"_x00001F600_", "_x00001F600_", "_x00001F600_", "_x00001F600_"},
      {"-a", "_x002D_a", "_x002D_a", "-a"},
      {"\xC2\xB7"
       "a",
       "_x00B7_a", "_x00B7_a",
       "\xC2\xB7"
       "a"},
      {"a\xC2\xB7", "a\xC2\xB7", "a\xC2\xB7", "a\xC2\xB7"},
      {"\xCC\x80"
       "a",
       "_x0300_a", "_x0300_a",
       "\xCC\x80"
       "a"},
      {"a\xF0\xA0\x80\x80"
       "b",
       "a_x00020000_b", "a_x00020000_b", "a_x00020000_b"},
      {"a\xED\xA0\x80"
       "b",
       "a_xD800_b", "a_xD800_b", "a_xD800_b"},
      {"\xED\xB0\x80", "_xDC00_", "_xDC00_", "_xDC00_"},
      {"__x0020_", "__x005F_x0020_", "__x005F_x0020_", "__x005F_x0020_"},
      {"_x_x0020_", "_x_x005F_x0020_", "_x_x005F_x0020_", "_x_x005F_x0020_"},
      {"\xC3\xA9", "\xC3\xA9", "\xC3\xA9", "\xC3\xA9"},
      {"\xC4\xB2", "_x0132_", "_x0132_", "_x0132_"},
      {"\xE9\xBE\xA5", "\xE9\xBE\xA5", "\xE9\xBE\xA5", "\xE9\xBE\xA5"},
      {"\xE9\xBE\xA6", "_x9FA6_", "_x9FA6_", "_x9FA6_"},
      {"a\xE2\x80\xBF", "a_x203F_", "a_x203F_", "a_x203F_"},
      {"a\xEF\xBF\xBE", "a_xFFFE_", "a_xFFFE_", "a_xFFFE_"},
      {"List`1", "List_x0060_1", "List_x0060_1", "List_x0060_1"},
      {"<Name>k__BackingField", "_x003C_Name_x003E_k__BackingField", "_x003C_Name_x003E_k__BackingField",
       "_x003C_Name_x003E_k__BackingField"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(encode_local_name(c.name), c.local);
    EXPECT_EQ(encode_name(c.name), c.qualified);
    EXPECT_EQ(encode_name_token(c.name), c.token);
    EXPECT_EQ(decode_name(c.local), c.name);
  }
}

TEST(XmlName, DecodesAsDotnet) {
  const std::pair<const char*, const char*> cases[] = {
      {"_X0020_", " "},
      {"_x0001F600_", "\xF0\x9F\x98\x80"},
      {"_xD83D__xDE00_", "\xF0\x9F\x98\x80"},
      {"_x0000D83D__xDE00_", "\xF0\x9F\x98\x80"},
      {"_xD83D_\xED\xB8\x80", "\xF0\x9F\x98\x80"},
      {"_xD800_", "\xED\xA0\x80"},
      {"_x00D800_", "_x00D800_"},
      {"_x00110000_", "_x00110000_"},
      {"_xffff_", "\xEF\xBF\xBF"},
      {"_x005F_x0020_", "_x0020_"},
      {"_x20_", "_x20_"},
      {"_x0020_x0021_", " x0021_"},
      {"_x0020__x0020_", "  "},
      {"_xZ_x0041_", "_xZA"},
      {"_x002_x0020_", "_x002 "},
      {"__x0041_", "_A"},
      {"_x00000041_", "A"},
      {"_", "_"},
      {"_x", "_x"},
  };
  for (const auto& [name, decoded] : cases) EXPECT_EQ(decode_name(name), decoded) << name;
  EXPECT_EQ(decode_name("_x0000_"), std::string(1, '\0'));
}

}  // namespace
}  // namespace dotwire
