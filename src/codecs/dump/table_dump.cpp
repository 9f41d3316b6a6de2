#include "codecs/dump/table_dump.h"

#include <algorithm>

#include "base/reading_limits.h"
#include "base/unicode.h"
#include "codecs/dump/graph_dumper.h"
#include "codecs/dump/scalar_json.h"

namespace dotwire::dump {
namespace {

using model::Column;
using model::Storage;
using model::Table;
using model::TableSet;
using model::ValueKind;

std::string_view name_of(model::MappingType mapping) {
  switch (mapping) {
    case model::MappingType::Element: return "Element";
    case model::MappingType::Attribute: return "Attribute";
    case model::MappingType::SimpleContent: return "SimpleContent";
    case model::MappingType::Hidden: return "Hidden";
  }
  return "Element";
}

std::string_view name_of(model::DateTimeMode mode) {
  switch (mode) {
    case model::DateTimeMode::Local: return "Local";
    case model::DateTimeMode::Unspecified: return "Unspecified";
    case model::DateTimeMode::UnspecifiedLocal: return "UnspecifiedLocal";
    case model::DateTimeMode::Utc: return "Utc";
  }
  return "UnspecifiedLocal";
}

std::string_view name_of(model::Rule rule) {
  switch (rule) {
    case model::Rule::None: return "None";
    case model::Rule::Cascade: return "Cascade";
    case model::Rule::SetNull: return "SetNull";
    case model::Rule::SetDefault: return "SetDefault";
  }
  return "None";
}

std::string_view name_of(model::RowState state) {
  switch (state) {
    case model::RowState::Unchanged: return "Unchanged";
    case model::RowState::Added: return "Added";
    case model::RowState::Modified: return "Modified";
    case model::RowState::Deleted: return "Deleted";
  }
  return "Unchanged";
}

bool has_errors(const Table& table) {
  return std::ranges::any_of(table.row_errors, [](const model::RowErrors& row) {
    return !row.text.empty() ||
           std::ranges::any_of(row.columns, [](const model::ColumnError& error) { return !error.text.empty(); });
  });
}

class TableDumper {
 public:
  TableDumper(Drain& drain, const TableDumpOptions& options)
      : options_(options), drain_(drain), out_(drain.buffer(), kDumpLayout), graphs_(options.contract, out_, drain) {}

  Status file(const Table& table) {
    out_.begin_object();
    out_.name("table");
    DOTWIRE_TRY(one_table(table, nullptr));
    return end_file();
  }

  Status file(const TableSet& set) {
    out_.begin_object();
    out_.name("dataset");
    DOTWIRE_TRY(table_set(set));
    return end_file();
  }

 private:
  Status end_file() {
    out_.end_object();
    out_.buffer().push_back('\n');
    return drain_.finish();
  }

  void text(std::string_view name, std::string_view value) { out_.name(name), out_.string(value); }
  void flag(std::string_view name, bool value) { out_.name(name), out_.boolean(value); }
  void number(std::string_view name, std::int64_t value) { out_.name(name), out_.number(value); }
  void set_flag(std::string_view name, bool value) {
    if (options_.flags) flag(name, value);
  }

  Status table_set(const TableSet& set) {
    out_.begin_object();
    text("name", set.name);
    text("namespace", set.namespace_uri);
    text("prefix", set.prefix);
    flag("caseSensitive", set.case_sensitive);
    if (options_.flags) out_.name("caseSensitiveSet"), out_.null();  // .NET does not say
    text("locale", set.locale);
    set_flag("localeSet", set.locale_set);
    flag("enforceConstraints", set.enforce_constraints);
    flag("hasErrors", std::ranges::any_of(set.tables, [](const auto& table) { return has_errors(*table); }));
    DOTWIRE_TRY(properties(set.extended_properties));
    out_.name("tables");
    out_.begin_array();
    for (const auto& table : set.tables) {
      DOTWIRE_TRY(one_table(*table, &set));
    }
    out_.end_array();
    out_.name("relations");
    out_.begin_array();
    for (const model::Relation& relation : set.relations) {
      DOTWIRE_TRY(one_relation(relation, set));
    }
    out_.end_array();
    out_.end_object();
    return {};
  }

  Status one_table(const Table& table, const TableSet* set) {
    const bool in_set_namespace = set != nullptr && !table.namespace_set;
    const std::string_view uri = in_set_namespace ? set->namespace_uri : table.namespace_uri;
    out_.begin_object();
    text("name", table.name);
    text("namespace", uri);
    text("prefix", table.prefix);
    flag("caseSensitive", table.case_sensitive);
    set_flag("caseSensitiveSet", table.case_sensitive_set);
    text("locale", set != nullptr && !table.locale_set ? set->locale : table.locale);
    set_flag("localeSet", table.locale_set);
    set_flag("namespaceSet", table.namespace_set);
    number("minimumCapacity", table.minimum_capacity);
    text("displayExpression", table.display_expression);
    flag("hasErrors", has_errors(table));
    DOTWIRE_TRY(properties(table.extended_properties));
    out_.name("columns");
    out_.begin_array();
    for (const auto& column : table.columns) {
      DOTWIRE_TRY(one_column(*column, uri));
    }
    out_.end_array();
    names("primaryKey", table, table.primary_key());
    DOTWIRE_TRY(constraints(table, set));
    DOTWIRE_TRY(rows(table));
    out_.end_object();
    return {};
  }

