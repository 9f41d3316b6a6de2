#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/schema_generator.h"
#include "codecs/dataset_xml/type_map.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::DateTimeMode;
using model::MappingType;
using model::SimpleType;
using model::ValueKind;

namespace {

std::string_view mode_name(DateTimeMode mode) {
  switch (mode) {
    case DateTimeMode::Local: return "Local";
    case DateTimeMode::Unspecified: return "Unspecified";
    case DateTimeMode::UnspecifiedLocal: return "UnspecifiedLocal";
    case DateTimeMode::Utc: return "Utc";
  }
  return {};
}

// SqlTypes default to their own null.
bool has_default(const Column& column) {
  const model::ScalarNode* scalar = model::as_scalar(column.default_value);
  const bool nothing = scalar != nullptr && (scalar->sql_null || scalar->value_kind == ValueKind::DBNull);
  return column.default_value != nullptr && !nothing;
}

std::vector<SimpleType> simple_types_of(const Column& column) {
  if (!column.simple_types.empty()) return column.simple_types;
  if (column.kind() == ValueKind::Char) return {{"", "", "string", 1, -1}};
  if (column.kind() != ValueKind::String || (column.max_length < 0 && column.simple_type_name.empty())) return {};
  return {{column.simple_type_name, "", "string", -1, column.max_length}};
}

bool mixes_mappings(const std::vector<std::unique_ptr<Column>>& columns, const std::vector<bool>& generated) {
  bool elements = false;
  bool attributes = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const MappingType mapping = columns[i]->mapping;
    elements |= mapping == MappingType::Element;
    attributes |= (mapping == MappingType::Attribute || mapping == MappingType::Hidden) && !generated[i];
  }
  return elements && attributes;
}

std::string with_xs(std::string_view name) { return "xs:" + std::string(name); }

}  // namespace

// msdata:DataType to DateTimeMode: what columns of all mappings have alike.
Status SchemaGenerator::column_facts(const Column& column, Node node) {
  const auto set = [&](std::string_view local, std::string value) { msdata(tree_, node, local, std::move(value)); };
  std::string data_type = data_type_text(column, options_.dialect);
  const bool said = column.xml_data_type == "anyType" && column.kind() == ValueKind::Object &&
                    (column.type_name.empty() || column.type_name == "System.Object");
  if (!data_type.empty() && !said) set("DataType", std::move(data_type));
  if (column.read_only) set("ReadOnly", "true");
  if (!column.expression.empty()) set("Expression", column.expression);
  if (column.auto_increment) set("AutoIncrement", "true");
  if (column.auto_increment_seed != 0) set("AutoIncrementSeed", std::to_string(column.auto_increment_seed));
  if (column.auto_increment_step != 1) set("AutoIncrementStep", std::to_string(column.auto_increment_step));
  if (column.caption_set && column.caption != column.name) set("Caption", column.caption);
  if (!column.prefix.empty()) set("Prefix", column.prefix);
  if (column.kind() == ValueKind::DateTime && column.date_time_mode != DateTimeMode::UnspecifiedLocal) {
    set("DateTimeMode", std::string(mode_name(column.date_time_mode)));
  }
  return {};
}

// The type or base attribute, and simpleType elements in place or, where they have names, beside the tables.
void SchemaGenerator::column_type(const Column& column, Node node, std::string_view attribute) {
  std::vector<SimpleType> types = simple_types_of(column);
  // An extension has no simpleType in place: .NET writes a name that no type has.
  const bool in_place = column.mapping == MappingType::SimpleContent && !types.empty() && types[0].name.empty();
  if (in_place && column.kind() == ValueKind::Char) return tree_.set(node, attribute, "xs:_");
  if (in_place) types.clear();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const SimpleType& type = types[i];
    const SimpleType* base = i + 1 < types.size() ? &types[i + 1] : nullptr;
    const Node element = tree_.make("simpleType");
    const Node restriction = tree_.make("restriction");
    std::uint32_t home = 0;
    if (!type.name.empty()) {
      home = fragment(remoting() ? set_namespace() : std::string_view(type.namespace_uri));
      tree_.set(element, "name", type.name);
      if (remoting()) tree_.set(element, Space::Msdata, "targetNamespace", type.namespace_uri);
    }
    if (base != nullptr && !base->namespace_uri.empty() && !remoting()) fragment(base->namespace_uri);
    std::string base_name = base == nullptr ? type.base.find(':') == std::string::npos ? with_xs(type.base) : type.base
                            : remoting()    ? base->name
                                            : qualified(base->namespace_uri, base->name);
    tree_.set(restriction, "base", std::move(base_name));
    const auto facet = [&](std::string_view name, std::int32_t value) {
      if (value < 0) return;
      const Node facet_element = tree_.make(name);
      tree_.set(facet_element, "value", std::to_string(value));
      tree_.append(restriction, facet_element);
    };
    facet("length", type.length);
    facet("maxLength", type.max_length);
    tree_.append(element, restriction);
    if (type.name.empty()) {
      tree_.append(node, element);
      continue;
    }
    if (i == 0) {
      tree_.set(node, attribute, remoting() ? type.name : qualified(type.namespace_uri, type.name));
    }
    append_global(home, element);
  }
  if (!types.empty()) return;
  const bool own = !column.xml_data_type.empty() && is_xsd_type(column.xml_data_type);
  const std::string_view usual = is_enum(column) ? "anyType" : xsd_type_of(column.kind());
  tree_.set(node, attribute, with_xs(own ? std::string_view(column.xml_data_type) : usual));
}

