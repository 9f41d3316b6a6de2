#include <algorithm>
#include <cstring>

#include "base/byte_writer.h"
#include "base/copy_text.h"
#include "clr/date_time.h"
#include "codecs/protobuf_bcl/bcl.h"
#include "formats/protobuf_data/versions.h"

namespace dotwire::protobuf_data {

using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Table;

namespace {

// A tag in front and behind, and its store of eight bytes.
constexpr std::size_t kTagRoom = 2 * sizeof(std::uint64_t);
// Room that is asked for at once; a row larger than that is a block of its own.
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

// One column of the row loop, pointing into the chunk at hand.
struct WritePlan {
  CellKind kind = CellKind::Text;
  std::uint8_t tag_size = 1;
  bool omits_empty = false;   // zero-length arrays
  std::uint64_t tag = 0;      // its bytes, to be stored at once
  std::uint64_t end_tag = 0;  // of a group
  const Column* column = nullptr;
  const Column* source = nullptr;  // whose cells are written; another one only with shifted values
  const std::uint8_t* bytes = nullptr;
  const std::uint64_t* ends = nullptr;
  const std::uint64_t* nulls = nullptr;        // null pointer: none is null
  std::vector<std::uint64_t> null_words = {};  // where the chunk has not all of them

  bool is_null(std::size_t i) const { return nulls != nullptr && (nulls[i / 64] >> (i % 64) & 1) != 0; }
  std::uint64_t start(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
};

std::uint64_t packed_varint(std::uint32_t value) {
  std::uint8_t bytes[protobuf::kLongestVarint] = {};
  protobuf::put_varint(bytes, value);
  return load<std::uint64_t>(bytes);
}

void set_tags(WritePlan& plan, std::size_t field, std::uint8_t wire_type) {
  const auto number = static_cast<std::uint32_t>(field << 3);
  plan.tag = packed_varint(number | wire_type);
  plan.end_tag = packed_varint(number | static_cast<std::uint32_t>(protobuf::WireType::EndGroup));
  plan.tag_size = static_cast<std::uint8_t>(size_of_7bit(number));
}

std::size_t value_room(CellKind kind) {
  switch (kind) {
    case CellKind::Text:
    case CellKind::Bytes: return 5;
    case CellKind::Int16:
    case CellKind::Int32:
    case CellKind::Int64:
    case CellKind::Char: return protobuf::kLongestVarint;
    case CellKind::Boolean: return 1;
    case CellKind::Byte: return 2;
    case CellKind::Single: return 4;
    case CellKind::Double: return 8;
    case CellKind::DateTime:
    case CellKind::TimeSpan: return protobuf_bcl::kLongestTicks;
    case CellKind::Decimal: return protobuf_bcl::kLongestDecimal;
    case CellKind::Guid: return protobuf_bcl::kLongestGuid;
    case CellKind::DateTimeOffset: return kDateTimeRoom;
  }
  return 0;
}

std::uint8_t* put_text(std::uint8_t* at, const std::uint8_t* text, std::size_t size) {
  at = protobuf::put_varint(at, size);
  if (!copy_text(at, text, size)) [[unlikely]]
    replace_lone_surrogates(at, size);
  return at + size;
}

DOTWIRE_ALWAYS_INLINE std::uint8_t* put_start(std::uint8_t* at, const WritePlan& plan) {
  store(at, plan.tag);
  return at + plan.tag_size;
}

DOTWIRE_ALWAYS_INLINE std::uint8_t* put_end(std::uint8_t* at, const WritePlan& plan) {
  store(at, plan.end_tag);
  return at + plan.tag_size;
}

DOTWIRE_NOINLINE std::uint8_t* put_date_time_offset(std::uint8_t* at, const model::DateTimeOffsetCell& cell) {
  char* const text = reinterpret_cast<char*>(at) + 1;
  const char* const end = put_round_trip(text, {cell.clock_ticks, static_cast<std::int16_t>(cell.offset_minutes)});
  *at = static_cast<std::uint8_t>(end - text);
  return at + 1 + *at;
}

// Record i of the chunk, without the group's own tags.
DOTWIRE_ALWAYS_INLINE std::uint8_t* put_cells(std::uint8_t* at, std::span<const WritePlan> plans, std::size_t i) {
  for (const WritePlan& plan : plans) {
    if (plan.is_null(i)) continue;
    switch (plan.kind) {
      case CellKind::Text:
      case CellKind::Bytes: {
        const std::uint64_t start = plan.start(i);
        const auto size = static_cast<std::size_t>(plan.ends[i] - start);
        if (size == 0 && plan.omits_empty) break;
        at = put_start(at, plan);
        if (plan.kind == CellKind::Text) {
          at = put_text(at, plan.bytes + start, size);
        } else {
          at = protobuf::put_varint(at, size);
          copy_text(at, plan.bytes + start, size);
          at += size;
        }
        break;
      }
      case CellKind::Int16:
      case CellKind::Char:
        at = protobuf::put_signed(put_start(at, plan), load<std::int16_t>(plan.bytes + i * 2));
        break;
      case CellKind::Int32:
        at = protobuf::put_signed(put_start(at, plan), load<std::int32_t>(plan.bytes + i * 4));
        break;
      case CellKind::Int64:
        at = protobuf::put_signed(put_start(at, plan), load<std::int64_t>(plan.bytes + i * 8));
        break;
      case CellKind::Boolean:
        at = put_start(at, plan);
        *at++ = plan.bytes[i] != 0 ? 1 : 0;
        break;
      case CellKind::Byte: at = protobuf::put_varint(put_start(at, plan), plan.bytes[i]); break;
      case CellKind::Single: at = put(put_start(at, plan), load<std::uint32_t>(plan.bytes + i * 4)); break;
      case CellKind::Double: at = put(put_start(at, plan), load<std::uint64_t>(plan.bytes + i * 8)); break;
      case CellKind::DateTime:
        at = protobuf_bcl::put_date_time(put_start(at, plan), load<DateTime>(plan.bytes + i * 8));
        at = put_end(at, plan);
        break;
      case CellKind::TimeSpan:
        at = protobuf_bcl::put_time_span(put_start(at, plan), load<std::int64_t>(plan.bytes + i * 8));
        at = put_end(at, plan);
        break;
      case CellKind::Decimal:
        at = protobuf_bcl::put_decimal(put_start(at, plan), load<Decimal>(plan.bytes + i * 16));
        at = put_end(at, plan);
        break;
      case CellKind::Guid:
        at = protobuf_bcl::put_guid(put_start(at, plan), plan.bytes + i * 16);
        at = put_end(at, plan);
        break;
      case CellKind::DateTimeOffset:
        at = put_date_time_offset(put_start(at, plan), load<model::DateTimeOffsetCell>(plan.bytes + i * 16));
        break;
    }
  }
  return at;
}

Error column_error(const std::string& prefix, const Column& column, std::string text) {
  Error error(ErrorCode::NotRepresentable, std::move(text));
  error.set_path(prefix + "columns/" + column.name);
  return error;
}

bool has_value(const Column& column) {
  for (std::size_t i = 0; i < column.chunk_count(); ++i) {
    if (column.chunk(i).null_count != column.chunk(i).size) return true;
  }
  return false;
}

// What the row loops rely on.
Status check_column(const Table& table, const Column& column, const std::string& prefix) {
  if (column.record_count() != table.record_count() ||
      (table.plain_rows() && table.row_count() > table.record_count())) {
    return Error(ErrorCode::InvalidArgument, "column \"" + column.name + "\" has not a cell for every row");
  }
  for (std::size_t c = 0; column.storage() == model::Storage::Varying && c < column.chunk_count(); ++c) {
    const Chunk& chunk = column.chunk(c);
    for (std::size_t i = 0; chunk.bytes.size() > INT32_MAX && i < chunk.size; ++i) {
      if (chunk.text(i).size() <= INT32_MAX) continue;
      return column_error(prefix, column, "lengths of text and bytes are up to 2 GiB in protobuf-net");
    }
  }
  return {};
}

}  // namespace

// One result after the other. The plans keep their memory.
class ResultWriter {
 public:
  Status write(const Table& table, std::uint32_t index, const std::string& prefix, Buffer& out,
               const WriteOptions& options, const Document* recorded) {
    DOTWIRE_TRY(make_plans(table, index, prefix, options, recorded));
    const Groups groups = groups_of(options.layout);
    record_ = groups.record;
    out.push_back(groups.result);
    if (options.layout == Layout::Light) out.push_back(kLightList);
    put_columns(out, groups.column);
    if (options.layout == Layout::Light) {
      out.push_back(end_of(kLightList));
      out.push_back(kLightList);
    }
    if (table.plain_rows()) {
      put_plain_rows(table.row_count(), out);
    } else {
      put_listed_rows(table, out);
    }
    if (options.layout == Layout::Light) out.push_back(end_of(kLightList));
    out.push_back(end_of(groups.result));
    return {};
  }

