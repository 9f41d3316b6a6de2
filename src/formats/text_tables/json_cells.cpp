#include "formats/text_tables/json_cells.h"

#include <cstring>

#include "base/try.h"
#include "clr/base64.h"
#include "codecs/json_values/value_json.h"

namespace dotwire::text_tables {
namespace {

using json::Token;
using json::TokenKind;
using model::Column;
using model::Node;
using model::ScalarNode;
using model::Storage;
using model::ValueKind;

bool is_binary(ValueKind kind) {
  return kind == ValueKind::Bytes || kind == ValueKind::SqlBinary || kind == ValueKind::SqlBytes;
}

Result<Buffer> bytes_of(const Token& token) {
  Buffer bytes;
  const Status decoded = decode_base64(token.text, bytes);
  if (!decoded.ok()) return Error(ErrorCode::Malformed, token.offset, "not base64: " + decoded.error().message());
  return bytes;
}

// Behind a cell that was put into the chunk. Little is reserved: wide tables may be short.
void added(Column& column, model::Chunk& chunk) {
  ++chunk.size;
  column.added(1);
}

void append_text(Column& column, std::string_view text) {
  model::Chunk& chunk = column.tail(1);
  chunk.bytes.append(text);
  chunk.ends.push_back(chunk.bytes.size());
  added(column, chunk);
}

Status read_fixed(const Token& token, Column& column) {
  alignas(8) std::uint8_t room[24] = {};
  DOTWIRE_TRY(json_values::load_value(token, column.kind(), room));
  model::Chunk& chunk = column.tail(1);
  chunk.bytes.append(room, column.width());
  added(column, chunk);
  return {};
}

Status read_varying(const Token& token, Column& column) {
  if (token.kind != TokenKind::String) return Error(ErrorCode::Malformed, token.offset, "expected a text");
  if (!is_binary(column.kind())) return append_text(column, token.text), Status();
  DOTWIRE_TRY(const Buffer bytes, bytes_of(token));
  append_text(column, bytes.text());
  return {};
}

Result<const Node*> read_typed(const Token& type, const Token& value, model::Graph& graph) {
  const ValueKind kind = model::value_kind_of(type.text);
  if (kind == ValueKind::Object || kind == ValueKind::None) {
    return Error(ErrorCode::Malformed, type.offset, "no single value is of the type " + json::shown(type.text));
  }
  if (value.kind == TokenKind::Null) {
    ScalarNode* node = graph.make_scalar(kind);
    node->sql_null = kind != ValueKind::DBNull;
    if (kind == ValueKind::DBNull || model::is_sql(kind)) return node;
    return Error(ErrorCode::Malformed, value.offset, "only DBNull and SqlTypes may be null");
  }
  if (model::storage_of(kind) == Storage::Fixed) {
    ScalarNode* node = graph.make_scalar(kind);
    alignas(8) std::uint8_t room[24] = {};
    DOTWIRE_TRY(json_values::load_value(value, kind, room));
    if (kind == ValueKind::SqlDecimal || model::cell_width(kind) > sizeof(node->value)) {
      return Error(ErrorCode::Unsupported, type.offset,
                   "a single " + json::shown(type.text) + " is too long for a cell");
    }
    std::memcpy(node->value, room, sizeof(node->value));
    return node;
  }
  if (value.kind != TokenKind::String) return Error(ErrorCode::Malformed, value.offset, "expected a text");
  if (!is_binary(kind)) return graph.make_text_scalar(kind, value.text);
  DOTWIRE_TRY(const Buffer bytes, bytes_of(value));
  if (kind == ValueKind::Bytes) return graph.make_primitive_array(Primitive::Byte, bytes.size(), bytes.data());
  return graph.make_text_scalar(kind, bytes.text());
}

// Behind the first token of one that is no single value.
Result<const Node*> read_object(json::Pull& in, const Token& first, model::Graph& graph) {
  if (first.kind != TokenKind::BeginObject) {
    return Error(ErrorCode::Malformed, first.offset, R"(expected null, a text or {"$type": ..., "$value": ...})");
  }
  DOTWIRE_TRY(const Token name, in.expect(TokenKind::Name, "$type"));
  if (name.text == "$object") {
    return Error(ErrorCode::Unsupported, name.offset, "the object was left out when this was written");
  }
  if (name.text != "$type") return Error(ErrorCode::Malformed, name.offset, "expected $type");
  DOTWIRE_TRY(const Token type, in.expect(TokenKind::String, "the name of a type"));
  DOTWIRE_TRY(const Token value_name, in.expect(TokenKind::Name, "$value"));
  if (value_name.text != "$value") return Error(ErrorCode::Malformed, value_name.offset, "expected $value");
  DOTWIRE_TRY(const Token value, in.next());
  DOTWIRE_TRY(const Node* node, read_typed(type, value, graph));
  DOTWIRE_TRY(in.expect(TokenKind::EndObject, "the end of the value"));
  return node;
}

ValueKind kind_of(const Node& node) {
  if (const auto* scalar = model::as_scalar(&node)) return scalar->value_kind;
  return model::as_array(&node) != nullptr ? ValueKind::Bytes : ValueKind::String;
}

}  // namespace

Result<const Node*> read_node_value(json::Pull& in, model::Graph& graph) {
  DOTWIRE_TRY(const Token token, in.next());
  if (token.kind == TokenKind::Null) return nullptr;
  if (token.kind == TokenKind::String) return graph.make_string(token.text);
  return read_object(in, token, graph);
}

Result<const Node*> read_default(json::Pull& in, model::Graph& graph, ValueKind kind) {
  DOTWIRE_TRY(const Token token, in.next());
  if (token.kind == TokenKind::Null) return nullptr;
  const bool is_any = model::storage_of(kind) == Storage::Object;
  if (token.kind == TokenKind::String && (is_any || kind == ValueKind::String)) return graph.make_string(token.text);
  if (token.kind == TokenKind::BeginObject || is_any) {
    DOTWIRE_TRY(const Node* node, read_object(in, token, graph));
    const ValueKind found = kind_of(*node);
    if (is_any || found == kind || found == ValueKind::DBNull) return node;
    return Error(ErrorCode::Malformed, token.offset,
                 "the default is a " + std::string(model::clr_name(found)) + " in a column of " +
                     std::string(model::clr_name(kind)));
  }
  Token type = token;
  type.kind = TokenKind::String;
  type.text = model::clr_name(kind);
  return read_typed(type, token, graph);
}

Status read_cell(json::Pull& in, model::Graph& graph, Column& column) {
  if (column.storage() == Storage::Object) {
    DOTWIRE_TRY(const Node* node, read_node_value(in, graph));
    if (node == nullptr) return column.append_null(), Status();
    model::Chunk& chunk = column.tail(1);
    chunk.objects.push_back(node);
    added(column, chunk);
    return {};
  }
  DOTWIRE_TRY(const Token token, in.next());
  if (token.kind == TokenKind::Null) return column.append_null(), Status();
  return column.storage() == Storage::Fixed ? read_fixed(token, column) : read_varying(token, column);
}

}  // namespace dotwire::text_tables
