#include "formats/protobuf_data/column_heads.h"

#include <algorithm>
#include <unordered_map>

#include "base/unicode.h"
#include "wire/protobuf/fields.h"

namespace dotwire::protobuf_data {
namespace {

using protobuf::Tag;
using protobuf::WireType;

constexpr std::uint64_t kNoCode = 0;

Result<std::string_view> decode_name(ByteReader& in) {
  DOTWIRE_TRY(const Bytes bytes, protobuf::decode_length_delimited(in));
  const std::string_view name = as_text(bytes);
  const std::size_t invalid = find_invalid_utf8(name);
  if (invalid == kValid) return name;
  return Error(ErrorCode::Malformed, in.offset() - name.size() + invalid, "name is not UTF-8");
}

// Names, and the number that the next one of a name may have.
class Taken {
 public:
  bool add(std::string_view name) { return next_.try_emplace(std::string(name), 1).second; }
  std::string numbered(std::string_view name) {
    for (std::uint32_t number = std::max(next_[std::string(name)], 1U);; ++number) {
      std::string text = std::string(name) + std::to_string(number);
      if (!add(text)) continue;
      next_[std::string(name)] = number + 1;
      return text;
    }
  }

 private:
  std::unordered_map<std::string, std::uint32_t> next_;
};

}  // namespace

Result<ColumnHead> decode_column(ByteReader& in, Layout layout) {
  ColumnHead column;
  column.offset = in.offset() - 1;
  bool named = false;
  std::uint64_t code = kNoCode;
  std::uint64_t code_offset = 0;
  for (;;) {
    const std::uint64_t start = in.offset();
    DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(in));
    if (tag == Tag{1, WireType::Length}) {
      DOTWIRE_TRY(column.name, decode_name(in));
      named = true;
    } else if (tag == Tag{2, WireType::Varint}) {
      code_offset = in.offset();
      DOTWIRE_TRY(code, protobuf::decode_varint(in));
    } else if (protobuf::to_number(tag) == end_of(groups_of(layout).column)) {
      break;
    } else if (tag.type == WireType::EndGroup || tag.field <= 2) {
      return Error(ErrorCode::Malformed, start,
                   "name of a column is no text, its type no varint, or its group has no end");
    } else {
      DOTWIRE_TRY(protobuf::skip_value(in, tag, kUnknownDepth));
    }
  }
  if (!named || code_offset == 0) {
    return Error(ErrorCode::Malformed, column.offset, named ? "column has no type" : "column has no name");
  }
  const std::optional<model::ValueKind> kind = kind_of_code(code, layout);
  if (!kind) {
    Error error(ErrorCode::Unsupported, code_offset, "there is no column type " + std::to_string(code));
    error.set_path("columns/" + std::string(column.name));
    return error;
  }
  column.kind = *kind;
  return column;
}

std::vector<std::string> loaded_names(const std::vector<ColumnHead>& columns) {
  std::vector<std::string> names(columns.size());
  std::vector<bool> missing(columns.size());
  Taken taken;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    missing[i] = columns[i].name.empty() || !taken.add(columns[i].name);
    if (!missing[i]) names[i] = columns[i].name;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (missing[i]) names[i] = taken.numbered(columns[i].name.empty() ? "Column" : columns[i].name);
  }
  return names;
}

}  // namespace dotwire::protobuf_data
