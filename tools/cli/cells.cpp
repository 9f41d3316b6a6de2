#include "cli/cells.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "cli/json_line.h"
#include "cli/utf8.h"

namespace dotwire::cli {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

Error malformed(std::size_t at, const char* message) { return {ErrorCode::Malformed, at, message}; }

std::optional<char32_t> four_digits(std::string_view text) {
  char32_t unit = 0;
  if (text.size() < 4) return std::nullopt;
  for (const char c : text.substr(0, 4)) {
    const char lower = static_cast<char>(c | 0x20);
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    unit = unit << 4 | static_cast<char32_t>(digit ? c - '0' : lower - 'a' + 10);
  }
  return unit;
}

}  // namespace

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    std::optional<char32_t> unit;
    if (c == 'u') unit = four_digits(text.substr(i + 1));
    if (!unit) {
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
      continue;
    }
    i += 4;
    if (*unit >= 0xD800 && *unit < 0xDC00 && text.substr(i + 1).starts_with("\\u")) {
      const std::optional<char32_t> low = four_digits(text.substr(i + 3));
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    append_utf8(out, *unit);
  }
  return out;
}

std::string unquoted(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string(field);
  std::string out;
  for (std::size_t i = 1; i + 1 < field.size(); ++i) {
    out += field[i];
    if (field[i] == '"') ++i;
  }
  return out;
}

namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> base64_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  constexpr std::string_view kAll = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    digits[static_cast<unsigned char>(kAll[i])] = static_cast<std::uint8_t>(i);
  }
  digits['-'] = 62;
  digits['_'] = 63;
  return digits;
}

constexpr std::array<std::uint8_t, 256> hex_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  for (std::uint8_t i = 0; i < 10; ++i) digits['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) digits['a' + i] = digits['A' + i] = static_cast<std::uint8_t>(10 + i);
  return digits;
}

constexpr auto kBase64 = base64_digits();
constexpr auto kHex = hex_digits();

// All digits, an even number of them: base64 of a payload has letters beyond F in its first bytes.
bool is_hex(std::string_view text) {
  return text.size() % 2 == 0 &&
         std::ranges::all_of(text, [](char c) { return kHex[static_cast<unsigned char>(c)] != kNone; });
}

Buffer decode_hex(std::string_view text) {
  Buffer out;
  std::uint8_t* to = out.reserve_more(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    *to++ = static_cast<std::uint8_t>(kHex[static_cast<unsigned char>(text[i])] << 4 |
                                      kHex[static_cast<unsigned char>(text[i + 1])]);
  }
  out.commit(to);
  return out;
}

Result<Buffer> decode_base64(std::string_view text) {
  while (!text.empty() && (text.back() == '=' || is_space(text.back()))) text.remove_suffix(1);
  Buffer out;
  std::uint8_t* to = out.reserve_more(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = kBase64[static_cast<unsigned char>(text[i])];
    if (digit == kNone) {
      if (is_space(text[i])) continue;
      return malformed(i, "the cell is neither base64 nor hexadecimal digits");
    }
    bits = bits << 6 | digit;
    count += 6;
    if (count >= 8) {
      count -= 8;
      *to++ = static_cast<std::uint8_t>(bits >> count);
    }
  }
  if (count == 6) return malformed(text.size(), "the cell's base64 is cut");
  out.commit(to);
  return out;
}

}  // namespace

namespace {

// Neither base64 nor hexadecimal digits begin so: the document is there as its text.
bool is_text_document(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[') || text.starts_with('<');
}

Buffer copy_of(std::string_view text) {
  return Buffer({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

Result<std::optional<Buffer>> decode_cell(std::string_view cell, bool csv, bool is_plain_text) {
  std::string own;
  if (csv) {
    if (cell.starts_with('"')) cell = own = unquoted(cell);
  } else {
    if (cell == "null") return std::optional<Buffer>();
    if (is_text_document(cell)) return std::optional<Buffer>(copy_of(cell));
    if (!cell.starts_with('"')) return malformed(0, "the cell is no text");
    cell = cell.substr(1, cell.size() - 2);
    if (cell.find('\\') != std::string_view::npos) {
      // SQL's "\x0001" is "\\x0001" in JSON.
      cell = own = unescape(cell);
    }
  }
  if (is_plain_text && !cell.empty()) return std::optional<Buffer>(copy_of(cell));
  while (!cell.empty() && is_space(cell.front())) cell.remove_prefix(1);
  if (cell.empty()) return std::optional<Buffer>();
  if (is_text_document(cell)) return std::optional<Buffer>(copy_of(cell));
  const bool marked = cell.starts_with("0x") || cell.starts_with("0X") || cell.starts_with("\\x");
  if (marked && is_hex(cell.substr(2))) return std::optional<Buffer>(decode_hex(cell.substr(2)));
  if (is_hex(cell)) return std::optional<Buffer>(decode_hex(cell));
  Result<Buffer> bytes = decode_base64(cell);
  if (!bytes.ok()) return std::move(bytes).error();
  return std::optional<Buffer>(std::move(*bytes));
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string text_cell(std::string_view text, bool csv) {
  std::string out;
  if (!csv) {
    append_json_text(out, text);
    return out;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace dotwire::cli
