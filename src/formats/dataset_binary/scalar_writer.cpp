#include "formats/dataset_binary/scalar_writer.h"

#include <charconv>
#include <string>

#include "base/load.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/big_integer.h"
#include "clr/uri.h"
#include "formats/dataset_binary/assembly_names.h"
#include "model/type_names.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::ScalarNode;
using model::Slot;
using model::ValueKind;

namespace {

bool is_primitive(ValueKind kind) { return kind >= ValueKind::Boolean && kind <= ValueKind::UInt64; }

TypedSlot of_string(const model::StringNode* text) {
  RecordedType type;
  type.binary_type = BinaryType::String;
  return {type, Slot::in_place(text), nullptr};
}

// Texts in values are objects of their own, but for the one empty string.
const model::StringNode* value_text(std::string_view text, GraphBuilder& builder) {
  return text.empty() ? builder.text(text) : builder.own_text(text);
}

TypedSlot of_array(const ArrayNode* array) {
  RecordedType type;
  type.binary_type = BinaryType::PrimitiveArray;
  type.primitive = array->element.primitive;
  return {type, Slot::reference(array), nullptr};
}

const ArrayNode* bytes_array(std::string_view bytes, GraphBuilder& builder) {
  return builder.array_over(Primitive::Byte, bytes.size(), bytes.data());
}

const ArrayNode* chars_array(std::string_view text, GraphBuilder& builder) {
  const std::u16string units = wtf8_to_utf16(text);
  return builder.graph().make_primitive_array(Primitive::Char, units.size(), units.data());
}

TypedSlot guid(const std::uint8_t* bytes, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::Guid);
  // Fields without gaps, in the order of Guid.ToByteArray.
  std::memcpy(object->data() + object->type->members[0].offset, bytes, 16);
  return builder.in_place(Shape::Guid, object);
}

TypedSlot date_time_offset(const std::uint8_t* bytes, GraphBuilder& builder) {
  const auto cell = load<model::DateTimeOffsetCell>(bytes);
  ObjectNode* object = builder.make(Shape::DateTimeOffset);
  const std::int64_t utc = cell.clock_ticks - cell.offset_minutes * 600'000'000;
  GraphBuilder::set(object, 0, DateTime(utc, DateTimeKind::Unspecified));
  GraphBuilder::set(object, 1, static_cast<std::int16_t>(cell.offset_minutes));
  return builder.in_place(Shape::DateTimeOffset, object);
}

Result<TypedSlot> big_integer(const CellView& cell, GraphBuilder& builder) {
  const Result<BigInteger> value = parse_big_integer(cell.null ? "0" : cell.text);
  if (!value.ok()) return Error(ErrorCode::NotRepresentable, "is no BigInteger: " + value.error().message());
  const BigIntegerFields fields = to_fields(*value);
  ObjectNode* object = builder.make(Shape::BigInteger);
  GraphBuilder::set(object, 0, fields.sign);
  if (fields.bits.has_value()) {
    const ArrayNode* bits =
        builder.graph().make_primitive_array(Primitive::UInt32, fields.bits->size(), fields.bits->data());
    GraphBuilder::set_slot(object, 1, Slot::reference(bits));
  }
  return builder.in_place(Shape::BigInteger, object);
}

TypedSlot uri(std::string_view text, GraphBuilder& builder) {
  const bool absolute = is_absolute_uri(text);
  const std::string_view escaped = builder.arena().copy(to_xml_text(Uri{std::string(text)}));
  const Shape shape = absolute ? Shape::Uri : Shape::RelativeUri;
  ObjectNode* object = builder.make(shape);
  GraphBuilder::set_slot(object, 0, Slot::in_place(value_text(absolute ? escaped : std::string_view(), builder)));
  if (!absolute) GraphBuilder::set_slot(object, 1, Slot::in_place(value_text(escaped, builder)));
  return builder.reference(shape, object);
}

