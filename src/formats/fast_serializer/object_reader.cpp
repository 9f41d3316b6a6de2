#include "formats/fast_serializer/object_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/arena.h"
#include "base/memory_budget.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "formats/fast_serializer/value_kinds.h"
#include "model/well_known.h"

namespace dotwire::fast_serializer {

using model::BinaryType;
using model::Node;
using model::RecordedType;
using model::Slot;
using model::ValueKind;

namespace {

constexpr std::uint8_t kNoRecord = 10;  // Slot::null_record() of an empty slot

}  // namespace

Status ObjectReader::take_memory(std::uint64_t bytes, const std::uint8_t* at) {
  if (Budget::take(budget_.memory, bytes) && Budget::take(budget_.objects, 1)) return {};
  return error_at(at, ErrorCode::LimitExceeded, "more values than the limits allow");
}

bool ObjectReader::is_exact(const Decimal& value) {
  constexpr Decimal kOne{1, 0, 0, 0};
  if (value.is_zero()) return value != Decimal();
  // A power of ten has as many zero bits at its end.
  const std::uint32_t zeros = (std::uint32_t{1} << std::min(value.scale(), 31)) - 1;
  return zeros != 0 && (value.lo & zeros) == 0 && compare(value, kOne) == 0;
}

Result<DateTime> ObjectReader::date_of(const Value& value, const std::uint8_t* at) {
  if (value.code == Code::OptimizedDateTime) return value.get<DateTime>();
  Result<DateTime> date = from_binary(value.get<std::int64_t>(), zone_, cursor_);
  if (!date.ok()) date.error().set_offset(decoder_.offset_of(at));
  return date;
}

Result<std::string_view> ObjectReader::read_string(const std::uint8_t*& at) {
  const std::uint8_t* const start = at;
  Value value;
  const std::uint8_t* const end = decoder_.decode(at, value);
  if (end == nullptr) return decoder_.error();
  if (value.code != Code::String) {
    return error_at(start, ErrorCode::Malformed, "a string is wanted, not " + std::string(name_of(value.code)));
  }
  const std::size_t invalid = find_invalid_utf8(value.text);
  if (invalid != kValid) return error_at(start, ErrorCode::Malformed, "string is not UTF-8");
  if (!Budget::take(budget_.expansion, value.text.size())) {
    return error_at(start, ErrorCode::LimitExceeded, "texts grow beyond Limits::expansion");
  }
  at = end;
  return value.text;
}

Result<const Node*> ObjectReader::scalar(const Value& value, const std::uint8_t* at, model::Graph& graph) {
  DOTWIRE_TRY(take_memory(kNodeSize + (value.code == Code::String ? value.text.size() : 0), at));
  note(value);
  if (value.code == Code::String) {
    if (!is_valid_utf8(value.text)) return error_at(at, ErrorCode::Malformed, "string is not UTF-8");
    return static_cast<const Node*>(graph.make_string(value.text));
  }
  if (value.code == Code::DateTime || value.code == Code::OptimizedDateTime) {
    DOTWIRE_TRY(const DateTime date, date_of(value, at));
    return static_cast<const Node*>(graph.make_scalar(ValueKind::DateTime, date));
  }
  model::ScalarNode* node = graph.make_scalar(kind_of(value.code));
  std::memcpy(node->value, value.bytes, sizeof(node->value));
  return static_cast<const Node*>(node);
}

Result<Element> ObjectReader::read(const std::uint8_t*& at, model::Graph& graph) {
  frames_.clear();
  try {
    return run(at, graph, 0);
  } catch (const MemoryLimitReached&) {
    return memory_error(decoder_.offset_of(at));
  }
}

Result<std::vector<Element>> ObjectReader::read_body(const std::uint8_t*& at, model::Graph& graph) {
  frames_.clear();
  DOTWIRE_TRY(push(at, at, Code::Invalid, {}));
  while (frames_[0].filled < frames_[0].length) {
    DOTWIRE_TRY(const bool is_run, take_run(at));
    if (is_run && !frames_[0].repeat) continue;
    DOTWIRE_TRY(const Element element, run(at, graph, 1));
    DOTWIRE_TRY(deliver(at, element));
  }
  return std::move(frames_[0].elements);
}

// Until the value is whole that starts at `at`; frames below `base` are the caller's.
Result<Element> ObjectReader::run(const std::uint8_t*& at, model::Graph& graph, std::size_t base) {
  for (;;) {
    if (frames_.size() > base) {
      Frame& top = frames_.back();
      if (top.filled == top.length && !top.repeat) {
        const Element whole = finish(top, graph);
        frames_.pop_back();
        if (frames_.size() == base) return whole;
        DOTWIRE_TRY(deliver(at, whole));
        continue;
      }
      if (!top.repeat && top.code != Code::NonOptimizedTypedArray) {
        DOTWIRE_TRY(const bool is_run, take_run(at));
        if (is_run) continue;
      }
    }
    Element element;
    DOTWIRE_TRY(const bool whole, begin_value(at, graph, element));
    if (!whole) continue;
    if (frames_.size() == base) return element;
    DOTWIRE_TRY(deliver(at, element));
  }
}

Result<bool> ObjectReader::take_run(const std::uint8_t*& at) {
  if (at == decoder_.end()) return error_at(at, ErrorCode::Truncated, "the input ends inside an array");
  const Code code = decoder_.code_at(at);
  Frame& top = frames_.back();
  if (code == Code::DuplicateValueSequence && !top.repeat) {
    top.repeat = true;
    ++at;
    return true;
  }
  if (code != Code::NullSequence && code != Code::DBNullSequence) return false;
  const std::uint8_t* const start = at;
  std::uint32_t more = 0;
  const std::uint8_t* const end = decoder_.decode_count(at + 1, more);
  if (end == nullptr) return decoder_.error();
  const Element element{code == Code::NullSequence ? ElementKind::Null : ElementKind::DBNull, nullptr};
  DOTWIRE_TRY(add(top, element, std::uint64_t{more} + 1, start));
  at = end;
  return true;
}

Status ObjectReader::deliver(const std::uint8_t*& at, const Element& element) {
  Frame& top = frames_.back();
  std::uint32_t more = 0;
  if (top.repeat) {
    const std::uint8_t* const end = decoder_.decode_count(at, more);
    if (end == nullptr) return decoder_.error();
    at = end;
    top.repeat = false;
  }
  return add(top, element, std::uint64_t{more} + 1, at);
}

Status ObjectReader::add(Frame& frame, const Element& element, std::uint64_t count, const std::uint8_t* at) {
  if (count > frame.length - frame.filled) {
    return error_at(at, ErrorCode::Malformed, "a run is longer than what is left of its array");
  }
  if (count > 1 && !Budget::take(budget_.expansion, count * sizeof(Slot))) {
    return error_at(at, ErrorCode::LimitExceeded, "runs grow beyond Limits::expansion");
  }
  frame.filled += count;
  const Node* const last = std::exchange(frame.last, element.node);
  if (last != nullptr && element.node != nullptr && frame.code != Code::NonOptimizedTypedArray) {
    note_neighbours(comparable_of(last), comparable_of(element.node));
  }
  if (frame.code == Code::Invalid) {
    DOTWIRE_TRY(take_memory(count * sizeof(Element), at));
    frame.elements.insert(frame.elements.end(), count, element);
    return {};
  }
  if (element.kind == ElementKind::Null) {
    frame.slots.push_back(Slot::null_run(static_cast<std::uint32_t>(count), count < 256 ? 13 : 14));
    return {};
  }
  DOTWIRE_TRY(take_memory(count * sizeof(Slot), at));
  const bool in_place = element.node == nullptr || element.node->kind == model::NodeKind::String ||
                        element.node->kind == model::NodeKind::Scalar;
  frame.slots.insert(frame.slots.end(), count, in_place ? Slot::in_place(element.node) : Slot::reference(element.node));
  return {};
}

Status ObjectReader::push(const std::uint8_t*& at, const std::uint8_t* start, Code code, std::string_view type) {
  Frame frame;
  frame.code = code;
  frame.type = type;
  frame.start = start;
  const std::uint8_t* const end = decoder_.decode_count(at, frame.length);
  if (end == nullptr) return decoder_.error();
  if (frame.length > INT32_MAX) return error_at(at, ErrorCode::Malformed, "length of an array is negative");
  if (frames_.size() >= budget_.depth) {
    return error_at(start, ErrorCode::LimitExceeded, "arrays are nested deeper than Limits::depth");
  }
  DOTWIRE_TRY(take_memory(sizeof(Frame), start));
  at = end;
  frames_.push_back(std::move(frame));
  return {};
}

RecordedType ObjectReader::element_type(std::string_view type, model::Graph& graph) {
  RecordedType recorded;
  const model::QualifiedName name = model::split_qualified_name(type);
  if (name.type == "System.String") {
    recorded.binary_type = BinaryType::String;
  } else if (name.type != "System.Object") {
    recorded.binary_type = name.assembly.empty() ? BinaryType::SystemClass : BinaryType::Class;
    recorded.name = graph.arena().copy(name.type);
    if (!name.assembly.empty()) recorded.library_id = graph.add_library(name.assembly);
  }
  return recorded;
}

Element ObjectReader::finish(Frame& frame, model::Graph& graph) {
  // A DBNull is an object like others. So far an empty slot stands for it, while nulls say their record.
  std::vector<Slot> slots = std::move(frame.slots);
  const Node* db_null = nullptr;
  for (Slot& slot : slots) {
    if (!slot.is_null() || slot.null_record() != kNoRecord) continue;
    if (db_null == nullptr) db_null = graph.make_scalar(ValueKind::DBNull);
    slot = Slot::in_place(db_null);
  }
  if (frame.code == Code::ArrayList) return node_element(array_list(slots, frame.length, graph));
  RecordedType type;
  if (frame.code == Code::StringArray) type.binary_type = BinaryType::String;
  if (!frame.type.empty()) type = element_type(frame.type, graph);
  model::ArrayNode* array = graph.make_array(type, slots.size());
  std::copy(slots.begin(), slots.end(), array->slots);
  if (slots.size() != frame.length) {
    array->length = frame.length;
    auto* length = graph.arena().allocate_array<std::int32_t>(1);
    *length = static_cast<std::int32_t>(frame.length);
    array->lengths = length;
  }
  return node_element(array);
}

Result<bool> ObjectReader::begin_value(const std::uint8_t*& at, model::Graph& graph, Element& element) {
  const std::uint8_t* const start = at;
  Value value;
  const std::uint8_t* const end = decoder_.decode(at, value);
  if (end == nullptr) return decoder_.error();
  at = end;
  switch (value.code) {
    case Code::Null: element = {ElementKind::Null, nullptr}; return true;
    case Code::DBNull: element = {ElementKind::DBNull, nullptr}; return true;
    case Code::BitVector32: {
      DOTWIRE_TRY(take_memory(256, start));
      element = node_element(bit_vector(value.get<std::int32_t>(), graph));
      return true;
    }
    default: break;
  }
  const bool simple = value.code == Code::String || value.code == Code::DateTime ||
                      value.code == Code::OptimizedDateTime || kind_of(value.code) != ValueKind::None;
  if (!simple) {
    at = start + 1;
    Result<bool> whole = begin_complex(at, value.code, graph, element);
    if (whole.ok() && *whole && (value.code == Code::Other || value.code == Code::SingleInstance)) {
      recorded_.forms[element.node] =
          std::string(reinterpret_cast<const char*>(start), static_cast<std::size_t>(at - start));
    }
    return whole;
  }
  DOTWIRE_TRY(const Node* node, scalar(value, start, graph));
  element = node_element(node);
  return true;
}

}  // namespace dotwire::fast_serializer
