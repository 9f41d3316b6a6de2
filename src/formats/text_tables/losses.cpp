#include <algorithm>
#include <string>

#include "base/load.h"
#include "base/unicode.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/text_tables.h"
#include "formats/text_tables/xml_losses.h"
#include "wire/json/pull.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::Row;
using model::RowState;
using model::Table;
using model::ValueKind;

// What a text format has a place for.
struct Holds {
  std::string_view name;
  bool schema = false;        // facets of tables and columns, keys, relations
  bool row_states = false;    // versions of rows, and their errors
  bool state_column = false;  // of rows, and deleted rows
  bool relational = false;    // keys, nullability, defaults, lengths, numbering
  bool surrogates = false;    // any .NET text
  bool local_kind = false;    // that a DateTime is local
  bool hidden = false;        // that a column is hidden
  bool writes_hidden = true;
  bool cells = true;     // values may lose something
  bool edits = false;    // the values of an edit, in place of the current ones, which is said elsewhere
  bool objects = false;  // all that is written is kept, and the rest refused
  bool rows = true;
  bool zero_signs = true;   // of a Decimal, or others say it
  bool markup = false;      // prefixes, and what of a row is an element, an attribute or its text
  bool no_columns = true;   // tables without any
  bool empty_rows = false;  // of such
};

class Collector {
 public:
  Collector(const Holds& holds, std::vector<Loss>& losses) : holds_(holds), losses_(losses) {}

  void table(const Table& table, const std::string& prefix);
  void properties(const model::PropertyCollection& properties, const std::string& prefix);
  // What a set says beside its tables.
  void set_around(const model::TableSet& set);
  void add(std::string path, std::string what) { losses_.push_back({std::move(path), std::move(what)}); }

 private:
  void schema(const Table& table, const std::string& prefix);
  void facets(const Column& column, const std::string& path);
  void rows(const Table& table, const std::string& prefix);
  void cells(const Column& column, const std::string& path);
  std::string no(std::string_view what) const {
    return std::string(holds_.name) + " has no place for " + std::string(what);
  }

  const Holds& holds_;
  std::vector<Loss>& losses_;
};

void Collector::table(const Table& table, const std::string& prefix) {
  for (const auto& column : table.columns) {
    const std::string path = prefix + "columns/" + column->name;
    if (!holds_.schema) facets(*column, path);
    if (column->extended_properties) properties(*column->extended_properties, path + "/");
    if (!has_text(column->default_value)) add(path + "/DefaultValue", "the default value is an object");
    if (holds_.cells) cells(*column, path);
    // SQL says what it makes of names.
    if (!holds_.surrogates && !holds_.relational && find_lone_surrogate(column->name) != kValid) {
      add(path + "/ColumnName", "lone surrogates become U+FFFD");
    }
    if (column->has_styles()) add(path, no("LCID and compare options of SqlString"));
  }
  if (!holds_.schema) schema(table, prefix);
  properties(table.extended_properties, prefix);
  if (!holds_.row_states && holds_.rows) rows(table, prefix);
  if (!holds_.no_columns && table.columns.empty()) {
    add(prefix + "columns", no("tables without columns: it is read with one"));
  } else if (!holds_.schema && holds_.rows && !holds_.empty_rows && table.columns.empty() && table.row_count() != 0) {
    add(prefix + "rows", no("rows without columns"));
  }
}

void Collector::schema(const Table& table, const std::string& prefix) {
  for (const model::UniqueConstraint& constraint : table.unique_constraints) {
    if (holds_.relational) break;
    add(prefix + "constraints/" + constraint.name, no(constraint.primary_key ? "primary keys" : "unique constraints"));
  }
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    if (holds_.relational) break;
    add(prefix + "constraints/" + key.name, no("foreign keys"));
  }
  if (!table.namespace_uri.empty()) add(prefix + "Namespace", no("namespaces"));
  if (!table.prefix.empty()) add(prefix + "Prefix", no("prefixes"));
  if (table.case_sensitive) add(prefix + "CaseSensitive", no("CaseSensitive"));
  // The invariant culture, which binary payloads name even where nobody set it, says nothing.
  if (!table.locale.empty()) add(prefix + "Locale", no("a culture"));
  if (table.minimum_capacity != Table().minimum_capacity) add(prefix + "MinimumCapacity", no("MinimumCapacity"));
  if (!table.display_expression.empty()) add(prefix + "DisplayExpression", no("expressions"));
  if (!table.class_name.empty()) add(prefix + "Class", no("the class of a typed DataTable"));
}

