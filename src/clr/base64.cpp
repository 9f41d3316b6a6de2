#include "clr/base64.h"

#include <array>

namespace dotwire {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kInvalid = 0xFF;
constexpr std::uint8_t kSpace = 0xFE;
constexpr std::uint8_t kPadding = 0xFD;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kInvalid;
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<std::uint8_t>(kAlphabet[i])] = i;
  for (const char c : {' ', '\t', '\r', '\n'}) values[static_cast<std::uint8_t>(c)] = kSpace;
  values['='] = kPadding;
  return values;
}();

std::uint8_t value_of(char c) { return kValues[static_cast<std::uint8_t>(c)]; }

// Four characters that stand together: the usual case.
bool decode_group(const char* text, std::uint8_t* at) {
  const std::uint32_t a = value_of(text[0]);
  const std::uint32_t b = value_of(text[1]);
  const std::uint32_t c = value_of(text[2]);
  const std::uint32_t d = value_of(text[3]);
  if ((a | b | c | d) >= 64) return false;
  const std::uint32_t bits = a << 18 | b << 12 | c << 6 | d;
  at[0] = static_cast<std::uint8_t>(bits >> 16);
  at[1] = static_cast<std::uint8_t>(bits >> 8);
  at[2] = static_cast<std::uint8_t>(bits);
  return true;
}

// A group that white space or padding may interrupt.
struct SlowGroup {
  std::uint32_t bits = 0;
  int count = 0;
  int padding = 0;
};

}  // namespace

namespace detail {

char* put_base64_scalar(char* at, std::span<const std::uint8_t> bytes) {
  const std::uint8_t* in = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 3; left -= 3, in += 3, at += 4) {
    const std::uint32_t bits = std::uint32_t{in[0]} << 16 | std::uint32_t{in[1]} << 8 | in[2];
    at[0] = kAlphabet[bits >> 18];
    at[1] = kAlphabet[bits >> 12 & 63];
    at[2] = kAlphabet[bits >> 6 & 63];
    at[3] = kAlphabet[bits & 63];
  }
  if (left == 0) return at;
  const std::uint32_t bits = std::uint32_t{in[0]} << 16 | (left == 2 ? std::uint32_t{in[1]} << 8 : 0U);
  at[0] = kAlphabet[bits >> 18];
  at[1] = kAlphabet[bits >> 12 & 63];
  at[2] = left == 2 ? kAlphabet[bits >> 6 & 63] : '=';
  at[3] = '=';
  return at + 4;
}

Status decode_base64_with(std::string_view text, Buffer& out, bool avx2) {
  std::uint8_t* at = out.reserve_more(text.size() + 32);
  SlowGroup group;
  std::size_t i = 0;
  while (i < text.size()) {
    if (group.count == 0 && group.padding == 0) {
      if (avx2 && text.size() - i >= 32) {
        const std::size_t done = decode_base64_avx2(text.data() + i, text.size() - i, at);
        i += done;
        at += done / 4 * 3;
      }
      while (text.size() - i >= 4 && decode_group(text.data() + i, at)) {
        i += 4;
        at += 3;
      }
      if (i == text.size()) break;
    }
    const std::uint8_t value = value_of(text[i]);
    if (value == kPadding && group.count + group.padding < 4 && group.count >= 2) {
      ++group.padding;
    } else if (value < 64 && group.padding == 0) {
      group.bits = group.bits << 6 | value;
      ++group.count;
    } else if (value != kSpace) {
      return Error(ErrorCode::Malformed, i,
                   value == kInvalid ? "not a base64 character" : "misplaced base64 character");
    }
    ++i;
    if (group.count == 4) {
      at[0] = static_cast<std::uint8_t>(group.bits >> 16);
      at[1] = static_cast<std::uint8_t>(group.bits >> 8);
      at[2] = static_cast<std::uint8_t>(group.bits);
      at += 3;
      group = {};
    }
  }
  if (group.count + group.padding != 0) {
    if (group.count + group.padding != 4) return Error(ErrorCode::Malformed, text.size(), "base64 ends inside a group");
    const std::uint32_t bits = group.bits << 6 * group.padding;
    *at++ = static_cast<std::uint8_t>(bits >> 16);
    if (group.padding == 1) *at++ = static_cast<std::uint8_t>(bits >> 8);
  }
  out.commit(at);
  return {};
}

}  // namespace detail

char* put_base64(char* at, std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= 32 && detail::has_avx2()) {
    const std::size_t done = detail::encode_base64_avx2(bytes.data(), bytes.size(), at);
    bytes = bytes.subspan(done);
    at += done / 3 * 4;
  }
  return detail::put_base64_scalar(at, bytes);
}

void append_base64(Buffer& out, std::span<const std::uint8_t> bytes) {
  auto* at = reinterpret_cast<char*>(out.reserve_more(base64_size(bytes.size())));
  out.commit(reinterpret_cast<std::uint8_t*>(put_base64(at, bytes)));
}

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  put_base64(text.data(), bytes);
  return text;
}

Status decode_base64(std::string_view text, Buffer& out) {
  return detail::decode_base64_with(text, out, detail::has_avx2());
}

}  // namespace dotwire
