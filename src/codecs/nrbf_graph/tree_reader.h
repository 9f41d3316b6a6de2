// BinaryFormatter payloads straight into C++ structs, where the structs form a tree: one pass, no nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/read_options.h"
#include "codecs/nrbf_graph/tree_plan.h"

namespace dotwire::nrbf {

// Reads what .NET usually writes: every object referred to once, before its own record. It takes no payload that the
// general reader refuses, and explains nothing: whatever it does not take, the general reader reads or refuses.
class TreeReader {
 public:
  explicit TreeReader(const ReadOptions& options) : options_(options), plans_({options.ignore_unknown_members}) {}

  // True: the object holds what the payload says. False: not for this reader; the object is valid, but partly read.
  bool read(Bytes input, void* object, const model::Type& type);
  // Of what was read last, with its MessageEnd.
  std::uint64_t payload_size() const { return payload_size_; }

 private:
  enum class State : std::uint32_t { Waiting, Object, Array, String, Library };
  // What an id of this payload stands for.
  struct Entry {
    std::uint32_t payload = 0;  // stale unless it is the number of this one
    State state = State::Waiting;
    // Waiting: where the object goes. String: its text.
    void* target = nullptr;
    // Waiting, Array: what is expected.
    TreeType* type = nullptr;
    union {
      const TreeRecord* record = nullptr;  // Object
      std::uint64_t count;                 // Waiting, of an array: elements that are wanted, or kAll. String: bytes
    };
    std::uint32_t depth = 0;  // Waiting: owning pointers and containers of objects above
  };
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  // Functions give where they stopped, or null: not for this reader.
  const std::uint8_t* read_library(const std::uint8_t* at);
  const std::uint8_t* read_class(const std::uint8_t* at, TreeType& type, void* target, std::uint32_t depth,
                                 std::uint32_t nesting, bool announced);
  const std::uint8_t* read_members(const std::uint8_t* at, const TreeRecord& record, std::uint8_t* target,
                                   std::uint32_t depth, std::uint32_t nesting);
  const std::uint8_t* read_list(const std::uint8_t* at, const TreeRecord& record, void* list, std::uint32_t depth);
  const std::uint8_t* read_array(const std::uint8_t* at);
  const std::uint8_t* read_array_info(const std::uint8_t* at, std::int32_t& length, std::uint32_t& records,
                                      Primitive& primitive);
  const std::uint8_t* read_elements(const std::uint8_t* at, const TreeType& type, void* container, std::uint64_t length,
                                    std::uint64_t count, std::uint32_t depth);
  const std::uint8_t* read_primitives(const std::uint8_t* at, const TreeType& type, void* container,
                                      std::uint64_t length, std::uint64_t count, Primitive primitive);
  const std::uint8_t* read_text(const std::uint8_t* at, std::string_view& text);
  const std::uint8_t* read_string(const std::uint8_t* at, std::string_view& text);
  const std::uint8_t* read_value(const std::uint8_t* at, const TreeStep& step, std::uint8_t* target,
                                 std::uint32_t depth, std::uint32_t nesting);
  const std::uint8_t* read_primitive(const std::uint8_t* at, Primitive primitive, std::uint32_t length, void* target);
  const std::uint8_t* refer(const std::uint8_t* at, TreeType& type, void* target, std::uint64_t count,
                            std::uint32_t depth);
  bool set_null(const TreeStep& step, void* target) const;

  std::size_t left(const std::uint8_t* at) const { return static_cast<std::size_t>(end_ - at); }
  // The entry of an id; null for ids that no payload of this size needs.
  Entry* entry(std::int32_t id);
  Entry* grow(std::vector<Entry>& entries, std::size_t index);
  bool is_known(const Entry& entry) const { return entry.payload == payload_; }

  ReadOptions options_;
  TreePlans plans_;
  std::vector<Entry> entries_;
  Entry* first_entry_ = nullptr;  // of entries_, whose own size takes a division by the size of an entry
  std::size_t entry_count_ = 0;
  std::vector<Entry> negative_;  // of values in place
  std::uint32_t payload_ = 0;
  std::uint64_t waiting_ = 0;
  std::uint64_t objects_left_ = 0;
  std::size_t libraries_ = 0;
  std::size_t most_ids_ = 0;
  std::uint64_t payload_size_ = 0;
  const std::uint8_t* end_ = nullptr;
};

}  // namespace dotwire::nrbf
