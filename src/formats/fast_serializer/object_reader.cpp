#include "formats/fast_serializer/object_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/arena.h"
#include "base/memory_budget.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "formats/dataset_binary/node_copier.h"
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
constexpr std::uint64_t kNodeSize = sizeof(model::ScalarNode);

Element node_element(const Node* node) { return {ElementKind::Node, node}; }

model::Member member(std::string_view name, BinaryType type, Primitive primitive = Primitive::Null) {
  model::Member made;
  made.name = name;
  made.recorded.binary_type = type;
  made.recorded.primitive = primitive;
  return made;
}

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

Result<bool> ObjectReader::begin_complex(const std::uint8_t*& at, Code code, model::Graph& graph, Element& element) {
  const std::uint8_t* const start = at - 1;
  switch (code) {
    case Code::ObjectArray:
    case Code::ArrayList:
    case Code::StringArray: {
      DOTWIRE_TRY(push(at, start, code, {}));
      return false;
    }
    case Code::OtherTypedArray: {
      DOTWIRE_TRY(const std::string_view type, read_string(at));
      DOTWIRE_TRY(push(at, start, code, type));
      return false;
    }
    case Code::NonOptimizedTypedArray:
    case Code::PartiallyOptimizedTypedArray:
    case Code::FullyOptimizedTypedArray: {
      DOTWIRE_TRY(push_typed(at, start, code));
      return false;
    }
    case Code::EmptyObjectArray: {
      DOTWIRE_TRY(take_memory(sizeof(model::ArrayNode), start));
      element = node_element(graph.make_array({}, 0));
      return true;
    }
    case Code::EmptyTypedArray: {
      DOTWIRE_TRY(const std::string_view type, read_string(at));
      DOTWIRE_TRY(take_memory(sizeof(model::ArrayNode) + type.size(), start));
      element = node_element(graph.make_array(element_type(type, graph), 0));
      return true;
    }
    case Code::BitArray: {
      std::uint32_t count = 0;
      Bytes bits;
      at = decoder_.decode_bits(at, count, bits);
      if (at == nullptr) return decoder_.error();
      DOTWIRE_TRY(take_memory(256 + bits.size(), start));
      element = node_element(bit_array(count, bits, graph));
      return true;
    }
    case Code::Type: {
      DOTWIRE_TRY(const std::string_view type, read_string(at));
      DOTWIRE_TRY(take_memory(kNodeSize + type.size(), start));
      element = node_element(graph.make_text_scalar(ValueKind::Type, type));
      return true;
    }
    case Code::SingleInstance: {
      std::string_view type;
      at = decoder_.decode_text(at, type);
      if (at == nullptr) return decoder_.error();
      if (!is_valid_utf8(type)) return error_at(start, ErrorCode::Malformed, "name of a type is not UTF-8");
      DOTWIRE_TRY(take_memory(256 + type.size(), start));
      const model::QualifiedName name = model::split_qualified_name(type);
      element = node_element(graph.make_object(graph.make_type(name.type, name.assembly, {})));
      return true;
    }
    case Code::Other: {
      DOTWIRE_TRY(const Node* node, read_payload(at, graph));
      element = node_element(node);
      return true;
    }
    case Code::OptimizedEnum:
    case Code::Enum: {
      DOTWIRE_TRY(const Node* node, read_enum(at, code, graph));
      element = node_element(node);
      return true;
    }
    case Code::OwnedDataSerializableAndRecreatable:
    case Code::SurrogateHandled: {
      DOTWIRE_TRY(const std::string_view type, read_string(at));
      return error_at(start, ErrorCode::Unsupported,
                      "the bytes of a " + std::string(type) + " are known to its own code only");
    }
    default: break;
  }
  if (code >= Code::BooleanArray && code <= Code::UInt64Array) {
    DOTWIRE_TRY(const Node* node, read_array(at, code, graph));
    element = node_element(node);
    return true;
  }
  return error_at(start, ErrorCode::Malformed, "no value starts with " + std::string(name_of(code)));
}

// Of a value type without a code of its own. In short form its elements write themselves.
Status ObjectReader::push_typed(const std::uint8_t*& at, const std::uint8_t* start, Code code) {
  if (code != Code::NonOptimizedTypedArray) {
    return error_at(start, ErrorCode::Unsupported, "the elements of an array are known to their own code only");
  }
  DOTWIRE_TRY(push(at, start, code, {}));
  DOTWIRE_TRY(frames_.back().type, read_string(at));
  return {};
}

const Node* ObjectReader::array_list(const std::vector<Slot>& items, std::uint64_t count, model::Graph& graph) {
  model::ArrayNode* array = graph.make_array({}, items.size());
  std::copy(items.begin(), items.end(), array->slots);
  if (items.size() != count) {
    array->length = count;
    auto* length = graph.arena().allocate_array<std::int32_t>(1);
    *length = static_cast<std::int32_t>(count);
    array->lengths = length;
  }
  const model::Member members[] = {member("_items", BinaryType::ObjectArray),
                                   member("_size", BinaryType::Primitive, Primitive::Int32),
                                   member("_version", BinaryType::Primitive, Primitive::Int32)};
  model::ObjectNode* list = graph.make_object(graph.make_type("System.Collections.ArrayList", {}, members));
  list->slot(list->type->members[0]) = Slot::reference(array);
  list->set(list->type->members[1], static_cast<std::int32_t>(count));
  list->set(list->type->members[2], std::int32_t{1});
  return list;
}

