// Appends to columns without reserving for a whole chunk, as Column's own functions do: a small document then costs
// little. `records` says how many cells are still to come at most.
#pragma once

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

inline void append_null_cell(model::Column& column, std::size_t) { column.append_null(); }

}  // namespace dotwire::dataset_xml
