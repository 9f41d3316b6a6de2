#include "formats/protobuf_data/versions.h"

#include <algorithm>
#include <vector>

namespace dotwire::protobuf_data {
namespace {

constexpr VersionTraits kVersions[] = {
    // reals, computed, empty arrays, Char, nested, TimeSpan, DateTimeOffset, short names
    {false, true, false, false, true, false, false, false},  // 2.0.0
    {true, true, false, false, true, false, false, false},   // 2.0.1
    {true, false, false, false, true, false, false, false},  // 2.0.3
    {true, false, true, true, true, false, false, false},    // 2.0.5
    {true, false, true, true, false, false, false, false},   // 2.0.6
    {true, false, true, true, false, true, false, false},    // 2.0.7
    {true, false, true, true, false, true, false, true},     // 3.0
    {true, false, true, true, false, true, true, true},      // 4.1
};

// protobuf-net-data-light has one version and no options.
constexpr VersionTraits kLight = {true, true, true, true, false, true, false, true};

const VersionTraits& traits_of(const WriteOptions& options) {
  return options.layout == Layout::Light ? kLight : traits_of(options.version);
}

std::string_view without_namespace(std::string_view type_name) {
  return type_name.substr(type_name.rfind('.') + 1);  // npos + 1 is 0
}

}  // namespace

const VersionTraits& traits_of(Version version) { return kVersions[static_cast<std::size_t>(version)]; }

bool has_type(const model::Column& column, const WriteOptions& options) {
  if (column.type_name != model::clr_name(column.kind())) return false;  // an enum, stored as its number
  switch (column.kind()) {
    case model::ValueKind::TimeSpan: return traits_of(options).time_spans;
    case model::ValueKind::DateTimeOffset: return traits_of(options).date_time_offsets;
    default: return type_code(column.kind(), options.layout) != 0;
  }
}

bool has_values(CellKind kind, const WriteOptions& options) {
  const VersionTraits& traits = traits_of(options);
  if (kind == CellKind::Char) return traits.characters;
  return (kind != CellKind::Single && kind != CellKind::Double) || traits.fixed_reals;
}

std::string refusal(const model::Column& column, const WriteOptions& options) {
  const VersionTraits& traits = traits_of(options);
  std::vector<std::string_view> names = {"Boolean", "Byte",   "Byte[]", "Char",  "Char[]", "DateTime", "Decimal",
                                         "Double",  "Single", "Guid",   "Int32", "Int64",  "Int16",    "String"};
  if (traits.time_spans) names.push_back("TimeSpan");
  if (!traits.short_type_names) {
    if (traits.nested_tables) names.push_back("DataTable");
    std::ranges::sort(names);
  }
  if (traits.date_time_offsets) names.push_back("DateTimeOffset");
  std::string list;
  for (const std::string_view name : names) list.append(list.empty() ? "" : ", ").append(name);
  if (traits.short_type_names) {
    return "The data type '" + std::string(without_namespace(column.type_name)) +
           "' is not supported. The supported data types are: " + list + ".";
  }
  return "Cannot serialize data column of type '" + column.type_name +
         "'. Only the following column types are supported: " + list + ".";
}

bool reaches_other_table(std::string_view expression) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 0; i < expression.size();) {
    const char c = expression[i];
    if (constexpr std::string_view kOpen = "'\"#[`"; kOpen.find(c) != std::string_view::npos) {
      const std::size_t end = expression.find(c == '[' ? ']' : c, i + 1);
      if (end == std::string_view::npos) return false;
      i = end + 1;
    } else if (is_word(c)) {
      std::string word;
      for (; i < expression.size() && is_word(expression[i]); ++i) word += static_cast<char>(expression[i] | 0x20);
      std::size_t next = i;
      while (next < expression.size() && expression[next] == ' ') ++next;
      const bool opens = next < expression.size() && (expression[next] == '.' || expression[next] == '(');
      if (opens && (word == "parent" || word == "child")) return true;
    } else {
      ++i;
    }
  }
  return false;
}

bool is_left_out(const model::Column& column, const WriteOptions& options) {
  if (column.expression.empty() || options.layout == Layout::Light || reaches_other_table(column.expression)) {
    return false;
  }
  return !options.computed_columns.value_or(traits_of(options).computed_columns);
}

bool omits_empty_arrays(const WriteOptions& options) {
  if (options.layout == Layout::Light) return false;
  return options.empty_arrays_as_null.value_or(!traits_of(options).empty_arrays);
}

}  // namespace dotwire::protobuf_data
