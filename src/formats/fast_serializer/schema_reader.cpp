#include "formats/fast_serializer/schema_reader.h"

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "clr/culture.h"
#include "formats/fast_serializer/flags.h"
#include "model/well_known.h"

namespace dotwire::fast_serializer {

using model::Column;
using model::Table;

namespace {

// What a column costs beside its cells.
constexpr std::uint64_t kColumnSize = 1024;

// The culture's number where its name does not say it.
void set_culture(std::uint32_t number, std::string& name, bool& is_set, std::optional<std::int32_t>& recorded) {
  const auto culture = culture_of_lcid(number);
  is_set = true;
  name = culture.value_or("");
  if (!culture || lcid_of_culture(name) != number) recorded = static_cast<std::int32_t>(number);
}

}  // namespace

Result<std::uint32_t> SchemaReader::read_count(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  const std::uint8_t* const end = decoder_.decode_count(at, value);
  if (end == nullptr) return decoder_.error();
  at = end;
  return value;
}

Result<std::uint32_t> SchemaReader::read_item_count(const std::uint8_t*& at, std::string_view what) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t count, read_count(at));
  // Of a document that is cut off what there is can be read.
  if (count <= static_cast<std::size_t>(decoder_.end() - at) || decoder_.is_damaged()) return count;
  at = start;
  return error_at(start, ErrorCode::Truncated, "the input cannot hold so many " + std::string(what));
}

Status SchemaReader::end(const std::uint8_t* at, std::string_view name, std::string_view type) {
  if (listener_ == nullptr || listener_->end(at, name, type)) return {};
  return error_at(at, ErrorCode::InvalidArgument, "stopped");
}

Result<std::uint32_t> SchemaReader::read_list_head(const std::uint8_t*& at, std::string_view part,
                                                   std::string_view what) {
  begin(part, at);
  DOTWIRE_TRY(const std::uint32_t count, read_item_count(at, what));
  DOTWIRE_TRY(end(at, std::to_string(count)));
  return count;
}

Result<std::uint32_t> SchemaReader::read_small(const std::uint8_t*& at, std::uint32_t most, std::string_view what) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t value, read_count(at));
  if (value <= most) return value;
  at = start;
  return error_at(start, ErrorCode::Malformed, std::string(what) + " is too large");
}

Result<std::uint32_t> SchemaReader::read_flags(const std::uint8_t*& at, std::uint32_t all, std::string_view what) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t flags, read_count(at));
  if ((flags & ~all) == 0) return flags;
  at = start;
  return error_at(start, ErrorCode::Malformed, "flags of " + std::string(what) + " have a bit that is none");
}

Status SchemaReader::read_text(const std::uint8_t*& at, std::string& text) {
  DOTWIRE_TRY(text, objects_.read_string(at));
  return {};
}

Status SchemaReader::read_properties(const std::uint8_t*& at, model::Graph& graph,
                                     model::PropertyCollection& properties) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::vector<Element> keys, objects_.read_body(at, graph));
  DOTWIRE_TRY(const std::vector<Element> values, objects_.read_body(at, graph));
  if (keys.size() != values.size()) {
    return error_at(start, ErrorCode::Malformed, "extended properties have not a value for each key");
  }
  const auto node_of = [&graph](const Element& element) -> const model::Node* {
    return element.kind == ElementKind::DBNull ? graph.make_scalar(model::ValueKind::DBNull) : element.node;
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].kind == ElementKind::Null) {
      return error_at(start, ErrorCode::Malformed, "key of an extended property is null");
    }
    properties.entries.push_back({node_of(keys[i]), node_of(values[i])});
  }
  return {};
}

