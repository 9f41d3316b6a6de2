#include <cstring>

#include "base/byte_writer.h"
#include "base/copy_text.h"
#include "base/unicode.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/custom_formatter/custom_formatter.h"

namespace dotwire::custom_formatter {
namespace {

using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Table;

// One column of the row loop, pointing into the chunk at hand.
struct ColumnPlan {
  CellKind kind;
  const std::uint8_t* bytes = nullptr;
  const std::uint64_t* ends = nullptr;
  const std::uint64_t* nulls = nullptr;  // null pointer: none is null
  const Column* column = nullptr;
  std::vector<std::uint64_t> null_words = {};  // where the chunk has not all of them

  bool is_null(std::size_t i) const { return nulls != nullptr && (nulls[i / 64] >> (i % 64) & 1) != 0; }
  std::uint64_t start(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
};

Result<CellKind> plan_kind(const Column& column, UnknownTypes unknown) {
  const std::optional<CellKind> kind = cell_kind_of(column.kind());
  if (is_supported(column)) return *kind;
  if (unknown == UnknownTypes::OneByte && kind == CellKind::Plain1) return *kind;
  if (unknown == UnknownTypes::NoValue) return CellKind::NoValue;
  Error error(ErrorCode::NotRepresentable, "the Custom Formatter has no cells of type \"" + column.type_name + "\"");
  error.set_path("columns/" + column.name);
  return error;
}

// Room for the cells of one row without their text and bytes.
std::size_t fixed_room(const std::vector<ColumnPlan>& plans) {
  std::size_t room = 0;
  for (const ColumnPlan& plan : plans) {
    const bool varying = plan.kind == CellKind::Text || plan.kind == CellKind::Bytes;
    room += 1 + (varying ? 5 : plan.kind == CellKind::Char ? 3 : plan.column->width());
  }
  return room;
}

void enter_chunk(std::vector<ColumnPlan>& plans, std::size_t index) {
  for (ColumnPlan& plan : plans) {
    const Chunk& chunk = plan.column->chunk(index);
    plan.bytes = chunk.bytes.data();
    plan.ends = chunk.ends.empty() ? nullptr : chunk.ends.data();
    plan.nulls = chunk.null_count != 0 ? chunk.nulls.data() : nullptr;
    if (chunk.null_count == 0 || chunk.has_all_null_bits()) continue;
    plan.null_words.resize((std::size_t{chunk.size} + 63) / 64);
    chunk.copy_null_bits(plan.null_words.data());
    plan.nulls = plan.null_words.data();
  }
}

std::uint8_t* put_text(std::uint8_t* at, const std::uint8_t* text, std::size_t size) {
  at = put_7bit(at, static_cast<std::uint32_t>(size));
  if (!copy_text(at, text, size)) [[unlikely]]
    replace_lone_surrogates(at, size);
  return at + size;
}

// U+FFFD for a surrogate, which is no character by itself.
std::uint8_t* put_char(std::uint8_t* at, char16_t unit) {
  if (unit < 0x80) [[likely]] {
    *at = static_cast<std::uint8_t>(unit);
    return at + 1;
  }
  return put_code_point(at, unit >= 0xD800 && unit < 0xE000 ? U'\uFFFD' : unit);
}

template <class T>
DOTWIRE_ALWAYS_INLINE std::uint8_t* put_plain(std::uint8_t* at, const std::uint8_t* cells, std::size_t i) {
  std::memcpy(at, cells + i * sizeof(T), sizeof(T));
  return at + sizeof(T);
}

struct Cell16 {
  std::uint64_t words[2];
};

// Record i of the chunk.
DOTWIRE_ALWAYS_INLINE std::uint8_t* put_row(std::uint8_t* at, std::span<const ColumnPlan> plans, std::size_t i) {
  for (const ColumnPlan& plan : plans) {
    if (plan.is_null(i) || plan.kind == CellKind::NoValue) {
      *at++ = kDBNull;
      continue;
    }
    *at++ = kValue;
    switch (plan.kind) {
      case CellKind::Boolean: *at++ = plan.bytes[i] != 0 ? 1 : 0; break;
      case CellKind::Plain1: *at++ = plan.bytes[i]; break;
      case CellKind::Plain2: at = put_plain<std::uint16_t>(at, plan.bytes, i); break;
      case CellKind::Plain4: at = put_plain<std::uint32_t>(at, plan.bytes, i); break;
      case CellKind::Plain8: at = put_plain<std::uint64_t>(at, plan.bytes, i); break;
      case CellKind::Decimal:
      case CellKind::Plain16: at = put_plain<Cell16>(at, plan.bytes, i); break;
      case CellKind::Char: at = put_char(at, load<char16_t>(plan.bytes + i * 2)); break;
      case CellKind::DateTime: at = put(at, load<std::uint64_t>(plan.bytes + i * 8) & DateTime::kTicksMask); break;
      case CellKind::Text: {
        const std::uint64_t start = plan.start(i);
        at = put_text(at, plan.bytes + start, static_cast<std::size_t>(plan.ends[i] - start));
        break;
      }
      case CellKind::Bytes: {
        const std::uint64_t start = plan.start(i);
        const auto size = static_cast<std::size_t>(plan.ends[i] - start);
        at = put(at, static_cast<std::uint32_t>(size));
        copy_text(at, plan.bytes + start, size);
        at += size;
        break;
      }
      case CellKind::NoValue: break;
    }
  }
  return at;
}

// All records in order, as in a table without a row list.
Status put_plain_rows(std::vector<ColumnPlan>& plans, std::size_t row_count, Buffer& out) {
  const std::size_t room = fixed_room(plans);
  for (std::size_t first = 0; first < row_count; first += kChunkRows) {
    const std::size_t chunk = first / kChunkRows;
    const std::size_t count = std::min(kChunkRows, row_count - first);
    enter_chunk(plans, chunk);
    std::size_t bytes = count * room;
    for (const ColumnPlan& plan : plans) {
      if (plan.ends != nullptr) bytes += plan.column->chunk(chunk).bytes.size();
    }
    std::uint8_t* at = out.reserve_more(bytes);
    for (std::size_t i = 0; i < count; ++i) at = put_row(at, plans, i);
    out.commit(at);
  }
  return {};
}

std::size_t varying_room(const std::vector<ColumnPlan>& plans, std::size_t i) {
  std::size_t room = 0;
  for (const ColumnPlan& plan : plans) {
    if (plan.ends != nullptr) room += static_cast<std::size_t>(plan.ends[i] - plan.start(i));
  }
  return room;
}

Status put_listed_rows(std::vector<ColumnPlan>& plans, const Table& table, Buffer& out) {
  const std::size_t room = fixed_room(plans);
  std::uint64_t chunk = ~std::uint64_t{0};
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const model::Row records = table.row(row);
    if (records.state == model::RowState::Deleted && records.proposed == model::kNoRecord) continue;
    const std::uint64_t record = records.proposed != model::kNoRecord ? records.proposed : records.current;
    DOTWIRE_CHECK(plans.empty() || record < table.record_count());
    if (record / kChunkRows != chunk && !plans.empty()) {
      chunk = record / kChunkRows;
      enter_chunk(plans, static_cast<std::size_t>(chunk));
    }
    const auto i = static_cast<std::size_t>(record % kChunkRows);
    std::uint8_t* at = out.reserve_more(room + varying_room(plans, i));
    at = put_row(at, plans, i);
    out.commit(at);
  }
  return {};
}

Error size_error(std::uint64_t record, const Column& column) {
  Error error(ErrorCode::NotRepresentable, "the Custom Formatter counts a cell's bytes in an Int32");
  error.set_path("rows/[" + std::to_string(record) + "]/current/" + column.name);
  return error;
}

// What the row loops rely on.
Status check_columns(const Table& table) {
  for (const auto& column : table.columns) {
    if (column->record_count() != table.record_count() ||
        (table.plain_rows() && table.row_count() > table.record_count())) {
      return Error(ErrorCode::InvalidArgument, "column \"" + column->name + "\" has not a cell for every row");
    }
    for (std::size_t c = 0; column->storage() == model::Storage::Varying && c < column->chunk_count(); ++c) {
      const Chunk& chunk = column->chunk(c);
      for (std::size_t i = 0; chunk.bytes.size() > INT32_MAX && i < chunk.size; ++i) {
        if (chunk.text(i).size() > INT32_MAX) return size_error(c * kChunkRows + i, *column);
      }
    }
  }
  return {};
}

// Rows to write, or the error that the original would make of a deleted one.
Result<std::size_t> count_rows(const Table& table, const WriteOptions& options) {
  if (table.plain_rows()) return table.row_count();
  std::size_t count = 0;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const model::Row records = table.row(row);
    if (records.state != model::RowState::Deleted || records.proposed != model::kNoRecord) {
      ++count;
    } else if (!options.omit_deleted_rows) {
      Error error(ErrorCode::NotRepresentable, "the Custom Formatter holds no deleted rows");
      error.set_path("rows/[" + std::to_string(row) + "]");
      return error;
    }
  }
  return count;
}

void put_name(Buffer& out, std::string_view name) {
  std::uint8_t* const at = out.reserve_more(name.size() + 5);
  out.commit(put_text(at, reinterpret_cast<const std::uint8_t*>(name.data()), name.size()));
}

Status put_table(const Table& table, Buffer& out, const WriteOptions& options) {
  std::vector<ColumnPlan> plans;
  plans.reserve(table.columns.size());
  for (const auto& column : table.columns) {
    DOTWIRE_TRY(const CellKind kind, plan_kind(*column, options.unknown_types));
    plans.push_back({kind, nullptr, nullptr, nullptr, column.get()});
  }
  DOTWIRE_TRY(check_columns(table));
  DOTWIRE_TRY(const std::size_t row_count, count_rows(table, options));
  if (row_count > INT32_MAX || plans.size() > INT32_MAX) {
    return Error(ErrorCode::NotRepresentable, "the Custom Formatter counts rows and columns in an Int32");
  }

  ByteWriter writer(out);
  writer.write_u8(kValue);
  put_name(out, table.name);
  writer.write_i32(static_cast<std::int32_t>(plans.size()));
  for (const ColumnPlan& plan : plans) {
    put_name(out, plan.column->name);
    put_name(out, plan.column->type_name);
  }
  writer.write_i32(static_cast<std::int32_t>(row_count));
  return table.plain_rows() ? put_plain_rows(plans, row_count, out) : put_listed_rows(plans, table, out);
}

}  // namespace

Status Writer::write(const Table& table, Buffer& out, const WriteOptions& options) {
  if (options.compress) {
    content_.clear();
    DOTWIRE_TRY(put_table(table, content_, options));
    return compressor_.compress(content_, out, {options.version});
  }
  const std::size_t before = out.size();
  Status status = put_table(table, out, options);
  if (!status.ok()) out.resize(before);
  return status;
}

}  // namespace dotwire::custom_formatter
