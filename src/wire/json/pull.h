// A Reader with one token to look ahead, for readers of one shape: each call says what must come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "wire/json/reader.h"

namespace dotwire::json {

class Pull {
 public:
  // Input and arena must outlive the texts that come out.
  Pull(Bytes input, Arena& arena, const Limits& limits) : reader_(input, arena, limits) {}

  // The next token, which stays where it is. Valid until the next call.
  Result<const Token*> peek();
  Result<Token> next();
  Result<bool> next_is(TokenKind kind);
  // Takes a token of that kind; `what` says in the error what was expected.
  Result<Token> expect(TokenKind kind, const char* what);
  // Takes the next token if it is of that kind.
  Result<bool> take(TokenKind kind);

  Result<std::string_view> read_text();
  Result<bool> read_boolean();
  // Whole numbers, also as text.
  Result<std::int64_t> read_integer(std::int64_t least, std::int64_t most);
  // The value that comes, with all that is in it.
  Status skip();

  // Where the last token that was taken started.
  std::uint64_t offset() const { return offset_; }

 private:
  Reader reader_;
  Token peeked_;
  bool has_peeked_ = false;
  std::uint64_t offset_ = 0;
};

// The names of one object's members so far, of which none may come twice.
class Names {
 public:
  Status add(const Token& name);

 private:
  std::unordered_set<std::string_view> names_;
};

// Sets line and column of an error that has an offset.
void set_place(Error& error, Bytes input);

// The name of the first member of the object that the text begins with, as spelled; empty where there is none near.
std::string_view first_name(Bytes input);

// A name or text for messages: cut, and quoted.
std::string shown(std::string_view text);

}  // namespace dotwire::json