Result<std::uint32_t> SchemaReader::read_table_head(const std::uint8_t*& at, const model::TableSet* set,
                                                    std::vector<std::unique_ptr<Column>>& old, Table& table,
                                                    TableNote& note) {
  begin("Table", at);
  DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, table_flag::kAll, "a table"));
  const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
  if (has(table_flag::kName)) {
    DOTWIRE_TRY(read_text(at, table.name));
  }
  if (has(table_flag::kNamespace)) {
    DOTWIRE_TRY(read_text(at, table.namespace_uri));
    table.namespace_set = true;
  }
  if (has(table_flag::kPrefix)) {
    DOTWIRE_TRY(read_text(at, table.prefix));
  }
  table.case_sensitive = has(table_flag::kCaseSensitive);
  table.case_sensitive_set = !has(table_flag::kAmbientCase);
  if (set != nullptr && !table.case_sensitive_set && table.case_sensitive != set->case_sensitive) {
    table.recorded_case_sensitive = table.case_sensitive;
    table.case_sensitive = set->case_sensitive;
  }
  if (has(table_flag::kCulture)) {
    DOTWIRE_TRY(const std::uint32_t culture, read_count(at));
    set_culture(culture, table.locale, table.locale_set, table.locale_id);
  }
  if (has(table_flag::kTypeName)) {
    note.has_type_name = true;
    DOTWIRE_TRY(read_text(at, table.type_name));
    DOTWIRE_TRY(read_text(at, note.type_namespace));
    if (!note.type_namespace.empty()) table.type_name = note.type_namespace + ":" + table.type_name;
  }
  table.repeatable_element = has(table_flag::kRepeatableElement);
  if (has(table_flag::kMinimumCapacity)) {
    DOTWIRE_TRY(const std::uint32_t capacity, read_small(at, INT32_MAX, "minimum capacity"));
    table.minimum_capacity = static_cast<std::int32_t>(capacity);
  }
  DOTWIRE_TRY(end(at, table.name));
  if (has(table_flag::kColumns)) {
    DOTWIRE_TRY(read_columns(at, old, table, note));
    if (has(table_flag::kDisplayExpression)) {
      begin("DisplayExpression", at);
      DOTWIRE_TRY(read_text(at, table.display_expression));
      DOTWIRE_TRY(end(at, table.display_expression));
    }
  } else if (has(table_flag::kDisplayExpression)) {
    return error_at(at, ErrorCode::Malformed, "a table without columns has a display expression");
  }
  if (has(table_flag::kExtendedProperties)) {
    begin("ExtendedProperties", at);
    DOTWIRE_TRY(read_properties(at, table.graph(), table.extended_properties));
    DOTWIRE_TRY(end(at, std::to_string(table.extended_properties.entries.size())));
  }
  return flags;
}

Status SchemaReader::read_columns(const std::uint8_t*& at, std::vector<std::unique_ptr<Column>>& old, Table& table,
                                  TableNote& note) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t count, read_list_head(at, "Columns", "columns"));
  // Each takes a byte at least.
  const std::size_t possible = std::min<std::size_t>(count, static_cast<std::size_t>(decoder_.end() - at));
  if (!Budget::take(objects_.budget().memory, possible * kColumnSize)) {
    return error_at(start, ErrorCode::LimitExceeded, "more columns than Limits::memory allows");
  }
  table.columns.reserve(possible);
  note.columns.reserve(possible);
  std::unordered_set<std::string_view> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t* const column_at = at;
    if (!Budget::take(objects_.budget().expansion, kColumnSize)) {
      return error_at(at, ErrorCode::LimitExceeded, "more columns than Limits::expansion allows");
    }
    std::unique_ptr<Column> known = i < old.size() ? std::move(old[i]) : nullptr;
    begin("Column", at);
    Status status = read_column(at, std::move(known), table, note.columns.emplace_back());
    if (status.ok()) {
      const Column& column = *table.columns.back();
      const bool is_string = column.kind() == model::ValueKind::String;
      status = end(at, column.name, is_string ? column.type_name : note.columns[i].type);
    }
    if (!status.ok()) {
      if (status.error().path().empty()) status.error().set_path("columns/[" + std::to_string(i) + "]");
      return status;
    }
    // .NET's tables refuse equal names too. Of a damaged document names may be missing.
    if (!decoder_.is_damaged() && !names.insert(table.columns.back()->name).second) {
      return error_at(column_at, ErrorCode::Malformed, "two columns are named \"" + table.columns.back()->name + "\"");
    }
  }
  return {};
}

Status SchemaReader::read_column(const std::uint8_t*& at, std::unique_ptr<Column> old, Table& table, ColumnNote& note) {
  DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, column_flag::kAll, "a column"));
  const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
  std::string name;
  DOTWIRE_TRY(read_text(at, name));
  model::ValueKind kind = model::ValueKind::String;
  model::QualifiedName type;
  if (has(column_flag::kNotString)) {
    const std::uint8_t* const type_at = at;
    DOTWIRE_TRY(read_text(at, note.type));
    type = model::split_qualified_name(note.type);
    // Behind a cut texts are missing, and so empty.
    if (!decoder_.is_damaged() && !model::is_type_name(type.type)) {
      return error_at(type_at, ErrorCode::Malformed, "type of a column is no name of a type");
    }
    kind = model::value_kind_of(type.type);
  }
  auto made = std::make_unique<Column>(std::move(name), kind);
  if (old != nullptr) made->take_memory(*old);
  Column& column = *table.columns.emplace_back(std::move(made));
  if (!note.type.empty()) column.type_name = type.type;
  // Types with a kind have their home by the runtime.
  if (kind == model::ValueKind::Object) column.assembly = type.assembly;
  if (has(column_flag::kExpression)) {
    DOTWIRE_TRY(read_text(at, column.expression));
  }
  if (has(column_flag::kMapping)) {
    const std::uint8_t* const mapping_at = at;
    DOTWIRE_TRY(const std::uint32_t mapping, read_small(at, 4, "mapping of a column"));
    if (mapping == 0) return error_at(mapping_at, ErrorCode::Malformed, "mapping of a column is 0");
    column.mapping = static_cast<model::MappingType>(mapping);
  }
  column.allow_db_null = has(column_flag::kNullable);
  column.read_only = has(column_flag::kReadOnly);
  column.auto_increment = has(column_flag::kAutoIncrement);
  note.increment_defaults = has(column_flag::kIncrementDefaults);
  DOTWIRE_TRY(read_increment(at, flags, column));
  if (has(column_flag::kCaption)) {
    DOTWIRE_TRY(read_text(at, column.caption));
    column.caption_set = true;
  }
  if (has(column_flag::kNamespace)) {
    DOTWIRE_TRY(read_text(at, column.namespace_uri));
    column.namespace_set = true;
  }
  if (has(column_flag::kPrefix)) {
    DOTWIRE_TRY(read_text(at, column.prefix));
  }
  note.null_default = has(column_flag::kDefaultValue);
  if (has(column_flag::kDefaultValue)) {
    DOTWIRE_TRY(const Element value, objects_.read(at, table.graph()));
    const auto* scalar = value.node == nullptr ? nullptr : model::as_scalar(value.node);
    const bool is_null = scalar != nullptr && scalar->sql_null && model::is_sql(column.kind());
    column.default_value = is_null ? nullptr : value.node;
  }
  if (has(column_flag::kLargestMaxLength)) {
    column.max_length = INT32_MAX;
  } else if (has(column_flag::kMaxLength)) {
    DOTWIRE_TRY(const std::uint32_t length, read_small(at, INT32_MAX, "MaxLength"));
    column.max_length = static_cast<std::int32_t>(length);
  }
  if (has(column_flag::kExtendedProperties)) {
    DOTWIRE_TRY(read_properties(at, table.graph(), column.extended_properties.emplace()));
  }
  return {};
}

