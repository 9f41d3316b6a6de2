// XmlConvert's names (xml-json-formats.md 0.4). Texts are well-formed WTF-8.
#pragma once

#include <string>
#include <string_view>

namespace dotwire {

// XML 1.0, fourth edition, without the colon: what may start an NCName, and what may stand in it.
bool is_xml_name_start(char32_t c);
bool is_xml_name_character(char32_t c);

// Each unit that may not stand at its place becomes _xHHHH_, a surrogate pair _x00HHHHHH_.
std::string encode_local_name(std::string_view name);
// The same, but the colon stays.
std::string encode_name(std::string_view name);
// The same, and the first character may be any that stands in a name.
std::string encode_name_token(std::string_view name);

// A name without a colon that needs no escapes.
bool is_nc_name(std::string_view name);

// One pass; what is no escape stays as it is.
std::string decode_name(std::string_view name);

}  // namespace dotwire
