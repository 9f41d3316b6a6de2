// The rows of a table as arrays of object, as DataRow.ItemArray gives them: what formats hold that know no columns of
// their own (table-formats.md 5, 6).
#pragma once

#include <cstdint>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/node_copier.h"
#include "model/cell_budget.h"
#include "model/node_map.h"

namespace dotwire::dataset_binary {

// The records that such formats hold: the current values of rows that are not deleted, those of an edit first.
std::vector<std::uint64_t> item_records(const model::Table& table);

// object[][]: an object[] for each record.
Result<const model::ArrayNode*> jagged_items(const model::Table& table, std::span<const std::uint64_t> records,
                                             GraphBuilder& builder);
// object[,]: records by columns.
Result<const model::ArrayNode*> rectangular_items(const model::Table& table, std::span<const std::uint64_t> records,
                                                  GraphBuilder& builder);

// Objects that stand in several cells, each with a number once it has been met. Keeps its memory for the next array.
class SharedNodes {
 public:
  void clear() {
    seen_.clear();
    any_ = false;
    last_ = 0;
  }
  // A text in place is one object, and one that is referred to two.
  void look_at(model::Slot slot) {
    const model::Node* node = slot.node();
    if (node == nullptr || !slot.is_reference()) return;
    std::uint32_t& mark = seen_[node];
    if (mark == 0 && node->kind != model::NodeKind::String) {
      mark = kOnce;
    } else if (mark <= kOnce) {
      mark = kSeveral;
      any_ = true;
    }
  }
  bool is_shared(const model::Node* node) const { return any_ && seen_.find(node) >= kSeveral; }
  // 0: it stands in one cell alone.
  std::uint32_t number(const model::Node* node) {
    if (!is_shared(node)) return 0;
    std::uint32_t& mark = seen_[node];
    if (mark == kSeveral) mark = kSeveral + ++last_;
    return mark - kSeveral;
  }

 private:
  static constexpr std::uint32_t kOnce = 1;
  static constexpr std::uint32_t kSeveral = 2;  // and its number, once it has one

  model::NodeMap seen_;
  bool any_ = false;
  std::uint32_t last_ = 0;
};

// Appends the rows of an object[][], or of an object[,] with a column of the table for each of its columns, to a table
// that has columns and no rows; they count as accepted. Rows of object[][] may be short, as DataTable.LoadDataRow
// takes them: what is missing, like a null reference, is the column's default value. Errors have the row in their
// path. What rows do not spell, defaults and values that are repeated by reference, comes out of the document's budget,
// and all of an array that was read into another table before.
Status append_items(const model::ArrayNode& rows, bool repeated, model::CellBudget& budget, NodeCopier& copier,
                    SharedNodes& shared, model::Table& table);

}  // namespace dotwire::dataset_binary
