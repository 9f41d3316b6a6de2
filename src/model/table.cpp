#include "dotwire/table.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/null_bits.h"

namespace dotwire::model {
namespace {

struct KindInfo {
  ValueKind kind;
  Storage storage;
  std::uint8_t width;
  std::string_view name;
};

constexpr std::array<KindInfo, 42> kKinds = {{
    {ValueKind::Boolean, Storage::Fixed, 1, "System.Boolean"},
    {ValueKind::Byte, Storage::Fixed, 1, "System.Byte"},
    {ValueKind::Char, Storage::Fixed, 2, "System.Char"},
    {ValueKind::Decimal, Storage::Fixed, 16, "System.Decimal"},
    {ValueKind::Double, Storage::Fixed, 8, "System.Double"},
    {ValueKind::Int16, Storage::Fixed, 2, "System.Int16"},
    {ValueKind::Int32, Storage::Fixed, 4, "System.Int32"},
    {ValueKind::Int64, Storage::Fixed, 8, "System.Int64"},
    {ValueKind::SByte, Storage::Fixed, 1, "System.SByte"},
    {ValueKind::Single, Storage::Fixed, 4, "System.Single"},
    {ValueKind::TimeSpan, Storage::Fixed, 8, "System.TimeSpan"},
    {ValueKind::DateTime, Storage::Fixed, 8, "System.DateTime"},
    {ValueKind::UInt16, Storage::Fixed, 2, "System.UInt16"},
    {ValueKind::UInt32, Storage::Fixed, 4, "System.UInt32"},
    {ValueKind::UInt64, Storage::Fixed, 8, "System.UInt64"},
    {ValueKind::String, Storage::Varying, 0, "System.String"},
    {ValueKind::Guid, Storage::Fixed, 16, "System.Guid"},
    {ValueKind::DateTimeOffset, Storage::Fixed, 16, "System.DateTimeOffset"},
    {ValueKind::BigInteger, Storage::Varying, 0, "System.Numerics.BigInteger"},
    {ValueKind::Uri, Storage::Varying, 0, "System.Uri"},
    {ValueKind::Version, Storage::Varying, 0, "System.Version"},
    {ValueKind::Type, Storage::Varying, 0, "System.Type"},
    {ValueKind::DBNull, Storage::Object, 0, "System.DBNull"},
    {ValueKind::Bytes, Storage::Varying, 0, "System.Byte[]"},
    {ValueKind::Chars, Storage::Varying, 0, "System.Char[]"},
    {ValueKind::SqlBinary, Storage::Varying, 0, "System.Data.SqlTypes.SqlBinary"},
    {ValueKind::SqlBoolean, Storage::Fixed, 1, "System.Data.SqlTypes.SqlBoolean"},
    {ValueKind::SqlByte, Storage::Fixed, 1, "System.Data.SqlTypes.SqlByte"},
    {ValueKind::SqlBytes, Storage::Varying, 0, "System.Data.SqlTypes.SqlBytes"},
    {ValueKind::SqlChars, Storage::Varying, 0, "System.Data.SqlTypes.SqlChars"},
    {ValueKind::SqlDateTime, Storage::Fixed, 8, "System.Data.SqlTypes.SqlDateTime"},
    {ValueKind::SqlDecimal, Storage::Fixed, 20, "System.Data.SqlTypes.SqlDecimal"},
    {ValueKind::SqlDouble, Storage::Fixed, 8, "System.Data.SqlTypes.SqlDouble"},
    {ValueKind::SqlGuid, Storage::Fixed, 16, "System.Data.SqlTypes.SqlGuid"},
    {ValueKind::SqlInt16, Storage::Fixed, 2, "System.Data.SqlTypes.SqlInt16"},
    {ValueKind::SqlInt32, Storage::Fixed, 4, "System.Data.SqlTypes.SqlInt32"},
    {ValueKind::SqlInt64, Storage::Fixed, 8, "System.Data.SqlTypes.SqlInt64"},
    {ValueKind::SqlMoney, Storage::Fixed, 8, "System.Data.SqlTypes.SqlMoney"},
    {ValueKind::SqlSingle, Storage::Fixed, 4, "System.Data.SqlTypes.SqlSingle"},
    {ValueKind::SqlString, Storage::Varying, 0, "System.Data.SqlTypes.SqlString"},
    {ValueKind::SqlXml, Storage::Varying, 0, "System.Data.SqlTypes.SqlXml"},
    {ValueKind::Object, Storage::Object, 0, ""},
}};
static_assert(sizeof(SqlDecimalCell) == 20 && sizeof(SqlDateTimeCell) == 8 && sizeof(DateTimeOffsetCell) == 16);

const KindInfo& info_of(ValueKind kind) {
  for (const KindInfo& info : kKinds) {
    if (info.kind == kind) return info;
  }
  return kKinds.back();
}

// Sets the first `bits`, clears the rest.
void put_leading_bits(std::uint64_t* words, std::size_t count, std::size_t bits) {
  std::fill(words, words + count, 0);
  std::fill(words, words + bits / 64, ~std::uint64_t{0});
  if (bits % 64 != 0) words[bits / 64] = (std::uint64_t{1} << (bits % 64)) - 1;
}

}  // namespace

void set_null_bits(Chunk& chunk, std::size_t first, std::size_t count) {
  if (chunk.nulls.empty() && first == chunk.null_count) {
    chunk.null_count += static_cast<std::uint32_t>(count);
    return;
  }
  const std::size_t end = first + count;
  for (std::size_t i = first; i < end;) {
    if (i % 64 == 0 && end - i >= 64 && !chunk.nulls.empty()) {
      while (chunk.nulls.size() < i / 64) chunk.nulls.push_back(0);
      const std::size_t words = (end - i) / 64;
      chunk.nulls.resize(i / 64 + words);
      std::fill_n(chunk.nulls.data() + i / 64, words, ~std::uint64_t{0});
      chunk.null_count += static_cast<std::uint32_t>(words * 64);
      i += words * 64;
    } else {
      chunk.set_null_bit(i++);
    }
  }
}

Storage storage_of(ValueKind kind) { return info_of(kind).storage; }
std::uint32_t cell_width(ValueKind kind) { return info_of(kind).width; }
bool is_sql(ValueKind kind) { return kind >= ValueKind::SqlBinary && kind <= ValueKind::SqlXml; }
std::string_view clr_name(ValueKind kind) { return info_of(kind).name; }

ValueKind value_kind_of(std::string_view clr_type_name) {
  for (const KindInfo& info : kKinds) {
    if (info.name == clr_type_name && info.kind != ValueKind::DBNull && info.kind != ValueKind::Version)
      return info.kind;
  }
  return ValueKind::Object;
}

void Chunk::set_null_bit(std::size_t i) {
  if (nulls.empty()) {
    if (i == null_count) {
      ++null_count;
      return;
    }
    nulls.resize(null_count / 64 + 1);
    put_leading_bits(nulls.data(), nulls.size(), null_count);
  }
  while (nulls.size() <= i / 64) nulls.push_back(0);
  nulls[i / 64] |= std::uint64_t{1} << (i % 64);
  ++null_count;
}

void Chunk::copy_null_bits(std::uint64_t* words) const {
  const std::size_t count = (std::size_t{size} + 63) / 64;
  if (nulls.empty()) return put_leading_bits(words, count, null_count);
  const std::size_t known = std::min(count, nulls.size());
  std::memcpy(words, nulls.data(), known * 8);
  std::fill(words + known, words + count, 0);
}

Column::Column(std::string column_name, ValueKind kind)
    : name(std::move(column_name)),
      type_name(clr_name(kind).empty() ? std::string_view("System.Object") : clr_name(kind)),
      kind_(kind),
      storage_(storage_of(kind)),
      width_(cell_width(kind)) {}

Chunk& Column::last_chunk() {
  const std::size_t index = record_count_ / kChunkRows;
  if (index == chunks_.size()) chunks_.push_back(std::make_unique<Chunk>());
  Chunk& chunk = *chunks_[index];
  if (record_count_ % kChunkRows == 0) chunk.size = 0;
  return chunk;
}

Chunk& Column::tail(std::size_t records) {
  Chunk& chunk = last_chunk();
  const std::size_t used = record_count_ % kChunkRows;
  // Memory that is there costs a comparison. Cells move only where an earlier call asked for less than came.
  const std::size_t count = std::min(kChunkRows - used, records) + used;
  switch (storage_) {
    case Storage::Fixed: chunk.bytes.reserve(count * width_); break;
    case Storage::Varying: chunk.ends.reserve(count); break;
    case Storage::Object: chunk.objects.reserve(count); break;
  }
  if (chunk.is_bare()) [[unlikely]]
    make_null_cells(chunk, chunk.size);
  return chunk;
}

// Behind the cells that are there.
void Column::make_null_cells(Chunk& chunk, std::size_t records) const {
  switch (storage_) {
    case Storage::Fixed: {
      std::uint8_t* at = chunk.bytes.reserve_more(records * width_);
      std::memset(at, 0, records * width_);
      chunk.bytes.commit(at + records * width_);
      break;
    }
    case Storage::Varying: {
      const std::size_t first = chunk.ends.size();
      chunk.ends.resize(first + records);
      std::fill_n(chunk.ends.data() + first, records, chunk.bytes.size());
      break;
    }
    case Storage::Object: {
      const std::size_t first = chunk.objects.size();
      chunk.objects.resize(first + records);
      std::fill_n(chunk.objects.data() + first, records, nullptr);
      break;
    }
  }
}

void Column::append_nulls(std::size_t records) {
  while (records != 0) {
    Chunk& chunk = last_chunk();
    const std::size_t count = std::min(records, room());
    if (chunk.size == 0 || chunk.is_bare()) {
      chunk.null_count += static_cast<std::uint32_t>(count);
    } else {
      set_null_bits(chunk, chunk.size, count);
      make_null_cells(chunk, count);
    }
    chunk.size += static_cast<std::uint32_t>(count);
    record_count_ += count;
    records -= count;
  }
}

void Column::append_text(std::string_view text) {
  Chunk& chunk = tail();
  chunk.bytes.append(text);
  chunk.ends.push_back(chunk.bytes.size());
  ++chunk.size;
  ++record_count_;
}

void Column::append_object(const Node* node) {
  if (node == nullptr) return append_null();
  Chunk& chunk = tail();
  chunk.objects.push_back(node);
  ++chunk.size;
  ++record_count_;
}

void Column::clear_records() {
  for (const auto& chunk : chunks_) {
    chunk->size = chunk->null_count = 0;
    chunk->bytes.clear();
    chunk->ends.clear();
    chunk->nulls.clear();
    chunk->identity.clear();
    chunk->objects.clear();
    chunk->styles.clear();
  }
  record_count_ = 0;
}

bool Column::has_styles() const {
  for (std::size_t i = 0; i < chunk_count(); ++i) {
    if (!chunks_[i]->styles.empty()) return true;
  }
  return false;
}

void Column::take_memory(Column& other) {
  if (other.kind_ != kind_) return;
  chunks_.swap(other.chunks_);
  clear_records();
  other.clear_records();
}

Table::Table() : graph_(std::make_unique<Graph>()) {}
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

TableSet::TableSet() : graph(std::make_unique<Graph>()) {}
TableSet::TableSet(TableSet&&) noexcept = default;
TableSet& TableSet::operator=(TableSet&&) noexcept = default;
TableSet::~TableSet() = default;

Column& Table::add_column(std::string column_name, ValueKind kind) {
  columns.push_back(std::make_unique<Column>(std::move(column_name), kind));
  return *columns.back();
}

const Column* Table::find_column(std::string_view column_name) const {
  for (const auto& column : columns) {
    if (column->name == column_name) return column.get();
  }
  return nullptr;
}

std::span<const std::uint32_t> Table::primary_key() const {
  for (const UniqueConstraint& constraint : unique_constraints) {
    if (constraint.primary_key) return constraint.columns;
  }
  return {};
}

void Table::added_plain_rows(std::size_t count) {
  if (rows_.empty()) {
    plain_row_count_ += count;
    return;
  }
  const std::uint64_t first = record_count() - count;
  for (std::size_t i = 0; i < count; ++i) rows_.push_back({RowState::Unchanged, first + i, first + i, kNoRecord});
}

void Table::make_explicit() {
  if (!rows_.empty()) return;
  rows_.reserve(plain_row_count_ + 1);
  for (std::size_t i = 0; i < plain_row_count_; ++i) rows_.push_back({RowState::Unchanged, i, i, kNoRecord});
}

void Table::add_row(Row row) {
  make_explicit();
  rows_.push_back(row);
}

void Table::set_row(std::size_t i, Row row) {
  make_explicit();
  rows_[i] = row;
}

void Table::clear_rows() {
  rows_.clear();
  plain_row_count_ = 0;
  row_errors.clear();
  row_ids.clear();
  for (const auto& column : columns) column->clear_records();
}

void Table::take_memory(Table& other) {
  for (std::size_t i = 0; i < std::min(columns.size(), other.columns.size()); ++i) {
    columns[i]->take_memory(*other.columns[i]);
  }
  rows_.swap(other.rows_);
  clear_rows();
  other.clear_rows();
}

void Table::set_extended_property(std::string_view key, std::string_view value) {
  extended_properties.entries.push_back({graph_->make_string(key), graph_->make_string(value)});
}

}  // namespace dotwire::model
