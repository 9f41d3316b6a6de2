#include <algorithm>
#include <cstring>

#include "base/copy_text.h"
#include "base/unicode.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/custom_formatter/custom_formatter.h"
#include "formats/custom_formatter/head.h"
#include "model/cell_budget.h"
#include "model/type_names.h"

namespace dotwire::custom_formatter {
namespace {

using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Storage;
using model::Table;
using model::ValueKind;

// What a column costs beside its cells: itself, a chunk, a bitmap of nulls.
constexpr std::uint64_t kColumnOverhead = 10'240;

// One column of the row loop, with where its next cell goes.
struct ColumnPlan {
  CellKind kind;
  std::uint8_t width;
  Column* column = nullptr;
  Chunk* chunk = nullptr;
  std::uint8_t* at = nullptr;     // the next cell, or the next text's first byte
  std::uint8_t* bytes = nullptr;  // Varying: of the chunk
  std::uint8_t* bytes_end = nullptr;
  std::uint64_t* ends = nullptr;

  bool varying() const { return kind == CellKind::Text || kind == CellKind::Bytes; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(at - bytes); }
};

struct Fault {
  ErrorCode code = ErrorCode::Malformed;
  const std::uint8_t* at = nullptr;  // null pointer: none
  const char* message = nullptr;
  const ColumnPlan* plan = nullptr;
};

struct Counts {
  std::uint64_t null_references = 0;
  std::uint64_t odd_booleans = 0;
};

// The row loop's state. Functions that decode a cell's value return where it ends, or a null pointer and set the fault.
class RowDecoder {
 public:
  RowDecoder(std::vector<ColumnPlan>& plans, const std::uint8_t* end) : plans_(plans), end_(end) {}

  const Fault& fault() const { return fault_; }
  const Counts& counts() const { return counts_; }

  // Row i of the chunk; null pointer on a fault.
  DOTWIRE_ALWAYS_INLINE const std::uint8_t* decode(const std::uint8_t* at, std::size_t i) {
    for (ColumnPlan& plan : plans_) {
      if (at == end_) [[unlikely]]
        return fail(plan, at, ErrorCode::Truncated, "the input ends inside the rows");
      if (*at == kValue) [[likely]] {
        at = decode_value(plan, at, i);
      } else {
        at = decode_null(plan, at, i);
      }
      if (at == nullptr) [[unlikely]]
        return nullptr;
    }
    return at;
  }

 private:
  DOTWIRE_ALWAYS_INLINE const std::uint8_t* decode_value(ColumnPlan& plan, const std::uint8_t* at, std::size_t i) {
    if (end_ - at <= plan.width) [[unlikely]]
      return fail(plan, at, ErrorCode::Truncated, "the input ends inside a cell");
    ++at;
    switch (plan.kind) {
      case CellKind::Boolean:
        counts_.odd_booleans += *at > 1 ? 1 : 0;
        *plan.at++ = *at != 0 ? 1 : 0;
        return at + 1;
      case CellKind::Plain1: return take<1>(plan, at);
      case CellKind::Plain2: return take<2>(plan, at);
      case CellKind::Plain4: return take<4>(plan, at);
      case CellKind::Plain8: return take<8>(plan, at);
      case CellKind::Plain16: return take<16>(plan, at);
      case CellKind::Decimal:
        if (!is_decimal(load<std::uint32_t>(at + 12))) [[unlikely]] {
          return fail(plan, at + 12, ErrorCode::Malformed, "flags of a Decimal are not a sign and a scale up to 28");
        }
        return take<16>(plan, at);
      case CellKind::DateTime:
        if (load<std::uint64_t>(at) > static_cast<std::uint64_t>(DateTime::kMaxTicks)) [[unlikely]] {
          return fail(plan, at, ErrorCode::OutOfRange, "ticks of a DateTime are negative or beyond the year 9999");
        }
        return take<8>(plan, at);
      case CellKind::Char: return decode_char(plan, at);
      case CellKind::Text: return decode_text(plan, at, i);
      case CellKind::Bytes: return decode_bytes(plan, at, i);
      case CellKind::NoValue:
        return fail(plan, at - 1, ErrorCode::Malformed, "value in a column of a type without one");
    }
    return nullptr;
  }

  template <std::size_t kWidth>
  static const std::uint8_t* take(ColumnPlan& plan, const std::uint8_t* at) {
    std::memcpy(plan.at, at, kWidth);
    plan.at += kWidth;
    return at + kWidth;
  }

