#include "formats/dataset_binary/cell_slots.h"

#include "base/try.h"

namespace dotwire::dataset_binary {

using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Slot;

CellView cell_view(const Column& column, std::uint64_t record) {
  const Chunk& chunk = column.chunk(record / kChunkRows);
  CellView cell{column.kind(), nullptr, {}, false};
  cell.null = chunk.is_null(record % kChunkRows);
  if (column.storage() == model::Storage::Fixed) {
    static constexpr std::uint8_t kNoCell[sizeof(model::SqlDecimalCell)] = {};
    cell.fixed = chunk.is_bare() ? kNoCell : chunk.bytes.data() + record % kChunkRows * column.width();
  } else {
    cell.text = chunk.text(record % kChunkRows);
    if (!chunk.styles.empty()) cell.style = chunk.style(record % kChunkRows);
  }
  return cell;
}

const model::StringNode* text_node(const Chunk& chunk, std::size_t i, GraphBuilder& builder) {
  const std::string_view text = chunk.text(i);
  const std::uint32_t identity = chunk.identity.empty() ? 0 : chunk.identity[i];
  if (text.empty() || identity == model::kMetadataString) return builder.text(text);
  return identity == 0 ? builder.own_text(text) : builder.shared_text(identity, text);
}

Result<Slot> shared_value(const CellView& cell, const Column& column, std::uint64_t record, GraphBuilder& builder) {
  const Chunk& chunk = column.chunk(record / kChunkRows);
  const std::uint32_t identity = chunk.identity.empty() ? 0 : chunk.identity[record % kChunkRows];
  if (identity == 0) return boxed_value(cell, builder);
  Slot& slot = builder.shared_object(identity);
  if (slot.is_null()) {
    DOTWIRE_TRY(slot, boxed_value(cell, builder));
  }
  return slot;
}

Result<Slot> item_of(const Column& column, const model::Graph& nodes, std::uint64_t record, GraphBuilder& builder) {
  const Chunk& chunk = column.chunk(record / kChunkRows);
  const std::size_t i = record % kChunkRows;
  if (chunk.is_null(i) && !model::is_sql(column.kind())) return Slot::reference(builder.db_null());
  if (column.kind() == model::ValueKind::String) return Slot::in_place(text_node(chunk, i, builder));
  if (column.storage() == model::Storage::Object) return boxed_value(chunk.objects[i], nodes, builder);
  return shared_value(cell_view(column, record), column, record, builder);
}

}  // namespace dotwire::dataset_binary
