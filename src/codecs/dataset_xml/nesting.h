// Which rows stand inside which: the nested relations of a DataSet (xml-json-formats.md F.1).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codecs/dataset_xml/namespaces.h"
#include "dotwire/result.h"

namespace dotwire::dataset_xml {

struct RowPlace {
  std::uint32_t table;
  std::uint64_t row;
};

// Borrows the tables of its scope. Time and memory in proportion to the rows of tables that are nested or nest others.
class Nesting {
 public:
  // One nested relation: the rows of its child by those of its parent.
  struct Link {
    std::uint32_t parent_table = 0;
    std::uint32_t child_table = 0;
    std::vector<std::uint64_t> starts;  // by parent row, one more than there are rows; into `rows`
    std::vector<std::uint64_t> rows;    // in the order of the rows' numbers

    std::span<const std::uint64_t> children(std::uint64_t parent_row) const {
      return std::span(rows).subspan(starts[parent_row], starts[parent_row + 1] - starts[parent_row]);
    }
  };

  // Fails where a row has two parents, as .NET does.
  static Result<Nesting> of(const Scope& scope);

  bool empty() const { return links_.empty(); }
  const Link& link(std::uint32_t index) const { return links_[index]; }
  // The relations that nest rows in those of the table, in the order of the set.
  std::span<const std::uint32_t> links_of(std::uint32_t parent_table) const { return by_parent_[parent_table]; }
  // The row stands inside another one.
  bool is_inside(std::uint32_t table, std::uint64_t row) const {
    return !inside_[table].empty() && inside_[table][row];
  }
  // Where a deleted row was.
  std::optional<RowPlace> original_parent(std::uint32_t table, std::uint64_t row) const;

 private:
  Status add(const Scope& scope, const model::Relation& relation);
  void add_original_parents(const Scope& scope, const model::Relation& relation);

  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> by_parent_;
  std::vector<std::vector<bool>> inside_;
  // Of the deleted rows that have one, by table and row.
  struct Original {
    std::uint64_t row;
    RowPlace parent;
  };
  std::vector<std::vector<Original>> originals_;
};

// The number by which a DiffGram names a row.
inline std::uint64_t row_id(const model::Table& table, std::uint64_t row) {
  return row < table.row_ids.size() ? table.row_ids[row] : row + 1;
}

// The record that is written of a row: the proposed one of an edit, else the current; kNoRecord if it is deleted.
std::uint64_t visible_record(const model::Row& row);

}  // namespace dotwire::dataset_xml
