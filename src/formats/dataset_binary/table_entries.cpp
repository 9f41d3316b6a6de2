#include "formats/dataset_binary/table_entries.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "clr/culture.h"
#include "codecs/dataset_xml/namespaces.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/hashtable.h"
#include "formats/dataset_binary/scalar_writer.h"
#include "model/auto_number.h"

namespace dotwire::dataset_binary {

using model::BinaryType;
using model::Column;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::Table;
using model::ValueKind;

namespace {

constexpr std::string_view kTable = "DataTable.";

Slot text_slot(std::string_view text, GraphBuilder& builder) { return Slot::in_place(builder.text(text)); }

// Keys and values that are strings are metadata: one object for each text.
Result<Slot> property_slot(const Node* node, const model::Graph& nodes, GraphBuilder& builder) {
  if (const auto* text = model::as_string(node); text != nullptr) return text_slot(text->view(), builder);
  return boxed_value(node, nodes, builder);
}

Status add_properties(std::string_view prefix, const model::PropertyCollection& properties, const model::Graph& nodes,
                      GraphBuilder& builder) {
  Result<const ObjectNode*> made = make_properties(properties, nodes, builder);
  if (!made.ok()) {
    made.error().set_path(std::string(prefix) + "ExtendedProperties");
    return std::move(made).error();
  }
  builder.add(prefix, "ExtendedProperties", builder.reference(Shape::PropertyCollection, *made));
  return {};
}

// --- columns

Status add_default_value(std::string_view prefix, const Column& column, const model::Graph& nodes,
                         GraphBuilder& builder) {
  TypedSlot value;
  if (column.default_value == nullptr && model::is_sql(column.kind())) {
    CellView null{column.kind(), nullptr, {}, true};
    DOTWIRE_TRY(value, typed_value(null, builder));
  } else if (column.default_value == nullptr) {
    value = builder.reference(Shape::Holder, builder.db_null());
  } else {
    Result<TypedSlot> typed = typed_value(column.default_value, nodes, builder);
    if (!typed.ok()) {
      typed.error().set_path(std::string(prefix) + "DefaultValue");
      return std::move(typed).error();
    }
    value = *typed;
  }
  builder.add(prefix, "DefaultValue", value);
  return {};
}

// The Framework writes a Type, the others its name; Mono a string for each column.
void add_column_type(std::string_view prefix, const Column& column, GraphBuilder& builder) {
  const std::string_view assembly = assembly_of_type(column.type_name, column.assembly, builder.dialect());
  if (builder.dialect() == Dialect::Framework) {
    const ObjectNode* type = builder.type_object(column.type_name, assembly);
    builder.add(prefix, "DataType", builder.reference(Shape::Holder, type));
    return;
  }
  const std::string_view text = builder.arena().copy(column.type_name + ", " + std::string(assembly));
  if (builder.dialect() == Dialect::Net10) return builder.add_text(prefix, "DataType_AssemblyQualifiedName", text);
  RecordedType recorded;
  recorded.binary_type = BinaryType::String;
  builder.add(prefix, "DataType_AssemblyQualifiedName", {recorded, Slot::in_place(builder.own_text(text)), nullptr});
}

// 9.4.
void add_simple_type(std::string_view prefix, const Column& column, GraphBuilder& builder) {
  const bool is_char = column.type_name == "System.Char";
  if (!is_char && column.max_length < 0 && column.simple_type_name.empty())
    return builder.add_null(prefix, "SimpleType");
  ObjectNode* type = builder.make(Shape::SimpleType);
  GraphBuilder::set_slot(type, 0, text_slot("string", builder));
  GraphBuilder::set(type, 2, false);
  GraphBuilder::set_slot(type, 5, text_slot(column.simple_type_name, builder));
  GraphBuilder::set_slot(type, 6, text_slot({}, builder));
  GraphBuilder::set(type, 7, column.max_length);
  GraphBuilder::set(type, 8, std::int32_t{is_char ? 1 : -1});
  builder.add(prefix, "SimpleType", builder.reference(Shape::SimpleType, type));
}

Status add_current_number(std::string_view prefix, const Column& column, GraphBuilder& builder) {
  if (column.auto_increment && column.kind() == ValueKind::BigInteger) {
    const std::string digits = column.auto_increment_current.value_or(std::to_string(column.auto_increment_seed));
    const CellView cell{ValueKind::BigInteger, nullptr, digits, false};
    DOTWIRE_TRY(const TypedSlot value, typed_value(cell, builder));
    builder.add(prefix, "AutoIncrementCurrent", value);
    return {};
  }
  std::int64_t number = 0;
  if (column.auto_increment_current.has_value()) {
    const std::string& digits = *column.auto_increment_current;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return error_at(std::string(prefix) + "AutoIncrementCurrent", "is no Int64", ErrorCode::NotRepresentable);
    }
  } else {
    number = model::counted_next_number(column);
  }
  builder.add_int64(prefix, "AutoIncrementCurrent", number);
  return {};
}

Status add_column(const Column& column, std::size_t index, bool alone, const model::Graph& nodes,
                  GraphBuilder& builder) {
  const std::string prefix = "DataTable.DataColumn_" + std::to_string(index) + ".";
  builder.add_text(prefix, "ColumnName", column.name);
  if (column.namespace_set) {
    builder.add_text(prefix, "Namespace", column.namespace_uri);
  } else {
    builder.add_null(prefix, "Namespace");
  }
  builder.add_text(prefix, "Prefix", column.prefix);
  builder.add(prefix, "ColumnMapping",
              builder.enumeration(Shape::MappingType, static_cast<std::int32_t>(column.mapping)));
  builder.add_bool(prefix, "AllowDBNull", column.allow_db_null);
  builder.add_bool(prefix, "AutoIncrement", column.auto_increment);
  builder.add_int64(prefix, "AutoIncrementStep", column.auto_increment_step);
  builder.add_int64(prefix, "AutoIncrementSeed", column.auto_increment_seed);
  builder.add_text(prefix, "Caption", column.caption_set ? column.caption : column.name);
  DOTWIRE_TRY(add_default_value(prefix, column, nodes, builder));
  builder.add_bool(prefix, "ReadOnly", column.read_only);
  builder.add_int32(prefix, "MaxLength", column.max_length);
  add_column_type(prefix, column, builder);
  builder.add_text(prefix, "XmlDataType", column.xml_data_type);
  add_simple_type(prefix, column, builder);
  builder.add(prefix, "DateTimeMode",
              builder.enumeration(Shape::DataSetDateTime, static_cast<std::int32_t>(column.date_time_mode)));
  DOTWIRE_TRY(add_current_number(prefix, column, builder));
  if (alone) builder.add_text(prefix, "Expression", column.expression);
  if (!column.extended_properties.has_value()) {
    builder.add_null(prefix, "ExtendedProperties");
    return {};
  }
  return add_properties(prefix, *column.extended_properties, nodes, builder);
}

// --- constraints and relations

// {table index, ordinals...}
Slot table_columns(std::uint32_t table, const std::vector<std::uint32_t>& columns, GraphBuilder& builder) {
  std::vector<std::uint32_t> numbers{table};
  numbers.insert(numbers.end(), columns.begin(), columns.end());
  return Slot::reference(builder.int32_array(numbers));
}

Result<Slot> unique_entry(const model::UniqueConstraint& unique, const model::Graph& nodes, GraphBuilder& builder) {
  DOTWIRE_TRY(const ObjectNode* properties, make_properties(unique.extended_properties, nodes, builder));
  const Slot parts[] = {text_slot("U", builder), text_slot(unique.name, builder),
                        Slot::reference(builder.int32_array(unique.columns)), builder.boxed_bool(unique.primary_key),
                        Slot::reference(properties)};
  return Slot::reference(builder.array_list(parts));
}

Result<Slot> foreign_entry(const model::ForeignKeyConstraint& key, bool alone, const model::Graph& nodes,
                           GraphBuilder& builder) {
  DOTWIRE_TRY(const ObjectNode* properties, make_properties(key.extended_properties, nodes, builder));
  const std::uint32_t rules[] = {static_cast<std::uint32_t>(key.accept_reject_rule),
                                 static_cast<std::uint32_t>(key.update_rule),
                                 static_cast<std::uint32_t>(key.delete_rule)};
  const Slot parts[] = {text_slot("F", builder),
                        text_slot(key.name, builder),
                        table_columns(alone ? 0 : key.parent_table, key.parent_columns, builder),
                        table_columns(alone ? 0 : key.child_table, key.child_columns, builder),
                        Slot::reference(builder.int32_array(rules)),
                        Slot::reference(properties)};
  return Slot::reference(builder.array_list(parts));
}

// The collection's order; tables made by hand may not have said it.
std::vector<model::ConstraintRef> constraint_order(const Table& table) {
  if (table.constraint_order.size() == table.unique_constraints.size() + table.foreign_keys.size()) {
    return table.constraint_order;
  }
  std::vector<model::ConstraintRef> order;
  for (std::uint32_t i = 0; i < table.unique_constraints.size(); ++i) order.push_back({false, i});
  for (std::uint32_t i = 0; i < table.foreign_keys.size(); ++i) order.push_back({true, i});
  return order;
}

// What a table has not set itself it has from its set.
Result<std::int32_t> table_locale_id(const Table& table, const model::TableSet* set, const WriteOptions& options) {
  if (set != nullptr && !table.locale_set && !table.locale_id.has_value()) {
    return locale_id_of(set->locale, set->locale_set, set->locale_id, options);
  }
  // A table that was read from a set without its own culture has the set's.
  const bool is_known = table.locale_set || !table.locale.empty();
  return locale_id_of(table.locale, is_known, table.locale_id, options);
}

// DataTable.Namespace: its own, or what it has from the table around it or from the set.
std::string_view namespace_of(const Table& table, const model::TableSet* set, std::uint32_t index) {
  const bool inherits = set != nullptr && !table.namespace_set && table.namespace_uri.empty() &&
                        (!set->namespace_uri.empty() || !set->relations.empty());
  return inherits ? dataset_xml::table_namespaces(dataset_xml::Scope::of(*set))[index]
                  : std::string_view(table.namespace_uri);
}

bool is_nested_in_itself(const model::TableSet* set, std::uint32_t index) {
  if (set == nullptr) return false;
  return std::any_of(set->relations.begin(), set->relations.end(), [&](const model::Relation& relation) {
    return relation.nested && relation.parent_table == index && relation.child_table == index;
  });
}

}  // namespace