  static bool is_decimal(std::uint32_t flags) { return (flags & 0x7F00FFFF) == 0 && flags << 1 >> 17 <= 28; }

  const std::uint8_t* decode_text(ColumnPlan& plan, const std::uint8_t* at, std::size_t i) {
    const std::uint8_t* const start = at;
    std::size_t size = *at++;
    if (size >= 0x80) {
      at = decode_long_size(plan, start, size);
      if (at == nullptr) return nullptr;
    }
    if (static_cast<std::size_t>(end_ - at) < size) [[unlikely]] {
      return fail(plan, start, ErrorCode::Truncated, "text is longer than the rest of the input");
    }
    if (static_cast<std::size_t>(plan.bytes_end - plan.at) < size) [[unlikely]]
      make_room(plan, size);
    if (!copy_text(plan.at, at, size) && !is_valid_utf8(as_text({at, size}))) [[unlikely]] {
      return fail(plan, at + find_invalid_utf8(as_text({at, size})), ErrorCode::Malformed, "text is not UTF-8");
    }
    plan.at += size;
    plan.ends[i] = plan.size();
    return at + size;
  }

  const std::uint8_t* decode_bytes(ColumnPlan& plan, const std::uint8_t* at, std::size_t i) {
    const auto size = load<std::int32_t>(at);
    if (size < 0) [[unlikely]]
      return fail(plan, at, ErrorCode::Malformed, "length of a Byte[] is negative");
    if (end_ - at - 4 < size) [[unlikely]] {
      return fail(plan, at, ErrorCode::Truncated, "Byte[] is longer than the rest of the input");
    }
    const auto count = static_cast<std::size_t>(size);
    if (static_cast<std::size_t>(plan.bytes_end - plan.at) < count) [[unlikely]]
      make_room(plan, count);
    copy_text(plan.at, at + 4, count);
    plan.at += count;
    plan.ends[i] = plan.size();
    return at + 4 + count;
  }

  DOTWIRE_NOINLINE const std::uint8_t* decode_long_size(ColumnPlan& plan, const std::uint8_t* at, std::size_t& size) {
    ByteReader in({at, end_});
    const Result<std::int32_t> value = in.read_7bit_i32();
    if (!value.ok()) return fail(plan, at, value.error().code(), "length of a text is cut off or too long");
    if (*value < 0) return fail(plan, at, ErrorCode::Malformed, "length of a text is negative");
    size = static_cast<std::size_t>(*value);
    return in.position();
  }

  const std::uint8_t* decode_char(ColumnPlan& plan, const std::uint8_t* at) {
    if (*at < 0x80) [[likely]] {
      store(plan.at, char16_t{*at});
      plan.at += 2;
      return at + 1;
    }
    return decode_wide_char(plan, at);
  }

  DOTWIRE_NOINLINE const std::uint8_t* decode_wide_char(ColumnPlan& plan, const std::uint8_t* at) {
    const std::size_t size = *at < 0xE0 ? 2 : 3;
    if (static_cast<std::size_t>(end_ - at) < size) {
      return fail(plan, at, ErrorCode::Truncated, "the input ends inside a Char");
    }
    const std::string_view text = as_text({at, size});
    if (!is_valid_utf8(text)) {
      return fail(plan, at, ErrorCode::Malformed, "Char is not one UTF-16 unit in UTF-8");
    }
    const char* cursor = text.data();
    store(plan.at, static_cast<char16_t>(next_code_point(cursor, cursor + size)));
    plan.at += 2;
    return at + size;
  }

  DOTWIRE_NOINLINE const std::uint8_t* decode_null(ColumnPlan& plan, const std::uint8_t* at, std::size_t i) {
    if (*at > kNullReference) return fail(plan, at, ErrorCode::Malformed, "marker of a cell is not 0, 1 or 2");
    if (*at == kNullReference) ++counts_.null_references;
    plan.chunk->set_null_bit(i);
    if (plan.varying()) {
      plan.ends[i] = plan.size();
    } else if (plan.kind != CellKind::NoValue) {
      std::memset(plan.at, 0, plan.column->width());
      plan.at += plan.column->width();
    }
    return at + 1;
  }

  DOTWIRE_NOINLINE static void make_room(ColumnPlan& plan, std::size_t size) {
    Buffer& bytes = plan.chunk->bytes;
    bytes.commit(plan.at);
    plan.at = bytes.reserve_more(size);
    plan.bytes = bytes.data();
    plan.bytes_end = plan.bytes + bytes.capacity();
  }

