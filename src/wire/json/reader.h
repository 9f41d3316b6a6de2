// JSON text to tokens (RFC 8259), one at a time. Strict UTF-8; lone surrogates only as \uD800 escapes, kept as WTF-8.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/byte_reader.h"
#include "dotwire/limits.h"

namespace dotwire::json {

enum class TokenKind : std::uint8_t {
  End,
  BeginObject,
  EndObject,
  BeginArray,
  EndArray,
  Name,  // of a member; its value follows
  String,
  Number,
  True,
  False,
  Null,
};

struct Token {
  TokenKind kind = TokenKind::End;
  // Name, String: what it means, in WTF-8. Number: as spelled. Borrows from the input, or from the arena where it had
  // escapes.
  std::string_view text;
  std::uint64_t offset = 0;  // where it starts
};

// One document; what follows it but white space is an error. A byte order mark in front is skipped.
class Reader {
 public:
  // Input and arena must outlive the tokens.
  Reader(Bytes input, Arena& arena, const Limits& limits = {});

  Result<Token> next();
  // Containers that are open.
  std::size_t depth() const { return containers_.size(); }

 private:
  enum class State : std::uint8_t { Value, FirstItem, FirstName, AfterValue };

  Result<Token> read_value();
  Result<Token> read_name();
  Result<Token> read_string(TokenKind kind);
  Result<Token> read_escaped(TokenKind kind, const std::uint8_t* start, const std::uint8_t* at,
                             std::uint64_t high_bits);
  Result<std::uint32_t> read_hex4(const std::uint8_t* at);
  Result<Token> read_number();
  Result<Token> read_word(std::string_view word, TokenKind kind);
  Result<Token> open(TokenKind kind);
  Token close(TokenKind kind);
  Result<Token> after_value();
  void skip_space();
  Token token(TokenKind kind, const std::uint8_t* start, std::string_view text = {}) const;
  Error malformed(const std::uint8_t* at, std::string message) const;
  Error truncated() const;

  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  Arena* arena_;
  std::uint64_t max_depth_;
  State state_ = State::Value;
  std::vector<bool> containers_;  // true: an object
};

}  // namespace dotwire::json
