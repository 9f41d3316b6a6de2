// Writes C++ objects that form a tree: each is met once, so that ids are only counted, and an object's values go out
// under one check of room. The bytes are those of WriteEngine with distinct strings (nrbf-soap.md A.7, A.8).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "codecs/nrbf_graph/tree_write_plan.h"
#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

inline constexpr std::size_t kTreeShortText = 16;                           // copied as one block, whatever its size
inline constexpr std::uint32_t kTreeTextRoom = 1 + 4 + 5 + kTreeShortText;  // record, id, length

inline constexpr std::int32_t kTreeRootId = 1;

class TreeWriter {
 public:
  // Null: not for this writer. Kept for the next time.
  TreePlan* plan_for(const model::Type& root) {
    if (&root == last_root_) return last_plan_;
    return find_plan(root);
  }
  Status write(TreePlan& plan, const void* root, Buffer& out);

 private:
  // What waits to be written: objects side by side, numbered one after the other, or a list or its array.
  struct Item {
    const std::uint8_t* address;
    TreeClass* made;
    std::int32_t id;
    std::uint32_t count;
  };
  // Where the next byte goes, how far there is room, and the next id.
  struct Cursor {
    std::uint8_t* at;
    const std::uint8_t* limit;
    std::int32_t next;
  };

  TreePlan* find_plan(const model::Type& root);
  [[gnu::noinline, gnu::cold]] void grow_queue(std::size_t count);
  [[gnu::noinline, gnu::cold]] void grow(Cursor& cursor, std::size_t room);
  void make_room(Cursor& cursor, std::size_t room) {
    if (static_cast<std::size_t>(cursor.limit - cursor.at) < room) [[unlikely]]
      grow(cursor, room);
  }
  void add_item(const std::uint8_t* address, TreeClass& made, std::int32_t id, std::uint32_t count);
  [[gnu::noinline]] void put_first_record(Cursor& cursor, TreeClass& made, const std::uint8_t* object, std::int32_t id);
  void put_varying(Cursor& cursor, const TreeClass& made, const std::uint8_t* object);
  void put_libraries(Cursor& cursor, const TreeClass& made);
  [[gnu::noinline, gnu::cold]] void put_odd_text(Cursor& cursor, std::int32_t id, const std::string& text);
  void put_nulls(Cursor& cursor, std::uint64_t count);
  void put_objects(Cursor& cursor);
  void put_list(Cursor& cursor, const Item& item);
  // False: more elements than .NET takes.
  bool put_object_array(Cursor& cursor, const Item& item);
  bool put_primitives(Cursor& cursor, const Item& item);
  bool put_texts(Cursor& cursor, const Item& item);
  Status write_items(Cursor cursor);

  TreePlan* plan_ = nullptr;
  Buffer* out_ = nullptr;
  std::size_t missing_libraries_ = 0;
  std::vector<Item> queue_;  // its size is its room
  std::optional<Error> error_;
  Item* head_ = nullptr;
  Item* tail_ = nullptr;
  const Item* last_ = nullptr;  // one past the room
  std::unordered_map<const model::Type*, std::unique_ptr<TreePlan>> plans_;
  const model::Type* last_root_ = nullptr;
  TreePlan* last_plan_ = nullptr;
};

}  // namespace dotwire::nrbf
