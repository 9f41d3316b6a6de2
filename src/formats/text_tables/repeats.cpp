#include "formats/text_tables/repeats.h"

#include <algorithm>

#include "base/reading_limits.h"
#include "model/node_map.h"

namespace dotwire::text_tables {
namespace {

// Shorter ones grow less than the references to them allow.
constexpr std::uint64_t kShort = 64;

// Bytes that it takes at least as text; objects of classes count by what their own texts say elsewhere.
std::uint64_t text_size(const model::Node* node) {
  if (const auto* text = model::as_string(node); text != nullptr) return text->size;
  if (const auto* scalar = model::as_scalar(node); scalar != nullptr) {
    return scalar->has_text() ? scalar->text().size() : 0;
  }
  const auto* array = model::as_array(node);
  if (array == nullptr) return 0;
  std::uint64_t size = array->length;
  for (std::uint64_t i = 0; array->slots != nullptr && i < array->slot_count; ++i) {
    const model::Node* item = array->slots[i].node();
    if (item != nullptr && item->kind == model::NodeKind::String) size += model::as_string(item)->size;
  }
  return size;
}

// Sizes are looked up by node: the arrays in question may be long.
class Repeats {
 public:
  // What the column's cells repeat.
  std::uint64_t add(const model::Column& column) {
    for (std::size_t i = 0; column.storage() == model::Storage::Object && i < column.record_count(); ++i) {
      const model::Node* node = column.object(i);
      if (node == nullptr) continue;
      std::uint32_t& seen = seen_[node];
      if (seen == 0) {
        seen = static_cast<std::uint32_t>(std::min<std::uint64_t>(text_size(node), UINT32_MAX - 1)) + 1;
      } else if (seen > kShort) {
        bytes_ += seen - 1;
      }
    }
    return bytes_;
  }

 private:
  model::NodeMap seen_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Status check_repeats(const Document& document, const Options& options) {
  if (document.size == 0) return {};
  const std::uint64_t most = reading_expansion(options.limits, document.size);
  Repeats repeats;
  for (const model::Table* table : document.tables()) {
    if (!options.table.empty() && table->name != options.table) continue;
    for (const auto& column : table->columns) {
      if (repeats.add(*column) <= most) continue;
      Error error(ErrorCode::LimitExceeded, "objects that stand in many cells grow beyond Limits::expansion");
      error.set_path("tables/" + table->name + "/columns/" + column->name);
      return error;
    }
  }
  return {};
}

}  // namespace dotwire::text_tables