TypedSlot type_of(std::string_view text, GraphBuilder& builder) {
  const model::QualifiedName name = model::split_qualified_name(text);
  const std::string_view assembly = assembly_of_type(name.type, name.assembly, builder.dialect());
  return builder.reference(Shape::Holder, builder.type_object(name.type, assembly));
}

Result<TypedSlot> version(std::string_view text, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::Version);
  for (std::size_t part = 0; part < 4; ++part) {
    std::int32_t number = -1;
    if (!text.empty()) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || number < 0) return Error(ErrorCode::NotRepresentable, "is no Version");
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      if (text.starts_with('.')) text.remove_prefix(1);
    }
    GraphBuilder::set(object, part, number);
  }
  return builder.reference(Shape::Version, object);
}

// --- SqlTypes (table-formats 9.7)

TypedSlot sql_number(const CellView& cell, Shape shape, GraphBuilder& builder) {
  ObjectNode* object = builder.make(shape);
  GraphBuilder::set(object, 0, !cell.null);
  const model::Member& value = object->type->members[1];
  if (!cell.null) std::memcpy(object->data() + value.offset, cell.fixed, size_of(value.recorded.primitive));
  return builder.in_place(shape, object);
}

TypedSlot sql_boolean(const CellView& cell, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::SqlBoolean);
  GraphBuilder::set(object, 0, static_cast<std::uint8_t>(cell.null ? 0 : *cell.fixed != 0 ? 2 : 1));
  return builder.in_place(Shape::SqlBoolean, object);
}

TypedSlot sql_date_time(const CellView& cell, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::SqlDateTime);
  if (!cell.null) {
    const auto value = load<model::SqlDateTimeCell>(cell.fixed);
    GraphBuilder::set(object, 0, true);
    GraphBuilder::set(object, 1, value.days);
    GraphBuilder::set(object, 2, value.ticks);
  }
  return builder.in_place(Shape::SqlDateTime, object);
}

TypedSlot sql_decimal(const CellView& cell, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::SqlDecimal);
  if (!cell.null) {
    const auto value = load<model::SqlDecimalCell>(cell.fixed);
    std::uint8_t length = 4;
    while (length > 1 && value.words[length - 1] == 0) --length;
    GraphBuilder::set(object, 0, static_cast<std::uint8_t>(value.negative != 0 ? 3 : 1));
    GraphBuilder::set(object, 1, length);
    GraphBuilder::set(object, 2, value.precision);
    GraphBuilder::set(object, 3, value.scale);
    for (std::size_t i = 0; i < 4; ++i) GraphBuilder::set(object, 4 + i, value.words[i]);
  }
  return builder.in_place(Shape::SqlDecimal, object);
}

TypedSlot sql_bytes_value(const CellView& cell, Shape shape, std::string_view bytes, GraphBuilder& builder) {
  ObjectNode* object = builder.make(shape);
  if (!cell.null) GraphBuilder::set_slot(object, 0, Slot::reference(bytes_array(bytes, builder)));
  return builder.in_place(shape, object);
}

// Nulls have no style.
TypedSlot sql_string(const CellView& cell, GraphBuilder& builder) {
  ObjectNode* object = builder.make(Shape::SqlString);
  if (!cell.null) {
    GraphBuilder::set_slot(object, 0, Slot::in_place(value_text(cell.text, builder)));
    GraphBuilder::set(object, 2, cell.style.locale_id);
    GraphBuilder::set(object, 4, true);
  }
  GraphBuilder::set_slot(
      object, 3, builder.enumeration(Shape::SqlCompareOptions, cell.null ? 0 : cell.style.compare_options).slot);
  return builder.in_place(Shape::SqlString, object);
}

