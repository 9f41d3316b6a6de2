#include "formats/fast_serializer/object_writer.h"

#include <algorithm>

#include "base/try.h"
#include "base/unicode.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/fast_serializer/object_reader.h"
#include "wire/fast_serializer/packed.h"

namespace dotwire::fast_serializer {

using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::ObjectNode;
using model::ValueKind;

namespace {

// Arrays in arrays, as deep as .NET's own recursion gets by far.
constexpr std::size_t kMostFrames = 10'000;

Error refused(std::string message) { return Error(ErrorCode::NotRepresentable, std::move(message)); }

dataset_binary::Dialect to_binary_dialect(dotwire::Dialect dialect) {
  switch (dialect) {
    case dotwire::Dialect::Core2:
    case dotwire::Dialect::Core3:
    case dotwire::Dialect::Net10: return dataset_binary::Dialect::Net10;
    case dotwire::Dialect::Mono:
    case dotwire::Dialect::OldMono: return dataset_binary::Dialect::Mono;
    default: return dataset_binary::Dialect::Framework;
  }
}

bool is_guid(const Node* node) {
  const auto* scalar = model::as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Guid;
}

}  // namespace

void ObjectWriter::start(const TimeZone& zone, dotwire::Dialect runtime,
                         const std::unordered_map<const Node*, std::string>* forms) {
  zone_ = &zone;
  cursor_ = {};
  runtime_ = runtime;
  forms_ = forms;
  texts_.clear();
}

std::string ObjectWriter::type_string(std::string_view type, std::string_view assembly) const {
  const std::string_view home = dataset_binary::assembly_of_type(type, assembly, to_binary_dialect(runtime_));
  std::string text(type);
  if (!home.empty() && dataset_binary::simple_name(home) != "mscorlib") text.append(", ").append(home);
  return text;
}

void ObjectWriter::put_count(std::uint64_t count) {
  std::uint8_t* const at = encoder_.out().reserve_more(10);
  encoder_.out().commit(put_7bit_long(at, count));
}

Status ObjectWriter::write_string(std::string_view text, bool lasting) {
  std::uint8_t* at = encoder_.out().reserve_more(encoder_.room_of(text));
  at = encoder_.put_string(at, text, lasting);
  encoder_.out().commit(at);
  return {};
}

Status ObjectWriter::write_bytes(std::string_view bytes) {
  if (bytes.size() > INT32_MAX) return refused("an array is longer than an Int32 counts");
  put_code(Code::ByteArray);
  put_count(bytes.size());
  encoder_.out().append(bytes);
  return {};
}

Status ObjectWriter::write_chars(std::string_view text) {
  put_code(Code::CharArray);
  put_count(utf16_length(text));
  std::uint8_t* const at = encoder_.out().reserve_more(text.size());
  encoder_.out().commit(put_utf8(at, text));
  return {};
}

Status ObjectWriter::write_type(std::string_view name) {
  put_code(Code::Type);
  const model::QualifiedName parts = model::split_qualified_name(name);
  return write_string(type_string(parts.type, parts.assembly), false);
}

Status ObjectWriter::write(const Node* node, const model::Graph& graph) {
  frames_.clear();
  DOTWIRE_TRY(begin(node, graph));
  return run(graph, 0);
}

Status ObjectWriter::write_body(const std::vector<const Node*>& values, const model::Graph& graph) {
  frames_.clear();
  DOTWIRE_TRY(push(values, true));
  return run(graph, 0);
}

Status ObjectWriter::push(std::vector<const Node*> values, bool with_runs) {
  if (frames_.size() == kMostFrames) return refused("arrays are nested too deeply");
  if (values.size() > INT32_MAX || encoder_.out().size() > INT32_MAX) {
    return refused("an array is longer than an Int32 counts");
  }
  if (with_runs) put_count(values.size());
  frames_.push_back({std::move(values), 0, 0, with_runs});
  return {};
}

// Elements of the frames above `base`, the innermost first.
Status ObjectWriter::run(const model::Graph& graph, std::size_t base) {
  while (frames_.size() > base) {
    Frame& top = frames_.back();
    if (top.run != 0) {
      put_count(top.run);
      top.run = 0;
    }
    if (top.next == top.values.size()) {
      frames_.pop_back();
      continue;
    }
    const Node* const node = top.values[top.next++];
    const Comparable value = comparable_of(node);
    std::size_t more = 0;
    while (top.with_runs && top.next < top.values.size() && is_run(value, comparable_of(top.values[top.next]))) {
      ++more;
      ++top.next;
    }
    if (more == 0) {
      DOTWIRE_TRY(begin(node, graph));
      continue;
    }
    top.run = more;
    switch (value.kind) {
      case Comparable::Kind::Null: put_code(Code::NullSequence); break;
      case Comparable::Kind::DBNull: put_code(Code::DBNullSequence); break;
      default:
        put_code(Code::DuplicateValueSequence);
        // May push a frame: the count follows when that is done.
        DOTWIRE_TRY(begin(node, graph));
    }
  }
  return {};
}

Status ObjectWriter::begin(const Node* node, const model::Graph& graph) {
  if (node == nullptr) {
    put_code(Code::Null);
    return {};
  }
  if (forms_ != nullptr) {
    const auto known = forms_->find(node);
    if (known != forms_->end()) {
      encoder_.out().append(known->second);
      return {};
    }
  }
  switch (node->kind) {
    case model::NodeKind::String: return write_string(model::as_string(node)->view());
    case model::NodeKind::Scalar: {
      const auto& scalar = *model::as_scalar(node);
      if (scalar.sql_null || scalar.value_kind > ValueKind::Guid) {
        switch (scalar.value_kind) {
          case ValueKind::DBNull: put_code(Code::DBNull); return {};
          case ValueKind::Bytes: return write_bytes(scalar.text());
          case ValueKind::Chars: return write_chars(scalar.text());
          case ValueKind::Type: return write_type(scalar.text());
          default: return write_node_payload(node, graph);
        }
      }
      return write_scalar(scalar);
    }
    case model::NodeKind::Array: return begin_array(*model::as_array(node), graph);
    case model::NodeKind::Object: return begin_object(*model::as_object(node), graph);
  }
  return {};
}

Status ObjectWriter::write_scalar(const model::ScalarNode& scalar) {
  if (scalar.value_kind == ValueKind::String) return write_string(scalar.text());
  std::uint8_t* at = encoder_.out().reserve_more(kValueRoom);
  switch (scalar.value_kind) {
    case ValueKind::Boolean: at = encoder_.put_value(at, scalar.get<bool>()); break;
    case ValueKind::Byte: at = encoder_.put_value(at, scalar.get<std::uint8_t>()); break;
    case ValueKind::SByte: at = encoder_.put_value(at, scalar.get<std::int8_t>()); break;
    case ValueKind::Char: at = encoder_.put_value(at, scalar.get<char16_t>()); break;
    case ValueKind::Decimal: at = encoder_.put_value(at, scalar.get<Decimal>()); break;
    case ValueKind::Double: at = encoder_.put_value(at, scalar.get<double>()); break;
    case ValueKind::Single: at = encoder_.put_value(at, scalar.get<float>()); break;
    case ValueKind::Int16: at = encoder_.put_value(at, scalar.get<std::int16_t>()); break;
    case ValueKind::Int32: at = encoder_.put_value(at, scalar.get<std::int32_t>()); break;
    case ValueKind::Int64: at = encoder_.put_value(at, scalar.get<std::int64_t>()); break;
    case ValueKind::UInt16: at = encoder_.put_value(at, scalar.get<std::uint16_t>()); break;
    case ValueKind::UInt32: at = encoder_.put_value(at, scalar.get<std::uint32_t>()); break;
    case ValueKind::UInt64: at = encoder_.put_value(at, scalar.get<std::uint64_t>()); break;
    case ValueKind::TimeSpan: at = encoder_.put_value(at, scalar.get<TimeSpan>()); break;
    case ValueKind::DateTime: at = put_date(at, scalar.get<DateTime>()); break;
    case ValueKind::Guid: at = encoder_.put_value(at, scalar.get<Guid>()); break;
    default: return refused("a value of an unknown kind");
  }
  encoder_.out().commit(at);
  return {};
}

std::vector<const Node*> ObjectWriter::values_of(const model::ArraySlice& slice) {
  std::vector<const Node*> values;
  model::ElementCursor cursor(slice);
  model::Value value;
  while (cursor.next(value)) {
    switch (value.kind) {
      case model::Value::Kind::Null: values.insert(values.end(), value.count, nullptr); break;
      case model::Value::Kind::Node: values.push_back(value.node()); break;
      case model::Value::Kind::Text: values.push_back(texts_.make_string(value.text())); break;
      case model::Value::Kind::Primitive: {
        model::ScalarNode* scalar = texts_.make_scalar(static_cast<ValueKind>(value.primitive));
        std::memcpy(scalar->value, value.pointer, size_of(value.primitive));
        values.push_back(scalar);
        break;
      }
    }
  }
  return values;
}

std::string ObjectWriter::element_string(const ArrayNode& array, const model::Graph& graph) const {
  const model::RecordedType& type = array.element;
  switch (type.binary_type) {
    case BinaryType::ObjectArray: return "System.Object[]";
    case BinaryType::StringArray: return "System.String[]";
    case BinaryType::PrimitiveArray: return std::string(model::clr_name(type.primitive)) + "[]";
    case BinaryType::Class: return type_string(type.name, graph.library_name(type.library_id));
    default: return type_string(type.name, {});
  }
}

Status ObjectWriter::begin_array(const ArrayNode& array, const model::Graph& graph) {
  // None of the codes has a place for dimensions; the original's writer fails, and its reader takes this.
  if (array.rank != 1 || array.lower_bounds != nullptr) return write_node_payload(&array, graph);
  if (array.length > INT32_MAX) return refused("an array is longer than an Int32 counts");
  if (array.is_primitive()) return write_primitives(array);
  if (array.element.binary_type == BinaryType::Object && array.length == 0) {
    put_code(Code::EmptyObjectArray);
    return {};
  }
  if (array.element.binary_type == BinaryType::Object || array.element.binary_type == BinaryType::String) {
    put_code(array.element.binary_type == BinaryType::Object ? Code::ObjectArray : Code::StringArray);
    return push(values_of({&array, 0, array.length}), true);
  }
  const std::vector<const Node*> values = values_of({&array, 0, array.length});
  if (array.element.name == "System.Guid" && std::all_of(values.begin(), values.end(), is_guid)) {
    return write_guids(values);
  }
  const std::string type = element_string(array, graph);
  if (values.empty()) {
    put_code(Code::EmptyTypedArray);
    return write_string(type, false);
  }
  // Structs and enums are values, and stand in place; what is referred to is an object.
  const auto is_value = [](const Node* node) {
    const auto* scalar = model::as_scalar(node);
    return node != nullptr && (node->id < 0 || (scalar != nullptr && !scalar->has_text()));
  };
  if (!std::all_of(values.begin(), values.end(), is_value)) {
    put_code(Code::OtherTypedArray);
    DOTWIRE_TRY(write_string(type, false));
    return push(values, true);
  }
  put_code(Code::NonOptimizedTypedArray);
  put_count(values.size());
  DOTWIRE_TRY(write_string(type, false));
  return push(values, false);
}

Status ObjectWriter::write_guids(const std::vector<const Node*>& values) {
  put_code(Code::GuidArray);
  put_count(values.size());
  for (const Node* node : values) encoder_.out().append(model::as_scalar(node)->value, 16);
  return {};
}

Status ObjectWriter::begin_list(const ObjectNode& object, const model::View& view, const model::Graph& graph) {
  if (view.shape != model::Shape::Items || (view.slice.array == nullptr && !view.values.empty())) {
    return write_node_payload(&object, graph);
  }
  put_code(Code::ArrayList);
  return push(view.slice.array == nullptr ? std::vector<const Node*>() : values_of(view.slice), true);
}

Status ObjectWriter::begin_object(const ObjectNode& object, const model::Graph& graph) {
  const std::string_view name = object.type->name;
  model::View view;
  model::look_at(object, view);
  if (name == "System.Collections.ArrayList") return begin_list(object, view, graph);
  if (name == "System.Collections.BitArray" && view.shape == model::Shape::Bits) {
    std::vector<bool> bits;
    for (const char c : view.scalar.text) bits.push_back(c == '1');
    put_code(Code::BitArray);
    put_bits(bits);
    return {};
  }
  if (name == kBitVectorType) {
    const model::Member* data = object.find("data");
    if (data != nullptr && data->recorded.binary_type == BinaryType::Primitive &&
        data->recorded.primitive == Primitive::UInt32) {
      put_code(Code::BitVector32);
      ByteWriter(encoder_.out()).write(object.get<std::uint32_t>(*data));
      return {};
    }
  }
  if (view.shape == model::Shape::Enum && encoder_.dialect() != Dialect::A) return write_enum(object, view);
  return write_node_payload(&object, graph);
}

// B and C: short where the underlying type has 32 or 64 bits and the number is small.
Status ObjectWriter::write_enum(const ObjectNode& object, const model::View& view) {
  const model::Value& value = view.values[0];
  const std::size_t width = size_of(value.primitive);
  std::uint64_t number = 0;
  std::memcpy(&number, value.pointer, width);
  const bool is_short = width >= 4 && number <= static_cast<std::uint64_t>(width == 4 ? kHighest32 : kHighest64);
  put_code(is_short ? Code::OptimizedEnum : Code::Enum);
  DOTWIRE_TRY(write_string(type_string(object.type->name, object.type->library), false));
  if (is_short) {
    put_count(number);
  } else {
    encoder_.out().append(&number, width);
  }
  return {};
}

void ObjectWriter::put_bits(const std::vector<bool>& bits) {
  put_count(bits.size());
  std::uint8_t byte = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) byte |= static_cast<std::uint8_t>(1 << i % 8);
    if (i % 8 == 7 || i + 1 == bits.size()) {
      encoder_.out().push_back(byte);
      byte = 0;
    }
  }
}

Status ObjectWriter::write_graph(model::Slot root) {
  builder_.graph().set_root(root.node());
  return nrbf::GraphWriter(runtime_).write(builder_.graph(), encoder_.out());
}

Status ObjectWriter::write_node_payload(const Node* node, const model::Graph& graph) {
  put_code(Code::Other);
  builder_.start(to_binary_dialect(runtime_));
  DOTWIRE_TRY(const model::Slot slot, dataset_binary::boxed_value(node, graph, builder_));
  return write_graph(slot);
}

Status ObjectWriter::write_payload(const dataset_binary::CellView& cell) {
  put_code(Code::Other);
  builder_.start(to_binary_dialect(runtime_));
  DOTWIRE_TRY(const model::Slot slot, dataset_binary::boxed_value(cell, builder_));
  return write_graph(slot);
}

}  // namespace dotwire::fast_serializer
