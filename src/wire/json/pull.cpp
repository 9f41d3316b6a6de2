#include "wire/json/pull.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "base/unicode.h"

namespace dotwire::json {

Result<const Token*> Pull::peek() {
  if (!has_peeked_) {
    DOTWIRE_TRY(peeked_, reader_.next());
    has_peeked_ = true;
  }
  return &peeked_;
}

Result<Token> Pull::next() {
  if (has_peeked_) {
    has_peeked_ = false;
    offset_ = peeked_.offset;
    return peeked_;
  }
  DOTWIRE_TRY(const Token token, reader_.next());
  offset_ = token.offset;
  return token;
}

Result<bool> Pull::next_is(TokenKind kind) {
  DOTWIRE_TRY(const Token* token, peek());
  return token->kind == kind;
}

Result<Token> Pull::expect(TokenKind kind, const char* what) {
  DOTWIRE_TRY(const Token token, next());
  if (token.kind == kind) return token;
  return Error(ErrorCode::Malformed, token.offset, std::string("expected ") + what);
}

Result<bool> Pull::take(TokenKind kind) {
  DOTWIRE_TRY(const bool is, next_is(kind));
  if (!is) return false;
  DOTWIRE_TRY(next());
  return true;
}

Result<std::string_view> Pull::read_text() {
  DOTWIRE_TRY(const Token token, expect(TokenKind::String, "a text"));
  return token.text;
}

Result<bool> Pull::read_boolean() {
  DOTWIRE_TRY(const Token token, next());
  if (token.kind == TokenKind::True) return true;
  if (token.kind == TokenKind::False) return false;
  return Error(ErrorCode::Malformed, token.offset, "expected true or false");
}

Result<std::int64_t> Pull::read_integer(std::int64_t least, std::int64_t most) {
  DOTWIRE_TRY(const Token token, next());
  if (token.kind != TokenKind::Number && token.kind != TokenKind::String) {
    return Error(ErrorCode::Malformed, token.offset, "expected a whole number");
  }
  std::int64_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const std::from_chars_result result = std::from_chars(token.text.data(), end, value);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) {
    return Error(ErrorCode::Malformed, token.offset, "expected a whole number");
  }
  if (result.ec == std::errc() && value >= least && value <= most) return value;
  return Error(ErrorCode::OutOfRange, token.offset,
               "the number is not in " + std::to_string(least) + " to " + std::to_string(most));
}

Status Pull::skip() {
  std::uint64_t open = 0;
  do {
    DOTWIRE_TRY(const Token token, next());
    switch (token.kind) {
      case TokenKind::BeginObject:
      case TokenKind::BeginArray: ++open; break;
      case TokenKind::EndObject:
      case TokenKind::EndArray: --open; break;
      default: break;
    }
  } while (open != 0);
  return {};
}

Status Names::add(const Token& name) {
  if (names_.insert(name.text).second) return {};
  return Error(ErrorCode::Malformed, name.offset, "the name " + shown(name.text) + " comes twice");
}

void set_place(Error& error, Bytes input) {
  if (!error.has_offset() || error.line() != 0) return;
  const Bytes before = input.first(static_cast<std::size_t>(std::min<std::uint64_t>(error.offset(), input.size())));
  const auto lines = std::count(before.begin(), before.end(), std::uint8_t{'\n'});
  const auto line_start = std::find(before.rbegin(), before.rend(), std::uint8_t{'\n'});
  error.set_position(
      static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(lines + 1, UINT32_MAX)),
      static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(line_start - before.rbegin() + 1, UINT32_MAX)));
}

std::string_view first_name(Bytes input) {
  constexpr std::size_t kNear = 256;
  std::string_view text = as_text(input.first(std::min(input.size(), kNear)));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (const char mark : {'{', '"'}) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(mark)) return {};
    text.remove_prefix(1);
  }
  const std::size_t end = text.find('"');
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 80;
  if (text.size() <= kMost) return '"' + std::string(text) + '"';
  std::size_t end = kMost;
  while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0U) == 0x80U) --end;
  return '"' + std::string(text.substr(0, end)) + "...\"";
}

}  // namespace dotwire::json
