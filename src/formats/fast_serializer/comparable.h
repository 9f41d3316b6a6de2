// Object.Equals, which decides what the writer takes together as a run.
#pragma once

#include <cstdint>
#include <string_view>

#include "dotwire/graph.h"

namespace dotwire::fast_serializer {

struct Comparable {
  enum class Kind : std::uint8_t { Null, DBNull, Value, Identity };
  Kind kind = Kind::Null;
  model::ValueKind value{};             // Value
  const std::uint8_t* bytes = nullptr;  // Value of fixed size
  std::string_view text;                // Value that is text
  const void* identity = nullptr;       // arrays and other objects are equal to themselves only
};

bool is_equal(const Comparable& a, const Comparable& b);
// Values of one kind of fixed size: 1.0 and 1.00 are equal, as are dates of different kinds, and NaN and NaN.
bool is_equal(model::ValueKind kind, const std::uint8_t* a, const std::uint8_t* b);
// Of equal ones: whether the writer gives them the same bytes too, so that one may stand for the other.
bool is_identical(const Comparable& a, const Comparable& b);
bool is_identical(model::ValueKind kind, const std::uint8_t* a, const std::uint8_t* b);
// Whether values of the kind can be equal and yet not identical.
bool may_differ(model::ValueKind kind);
// Whether values of the kind are compared by what they hold.
bool has_equality(model::ValueKind kind);
// A null pointer is a null reference.
Comparable comparable_of(const model::Node* node);

}  // namespace dotwire::fast_serializer
