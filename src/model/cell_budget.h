// What the cells of tables may take beyond what their document spells: nulls that nothing stands for, values that are
// repeated by reference. Every reader of tables counts them so.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/reading_limits.h"
#include "dotwire/table.h"

namespace dotwire::model {

// A column, its chunk and its names; a table without columns.
inline constexpr std::uint64_t kColumnBytes = 1024;
inline constexpr std::uint64_t kTableBytes = 2048;
// A row that has no cells, which nothing spells: what formats write for it.
inline constexpr std::uint64_t kEmptyRowBytes = 64;

// Of one document: bytes of memory, and one for each null that takes none, so that rows times columns is bounded too.
class CellBudget {
 public:
  explicit CellBudget(std::uint64_t bytes) : left_(bytes) {}
  CellBudget(const Limits& limits, std::uint64_t document_size)
      : CellBudget(reading_expansion(limits, document_size)) {}

  // False: there is no more.
  bool take(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  // So many nulls behind the column's cells; bare ones take no memory.
  bool take_nulls(const Column& column, std::uint64_t records) { return take(records * null_bytes(column)); }
  bool take_bare_nulls(std::uint64_t records) { return take(records); }
  // A text that lies elsewhere in the document too.
  bool take_text(std::uint64_t size) { return take(size + sizeof(std::uint64_t)); }

  static std::uint64_t null_bytes(const Column& column) {
    return std::max<std::uint64_t>(column.width(), sizeof(std::uint64_t));
  }

 private:
  std::uint64_t left_;
};

// What the columns and tables of a document may take by their mere names, in formats where a few bytes make one.
class SchemaBudget {
 public:
  SchemaBudget(const Limits& limits, std::uint64_t document_size)
      : left_(reading_expansion(limits, document_size, kSchemaGrowth)) {}

  // False: there is no more.
  bool take_column() { return left_.take(kColumnBytes); }
  bool take_table() { return left_.take(2 * kTableBytes); }
  bool take(std::uint64_t bytes) { return left_.take(bytes); }

 private:
  CellBudget left_;
};
inline constexpr const char* kTooManyColumns =
    "so many columns or tables in so little take more than Limits::expansion";

}  // namespace dotwire::model
