// What a .NET user could see of two tables, compared from the outside in.
#include <algorithm>
#include <array>
#include <cstring>

#include "clr/type_name.h"
#include "dotwire/table.h"
#include "model/auto_number.h"
#include "model/first_difference_graph.h"
#include "model/same_cell.h"
#include "model/well_known.h"

namespace dotwire::model {
namespace {

// Each function gives the path of the first difference below what it compares, or nothing.
using Path = std::string;

Path under(std::string_view step, const Path& path) { return path.empty() ? Path() : Path(step) + "/" + path; }
Path item(std::string_view list, std::size_t index) { return Path(list) + "/[" + std::to_string(index) + "]"; }

// Finds the property of the same key: the order of a hash table says nothing.
const Property* find_property(const PropertyCollection& properties, const Node* key) {
  for (const Property& property : properties.entries) {
    if (same_value(property.key, key)) return &property;
  }
  return nullptr;
}

Path compare(const PropertyCollection& a, const PropertyCollection& b) {
  Path step = "extendedProperties";
  if (a.entries.size() != b.entries.size()) return step;
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const Property& property = a.entries[i];
    // Nearly always both have the same order.
    const bool in_order = same_value(property.key, b.entries[i].key);
    const Property* other = in_order ? &b.entries[i] : find_property(b, property.key);
    if (other != nullptr && same_value(property.value, other->value)) continue;
    const StringNode* key = as_string(property.key);
    return key == nullptr ? item(step, i) : step + "/" + Path(key->view());
  }
  return {};
}

Path compare(const std::optional<PropertyCollection>& a, const std::optional<PropertyCollection>& b) {
  static const PropertyCollection none;
  return compare(a ? *a : none, b ? *b : none);
}

// A null SqlType is what such a column defaults to anyway.
const Node* default_of(const Column& column) {
  const ScalarNode* scalar = as_scalar(column.default_value);
  const bool nothing = scalar != nullptr && (scalar->sql_null || scalar->value_kind == ValueKind::DBNull);
  return nothing ? nullptr : column.default_value;
}

std::string_view caption_of(const Column& column) { return column.caption_set ? column.caption : column.name; }

// An enum's cells are integers, or nodes that hold one: who reads them cannot know the type.
bool is_one_enum(const Column& a, const Column& b) {
  return a.kind() != b.kind() && (a.kind() == ValueKind::Object || b.kind() == ValueKind::Object) &&
         a.type_name != "System.Object";
}

Path compare_columns(const Column& a, const Column& b) {
  if (a.name != b.name) return "name";
  if (a.kind() != b.kind() && !is_one_enum(a, b)) return "type";
  if (to_type_string(a.type_name) != to_type_string(b.type_name)) return "type";
  if (caption_of(a) != caption_of(b)) return "caption";
  const bool own_namespace = a.namespace_set || b.namespace_set;
  if (own_namespace && a.namespace_uri != b.namespace_uri) return "namespace";
  if (a.prefix != b.prefix) return "prefix";
  if (a.mapping != b.mapping) return "columnMapping";
  if (a.date_time_mode != b.date_time_mode) return "dateTimeMode";
  if (a.allow_db_null != b.allow_db_null) return "allowDBNull";
  if (a.read_only != b.read_only) return "readOnly";
  if (a.unique != b.unique) return "unique";
  if (a.auto_increment != b.auto_increment) return "autoIncrement";
  if (a.auto_increment_seed != b.auto_increment_seed) return "autoIncrementSeed";
  if (a.auto_increment_step != b.auto_increment_step) return "autoIncrementStep";
  const bool numbers = a.auto_increment && (a.auto_increment_current || b.auto_increment_current);
  if (numbers && next_number(a) != next_number(b)) return "autoIncrementCurrent";
  if (a.max_length != b.max_length) return "maxLength";
  if (a.expression != b.expression) return "expression";
  if (!same_value(default_of(a), default_of(b))) return "defaultValue";
  return compare(a.extended_properties, b.extended_properties);
}

Path compare_constraints(const Table& a, const Table& b) {
  if (a.constraint_order.size() != b.constraint_order.size()) return "constraints";
  for (std::size_t i = 0; i < a.constraint_order.size(); ++i) {
    const ConstraintRef left = a.constraint_order[i];
    const ConstraintRef right = b.constraint_order[i];
    Path step = item("constraints", i);
    if (left.foreign != right.foreign) return step;
    if (!left.foreign) {
      const UniqueConstraint& one = a.unique_constraints[left.index];
      const UniqueConstraint& other = b.unique_constraints[right.index];
      if (one.name != other.name) return step + "/name";
      if (one.columns != other.columns) return step + "/columns";
      if (one.primary_key != other.primary_key) return step + "/isPrimaryKey";
      if (const Path path = compare(one.extended_properties, other.extended_properties); !path.empty())
        return under(step, path);
      continue;
    }
    const ForeignKeyConstraint& one = a.foreign_keys[left.index];
    const ForeignKeyConstraint& other = b.foreign_keys[right.index];
    if (one.name != other.name) return step + "/name";
    if (one.child_columns != other.child_columns) return step + "/columns";
    if (one.parent_table != other.parent_table) return step + "/relatedTable";
    if (one.parent_columns != other.parent_columns) return step + "/relatedColumns";
    if (one.accept_reject_rule != other.accept_reject_rule) return step + "/acceptRejectRule";
    if (one.delete_rule != other.delete_rule) return step + "/deleteRule";
    if (one.update_rule != other.update_rule) return step + "/updateRule";
    if (const Path path = compare(one.extended_properties, other.extended_properties); !path.empty())
      return under(step, path);
  }
  return {};
}

// One cell lies in the column, the other in a node.
bool same_integer(const Column& column, std::size_t record, const Node* node) {
  const ScalarNode* scalar = as_scalar(node);
  if (scalar == nullptr || scalar->value_kind != column.kind() || column.storage() != Storage::Fixed) return false;
  const std::uint32_t width = column.width();
  const Chunk& chunk = column.chunk(record / kChunkRows);
  return std::memcmp(chunk.bytes.data() + record % kChunkRows * width, scalar->value, width) == 0;
}

bool same_nulls(const Chunk& a, const Chunk& b) {
  if (a.null_count == a.size) return true;
  std::array<std::uint64_t, kChunkRows / 64> left;
  std::array<std::uint64_t, kChunkRows / 64> right;
  a.copy_null_bits(left.data());
  b.copy_null_bits(right.data());
  return std::memcmp(left.data(), right.data(), (std::size_t{a.size} + 63) / 64 * 8) == 0;
}

// Equal byte by byte: enough, though not needed, for equal cells.
bool same_chunk(const Chunk& a, const Chunk& b, Storage storage) {
  if (storage == Storage::Object || a.size != b.size || a.null_count != b.null_count) return false;
  if (!std::ranges::equal(a.styles, b.styles)) return false;
  if (a.null_count != 0 && !same_nulls(a, b)) return false;
  if (a.bytes.text() != b.bytes.text() || a.ends.size() != b.ends.size()) return false;
  return a.ends.empty() || std::memcmp(a.ends.data(), b.ends.data(), 8 * a.ends.size()) == 0;
}

// The first record of the two columns that differs, or `end`. Whole chunks are compared by their bytes first.
std::size_t first_record(const Column& a, const Column& b, std::size_t end) {
  for (std::size_t i = 0; i * kChunkRows < end; ++i) {
    const Chunk& left = a.chunk(i);
    const Chunk& right = b.chunk(i);
    if (a.kind() == b.kind() && same_chunk(left, right, a.storage())) continue;
    const std::size_t last = std::min(end, (i + 1) * kChunkRows);
    for (std::size_t record = i * kChunkRows; record < last; ++record) {
      if (!same_cell(a, record, b, record)) return record;
    }
  }
  return end;
}

// Row r is record r in both.
Path compare_plain_rows(const Table& a, const Table& b) {
  std::size_t first = a.row_count();
  Path path;
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    const std::size_t record = first_record(*a.columns[i], *b.columns[i], first);
    if (record == first) continue;
    first = record;
    path = item("rows", record) + "/current/" + a.columns[i]->name;
  }
  return path;
}

