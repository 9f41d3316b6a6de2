#include "codecs/layers/encoded_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/try.h"
#include "base/unicode.h"
#include "clr/base64.h"
#include "clr/hex.h"

namespace dotwire::layers {
namespace {

// Enough to judge by; open() looks at the rest.
constexpr std::size_t kLook = 4096;
constexpr std::size_t kLeastText = 16;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}
bool is_base64url(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// The text without what stands around it.
std::string_view trimmed(Bytes input) {
  std::string_view text = as_text(input);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto trim = [&text] {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && (is_space(text.back()) || text.back() == '\0')) text.remove_suffix(1);
  };
  trim();
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
    trim();
  }
  return text;
}

// Where the start alone is looked at, the end may be missing.
std::string_view start_of(Bytes input) {
  const std::string_view all = as_text(input);
  const std::size_t blank = std::min(all.find_first_not_of(" \t\r\n"), all.size());
  std::string_view text = trimmed(input.subspan(blank, std::min(input.size() - blank, kLook)));
  while (!text.empty() && (text.front() == '"' || text.front() == '\'')) text.remove_prefix(1);
  return text;
}

std::string_view without_data_uri(std::string_view text) {
  if (!text.starts_with("data:")) return text;
  constexpr std::string_view kMark = ";base64,";
  const std::size_t mark = text.substr(0, 256).find(kMark);
  return mark == std::string_view::npos ? text : text.substr(mark + kMark.size());
}

bool is_all(std::string_view text, bool (*belongs)(char)) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) continue;
    if (text[i] == '=')
      return text.find_first_not_of("= \t\r\n\"'", i) == std::string_view::npos && count >= kLeastText;
    if (!belongs(text[i])) return (text[i] == '"' || text[i] == '\'') && i + 1 == text.size() && count >= kLeastText;
    ++count;
  }
  return count >= kLeastText;
}

Result<std::uint64_t> decode_all_base64(Bytes input, bool url, Buffer& out) {
  const std::string_view text = without_data_uri(trimmed(input));
  std::string plain;
  plain.reserve(text.size() + 4);
  for (const char c : text) {
    if (is_space(c) || c == '=') continue;
    plain.push_back(url && c == '-' ? '+' : url && c == '_' ? '/' : c);
  }
  if (plain.size() % 4 == 1) {
    return Error(ErrorCode::Truncated, input.size(), "base64 text of " + std::to_string(plain.size()) + " characters");
  }
  while (plain.size() % 4 != 0) plain.push_back('=');
  Status decoded = decode_base64(plain, out);
  if (!decoded.ok()) return Error(ErrorCode::Malformed, std::uint64_t{0}, "base64 text: " + decoded.error().message());
  return std::uint64_t{input.size()};
}

}  // namespace

// --- base64

