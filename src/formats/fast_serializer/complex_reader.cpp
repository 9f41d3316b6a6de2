// Values that are neither simple nor arrays with a code of their own (table-formats.md 4.5).
#include <algorithm>
#include <cstring>

#include "base/arena.h"
#include "base/try.h"
#include "base/unicode.h"
#include "codecs/nrbf_graph/dialects.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/fast_serializer/object_reader.h"
#include "model/well_known.h"

namespace dotwire::fast_serializer {

using model::BinaryType;
using model::Node;
using model::Slot;
using model::ValueKind;

namespace {

model::Member member(std::string_view name, BinaryType type, Primitive primitive = Primitive::Null) {
  model::Member made;
  made.name = name;
  made.recorded.binary_type = type;
  made.recorded.primitive = primitive;
  return made;
}

}  // namespace

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
  // The first of them say it, or none.
  constexpr std::uint32_t kAsked = 64;
  if (recorded_.runtime == dotwire::Dialect::Recorded && payloads_asked_ < kAsked) {
    ++payloads_asked_;
    recorded_.runtime = nrbf::guess_dialect(rest.first(static_cast<std::size_t>(payload_.payload_size())));
  }
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