void Collector::facets(const Column& column, const std::string& path) {
  if (!column.expression.empty()) add(path + "/Expression", no("expressions; the values stay"));
  if (column.read_only) add(path + "/ReadOnly", no("ReadOnly"));
  if (column.date_time_mode != model::DateTimeMode::UnspecifiedLocal) add(path + "/DateTimeMode", no("DateTimeMode"));
  if (!holds_.relational) {
    if (column.default_value != nullptr) add(path + "/DefaultValue", no("default values"));
    if (column.auto_increment) add(path + "/AutoIncrement", no("AutoIncrement"));
    if (!column.allow_db_null) add(path + "/AllowDBNull", no("AllowDBNull = false"));
    if (column.max_length >= 0) add(path + "/MaxLength", no("MaxLength"));
  }
  if (column.caption_set && column.caption != column.name) add(path + "/Caption", no("captions"));
  if (column.mapping == model::MappingType::Hidden && !holds_.hidden) {
    add(path + "/ColumnMapping", no(holds_.writes_hidden ? "hidden columns; it is written" : "hidden columns"));
  }
  if (!column.namespace_uri.empty()) add(path + "/Namespace", no("namespaces"));
  if (holds_.markup) return;
  if (!column.prefix.empty()) add(path + "/Prefix", no("prefixes"));
  const bool is_usual = column.mapping == model::MappingType::Element || column.mapping == model::MappingType::Hidden;
  if (!is_usual) add(path + "/ColumnMapping", no("attributes and texts of XML elements"));
}

void Collector::properties(const model::PropertyCollection& properties, const std::string& prefix) {
  for (const model::Property& property : properties.entries) {
    const model::StringNode* key = model::as_string(property.key);
    const std::string path = prefix + "ExtendedProperties/" + std::string(key != nullptr ? key->view() : "?");
    if (!holds_.schema) {
      add(path, no("extended properties"));
    } else if (key == nullptr || !has_text(property.value)) {
      add(path, "the property is an object");
    }
  }
}

void Collector::set_around(const model::TableSet& set) {
  // NewDataSet is what nobody named.
  if (set.name != "NewDataSet") add("DataSetName", no("the name of a DataSet"));
  if (!set.namespace_uri.empty()) add("Namespace", no("namespaces"));
  if (!set.prefix.empty()) add("Prefix", no("prefixes"));
  if (!set.type_name.empty()) add("TypeName", no("the class of a typed DataSet"));
  if (!set.enforce_constraints) add("EnforceConstraints", no("EnforceConstraints = false"));
  properties(set.extended_properties, "");
}

// Rows that lose the same: the first's path, and how many.
struct RowCount {
  std::uint64_t count = 0;
  std::size_t first = 0;

  void add(std::size_t row) {
    if (count++ == 0) first = row;
  }
  std::string times() const { return count == 1 ? std::string() : " (" + std::to_string(count) + " rows)"; }
};

void Collector::rows(const Table& table, const std::string& prefix) {
  const auto report = [&](const RowCount& rows, std::string_view step, const std::string& what) {
    if (rows.count == 0) return;
    add(prefix + "rows/[" + std::to_string(rows.first) + "]" + std::string(step), what + rows.times());
  };
  RowCount deleted;
  RowCount modified;
  RowCount added;
  RowCount edited;
  for (std::size_t i = 0; i < table.row_count() && !table.plain_rows(); ++i) {
    const Row row = table.row(i);
    if (row.state == RowState::Deleted) deleted.add(i);
    if (row.state == RowState::Modified) modified.add(i);
    if (row.state == RowState::Added) added.add(i);
    if (row.proposed != model::kNoRecord) edited.add(i);
  }
  if (!holds_.state_column) report(deleted, "", "a deleted row is left out");
  report(modified, "/Original", no("original values"));
  // All rows Added is what ReadXml makes of any document: it says nothing.
  if (!holds_.state_column && added.count != table.row_count()) report(added, "/RowState", no("row states: Added"));
  if (!holds_.edits) report(edited, "/Proposed", no("values of a row in edit"));
  if (!table.row_errors.empty()) {
    add(prefix + "rows/[" + std::to_string(table.row_errors[0].row) + "]/RowError", no("row errors"));
  }
}

