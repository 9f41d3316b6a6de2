// The rules of .NET's BinaryFormatter writer (nrbf-soap.md A.7, A.8) over (address, Type): ids, order, libraries, class
// records. Graphs and C++ structs are both written by it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/byte_writer.h"
#include "base/text_scan.h"
#include "codecs/nrbf_graph/emit.h"
#include "codecs/nrbf_graph/identity_map.h"
#include "codecs/nrbf_graph/tree_writer.h"
#include "codecs/nrbf_graph/write_options.h"
#include "codecs/nrbf_graph/write_plan.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// The descriptor of a framework class that is not described in C++: its entries, all of which the writer makes.
struct FrameworkClass {
  model::Type type;
  std::vector<model::Member> members;
  std::vector<std::string> texts;
};

class WriteEngine {
 public:
  explicit WriteEngine(WriteOptions options) : options_(options), out_(nowhere_) {}
  ~WriteEngine();

  Status write_graph(const model::Graph& graph, Buffer& out);
  Status write_object(const void* object, const model::Type& type, Buffer& out);

 private:
  // Strings of XsdString have no identity (A.11).
  static constexpr std::int32_t kTextInPlace = -1;

  // What waits in the queue, or is written under an id of its own.
  enum class ItemKind : std::uint8_t {
    Node,        // a node of a graph
    Object,      // a C++ object of a class
    List,        // List<T>: its object
    ListItems,   // List<T>: its inner array
    Array,       // T[]
    Dictionary,  // Dictionary<K, V>
    DictionaryComparer,
    DictionaryPairs,
    Text,  // a string as root
  };
  struct Item {
    ItemKind kind;
    std::int32_t id;
    const void* address;
    const model::Type* type;
  };
  enum class FrameKind : std::uint8_t { Object, Array, Elements, Pairs };
  // An object or array whose values are being written; value types nest.
  struct Frame {
    FrameKind kind;
    Plan* plan;                // Object
    const std::uint8_t* data;  // Object: its address. Elements: of the next one
    std::uint64_t index;       // Object: step. Array: slot. Elements: element
    std::uint64_t count;       // Array: slots. Elements
    std::uint64_t nulls;       // Array: not written yet. Elements: unused capacity
    const model::ArrayNode* array;
    const model::Type* type;  // Elements: of an element. Pairs: of the dictionary
    WriteStep* step;          // Elements: how to write one
  };
  struct Cursor {
    alignas(16) std::uint8_t bytes[model::kCursorSize];
  };

  // --- documents
  void start_document(Buffer& out);
  Status finish_document();
  void drain();
  void drop_written_items();
  void write_item(const Item& item);
  void run_frames();
  void fail(ErrorCode code, std::string message);
  void fail(Error error);

  // --- ids (A.7)
  // A number for something that is asked for this once.
  std::int32_t ask_new(std::uintptr_t token) {
    last_ = token;
    return next_++;
  }
  // `known` is where the object's id is kept, 0 while it has none. True if it was new.
  bool ask(std::int32_t& known, std::uintptr_t token, std::int32_t& id);
  bool ask_node(const model::Node& node, std::int32_t& id);
  bool ask_object(const void* address, const model::Type& type, std::int32_t& id);
  bool ask_text(const std::string& text, bool repeated, std::int32_t& id);
  // Of a string that nothing else refers to.
  std::int32_t new_text_id() { return options_.strings_in_place() ? kTextInPlace : ask_new(0); }
  std::int32_t inline_id() { return -(next_++); }

  // --- libraries
  std::int32_t library_number(std::string_view name);
  std::int32_t graph_library(std::int32_t id_in_graph);
  std::int32_t library_id(std::int32_t number) const {
    return number < 0 ? 0 : libraries_[static_cast<std::size_t>(number)]->id;
  }
  void need_library(std::int32_t number) {
    if (number >= 0 && !is_written(*libraries_[static_cast<std::size_t>(number)])) write_library(number);
  }
  void write_library(std::int32_t number);
  void need_libraries(Plan& plan, const std::uint8_t* data);
  std::int32_t library_of(const model::Node& node);
  std::int32_t library_of(const model::Type& type);
  std::int32_t library_of_value(const Plan& plan, const WriteStep& step, const std::uint8_t* data);
  std::int32_t library_of_recorded(const model::RecordedType& recorded);

  // --- class records (A.8)
  Plan& plan_of(const model::Type& type);
  Plan& find_plan(const model::Type& type);
  std::unique_ptr<Plan> make_plan(const model::Type& type);
  bool names_types(const model::Type& type) const;
  void put_member_types(Plan& plan);
  void settle_metadata(Plan& plan);
  bool same_class(const Plan& a, const Plan& b);
  void emit_class(Plan& plan, std::int32_t id, const std::uint8_t* data);
  void emit_class_head(Plan& plan, const std::uint8_t* data);
  void emit_info(const TypeInfo& info);
  TypeInfo info_of_untyped(const model::Member& member, const std::uint8_t* data);
  TypeInfo info_of_value(const WriteStep& step, const model::Member& member, const std::uint8_t* data);
  void emit_comparer(const Item& item);
  FrameworkClass& framework_class(const model::Type& type, unsigned form);
  void begin_framework_class(FrameworkClass& framework, std::int32_t id);

