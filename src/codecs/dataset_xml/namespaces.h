// Namespaces that tables and columns have without saying so, and the tables that are nested in others.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// What a document is about: tables by the indices that relations name them with.
struct Scope {
  const model::TableSet* set = nullptr;  // null: a table alone
  std::vector<const model::Table*> tables;
  std::span<const model::Relation> relations;  // of `set`

  static Scope of(const model::TableSet& set);
  // A table, and the set that it is in or that says its settings. `index` tells where it is.
  static Scope of(const model::Table& table, const model::TableSet* set, std::uint32_t& index);
};

// DataTable.Namespace of each table: its own, or that of the table it is nested in, or the set's.
std::vector<std::string_view> table_namespaces(const Scope& scope);

// DataColumn.Namespace; an attribute does not inherit the table's.
std::string_view column_namespace(const model::Column& column, std::string_view table_namespace);

}  // namespace dotwire::dataset_xml