std::string count_text(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + (count == 1 ? " value is " : " values are ") + std::string(what);
}

void Collector::cells(const Column& column, const std::string& path) {
  std::uint64_t objects = 0;
  std::uint64_t lone = 0;
  std::uint64_t local = 0;
  std::uint64_t zeros = 0;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) continue;
    if (column.storage() == model::Storage::Object) {
      const model::Node* node = column.object(i);
      const model::StringNode* text = model::as_string(node);
      const model::ScalarNode* scalar = model::as_scalar(node);
      if (!holds_.objects && !has_text(node)) ++objects;
      if (holds_.surrogates) continue;
      if (text != nullptr && find_lone_surrogate(text->view()) != kValid) ++lone;
      if (scalar != nullptr && scalar->value_kind == ValueKind::Char) {
        const auto unit = load<char16_t>(scalar->value);
        if (unit >= 0xD800 && unit <= 0xDFFF) ++lone;
      }
    } else if ((column.kind() == ValueKind::String || column.kind() == ValueKind::Chars) && !holds_.surrogates) {
      if (find_lone_surrogate(column.text(i)) != kValid) ++lone;
    } else if (column.kind() == ValueKind::DateTime && !holds_.local_kind) {
      if (column.get<DateTime>(i).kind() == DateTimeKind::Local) ++local;
    } else if (column.kind() == ValueKind::Char && !holds_.surrogates) {
      const auto unit = column.get<char16_t>(i);
      if (unit >= 0xD800 && unit <= 0xDFFF) ++lone;
    } else if (column.kind() == ValueKind::Decimal && !holds_.zero_signs) {
      const auto value = column.get<Decimal>(i);
      if (value.negative() && value.is_zero()) ++zeros;
    } else {
      break;
    }
  }
  if (objects != 0) add(path, count_text(objects, "an object without text"));
  if (lone != 0) add(path, count_text(lone, "text with a lone surrogate, which becomes U+FFFD"));
  if (zeros != 0) add(path, count_text(zeros, "a zero with a sign, which the text does not say"));
  if (local != 0) add(path, count_text(local, "local time, which the text does not say"));
}

constexpr Holds kSql{.name = "SQL", .relational = true, .zero_signs = false};
constexpr Holds kCsv{.name = "CSV", .zero_signs = false, .no_columns = false};
constexpr Holds kNdjson{
    .name = "NDJSON", .schema = false, .row_states = false, .surrogates = true, .local_kind = true, .empty_rows = true};
constexpr Holds kJson{.name = "JSON", .schema = true, .row_states = true, .surrogates = true, .local_kind = true};

void one_table_losses(const Document& document, const Options& options, const Holds& holds, std::vector<Loss>& losses) {
  const Result<const Table*> table = pick_table(document, options);
  if (!table.ok()) return;
  Holds held = holds;
  held.state_column = options.row_state;
  Collector collector(held, losses);
  if (document.kind() == DocumentKind::TableSet) {
    collector.set_around(document.table_set());
    inherited_case_losses(document.table_set(), **table, losses);
  }
  collector.table(**table, "");
}

}  // namespace

std::string_view row_state_name(RowState state) {
  constexpr std::string_view kNames[] = {"Unchanged", "Added", "Modified", "Deleted"};
  return kNames[static_cast<std::size_t>(state)];
}

Status check_row_state(const Table& table, const Options& options) {
  if (!options.row_state) return {};
  // Databases tell no "rowstate" from it.
  const bool taken = std::ranges::any_of(table.columns, [](const auto& column) {
    return std::ranges::equal(column->name, kRowStateColumn, [](char a, char b) { return (a | 0x20) == (b | 0x20); });
  });
  if (!taken) return {};
  Error error(ErrorCode::NotRepresentable, "there is a column of that name already");
  error.set_path("columns/" + std::string(kRowStateColumn));
  return error;
}

std::uint64_t record_to_write(const Row& row, const Options& options) {
  if (row.state != RowState::Deleted) return row.current;
  return options.row_state ? row.original : model::kNoRecord;
}

// "\"A\", \"B\" and 3 more".
std::string names_of(const std::vector<const Table*>& tables) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(tables.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + json::shown(tables[i]->name);
  }
  return tables.size() > kMost ? text + " and " + std::to_string(tables.size() - kMost) + " more" : text;
}

