#include "clr/uri.h"

#include <algorithm>
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

// "user@host:port": the host in lower case, the default port left out.
std::string normalize_authority(std::string_view authority, const Scheme& scheme) {
  const std::size_t at = authority.rfind('@');
  std::string out;
  if (at != std::string_view::npos) {
    out = escape(authority.substr(0, at), true) + "@";
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

// Behind "scheme://".
std::string normalize_hierarchical(std::string_view rest, const Scheme& scheme) {
  const std::size_t path_at = std::min(rest.find_first_of("/\\?#"), rest.size());
  std::string out = std::string(scheme.name) + "://" + normalize_authority(rest.substr(0, path_at), scheme);
  rest.remove_prefix(path_at);
  const std::size_t path_end = std::min(rest.find_first_of("?#"), rest.size());
  std::string path(rest.substr(0, path_end));
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.empty()) path = "/";
  out += without_dot_segments(escape(path, true));
  return out + escape(rest.substr(path_end), true);
}

std::string file_uri(std::string_view prefix, std::string_view path) {
  std::string text(prefix);
  for (const char c : path) {
    // These are part of a file's name, not of the URI around it.
    if (c == '%' || c == '#' || c == '?')
      append_percent(text, c);
    else
      text += c == '\\' ? '/' : c;
  }
  return normalize_hierarchical(std::string_view(text).substr(7), *find_scheme("file"));
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
  std::string_view text = utf8;
  if (!is_absolute_uri(text)) return escape(text, false);
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  if (is_drive_path(text)) return file_uri("file:///", text);
  if (is_share_path(text)) return file_uri("file:", text);
  const std::size_t length = scheme_length(text);
  const std::string name = to_lower(text.substr(0, length));
  if (const Scheme* scheme = find_scheme(name); scheme != nullptr) {
    return normalize_hierarchical(text.substr(length + 3), *scheme);
  }
  return name + ":" + escape(text.substr(length + 1), true);
}

bool is_respelled(std::string_view uri) { return to_xml_text(Uri{std::string(uri)}) != uri; }

}  // namespace dotwire
