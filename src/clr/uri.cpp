#include "clr/uri.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/unicode.h"
#include "clr/digits.h"
#include "clr/hex.h"

namespace dotwire {
namespace {

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool is_unreserved(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~'; }
bool is_reserved(char c) { return std::string_view(":/?#[]@!$&'()*+,;=").find(c) != std::string_view::npos; }

// Schemes whose part behind "://" is a host and a path, with their default ports.
struct Scheme {
  std::string_view name;
  std::string_view port;
};
constexpr Scheme kSchemes[] = {{"http", "80"}, {"https", "443"}, {"ftp", "21"},
                               {"ws", "80"},   {"wss", "443"},   {"file", ""}};

const Scheme* find_scheme(std::string_view name) {
  for (const Scheme& scheme : kSchemes) {
    if (scheme.name == name) return &scheme;
  }
  return nullptr;
}

bool is_drive_path(std::string_view text) {
  return text.size() >= 3 && is_letter(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
}
bool is_share_path(std::string_view text) { return text.size() > 2 && text.starts_with("\\\\"); }

// Length of "scheme" before a colon, or 0.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  std::size_t i = 1;
  while (i < text.size() &&
         (is_letter(text[i]) || is_digit(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.'))
    ++i;
  return i < text.size() && text[i] == ':' ? i : 0;
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

void append_percent(std::string& out, char byte) {
  char digits[2];
  put_hex_byte(digits, static_cast<std::uint8_t>(byte), kUpperHexPairs);
  out += '%';
  out.append(digits, 2);
}

// The byte of "%XX" at the front of the text, or -1.
int escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0) return -1;
  return hex_value(text[1]) << 4 | hex_value(text[2]);
}

// Of ASCII, what ToString() unescapes.
bool is_displayed(char c, UriDisplay display) {
  if (is_unreserved(c) || std::string_view(" \"<>^`{|}").find(c) != std::string_view::npos) return true;
  return display == UriDisplay::Framework && std::string_view("!'()*:[]").find(c) != std::string_view::npos;
}

// RFC 3987: ucschar.
bool is_international(char32_t c) {
  if (c >= 0x10000) return (c & 0xFFFF) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000) && c < 0xF0000;
  return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
}

// The bytes of the escapes at the front of the text, one character of UTF-8 at most.
std::string escaped_character(std::string_view text) {
  std::string bytes;
  for (int byte = escaped_byte(text); byte >= 0 && bytes.size() < 4; byte = escaped_byte(text)) {
    bytes += static_cast<char>(byte);
    if (is_valid_utf8(bytes)) break;
    text.remove_prefix(3);
  }
  return bytes;
}

char32_t first_code_point(std::string_view utf8) {
  const std::u16string units = wtf8_to_utf16(utf8);
  if (units.size() == 1) return units[0];
  return units.size() < 2 ? 0 : 0x10000 + ((units[0] - 0xD800U) << 10) + (units[1] - 0xDC00U);
}

// How many bytes the character takes that begins so.
std::size_t length_of_character(char lead) {
  const auto byte = static_cast<std::uint8_t>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// A part of ToString(); the text is UTF-8.
std::string display_part(std::string_view text, UriDisplay display) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (escaped_byte(text.substr(i)) >= 0) {
      const std::string character = escaped_character(text.substr(i));
      const bool shown = character.size() == 1
                             ? is_displayed(character[0], display)
                             : is_valid_utf8(character) && is_international(first_code_point(character));
      if (shown) {
        out += character;
        i += 3 * character.size();
      } else {
        out += text.substr(i, 3);
        i += 3;
      }
      continue;
    }
    const std::string_view character = text.substr(i, length_of_character(text[i]));
    i += character.size();
    if (character == "%") {
      out += "%25";
    } else if (character.size() == 1 || is_international(first_code_point(character))) {
      out += character;
    } else {
      for (const char byte : character) append_percent(out, byte);
    }
  }
  return out;
}

// Escapes what is neither reserved nor unreserved. `normalize` also rewrites the escapes that are there.
std::string escape(std::string_view text, bool normalize) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const int byte = escaped_byte(text.substr(i)); byte >= 0) {
      if (!normalize) {
        out += text.substr(i, 3);
      } else if (is_unreserved(static_cast<char>(byte))) {
        out += static_cast<char>(byte);
      } else {
        append_percent(out, static_cast<char>(byte));
      }
      i += 2;
    } else if (is_unreserved(c) || is_reserved(c)) {
      out += c;
    } else {
      append_percent(out, c);
    }
  }
  return out;
}

