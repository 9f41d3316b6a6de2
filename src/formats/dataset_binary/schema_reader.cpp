#include "formats/dataset_binary/schema_reader.h"

#include <cstring>

#include "base/load.h"
#include "base/try.h"
#include "clr/culture.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/column_settings.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/scalar_reader.h"
#include "model/type_names.h"

namespace dotwire::dataset_binary {

using model::Column;
using model::Node;
using model::Table;
using model::ValueKind;

namespace {

// Gives a nested failure the name of its entry.
Status at_key(Status status, const Keys& keys, std::string_view name) {
  if (!status.ok()) {
    if (status.error().path().empty()) {
      status.error().set_path(keys.full_name(name));
    } else {
      status.error().prepend_path(keys.full_name(name));
    }
  }
  return status;
}

Status read_property_entry(Keys& keys, std::string_view name, NodeCopier& copier, MetadataStrings& strings,
                           model::PropertyCollection& properties) {
  DOTWIRE_TRY(const Node* node, keys.node(name));
  Result<model::PropertyCollection> read = read_properties(node, copier, strings);
  if (!read.ok()) return at_key(std::move(read).error(), keys, name);
  properties = std::move(*read);
  return {};
}

Status read_table_settings(Keys& keys, NodeCopier& copier, MetadataStrings& strings, Table& table) {
  DOTWIRE_TRY(table.name, keys.text("DataTable.TableName"));
  DOTWIRE_TRY(table.namespace_uri, keys.text("DataTable.Namespace"));
  table.namespace_set = !table.namespace_uri.empty();
  DOTWIRE_TRY(table.prefix, keys.text("DataTable.Prefix"));
  DOTWIRE_TRY(table.case_sensitive, keys.boolean("DataTable.CaseSensitive"));
  DOTWIRE_TRY(const bool ambient, keys.boolean("DataTable.caseSensitiveAmbient"));
  table.case_sensitive_set = !ambient;
  DOTWIRE_TRY(const std::int32_t locale_id, keys.int32("DataTable.LocaleLCID"));
  set_locale(locale_id, table.locale, table.locale_set, table.locale_id);
  DOTWIRE_TRY(table.minimum_capacity, keys.int32("DataTable.MinimumCapacity"));
  DOTWIRE_TRY(table.nested_in_data_set, keys.boolean("DataTable.NestedInDataSet"));
  DOTWIRE_TRY(table.type_name, keys.text("DataTable.TypeName"));
  DOTWIRE_TRY(table.repeatable_element, keys.boolean("DataTable.RepeatableElement"));
  return read_property_entry(keys, "DataTable.ExtendedProperties", copier, strings, table.extended_properties);
}

// Both in the payload or in tables of ours.
struct ColumnType {
  std::string_view name;
  std::string_view assembly;
};

// Both spellings of a column's type: text (Mono, .NET), or a Type (.NET Framework).
Result<ColumnType> read_column_type(Keys& keys) {
  constexpr std::string_view kText = "DataType_AssemblyQualifiedName";
  constexpr std::string_view kType = "DataType";
  if (keys.is_next(kType) || (!keys.is_next(kText) && keys.find(kText) == nullptr)) {
    DOTWIRE_TRY(const Node* node, keys.node(kType));
    const std::optional<TypeHolder> holder = type_holder(node);
    if (!holder || !model::is_type_name(holder->type)) return error_at(keys.full_name(kType), "is no Type");
    return ColumnType{holder->type, holder->assembly};
  }
  DOTWIRE_TRY(const std::string_view text, keys.text(kText));
  const model::QualifiedName name = model::split_qualified_name(text);
  if (!model::is_type_name(name.type)) return error_at(keys.full_name(kText), "names no type");
  return ColumnType{name.type, framework_home(name.type, name.assembly)};
}

// 9.4: a char column's or a named one; MaxLength has an entry of its own.
Status read_simple_type(Keys& keys, Column& column) {
  DOTWIRE_TRY(const Node* node, keys.node("SimpleType"));
  if (node == nullptr) return {};
  const model::ObjectNode* object = model::as_object(node);
  if (object == nullptr) return error_at(keys.full_name("SimpleType"), "is no SimpleType");
  if (const auto* name = model::as_string(field(*object, "SimpleType.Name")); name != nullptr) {
    column.simple_type_name = name->view();
  }
  return {};
}

Status read_auto_increment_current(Keys& keys, Column& column) {
  constexpr std::string_view kName = "AutoIncrementCurrent";
  const model::Member* member = keys.find(kName);
  if (member == nullptr) return error_at(keys.full_name(kName), "the entry is missing");
  if (const std::uint8_t* bytes = keys.primitive(*member, Primitive::Int64); bytes != nullptr) {
    column.auto_increment_current = std::to_string(load<std::int64_t>(bytes));
    return {};
  }
  const bool in_place = member->recorded.binary_type == model::BinaryType::Primitive;
  const Node* node = in_place ? nullptr : keys.object().slot(*member).node();
  Value value;
  if (node != nullptr) {
    DOTWIRE_TRY(at_key(value_of(node, value), keys, kName));
  }
  if (value.kind != ValueKind::BigInteger) return error_at(keys.full_name(kName), "is neither Int64 nor BigInteger");
  column.auto_increment_current = std::string(value.text);
  return {};
}

Status read_default_value(Keys& keys, const model::Member* member, NodeCopier& copier, MetadataStrings& strings,
                          Column& column) {
  constexpr std::string_view kName = "DefaultValue";
  if (member == nullptr) return error_at(keys.full_name(kName), "the entry is missing");
  if (member->recorded.binary_type == model::BinaryType::Primitive) {
    model::ScalarNode* scalar = copier.to().make_scalar(static_cast<ValueKind>(member->recorded.primitive));
    std::memcpy(scalar->value, keys.object().data() + member->offset, size_of(member->recorded.primitive));
    column.default_value = scalar;
    return {};
  }
  const Node* node = keys.object().slot(*member).node();
  if (model::as_string(node) != nullptr) strings.push_back(node);
  Result<const Node*> imported = import_value(node, copier);
  if (!imported.ok()) return at_key(std::move(imported).error(), keys, kName);
  const model::ScalarNode* scalar = model::as_scalar(*imported);
  const bool null = scalar != nullptr && (scalar->value_kind == ValueKind::DBNull ||
                                          (scalar->sql_null && scalar->value_kind == column.kind()));
  column.default_value = null ? nullptr : *imported;
  return {};
}

Status read_column(Keys& keys, std::size_t index, bool alone, NodeCopier& copier, MetadataStrings& strings,
                   Table& table) {
  DOTWIRE_TRY(const std::string_view name, keys.text("ColumnName"));
  Column fresh{std::string(name), ValueKind::Object};
  DOTWIRE_TRY(const std::optional<std::string_view> uri, keys.text_or_null("Namespace"));
  fresh.namespace_set = uri.has_value();
  fresh.namespace_uri = uri.value_or(std::string_view());
  DOTWIRE_TRY(fresh.prefix, keys.text("Prefix"));
  DOTWIRE_TRY(const std::int32_t mapping, keys.enumeration("ColumnMapping", 1, 4));
  fresh.mapping = static_cast<model::MappingType>(mapping);
  DOTWIRE_TRY(fresh.allow_db_null, keys.boolean("AllowDBNull"));
  DOTWIRE_TRY(fresh.auto_increment, keys.boolean("AutoIncrement"));
  DOTWIRE_TRY(fresh.auto_increment_step, keys.int64("AutoIncrementStep"));
  DOTWIRE_TRY(fresh.auto_increment_seed, keys.int64("AutoIncrementSeed"));
  DOTWIRE_TRY(const std::string_view caption, keys.text("Caption"));
  fresh.caption_set = caption != name;
  if (fresh.caption_set) fresh.caption = caption;
  // The type, which comes later, says what a default value is.
  const model::Member* default_entry = keys.find("DefaultValue");
  DOTWIRE_TRY(fresh.read_only, keys.boolean("ReadOnly"));
  DOTWIRE_TRY(fresh.max_length, keys.int32("MaxLength"));
  DOTWIRE_TRY(const ColumnType type, read_column_type(keys));
  const ValueKind kind = model::value_kind_of(type.name);
  Column& column = reset_column(table, index, fresh, kind);
  column.type_name = type.name;
  column.assembly = type.assembly;
  DOTWIRE_TRY(column.xml_data_type, keys.text("XmlDataType"));
  DOTWIRE_TRY(read_simple_type(keys, column));
  DOTWIRE_TRY(const std::int32_t mode, keys.enumeration("DateTimeMode", 1, 4));
  column.date_time_mode = static_cast<model::DateTimeMode>(mode);
  DOTWIRE_TRY(read_auto_increment_current(keys, column));
  if (alone) {
    DOTWIRE_TRY(column.expression, keys.text("Expression"));
  }
  DOTWIRE_TRY(const Node* properties, keys.node("ExtendedProperties"));
  if (properties != nullptr) {
    DOTWIRE_TRY(read_property_entry(keys, "ExtendedProperties", copier, strings, column.extended_properties.emplace()));
  }
  return read_default_value(keys, default_entry, copier, strings, column);
}

// --- constraints and relations

// Entries of an inner ArrayList, one after another.
class Parts {
 public:
  explicit Parts(const ListView& list) : cursor_(list.elements()), left_(list.size) {}

