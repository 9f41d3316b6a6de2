// "$array": its head, and its elements.
#include <algorithm>
#include <optional>

#include "base/arena.h"
#include "base/load.h"
#include "base/try.h"
#include "clr/base64.h"
#include "codecs/json_values/value_json.h"
#include "formats/graph_json/value_reader.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::graph_json {

using json::Token;
using json::TokenKind;
using model::ArrayNode;
using model::BinaryType;
using model::NodeKind;
using model::RecordedType;
using model::Slot;
using nrbf::RecordType;

namespace {

// Nulls as .NET merges them in vectors; elsewhere each is a record of its own.
Slot null_slot(std::uint64_t count, bool merges) {
  const RecordType record = !merges || count == 1 ? RecordType::ObjectNull
                            : count < 256         ? RecordType::ObjectNullMultiple256
                                                  : RecordType::ObjectNullMultiple;
  return Slot::null_run(static_cast<std::uint32_t>(count), static_cast<std::uint8_t>(record));
}

Error unexpected(const Token& name) {
  return {ErrorCode::Malformed, name.offset, "unexpected " + json::shown(name.text)};
}

}  // namespace

Status ValueReader::read_dimensions(const Token& name, std::vector<std::int32_t>& values, std::int64_t least) {
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of numbers"));
  for (;;) {
    DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
    if (done) break;
    if (values.size() == static_cast<std::size_t>(nrbf::kMaxRank)) {
      return Error(ErrorCode::Malformed, name.offset, "more than 32 dimensions");
    }
    DOTWIRE_TRY(const std::int64_t value, in_.read_integer(least, INT32_MAX));
    values.push_back(static_cast<std::int32_t>(value));
  }
  if (values.empty()) return Error(ErrorCode::Malformed, name.offset, "no dimensions");
  return {};
}

// Up to the elements, whose name is the next token.
Status ValueReader::read_head(ArrayNode& array, std::uint64_t offset) {
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> bounds;
  std::int64_t kind = -1;
  for (;;) {
    DOTWIRE_TRY(const Token* next, in_.peek());
    if (next->kind != TokenKind::Name) return Error(ErrorCode::Malformed, next->offset, "the array has no $items");
    if (next->text == "$items" || next->text == "$base64") break;
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.text == "$kind" && kind < 0) {
      DOTWIRE_TRY(kind, in_.read_integer(0, 5));
    } else if (name.text == "$lengths" && lengths.empty()) {
      DOTWIRE_TRY(read_dimensions(name, lengths, 0));
    } else if (name.text == "$lowerBounds" && bounds.empty()) {
      DOTWIRE_TRY(read_dimensions(name, bounds, INT32_MIN));
    } else {
      return unexpected(name);
    }
  }
  if (!lengths.empty() && !bounds.empty() && lengths.size() != bounds.size()) {
    return Error(ErrorCode::Malformed, offset, "$lengths and $lowerBounds have different dimensions");
  }
  const std::size_t rank = std::max<std::size_t>({1, lengths.size(), bounds.size()});
  if (rank > 1 && lengths.empty()) return Error(ErrorCode::Malformed, offset, "an array of that rank needs $lengths");
  array.rank = static_cast<std::uint8_t>(rank);
  const std::uint8_t usual = usual_array_kind(array.element, array.rank, !bounds.empty());
  array.array_kind = kind < 0 ? usual : static_cast<std::uint8_t>(kind);
  const bool rectangular = array.array_kind % 3 == 2;
  if ((array.array_kind >= 3) != !bounds.empty() || (rank > 1 && !rectangular)) {
    return Error(ErrorCode::Malformed, offset, "the $kind does not go with the dimensions");
  }
  std::int32_t* copies = graph_.arena().allocate_array<std::int32_t>(rank);
  std::copy(lengths.begin(), lengths.end(), copies);
  if (lengths.empty()) copies[0] = -1;
  array.lengths = copies;
  if (bounds.empty()) return {};
  auto* bound_copies = graph_.arena().allocate_array<std::int32_t>(rank);
  std::copy(bounds.begin(), bounds.end(), bound_copies);
  array.lower_bounds = bound_copies;
  return {};
}

