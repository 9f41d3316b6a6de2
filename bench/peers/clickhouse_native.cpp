#include "peers/clickhouse_native.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/try.h"
#include "peers/cells.h"

namespace dotwire::bench {
namespace {

using model::Column;
using model::ValueKind;

std::string plain_type_of(const ColumnFacts& facts) {
  switch (facts.kind) {
    case ValueKind::Boolean: return "Bool";
    case ValueKind::SByte: return "Int8";
    case ValueKind::Byte: return "UInt8";
    case ValueKind::Int16: return "Int16";
    case ValueKind::UInt16:
    case ValueKind::Char: return "UInt16";
    case ValueKind::Int32: return "Int32";
    case ValueKind::UInt32: return "UInt32";
    case ValueKind::UInt64: return "UInt64";
    case ValueKind::Single: return "Float32";
    case ValueKind::Double: return "Float64";
    case ValueKind::String:
    case ValueKind::Bytes: return "String";
    case ValueKind::Guid: return "UUID";
    case ValueKind::DateTime: return facts.plain_dates ? "DateTime64(6)" : "Int64";
    case ValueKind::Decimal:
      if (facts.scale < 0) return "FixedString(16)";
      return "Decimal(" + std::to_string(std::max(facts.digits, 1)) + ", " + std::to_string(facts.scale) + ")";
    default: return "Int64";
  }
}

class Block {
 public:
  explicit Block(std::span<const std::uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }

  Result<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      DOTWIRE_TRY(const std::uint8_t* byte, take(1));
      value |= std::uint64_t{*byte & 0x7FU} << shift;
      if (*byte < 0x80) return value;
    }
    return Error(ErrorCode::Malformed, "number is too long");
  }
  Result<std::string_view> text() {
    DOTWIRE_TRY(const std::uint64_t size, number());
    DOTWIRE_TRY(const std::uint8_t* bytes, take(size));
    return std::string_view(reinterpret_cast<const char*>(bytes), size);
  }
  Result<const std::uint8_t*> take(std::uint64_t count) {
    if (count > static_cast<std::uint64_t>(end_ - at_)) return Error(ErrorCode::Truncated, "block is cut");
    const std::uint8_t* const bytes = at_;
    at_ += count;
    return bytes;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

std::size_t width_of(const ColumnFacts& facts, const Column& column) {
  if (facts.kind != ValueKind::Decimal || facts.scale < 0) return column.width();
  return facts.digits <= 9 ? 4 : facts.digits <= 18 ? 8 : 16;
}

template <class T>
T load_value(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void append_value(const std::uint8_t* from, const ColumnFacts& facts, std::size_t width, Column& column) {
  if (facts.kind == ValueKind::Guid) return column.append(guid_of(load_value<GuidHalves>(from)));
  if (facts.kind == ValueKind::DateTime && facts.plain_dates) {
    return column.append(date_of(load_value<std::int64_t>(from)));
  }
  if (facts.kind == ValueKind::Decimal && facts.scale >= 0) {
    const Int128 digits = width == 4   ? load_value<std::int32_t>(from)
                          : width == 8 ? load_value<std::int64_t>(from)
                                       : load_value<Int128>(from);
    return column.append(decimal_of(digits, facts.scale));
  }
  append_plain(column, from);
}

bool lies_as_ours(const ColumnFacts& facts) {
  return facts.kind != ValueKind::Guid && !(facts.kind == ValueKind::DateTime && facts.plain_dates) &&
         !(facts.kind == ValueKind::Decimal && facts.scale >= 0);
}

Status append_texts(Block& block, const std::uint8_t* nulls, std::size_t rows, Column& column) {
  for (std::size_t i = 0; i < rows; ++i) {
    DOTWIRE_TRY(const std::string_view text, block.text());
    if (nulls != nullptr && nulls[i] != 0) {
      column.append_null();
    } else {
      column.append_text(text);
    }
  }
  return {};
}

Status append_column(Block& block, const ColumnFacts& facts, std::size_t rows, Column& column) {
  const std::uint8_t* nulls = nullptr;
  if (facts.has_nulls) {
    DOTWIRE_TRY(nulls, block.take(rows));
  }
  if (column.storage() == model::Storage::Varying) return append_texts(block, nulls, rows, column);
  const std::size_t width = width_of(facts, column);
  DOTWIRE_TRY(const std::uint8_t* values, block.take(rows * width));
  if (nulls == nullptr && lies_as_ours(facts)) return append_run(column, values, rows), Status();
  for (std::size_t i = 0; i < rows; ++i) {
    if (nulls != nullptr && nulls[i] != 0) {
      column.append_null();
    } else {
      append_value(values + i * width, facts, width, column);
    }
  }
  return {};
}

}  // namespace

std::string clickhouse_type_of(const ColumnFacts& facts) {
  return facts.has_nulls ? "Nullable(" + plain_type_of(facts) + ")" : plain_type_of(facts);
}

Result<std::size_t> append_native(std::span<const std::uint8_t> bytes, const std::vector<ColumnFacts>& facts,
                                  model::Table& table) {
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 32;
  Block block(bytes);
  std::size_t all_rows = 0;
  while (!block.at_end()) {
    DOTWIRE_TRY(const std::uint64_t columns, block.number());
    DOTWIRE_TRY(const std::uint64_t rows, block.number());
    if (columns != facts.size() || rows > kMostRows) return Error(ErrorCode::Malformed, "block of other columns");
    for (std::size_t i = 0; i < facts.size(); ++i) {
      DOTWIRE_TRY(block.text());
      DOTWIRE_TRY(const std::string_view type, block.text());
      if (type != clickhouse_type_of(facts[i])) {
        return Error(ErrorCode::TypeMismatch,
                     "column of " + std::string(type) + " instead of " + clickhouse_type_of(facts[i]));
      }
      DOTWIRE_TRY(append_column(block, facts[i], rows, *table.columns[i]));
    }
    all_rows += rows;
  }
  return all_rows;
}

}  // namespace dotwire::bench