  const Node* next() {
    if (left_ == 0) return nullptr;
    --left_;
    return cursor_.next();
  }
  Result<std::string_view> text(MetadataStrings& strings) {
    DOTWIRE_TRY(const std::optional<std::string_view> text, text_of(next(), strings));
    return text.value_or(std::string_view());
  }
  Result<bool> boolean() {
    const model::ScalarNode* scalar = model::as_scalar(next());
    if (scalar == nullptr || scalar->value_kind != ValueKind::Boolean)
      return Error(ErrorCode::Malformed, "is no Boolean");
    return scalar->value[0] != 0;
  }

 private:
  SlotCursor cursor_;
  std::uint32_t left_;
};

Result<std::vector<std::uint32_t>> ordinals(const Int32View& numbers, std::uint64_t first, const Table& table) {
  if (numbers.count <= first) return Error(ErrorCode::Malformed, "names no column");
  std::vector<std::uint32_t> result;
  for (std::uint64_t i = first; i < numbers.count; ++i) {
    const std::int32_t ordinal = numbers[i];
    if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= table.columns.size()) {
      return Error(ErrorCode::Malformed, "column " + std::to_string(ordinal) + " of table " + table.name +
                                             ", which has " + std::to_string(table.columns.size()));
    }
    result.push_back(static_cast<std::uint32_t>(ordinal));
  }
  return result;
}

struct TableColumns {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;
};

// {table index, ordinals...}
Result<TableColumns> read_table_columns(const Node* node, std::span<Table* const> tables) {
  DOTWIRE_TRY(const Int32View numbers, int32_view(node));
  const std::int32_t index = numbers.count == 0 ? -1 : numbers[0];
  if (index < 0 || static_cast<std::size_t>(index) >= tables.size()) {
    return Error(ErrorCode::Malformed, "names a table that is not there");
  }
  TableColumns result;
  result.table = static_cast<std::uint32_t>(index);
  DOTWIRE_TRY(result.columns, ordinals(numbers, 1, *tables[result.table]));
  return result;
}

Status read_unique(Parts& parts, NodeCopier& copier, MetadataStrings& strings, Table& table) {
  model::UniqueConstraint unique;
  DOTWIRE_TRY(unique.name, parts.text(strings));
  DOTWIRE_TRY(const Int32View numbers, int32_view(parts.next()));
  DOTWIRE_TRY(unique.columns, ordinals(numbers, 0, table));
  DOTWIRE_TRY(unique.primary_key, parts.boolean());
  DOTWIRE_TRY(unique.extended_properties, read_properties(parts.next(), copier, strings));
  if (unique.columns.size() == 1) table.columns[unique.columns[0]]->unique = true;
  table.constraint_order.push_back({false, static_cast<std::uint32_t>(table.unique_constraints.size())});
  table.unique_constraints.push_back(std::move(unique));
  return {};
}

Result<model::Rule> read_rule(std::int32_t value, std::int32_t most) {
  if (value < 0 || value > most) return Error(ErrorCode::Malformed, "no such rule: " + std::to_string(value));
  return static_cast<model::Rule>(value);
}

Status read_foreign(Parts& parts, std::span<Table* const> tables, NodeCopier& copier, MetadataStrings& strings,
                    Table& table) {
  model::ForeignKeyConstraint key;
  DOTWIRE_TRY(key.name, parts.text(strings));
  DOTWIRE_TRY(TableColumns parent, read_table_columns(parts.next(), tables));
  DOTWIRE_TRY(TableColumns child, read_table_columns(parts.next(), tables));
  if (parent.columns.size() != child.columns.size()) {
    return Error(ErrorCode::Malformed, "foreign key with more parent columns than child columns, or fewer");
  }
  if (tables[child.table] != &table) return Error(ErrorCode::Malformed, "foreign key of another table");
  DOTWIRE_TRY(const Int32View rules, int32_view(parts.next()));
  if (rules.count != 3) return Error(ErrorCode::Malformed, "foreign key without its three rules");
  DOTWIRE_TRY(key.accept_reject_rule, read_rule(rules[0], 1));
  DOTWIRE_TRY(key.update_rule, read_rule(rules[1], 3));
  DOTWIRE_TRY(key.delete_rule, read_rule(rules[2], 3));
  DOTWIRE_TRY(key.extended_properties, read_properties(parts.next(), copier, strings));
  key.parent_table = parent.table;
  key.child_table = child.table;
  key.parent_columns = std::move(parent.columns);
  key.child_columns = std::move(child.columns);
  table.constraint_order.push_back({true, static_cast<std::uint32_t>(table.foreign_keys.size())});
  table.foreign_keys.push_back(std::move(key));
  return {};
}

Status read_constraint(const Node* node, std::span<Table* const> tables, NodeCopier& copier, MetadataStrings& strings,
                       Table& table) {
  DOTWIRE_TRY(const ListView list, list_view(node));
  Parts parts(list);
  DOTWIRE_TRY(const std::string_view kind, parts.text(strings));
  if (kind == "U") return read_unique(parts, copier, strings, table);
  if (kind == "F") return read_foreign(parts, tables, copier, strings, table);
  return Error(ErrorCode::Malformed, "constraint of kind \"" + std::string(kind) + "\"");
}

Status read_relation(const Node* node, std::span<Table* const> tables, NodeCopier& copier, MetadataStrings& strings,
                     model::Relation& relation) {
  DOTWIRE_TRY(const ListView list, list_view(node));
  Parts parts(list);
  DOTWIRE_TRY(relation.name, parts.text(strings));
  DOTWIRE_TRY(TableColumns parent, read_table_columns(parts.next(), tables));
  DOTWIRE_TRY(TableColumns child, read_table_columns(parts.next(), tables));
  if (parent.columns.size() != child.columns.size()) {
    return Error(ErrorCode::Malformed, "relation with more parent columns than child columns, or fewer");
  }
  relation.parent_table = parent.table;
  relation.parent_columns = std::move(parent.columns);
  relation.child_table = child.table;
  relation.child_columns = std::move(child.columns);
  DOTWIRE_TRY(relation.nested, parts.boolean());
  if (const Node* properties = parts.next(); properties != nullptr) {
    DOTWIRE_TRY(relation.extended_properties, read_properties(properties, copier, strings));
  }
  return {};
}

Error at_entry(Error error, const Keys& keys, const std::string& name, std::uint32_t entry) {
  error.prepend_path("[" + std::to_string(entry) + "]");
  error.prepend_path(keys.full_name(name));
  return error;
}

}  // namespace

