#include "formats/custom_formatter/head.h"

#include <algorithm>

#include "base/unicode.h"
#include "formats/custom_formatter/cell_kind.h"

namespace dotwire::custom_formatter {
namespace {

Result<std::string_view> decode_name(ByteReader& in) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const Bytes bytes, in.read_prefixed_bytes());
  const std::string_view name = as_text(bytes);
  const std::size_t invalid = find_invalid_utf8(name);
  if (invalid != kValid) {
    return Error(ErrorCode::Malformed, in.offset() - name.size() + invalid, "name is not UTF-8");
  }
  if (name.size() > INT32_MAX) return Error(ErrorCode::Malformed, start, "name is too long");
  return name;
}

Status decode_table_name(ByteReader& in, Head& head) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const std::uint8_t marker, in.read_u8());
  if (marker == kNullReference) {
    head.null_name = true;
    return {};
  }
  if (marker != kValue) return Error(ErrorCode::Malformed, start, "marker of the table name is not 0 or 2");
  DOTWIRE_TRY(head.table_name, decode_name(in));
  return {};
}

// .NET's tables refuse equal names too.
Status check_names(const std::vector<HeadColumn>& columns, std::uint64_t offset) {
  std::vector<std::string_view> names;
  names.reserve(columns.size());
  for (const HeadColumn& column : columns) names.push_back(column.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return Error(ErrorCode::Malformed, offset, "two columns are named \"" + std::string(*twice) + "\"");
}

}  // namespace

Result<Head> decode_columns(ByteReader& in) {
  Head head;
  DOTWIRE_TRY(decode_table_name(in, head));

  const std::uint64_t columns_offset = in.offset();
  DOTWIRE_TRY(const std::size_t column_count, in.read_count(2));
  head.columns.reserve(column_count);
  for (std::size_t i = 0; i < column_count; ++i) {
    HeadColumn& column = head.columns.emplace_back();
    DOTWIRE_TRY(column.name, decode_name(in));
    DOTWIRE_TRY(column.type_name, decode_name(in));
  }
  DOTWIRE_TRY(check_names(head.columns, columns_offset));
  return head;
}

Result<Head> decode_head(ByteReader& in) {
  DOTWIRE_TRY(Head head, decode_columns(in));
  DOTWIRE_TRY(head.row_count, in.read_count(head.columns.size()));
  return head;
}

}  // namespace dotwire::custom_formatter