// The number of elements, when they are known.
Status ValueReader::set_length(ArrayNode& array, std::uint64_t count, std::uint64_t offset) {
  if (count > static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) {
    return Error(ErrorCode::LimitExceeded, offset, "more elements than a .NET array can have");
  }
  array.length = count;
  if (array.lengths[0] < 0) {
    array.lengths = graph_.arena().make<std::int32_t>(static_cast<std::int32_t>(count));
    return {};
  }
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < array.rank; ++i) {
    product *= static_cast<std::uint32_t>(array.lengths[i]);
    if (product > static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) product = nrbf::kMaxArrayLength + std::uint64_t{1};
    if (array.lengths[i] == 0) {
      product = 0;
      break;
    }
  }
  if (product == count) return {};
  return Error(ErrorCode::Malformed, offset, "$lengths do not go with " + std::to_string(count) + " elements");
}

Status ValueReader::begin_array(std::uint64_t offset, std::uint64_t id, const RecordedType& declared, Slot& slot) {
  DOTWIRE_TRY(count_object(offset));
  auto* node = graph_.arena().make<ArrayNode>();
  node->kind = NodeKind::Array;
  DOTWIRE_TRY(node->element, classes_.read_type());
  DOTWIRE_TRY(read_head(*node, offset));
  slot = slot_for(node, declared);
  DOTWIRE_TRY(add_node(node, id, offset));
  DOTWIRE_TRY(const Token items, in_.next());
  const bool primitive = node->element.binary_type == BinaryType::Primitive;
  if (items.text == "$base64") {
    if (!primitive || node->element.primitive != Primitive::Byte) {
      return Error(ErrorCode::Malformed, items.offset, "$base64 is for arrays of Byte");
    }
    return read_base64(*node);
  }
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "the elements"));
  if (primitive) return read_primitives(*node);
  Frame frame;
  frame.array = node;
  frame.base = scratch_.size();
  frame.offset = offset;
  frames_.push_back(frame);
  return {};
}

Status ValueReader::read_base64(ArrayNode& array) {
  DOTWIRE_TRY(const std::string_view text, in_.read_text());
  const std::uint64_t offset = in_.offset();
  Buffer bytes;
  const Status decoded = decode_base64(text, bytes);
  if (!decoded.ok()) return Error(ErrorCode::Malformed, offset, "not base64: " + decoded.error().message());
  array.primitives = copy_bytes(bytes);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, bytes.size(), end.offset);
}

const std::uint8_t* ValueReader::copy_bytes(std::span<const std::uint8_t> bytes) {
  auto* copy = static_cast<std::uint8_t*>(graph_.arena().allocate(bytes.size() + 8));
  std::copy(bytes.begin(), bytes.end(), copy);
  return copy;
}

Status ValueReader::read_primitives(ArrayNode& array) {
  const Primitive primitive = array.element.primitive;
  const std::size_t size = size_of(primitive);
  std::optional<std::uint64_t> high;  // where the first half of a surrogate pair is
  bytes_.clear();
  Frame frame;
  frame.array = &array;
  frames_.push_back(frame);
  for (;; ++frames_.back().elements) {
    DOTWIRE_TRY(const Token token, in_.next());
    if (token.kind == TokenKind::EndArray) break;
    alignas(8) std::uint8_t room[24] = {};
    if (primitive == Primitive::Char) {
      DOTWIRE_TRY(read_element_char(room, token, high));
    } else {
      DOTWIRE_TRY(read_primitive(primitive, room, token));
    }
    bytes_.insert(bytes_.end(), room, room + size);
  }
  if (high) return lone_surrogate(*high);
  frames_.pop_back();
  array.primitives = copy_bytes(bytes_);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, bytes_.size() / size, end.offset);
}

