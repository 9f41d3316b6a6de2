// Which .NET type a column of CSV has, by the look of its values: docs/formats/text-tables.md states the rules.
#pragma once

#include <cstdint>
#include <string_view>

#include "dotwire/graph.h"

namespace dotwire::text_tables {

// Looks at the values of one column one by one, nulls left out.
class CsvType {
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

// The value as json_values::load_text() takes it: a date alone gets its midnight.
std::string_view spelled(model::ValueKind kind, std::string_view text, char (&room)[32]);

}  // namespace dotwire::text_tables