Result<std::int32_t> locale_id_of(const std::string& name, bool is_set, const std::optional<std::int32_t>& recorded,
                                  const WriteOptions& options) {
  if (recorded.has_value()) return *recorded;
  if (!is_set) return options.unset_locale_id;
  const std::uint32_t locale_id = lcid_of_culture(name);
  if (locale_id != kCustomLcid) return static_cast<std::int32_t>(locale_id);
  return Error(ErrorCode::NotRepresentable, "no LCID is known for the culture \"" + name + "\"");
}

Result<const ObjectNode*> make_properties(const model::PropertyCollection& properties, const model::Graph& nodes,
                                          GraphBuilder& builder) {
  std::vector<Slot> keys;
  std::vector<Slot> values;
  for (const model::Property& property : properties.entries) {
    DOTWIRE_TRY(keys.emplace_back(), property_slot(property.key, nodes, builder));
    DOTWIRE_TRY(values.emplace_back(), property_slot(property.value, nodes, builder));
  }
  HashtableShape shape = shape_of_hashtable(keys.size());
  if (properties.hash_size > 0) shape.hash_size = properties.hash_size;
  if (properties.version >= 0) shape.version = properties.version;
  return builder.hashtable(Shape::PropertyCollection, keys, values, shape.hash_size, shape.version);
}

