// Changing cells that are in a column already.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// The last record of a column goes.
void remove_last(model::Column& column);

// Of the columns of one table: what .NET's SetNestedParentRow does.
class CellEdits {
 public:
  explicit CellEdits(model::Table& table) : table_(table) {}

  // Gives a cell the value of another one of the same kind. Texts wait until apply().
  void set(std::uint32_t column, std::uint64_t record, const model::Column& from, std::uint64_t from_record);
  void apply();

 private:
  struct LateCell {
    std::uint32_t column;
    std::uint64_t record;
    bool null;
    std::string text;
  };

  model::Table& table_;
  std::vector<LateCell> late_cells_;
};

}  // namespace dotwire::dataset_xml
