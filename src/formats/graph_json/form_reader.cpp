#include "formats/graph_json/form_reader.h"

#include <algorithm>

#include "base/arena.h"
#include "base/try.h"
#include "base/unicode.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::graph_json {
namespace {

using json::Token;
using json::TokenKind;
using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::Slot;
using nrbf::RecordType;

constexpr std::int64_t kRecordOfNull = 10;

bool is_null_run(std::int64_t record) { return record == 13 || record == 14; }

Error wrong(std::uint64_t offset, std::string message) { return {ErrorCode::Malformed, offset, std::move(message)}; }

// Whether a node can be in that record.
bool fits(const Node& node, RecordType record) {
  if (node.kind == NodeKind::String) {
    return record == RecordType::BinaryObjectString && find_lone_surrogate(model::as_string(&node)->view()) == kValid;
  }
  if (const ObjectNode* object = model::as_object(&node)) {
    const bool has_library = object->type->library_id != 0;
    switch (record) {
      case RecordType::ClassWithId: return true;
      case RecordType::SystemClassWithMembers:
      case RecordType::SystemClassWithMembersAndTypes: return !has_library;
      case RecordType::ClassWithMembers:
      case RecordType::ClassWithMembersAndTypes: return has_library;
      default: return false;
    }
  }
  const ArrayNode& array = *model::as_array(&node);
  if (record == RecordType::BinaryArray) return true;
  if (array.rank != 1 || array.array_kind != 0) return false;
  switch (array.element.binary_type) {
    case BinaryType::Primitive: return record == RecordType::ArraySinglePrimitive;
    case BinaryType::String: return record == RecordType::ArraySingleString;
    case BinaryType::Object: return record == RecordType::ArraySingleObject;
    default: return false;
  }
}

}  // namespace

Status FormReader::read() {
  for (const model::Library& library : graph_.libraries()) ids_.insert(library.id);
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "the form"));
  DOTWIRE_TRY(const Token framing, in_.expect(TokenKind::Name, "\"framing\""));
  if (framing.text != "framing") return wrong(framing.offset, "expected \"framing\"");
  DOTWIRE_TRY(read_framing());
  DOTWIRE_TRY(const Token records, in_.expect(TokenKind::Name, "\"records\""));
  if (records.text != "records") return wrong(records.offset, "expected \"records\"");
  DOTWIRE_TRY(read_records());
  DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the form"));
  return {};
}

Status FormReader::read_framing() {
  model::Framing& framing = graph_.framing();
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "[ROOT, HEADER, MAJOR, MINOR]"));
  for (std::int32_t* value : {&framing.root_id, &framing.header_id, &framing.major_version, &framing.minor_version}) {
    DOTWIRE_TRY(const std::int64_t number, in_.read_integer(INT32_MIN, INT32_MAX));
    *value = static_cast<std::int32_t>(number);
  }
  DOTWIRE_TRY(in_.expect(TokenKind::EndArray, "the end of the framing"));
  return {};
}

Status FormReader::read_records() {
  if (graph_.message() != nullptr) ++records_;
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of records"));
  for (;;) {
    DOTWIRE_TRY(const Token token, in_.next());
    if (token.kind == TokenKind::EndArray) return check_end();
    if (token.kind == TokenKind::Number) {
      DOTWIRE_TRY(const std::uint64_t count, parse_count(token));
      DOTWIRE_TRY(take_usual(count, token.offset));
      continue;
    }
    if (token.kind != TokenKind::BeginArray) return wrong(token.offset, "expected a record or a number of usual ones");
    DOTWIRE_TRY(const Entry entry, read_entry());
    if (is_null_run(entry.numbers[0])) {
      DOTWIRE_TRY(take_nulls(entry));
    } else {
      DOTWIRE_TRY(take_node(entry));
    }
  }
}

