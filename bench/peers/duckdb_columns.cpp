#include "peers/duckdb_columns.h"

#include <cstddef>
#include <cstring>
#include <string>

#include "peers/cells.h"

namespace dotwire::bench {
namespace {

using model::Column;
using model::ValueKind;

constexpr std::uint32_t kInPlace = 12;
constexpr std::uint64_t kSignOfUuid = std::uint64_t{1} << 63;  // turned, so that numbers sort as the texts do

duckdb_string_t string_of(std::string_view text) {
  duckdb_string_t out{};
  if (text.empty()) return out;  // whose memory may be nowhere
  out.length = static_cast<std::uint32_t>(text.size());
  if (text.size() <= kInPlace) {
    std::memcpy(out.prefix, text.data(), std::min<std::size_t>(text.size(), 4));
    if (text.size() > 4) std::memcpy(out.value.rest, text.data() + 4, text.size() - 4);
  } else {
    std::memcpy(out.prefix, text.data(), 4);
    out.value.pointer = text.data();
  }
  return out;
}

std::string_view text_of(const duckdb_string_t& string) {
  const auto* const in_place = reinterpret_cast<const char*>(&string) + offsetof(duckdb_string_t, prefix);
  return {string.length <= kInPlace ? in_place : string.value.pointer, string.length};
}

duckdb_hugeint uuid_of(const Guid& guid) {
  const GuidHalves halves = halves_of(guid);
  return {halves.lower, static_cast<std::int64_t>(halves.upper ^ kSignOfUuid)};
}

Guid guid_of(const duckdb_hugeint& uuid) {
  return guid_of(GuidHalves{static_cast<std::uint64_t>(uuid.upper) ^ kSignOfUuid, uuid.lower});
}

const std::uint8_t* cell(const Column& column, std::size_t record) {
  return column.chunk(record / model::kChunkRows).bytes.data() + record % model::kChunkRows * column.width();
}

// Calls with (index in the vector, record) for all that are not null.
template <class Call>
void each(const Column& column, std::size_t first, std::size_t count, Call&& call) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!column.is_null(first + i)) call(i, first + i);
  }
}

// A decimal column of DuckDB lies in the smallest whole number that has its width; those of 16 bytes may lie on 8.
template <class Number>
void put_decimals(void* to, const Column& column, std::size_t first, std::size_t count) {
  each(column, first, count, [&](std::size_t i, std::size_t record) {
    const auto digits = static_cast<Number>(digits_of(column.get<Decimal>(record)));
    std::memcpy(static_cast<std::uint8_t*>(to) + i * sizeof(Number), &digits, sizeof digits);
  });
}

std::size_t size_of_decimal(int width) { return width <= 4 ? 2 : width <= 9 ? 4 : width <= 18 ? 8 : 16; }

void put_decimals(void* to, const Column& column, std::size_t first, std::size_t count, int width) {
  switch (size_of_decimal(width)) {
    case 2: return put_decimals<std::int16_t>(to, column, first, count);
    case 4: return put_decimals<std::int32_t>(to, column, first, count);
    case 8: return put_decimals<std::int64_t>(to, column, first, count);
    default: return put_decimals<Int128>(to, column, first, count);
  }
}

template <class Number>
Int128 number_at(const void* from, std::size_t i) {
  Number number;
  std::memcpy(&number, static_cast<const std::uint8_t*>(from) + i * sizeof(Number), sizeof number);
  return number;
}

Int128 decimal_digits(const void* from, std::size_t i, int width) {
  switch (size_of_decimal(width)) {
    case 2: return number_at<std::int16_t>(from, i);
    case 4: return number_at<std::int32_t>(from, i);
    case 8: return number_at<std::int64_t>(from, i);
    default: return number_at<Int128>(from, i);
  }
}