  DOTWIRE_NOINLINE const std::uint8_t* fail(const ColumnPlan& plan, const std::uint8_t* at, ErrorCode code,
                                            const char* message) {
    fault_ = {code, at, message, &plan};
    return nullptr;
  }

  std::span<ColumnPlan> plans_;
  const std::uint8_t* end_;
  Fault fault_;
  Counts counts_;
};

// Bytes of a value behind its marker, at least.
std::uint8_t least_width(CellKind kind) {
  switch (kind) {
    case CellKind::Boolean:
    case CellKind::Plain1:
    case CellKind::Char:
    case CellKind::Text: return 1;
    case CellKind::Plain2: return 2;
    case CellKind::Plain4:
    case CellKind::Bytes: return 4;
    case CellKind::Plain8:
    case CellKind::DateTime: return 8;
    case CellKind::Plain16:
    case CellKind::Decimal: return 16;
    case CellKind::NoValue: return 0;
  }
  return 0;
}

// Nothing for a type that the options refuse.
std::optional<ValueKind> kind_of(std::string_view type_name, UnknownTypes unknown) {
  const ValueKind kind = model::value_kind_of(type_name);
  if (cell_kind_of(kind).has_value()) return kind;
  if (unknown == UnknownTypes::OneByte) return ValueKind::Byte;
  if (unknown == UnknownTypes::NoValue) return ValueKind::Object;
  return std::nullopt;
}

// As made by Column's constructor, but for its records.
bool is_fresh(const Column& column) {
  return !column.caption_set && column.caption.empty() && !column.namespace_set && column.namespace_uri.empty() &&
         column.prefix.empty() && column.mapping == model::MappingType::Element &&
         column.date_time_mode == model::DateTimeMode::UnspecifiedLocal && column.allow_db_null && !column.read_only &&
         !column.unique && !column.auto_increment && column.auto_increment_seed == 0 &&
         column.auto_increment_step == 1 && !column.auto_increment_current && column.max_length == -1 &&
         column.expression.empty() && column.xml_data_type.empty() && column.simple_type_name.empty() &&
         column.default_value == nullptr && !column.extended_properties && column.assembly.empty();
}

// An empty table with the head's columns, made of the old ones where they are the same.
Status prepare_table(Table& table, const Head& head, const ReadOptions& options) {
  std::vector<std::unique_ptr<Column>> old = std::move(table.columns);
  table = Table();
  table.name = head.table_name;
  table.columns.reserve(head.columns.size());
  for (std::size_t i = 0; i < head.columns.size(); ++i) {
    const HeadColumn& wanted = head.columns[i];
    const std::optional<ValueKind> kind = kind_of(wanted.type_name, options.unknown_types);
    if (!kind || !model::is_type_name(wanted.type_name)) {
      Error error(ErrorCode::Unsupported,
                  "the Custom Formatter has no cells of type \"" + std::string(wanted.type_name) + "\"");
      error.set_path("columns/" + std::string(wanted.name));
      return error;
    }
    if (i < old.size() && old[i]->name == wanted.name && old[i]->type_name == wanted.type_name &&
        old[i]->kind() == *kind && is_fresh(*old[i])) {
      old[i]->clear_records();
      table.columns.push_back(std::move(old[i]));
    } else {
      table.add_column(std::string(wanted.name), *kind).type_name = wanted.type_name;
    }
  }
  return {};
}

Status check_limits(const Table& table, const Head& head, const ReadOptions& options, std::uint64_t size,
                    std::uint64_t rows_offset) {
  std::uint64_t row_bytes = 0;
  for (const auto& column : table.columns) row_bytes += column->storage() == Storage::Fixed ? column->width() : 8;
  // Neither product overflows: columns and rows * columns are at most the input's size, widths at most 16.
  const std::uint64_t bytes = head.columns.size() * kColumnOverhead + head.row_count * row_bytes;
  // Nothing else bounds rows of no columns.
  const bool fits =
      !head.columns.empty() || model::CellBudget(options.limits, size).take(head.row_count * model::kEmptyRowBytes);
  if (!fits || bytes > options.limits.memory || head.row_count > options.limits.objects) {
    return Error(ErrorCode::LimitExceeded, rows_offset, "table is larger than the limits allow");
  }
  return {};
}

// The plans for the next `count` records of all columns.
void begin_chunk(std::vector<ColumnPlan>& plans, std::size_t count) {
  for (ColumnPlan& plan : plans) {
    Chunk& chunk = plan.column->tail(count);
    plan.chunk = &chunk;
    plan.at = plan.bytes = chunk.bytes.data();
    plan.bytes_end = plan.bytes + chunk.bytes.capacity();
    plan.ends = chunk.ends.data();
  }
}

void end_chunk(std::vector<ColumnPlan>& plans, std::size_t count) {
  for (ColumnPlan& plan : plans) {
    Chunk& chunk = *plan.chunk;
    if (plan.kind == CellKind::NoValue) {
      chunk.objects.resize(count);
      std::fill_n(chunk.objects.data(), count, nullptr);
    } else if (plan.at != nullptr) {
      chunk.bytes.commit(plan.at);
    }
    if (plan.varying()) chunk.ends.resize(count);
    chunk.size = static_cast<std::uint32_t>(count);
    plan.column->added(count);
  }
}

Error row_error(const Fault& fault, std::uint64_t offset, std::uint64_t row) {
  Error error(fault.code, offset, fault.message);
  error.set_path("rows/[" + std::to_string(row) + "]/current/" + fault.plan->column->name);
  return error;
}

Status read_rows(ByteReader& in, Table& table, std::size_t row_count, Document& document) {
  std::vector<ColumnPlan> plans;
  plans.reserve(table.columns.size());
  for (const auto& column : table.columns) {
    const CellKind kind = cell_kind_of(column->kind()).value_or(CellKind::NoValue);
    plans.push_back({kind, least_width(kind), column.get()});
  }

  RowDecoder decoder(plans, in.end());
  for (std::size_t first = 0; first < row_count && !plans.empty(); first += kChunkRows) {
    const std::size_t count = std::min(kChunkRows, row_count - first);
    begin_chunk(plans, count);
    const std::uint8_t* at = in.position();
    for (std::size_t i = 0; i < count; ++i) {
      at = decoder.decode(at, i);
      if (at == nullptr) [[unlikely]]
        return row_error(decoder.fault(), in.offset_of(decoder.fault().at), first + i);
    }
    in.set_position(at);
    end_chunk(plans, count);
  }
  table.added_plain_rows(row_count);
  document.null_references += decoder.counts().null_references;
  document.odd_booleans = decoder.counts().odd_booleans;
  return {};
}

void mark_rows_added(Table& table) {
  const std::size_t count = table.row_count();
  for (std::size_t i = 0; i < count; ++i) {
    table.set_row(i, {model::RowState::Added, model::kNoRecord, i, model::kNoRecord});
  }
}

Status read_content(Bytes content, Table& table, const ReadOptions& options, Document& document) {
  ByteReader in(content);
  DOTWIRE_TRY(const Head head, decode_head(in));
  document.null_references = head.null_name ? 1 : 0;
  if (!model::SchemaBudget(options.limits, content.size()).take(head.columns.size() * model::kColumnBytes)) {
    return Error(ErrorCode::LimitExceeded, in.offset(), model::kTooManyColumns);
  }
  DOTWIRE_TRY(prepare_table(table, head, options));
  DOTWIRE_TRY(check_limits(table, head, options, content.size(), in.offset()));
  DOTWIRE_TRY(read_rows(in, table, head.row_count, document));
  if (options.added_rows) mark_rows_added(table);
  document.content_size = in.offset();
  return {};
}

}  // namespace

Result<Document> Reader::read(Bytes in, Table& table, const ReadOptions& options) {
  Document document;
  Bytes content = in;
  // Every document starts with 00, or with 02 and never without being told from QuickLZ's stored blocks by their sizes.
  if (!in.empty() && in[0] != kValue && !(in[0] == kNullReference && !quicklz::looks_like(in))) {
    content_.clear();
    Result<quicklz::Header> header = decompressor_.decompress(in, content_, options.limits);
    if (!header.ok()) {
      table = Table();
      return std::move(header).error();
    }
    document.compressed = true;
    document.version = header->version;
    document.size = header->block_size;
    content = content_;
  }
  Status status = read_content(content, table, options, document);
  if (status.ok() && document.compressed && document.content_size != content.size()) {
    status = Error(ErrorCode::Malformed, document.content_size, "bytes behind the rows inside the compressed block");
  }
  if (!status.ok()) {
    table = Table();
    return std::move(status).error();
  }
  if (!document.compressed) document.size = document.content_size;
  return document;
}

}  // namespace dotwire::custom_formatter