 private:
  Status make_plans(const Table& table, std::uint32_t index, const std::string& prefix, const WriteOptions& options,
                    const Document* recorded) {
    plans_.clear();
    names_.clear();
    codes_.clear();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column& column = *table.columns[i];
      DOTWIRE_TRY(check_column(table, column, prefix));
      if (is_left_out(column, options)) continue;
      const bool nested = recorded != nullptr && column.kind() == model::ValueKind::Bytes &&
                          std::ranges::count(recorded->nested, std::pair(index, static_cast<std::uint32_t>(i))) != 0;
      DOTWIRE_TRY(add_plan(table, column, nested, prefix, options));
      names_.push_back(recorded != nullptr ? recorded->name_of(index, static_cast<std::uint32_t>(i), column.name)
                                           : std::string_view(column.name));
    }
    room_ = 2;
    for (const WritePlan& plan : plans_) room_ += kTagRoom + value_room(plan.kind);
    return {};
  }

  Status add_plan(const Table& table, const Column& column, bool nested, const std::string& prefix,
                  const WriteOptions& options) {
    if (!has_type(column, options)) return column_error(prefix, column, refusal(column, options));
    WritePlan plan;
    plan.kind = *cell_kind_of(column.kind());
    plan.column = plan.source = &column;
    plan.omits_empty = (column.kind() == model::ValueKind::Bytes || column.kind() == model::ValueKind::Chars) &&
                       omits_empty_arrays(options);
    if (options.shifted_values) plan.source = table.columns[plans_.size()].get();
    if (plan.source->kind() != column.kind() && has_value(*plan.source)) {
      return column_error(prefix, column,
                          "versions from 3.0 on write the values of column \"" + plan.source->name +
                              "\" here, of another type, and fail");
    }
    if (!has_values(plan.kind, options) && has_value(*plan.source)) {
      return column_error(prefix, column, "the library's version writes no values of " + column.type_name);
    }
    set_tags(plan, plans_.size() + 1, wire_type_of(plan.kind));
    codes_.push_back(nested ? kNestedCode : type_code(column.kind(), options.layout));
    plans_.push_back(std::move(plan));
    return {};
  }

