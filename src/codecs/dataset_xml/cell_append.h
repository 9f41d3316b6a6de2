// Appends to columns without reserving for a whole chunk, as Column's own functions do: a small document then costs
// little. `records` says how many cells are still to come at most.
#pragma once

#include <cstring>

#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// Behind a cell that was put into the chunk.
inline void added_cell(model::Column& column, model::Chunk& chunk) {
  ++chunk.size;
  column.added(1);
}

inline void append_text_cell(model::Column& column, std::size_t records, std::string_view text) {
  model::Chunk& chunk = column.tail(records);
  chunk.bytes.append(text);
  chunk.ends.push_back(chunk.bytes.size());
  added_cell(column, chunk);
}

template <class T>
void append_fixed_cell(model::Column& column, std::size_t records, T value) {
  model::Chunk& chunk = column.tail(records);
  chunk.bytes.append(&value, sizeof(T));
  added_cell(column, chunk);
}

inline void append_object_cell(model::Column& column, std::size_t records, const model::Node* node) {
  model::Chunk& chunk = column.tail(records);
  chunk.objects.push_back(node);
  added_cell(column, chunk);
}

inline void append_null_cell(model::Column& column, std::size_t records) {
  model::Chunk& chunk = column.tail(records);
  chunk.set_null_bit(chunk.size);
  switch (column.storage()) {
    case model::Storage::Fixed: {
      std::uint8_t* const at = chunk.bytes.reserve_more(column.width());
      std::memset(at, 0, column.width());
      chunk.bytes.commit(at + column.width());
      break;
    }
    case model::Storage::Varying: chunk.ends.push_back(chunk.bytes.size()); break;
    case model::Storage::Object: chunk.objects.push_back(nullptr); break;
  }
  added_cell(column, chunk);
}

}  // namespace dotwire::dataset_xml