Path compare_version(const Table& a, const Table& b, std::uint64_t a_record, std::uint64_t b_record,
                     std::string_view version) {
  if (a_record == kNoRecord || b_record == kNoRecord) return a_record == b_record ? Path() : Path(version);
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    if (!same_cell(*a.columns[i], a_record, *b.columns[i], b_record)) return Path(version) + "/" + a.columns[i]->name;
  }
  return {};
}

Path compare_rows(const Table& a, const Table& b) {
  if (a.row_count() != b.row_count()) return "rows";
  if (a.plain_rows() && b.plain_rows()) return compare_plain_rows(a, b);
  for (std::size_t i = 0; i < a.row_count(); ++i) {
    const Row left = a.row(i);
    const Row right = b.row(i);
    if (left.state != right.state) return item("rows", i) + "/state";
    for (const auto& [name, record] : {std::pair("current", &Row::current), std::pair("original", &Row::original),
                                       std::pair("proposed", &Row::proposed)}) {
      const Path path = compare_version(a, b, left.*record, right.*record, name);
      if (!path.empty()) return under(item("rows", i), path);
    }
  }
  return {};
}

bool has_error(const RowErrors& errors) { return !errors.text.empty() || !errors.columns.empty(); }

std::vector<const RowErrors*> errors_of(const Table& table) {
  std::vector<const RowErrors*> errors;
  for (const RowErrors& row : table.row_errors) {
    if (has_error(row)) errors.push_back(&row);
  }
  return errors;
}