void set_locale(std::int32_t locale_id, std::string& name, bool& is_set, std::optional<std::int32_t>& recorded) {
  const auto culture = culture_of_lcid(static_cast<std::uint32_t>(locale_id));
  is_set = true;
  name = culture.value_or(std::string_view());
  recorded.reset();
  if (!culture.has_value() || lcid_of_culture(name) != static_cast<std::uint32_t>(locale_id)) recorded = locale_id;
}

void read_class(const model::ObjectNode& object, Table& table) {
  if (object.type->name == "System.Data.DataTable") return;
  table.class_name = object.type->name;
  table.class_assembly = object.type->library;
}

Result<model::PropertyCollection> read_properties(const Node* node, NodeCopier& copier, MetadataStrings& strings) {
  DOTWIRE_TRY(const HashtableView table, hashtable_view(node));
  model::PropertyCollection properties;
  properties.hash_size = table.hash_size;
  properties.version = table.version;
  SlotCursor keys(*table.keys);
  SlotCursor values(*table.values);
  const auto import = [&](const Node* value) {
    if (model::as_string(value) != nullptr) strings.push_back(value);
    return import_value(value, copier);
  };
  for (std::uint64_t i = 0; i < table.count; ++i) {
    model::Property property;
    DOTWIRE_TRY(property.key, import(keys.next()));
    DOTWIRE_TRY(property.value, import(values.next()));
    if (property.key == nullptr) return Error(ErrorCode::Malformed, "Hashtable with a null key");
    properties.entries.push_back(property);
  }
  return properties;
}

