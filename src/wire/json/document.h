// A whole JSON document in an arena.
#pragma once

#include <cstdint>
#include <string_view>

#include "wire/json/reader.h"

namespace dotwire::json {

enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

// Children form a list, in the order of the text; members of one name are all kept.
struct Value {
  Kind kind = Kind::Null;
  bool boolean = false;
  std::uint32_t count = 0;   // children
  std::uint64_t offset = 0;  // where it starts in the text
  std::string_view name;     // of a member
  std::string_view text;     // String: WTF-8. Number: as spelled
  const Value* first = nullptr;
  const Value* next = nullptr;

  bool is_null() const { return kind == Kind::Null; }
  bool is_string() const { return kind == Kind::String; }
  bool is_object() const { return kind == Kind::Object; }
  bool is_array() const { return kind == Kind::Array; }
  // The first member of that name, or null.
  const Value* find(std::string_view member) const;

  // for (const Value& item : array)
  class Iterator {
   public:
    explicit Iterator(const Value* at) : at_(at) {}
    const Value& operator*() const { return *at_; }
    Iterator& operator++() { return at_ = at_->next, *this; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Value* at_;
  };
  Iterator begin() const { return Iterator(first); }
  Iterator end() const { return Iterator(nullptr); }
};

// Values live in the arena and borrow from the input. No recursion; depth and number of values are limited.
Result<const Value*> parse(Bytes input, Arena& arena, const Limits& limits = {});

}  // namespace dotwire::json
