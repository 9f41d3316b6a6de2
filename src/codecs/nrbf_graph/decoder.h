// One payload's records to nodes: what graph_reader.cpp, decoder*.cpp share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "base/memory_budget.h"
#include "base/pages.h"
#include "base/text_scan.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/id_table.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "codecs/nrbf_graph/text_columns.h"
#include "codecs/nrbf_graph/untyped_members.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

// An object whose members, or an array whose elements, are being read.
struct DecodeFrame {
  const Step* step;  // objects: the next one
  const Step* step_end;
  model::ObjectNode* object;  // null for arrays
  model::ArrayNode* array;    // null for objects
  std::uint64_t remaining;    // arrays: elements to come
  model::Slot* next_slot;     // arrays: where the next element goes; null: elements gather in the scratch
  std::size_t scratch_base;
  std::uint64_t offset;  // of the array's record
};

// A reference whose target had not been read when it was met. Most references of a payload are such.
class PendingReference {
 public:
  PendingReference(model::Slot* slot, std::uint64_t offset, std::uint32_t allowed)
      : slot_(slot), place_(offset << kRecords | (allowed & ((1U << kRecords) - 1))) {}

  model::Slot& slot() const { return *slot_; }
  std::uint64_t offset() const { return place_ >> kRecords; }
  // Records that fit the place, a bit each.
  std::uint32_t allowed() const { return static_cast<std::uint32_t>(place_) & ((1U << kRecords) - 1); }

 private:
  static constexpr unsigned kRecords = 18;  // of those that may be objects
  model::Slot* slot_;
  std::uint64_t place_;
};

// What a reader keeps from payload to payload.
struct DecoderState {
  GraphReadOptions options;
  std::shared_ptr<ShapeStore> shapes = std::make_shared<ShapeStore>();
  IdTable ids;
  std::vector<DecodeFrame> frames;
  PageVector<PendingReference> pending;
  std::vector<const model::ObjectNode*> untyped;  // whose records named members without types
  PageVector<model::Slot> scratch;
  // Slots of large arrays, which their graphs share. Those that no graph has any more are used again.
  std::vector<std::shared_ptr<PageVector<model::Slot>>> slot_blocks;
  // Boxed values of four bytes at most, by their hash; empty: none yet.
  static constexpr unsigned kSmallScalarBits = 9, kSmallScalars = 1U << kSmallScalarBits;
  std::vector<const model::ScalarNode*> small_scalars;
  std::optional<Error> error;
  MemoryBudget* budget = nullptr;  // of the call

  void start(std::size_t input_size);
};

// Functions give false after they have put an error into the state.
class Decoder {
 public:
  // With `texts`, arrays of strings go there as far as they can.
  Decoder(DecoderState& state, Bytes input, model::Graph& graph, std::uint64_t base, TextColumns* texts = nullptr);

  bool decode();
  // How far it came.
  std::uint64_t offset() const { return offset_of(at_); }
  // Behind decode(): gives the array of a text column slots and nodes after all.
  void expand_texts(const TextColumn& texts);

 private:
  using Slot = model::Slot;

  // --- errors: decoder_errors.cpp
  bool fail(ErrorCode code, const std::uint8_t* at, std::string message);
  bool fail_at(ErrorCode code, std::uint64_t offset, std::string message);
  bool fail(Error error);
  bool fail_truncated(const std::uint8_t* at, const char* what);
  bool fail_short(const std::uint8_t* start, std::uint64_t wanted, std::uint64_t left);
  bool fail_record(const std::uint8_t* at, std::uint8_t type, const char* where);
  bool fail_objects(const std::uint8_t* at);
  bool fail_target(std::uint64_t offset, const model::Node& target);
  std::string path() const;

  // --- primitives: decoder_values.cpp
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::uint64_t offset_of(const std::uint8_t* at) const { return base_ + static_cast<std::uint64_t>(at - begin_); }
  // For decoders that take a reader; `at_` must be set from it afterwards.
  ByteReader reader() const {
    ByteReader in(Bytes(begin_, static_cast<std::size_t>(end_ - begin_)), base_);
    in.set_position(at_);
    return in;
  }
  bool read_i32(std::int32_t& value, const char* what) {
    if (left() < 4) [[unlikely]]
      return fail_truncated(at_, what);
    value = load<std::int32_t>(at_);
    at_ += 4;
    return true;
  }
  bool read_text(std::string_view& text);
  bool read_char(std::uint8_t* to);
  bool read_decimal(std::uint8_t* to);
  bool check_date(const std::uint8_t* at);
  bool read_primitive(Primitive type, std::uint8_t* to);
  bool read_primitive_code(Primitive& type);

  // --- records of the document: decoder_document.cpp
  bool decode_header();
  bool decode_library(const std::uint8_t* start);
  bool decode_top_level(const std::uint8_t* start, RecordType type);
  bool resolve();

  // --- method records: decoder_messages.cpp
  bool decode_message(const std::uint8_t* start, RecordType type);
  bool read_value_with_code(Slot& slot);
  bool read_text_with_code(std::string_view& text, const char* what);
  bool make_message_root();

  // --- stopping early: decoder_partial.cpp
  bool has_enough() const { return objects_left_ == 0 && in_part_; }
  void cut_arrays();
  const model::Node* unread(std::int32_t id);

  // --- strings without nodes: decoder_texts.cpp
  bool decode_texts(model::ArrayNode& node);
  const model::Node* text_node(std::int32_t id);
  const model::Node* text_of_key(std::uintptr_t key);