Status read_table_schema(Keys& keys, bool alone, NodeCopier& copier, Table& table) {
  keys.set_prefix("");
  MetadataStrings& strings = keys.strings();
  DOTWIRE_TRY(read_table_settings(keys, copier, strings, table));
  DOTWIRE_TRY(const std::uint32_t count, keys.count("DataTable.Columns.Count"));
  // Each column has entries of its own.
  if (count > keys.object().type->members.size()) {
    return error_at("DataTable.Columns.Count", "more columns than there are entries");
  }
  if (table.columns.size() > count) table.columns.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    keys.set_prefix("DataTable.DataColumn_", i);
    DOTWIRE_TRY(read_column(keys, i, alone, copier, strings, table));
  }
  keys.set_prefix("");
  return {};
}

Status read_expressions(Keys& keys, std::uint32_t index, Table& table) {
  const std::string stem = "DataTable_" + std::to_string(index) + ".DataColumn_";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    keys.set_prefix(stem, i);
    DOTWIRE_TRY(table.columns[i]->expression, keys.text("Expression"));
  }
  keys.set_prefix("");
  return {};
}

Status read_constraints(Keys& keys, std::uint32_t index, std::span<Table* const> tables, NodeCopier& copier,
                        MetadataStrings& strings, Table& table) {
  const std::string name = "DataTable_" + std::to_string(index) + ".Constraints";
  DOTWIRE_TRY(const Node* node, keys.node(name));
  Result<ListView> list = list_view(node);
  if (!list.ok()) return at_key(std::move(list).error(), keys, name);
  SlotCursor entries = list->elements();
  for (std::uint32_t i = 0; i < list->size; ++i) {
    Status read = read_constraint(entries.next(), tables, copier, strings, table);
    if (!read.ok()) return at_entry(std::move(read).error(), keys, name, i);
  }
  return {};
}

Result<std::vector<model::Relation>> read_relations(Keys& keys, std::span<Table* const> tables, NodeCopier& copier,
                                                    MetadataStrings& strings) {
  const std::string name = "DataSet.Relations";
  DOTWIRE_TRY(const Node* node, keys.node(name));
  Result<ListView> list = list_view(node);
  if (!list.ok()) {
    list.error().set_path(name);
    return std::move(list).error();
  }
  std::vector<model::Relation> relations;
  SlotCursor entries = list->elements();
  for (std::uint32_t i = 0; i < list->size; ++i) {
    Status read = read_relation(entries.next(), tables, copier, strings, relations.emplace_back());
    if (!read.ok()) return at_entry(std::move(read).error(), keys, name, i);
  }
  return relations;
}

}  // namespace dotwire::dataset_binary