Status SchemaGenerator::column_default(const Column& column, Node node) {
  if (!has_default(column)) return {};
  const auto in_column = [&](Error error) {
    error.prepend_path("columns/" + column.name + "/defaultValue");
    return error;
  };
  const bool number = column.type_name != "System.Object" && model::as_scalar(column.default_value) != nullptr;
  if ((column.storage() == model::Storage::Object && !number) || column.kind() == ValueKind::Chars) {
    return in_column(Error(ErrorCode::NotRepresentable, "a schema holds no default value of type " + column.type_name));
  }
  Result<std::string> text = default_text(column.default_value, column, cells_);
  if (!text.ok()) return in_column(std::move(text.error()));
  const bool apart = column.mapping == MappingType::Hidden || column.mapping == MappingType::SimpleContent ||
                     (column.mapping == MappingType::Attribute && !column.allow_db_null);
  if (apart) {
    msdata(tree_, node, "DefaultValue", std::move(*text));
  } else {
    tree_.set(node, "default", std::move(*text));
  }
  return {};
}

Result<SchemaGenerator::Node> SchemaGenerator::make_column(std::uint32_t index, std::uint32_t ordinal, bool ordinals) {
  const model::Table& here = table(index);
  const Column& column = *here.columns[ordinal];
  const TableFacts& facts = facts_[index];
  const bool element = column.mapping == MappingType::Element;
  const std::string_view tag = element ? "element" : "attribute";
  const std::string name = encode_local_name(column.name);
  const std::string_view space = column_namespace(column, facts.name_space);

  Node node = tree_.make(tag);
  tree_.set(node, "name", name);
  if (space.empty() && !facts.target.empty()) tree_.set(node, "form", "unqualified");
  DOTWIRE_TRY(column_facts(column, node));
  if (column.extended_properties.has_value()) {
    DOTWIRE_TRY(properties(node, *column.extended_properties));
  }
  column_type(column, node, "type");
  if (column.mapping == MappingType::Hidden && !column.allow_db_null) msdata(tree_, node, "AllowDBNull", "false");
  DOTWIRE_TRY(column_default(column, node));

  const std::size_t colon = here.type_name.rfind(':');
  const std::string_view table_space = here.type_name.empty()       ? facts.name_space
                                       : colon == std::string::npos ? std::string_view()
                                                                    : std::string_view(here.type_name).substr(0, colon);
  if (remoting()) {
    msdata(tree_, node, "targetNamespace", std::string(space));
  } else if (!space.empty() && space != table_space) {
    append_global(fragment(space), node);
    node = tree_.make(tag);
    tree_.set(node, "ref", qualified(space, name));
    if (facts.name_space != set_namespace()) fragment(facts.name_space);
  }
  if (column.mapping == MappingType::Attribute && !column.allow_db_null) tree_.set(node, "use", "required");
  if (column.mapping == MappingType::Hidden) tree_.set(node, "use", "prohibited");
  if (element && column.allow_db_null) tree_.set(node, "minOccurs", "0");
  if (element && ordinals) msdata(tree_, node, "Ordinal", std::to_string(ordinal));
  return node;
}

Status SchemaGenerator::make_columns(std::uint32_t index, Node type, Node sequence) {
  const model::Table& here = table(index);
  std::vector<bool> generated_names(here.columns.size());
  for (std::uint32_t i = 0; i < here.columns.size(); ++i) generated_names[i] = is_generated_column(index, i);
  const bool ordinals = mixes_mappings(here.columns, generated_names);
  for (std::uint32_t i = 0; i < here.columns.size(); ++i) {
    const MappingType mapping = here.columns[i]->mapping;
    if (mapping == MappingType::SimpleContent) continue;
    if (i < facts_[index].generated_columns.size() && facts_[index].generated_columns[i]) continue;
    DOTWIRE_TRY(const Node node, make_column(index, i, ordinals));
    tree_.append(mapping == MappingType::Element ? sequence : type, node);
  }
  return {};
}

}  // namespace dotwire::dataset_xml