  Status one_column(const Column& column, std::string_view table_uri) {
    out_.begin_object();
    text("name", column.name);
    text("type", model::display_name(column.type_name));
    text("assembly", column.assembly);
    flag("allowDBNull", column.allow_db_null);
    flag("autoIncrement", column.auto_increment);
    number("autoIncrementSeed", column.auto_increment_seed);
    number("autoIncrementStep", column.auto_increment_step);
    if (options_.flags && column.auto_increment_current) {
      out_.name("autoIncrementCurrent");
      out_.begin_object();
      text("long", *column.auto_increment_current);
      out_.end_object();
    }
    text("caption", column.caption_set ? column.caption : column.name);
    set_flag("captionSet", column.caption_set);
    text("columnMapping", name_of(column.mapping));
    text("dateTimeMode", name_of(column.date_time_mode));
    out_.name("defaultValue");
    if (column.default_value == nullptr) {
      null_cell(column.kind());
    } else {
      DOTWIRE_TRY(graphs_.dump(model::node_value(column.default_value)));
    }
    text("expression", column.expression);
    DOTWIRE_TRY(properties(column.extended_properties.value_or(model::PropertyCollection{})));
    number("maxLength", column.max_length);
    // Attributes do not inherit the table's.
    const std::string_view inherited = column.mapping == model::MappingType::Attribute ? std::string_view() : table_uri;
    text("namespace", column.namespace_set ? std::string_view(column.namespace_uri) : inherited);
    set_flag("namespaceSet", column.namespace_set);
    text("prefix", column.prefix);
    flag("readOnly", column.read_only);
    flag("unique", column.unique);
    out_.end_object();
    return {};
  }

  void names(std::string_view name, const Table& table, std::span<const std::uint32_t> columns) {
    out_.name(name);
    out_.begin_array();
    for (const std::uint32_t column : columns) out_.string(table.columns[column]->name);
    out_.end_array();
  }

  Status constraints(const Table& table, const TableSet* set) {
    out_.name("constraints");
    out_.begin_array();
    for (const model::ConstraintRef ref : table.constraint_order) {
      out_.begin_object();
      text("constraint", ref.foreign ? "foreignKey" : "unique");
      if (!ref.foreign) {
        const model::UniqueConstraint& unique = table.unique_constraints[ref.index];
        text("name", unique.name);
        names("columns", table, unique.columns);
        flag("isPrimaryKey", unique.primary_key);
        DOTWIRE_TRY(properties(unique.extended_properties));
      } else {
        const model::ForeignKeyConstraint& foreign = table.foreign_keys[ref.index];
        const Table& parent = set == nullptr ? table : *set->tables[foreign.parent_table];
        text("name", foreign.name);
        names("columns", table, foreign.child_columns);
        text("relatedTable", parent.name);
        names("relatedColumns", parent, foreign.parent_columns);
        text("acceptRejectRule", name_of(foreign.accept_reject_rule));
        text("deleteRule", name_of(foreign.delete_rule));
        text("updateRule", name_of(foreign.update_rule));
        DOTWIRE_TRY(properties(foreign.extended_properties));
      }
      out_.end_object();
    }
    out_.end_array();
    return {};
  }

  Status one_relation(const model::Relation& relation, const TableSet& set) {
    const Table& parent = *set.tables[relation.parent_table];
    const Table& child = *set.tables[relation.child_table];
    const auto unique =
        std::ranges::find(parent.unique_constraints, relation.parent_columns, &model::UniqueConstraint::columns);
    const auto foreign = std::ranges::find_if(child.foreign_keys, [&](const model::ForeignKeyConstraint& key) {
      return key.parent_table == relation.parent_table && key.child_columns == relation.child_columns &&
             key.parent_columns == relation.parent_columns;
    });
    out_.begin_object();
    text("name", relation.name);
    text("parentTable", parent.name);
    names("parentColumns", parent, relation.parent_columns);
    text("childTable", child.name);
    names("childColumns", child, relation.child_columns);
    flag("nested", relation.nested);
    out_.name("parentKeyConstraint");
    unique == parent.unique_constraints.end() ? out_.null() : out_.string(unique->name);
    out_.name("childKeyConstraint");
    foreign == child.foreign_keys.end() ? out_.null() : out_.string(foreign->name);
    DOTWIRE_TRY(properties(relation.extended_properties.value_or(model::PropertyCollection{})));
    out_.end_object();
    return {};
  }

