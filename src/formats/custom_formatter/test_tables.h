// Tables for tests and measurements, from the generator that the golden files' generated tables come from.
#pragma once

#include <cstdint>
#include <string>

#include "dotwire/table.h"

namespace dotwire::custom_formatter {

struct Draw {
  std::uint64_t state;
  std::uint32_t operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  }
};

inline std::string letters(Draw& draw, std::size_t count) {
  std::string text(count, '\0');
  for (char& letter : text) letter = static_cast<char>('a' + draw() % 26);
  return text;
}

// The article's Synthetic.Type2: an Int32 and texts of 10, 10 and 100 letters.
inline model::Table type2_table(std::string name, std::size_t rows) {
  model::Table table;
  table.name = std::move(name);
  model::Column& index = table.add_column("Column1", model::ValueKind::Int32);
  for (int i = 2; i <= 4; ++i) table.add_column("Column" + std::to_string(i), model::ValueKind::String);
  Draw draw{20121213};
  for (std::size_t row = 0; row < rows; ++row) {
    index.append(static_cast<std::int32_t>(row));
    table.columns[1]->append_text(letters(draw, 10));
    table.columns[2]->append_text(letters(draw, 10));
    table.columns[3]->append_text(letters(draw, 100));
  }
  table.added_plain_rows(rows);
  return table;
}

inline constexpr model::ValueKind kEighteen[] = {
    model::ValueKind::Boolean,  model::ValueKind::Byte,    model::ValueKind::Bytes,    model::ValueKind::Char,
    model::ValueKind::DateTime, model::ValueKind::Decimal, model::ValueKind::Double,   model::ValueKind::Guid,
    model::ValueKind::Int16,    model::ValueKind::Int32,   model::ValueKind::Int64,    model::ValueKind::SByte,
    model::ValueKind::Single,   model::ValueKind::String,  model::ValueKind::TimeSpan, model::ValueKind::UInt16,
    model::ValueKind::UInt32,   model::ValueKind::UInt64};

inline std::uint64_t draw_64(Draw& draw) {
  const std::uint64_t high = draw();
  return high << 32 | draw();
}

inline Decimal draw_decimal(Draw& draw) {
  Decimal value;
  value.lo = draw();
  value.mid = draw();
  const std::uint32_t scale = draw() % 10;
  value.flags = scale << 16 | (draw() & 1) << 31;
  return value;
}

inline DateTime draw_date_time(Draw& draw) {
  const std::int64_t seconds = draw() % 315360000;
  const std::int64_t millis = draw() % 1000;
  return {630822816000000000 + seconds * 10'000'000 + millis * 10'000, DateTimeKind::Unspecified};
}

inline Guid draw_guid(Draw& draw) {
  Guid value;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t part = draw();
    std::memcpy(value.bytes.data() + 4 * i, &part, 4);
  }
  return value;
}

inline std::string draw_bytes(Draw& draw, std::size_t count) {
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(draw());
  return bytes;
}

// One cell of the article's Synthetic.Type1.
inline void append_type1_value(model::Column& column, Draw& draw) {
  using model::ValueKind;
  switch (column.kind()) {
    case ValueKind::Boolean: return column.append((draw() & 1) != 0);
    case ValueKind::Byte: return column.append(static_cast<std::uint8_t>(draw()));
    case ValueKind::SByte: return column.append(static_cast<std::int8_t>(draw()));
    case ValueKind::Int16: return column.append(static_cast<std::int16_t>(draw()));
    case ValueKind::UInt16: return column.append(static_cast<std::uint16_t>(draw()));
    case ValueKind::Int32: return column.append(static_cast<std::int32_t>(draw()));
    case ValueKind::UInt32: return column.append(draw());
    case ValueKind::Int64: return column.append(static_cast<std::int64_t>(draw_64(draw)));
    case ValueKind::UInt64: return column.append(draw_64(draw));
    case ValueKind::Single: return column.append((static_cast<float>(draw() >> 8) - 8388608.0F) / 256.0F);
    case ValueKind::Double:
      return column.append((static_cast<double>(draw_64(draw) >> 11) - 4503599627370496.0) / 1048576.0);
    case ValueKind::Decimal: return column.append(draw_decimal(draw));
    case ValueKind::DateTime: return column.append(draw_date_time(draw));
    case ValueKind::TimeSpan: return column.append(TimeSpan{(std::int64_t{draw()} - 2147483648) * 10'000});
    case ValueKind::Guid: return column.append(draw_guid(draw));
    case ValueKind::Char: return column.append(static_cast<char16_t>(33 + draw() % 94));
    case ValueKind::String: {
      const std::size_t size = 10 + draw() % 15;
      return column.append_text(letters(draw, size));
    }
    default: {
      const std::size_t size = 8 + draw() % 18;
      return column.append_text(draw_bytes(draw, size));
    }
  }
}

inline void append_copy(model::Column& to, const model::Column& from, std::size_t record) {
  if (from.is_null(record)) return to.append_null();
  if (from.storage() == model::Storage::Varying) return to.append_text(from.text(record));
  switch (from.width()) {
    case 1: return to.append(from.get<std::uint8_t>(record));
    case 2: return to.append(from.get<std::uint16_t>(record));
    case 4: return to.append(from.get<std::uint32_t>(record));
    case 8: return to.append(from.get<std::uint64_t>(record));
    default: return to.append(from.get<Decimal>(record));
  }
}

// The article's Synthetic.Type1: two columns of each of the eighteen types; rows repeat 64 rows of a pool.
inline model::Table type1_table(std::string name, std::size_t rows) {
  model::Table pool;
  model::Table table;
  table.name = std::move(name);
  for (const model::ValueKind kind : kEighteen) {
    for (int i = 0; i < 2; ++i) {
      pool.add_column("", kind);
      table.add_column("Column" + std::to_string(table.columns.size() + 1), kind);
    }
  }
  Draw draw{20139464};
  for (int row = 0; row < 64; ++row) {
    for (const auto& column : pool.columns) append_type1_value(*column, draw);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t from = draw() % 64;
    for (std::size_t i = 0; i < table.columns.size(); ++i) append_copy(*table.columns[i], *pool.columns[i], from);
  }
  table.added_plain_rows(rows);
  return table;
}

}  // namespace dotwire::custom_formatter
