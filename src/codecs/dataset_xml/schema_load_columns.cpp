#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "clr/number_text.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "model/type_names.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::DateTimeMode;
using model::MappingType;
using model::ValueKind;

namespace {

// Names are compared without case where .NET generates one.
std::string folded(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return text;
}

// The chain says no more than the kind and MaxLength do.
bool is_implied(const std::vector<model::SimpleType>& types, ValueKind kind) {
  if (types.size() != 1 || !types[0].name.empty() || types[0].base != "string") return false;
  if (kind == ValueKind::Char) return types[0].length == 1 && types[0].max_length < 0;
  return kind == ValueKind::String && types[0].length < 0 && types[0].max_length >= 0;
}

}  // namespace

Result<std::int64_t> SchemaLoader::integer(std::string_view text, XsdNode node) const {
  std::int64_t value = 0;
  std::string_view digits = trim_xml_space(text);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (code != std::errc() || end != digits.data() + digits.size()) {
    return fail(node, "not a number: " + std::string(text.substr(0, 40)));
  }
  return value;
}

// BooleanConverter: "True" as well as "true", and no numbers.
Result<bool> SchemaLoader::boolean_word(const XsdExtra& extra, XsdNode node) const {
  const std::string word = folded(trim_xml_space(extra.value));
  if (word == "true") return true;
  if (word == "false") return false;
  return fail(node, "value '" + std::string(extra.value.substr(0, 40)) + "' is invalid for attribute '" +
                        std::string(extra.local) + "'");
}

// "true" or "false", as XSD has them.
Result<bool> SchemaLoader::boolean(XsdNode node, std::string_view local, bool usual) const {
  const std::string_view text = tree_.msdata(node, local);
  if (text.empty()) return usual;
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return fail(node,
              "value '" + std::string(text.substr(0, 40)) + "' is invalid for attribute '" + std::string(local) + "'");
}

// Without a prefix all of them; else those that have it, without it, or those that do not have the other one.
void SchemaLoader::properties(XsdNode node, model::Graph& graph, model::PropertyCollection& to, std::string_view only,
                              std::string_view not_with) {
  const XsdExtra* extras = tree_.extras(node);
  for (std::uint32_t i = 0; i < tree_[node].extra_count; ++i) {
    if (!extras[i].property) continue;
    std::string name = decode_name(extras[i].local);
    if (!only.empty() && name.starts_with(only)) {
      name.erase(0, only.size());
    } else if (!only.empty() && (not_with.empty() || name.starts_with(not_with))) {
      continue;
    }
    to.entries.push_back({graph.make_string(name), graph.make_string(extras[i].value)});
  }
}

Column* SchemaLoader::find_column(const LoadTable& table, const std::string& name) {
  const auto found = table.by_name.find(name);
  if (found != table.by_name.end()) return found->second;
  // A name of another case, if it is the only one.
  const auto near = table.by_folded_name.find(folded(name));
  const bool alone = near != table.by_folded_name.end() && near->second.count == 1;
  return alone ? near->second.column : nullptr;
}

std::string SchemaLoader::free_column_name(LoadTable& table, const std::string& name) {
  if (!table.by_folded_name.contains(folded(name))) return name;
  for (std::size_t& i = table.next_suffix[name];; ++i) {
    std::string next = name + "_" + std::to_string(i);
    if (!table.by_folded_name.contains(folded(next))) return next;
  }
}

Status SchemaLoader::apply_column_fact(Column& column, const XsdExtra& extra, XsdNode node) {
  const std::string_view value = extra.value;
  if (extra.local == "ReadOnly") {
    DOTWIRE_TRY(const bool read_only, boolean_word(extra, node));
    column.read_only = read_only || !column.expression.empty();
  } else if (extra.local == "AutoIncrement") {
    DOTWIRE_TRY(column.auto_increment, boolean_word(extra, node));
  } else if (extra.local == "AutoIncrementSeed") {
    DOTWIRE_TRY(column.auto_increment_seed, integer(value, node));
  } else if (extra.local == "AutoIncrementStep") {
    DOTWIRE_TRY(column.auto_increment_step, integer(value, node));
  } else if (extra.local == "Caption") {
    column.caption = value;
    column.caption_set = true;
  } else if (extra.local == "Prefix") {
    column.prefix = value;
  } else if (extra.local == "Expression") {
    column.expression = value;
    column.read_only = true;
  } else if (extra.local == "DateTimeMode") {
    // EnumConverter: in any case, or the number.
    constexpr std::string_view kModes[] = {"local", "unspecified", "unspecifiedlocal", "utc"};
    const std::string mode = folded(trim_xml_space(value));
    const auto* found = std::find(std::begin(kModes), std::end(kModes), mode);
    const bool is_number = mode.size() == 1 && mode[0] >= '1' && mode[0] <= '4';
    if (found == std::end(kModes) && !is_number) return fail(node, "unknown DateTimeMode");
    column.date_time_mode = static_cast<DateTimeMode>(is_number ? mode[0] - '0' : found - std::begin(kModes) + 1);
  }
  return {};
}