// "/a/./b/../c" becomes "/a/c".
std::string without_dot_segments(std::string_view path) {
  std::vector<std::string_view> segments;
  std::size_t at = 1;
  bool ends_in_dots = false;
  while (at <= path.size()) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    ends_in_dots = segment == "." || segment == "..";
    if (segment == ".." && !segments.empty()) segments.pop_back();
    if (!ends_in_dots) segments.push_back(segment);
    at = end + 1;
  }
  std::string out;
  for (const std::string_view segment : segments) {
    out += '/';
    out += segment;
  }
  if (ends_in_dots || out.empty()) out += '/';
  return out;
}

// How the parts are spelled; without a display, for XML.
using Display = std::optional<UriDisplay>;

std::string spell(std::string_view text, Display display) {
  return display.has_value() ? display_part(text, *display) : escape(text, true);
}

// "user@host:port": the host in lower case, the default port left out.
std::string normalize_authority(std::string_view authority, const Scheme& scheme, Display display) {
  const std::size_t at = authority.rfind('@');
  std::string out;
  if (at != std::string_view::npos) {
    const std::string_view user = authority.substr(0, at);
    out = (display.has_value() ? std::string(user) : escape(user, true)) + "@";
    authority.remove_prefix(at + 1);
  }
  const std::size_t colon = authority.rfind(':');
  const bool has_port = colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
  out += to_lower(authority.substr(0, has_port ? colon : authority.size()));
  if (!has_port) return out;
  const std::string_view port = authority.substr(colon + 1);
  if (!port.empty() && port != scheme.port) out += authority.substr(colon);
  return out;
}

// ToString() of a file's name unescapes its separators too.
std::string with_separators(std::string_view path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const int byte = escaped_byte(path.substr(i));
    const bool separates = byte == '/' || byte == '\\';
    out += separates ? '/' : path[i];
    if (separates) i += 2;
  }
  return out;
}

// Behind "scheme://".
std::string normalize_hierarchical(std::string_view rest, const Scheme& scheme, Display display) {
  const std::size_t path_at = std::min(rest.find_first_of("/\\?#"), rest.size());
  std::string out = std::string(scheme.name) + "://" + normalize_authority(rest.substr(0, path_at), scheme, display);
  rest.remove_prefix(path_at);
  const std::size_t path_end = std::min(rest.find_first_of("?#"), rest.size());
  std::string path(rest.substr(0, path_end));
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.empty()) path = "/";
  path = spell(path, display);
  if (display.has_value() && scheme.name == "file") path = with_separators(path);
  out += without_dot_segments(path);
  return out + spell(rest.substr(path_end), display);
}

std::string file_uri(std::string_view prefix, std::string_view path, Display display) {
  std::string text(prefix);
  for (const char c : path) {
    // These are part of a file's name, not of the URI around it.
    if (c == '%' || c == '#' || c == '?')
      append_percent(text, c);
    else
      text += c == '\\' ? '/' : c;
  }
  return normalize_hierarchical(std::string_view(text).substr(7), *find_scheme("file"), display);
}

std::string absolute_text(std::string_view text, Display display) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  if (is_drive_path(text)) return file_uri("file:///", text, display);
  if (is_share_path(text)) return file_uri("file:", text, display);
  const std::size_t length = scheme_length(text);
  const std::string name = to_lower(text.substr(0, length));
  if (const Scheme* scheme = find_scheme(name); scheme != nullptr) {
    return normalize_hierarchical(text.substr(length + 3), *scheme, display);
  }
  return name + ":" + spell(text.substr(length + 1), display);
}

}  // namespace

bool is_absolute_uri(std::string_view text) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  if (is_drive_path(text) || is_share_path(text)) return true;
  const std::size_t length = scheme_length(text);
  if (length < 2 || length + 1 >= text.size()) return false;
  const Scheme* scheme = find_scheme(to_lower(text.substr(0, length)));
  return scheme == nullptr || (text.substr(length + 1).starts_with("//") && text.size() > length + 3);
}

std::string to_xml_text(const Uri& value) {
  const std::string utf8 = wtf8_to_utf8(value.text);
  return is_absolute_uri(utf8) ? absolute_text(utf8, {}) : escape(utf8, false);
}

std::string to_display_text(const Uri& value, UriDisplay display) {
  std::string utf8 = wtf8_to_utf8(value.text);
  return is_absolute_uri(utf8) ? absolute_text(utf8, display) : utf8;
}

bool is_respelled(std::string_view uri) { return to_xml_text(Uri{std::string(uri)}) != uri; }

}  // namespace dotwire