const Node* ObjectReader::bit_array(std::uint32_t count, Bytes bits, model::Graph& graph) {
  std::vector<std::uint32_t> words((std::size_t{count} + 31) / 32);
  if (!bits.empty()) std::memcpy(words.data(), bits.data(), bits.size());
  if (count % 32 != 0) words.back() &= (1U << (count % 32)) - 1;
  const model::Member members[] = {member("m_array", BinaryType::PrimitiveArray, Primitive::Int32),
                                   member("m_length", BinaryType::Primitive, Primitive::Int32),
                                   member("_version", BinaryType::Primitive, Primitive::Int32)};
  model::ObjectNode* object = graph.make_object(graph.make_type("System.Collections.BitArray", {}, members));
  object->slot(object->type->members[0]) =
      Slot::reference(graph.make_primitive_array(Primitive::Int32, words.size(), words.data()));
  object->set(object->type->members[1], static_cast<std::int32_t>(count));
  return object;
}

const Node* ObjectReader::bit_vector(std::int32_t data, model::Graph& graph) {
  const model::Member members[] = {member("data", BinaryType::Primitive, Primitive::UInt32)};
  model::ObjectNode* object = graph.make_object(graph.make_type(
      kBitVectorType, "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089", members));
  object->id = -1;  // a value type
  object->set(object->type->members[0], data);
  return object;
}

Result<Primitive> ObjectReader::underlying_of(const std::uint8_t* start, std::string_view name, bool is_short,
                                              std::uint64_t number) {
  const auto known = enums_ == nullptr ? EnumTypes::const_iterator() : enums_->find(name);
  const bool is_known = enums_ != nullptr && known != enums_->end();
  if (!is_short && !is_known) {
    unknown_enum_ = name;
    return error_at(
        start, ErrorCode::Unsupported,
        "a number of the enum " + std::string(name) + " stands without its width, which only its type says");
  }
  if (!is_short) return known->second;
  // Smaller ones have no short form.
  const std::size_t width = is_known ? size_of(known->second) : number > kHighest32 ? 8 : 4;
  if (width < 4 || number > static_cast<std::uint64_t>(width == 4 ? kHighest32 : kHighest64)) {
    return error_at(start, ErrorCode::Malformed,
                    "a number of the enum " + std::string(name) + " has a form that its type has not");
  }
  return is_known ? known->second : width == 8 ? Primitive::Int64 : Primitive::Int32;
}

Result<const Node*> ObjectReader::read_enum(const std::uint8_t*& at, Code code, model::Graph& graph) {
  const std::uint8_t* const start = at - 1;
  DOTWIRE_TRY(const std::string_view type, read_string(at));
  const model::QualifiedName name = model::split_qualified_name(type);
  const bool is_short = code == Code::OptimizedEnum;
  std::uint64_t number = 0;
  if (is_short) {
    at = decoder_.decode_long(at, number);
    if (at == nullptr) return decoder_.error();
  }
  DOTWIRE_TRY(const Primitive underlying, underlying_of(start, name.type, is_short, number));
  const std::size_t width = size_of(underlying);
  if (!is_short) {
    Bytes raw;
    at = decoder_.decode_raw(at, width, raw);
    if (at == nullptr) return decoder_.error();
    std::memcpy(&number, raw.data(), width);
    if (width >= 4 && number <= static_cast<std::uint64_t>(width == 4 ? kHighest32 : kHighest64)) {
      return error_at(start, ErrorCode::Malformed,
                      "a number of the enum " + std::string(name.type) + " is not in its short form");
    }
  }
  DOTWIRE_TRY(take_memory(256 + type.size(), start));
  const model::Member members[] = {member("value__", BinaryType::Primitive, underlying)};
  model::ObjectNode* object = graph.make_object(graph.make_type(name.type, name.assembly, members));
  object->id = -1;  // a value type
  std::memcpy(object->data() + object->type->members[0].offset, &number, width);
  return static_cast<const Node*>(object);
}

Status ObjectReader::open_payload(const std::uint8_t*& at) {
  const Bytes rest(at, static_cast<std::size_t>(decoder_.end() - at));
  DOTWIRE_TRY(payloads_.read(rest, payload_, decoder_.offset_of(at)));
  at += payload_.payload_size();
  return {};
}

Result<const Node*> ObjectReader::read_payload(const std::uint8_t*& at, model::Graph& graph) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(open_payload(at));
  if (payload_.message() != nullptr) {
    return error_at(start, ErrorCode::Unsupported, "a remoting message stands for a value");
  }
  // What the nodes take follows from their bytes.
  DOTWIRE_TRY(take_memory(static_cast<std::uint64_t>(at - start) * 8, start));
  dataset_binary::NodeCopier copier(payload_, graph);
  Result<const Node*> node = dataset_binary::import_value(payload_.root(), copier);
  if (!node.ok()) node.error().set_offset(decoder_.offset_of(start));
  return node;
}

Status ObjectReader::read_payload_value(const std::uint8_t*& at, dataset_binary::Value& value) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(open_payload(at));
  Status status = dataset_binary::value_of(payload_.root(), value);
  if (!status.ok()) status.error().set_offset(decoder_.offset_of(start));
  return status;
}

}  // namespace dotwire::fast_serializer
