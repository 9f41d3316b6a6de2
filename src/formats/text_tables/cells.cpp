#include "formats/text_tables/cells.h"

#include <string>

#include "clr/base64.h"
#include "codecs/json_values/value_json.h"
#include "model/value_text.h"

namespace dotwire::text_tables {
namespace {

using model::Storage;
using model::ValueKind;

bool is_binary(ValueKind kind) {
  return kind == ValueKind::Bytes || kind == ValueKind::SqlBinary || kind == ValueKind::SqlBytes;
}

const std::uint8_t* cell_address(const model::Column& column, std::size_t record) {
  const model::Chunk& chunk = column.chunk(record / model::kChunkRows);
  return chunk.bytes.data() + record % model::kChunkRows * column.width();
}

std::span<const std::uint8_t> byte_array(const model::Node* node, bool& is) {
  const model::ArrayNode* array = model::as_array(node);
  is = array != nullptr && array->primitives != nullptr && array->rank == 1 &&
       array->element.primitive == Primitive::Byte;
  if (!is) return {};
  return {array->primitives, static_cast<std::size_t>(array->length)};
}

}  // namespace

bool append_node_text(const model::Node* node, Buffer& out) {
  if (const model::StringNode* text = model::as_string(node)) {
    out.append(text->view());
    return true;
  }
  if (const model::ScalarNode* scalar = model::as_scalar(node)) {
    if (model::storage_of(scalar->value_kind) == Storage::Fixed) {
      out.append(model::value_text(scalar->value_kind, scalar->value));
    } else if (is_binary(scalar->value_kind)) {
      append_base64(out, {reinterpret_cast<const std::uint8_t*>(scalar->text().data()), scalar->text().size()});
    } else {
      out.append(scalar->text());
    }
    return true;
  }
  bool is_bytes = false;
  const auto bytes = byte_array(node, is_bytes);
  if (is_bytes) append_base64(out, bytes);
  return is_bytes;
}

bool has_text(const model::Node* node) {
  bool is_bytes = false;
  byte_array(node, is_bytes);
  return node == nullptr || model::as_string(node) != nullptr || model::as_scalar(node) != nullptr || is_bytes;
}

bool append_cell_text(const model::Column& column, std::size_t record, Buffer& out) {
  switch (column.storage()) {
    case Storage::Fixed: {
      char* at = reinterpret_cast<char*>(out.reserve_more(model::kValueRoom));
      at = model::put_value_text(at, column.kind(), cell_address(column, record));
      out.commit(reinterpret_cast<std::uint8_t*>(at));
      return true;
    }
    case Storage::Varying: {
      const std::string_view text = column.text(record);
      if (is_binary(column.kind())) {
        append_base64(out, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
      } else {
        out.append(text);
      }
      return true;
    }
    case Storage::Object: return append_node_text(column.object(record), out);
  }
  return false;
}

void write_node_value(json::Writer& writer, const model::Node* node, JsonNumbers numbers) {
  if (node == nullptr) return writer.null();
  if (const model::StringNode* text = model::as_string(node)) return writer.string(text->view());
  writer.begin_object();
  const model::ScalarNode* scalar = model::as_scalar(node);
  if (!has_text(node)) {
    writer.name("$object");
    writer.boolean(true);
  } else {
    writer.name("$type");
    writer.string(scalar != nullptr ? model::clr_name(scalar->value_kind) : "System.Byte[]");
    writer.name("$value");
    if (scalar != nullptr && (scalar->sql_null || scalar->value_kind == ValueKind::DBNull)) {
      writer.null();
    } else if (scalar != nullptr && model::storage_of(scalar->value_kind) == Storage::Fixed) {
      json_values::put_value(writer, scalar->value_kind, scalar->value, numbers);
    } else {
      Buffer text;
      append_node_text(node, text);
      writer.string(text.text());
    }
  }
  writer.end_object();
}

void write_cell(json::Writer& writer, const model::Column& column, std::size_t record, JsonNumbers numbers) {
  if (column.is_null(record)) return writer.null();
  switch (column.storage()) {
    case Storage::Fixed: return json_values::put_value(writer, column.kind(), cell_address(column, record), numbers);
    case Storage::Varying:
      if (is_binary(column.kind())) {
        Buffer text;
        append_cell_text(column, record, text);
        return writer.string(text.text());
      }
      return writer.string(column.text(record));
    case Storage::Object: return write_node_value(writer, column.object(record), numbers);
  }
}

}  // namespace dotwire::text_tables