  Status properties(const model::PropertyCollection& properties) {
    std::vector<std::pair<std::u16string, const model::Property*>> entries;
    bool texts = true;
    for (const model::Property& property : properties.entries) {
      const model::StringNode* key = model::as_string(property.key);
      texts &= key != nullptr;
      entries.emplace_back(key == nullptr ? std::u16string() : wtf8_to_utf16(key->view()), &property);
    }
    if (texts) std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.first; });
    out_.name("extendedProperties");
    out_.begin_array();
    for (const auto& [key, property] : entries) {
      out_.begin_array();
      DOTWIRE_TRY(graphs_.dump(model::node_value(property->key)));
      DOTWIRE_TRY(graphs_.dump(model::node_value(property->value)));
      out_.end_array();
    }
    out_.end_array();
    return {};
  }

  Status rows(const Table& table) {
    out_.name("rows");
    out_.begin_array();
    auto errors = table.row_errors.begin();
    for (std::size_t i = 0; i < table.row_count(); ++i) {
      const model::Row row = table.row(i);
      out_.begin_object();
      text("state", name_of(row.state));
      DOTWIRE_TRY(version("current", table, row.state == model::RowState::Deleted ? model::kNoRecord : row.current));
      // An unchanged row's two versions are the same.
      DOTWIRE_TRY(
          version("original", table, row.state == model::RowState::Unchanged ? model::kNoRecord : row.original));
      DOTWIRE_TRY(version("proposed", table, row.proposed));
      while (errors != table.row_errors.end() && errors->row < i) ++errors;
      if (errors != table.row_errors.end() && errors->row == i) row_errors(*errors, table);
      out_.end_object();
      Status step = drain_.step();
      if (!step.ok()) {
        step.error().set_path("tables/" + table.name + "/rows/[" + std::to_string(i) + "]");
        return step;
      }
    }
    out_.end_array();
    return {};
  }

  void row_errors(const model::RowErrors& errors, const Table& table) {
    if (!errors.text.empty()) text("rowError", errors.text);
    std::vector<const model::ColumnError*> columns;
    for (const model::ColumnError& error : errors.columns) {
      if (!error.text.empty()) columns.push_back(&error);
    }
    if (columns.empty()) return;
    out_.name("columnErrors");
    out_.begin_array();
    for (const model::ColumnError* error : columns) {
      out_.begin_array();
      out_.string(table.columns[error->column]->name);
      out_.string(error->text);
      out_.end_array();
    }
    out_.end_array();
  }

  Status version(std::string_view name, const Table& table, std::uint64_t record) {
    if (record == model::kNoRecord) return {};
    out_.name(name);
    out_.begin_array();
    for (const auto& column : table.columns) {
      DOTWIRE_TRY(cell(*column, record));
    }
    out_.end_array();
    return {};
  }

  void null_cell(ValueKind kind) {
    if (model::is_sql(kind)) return write_sql_null(out_, kind);
    write_fixed(out_, ValueKind::DBNull, nullptr);
  }

  Status cell(const Column& column, std::uint64_t record) {
    if (column.is_null(record)) {
      null_cell(column.kind());
      return {};
    }
    switch (column.storage()) {
      case Storage::Fixed: {
        const model::Chunk& chunk = column.chunk(record / model::kChunkRows);
        write_fixed(out_, column.kind(), chunk.bytes.data() + record % model::kChunkRows * column.width());
        return {};
      }
      case Storage::Varying:
        if (!is_dumped_as_object(column.kind())) {
          write_text(out_, column.kind(), column.text(record));
          return {};
        }
        graphs_.begin_ids();
        graphs_.dump_text_object(column.kind(), column.text(record));
        return {};
      case Storage::Object: return graphs_.dump(model::node_value(column.object(record)));
    }
    return {};
  }

  const TableDumpOptions& options_;
  Drain& drain_;
  json::Writer out_;
  GraphDumper graphs_;
};

}  // namespace

Status dump_table(const Table& table, Drain& drain, const TableDumpOptions& options) {
  return TableDumper(drain, options).file(table);
}

Status dump_table_set(const TableSet& set, Drain& drain, const TableDumpOptions& options) {
  return TableDumper(drain, options).file(set);
}

Status dump_table(const Table& table, Buffer& out, const TableDumpOptions& options) {
  Drain drain(out, expansion_limit(options.limits));
  return dump_table(table, drain, options);
}

Status dump_table_set(const TableSet& set, Buffer& out, const TableDumpOptions& options) {
  Drain drain(out, expansion_limit(options.limits));
  return dump_table_set(set, drain, options);
}

}  // namespace dotwire::dump