// One encoder writes a whole array, so a surrogate pair is two elements; a lone surrogate has no bytes.
Status ValueReader::read_element_char(std::uint8_t* room, const Token& token, std::optional<std::uint64_t>& high) {
  DOTWIRE_TRY(json_values::load_value(token, model::ValueKind::Char, room));
  const char16_t unit = load<char16_t>(room);
  const bool is_low = (unit & 0xFC00U) == 0xDC00U;
  if (high && !is_low) return lone_surrogate(*high);
  if (!high && is_low) return lone_surrogate(token.offset);
  high.reset();
  if ((unit & 0xFC00U) == 0xD800U) high = token.offset;
  return {};
}

void ValueReader::add_nulls(std::uint64_t count) {
  Frame& frame = frames_.back();
  frame.elements += count;
  constexpr std::uint64_t kMost = UINT32_MAX;
  if (scratch_.size() > frame.base && scratch_.back().is_null() && scratch_.back().count() + count <= kMost) {
    scratch_.back() = null_slot(scratch_.back().count() + count, true);
    return;
  }
  scratch_.push_back(null_slot(count, true));
}

std::size_t ValueReader::add_element() {
  scratch_.emplace_back();
  return scratch_.size() - 1;
}

Status ValueReader::step_array() {
  const std::size_t index = frames_.size() - 1;
  DOTWIRE_TRY(const Token* next, in_.peek());
  if (next->kind == TokenKind::EndArray) {
    DOTWIRE_TRY(in_.next());
    return finish_array();
  }
  if (next->kind == TokenKind::Null) {
    DOTWIRE_TRY(in_.next());
    return add_nulls(1), Status();
  }
  if (next->kind == TokenKind::BeginObject) {
    DOTWIRE_TRY(in_.next());
    DOTWIRE_TRY(const Token* name, in_.peek());
    if (name->kind == TokenKind::Name && name->text == "$nulls") {
      DOTWIRE_TRY(in_.next());
      DOTWIRE_TRY(const std::int64_t count, in_.read_integer(1, nrbf::kMaxArrayLength));
      const std::uint64_t offset = in_.offset();
      DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the nulls"));
      if (static_cast<std::uint64_t>(count) > nulls_left_) {
        return Error(ErrorCode::LimitExceeded, offset, "runs of nulls grow beyond Limits::expansion");
      }
      nulls_left_ -= static_cast<std::uint64_t>(count);
      add_nulls(static_cast<std::uint64_t>(count));
      if (frames_.back().elements <= static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) return {};
      return Error(ErrorCode::LimitExceeded, offset, "more elements than a .NET array can have");
    }
    // Its place first: what it opens puts its elements behind.
    const std::size_t place = add_element();
    Slot slot;
    DOTWIRE_TRY(begin_object(frames_[index].array->element, slot));
    scratch_[place] = slot;
  } else {
    const std::size_t place = add_element();
    Slot slot;
    DOTWIRE_TRY(read_in(frames_[index].array->element, slot));
    scratch_[place] = slot;
  }
  ++frames_[index].elements;
  return {};
}

Status ValueReader::finish_array() {
  const Frame frame = frames_.back();
  ArrayNode& array = *frame.array;
  frames_.pop_back();
  const bool merges = array.array_kind == 0;
  array.slot_count = scratch_.size() - frame.base;
  array.slots = graph_.arena().allocate_array<Slot>(array.slot_count);
  for (std::size_t i = 0; i < array.slot_count; ++i) {
    const Slot slot = scratch_[frame.base + i];
    array.slots[i] = slot.is_null() ? null_slot(slot.count(), merges) : slot;
  }
  scratch_.resize(frame.base);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, frame.elements, end.offset);
}

}  // namespace dotwire::graph_json