Result<std::uint64_t> FormReader::parse_count(const Token& token) {
  std::uint64_t count = 0;
  for (const char c : token.text) {
    if (c < '0' || c > '9' || count > UINT32_MAX) return wrong(token.offset, "not a number of records");
    count = count * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return count;
}

Result<FormReader::Entry> FormReader::read_entry() {
  Entry entry;
  entry.offset = in_.offset();
  for (;;) {
    DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
    if (done) break;
    if (entry.count == std::size(entry.numbers)) return wrong(entry.offset, "a record of more than four numbers");
    DOTWIRE_TRY(entry.numbers[entry.count], in_.read_integer(INT32_MIN, INT32_MAX));
    ++entry.count;
  }
  if (entry.count < 2) return wrong(entry.offset, "a record of fewer than two numbers");
  return entry;
}

std::uint64_t FormReader::slot_count(const Frame& frame) {
  return frame.object != nullptr ? frame.object->type->members.size() : frame.array->slot_count;
}

void FormReader::finish(const Frame& frame) {
  if (frame.array == nullptr) return;
  ArrayNode& array = *frame.array;
  array.slot_count = slots_.size() - frame.base;
  array.slots = graph_.arena().allocate_array<Slot>(array.slot_count);
  std::copy(slots_.begin() + static_cast<std::ptrdiff_t>(frame.base), slots_.end(), array.slots);
  slots_.resize(frame.base);
}

bool FormReader::enter_next() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.object != nullptr) {
      const auto members = frame.object->type->members;
      while (frame.next < members.size() && members[frame.next].recorded.binary_type == BinaryType::Primitive) {
        ++frame.next;
      }
    }
    if (frame.next < slot_count(frame)) return true;
    finish(frame);
    frames_.pop_back();
  }
  return false;
}

Slot FormReader::current() const {
  const Frame& frame = frames_.back();
  if (frame.array != nullptr) return frame.array->slots[frame.next];
  return frame.object->slot(frame.object->type->members[frame.next]);
}

// Says how the slot, or so many of its nulls, are recorded.
void FormReader::put(Slot slot, std::uint64_t taken) {
  Frame& frame = frames_.back();
  const std::uint64_t whole = current().count();
  if (frame.array != nullptr) {
    slots_.push_back(slot);
  } else {
    frame.object->slot(frame.object->type->members[frame.next]) = slot;
  }
  frame.used += taken;
  if (frame.used < whole) return;
  frame.used = 0;
  ++frame.next;
}

// A library's record does not stand inside of a run.
std::uint64_t FormReader::until_library(std::uint64_t count) {
  const auto libraries = graph_.libraries();
  while (next_library_ < libraries.size() && libraries[next_library_].position <= records_) ++next_library_;
  if (next_library_ == libraries.size()) return count;
  return std::min(count, libraries[next_library_].position - records_);
}

// References, single nulls and boxed primitives.
Status FormReader::take_usual(std::uint64_t count, std::uint64_t offset) {
  while (count != 0) {
    if (!enter_next()) return wrong(offset, "there are fewer members and elements than records");
    const Slot slot = current();
    std::uint64_t taken = 1;
    if (slot.is_null()) {
      taken = until_library(std::min<std::uint64_t>(count, slot.count() - frames_.back().used));
      put(Slot::null_run(static_cast<std::uint32_t>(taken), kRecordOfNull), taken);
    } else {
      const bool in_place = slot.node()->kind == NodeKind::Scalar;
      put(in_place ? Slot::in_place(slot.node()) : Slot::reference(slot.node()), 1);
    }
    records_ += taken;
    count -= taken;
  }
  return {};
}

Status FormReader::take_nulls(const Entry& entry) {
  const std::int64_t count = entry.numbers[1];
  if (entry.count != 2 || count < 1 || (entry.numbers[0] == 13 && count > 255)) {
    return wrong(entry.offset, "not a run of nulls");
  }
  if (!enter_next() || !current().is_null() ||
      current().count() - frames_.back().used < static_cast<std::uint64_t>(count)) {
    return wrong(entry.offset, "there are not so many nulls here");
  }
  put(Slot::null_run(static_cast<std::uint32_t>(count), static_cast<std::uint8_t>(entry.numbers[0])),
      static_cast<std::uint64_t>(count));
  ++records_;
  return {};
}