Status add_table_schema(const Table& table, const model::TableSet* set, std::uint32_t index,
                        const WriteOptions& options, GraphBuilder& builder) {
  builder.add(kTable, "RemotingVersion", builder.reference(Shape::Version, builder.version_2_0()));
  builder.add(kTable, "RemotingFormat", builder.enumeration(Shape::SerializationFormat, 1));
  builder.add_text(kTable, "TableName", table.name);
  builder.add_text(kTable, "Namespace", namespace_of(table, set, index));
  builder.add_text(kTable, "Prefix", table.prefix);
  const bool recorded = set != nullptr && table.recorded_case_sensitive.has_value();
  builder.add_bool(kTable, "CaseSensitive", recorded ? *table.recorded_case_sensitive : table.case_sensitive);
  builder.add_bool(kTable, "caseSensitiveAmbient", !table.case_sensitive_set);
  Result<std::int32_t> locale_id = table_locale_id(table, set, options);
  if (!locale_id.ok()) {
    locale_id.error().set_path("DataTable.LocaleLCID");
    return std::move(locale_id).error();
  }
  builder.add_int32(kTable, "LocaleLCID", *locale_id);
  builder.add_int32(kTable, "MinimumCapacity", table.minimum_capacity);
  builder.add_bool(kTable, "NestedInDataSet", table.nested_in_data_set && !is_nested_in_itself(set, index));
  builder.add_text(kTable, "TypeName", table.type_name);
  builder.add_bool(kTable, "RepeatableElement", table.repeatable_element);
  DOTWIRE_TRY(add_properties(kTable, table.extended_properties, table.graph(), builder));
  builder.add_int32(kTable, "Columns.Count", static_cast<std::int32_t>(table.columns.size()));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    DOTWIRE_TRY(add_column(*table.columns[i], i, set == nullptr, table.graph(), builder));
  }
  return {};
}