  void put_columns(Buffer& out, std::uint8_t group) {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const std::string_view name = names_[i];
      std::uint8_t* at = out.reserve_more(name.size() + 32);
      *at++ = group;
      *at++ = kColumnName;
      at = put_text(at, reinterpret_cast<const std::uint8_t*>(name.data()), name.size());
      *at++ = kColumnType;
      at = protobuf::put_varint(at, codes_[i]);
      *at++ = end_of(group);
      out.commit(at);
    }
  }

  void enter_chunk(std::size_t index) {
    for (WritePlan& plan : plans_) {
      const Chunk& chunk = plan.source->chunk(index);
      plan.bytes = chunk.bytes.data();
      plan.ends = chunk.ends.empty() ? nullptr : chunk.ends.data();
      plan.nulls = chunk.null_count != 0 ? chunk.nulls.data() : nullptr;
      if (chunk.null_count == 0 || chunk.has_all_null_bits()) continue;
      plan.null_words.resize((std::size_t{chunk.size} + 63) / 64);
      chunk.copy_null_bits(plan.null_words.data());
      plan.nulls = plan.null_words.data();
    }
  }

  // Bytes of the texts and arrays of records first to last - 1.
  std::size_t varying_room(std::size_t first, std::size_t last) const {
    std::size_t room = 0;
    for (const WritePlan& plan : plans_) {
      if (plan.ends != nullptr) room += static_cast<std::size_t>(plan.ends[last - 1] - plan.start(first));
    }
    return room;
  }

