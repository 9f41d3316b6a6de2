// The element around the rows, where it is read as a row itself: it has the name of a table.
#include <algorithm>

#include "codecs/dataset_xml/nesting.h"
#include "formats/text_tables/xml_losses.h"

namespace dotwire::text_tables {
namespace {

using model::Table;
using model::TableSet;

constexpr std::string_view kOneMore = "the element around the rows has the table's name, and is read as one more row";

bool has_rows(const Table& table) {
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    if (dataset_xml::visible_record(table.row(i)) != model::kNoRecord) return true;
  }
  return false;
}

// The element's name is that of a column, or of rows that stand in those of `table`.
bool has_element(const TableSet& set, std::size_t table, const std::string& name) {
  const auto is_column = [&](const auto& column) {
    return column->name == name && column->mapping != model::MappingType::Hidden;
  };
  if (std::ranges::any_of(set.tables[table]->columns, is_column)) return true;
  return std::ranges::any_of(set.relations, [&](const model::Relation& relation) {
    return relation.nested && relation.parent_table == table && relation.child_table < set.tables.size() &&
           set.tables[relation.child_table]->name == name;
  });
}

}  // namespace

void xml_root_losses(const Table& table, const TableSet* set, std::vector<Loss>& losses) {
  const std::string root = set == nullptr || set->name.empty() ? "DocumentElement" : set->name;
  if (table.name == root) losses.push_back({"rows", std::string(kOneMore)});
}

// Of a DataSet of its own name it is one only where the first element in it fits.
void xml_root_losses(const TableSet& set, std::vector<Loss>& losses) {
  const auto first = std::ranges::find_if(set.tables, [](const auto& table) { return has_rows(*table); });
  if (first == set.tables.end()) return;
  for (std::size_t i = 0; i < set.tables.size(); ++i) {
    if (set.tables[i]->name != set.name || !has_element(set, i, (*first)->name)) continue;
    losses.push_back({"tables/" + set.name + "/rows", std::string(kOneMore)});
    losses.push_back({"tables/" + (*first)->name + "/rows", "the first row is read as a part of that row"});
    return;
  }
}

}  // namespace dotwire::text_tables
