#include "wire/json/reader.h"

#include <cstring>

#include "base/unicode.h"
#include "wire/json/scan.h"

namespace dotwire::json {
namespace {

bool is_digit(std::uint8_t byte) { return byte >= '0' && byte <= '9'; }

// What a one-letter escape means; 0 for none.
char simple_escape(std::uint8_t letter) {
  switch (letter) {
    case '"': return '"';
    case '\\': return '\\';
    case '/': return '/';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
  }
}

// -1 for what is no hex digit.
int hex_digit(std::uint8_t byte) {
  if (is_digit(byte)) return byte - '0';
  const int lower = byte | 0x20;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool is_high_surrogate(std::uint32_t unit) { return (unit & 0xFC00U) == 0xD800U; }
bool is_low_surrogate(std::uint32_t unit) { return (unit & 0xFC00U) == 0xDC00U; }

}  // namespace

Reader::Reader(Bytes input, Arena& arena, const Limits& limits)
    : begin_(input.data()), at_(begin_), end_(begin_ + input.size()), arena_(&arena), max_depth_(limits.depth) {
  if (input.size() >= 3 && std::memcmp(begin_, "\xEF\xBB\xBF", 3) == 0) at_ += 3;
}

Token Reader::token(TokenKind kind, const std::uint8_t* start, std::string_view text) const {
  return {kind, text, static_cast<std::uint64_t>(start - begin_)};
}

Error Reader::malformed(const std::uint8_t* at, std::string message) const {
  return {ErrorCode::Malformed, static_cast<std::uint64_t>(at - begin_), std::move(message)};
}

Error Reader::truncated() const {
  return {ErrorCode::Truncated, static_cast<std::uint64_t>(end_ - begin_), "the JSON text ends inside a value"};
}

void Reader::skip_space() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
}

Result<Token> Reader::next() {
  skip_space();
  if (state_ == State::AfterValue) return after_value();
  if (at_ == end_) return truncated();
  if (state_ == State::FirstItem && *at_ == ']') return close(TokenKind::EndArray);
  if (state_ == State::FirstName) {
    if (*at_ == '}') return close(TokenKind::EndObject);
    return read_name();
  }
  return read_value();
}

Result<Token> Reader::after_value() {
  if (containers_.empty()) {
    if (at_ != end_) return malformed(at_, "data follows the JSON document");
    return token(TokenKind::End, at_);
  }
  if (at_ == end_) return truncated();
  const bool in_object = containers_.back();
  const std::uint8_t closing = in_object ? '}' : ']';
  if (*at_ == closing) return close(in_object ? TokenKind::EndObject : TokenKind::EndArray);
  if (*at_ != ',') return malformed(at_, in_object ? "expected ',' or '}'" : "expected ',' or ']'");
  ++at_;
  skip_space();
  if (at_ == end_) return truncated();
  return in_object ? read_name() : read_value();
}

Result<Token> Reader::read_value() {
  switch (*at_) {
    case '{': return open(TokenKind::BeginObject);
    case '[': return open(TokenKind::BeginArray);
    case '"': return read_string(TokenKind::String);
    case 't': return read_word("true", TokenKind::True);
    case 'f': return read_word("false", TokenKind::False);
    case 'n': return read_word("null", TokenKind::Null);
    default: return read_number();
  }
}

Result<Token> Reader::open(TokenKind kind) {
  if (containers_.size() >= max_depth_) {
    return Error(ErrorCode::LimitExceeded, static_cast<std::uint64_t>(at_ - begin_), "nested too deep");
  }
  const bool is_object = kind == TokenKind::BeginObject;
  containers_.push_back(is_object);
  state_ = is_object ? State::FirstName : State::FirstItem;
  return token(kind, at_++);
}

Token Reader::close(TokenKind kind) {
  containers_.pop_back();
  state_ = State::AfterValue;
  return token(kind, at_++);
}

Result<Token> Reader::read_word(std::string_view word, TokenKind kind) {
  const std::uint8_t* start = at_;
  if (static_cast<std::size_t>(end_ - at_) < word.size()) {
    if (std::memcmp(at_, word.data(), static_cast<std::size_t>(end_ - at_)) == 0) return truncated();
    return malformed(start, "not a JSON value");
  }
  if (std::memcmp(at_, word.data(), word.size()) != 0) return malformed(start, "not a JSON value");
  at_ += word.size();
  state_ = State::AfterValue;
  return token(kind, start);
}

// RFC 8259, 6.
Result<Token> Reader::read_number() {
  const std::uint8_t* start = at_;
  const std::uint8_t* at = at_;
  const auto digits = [&] {
    const std::uint8_t* first = at;
    while (at != end_ && is_digit(*at)) ++at;
    return at - first;
  };
  if (*at == '-') ++at;
  const std::uint8_t* integer = at;
  const auto integer_digits = digits();
  if (integer_digits == 0) {
    if (at == end_) return truncated();
    return malformed(start, "not a JSON value");
  }
  if (integer_digits > 1 && *integer == '0') return malformed(start, "a number starts with a needless 0");
  if (at != end_ && *at == '.') {
    ++at;
    if (digits() == 0) return at == end_ ? truncated() : malformed(start, "a number has no digit behind its point");
  }
  if (at != end_ && (*at | 0x20) == 'e') {
    ++at;
    if (at != end_ && (*at == '+' || *at == '-')) ++at;
    if (digits() == 0) return at == end_ ? truncated() : malformed(start, "a number has no digit in its exponent");
  }
  at_ = at;
  state_ = State::AfterValue;
  return token(TokenKind::Number, start, as_text({start, at}));
}

Result<Token> Reader::read_name() {
  if (*at_ != '"') return malformed(at_, "expected a member's name");
  DOTWIRE_TRY(Token name, read_string(TokenKind::Name));
  skip_space();
  if (at_ == end_) return truncated();
  if (*at_ != ':') return malformed(at_, "expected ':'");
  ++at_;
  state_ = State::Value;
  return name;
}

Result<Token> Reader::read_string(TokenKind kind) {
  const std::uint8_t* start = at_ + 1;
  std::uint64_t high_bits = 0;
  const std::uint8_t* at = find_special(start, end_, high_bits);
  if (at == end_) return truncated();
  if (*at != '"') return read_escaped(kind, start, at, high_bits);
  const std::string_view text = as_text({start, at});
  if (high_bits != 0) {
    if (const std::size_t bad = find_invalid_utf8(text); bad != kValid) return malformed(start + bad, "not UTF-8");
  }
  at_ = at + 1;
  state_ = State::AfterValue;
  return token(kind, start - 1, text);
}

Result<std::uint32_t> Reader::read_hex4(const std::uint8_t* at) {
  std::uint32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    if (at + i == end_) return truncated();
    const int digit = hex_digit(at[i]);
    if (digit < 0) return malformed(at + i, "\\u takes four hex digits");
    unit = unit << 4 | static_cast<std::uint32_t>(digit);
  }
  return unit;
}

