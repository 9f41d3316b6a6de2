#include "formats/dataset_binary/column_settings.h"

namespace dotwire::dataset_binary {

using model::Column;
using model::Table;

void assign_settings(Column& to, Column&& from) {
  to.name = std::move(from.name);
  to.type_name = std::move(from.type_name);
  to.assembly = std::move(from.assembly);
  to.caption = std::move(from.caption);
  to.caption_set = from.caption_set;
  to.namespace_uri = std::move(from.namespace_uri);
  to.namespace_set = from.namespace_set;
  to.prefix = std::move(from.prefix);
  to.mapping = from.mapping;
  to.date_time_mode = from.date_time_mode;
  to.allow_db_null = from.allow_db_null;
  to.read_only = from.read_only;
  to.unique = from.unique;
  to.auto_increment = from.auto_increment;
  to.auto_increment_seed = from.auto_increment_seed;
  to.auto_increment_step = from.auto_increment_step;
  to.auto_increment_current = std::move(from.auto_increment_current);
  to.max_length = from.max_length;
  to.expression = std::move(from.expression);
  to.xml_data_type = std::move(from.xml_data_type);
  to.simple_type_name = std::move(from.simple_type_name);
  to.simple_types = std::move(from.simple_types);
  to.default_value = from.default_value;
  to.extended_properties = std::move(from.extended_properties);
}

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

Column& reset_column(Table& table, std::size_t index, Column&& settings, model::ValueKind kind) {
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
  assign_settings(*table.columns[index], std::move(settings));
  return *table.columns[index];
}

Column& change_kind(Table& table, std::size_t index, model::ValueKind kind) {
  auto column = std::make_unique<Column>(std::string(), kind);
  assign_settings(*column, std::move(*table.columns[index]));
  table.columns[index] = std::move(column);
  return *table.columns[index];
}

}  // namespace dotwire::dataset_binary
