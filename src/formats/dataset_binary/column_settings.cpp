#include "formats/dataset_binary/column_settings.h"

#include "model/table_settings.h"

namespace dotwire::dataset_binary {

using model::Column;
using model::Table;

void reset_table(Table& table, std::size_t count) {
  std::vector<std::unique_ptr<Column>> columns = std::move(table.columns);
  model::Graph graph = std::move(table.graph());
  table = Table();
  graph.clear();
  table.graph() = std::move(graph);
  table.columns = std::move(columns);
  if (table.columns.size() > count) table.columns.resize(count);
}

Column& reset_column(Table& table, std::size_t index, std::string_view name, model::ValueKind kind) {
  return reset_column(table, index, Column(std::string(name), kind), kind);
}

Column& reset_column(Table& table, std::size_t index, const Column& settings, model::ValueKind kind) {
  if (index < table.columns.size() && table.columns[index]->kind() == kind) {
    table.columns[index]->clear_records();
  } else {
    auto fresh = std::make_unique<Column>(std::string(), kind);
    if (index == table.columns.size()) {
      table.columns.push_back(std::move(fresh));
    } else {
      table.columns[index] = std::move(fresh);
    }
  }
  model::copy_settings(settings, *table.columns[index]);
  return *table.columns[index];
}

Column& change_kind(Table& table, std::size_t index, model::ValueKind kind) {
  auto column = std::make_unique<Column>(std::string(), kind);
  model::copy_settings(*table.columns[index], *column);
  table.columns[index] = std::move(column);
  return *table.columns[index];
}

}  // namespace dotwire::dataset_binary
