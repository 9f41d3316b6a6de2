#include "model/lone_surrogates.h"

#include "base/load.h"
#include "base/unicode.h"
#include "model/text_paths.h"

namespace dotwire::model {
namespace {

bool is_lone(std::string_view text) { return find_lone_surrogate(text) != kValid; }
bool is_lone(char16_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

bool is_lone(const Node* node) {
  if (const StringNode* text = as_string(node); text != nullptr) return is_lone(text->view());
  const ScalarNode* scalar = as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Char && is_lone(load<char16_t>(scalar->value));
}

struct IsLone {
  bool operator()(std::string_view text) const { return is_lone(text); }
  bool operator()(const Node* node) const { return is_lone(node); }
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
  TextPaths paths(IsLone{});
  paths.add_names(table);
  return paths.take();
}

std::vector<std::string> lone_surrogates_of_schema(const Table& table) {
  TextPaths paths(IsLone{});
  paths.add_names(table);
  paths.add_table(table);
  return paths.take();
}

std::vector<std::string> lone_surrogates_of_schema(const TableSet& set) {
  TextPaths paths(IsLone{});
  paths.add_set(set);
  return paths.take();
}

}  // namespace dotwire::model