// `at` is the first special byte. An escape is never shorter than what it means, so the rest of the input bounds the
// text: the closing quote is looked for first.
Result<Token> Reader::read_escaped(TokenKind kind, const std::uint8_t* start, const std::uint8_t* at,
                                   std::uint64_t high_bits) {
  const std::uint8_t* close = at;
  while (close != end_ && *close != '"') {
    if (*close < 0x20) return malformed(close, "a control character in a string");
    if (*close == '\\' && end_ - close == 1) return truncated();
    close = find_special(close + (*close == '\\' ? 2 : 1), end_, high_bits);
  }
  if (close == end_) return truncated();
  if (high_bits != 0) {
    if (const std::size_t bad = find_invalid_utf8(as_text({start, close})); bad != kValid) {
      return malformed(start + bad, "not UTF-8");
    }
  }
  auto* text = static_cast<std::uint8_t*>(arena_->allocate(static_cast<std::size_t>(close - start), 1));
  std::uint8_t* out = text;
  const auto copy_to = [&](const std::uint8_t* from, const std::uint8_t* to) {
    std::memcpy(out, from, static_cast<std::size_t>(to - from));
    out += to - from;
  };
  copy_to(start, at);
  while (at != close) {
    const std::uint8_t* escape = at;
    if (at[1] != 'u') {
      const char meaning = simple_escape(at[1]);
      if (meaning == 0) return malformed(escape, "unknown escape");
      *out++ = static_cast<std::uint8_t>(meaning);
      at += 2;
    } else {
      DOTWIRE_TRY(std::uint32_t unit, read_hex4(at + 2));
      at += 6;
      if (is_high_surrogate(unit) && end_ - at >= 2 && at[0] == '\\' && at[1] == 'u') {
        DOTWIRE_TRY(const std::uint32_t low, read_hex4(at + 2));
        if (is_low_surrogate(low)) {
          unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
          at += 6;
        }
      }
      out = put_code_point(out, unit);
    }
    const std::uint8_t* plain = at;
    std::uint64_t unused = 0;
    at = find_special(plain, close, unused);
    copy_to(plain, at);
  }
  at_ = close + 1;
  state_ = State::AfterValue;
  return token(kind, start - 1, {reinterpret_cast<const char*>(text), static_cast<std::size_t>(out - text)});
}

}  // namespace dotwire::json