  DOTWIRE_ALWAYS_INLINE std::uint8_t* put_record(std::uint8_t* at, std::size_t i) const {
    *at++ = record_;
    at = put_cells(at, plans_, i);
    *at++ = end_of(record_);
    return at;
  }

  // All records in order, as in a table without a row list.
  void put_plain_rows(std::size_t row_count, Buffer& out) {
    const std::size_t block = std::max<std::size_t>(1, kBlockBytes / room_);
    for (std::size_t first = 0; first < row_count; first += kChunkRows) {
      const std::size_t count = std::min(kChunkRows, row_count - first);
      enter_chunk(first / kChunkRows);
      for (std::size_t begin = 0; begin < count; begin += block) {
        const std::size_t end = std::min(count, begin + block);
        std::uint8_t* at = out.reserve_more((end - begin) * room_ + varying_room(begin, end) + sizeof(std::uint64_t));
        for (std::size_t i = begin; i < end; ++i) at = put_record(at, i);
        out.commit(at);
      }
    }
  }

  void put_listed_rows(const Table& table, Buffer& out) {
    std::uint64_t chunk = ~std::uint64_t{0};
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      const std::uint64_t record = plain_tables::written_record(table.row(row));
      if (record == model::kNoRecord) continue;
      DOTWIRE_CHECK(plans_.empty() || record < table.record_count());
      if (record / kChunkRows != chunk && !plans_.empty()) {
        chunk = record / kChunkRows;
        enter_chunk(static_cast<std::size_t>(chunk));
      }
      const auto i = static_cast<std::size_t>(record % kChunkRows);
      std::uint8_t* at = out.reserve_more(room_ + varying_room(i, i + 1) + sizeof(std::uint64_t));
      out.commit(put_record(at, i));
    }
  }

  static constexpr std::uint32_t kNestedCode = 15;

  std::vector<WritePlan> plans_;
  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> codes_;
  std::size_t room_ = 0;
  std::uint8_t record_ = 0;
};

Writer::Writer() : results_(std::make_unique<ResultWriter>()) {}
Writer::~Writer() = default;

Status Writer::write(std::span<const Table* const> tables, Buffer& out, const WriteOptions& options,
                     const Document* recorded) {
  if (tables.empty()) return Error(ErrorCode::NotRepresentable, "a DataSet without tables has no reader of results");
  const std::size_t before = out.size();
  if (options.layout == Layout::Light) {
    std::uint8_t* at = out.reserve_more(16);
    *at++ = 0x08;
    *at++ = 1;
    *at++ = 0x10;
    out.commit(protobuf::put_signed(at, options.records_affected));
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string prefix = tables.size() == 1 ? std::string() : "tables/" + tables[i]->name + "/";
    Status status = results_->write(*tables[i], static_cast<std::uint32_t>(i), prefix, out, options, recorded);
    if (status.ok()) continue;
    out.resize(before);
    return status;
  }
  return {};
}

Status Writer::write(const Table& table, Buffer& out, const WriteOptions& options) {
  const Table* const tables[] = {&table};
  return write(tables, out, options);
}

}  // namespace dotwire::protobuf_data
