#include "codecs/nrbf_graph/text_columns.h"

#include <algorithm>

namespace dotwire::nrbf {

std::optional<std::uint32_t> TextColumn::find(std::int64_t id) const {
  const auto run = std::partition_point(runs.begin(), runs.end(), [id](const Run& each) { return each.end <= id; });
  if (run == runs.end() || id < run->id) return std::nullopt;
  return run->cell + static_cast<std::uint32_t>(id - run->id);
}

TextColumn& TextColumns::at(std::size_t i) {
  if (i == columns_.size()) columns_.push_back(std::make_unique<TextColumn>());
  return *columns_[i];
}

void TextColumns::clear() {
  size_ = 0;
  referenced_bytes_ = 0;
  by_array_.clear();
}

TextColumn& TextColumns::add(model::ArrayNode& array, std::int64_t first_id) {
  TextColumn& column = at(size_++);
  column.column.clear_records();
  column.array = &array;
  column.first_id = column.end_id = first_id;
  column.runs.clear();
  column.references.clear();
  column.referenced_bytes = 0;
  by_array_.emplace(&array, &column);
  return column;
}

void TextColumns::drop_last() { by_array_.erase(columns_[--size_]->array); }

TextColumn* TextColumns::find(const model::Node* array) const {
  const auto found = by_array_.find(array);
  return found == by_array_.end() ? nullptr : found->second;
}

TextPlace TextColumns::find(std::int64_t id) const {
  const auto end = columns_.begin() + static_cast<std::ptrdiff_t>(size_);
  const auto found =
      std::partition_point(columns_.begin(), end, [id](const auto& column) { return column->end_id <= id; });
  if (found == end) return {};
  const std::optional<std::uint32_t> cell = (*found)->find(id);
  return cell ? TextPlace{found->get(), *cell} : TextPlace();
}

void TextColumns::take_memory(model::Table& table) {
  std::size_t next = 0;
  for (const auto& column : table.columns) {
    if (column->kind() == model::ValueKind::String) at(next++).column.take_memory(*column);
  }
}

}  // namespace dotwire::nrbf