TypedSlot sql_lob(const CellView& cell, Shape shape, Shape null_shape, GraphBuilder& builder) {
  ObjectNode* object = builder.make(cell.null ? null_shape : shape);
  GraphBuilder::set(object, 0, cell.null);
  if (!cell.null) {
    const ArrayNode* data =
        shape == Shape::SqlChars ? chars_array(cell.text, builder) : bytes_array(cell.text, builder);
    GraphBuilder::set_slot(object, 1, Slot::reference(data));
  }
  return builder.reference(shape, object);
}

Result<TypedSlot> sql_value(const CellView& cell, GraphBuilder& builder) {
  switch (cell.kind) {
    case ValueKind::SqlBoolean: return sql_boolean(cell, builder);
    case ValueKind::SqlDateTime: return sql_date_time(cell, builder);
    case ValueKind::SqlDecimal: return sql_decimal(cell, builder);
    case ValueKind::SqlBinary: return sql_bytes_value(cell, Shape::SqlBinary, cell.text, builder);
    case ValueKind::SqlGuid: {
      const std::string_view bytes =
          cell.null ? std::string_view() : std::string_view(reinterpret_cast<const char*>(cell.fixed), 16);
      return sql_bytes_value(cell, Shape::SqlGuid, bytes, builder);
    }
    case ValueKind::SqlString: return sql_string(cell, builder);
    case ValueKind::SqlBytes: return sql_lob(cell, Shape::SqlBytes, Shape::SqlNullBytes, builder);
    case ValueKind::SqlChars: return sql_lob(cell, Shape::SqlChars, Shape::SqlNullChars, builder);
    case ValueKind::SqlXml: return Error(ErrorCode::NotRepresentable, "SqlXml is not serializable");
    default: return sql_number(cell, shape_of_sql(cell.kind), builder);
  }
}

// --- nodes of a table's graph

CellView view_scalar(const ScalarNode& scalar) {
  CellView view{scalar.value_kind, scalar.value, scalar.has_text() ? scalar.text() : std::string_view(),
                scalar.sql_null};
  if (scalar.value_kind == ValueKind::SqlDecimal) {
    view.fixed = reinterpret_cast<const std::uint8_t*>(scalar.text().data());
    view.null |= scalar.text().size() != sizeof(model::SqlDecimalCell);
  }
  return view;
}

// What announces a reference to an array.
RecordedType recorded_array(const ArrayNode& array, GraphBuilder& builder) {
  RecordedType type;
  if (array.rank == 1 && array.lower_bounds == nullptr) {
    switch (array.element.binary_type) {
      case BinaryType::Object: type.binary_type = BinaryType::ObjectArray; return type;
      case BinaryType::String: type.binary_type = BinaryType::StringArray; return type;
      case BinaryType::Primitive:
        type.primitive = array.element.primitive;
        if (type.primitive != Primitive::Decimal && type.primitive != Primitive::DateTime &&
            type.primitive != Primitive::TimeSpan) {
          type.binary_type = BinaryType::PrimitiveArray;
          return type;
        }
        type.primitive = Primitive::Null;
        break;
      default: break;
    }
  }
  std::string name(array.element.binary_type == BinaryType::Primitive
                       ? model::clr_name(static_cast<ValueKind>(array.element.primitive))
                   : array.element.binary_type == BinaryType::Object ? std::string_view("System.Object")
                   : array.element.binary_type == BinaryType::String ? std::string_view("System.String")
                                                                     : array.element.name);
  name += '[' + std::string(static_cast<std::size_t>(array.rank - 1), ',') + ']';
  type.binary_type = array.element.binary_type == BinaryType::Class ? BinaryType::Class : BinaryType::SystemClass;
  type.library_id = array.element.library_id;
  type.name = builder.arena().copy(name);
  return type;
}

RecordedType recorded_object(const ObjectNode& object, GraphBuilder& builder) {
  RecordedType type;
  type.name = object.type->name;
  type.binary_type = object.type->library.empty() ? BinaryType::SystemClass : BinaryType::Class;
  if (!object.type->library.empty()) type.library_id = builder.graph().add_library(object.type->library);
  return type;
}