// In column order, the texts that are not empty.
std::vector<ColumnError> column_errors(const RowErrors& errors) {
  std::vector<ColumnError> columns;
  for (const ColumnError& error : errors.columns) {
    if (!error.text.empty()) columns.push_back(error);
  }
  std::ranges::stable_sort(columns, {}, &ColumnError::column);
  return columns;
}

Path compare_errors(const Table& a, const Table& b) {
  const auto left = errors_of(a);
  const auto right = errors_of(b);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    if (i >= left.size()) return item("rows", right[i]->row) + "/rowError";
    if (i >= right.size() || left[i]->row != right[i]->row) return item("rows", left[i]->row) + "/rowError";
    if (left[i]->text != right[i]->text) return item("rows", left[i]->row) + "/rowError";
    const auto one = column_errors(*left[i]);
    const auto other = column_errors(*right[i]);
    const bool same = std::ranges::equal(one, other, [](const ColumnError& x, const ColumnError& y) {
      return x.column == y.column && x.text == y.text;
    });
    if (!same) return item("rows", left[i]->row) + "/columnErrors";
  }
  return {};
}

struct Culture {
  bool is_set;
  const std::string& name;
  const std::optional<std::int32_t>& id;
};

// One that nobody set is whatever the reader's culture is; that of the set around may have a name.
bool same_culture(const Culture& a, const Culture& b) {
  if (!a.is_set && !b.is_set) return a.name.empty() || a.name == b.name;
  if (!a.is_set || !b.is_set) return false;
  return a.name == b.name || (a.id && a.id == b.id);
}

// A table names the culture of its set or leaves that to the set.
Culture culture_of(const Table& table, const TableSet* set) {
  const bool inherits = !table.locale_set && table.locale.empty() && set != nullptr && set->locale_set;
  return {table.locale_set, inherits ? set->locale : table.locale, table.locale_id};
}

Culture culture_of(const TableSet& set) { return {set.locale_set, set.locale, set.locale_id}; }

// What a table has not set itself it has from its set.
bool is_case_sensitive(const Table& table, const TableSet* set) {
  return set != nullptr && !table.case_sensitive_set ? set->case_sensitive : table.case_sensitive;
}

// DataTable.Namespace. What a table inside another one inherits is not looked at.
std::string_view namespace_of(const Table& table, const TableSet* set) {
  const bool own = set == nullptr || table.namespace_set || !table.namespace_uri.empty();
  return own ? table.namespace_uri : set->namespace_uri;
}