// A run lies in one chunk, or in two: vectors are shorter than chunks.
void put_plain(void* to, const Column& column, std::size_t first, std::size_t count) {
  auto* out = static_cast<std::uint8_t*>(to);
  while (count > 0) {
    const std::size_t part = std::min(count, model::kChunkRows - first % model::kChunkRows);
    const model::Chunk& chunk = column.chunk(first / model::kChunkRows);
    if (!chunk.is_bare()) std::memcpy(out, cell(column, first), part * column.width());
    out += part * column.width();
    first += part;
    count -= part;
  }
}

void put(void* to, const DuckColumn& type, const Column& column, std::size_t first, std::size_t count) {
  switch (type.type) {
    case DuckType::Varchar:
      return each(column, first, count, [&](std::size_t i, std::size_t record) {
        static_cast<duckdb_string_t*>(to)[i] = string_of(column.text(record));
      });
    case DuckType::Blob:
      return each(column, first, count, [&](std::size_t i, std::size_t record) {
        const bool wide = column.kind() == ValueKind::Decimal;
        const std::string_view bytes =
            wide ? std::string_view(reinterpret_cast<const char*>(cell(column, record)), column.width())
                 : column.text(record);
        static_cast<duckdb_string_t*>(to)[i] = string_of(bytes);
      });
    case DuckType::Decimal: return put_decimals(to, column, first, count, type.width);
    case DuckType::Uuid:
      return each(column, first, count, [&](std::size_t i, std::size_t record) {
        static_cast<duckdb_hugeint*>(to)[i] = uuid_of(column.get<Guid>(record));
      });
    case DuckType::Timestamp:
      return each(column, first, count, [&](std::size_t i, std::size_t record) {
        static_cast<std::int64_t*>(to)[i] = microseconds_of(column.get<DateTime>(record));
      });
    default: return put_plain(to, column, first, count);
  }
}

void append(const void* from, std::size_t i, const DuckColumn& type, Column& column) {
  switch (type.type) {
    case DuckType::Varchar: return column.append_text(text_of(static_cast<const duckdb_string_t*>(from)[i]));
    case DuckType::Blob: {
      const std::string_view bytes = text_of(static_cast<const duckdb_string_t*>(from)[i]);
      return column.kind() == ValueKind::Decimal ? append_plain(column, bytes.data()) : column.append_text(bytes);
    }
    case DuckType::Decimal: return column.append(decimal_of(decimal_digits(from, i, type.width), type.scale));
    case DuckType::Uuid: return column.append(guid_of(static_cast<const duckdb_hugeint*>(from)[i]));
    case DuckType::Timestamp: return column.append(date_of(static_cast<const std::int64_t*>(from)[i]));
    default: return append_plain(column, static_cast<const std::uint8_t*>(from) + i * column.width());
  }
}

bool lies_as_ours(DuckType type) { return type < DuckType::Timestamp; }

// DuckDB gives its functions a pointer of ours, and only by the interface, which is loaded once.
const DuckDbApi* loaded_api = nullptr;

}  // namespace

DuckColumn duck_column_of(const ColumnFacts& facts) {
  switch (facts.kind) {
    case ValueKind::Boolean: return {DuckType::Boolean};
    case ValueKind::SByte: return {DuckType::TinyInt};
    case ValueKind::Byte: return {DuckType::UTinyInt};
    case ValueKind::Int16: return {DuckType::SmallInt};
    case ValueKind::UInt16:
    case ValueKind::Char: return {DuckType::USmallInt};
    case ValueKind::Int32: return {DuckType::Integer};
    case ValueKind::UInt32: return {DuckType::UInteger};
    case ValueKind::UInt64: return {DuckType::UBigInt};
    case ValueKind::Single: return {DuckType::Float};
    case ValueKind::Double: return {DuckType::Double};
    case ValueKind::String: return {DuckType::Varchar};
    case ValueKind::Bytes: return {DuckType::Blob};
    case ValueKind::Guid: return {DuckType::Uuid};
    case ValueKind::DateTime: return {facts.plain_dates ? DuckType::Timestamp : DuckType::BigInt};
    case ValueKind::Decimal:
      if (facts.scale < 0) return {DuckType::Blob};
      return {DuckType::Decimal, static_cast<std::uint8_t>(std::max(facts.digits, 1)),
              static_cast<std::uint8_t>(facts.scale)};
    default: return {DuckType::BigInt};
  }
}

