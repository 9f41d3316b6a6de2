// Single values as the framework objects that stand for them in a payload.
#pragma once

#include <cstdint>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"

namespace dotwire::dataset_binary {

// A cell as a column has it.
struct CellView {
  model::ValueKind kind;
  const std::uint8_t* fixed = nullptr;  // Fixed storage
  std::string_view text;                // Varying storage
  bool null = false;                    // SqlTypes: a null value of the type
  model::SqlStringStyle style = {};     // SqlString
};

// Value types come in place, objects as references, primitives as primitives.
Result<TypedSlot> typed_value(const CellView& cell, GraphBuilder& builder);

// The value of an entry that was added as an object: announced by its own type. A null node is a null reference.
Result<TypedSlot> typed_value(const model::Node* node, const model::Graph& from, GraphBuilder& builder);

// An element of an object[]: primitives and value types are boxed.
Result<model::Slot> boxed_value(const CellView& cell, GraphBuilder& builder);
Result<model::Slot> boxed_value(const model::Node* node, const model::Graph& from, GraphBuilder& builder);

}  // namespace dotwire::dataset_binary
