// DataSets for tests, and what they hold in a line.
#pragma once

#include <string>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml::test_sets {

using model::Column;
using model::MappingType;
using model::Row;
using model::RowState;
using model::Table;
using model::TableSet;
using model::ValueKind;

inline Table& add_table(TableSet& set, std::string name) {
  set.tables.push_back(std::make_unique<Table>());
  set.tables.back()->name = std::move(name);
  return *set.tables.back();
}

// D with T(A int, B string).
inline TableSet two_columns() {
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  table.add_column("A", ValueKind::Int32);
  table.add_column("B", ValueKind::String);
  return set;
}

// D with P(Id int, N string) and, nested in it by Pid, C(Cid int, Pid int).
inline TableSet nested() {
  TableSet set;
  set.name = "D";
  Table& parent = add_table(set, "P");
  parent.add_column("Id", ValueKind::Int32);
  parent.add_column("N", ValueKind::String);
  Table& child = add_table(set, "C");
  child.add_column("Cid", ValueKind::Int32);
  child.add_column("Pid", ValueKind::Int32);
  model::Relation relation;
  relation.name = "R";
  relation.parent_table = 0;
  relation.child_table = 1;
  relation.parent_columns = {0};
  relation.child_columns = {1};
  relation.nested = true;
  set.relations.push_back(std::move(relation));
  return set;
}

inline std::string cell_text(const Column& column, std::uint64_t record) {
  if (column.is_null(record)) return "null";
  if (column.kind() == ValueKind::Int32) return "[" + std::to_string(column.get<std::int32_t>(record)) + "]";
  return "[" + std::string(column.text(record)) + "]";
}

// Each row as its state and cells; the original of a modified one behind each cell.
inline std::string dump(const TableSet& set) {
  constexpr std::string_view kStates[] = {"Unchanged", "Added", "Modified", "Deleted"};
  std::string out;
  for (const auto& table : set.tables) {
    out += table->name + "{";
    for (std::size_t i = 0; i < table->row_count(); ++i) {
      const Row row = table->row(i);
      out += std::string(kStates[static_cast<int>(row.state)]) + "(";
      for (const auto& column : table->columns) {
        out += column->name + "=" + cell_text(*column, row.state == RowState::Deleted ? row.original : row.current);
        if (row.state == RowState::Modified) out += "<" + cell_text(*column, row.original) + ">";
        out += " ";
      }
      out += ") ";
    }
    out += "} ";
  }
  return out;
}

}  // namespace dotwire::dataset_xml::test_sets
