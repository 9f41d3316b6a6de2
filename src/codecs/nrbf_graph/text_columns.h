// The strings of a payload's string arrays, put straight into columns: most strings of a table need no node then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::nrbf {

// One array of strings. Its node in the graph has a length, but no slots.
struct TextColumn {
  // Strings that have ids and cells one after another.
  struct Run {
    std::int64_t id;
    std::int64_t end;
    std::uint32_t cell;
  };
  // A cell that is a string of another place.
  struct Reference {
    std::uint32_t cell;
    std::uintptr_t key;
  };

  model::Column column{{}, model::ValueKind::String};  // a record is an element
  model::ArrayNode* array = nullptr;
  std::int64_t first_id = 0;  // of the strings in place, whose ids rise; end_id behind the last
  std::int64_t end_id = 0;
  std::vector<Run> runs;
  std::vector<Reference> references;  // in the order of cells
  std::uint64_t referenced_bytes = 0;

  // The cell of the string in place that has this id; nothing if there is none.
  std::optional<std::uint32_t> find(std::int64_t id) const;
};

// A string in place. Without column: there is none.
struct TextPlace {
  const TextColumn* column = nullptr;
  std::uint32_t cell = 0;

  std::string_view text() const { return column->column.text(cell); }
};

// What tells strings from each other: the id where a column holds the string, otherwise its node.
inline std::uintptr_t key_of_id(std::int64_t id) { return static_cast<std::uintptr_t>(id) << 1 | 1; }
inline std::uintptr_t key_of_node(const model::Node* node) { return reinterpret_cast<std::uintptr_t>(node); }
inline bool is_id(std::uintptr_t key) { return (key & 1) != 0; }
inline const model::Node* node_of(std::uintptr_t key) { return reinterpret_cast<const model::Node*>(key); }
inline std::int64_t id_of(std::uintptr_t key) { return static_cast<std::int64_t>(key >> 1); }

// Columns of one payload after another, whose memory is used again.
class TextColumns {
 public:
  // Shorter arrays than `fewest` are no columns.
  explicit TextColumns(std::uint64_t fewest) : fewest_(fewest) {}

  std::uint64_t fewest() const { return fewest_; }
  void clear();
  // An empty column for that array, which becomes the last one, and forgetting it again. Columns do not move. Its
  // strings will have ids from `first_id` on.
  TextColumn& add(model::ArrayNode& array, std::int64_t first_id);
  void drop_last();
  // Somebody has taken the records, or the array has got slots: it is not found any more.
  void release(const TextColumn& column) { by_array_.erase(column.array); }
  bool all_released() const { return by_array_.empty(); }

  // Of strings by reference, in all columns of the payload.
  std::uint64_t referenced_bytes() const { return referenced_bytes_; }
  void add_referenced_bytes(std::uint64_t bytes) { referenced_bytes_ += bytes; }

  std::size_t size() const { return size_; }
  TextColumn& operator[](std::size_t i) { return *columns_[i]; }
  const TextColumn& operator[](std::size_t i) const { return *columns_[i]; }
  // Of that array; null if it has none, or no longer.
  TextColumn* find(const model::Node* array) const;
  // Of the string of that id. Ids rise from column to column.
  TextPlace find(std::int64_t id) const;
  std::uintptr_t key_of(const model::Node* text) const {
    return find(text->id).column != nullptr ? key_of_id(text->id) : key_of_node(text);
  }

  // For the text columns to come, in order: gives them the memory of a table that is done with.
  void take_memory(model::Table& table);

 private:
  TextColumn& at(std::size_t i);

  std::vector<std::unique_ptr<TextColumn>> columns_;  // size_ of them in use
  std::size_t size_ = 0;
  std::uint64_t referenced_bytes_ = 0;
  std::uint64_t fewest_;
  std::unordered_map<const model::Node*, TextColumn*> by_array_;
};

}  // namespace dotwire::nrbf
