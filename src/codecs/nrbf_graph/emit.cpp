#include "codecs/nrbf_graph/emit.h"

#include <algorithm>

#include "base/unicode.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/message_flags.h"

namespace dotwire::nrbf {

Error unknown_class(const model::Type& base) {
  return {ErrorCode::NotRepresentable, "behind a pointer to " + std::string(base.name) +
                                           " is an object of a class that derived() does not name there"};
}

Error not_a_text(std::string_view text) {
  const std::size_t at = find_invalid_wtf8(text);
  return {ErrorCode::NotRepresentable,
          "a text of " + std::to_string(text.size()) + " bytes is not UTF-8 at byte " + std::to_string(at) + " of it"};
}

void emit_header(ByteWriter& out, const model::Framing& framing) {
  std::uint8_t* at = out.buffer().reserve_more(kHeaderSize);
  *at++ = static_cast<std::uint8_t>(RecordType::SerializedStreamHeader);
  at = put(put(at, framing.root_id), framing.header_id);
  out.buffer().commit(put(put(at, framing.major_version), framing.minor_version));
}

void emit_library(ByteWriter& out, std::int32_t id, std::string_view name) {
  emit_record(out, RecordType::BinaryLibrary, id);
  out.write_prefixed(name);
}

void emit_nulls(ByteWriter& out, std::uint64_t count) {
  if (count == 0) return;
  if (count == 1) {
    out.write_u8(static_cast<std::uint8_t>(RecordType::ObjectNull));
  } else if (count < 256) {
    out.write_u8(static_cast<std::uint8_t>(RecordType::ObjectNullMultiple256));
    out.write_u8(static_cast<std::uint8_t>(count));
  } else {
    emit_record(out, RecordType::ObjectNullMultiple, static_cast<std::int32_t>(count));
  }
}

void emit_null_run(ByteWriter& out, model::Slot run) {
  switch (static_cast<RecordType>(run.null_record())) {
    case RecordType::ObjectNullMultiple256:
      out.write_u8(static_cast<std::uint8_t>(RecordType::ObjectNullMultiple256));
      out.write_u8(static_cast<std::uint8_t>(run.count()));
      break;
    case RecordType::ObjectNullMultiple:
      emit_record(out, RecordType::ObjectNullMultiple, static_cast<std::int32_t>(run.count()));
      break;
    default: {
      std::uint8_t* at = out.buffer().reserve_more(run.count());
      std::memset(at, static_cast<int>(RecordType::ObjectNull), run.count());
      out.buffer().commit(at + run.count());
    }
  }
}

namespace {

void emit_chars(ByteWriter& out, const std::uint8_t* units, std::uint64_t count) {
  std::uint8_t* at = out.buffer().reserve_more(count * 3);
  for (std::uint64_t i = 0; i < count; ++i) {
    char32_t c = load<char16_t>(units + 2 * i);
    if (c >= 0xD800 && c <= 0xDFFF) {
      const char32_t next = i + 1 < count ? load<char16_t>(units + 2 * (i + 1)) : 0;
      if (c <= 0xDBFF && next >= 0xDC00 && next <= 0xDFFF) {
        c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
        ++i;
      } else {
        c = 0xFFFD;  // .NET's encoder replaces lone surrogates
      }
    }
    at = put_code_point(at, c);
  }
  out.buffer().commit(at);
}

void emit_decimal(ByteWriter& out, const std::uint8_t* value) {
  char text[kDecimalRoom];
  const char* end = put_decimal(text, load<Decimal>(value));
  out.write_prefixed({text, static_cast<std::size_t>(end - text)});
}

}  // namespace

void emit_primitive(ByteWriter& out, Primitive type, const std::uint8_t* value) {
  switch (type) {
    case Primitive::Char: return emit_chars(out, value, 1);
    case Primitive::Decimal: return emit_decimal(out, value);
    default: out.write_bytes(value, size_of(type));
  }
}

void emit_primitives(ByteWriter& out, Primitive type, const std::uint8_t* values, std::uint64_t count) {
  switch (type) {
    case Primitive::Char: return emit_chars(out, values, count);
    case Primitive::Decimal:
      for (std::uint64_t i = 0; i < count; ++i) emit_decimal(out, values + i * sizeof(Decimal));
      return;
    default: out.write_bytes(values, count * size_of(type));
  }
}

namespace {

void emit_text_with_code(ByteWriter& out, std::string_view text) {
  out.write_u8(kStringCode);
  out.write_prefixed(text);
}

void emit_value_with_code(ByteWriter& out, const model::Node* value) {
  if (const auto* text = model::as_string(value); text != nullptr) return emit_text_with_code(out, text->view());
  const auto* scalar = model::as_scalar(value);
  if (scalar == nullptr) return out.write_u8(kNullCode);
  out.write_u8(static_cast<std::uint8_t>(scalar->value_kind));
  emit_primitive(out, static_cast<Primitive>(scalar->value_kind), scalar->value);
}

}  // namespace

void emit_message(ByteWriter& out, const model::MethodMessage& message) {
  emit_record(out, message.is_call ? RecordType::MethodCall : RecordType::MethodReturn,
              static_cast<std::int32_t>(message.flags));
  if (message.is_call) {
    emit_text_with_code(out, message.method_name);
    emit_text_with_code(out, message.type_name);
  } else if ((message.flags & kReturnValueInline) != 0) {
    emit_value_with_code(out, message.return_value.node());
  }
  if ((message.flags & kContextInline) != 0) emit_text_with_code(out, message.context);
  if ((message.flags & kArgsInline) == 0) return;
  out.write_i32(static_cast<std::int32_t>(message.arguments.size()));
  for (const model::Slot argument : message.arguments) emit_value_with_code(out, argument.node());
}

}  // namespace dotwire::nrbf