  // --- values
  void begin_object(const model::Type& type, const std::uint8_t* data, std::int32_t id, bool top_level);
  void run_object(std::size_t frame);
  void write_plain_object(Plan& plan, const std::uint8_t* data);
  // Of an error.
  void name_place(const Plan& plan, const WriteStep& step);
  void name_place(const Plan& plan, const std::uint8_t* object);
  void emit_slot(model::Slot slot);
  void emit_node_value(const model::Node& node, bool reference);
  void emit_step(WriteStep& step, const std::uint8_t* data);
  void emit_text(const std::string& text, bool repeated);
  void emit_new_text(const std::string& text) { emit_string_record(new_text_id(), text); }
  void emit_string_record(std::int32_t id, std::string_view text);
  ElementPlan& element_plan(const model::Type& container, Plan& plan);
  void emit_reference(const void* address, const model::Type& type);
  void emit_pointer(const WriteStep& step, const std::uint8_t* data);
  void emit_nullable(WriteStep& step, const std::uint8_t* data);
  void emit_offset(const std::uint8_t* data, std::int32_t id);
  void emit_inline(const model::Type& type, const std::uint8_t* data);
  void emit_char(const std::uint8_t* unit);

  static ItemKind item_kind(const model::Type& type);

  // --- arrays
  void begin_array(const model::ArrayNode& array, std::int32_t id);
  void run_array(std::size_t frame);
  void emit_text_chunks(const model::ArrayNode& array);
  void begin_elements(const Item& item, bool with_capacity);
  void run_elements(std::size_t frame);
  void emit_list(const Item& item);
  void emit_dictionary(const Item& item);
  void begin_pairs(const Item& item);
  void run_pairs(std::size_t frame);
  void emit_primitive_elements(const model::Type& type, const std::uint8_t* data, std::uint64_t count,
                               std::uint64_t capacity);

  const void* stand_in_for(const void* object, const model::Type& converted);
  const void* default_value(const model::Type& type);
  void free_stand_ins();

  WriteOptions options_;
  TreeWriter trees_;
  Buffer nowhere_;
  ByteWriter out_;
  std::optional<Error> error_;

  std::int32_t next_ = 1;
  std::uintptr_t last_ = 0;
  std::uint64_t document_ = 0;
  std::uint32_t pass_ = 0;  // mark in nodes
  std::vector<Item> queue_;
  std::size_t queue_head_ = 0;
  std::vector<Frame> frames_;
  std::vector<Cursor> cursors_;  // of the Pairs among the frames
  IdentityMap objects_;
  bool track_objects_ = true;
  std::unordered_map<std::string_view, std::int32_t> texts_;  // ByValue
  std::vector<std::int32_t> text_groups_;                     // TextElements::identity -> id

  struct LibraryEntry {
    std::string name;
    std::int32_t id = 0;  // in this document; 0: not written yet
    std::uint64_t document = 0;
  };
  bool is_written(const LibraryEntry& library) const { return library.document == document_ && library.id != 0; }
  std::vector<std::unique_ptr<LibraryEntry>> libraries_;
  std::unordered_map<std::string_view, std::int32_t> library_numbers_;
  std::unordered_map<std::int32_t, std::int32_t> graph_libraries_;
  static constexpr std::size_t kAlwaysLook = ~std::size_t{0};
  std::size_t pending_libraries_ = 0;  // known ones that this document has not written; 0 ends all look-ups

  // First class record of each name in this document; names are numbered for good.
  struct ClassName {
    std::uint64_t document = 0;
    Plan* first = nullptr;
  };
  std::vector<ClassName> class_names_;
  std::unordered_map<std::string, std::uint32_t> class_numbers_;
  std::vector<Plan*> plans_by_serial_;                                           // of described C++ types
  std::unordered_map<const model::Type*, std::unique_ptr<Plan>> plans_;          // C++ types, kept
  std::unordered_map<const model::Type*, std::unique_ptr<Plan>> payload_plans_;  // of one graph
  const model::Type* last_type_ = nullptr;
  Plan* last_plan_ = nullptr;
  const model::Graph* graph_ = nullptr;

  struct StandIn {
    void* memory;
    const model::Type* type;
  };
  std::vector<StandIn> stand_ins_;
  std::vector<std::max_align_t> zeros_;
  std::unordered_map<const model::Type*, bool> aliases_;
  const model::Type* last_root_ = nullptr;
  bool last_root_aliases_ = false;
  // Classes of the framework that serialize entries of their own, by C++ type and form.
  std::unordered_map<std::uintptr_t, std::unique_ptr<FrameworkClass>> framework_classes_;
};

inline void WriteEngine::emit_string_record(std::int32_t id, std::string_view text) {
  std::uint8_t* at = out_.buffer().reserve_more(text.size() + 10);
  *at++ = static_cast<std::uint8_t>(RecordType::BinaryObjectString);
  at = put_7bit(put(at, id), static_cast<std::uint32_t>(text.size()));
  if (!copy_is_ascii(at, text.data(), text.size()) && !is_valid_utf8(text)) [[unlikely]] {
    if (find_invalid_wtf8(text) != kValid) return fail(not_a_text(text));
    return emit_string(out_, id, wtf8_to_utf8(text));
  }
  out_.buffer().commit(at + text.size());
}

}  // namespace dotwire::nrbf