DuckSource::DuckSource(const DuckDbApi& api, const std::vector<ColumnFacts>& facts) : api_(api) {
  loaded_api = &api;
  for (const ColumnFacts& column : facts) columns_.push_back(duck_column_of(column));
}

Status DuckSource::register_at(duckdb_connection connection) {
  duckdb_table_function function = api_.create_table_function();
  api_.table_function_set_name(function, "dotwire_table");
  api_.table_function_set_extra_info(function, this, nullptr);
  api_.table_function_set_bind(function, bind);
  api_.table_function_set_init(function, init);
  api_.table_function_set_function(function, fill);
  const int state = api_.register_table_function(connection, function);
  api_.destroy_table_function(&function);
  return state == 0 ? Status() : Status(Error(ErrorCode::Unsupported, "duckdb_register_table_function failed"));
}

void DuckSource::bind(duckdb_bind_info info) {
  const auto& source = *static_cast<DuckSource*>(loaded_api->bind_get_extra_info(info));
  for (std::size_t i = 0; i < source.columns_.size(); ++i) {
    const DuckColumn& column = source.columns_[i];
    duckdb_logical_type type = column.type == DuckType::Decimal
                                   ? source.api_.create_decimal_type(column.width, column.scale)
                                   : source.api_.create_logical_type(column.type);
    source.api_.bind_add_result_column(info, ("c" + std::to_string(i)).c_str(), type);
    source.api_.destroy_logical_type(&type);
  }
}

void DuckSource::init(duckdb_init_info info) {
  static_cast<DuckSource*>(loaded_api->init_get_extra_info(info))->next_ = 0;
}

void DuckSource::fill(duckdb_function_info info, duckdb_data_chunk chunk) {
  static_cast<DuckSource*>(loaded_api->function_get_extra_info(info))->fill_chunk(chunk);
}

void DuckSource::fill_chunk(duckdb_data_chunk chunk) {
  const std::size_t count = std::min<std::size_t>(api_.vector_size(), table_->row_count() - next_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *table_->columns[i];
    duckdb_vector vector = api_.data_chunk_get_vector(chunk, i);
    put(api_.vector_get_data(vector), columns_[i], column, next_, count);
    fill_nulls(vector, column, count);
  }
  api_.data_chunk_set_size(chunk, count);
  next_ += count;
}

void DuckSource::fill_nulls(duckdb_vector vector, const Column& column, std::size_t count) const {
  std::uint64_t* valid = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (!column.is_null(next_ + i)) continue;
    if (valid == nullptr) {
      api_.vector_ensure_validity_writable(vector);
      valid = api_.vector_get_validity(vector);
    }
    valid[i / 64] &= ~(std::uint64_t{1} << i % 64);
  }
}

void append_chunk(const DuckDbApi& api, duckdb_data_chunk chunk, const std::vector<DuckColumn>& types,
                  model::Table& table) {
  const std::size_t count = api.data_chunk_get_size(chunk);
  for (std::size_t c = 0; c < types.size(); ++c) {
    Column& column = *table.columns[c];
    duckdb_vector vector = api.data_chunk_get_vector(chunk, c);
    const void* const data = api.vector_get_data(vector);
    const std::uint64_t* const valid = api.vector_get_validity(vector);
    if (valid == nullptr && lies_as_ours(types[c].type)) {
      append_run(column, data, count);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (valid != nullptr && (valid[i / 64] >> i % 64 & 1) == 0) {
        column.append_null();
      } else {
        append(data, i, types[c], column);
      }
    }
  }
}

}  // namespace dotwire::bench