// With all that its msdata and msprop attributes say but its name.
Result<std::unique_ptr<Column>> SchemaLoader::make_column(std::string name, ColumnType type, MappingType mapping,
                                                          XsdNode node, LoadTable& table) {
  const XsdExtra* data_type = tree_.extra(node, "DataType");
  ValueKind kind = type.kind;
  const TypeText text = split_type_text(data_type == nullptr ? std::string_view() : data_type->value);
  if (data_type != nullptr) kind = model::value_kind_of(text.name);
  auto column = std::make_unique<Column>(std::move(name), kind);
  if (data_type != nullptr) {
    if (!model::is_type_name(text.name)) return fail(node, "a column of no type");
    column->type_name = text.name;
    if (kind == ValueKind::Object && !is_core_library(text.assembly)) column->assembly = text.assembly;
  }
  column->mapping = mapping;
  for (std::uint32_t i = 0; i < tree_[node].extra_count; ++i) {
    const XsdExtra& extra = tree_.extras(node)[i];
    if (extra.property) continue;
    DOTWIRE_TRY(apply_column_fact(*column, extra, node));
  }
  model::PropertyCollection collection;
  properties(node, table.table->graph(), collection);
  if (!collection.empty()) column->extended_properties = std::move(collection);
  if (!type.simple_types.empty()) {
    const bool is_string = folded(type.simple_types.back().base) == "string";
    if (is_string && kind == ValueKind::String) column->max_length = type.simple_types[0].max_length;
    column->simple_type_name = type.simple_types[0].name;
    if (!is_implied(type.simple_types, kind)) column->simple_types = std::move(type.simple_types);
  } else if (type.xsd_name == "anyType" || (data_type == nullptr && type.xsd_name != xsd_type_of(kind))) {
    // For xs:anyType System.Data forgets that DataType said System.Object.
    if (data_type == nullptr || options_.like_dotnet) column->xml_data_type = type.xsd_name;
  }
  return column;
}

Status SchemaLoader::add_column(LoadTable& table, std::unique_ptr<Column> column, std::int64_t place, XsdNode at) {
  DOTWIRE_TRY(spend(16, at));
  if (!budget_.take_column()) return fail(at, model::kTooManyColumns, ErrorCode::LimitExceeded);
  if (column->name.empty()) return fail(at, "a column without a name");
  if (table.by_name.contains(column->name)) return fail(at, "column " + column->name + " is there twice");
  const bool nests = !table.nested_children.empty();
  if (column->mapping == MappingType::SimpleContent) {
    if (table.text != nullptr) return fail(at, "a second column of the text of " + table.table->name);
    if (table.element_columns != 0 || nests) {
      return fail(at, "a text column in table " + table.table->name + ", which has elements");
    }
    table.text = column.get();
  }
  if (column->mapping == MappingType::Element) {
    if (table.text != nullptr)
      return fail(at, "an element in table " + table.table->name + ", which has a text column");
    ++table.element_columns;
  }
  const std::size_t count = table.columns.size();
  const bool inside = place >= 0 && static_cast<std::uint64_t>(place) < count;
  table.places.push_back(static_cast<std::uint32_t>(inside ? static_cast<std::size_t>(place) : count));
  table.by_name.emplace(column->name, column.get());
  LoadTable::Near& near = table.by_folded_name[folded(column->name)];
  ++near.count;
  near.column = column.get();
  table.columns.push_back(std::move(column));
  return {};
}

