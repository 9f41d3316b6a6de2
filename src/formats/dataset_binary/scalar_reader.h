// Recorded objects that stand for one value: Guid, BigInteger, Type, SqlTypes and the like.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/node_copier.h"

namespace dotwire::dataset_binary {

// A value as a column's cell has it: `fixed` for kinds of Fixed storage, else `text`.
struct Value {
  model::ValueKind kind = model::ValueKind::None;  // None: nothing of that sort
  bool null = false;
  alignas(8) std::uint8_t fixed[24] = {};
  std::string_view text;  // borrows from the node or from `owned`
  model::SqlStringStyle style;
  std::string owned;

  template <class T>
  void set(T value) {
    static_assert(sizeof(T) <= sizeof(fixed));
    std::memcpy(fixed, &value, sizeof(T));
  }
};

// A Type by name (A.10: UnitySerializationHolder).
struct TypeHolder {
  std::string_view type;
  std::string_view assembly;
};

// Nothing where the node stands for something else.
std::optional<TypeHolder> type_holder(const model::Node* node);

// What the node stands for. Errors: an object of such a type that is broken.
Status value_of(const model::Node* node, Value& value);

// The node in a table's graph: a ScalarNode where there is one for the value, else a copy.
Result<const model::Node*> import_value(const model::Node* node, NodeCopier& copier);

}  // namespace dotwire::dataset_binary