Status SchemaReader::read_increment(const std::uint8_t*& at, std::uint32_t flags, Column& column) {
  const bool negative = (flags & column_flag::kNegativeStep) != 0;
  if ((flags & column_flag::kIncrementDefaults) != 0) {
    column.auto_increment_seed = negative ? -1 : 0;
    column.auto_increment_step = negative ? -1 : 1;
    return {};
  }
  for (std::int64_t* const part : {&column.auto_increment_seed, &column.auto_increment_step}) {
    const std::uint8_t* const start = at;
    std::uint64_t number = 0;
    const std::uint8_t* const end = decoder_.decode_long(at, number);
    if (end == nullptr) return decoder_.error();
    if (number > static_cast<std::uint64_t>(INT64_MAX)) {
      return error_at(start, ErrorCode::OutOfRange, "seed or step of a column is too large");
    }
    at = end;
    *part = negative ? -static_cast<std::int64_t>(number) : static_cast<std::int64_t>(number);
  }
  return {};
}

Result<std::uint32_t> SchemaReader::read_set_head(const std::uint8_t*& at, model::TableSet& set) {
  begin("DataSet", at);
  DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, set_flag::kAll, "a DataSet"));
  if ((flags & set_flag::kName) != 0) {
    DOTWIRE_TRY(read_text(at, set.name));
  }
  DOTWIRE_TRY(const std::uint32_t culture, read_count(at));
  set_culture(culture, set.locale, set.locale_set, set.locale_id);
  set.case_sensitive = (flags & set_flag::kCaseSensitive) != 0;
  set.enforce_constraints = (flags & set_flag::kEnforceConstraints) != 0;
  if ((flags & set_flag::kNamespace) != 0) {
    DOTWIRE_TRY(read_text(at, set.namespace_uri));
  }
  if ((flags & set_flag::kPrefix) != 0) {
    DOTWIRE_TRY(read_text(at, set.prefix));
  }
  DOTWIRE_TRY(end(at, set.name));
  return flags;
}

Status SchemaReader::read_set_tail(const std::uint8_t*& at, std::uint32_t flags, model::TableSet& set) {
  if ((flags & set_flag::kForeignKeys) != 0) {
    DOTWIRE_TRY(const std::uint32_t count, read_list_head(at, "ForeignKeys", "foreign keys"));
    for (std::uint32_t i = 0; i < count; ++i) {
      Status status = read_foreign_key(at, set);
      if (!status.ok()) {
        status.error().set_path("foreignKeys/[" + std::to_string(i) + "]");
        return status;
      }
    }
  }
  if ((flags & set_flag::kRelations) != 0) {
    DOTWIRE_TRY(const std::uint32_t count, read_list_head(at, "Relations", "relations"));
    for (std::uint32_t i = 0; i < count; ++i) {
      Status status = read_relation(at, set);
      if (!status.ok()) {
        status.error().set_path("relations/[" + std::to_string(i) + "]");
        return status;
      }
    }
  }
  if ((flags & set_flag::kExtendedProperties) != 0) {
    begin("ExtendedProperties", at);
    DOTWIRE_TRY(read_properties(at, *set.graph, set.extended_properties));
    DOTWIRE_TRY(end(at, std::to_string(set.extended_properties.entries.size())));
  }
  return {};
}

}  // namespace dotwire::fast_serializer
