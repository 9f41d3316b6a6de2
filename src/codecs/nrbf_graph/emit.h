// Records to bytes, shared by the writers of graphs. Each appends to the buffer of its ByteWriter.
#pragma once

#include <cstdint>

#include "base/byte_writer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

inline void emit_record(ByteWriter& out, RecordType type, std::int32_t id) {
  std::uint8_t* at = out.buffer().reserve_more(5);
  *at++ = static_cast<std::uint8_t>(type);
  out.buffer().commit(put(at, id));
}

inline void emit_string(ByteWriter& out, std::int32_t id, std::string_view text) {
  std::uint8_t* at = out.buffer().reserve_more(text.size() + 10);
  *at++ = static_cast<std::uint8_t>(RecordType::BinaryObjectString);
  at = put(at, id);
  at = put_7bit(at, static_cast<std::uint32_t>(text.size()));
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  out.buffer().commit(at + text.size());
}

// Why an object behind a pointer to `base` is not written.
Error unknown_class(const model::Type& base);
// Why a text is not written: it is no string of .NET.
Error not_a_text(std::string_view text);

void emit_header(ByteWriter& out, const model::Framing& framing);
void emit_library(ByteWriter& out, std::int32_t id, std::string_view name);

// `count` nulls as .NET merges them: record 10 for one, 13 up to 255, 14 beyond.
void emit_nulls(ByteWriter& out, std::uint64_t count);
// One recorded run.
void emit_null_run(ByteWriter& out, model::Slot run);

// Value of a primitive, in the encodings of A.2. `value` need not be aligned.
void emit_primitive(ByteWriter& out, Primitive type, const std::uint8_t* value);
// Elements back to back; characters as one text.
void emit_primitives(ByteWriter& out, Primitive type, const std::uint8_t* values, std::uint64_t count);

// A MethodCall or MethodReturn record; not its call array.
void emit_message(ByteWriter& out, const model::MethodMessage& message);

// BinaryTypes of the members, then their additional infos. Library ids go through `library_id`.
template <class LibraryId>
void emit_member_types(ByteWriter& out, std::span<const model::Member> members, LibraryId library_id);
template <class LibraryId>
void emit_additional_info(ByteWriter& out, const model::RecordedType& type, LibraryId library_id);

// An array record up to its elements.
template <class LibraryId>
void emit_array_head(ByteWriter& out, const model::ArrayNode& array, std::int32_t id, LibraryId library_id);

// ---

template <class LibraryId>
void emit_additional_info(ByteWriter& out, const model::RecordedType& type, LibraryId library_id) {
  switch (type.binary_type) {
    case model::BinaryType::Primitive:
    case model::BinaryType::PrimitiveArray: out.write_u8(static_cast<std::uint8_t>(type.primitive)); break;
    case model::BinaryType::SystemClass: out.write_prefixed(type.name); break;
    case model::BinaryType::Class:
      out.write_prefixed(type.name);
      out.write_i32(library_id(type.library_id));
      break;
    default: break;
  }
}

template <class LibraryId>
void emit_member_types(ByteWriter& out, std::span<const model::Member> members, LibraryId library_id) {
  for (const model::Member& member : members) out.write_u8(static_cast<std::uint8_t>(member.recorded.binary_type));
  for (const model::Member& member : members) emit_additional_info(out, member.recorded, library_id);
}

// The record type that .NET chooses for an array (A.6), where none was recorded.
inline RecordType array_record(const model::ArrayNode& array) {
  if (array.record != 0) return static_cast<RecordType>(array.record);
  if (array.rank != 1 || array.array_kind != 0) return RecordType::BinaryArray;
  switch (array.element.binary_type) {
    case model::BinaryType::Primitive: return RecordType::ArraySinglePrimitive;
    case model::BinaryType::String: return RecordType::ArraySingleString;
    case model::BinaryType::Object: return RecordType::ArraySingleObject;
    default: return RecordType::BinaryArray;
  }
}

template <class LibraryId>
void emit_array_head(ByteWriter& out, const model::ArrayNode& array, std::int32_t id, LibraryId library_id) {
  const RecordType record = array_record(array);
  emit_record(out, record, id);
  if (record != RecordType::BinaryArray) {
    out.write_i32(array.lengths[0]);
    if (record == RecordType::ArraySinglePrimitive) out.write_u8(static_cast<std::uint8_t>(array.element.primitive));
    return;
  }
  out.write_u8(array.array_kind);
  out.write_i32(array.rank);
  for (int i = 0; i < array.rank; ++i) out.write_i32(array.lengths[i]);
  if (array.array_kind >= 3) {
    for (int i = 0; i < array.rank; ++i) out.write_i32(array.lower_bounds != nullptr ? array.lower_bounds[i] : 0);
  }
  out.write_u8(static_cast<std::uint8_t>(array.element.binary_type));
  emit_additional_info(out, array.element, library_id);
}

}  // namespace dotwire::nrbf