  // --- classes and arrays: decoder_records.cpp, decoder_arrays.cpp
  bool decode_class(const std::uint8_t* start, RecordType record, Slot& slot);
  bool decode_class_with_id(const std::uint8_t* start, Slot& slot);
  void push_object(model::ObjectNode* node);
  model::ObjectNode* make_object(RecordType record, std::int32_t id, const model::Type* type);
  bool decode_array(const std::uint8_t* start, RecordType record, Slot& slot);
  bool read_length(std::int32_t& length);
  bool decode_array_info(const std::uint8_t* start, model::ArrayNode& node);
  bool decode_primitives(const std::uint8_t* start, model::ArrayNode& node);
  bool decode_chars(const std::uint8_t* start, model::ArrayNode& node);
  bool push_array(const std::uint8_t* start, model::ArrayNode& node);
  void finish_array(const DecodeFrame& frame);
  model::Slot* keep_scratch();
  bool check_depth(const std::uint8_t* at);
  bool claim_values(const model::Type& type, const std::uint8_t* at);

  bool count_object(const std::uint8_t* at) {
    if (objects_left_ == 0) [[unlikely]]
      return fail_objects(at);
    --objects_left_;
    return true;
  }
  bool register_id(std::int32_t id, const model::Node* node, const std::uint8_t* at);

  // --- the walk: decoder.cpp
  bool decode_node(const std::uint8_t* start, RecordType type, Slot& slot);
  bool decode_string(const std::uint8_t* start, Slot& slot);
  bool decode_boxed(const std::uint8_t* start, Slot& slot);
  const model::Node* boxed(const model::ScalarNode& scalar, std::uint32_t size);
  bool decode_short_string(Slot& slot);
  bool decode_value(Slot& where, std::uint32_t allowed, bool settled);
  bool decode_null_run(std::uint64_t remaining, Slot& slot, std::uint64_t& count);
  bool run();
  bool run_object(std::size_t index);
  bool run_array(std::size_t index);
  bool may_stop(std::size_t index) const;
  void gather(Slot slot, std::size_t base);
  void note_pending(Slot& slot, std::uint64_t offset, std::uint32_t allowed);

  template <class T>
  T* make_node(model::NodeKind kind, RecordType record, std::int32_t id) {
    auto* node = ::new (arena_.allocate(sizeof(T))) T;
    node->kind = kind;
    node->record = static_cast<std::uint8_t>(record);
    node->value_kind = model::ValueKind::None;
    node->sql_null = false;
    node->id = id;
    node->written_id = 0;
    node->written_pass = 0;
    return node;
  }

  DecoderState& state_;
  model::Graph& graph_;
  Arena& arena_;
  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t base_;
  std::uint64_t objects_left_;
  bool in_part_ = false;              // Options ask for the first objects only
  std::uint64_t objects_beyond_ = 0;  // then: how many more the limit allows
  std::uint64_t slots_ahead_;
  std::uint64_t value_bytes_left_;  // of the input, less what the values of all objects so far take at least
  std::uint64_t records_ = 0;
  model::MethodMessage* message_ = nullptr;
  const model::Type* unread_type_ = nullptr;
  TextColumns* texts_;
  bool gathered_pending_ = false;  // one of the slots in the scratch is
};

// --- inline

// What a vector takes when one more comes, counted.
template <class T>
void claim_growth(const PageVector<T>& vector, MemoryBudget* budget) {
  if (vector.size() == vector.capacity() && budget != nullptr) [[unlikely]] {
    budget->take(std::max<std::uint64_t>(1, vector.capacity()) * sizeof(T));
  }
}

inline void Decoder::note_pending(Slot& slot, std::uint64_t offset, std::uint32_t allowed) {
  claim_growth(state_.pending, state_.budget);
  state_.pending.emplace_back(&slot, offset, allowed);
}

// Whether a reference may stand in a place that takes these records. The place of a record takes what the record is.
inline bool fits(const model::Node& target, std::uint32_t allowed) { return (allowed >> target.record & 1) != 0; }

// Before an object gets memory: its values are bytes that no other object has.
inline bool Decoder::claim_values(const model::Type& type, const std::uint8_t* at) {
  const std::uint64_t wanted = static_cast<const DecodePlan*>(type.decode_plan)->min_bytes;
  if (wanted > value_bytes_left_) [[unlikely]]
    return fail(ErrorCode::Truncated, at, "the payload is too short for the values of all its objects");
  value_bytes_left_ -= wanted;
  return true;
}

// The frame on top is entered by run().
inline void Decoder::push_object(model::ObjectNode* node) {
  const auto* plan = static_cast<const DecodePlan*>(node->type->decode_plan);
  state_.frames.push_back(
      {plan->steps.data(), plan->steps.data() + plan->steps.size(), node, nullptr, 0, nullptr, 0, 0});
}

inline model::ObjectNode* Decoder::make_object(RecordType record, std::int32_t id, const model::Type* type) {
  void* memory = arena_.allocate(sizeof(model::ObjectNode) + type->size);
  auto* node = ::new (memory) model::ObjectNode{};
  node->kind = model::NodeKind::Object;
  node->record = static_cast<std::uint8_t>(record);
  node->id = id;
  node->type = type;
  return node;
}

inline bool Decoder::check_depth(const std::uint8_t* at) {
  if (state_.frames.size() >= state_.options.limits.depth) [[unlikely]] {
    return fail(ErrorCode::LimitExceeded, at, "records nest deeper than Limits::depth allows");
  }
  return true;
}

}  // namespace dotwire::nrbf
