// Which .NET type a column of a format without types has, by the look of its values: docs/formats/text-tables.md states
// the rules.
#pragma once

#include <cstdint>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::text_tables {

// NaN and the infinities, as texts.
bool is_no_finite_number(std::string_view text);

// Looks at the values of one column one by one, nulls left out.
class InferredType {
 public:
  void see(std::string_view text) {
    if (possible_ != kText) narrow(text);
    any_ = true;
  }
  // The first kind in the order of the rules that takes all values; String if none does, or there were none.
  model::ValueKind kind() const;

 private:
  static constexpr std::uint32_t kText = 0;

  void narrow(std::string_view text);

  std::uint32_t possible_ = ~std::uint32_t{0};  // a bit a rule
  bool any_ = false;
};

// The value of a kind that InferredType gave, into room for a cell of it.
Status load_inferred(model::ValueKind kind, std::string_view text, void* to);

// Appends it to a column of such a kind, which will have so many records.
Status append_inferred(model::Column& column, std::string_view text, std::size_t records);

// Each takes memory of its own, whatever the input says of it.
inline constexpr std::size_t kMostInferredColumns = 65'536;

}  // namespace dotwire::text_tables