Status SchemaLoader::set_default(LoadTable& table, Column& column, std::string_view text, XsdNode at) {
  if (column.storage() == model::Storage::Object) {
    if (column.type_name != "System.Object") column.default_value = enum_number(text, table.table->graph());
    return {};
  }
  Result<const model::Node*> node = default_of_text(cells_, column, text, table.table->graph());
  if (!node.ok()) return fail(at, "the default value of column " + column.name + ": " + node.error().message());
  column.default_value = *node;
  return {};
}

Result<std::int64_t> SchemaLoader::ordinal_of(XsdNode node) {
  const std::string_view text = tree_.msdata(node, "Ordinal");
  if (text.empty()) return std::int64_t{-1};
  return integer(text, node);
}

Status SchemaLoader::load_element_column(XsdNode element, LoadTable& table, bool in_base, Column** made) {
  XsdNode declared = element;
  if (!tree_[element].ref.empty()) declared = global(global_elements_, tree_[element].ref);
  if (declared == kNoNode) return fail(element, "an element that is not declared" + import_hint());
  DOTWIRE_TRY(ColumnType type, column_type(declared));
  const std::string name = decode_name(name_of(declared));
  const XsdName qualified = qualified_name(element);

  const auto there = table.by_name.find(name);
  if (inferred() && there != table.by_name.end()) {
    if (there->second->mapping != MappingType::Element) {
      return fail(element, "column " + name + " is both an element and an attribute");
    }
    const std::string_view old = there->second->namespace_set ? std::string_view(there->second->namespace_uri)
                                                              : std::string_view(table.name_space);
    if (qualified.name_space == old) return {};
  }
  Column* column = nullptr;
  std::unique_ptr<Column> fresh;
  if (!in_base && !inferred() && there != table.by_name.end()) {
    column = there->second;
    column->max_length = type.simple_types.empty() ? column->max_length : type.simple_types[0].max_length;
  } else {
    DOTWIRE_TRY(fresh, make_column(name, std::move(type), MappingType::Element, declared, table));
    column = fresh.get();
  }
  const XsdPart& part = tree_[element];
  column->allow_db_null = inferred() || part.min_occurs == 0 || part.nillable;
  std::string_view space = qualified.name_space;
  if (const XsdExtra* own = tree_.extra(declared, "targetNamespace")) space = own->value;
  column->namespace_set = space != table.name_space;
  if (column->namespace_set) column->namespace_uri = space;
  if (inferred()) column->prefix = prefix_of(space);
  if (made != nullptr) *made = column;
  if (fresh != nullptr) {
    DOTWIRE_TRY(const std::int64_t place, ordinal_of(element));
    DOTWIRE_TRY(add_column(table, std::move(fresh), place, element));
  }
  if (tree_[declared].has_default) return set_default(table, *column, tree_[declared].value, declared);
  return {};
}

Status SchemaLoader::load_attribute_column(XsdNode attribute, LoadTable& table, bool in_base) {
  XsdNode declared = attribute;
  if (!tree_[attribute].ref.empty()) declared = global(global_attributes_, tree_[attribute].ref);
  if (declared == kNoNode) {
    return undeclared(attribute, "attribute " + std::string(tree_[attribute].ref.local));
  }
  DOTWIRE_TRY(ColumnType type, column_type(declared));
  const std::string name = decode_name(name_of(declared));
  const XsdName qualified = qualified_name(attribute);
  const auto there = table.by_name.find(name);
  if (inferred() && there != table.by_name.end()) {
    if (there->second->mapping != MappingType::Attribute) {
      return fail(attribute, "column " + name + " is both an element and an attribute");
    }
    if (qualified.name_space == there->second->namespace_uri) return {};
  }
  Column* column = nullptr;
  std::unique_ptr<Column> fresh;
  if (!in_base && !inferred() && there != table.by_name.end()) {
    column = there->second;
  } else {
    DOTWIRE_TRY(fresh, make_column(name, std::move(type), MappingType::Attribute, declared, table));
    column = fresh.get();
  }
  const XsdUse use = tree_[attribute].use;
  column->allow_db_null = inferred() || use != XsdUse::Required;
  std::string_view space = qualified.name_space;
  if (const XsdExtra* own = tree_.extra(attribute, "targetNamespace")) space = own->value;
  const std::string_view inherited =
      use == XsdUse::Prohibited ? std::string_view(table.name_space) : std::string_view();
  column->namespace_set = space != inherited;
  if (column->namespace_set) column->namespace_uri = space;
  if (inferred()) column->prefix = prefix_of(space);
  if (fresh != nullptr) {
    DOTWIRE_TRY(add_column(table, std::move(fresh), -1, attribute));
  }
  const XsdExtra* apart = tree_.extra(declared, "DefaultValue");
  if (use == XsdUse::Prohibited) {
    column->mapping = MappingType::Hidden;
    DOTWIRE_TRY(column->allow_db_null, boolean(declared, "AllowDBNull", true));
  }
  const XsdPart& part = tree_[declared];
  const bool is_apart = use == XsdUse::Prohibited || use == XsdUse::Required;
  if (is_apart && apart != nullptr) return set_default(table, *column, apart->value, declared);
  // A fixed value counts where the use is stated.
  const bool stated = part.has_default || (part.has_fixed && use == XsdUse::Optional);
  if (use != XsdUse::Required && stated) return set_default(table, *column, part.value, declared);
  return {};
}

