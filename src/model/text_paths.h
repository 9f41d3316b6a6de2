// The texts of tables and sets but their cells, each with its path.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::model {

// Collects the paths of texts that are wrong: `Wrong` says so of a std::string_view, and of a Node of a property or
// default. Paths are "TableName", "columns/A/Caption", "constraints/C", "rows/[3]/RowError", "relations/R".
template <class Wrong>
class TextPaths {
 public:
  explicit TextPaths(Wrong wrong) : wrong_(wrong) {}

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
  template <class Text>
  void add_if(const Text& text, std::string path) {
    if (wrong_(text)) found_.push_back(std::move(path));
  }
  void add_if(const PropertyCollection& properties, std::string path) {
    for (const Property& property : properties.entries) {
      if (wrong_(property.key) || wrong_(property.value)) return found_.push_back(std::move(path));
    }
  }
  void add_if(const std::optional<PropertyCollection>& properties, std::string path) {
    if (properties.has_value()) add_if(*properties, std::move(path));
  }

  void add_column(const Column& column) {
    const std::string path = "columns/" + column.name + "/";
    if (column.caption_set) add_if(column.caption, path + "Caption");
    add_if(column.namespace_uri, path + "Namespace");
    add_if(column.prefix, path + "Prefix");
    add_if(column.expression, path + "Expression");
    add_if(column.xml_data_type, path + "XmlDataType");
    add_if(column.simple_type_name, path + "SimpleType");
    for (const SimpleType& type : column.simple_types) {
      add_if(type.name, path + "SimpleType");
      add_if(type.namespace_uri, path + "SimpleType");
      add_if(type.base, path + "SimpleType");
    }
    if (column.default_value != nullptr) add_if(column.default_value, path + "DefaultValue");
    add_if(column.extended_properties, path + "ExtendedProperties");
  }

  void add_errors(const RowErrors& errors) {
    const std::string path = "rows/[" + std::to_string(errors.row) + "]/";
    add_if(errors.text, path + "RowError");
    for (const ColumnError& error : errors.columns) add_if(error.text, path + "ColumnError");
  }

  Wrong wrong_;
  std::vector<std::string> found_;
};

}  // namespace dotwire::model
