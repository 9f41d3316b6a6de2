#include "model/lone_surrogates.h"

#include <optional>

#include "base/load.h"
#include "base/unicode.h"

namespace dotwire::model {
namespace {

bool is_lone(std::string_view text) { return find_lone_surrogate(text) != kValid; }
bool is_lone(char16_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

bool is_lone(const Node* node) {
  if (const StringNode* text = as_string(node); text != nullptr) return is_lone(text->view());
  const ScalarNode* scalar = as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Char && is_lone(load<char16_t>(scalar->value));
}

bool is_lone(const PropertyCollection& properties) {
  for (const Property& property : properties.entries) {
    if (is_lone(property.key) || is_lone(property.value)) return true;
  }
  return false;
}

class Paths {
 public:
  template <typename Text>
  void add_if(const Text& text, std::string path) {
    if (is_lone(text)) found_.push_back(std::move(path));
  }
  void add_if(const std::optional<PropertyCollection>& properties, std::string path) {
    if (properties.has_value()) add_if(*properties, std::move(path));
  }

  void add_names(const Table& table) {
    add_if(table.name, "TableName");
    for (const auto& column : table.columns) add_if(column->name, "columns/" + column->name + "/ColumnName");
  }

  void add_table(const Table& table) {
    add_if(table.namespace_uri, "Namespace");
    add_if(table.prefix, "Prefix");
    add_if(table.display_expression, "DisplayExpression");
    add_if(table.type_name, "TypeName");
    add_if(table.extended_properties, "ExtendedProperties");
    for (const auto& column : table.columns) add_column(*column);
    for (const UniqueConstraint& key : table.unique_constraints) {
      add_if(key.name, "constraints/" + key.name);
      add_if(key.extended_properties, "constraints/" + key.name + "/ExtendedProperties");
    }
    for (const ForeignKeyConstraint& key : table.foreign_keys) {
      add_if(key.name, "constraints/" + key.name);
      add_if(key.extended_properties, "constraints/" + key.name + "/ExtendedProperties");
    }
    for (const RowErrors& errors : table.row_errors) add_errors(errors);
  }

  void add_set(const TableSet& set) {
    add_if(set.name, "DataSetName");
    add_if(set.namespace_uri, "Namespace");
    add_if(set.prefix, "Prefix");
    add_if(set.extended_properties, "ExtendedProperties");
    for (const Relation& relation : set.relations) {
      add_if(relation.name, "relations/" + relation.name);
      add_if(relation.extended_properties, "relations/" + relation.name + "/ExtendedProperties");
    }
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  void add_column(const Column& column) {
    const std::string path = "columns/" + column.name + "/";
    if (column.caption_set) add_if(column.caption, path + "Caption");
    add_if(column.namespace_uri, path + "Namespace");
    add_if(column.prefix, path + "Prefix");
    add_if(column.expression, path + "Expression");
    if (column.default_value != nullptr) add_if(column.default_value, path + "DefaultValue");
    add_if(column.extended_properties, path + "ExtendedProperties");
  }

  void add_errors(const RowErrors& errors) {
    const std::string path = "rows/[" + std::to_string(errors.row) + "]/";
    add_if(errors.text, path + "RowError");
    for (const ColumnError& error : errors.columns) add_if(error.text, path + "ColumnError");
  }

  std::vector<std::string> found_;
};

}  // namespace

bool has_lone_surrogates(const Column& column) {
  const bool text = column.kind() == ValueKind::String || column.kind() == ValueKind::Chars ||
                    column.kind() == ValueKind::SqlString || column.kind() == ValueKind::SqlChars;
  for (std::size_t c = 0; text && c < column.chunk_count(); ++c) {
    if (is_lone(column.chunk(c).bytes.text())) return true;
  }
  for (std::size_t i = 0; column.kind() == ValueKind::Char && i < column.record_count(); ++i) {
    if (!column.is_null(i) && is_lone(column.get<char16_t>(i))) return true;
  }
  for (std::size_t i = 0; column.storage() == Storage::Object && i < column.record_count(); ++i) {
    if (is_lone(column.object(i))) return true;
  }
  return false;
}

std::vector<std::string> lone_surrogates_of_names(const Table& table) {
  Paths paths;
  paths.add_names(table);
  return paths.take();
}

std::vector<std::string> lone_surrogates_of_schema(const Table& table) {
  Paths paths;
  paths.add_names(table);
  paths.add_table(table);
  return paths.take();
}

std::vector<std::string> lone_surrogates_of_schema(const TableSet& set) {
  Paths paths;
  paths.add_set(set);
  return paths.take();
}

}  // namespace dotwire::model