Status FormReader::take_node(const Entry& entry) {
  const std::size_t own = entry.numbers[0] == static_cast<std::int64_t>(RecordType::ClassWithId) ? 3 : 2;
  if (enter_next()) {
    if (entry.count != own) return wrong(entry.offset, "not so many numbers in the record of a member or element");
    const Node* node = current().node();
    if (node == nullptr || node->kind == NodeKind::Scalar) return wrong(entry.offset, "no object stands here");
    put(Slot::in_place(node), 1);
    // The graph is being made here: nodes are not constant yet.
    return place_node(const_cast<Node&>(*node), entry);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  const std::int64_t place = entry.numbers[own];
  if (entry.count != own + 1 || place < 0 || static_cast<std::uint64_t>(place) >= nodes_.size()) {
    return wrong(entry.offset, "the record does not say which object it is");
  }
  Node* node = nodes_[static_cast<std::size_t>(place)];
  graph_.top_level().push_back(node);
  return place_node(*node, entry);
}

Status FormReader::place_node(Node& node, const Entry& entry) {
  const auto id = static_cast<std::int32_t>(entry.numbers[1]);
  if (node.record != 0) return wrong(entry.offset, "the object is recorded twice");
  if (entry.numbers[0] < 0 || entry.numbers[0] > UINT8_MAX || !fits(node, static_cast<RecordType>(entry.numbers[0]))) {
    return wrong(entry.offset, "the object does not go into such a record");
  }
  if (id == 0) return wrong(entry.offset, "object id is 0");
  if (id > 0 && !ids_.insert(id).second) return wrong(entry.offset, "id " + std::to_string(id) + " is used twice");
  node.record = static_cast<std::uint8_t>(entry.numbers[0]);
  node.id = id;
  ++records_;
  if (node.kind == NodeKind::String) return {};
  if (frames_.size() >= max_depth_) {
    return Error(ErrorCode::LimitExceeded, entry.offset, "records nest deeper than Limits::depth allows");
  }
  Frame frame;
  frame.base = slots_.size();
  if (node.kind == NodeKind::Array) {
    frame.array = static_cast<ArrayNode*>(&node);
    if (frame.array->is_primitive()) return {};
  } else {
    frame.object = static_cast<ObjectNode*>(&node);
    DOTWIRE_TRY(set_class(*frame.object, entry));
  }
  frames_.push_back(frame);
  return {};
}

Status FormReader::set_class(ObjectNode& object, const Entry& entry) {
  if (object.record == static_cast<std::uint8_t>(RecordType::ClassWithId)) {
    const auto found = definitions_.find(static_cast<std::int32_t>(entry.numbers[2]));
    if (found == definitions_.end() || found->second.of != object.type) {
      return wrong(entry.offset, "metadata id " + std::to_string(entry.numbers[2]) + " is no record of that class");
    }
    object.type = found->second.recorded;
    return {};
  }
  auto* recorded = graph_.arena().make<model::Type>(*object.type);
  recorded->defining_id = object.id;
  definitions_.insert_or_assign(object.id, Definition{object.type, recorded});
  object.type = recorded;
  return {};
}

Status FormReader::check_end() {
  if (enter_next()) return wrong(in_.offset(), "there are fewer records than members and elements");
  for (const Node* node : nodes_) {
    if (node->record == 0) return wrong(in_.offset(), "an object has no record");
  }
  if (!graph_.libraries().empty() && graph_.libraries().back().position > records_) {
    return wrong(in_.offset(), "a library stands behind all records");
  }
  return {};
}

}  // namespace dotwire::graph_json