Sign sign_of_base64(Bytes input) {
  return is_all(without_data_uri(start_of(input)), is_base64) ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_base64(Bytes input, Buffer& out, const Limits&) {
  return decode_all_base64(input, false, out);
}

Status write_base64(Bytes content, Buffer& out) {
  append_base64(out, content);
  return {};
}

Sign sign_of_base64url(Bytes input) {
  // Without its two characters it is base64 as well. They may come late.
  if (!is_all(start_of(input), is_base64url)) return Sign::None;
  return as_text(input).find_first_of("-_") != std::string_view::npos ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_base64url(Bytes input, Buffer& out, const Limits&) {
  return decode_all_base64(input, true, out);
}

// --- hexadecimal digits

namespace {

std::string_view digits_of(std::string_view text) {
  for (const std::string_view before : {"0x", "0X", "\\x", "X'", "x'", "N'"}) {
    if (!text.starts_with(before)) continue;
    text.remove_prefix(before.size());
    if (before.back() == '\'' && !text.empty() && text.back() == '\'') text.remove_suffix(1);
    break;
  }
  return text;
}

}  // namespace

Sign sign_of_hex(Bytes input) {
  const std::string_view text = digits_of(start_of(input));
  std::size_t digits = 0;
  for (const char c : text) {
    if (hex_value(c) >= 0) {
      ++digits;
    } else if (!is_space(c) && c != '-' && c != ':') {
      return Sign::None;
    }
  }
  return digits >= kLeastText ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_hex(Bytes input, Buffer& out, const Limits&) {
  const std::string_view text = digits_of(trimmed(input));
  std::string digits;
  digits.reserve(text.size());
  for (const char c : text) {
    if (c != '-' && c != ':') digits.push_back(c);
  }
  Status decoded = decode_hex(digits, out);
  if (!decoded.ok()) {
    return Error(ErrorCode::Malformed, std::uint64_t{0}, "hexadecimal text: " + decoded.error().message());
  }
  return std::uint64_t{input.size()};
}

Status write_hex(Bytes content, Buffer& out) {
  const std::size_t size = content.size() * 2;
  std::uint8_t* at = out.reserve_more(size);
  put_hex(reinterpret_cast<char*>(at), content);
  out.commit(at + size);
  return {};
}

// --- URL encoding

Sign sign_of_url_encoding(Bytes input) {
  const std::string_view text = start_of(input);
  std::size_t escapes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (byte <= 0x20 || byte >= 0x7F || text[i] == '<') return Sign::None;
    if (text[i] != '%') continue;
    if (i + 2 >= text.size()) break;
    if (hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) return Sign::None;
    ++escapes;
  }
  if (text.size() < kLeastText) return Sign::None;
  // The first one may come late: base64 is escaped in few places.
  return escapes != 0 || as_text(input).find('%') != std::string_view::npos ? Sign::Weak : Sign::None;
}

namespace {

// Encoders of forms write a space as '+', and a '+' as %2B. Others leave '+' as it is and write a space as %20. Where
// the text has neither escape, '+' stays if all the text may be base64.
bool is_plus_a_space(std::string_view text) {
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      is_text |= !is_base64(text[i]) && !is_base64url(text[i]) && text[i] != '=' && !is_space(text[i]);
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    if (digits == "2B" || digits == "2b") return true;
    if (digits == "20") return false;
    is_text |= digits != "2F" && digits != "2f" && digits != "3D" && digits != "3d" && digits != "0D" &&
               digits != "0d" && digits != "0A" && digits != "0a";
    i += digits.size();
  }
  return is_text;
}

}  // namespace

Result<std::uint64_t> open_url_encoding(Bytes input, Buffer& out, const Limits&) {
  const std::string_view text = trimmed(input);
  const bool spaces = text.find('+') != std::string_view::npos && is_plus_a_space(text);
  std::uint8_t* at = out.reserve_more(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      *at++ = spaces && text[i] == '+' ? static_cast<std::uint8_t>(' ') : static_cast<std::uint8_t>(text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return Error(ErrorCode::Malformed, as_bytes(text).data() - input.data() + i, "'%' without two digits");
    }
    *at++ = static_cast<std::uint8_t>(high << 4 | low);
    i += 2;
  }
  out.commit(at);
  return std::uint64_t{input.size()};
}

// --- text in another encoding

namespace {

// 0 little, 1 big; -1 if it is no UTF-16 of mostly ASCII characters.
int utf16_order(Bytes input) {
  if (input.size() < 2 * kLeastText) return -1;
  if (input[0] == 0xFF && input[1] == 0xFE) return 0;
  if (input[0] == 0xFE && input[1] == 0xFF) return 1;
  const std::size_t size = std::min(input.size(), kLook) & ~std::size_t{1};
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < size; ++i) zeros[i & 1] += input[i] == 0 ? 1 : 0;
  if (zeros[1] == size / 2 && zeros[0] == 0) return 0;
  if (zeros[0] == size / 2 && zeros[1] == 0) return 1;
  return -1;
}

}  // namespace

Sign sign_of_utf16(Bytes input) { return utf16_order(input) >= 0 ? Sign::Weak : Sign::None; }

Result<std::uint64_t> open_utf16(Bytes input, Buffer& out, const Limits&) {
  const int order = utf16_order(input);
  if (order < 0) return Error(ErrorCode::Malformed, std::uint64_t{0}, "the bytes are no UTF-16 text");
  const auto unit = [&](std::size_t at) -> char32_t {
    return order == 0 ? static_cast<char32_t>(input[at] | input[at + 1] << 8)
                      : static_cast<char32_t>(input[at] << 8 | input[at + 1]);
  };
  std::uint8_t* at = out.reserve_more(input.size() / 2 * 3 + 4);
  for (std::size_t i = unit(0) == 0xFEFF ? 2 : 0; i + 1 < input.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xD800 && c <= 0xDFFF) {
      const char32_t next = c <= 0xDBFF && i + 3 < input.size() ? unit(i + 2) : 0;
      if (next < 0xDC00 || next > 0xDFFF) return Error(ErrorCode::Malformed, i, "a lone surrogate in UTF-16 text");
      c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
      i += 2;
    }
    at = put_code_point(at, c);
  }
  out.commit(at);
  return std::uint64_t{input.size()};
}

// A BinaryFormatter payload that somebody read as Latin-1 and saved as UTF-8: FF became C3 BF.
Sign sign_of_latin1(Bytes input) {
  constexpr std::string_view kStart("\0\1\0\0\0\xC3\xBF\xC3\xBF\xC3\xBF\xC3\xBF", 13);
  return as_text(input).starts_with(kStart) ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_latin1(Bytes input, Buffer& out, const Limits&) {
  std::uint8_t* at = out.reserve_more(input.size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    const std::uint8_t byte = input[i];
    if (byte < 0x80) {
      *at++ = byte;
      continue;
    }
    if ((byte != 0xC2 && byte != 0xC3) || i + 1 == input.size() || (input[i + 1] & 0xC0) != 0x80) {
      return Error(ErrorCode::Malformed, i, "not every character is a byte");
    }
    *at++ = static_cast<std::uint8_t>((byte & 3) << 6 | (input[++i] & 0x3F));
  }
  out.commit(at);
  return std::uint64_t{input.size()};
}

}  // namespace dotwire::layers
