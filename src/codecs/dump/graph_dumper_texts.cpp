// Values that the model keeps as texts and .NET as objects.
#include <optional>
#include <vector>

#include "base/unicode.h"
#include "codecs/dump/graph_dumper.h"
#include "codecs/dump/scalar_json.h"

namespace dotwire::dump {

using model::ValueKind;

namespace {

// The magnitude in 32-bit words, least significant first. Nothing for what is no number, or beyond what is worth the
// work, which grows with the square of the length.
constexpr std::size_t kMaxBigIntegerDigits = 40'000;

std::optional<std::vector<std::uint32_t>> words_of(std::string_view digits) {
  if (digits.empty() || digits.size() > kMaxBigIntegerDigits) return std::nullopt;
  std::vector<std::uint32_t> words;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    auto carry = static_cast<std::uint64_t>(c - '0');
    for (std::uint32_t& word : words) {
      carry += std::uint64_t{word} * 10;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
  }
  return words;
}

}  // namespace

void GraphDumper::begin_array_head(std::string_view element, std::uint64_t length) {
  out_.name("array");
  out_.string(element);
  out_.name("rank");
  out_.number(1);
  out_.name("lengths");
  out_.begin_array();
  out_.unsigned_number(length);
  out_.end_array();
  out_.name("lowerBounds");
  out_.begin_array();
  out_.number(0);
  out_.end_array();
}

void GraphDumper::dump_text_object(ValueKind kind, std::string_view text) {
  if (kind == ValueKind::BigInteger) return dump_big_integer(text);
  out_.begin_object();
  out_.name("id");
  out_.number(next_id_++);
  if (kind == ValueKind::Bytes) {
    begin_array_head("System.Byte", text.size());
    out_.name("hex");
    write_hex(out_, text);
  } else if (kind == ValueKind::Chars) {
    const std::u16string units = wtf8_to_utf16(text);
    begin_array_head("System.Char", units.size());
    out_.name("items");
    out_.begin_array();
    for (const char16_t unit : units) write_fixed(out_, ValueKind::Char, &unit);
    out_.end_array();
  } else {
    out_.name("type");
    out_.string(model::clr_name(kind));
    out_.name("value");
    out_.string(text);
  }
  out_.end_object();
}

// As .NET keeps it: what fits in an Int32 is in _sign (but for the smallest), the rest in _bits.
void GraphDumper::dump_big_integer(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  const auto words = words_of(negative ? digits.substr(1) : digits);
  out_.begin_object();
  out_.name("type");
  out_.string("System.Numerics.BigInteger");
  if (!words) {
    out_.name("value");
    out_.string(digits);
    return out_.end_object();
  }
  const bool small = words->size() <= 1 && (words->empty() || (*words)[0] <= INT32_MAX);
  const auto magnitude = static_cast<std::int32_t>(small && !words->empty() ? (*words)[0] : 1);
  const std::int32_t sign = negative ? -magnitude : magnitude;
  out_.name("members");
  out_.begin_object();
  out_.name("_sign");
  const std::int32_t shown = words->empty() ? 0 : sign;
  write_fixed(out_, ValueKind::Int32, &shown);
  out_.name("_bits");
  if (small) {
    out_.null();
  } else {
    out_.begin_object();
    out_.name("id");
    out_.number(next_id_++);
    begin_array_head("System.UInt32", words->size());
    out_.name("items");
    out_.begin_array();
    for (const std::uint32_t word : *words) write_fixed(out_, ValueKind::UInt32, &word);
    out_.end_array();
    out_.end_object();
  }
  out_.end_object();
  out_.end_object();
}

}  // namespace dotwire::dump