Slot slot_of_copy(const Node* copy) {
  return copy->kind == model::NodeKind::String || copy->kind == model::NodeKind::Scalar ? Slot::in_place(copy)
                                                                                        : Slot::reference(copy);
}

}  // namespace

Result<TypedSlot> typed_value(const CellView& cell, GraphBuilder& builder) {
  if (is_primitive(cell.kind)) {
    RecordedType type;
    type.binary_type = BinaryType::Primitive;
    type.primitive = static_cast<Primitive>(cell.kind);
    return TypedSlot{type, Slot(), cell.fixed};
  }
  switch (cell.kind) {
    case ValueKind::String: return of_string(value_text(cell.text, builder));
    case ValueKind::Guid: return guid(cell.fixed, builder);
    case ValueKind::DateTimeOffset: return date_time_offset(cell.fixed, builder);
    case ValueKind::BigInteger: return big_integer(cell, builder);
    case ValueKind::Uri: return uri(cell.text, builder);
    case ValueKind::Version: return version(cell.text, builder);
    case ValueKind::Type: return type_of(cell.text, builder);
    case ValueKind::DBNull: return builder.reference(Shape::Holder, builder.db_null());
    case ValueKind::Bytes: return of_array(bytes_array(cell.text, builder));
    case ValueKind::Chars: return of_array(chars_array(cell.text, builder));
    default: break;
  }
  if (model::is_sql(cell.kind)) return sql_value(cell, builder);
  return Error(ErrorCode::NotRepresentable, "is a value of an unknown kind");
}

Result<TypedSlot> typed_value(const Node* node, const model::Graph& from, GraphBuilder& builder) {
  if (node == nullptr) return TypedSlot{};
  if (const auto* text = model::as_string(node); text != nullptr) return of_string(builder.text(text->view()));
  if (const auto* scalar = model::as_scalar(node); scalar != nullptr) {
    DOTWIRE_TRY(TypedSlot value, typed_value(view_scalar(*scalar), builder));
    if (value.slot.is_reference()) value.slot = builder.made().try_emplace(node, value.slot).first->second;
    return value;
  }
  const Node* copy = builder.copy(node, from);
  if (const ArrayNode* array = model::as_array(copy); array != nullptr) {
    return TypedSlot{recorded_array(*array, builder), Slot::reference(copy), nullptr};
  }
  const bool value_type = copy->id < 0;
  return TypedSlot{recorded_object(*model::as_object(copy), builder),
                   value_type ? Slot::in_place(copy) : Slot::reference(copy), nullptr};
}

Result<Slot> boxed_value(const CellView& cell, GraphBuilder& builder) {
  if (is_primitive(cell.kind)) {
    ScalarNode* scalar = builder.graph().make_scalar(cell.kind);
    std::memcpy(scalar->value, cell.fixed, size_of(static_cast<Primitive>(cell.kind)));
    return Slot::in_place(scalar);
  }
  DOTWIRE_TRY(const TypedSlot value, typed_value(cell, builder));
  return cell.kind == ValueKind::String ? value.slot : Slot::reference(value.slot.node());
}

Result<Slot> boxed_value(const Node* node, const model::Graph& from, GraphBuilder& builder) {
  if (node == nullptr) return Slot();
  const auto known = builder.made().find(node);
  if (known != builder.made().end()) return known->second;
  Slot slot;
  if (const auto* scalar = model::as_scalar(node); scalar != nullptr) {
    DOTWIRE_TRY(slot, boxed_value(view_scalar(*scalar), builder));
  } else if (const auto* text = model::as_string(node); text != nullptr && text->size == 0) {
    slot = Slot::in_place(builder.text({}));
  } else {
    slot = slot_of_copy(builder.copy(node, from));
  }
  builder.made().emplace(node, slot);
  return slot;
}

}  // namespace dotwire::dataset_binary
