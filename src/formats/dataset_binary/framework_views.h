// Framework collections in a payload, seen through their fields. Views borrow from the graph.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/load.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"

namespace dotwire::dataset_binary {

// The elements of an array of slots, where null runs are one slot.
class SlotCursor {
 public:
  explicit SlotCursor(const model::ArrayNode& array)
      : at_(array.slots), end_(array.slots == nullptr ? nullptr : array.slots + array.slot_count) {}

  // The next element; null pointers for nulls, and behind the end.
  const model::Node* next() {
    if (at_ == end_) return nullptr;
    const model::Node* node = at_->node();
    if (++used_ >= at_->count()) {
      ++at_;
      used_ = 0;
    }
    return node;
  }

 private:
  const model::Slot* at_;
  const model::Slot* end_;
  std::uint32_t used_ = 0;
};

// System.Collections.ArrayList: the first `size` elements of its array.
struct ListView {
  const model::ArrayNode* items = nullptr;
  std::uint32_t size = 0;
  SlotCursor elements() const { return SlotCursor(*items); }
};

// System.Collections.BitArray: bit n is bit n % 32 of word n / 32.
struct BitsView {
  const std::uint8_t* words = nullptr;
  std::uint64_t word_count = 0;
  bool get(std::uint64_t bit) const { return (load<std::uint32_t>(words + bit / 32 * 4) >> (bit % 32) & 1) != 0; }
};

// System.Collections.Hashtable and System.Data.PropertyCollection.
struct HashtableView {
  const model::ArrayNode* keys = nullptr;
  const model::ArrayNode* values = nullptr;
  std::uint64_t count = 0;
  std::int32_t hash_size = 0;
  std::int32_t version = 0;
};

struct Int32View {
  const std::uint8_t* bytes = nullptr;
  std::uint64_t count = 0;
  std::int32_t operator[](std::uint64_t i) const { return load<std::int32_t>(bytes + i * 4); }
};

Result<ListView> list_view(const model::Node* node);
// With at least `bit_count` bits in its array.
Result<BitsView> bits_view(const model::Node* node, std::uint64_t bit_count);
Result<HashtableView> hashtable_view(const model::Node* node);
Result<Int32View> int32_view(const model::Node* node);

// A one-dimensional array of primitives of this kind, or null.
const model::ArrayNode* as_primitives(const model::Node* node, Primitive kind);
// A one-dimensional array of references or structs, or null.
const model::ArrayNode* as_slots(const model::Node* node);

// The Int32 field of that name; nothing else will do.
Result<std::int32_t> int32_field(const model::ObjectNode& object, std::string_view name);
// What a field refers to; null for null, for primitives and where there is no such field.
const model::Node* field(const model::ObjectNode& object, std::string_view name);
const model::Node* field(const model::ObjectNode& object, const model::Member& member);
bool has_type(const model::Node* node, std::string_view type_name);

}  // namespace dotwire::dataset_binary