// The sets are those around the tables, or null.
Path compare_tables(const Table& a, const TableSet* a_set, const Table& b, const TableSet* b_set) {
  if (a.name != b.name) return "name";
  if (namespace_of(a, a_set) != namespace_of(b, b_set)) return "namespace";
  if (a.prefix != b.prefix) return "prefix";
  // Not every source says whether a table has set it: what the table itself says may be equal, or what comes of it.
  if (a.case_sensitive != b.case_sensitive && is_case_sensitive(a, a_set) != is_case_sensitive(b, b_set)) {
    return "caseSensitive";
  }
  if (!same_culture(culture_of(a, a_set), culture_of(b, b_set))) return "locale";
  if (a.minimum_capacity != b.minimum_capacity) return "minimumCapacity";
  if (a.display_expression != b.display_expression) return "displayExpression";
  if (Path path = compare(a.extended_properties, b.extended_properties); !path.empty()) return path;
  if (a.columns.size() != b.columns.size()) return "columns";
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    const Path path = compare_columns(*a.columns[i], *b.columns[i]);
    if (!path.empty()) return under("columns/" + a.columns[i]->name, path);
  }
  if (!std::ranges::equal(a.primary_key(), b.primary_key())) return "primaryKey";
  if (Path path = compare_constraints(a, b); !path.empty()) return path;
  if (Path path = compare_rows(a, b); !path.empty()) return path;
  return compare_errors(a, b);
}

}  // namespace

bool same_cell(const Column& a, std::size_t a_record, const Column& b, std::size_t b_record) {
  if (a.is_null(a_record) || b.is_null(b_record)) return a.is_null(a_record) == b.is_null(b_record);
  if (a.kind() != b.kind()) {
    return a.storage() == Storage::Object ? same_integer(b, b_record, a.object(a_record))
                                          : same_integer(a, a_record, b.object(b_record));
  }
  switch (a.storage()) {
    case Storage::Fixed: {
      const std::uint32_t width = a.width();
      const std::uint8_t* left = a.chunk(a_record / kChunkRows).bytes.data() + a_record % kChunkRows * width;
      const std::uint8_t* right = b.chunk(b_record / kChunkRows).bytes.data() + b_record % kChunkRows * width;
      return std::memcmp(left, right, width) == 0;
    }
    case Storage::Varying: {
      if (a.text(a_record) == b.text(b_record)) {
        return a.kind() != ValueKind::SqlString || a.style(a_record) == b.style(b_record);
      }
      if (a.kind() != ValueKind::Type) return false;
      return open_display_name(split_qualified_name(a.text(a_record)).type) ==
             open_display_name(split_qualified_name(b.text(b_record)).type);
    }
    case Storage::Object: return same_value(a.object(a_record), b.object(b_record));
  }
  return false;
}

std::string first_difference(const Table& a, const Table& b) { return compare_tables(a, nullptr, b, nullptr); }

std::string first_difference(const TableSet& a, const TableSet& b) {
  if (a.name != b.name) return "name";
  if (a.namespace_uri != b.namespace_uri) return "namespace";
  if (a.prefix != b.prefix) return "prefix";
  if (a.case_sensitive != b.case_sensitive) return "caseSensitive";
  if (!same_culture(culture_of(a), culture_of(b))) return "locale";
  if (a.enforce_constraints != b.enforce_constraints) return "enforceConstraints";
  if (Path path = compare(a.extended_properties, b.extended_properties); !path.empty()) return path;
  if (a.tables.size() != b.tables.size()) return "tables";
  for (std::size_t i = 0; i < a.tables.size(); ++i) {
    const Path path = compare_tables(*a.tables[i], &a, *b.tables[i], &b);
    if (!path.empty()) return under("tables/" + a.tables[i]->name, path);
  }
  if (a.relations.size() != b.relations.size()) return "relations";
  for (std::size_t i = 0; i < a.relations.size(); ++i) {
    const Relation& left = a.relations[i];
    const Relation& right = b.relations[i];
    const Path step = item("relations", i);
    if (left.name != right.name) return step + "/name";
    if (left.parent_table != right.parent_table) return step + "/parentTable";
    if (left.child_table != right.child_table) return step + "/childTable";
    if (left.parent_columns != right.parent_columns) return step + "/parentColumns";
    if (left.child_columns != right.child_columns) return step + "/childColumns";
    if (left.nested != right.nested) return step + "/nested";
    if (const Path path = compare(left.extended_properties, right.extended_properties); !path.empty())
      return under(step, path);
  }
  return {};
}

}  // namespace dotwire::model
