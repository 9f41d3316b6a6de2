#include "codecs/dataset_xml/writable_names.h"

#include <string>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/most_attributes.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;

constexpr std::string_view kXmlns = "http://www.w3.org/2000/xmlns/";

bool begins_with_xml(std::string_view prefix) {
  return prefix.size() >= 3 && (prefix[0] | 0x20) == 'x' && (prefix[1] | 0x20) == 'm' && (prefix[2] | 0x20) == 'l';
}

// As the setters of Prefix have it.
bool is_no_name(const std::string& prefix) {
  return decode_name(prefix) == prefix && encode_local_name(prefix) != prefix;
}

// A prefix without a namespace is not written with a name.
Status check_pair(const std::string& path, const std::string& prefix, std::string_view space, NamedIn in) {
  if (space == kXml || space == kXmlns) {
    return not_writable(path + "Namespace", "no prefix may stand for this namespace of XML's own");
  }
  if (in == NamedIn::Schema || prefix.empty() || space.empty()) return {};
  if (begins_with_xml(prefix)) return not_writable(path + "Prefix", "prefixes that begin with xml are reserved");
  if (is_no_name(prefix)) return not_writable(path + "Prefix", "the prefix is no name in XML");
  return {};
}

bool has_value(const Column& column) {
  for (std::size_t i = 0; i < column.chunk_count(); ++i) {
    if (column.chunk(i).null_count != column.chunk(i).size) return true;
  }
  return false;
}

Status check_attribute(const std::string& path, const Column& column, NamedIn in) {
  if (in == NamedIn::Schema || column.mapping != MappingType::Attribute) return {};
  const std::string_view space = column.namespace_uri;
  if (space.empty() && column.name == "xmlns" && has_value(column)) {
    return not_writable(path + "ColumnName", "an attribute xmlns declares a namespace");
  }
  if (in == NamedIn::DiffGram && (space == kDiffgr || space == kMsdata)) {
    return not_writable(path + "Namespace", "in a DiffGram attributes of this namespace mark rows");
  }
  if (space == kXsi && (column.name == "nil" || column.name == "type")) {
    return not_writable(path + "ColumnName", "this attribute says that an element is null, or its type");
  }
  return {};
}

// .NET writes them; our reader, which no document may make take much memory, does not take them.
constexpr std::size_t kOwnAttributes = 64;  // at most, that say a row's state or what an element of the schema is
constexpr const char* kTooMany = "more attributes for one element than are read again";

bool are_too_many(std::size_t attributes) { return attributes > xml::kMostAttributes - kOwnAttributes; }

// One with a namespace may declare a prefix beside it.
Status check_attribute_count(const std::string& path, const model::Table& table, NamedIn in) {
  if (in == NamedIn::Schema) return {};
  std::size_t attributes = 0;
  for (const auto& column : table.columns) {
    const bool is_marked = in == NamedIn::DiffGram && column->mapping == MappingType::Hidden;
    if (column->mapping == MappingType::Attribute || is_marked) attributes += column->namespace_uri.empty() ? 1 : 2;
  }
  return are_too_many(attributes) ? Status(not_writable(path + "Columns", kTooMany)) : Status();
}

Status check_property_count(const std::string& path, const model::PropertyCollection& properties, NamedIn in) {
  const bool too_many = in == NamedIn::Schema && are_too_many(properties.entries.size());
  return too_many ? Status(not_writable(path + "ExtendedProperties", kTooMany)) : Status();
}

}  // namespace

Error not_writable(const std::string& path, std::string message) {
  Error error(ErrorCode::NotRepresentable, std::move(message));
  error.set_path(path);
  return error;
}

Status check_names(const Scope& scope, std::uint32_t index, std::string_view space, NamedIn in) {
  const model::Table& table = *scope.tables[index];
  const std::string path = scope.tables.size() == 1 ? std::string() : "tables/" + table.name + "/";
  DOTWIRE_TRY(check_pair(path, table.prefix, space, in));
  DOTWIRE_TRY(check_attribute_count(path, table, in));
  DOTWIRE_TRY(check_property_count(path, table.extended_properties, in));
  for (const auto& column : table.columns) {
    // That has no name in a document.
    if (column->mapping == MappingType::SimpleContent) continue;
    const std::string at = path + "columns/" + column->name + "/";
    const bool is_named = column->mapping != MappingType::Hidden;
    DOTWIRE_TRY(check_pair(at, column->prefix, column_namespace(*column, space), is_named ? in : NamedIn::Schema));
    DOTWIRE_TRY(check_attribute(at, *column, in));
    if (column->extended_properties) {
      DOTWIRE_TRY(check_property_count(at, *column->extended_properties, in));
    }
  }
  return {};
}

Status check_set_names(const model::TableSet* set, NamedIn in) {
  if (set == nullptr) return {};
  DOTWIRE_TRY(check_property_count({}, set->extended_properties, in));
  return check_pair({}, set->prefix, set->namespace_uri, in);
}

}  // namespace dotwire::dataset_xml
