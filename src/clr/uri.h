// The part of System.Uri that the XML formats need (xml-json-formats.md 0.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dotwire/values.h"

namespace dotwire {

// As new Uri(text, UriKind.RelativeOrAbsolute).IsAbsoluteUri; "c:\dir" and "\\server\share" are absolute file names.
bool is_absolute_uri(std::string_view text);

// GetComponents(SerializationInfoString, UriEscaped). Absolute: scheme and host in lower case, the default port left
// out,
// "." and ".." resolved, unreserved characters unescaped and all others escaped. Relative: escaped only. The text must
// be WTF-8; a lone surrogate is escaped as U+FFFD.
std::string to_xml_text(const Uri& value);
// Whether that is another text: what Uri.OriginalString says is gone then.
bool is_respelled(std::string_view uri);

// Which escapes Uri.ToString() undoes: .NET leaves the marks ! ' ( ) * and : [ ] escaped.
enum class UriDisplay : std::uint8_t { Framework, Net };
// Uri.ToString(). Absolute: as above, but with spaces, letters and all else that is no delimiter unescaped. Relative:
// the text itself. The text must be WTF-8; a lone surrogate becomes U+FFFD.
std::string to_display_text(const Uri& value, UriDisplay display);

}  // namespace dotwire