// The text of an element with attributes. `content` is the simpleContent, which has the column's facts.
Status SchemaLoader::load_text_column(XsdNode content, LoadTable& table, bool in_base, bool nillable) {
  if (inferred() && table.text != nullptr) return {};
  const XsdNode extension =
      tree_[content].tag == XsdTag::ComplexType ? kNoNode : tree_.child(content, XsdTag::Extension);
  ColumnType type;
  type.xsd_name = "string";
  if (extension != kNoNode) {
    const XsdName& base = tree_[extension].type;
    if (base.name_space == kXsd && base.local == "_" && tree_.extra(content, "ColumnName") != nullptr) {
      type.kind = ValueKind::Char;  // as .NET writes it, and does not read it
    } else if (base.name_space == kXsd) {
      type.xsd_name = base.local;
      DOTWIRE_TRY(type.kind, built_in(base.local, extension));
    } else {
      type.xsd_name = {};
      DOTWIRE_TRY(type, simple_type(global(types_, base)));
    }
  }
  std::string name = table.table->name + (inferred() ? "_Text" : "_text");
  if (inferred()) {
    for (std::size_t i = 0; table.by_name.contains(name); ++i) name += std::to_string(i);
  } else if (!in_base && table.by_name.contains(name)) {
    return {};
  }
  if (const XsdExtra* own = tree_.extra(content, "ColumnName")) name = own->value;
  DOTWIRE_TRY(std::unique_ptr<Column> column,
              make_column(std::move(name), std::move(type), MappingType::SimpleContent, content, table));
  column->allow_db_null = inferred() || (nillable && tree_.msdata(content, "AllowDBNull") != "false");
  if (inferred()) column->prefix = prefix_of(table.name_space);
  Column& added = *column;
  DOTWIRE_TRY(const std::int64_t place, ordinal_of(content));
  DOTWIRE_TRY(add_column(table, std::move(column), place, content));
  if (const XsdExtra* own = tree_.extra(content, "DefaultValue")) return set_default(table, added, own->value, content);
  return {};
}

// The column that rows of other tables name a row by: the primary key if it is one column, else a new one.
Result<Column*> SchemaLoader::generated_key(LoadTable& table, std::int64_t place, XsdNode at) {
  if (table.generated_key != nullptr) return table.generated_key;
  if (table.primary != nullptr && table.primary->columns.size() == 1) return table.primary->columns[0];
  auto column = std::make_unique<Column>(free_column_name(table, table.table->name + "_Id"), ValueKind::Int32);
  column->mapping = MappingType::Hidden;
  column->prefix = table.table->prefix;
  column->auto_increment = true;
  column->allow_db_null = false;
  Column* key = column.get();
  DOTWIRE_TRY(add_column(table, std::move(column), place, at));
  const bool primary = table.primary == nullptr;
  DOTWIRE_TRY([[maybe_unused]] LoadKey* const made, add_unique(table, free_key_name(table), {key}, primary, at));
  table.generated_key = key;
  return key;
}

}  // namespace dotwire::dataset_xml