Status add_constraints(const Table& table, std::uint32_t index, bool alone, GraphBuilder& builder) {
  std::vector<Slot> entries;
  for (const model::ConstraintRef ref : constraint_order(table)) {
    if (!ref.foreign) {
      DOTWIRE_TRY(entries.emplace_back(), unique_entry(table.unique_constraints[ref.index], table.graph(), builder));
      continue;
    }
    const model::ForeignKeyConstraint& key = table.foreign_keys[ref.index];
    if (alone && key.parent_table != key.child_table) continue;
    DOTWIRE_TRY(entries.emplace_back(), foreign_entry(key, alone, table.graph(), builder));
  }
  const std::string prefix = "DataTable_" + std::to_string(index) + ".";
  builder.add(prefix, "Constraints", builder.reference(Shape::ArrayList, builder.array_list(entries)));
  return {};
}

Status add_relations(const model::TableSet& set, GraphBuilder& builder) {
  std::vector<Slot> entries;
  for (const model::Relation& relation : set.relations) {
    Slot properties;
    if (relation.extended_properties.has_value()) {
      DOTWIRE_TRY(const ObjectNode* made, make_properties(*relation.extended_properties, *set.graph, builder));
      properties = Slot::reference(made);
    }
    const Slot parts[] = {text_slot(relation.name, builder),
                          table_columns(relation.parent_table, relation.parent_columns, builder),
                          table_columns(relation.child_table, relation.child_columns, builder),
                          builder.boxed_bool(relation.nested), properties};
    entries.push_back(Slot::reference(builder.array_list(parts)));
  }
  builder.add("DataSet.", "Relations", builder.reference(Shape::ArrayList, builder.array_list(entries)));
  return {};
}

}  // namespace dotwire::dataset_binary