Result<const Table*> pick_table(const Document& document, const Options& options) {
  const std::vector<const Table*> tables = document.tables();
  if (options.table.empty()) {
    if (tables.size() == 1) return tables[0];
    if (tables.empty()) return Error(ErrorCode::NotRepresentable, "the format holds one table and the set has none");
    Error error(ErrorCode::NotRepresentable,
                "the format holds one table and the set has " + std::to_string(tables.size()) + ": name one");
    error.set_hint("--table takes one of " + names_of(tables));
    return error;
  }
  for (const Table* table : tables) {
    if (table->name == options.table) return table;
  }
  return Error(ErrorCode::InvalidArgument,
               "there is no table named " + std::string(options.table) +
                   (tables.empty() ? ", nor any other" : "; there are " + names_of(tables)));
}

void relational_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  if (document.kind() == DocumentKind::Table || !options.table.empty()) {
    return one_table_losses(document, options, kSql, losses);
  }
  Holds held = kSql;
  held.state_column = options.row_state;
  Collector collector(held, losses);
  collector.set_around(document.table_set());
  for (const Table* table : document.tables()) collector.table(*table, "tables/" + table->name + "/");
}

void csv_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  one_table_losses(document, options, kCsv, losses);
}

void ndjson_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  one_table_losses(document, options, kNdjson, losses);
  const Result<const Table*> table = pick_table(document, options);
  if (!table.ok() || (*table)->columns.empty()) return;
  for (std::size_t i = 0; i < (*table)->row_count(); ++i) {
    if (record_to_write((*table)->row(i), options) != model::kNoRecord) return;
  }
  losses.push_back({"columns", "without rows no line names them"});
}

void xml_table_losses(const Table& table, const std::string& prefix, const XmlHolds& what, std::vector<Loss>& losses) {
  const Holds holds{.name = "DataSet XML",
                    .schema = what.schema,
                    .row_states = what.states,
                    .surrogates = true,
                    .local_kind = true,
                    .hidden = what.states || !what.cells,
                    .writes_hidden = false,
                    .cells = what.cells && what.rows,
                    .edits = true,
                    .objects = true,
                    .rows = what.rows,
                    .markup = true};
  Collector(holds, losses).table(table, prefix);
  if (!what.rows) {
    if (table.row_count() == 0) return;
    return losses.push_back({prefix + "rows", "a schema has no rows (" + std::to_string(table.row_count()) + ")"});
  }
  xml_edit_losses(table, prefix, losses);
  if (!what.cells) return;
  for (const auto& column : table.columns) {
    xml_cell_losses(*column, prefix + "columns/" + column->name, what, losses);
    xml_clock_losses(*column, prefix + "columns/" + column->name, what, losses);
  }
  xml_record_losses(table, prefix, what, losses);
  xml_row_losses(table, prefix, what, losses);
}

void xml_set_losses(const model::TableSet& set, const XmlHolds& what, std::vector<Loss>& losses) {
  if (what.schema) return xml_schema_losses(set, what.remoting, losses);
  const Holds holds{.name = "DataSet XML"};
  Collector(holds, losses).properties(set.extended_properties, "");
}

void json_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  if (document.kind() == DocumentKind::Table || !options.table.empty()) {
    const Result<const Table*> table = pick_table(document, options);
    if (!table.ok()) return;
    Collector(kJson, losses).table(**table, "");
    if (document.kind() == DocumentKind::Table) return;
    xml_around_losses(document.table_set(), losses);
    inherited_case_losses(document.table_set(), **table, losses);
    for (const model::ForeignKeyConstraint& key : (*table)->foreign_keys) {
      if (document.tables()[key.parent_table] == *table) continue;
      losses.push_back({"constraints/" + key.name, "foreign keys to other tables are written with their DataSet only"});
    }
    return;
  }
  Collector collector(kJson, losses);
  for (const Table* table : document.tables()) collector.table(*table, "tables/" + table->name + "/");
  const model::TableSet& set = document.table_set();
  collector.properties(set.extended_properties, "");
  for (const model::Relation& relation : set.relations) {
    if (relation.extended_properties) {
      collector.properties(*relation.extended_properties, "relations/" + relation.name + "/");
    }
  }
}

}  // namespace dotwire::text_tables
