#include "formats/protobuf_data/cell_decoder.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/copy_text.h"
#include "base/unicode.h"
#include "clr/date_time.h"
#include "codecs/protobuf_bcl/bcl.h"
#include "model/null_bits.h"
#include "wire/protobuf/fields.h"
#include "wire/protobuf/varint.h"

namespace dotwire::protobuf_data {

using model::kChunkRows;
using protobuf::WireType;
using protobuf_bcl::BodyEnd;

namespace {

constexpr std::uint32_t kFirstRows = 16;

constexpr std::uint32_t number(WireType type) { return static_cast<std::uint32_t>(type); }

bool is_message(CellKind kind) {
  return kind == CellKind::DateTime || kind == CellKind::TimeSpan || kind == CellKind::Decimal ||
         kind == CellKind::Guid;
}

// The text "o": 2020-01-02T03:04:05.0000000+02:00.
bool is_round_trip(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd.ddddddd+dd:dd";
  return text.size() == kShape.size() && std::ranges::equal(text, kShape, [](char c, char shape) {
           return shape == 'd' ? c >= '0' && c <= '9' : c == shape || (shape == '+' && c == '-');
         });
}

}  // namespace

const std::uint8_t* CellDecoder::fail(Error error) {
  error_ = std::move(error);
  return nullptr;
}

const std::uint8_t* CellDecoder::fail(ErrorCode code, const std::uint8_t* at, const char* message) {
  return fail(Error(code, offset_of(at), message));
}

const std::uint8_t* CellDecoder::wrong_type(std::uint32_t type, const std::uint8_t* at) {
  return fail(Error(ErrorCode::Malformed, offset_of(at),
                    "a cell of this column is no " + std::string(to_string(static_cast<WireType>(type)))));
}

void CellDecoder::begin_chunk(std::vector<ReadPlan>& plans) {
  for (ReadPlan& plan : plans) {
    plan.next = plan.capacity = 0;
    plan.chunk = nullptr;
    plan.bytes = plan.at = plan.bytes_end = nullptr;
    plan.ends = nullptr;
  }
}

// Memory for `rows` cells at least, which follows the values that come: columns of nulls have none.
bool CellDecoder::grow(ReadPlan& plan, std::uint32_t rows) {
  const std::uint64_t width = plan.width != 0 ? plan.width : sizeof(std::uint64_t);
  std::uint64_t wanted = plan.capacity == 0 ? kFirstRows : std::uint64_t{plan.capacity} * 4;
  // A column that was large is large again.
  if (plan.capacity == 0 && plan.column->record_count() != 0) wanted = kChunkRows;
  wanted = std::min<std::uint64_t>(kChunkRows, std::max<std::uint64_t>(wanted, rows));
  const std::uint64_t bytes = (wanted - plan.capacity) * width;
  if (bytes > memory_left_) {
    error_ = Error(ErrorCode::LimitExceeded, "table is larger than the limits allow");
    return false;
  }
  memory_left_ -= bytes;
  model::Chunk* const chunk = plan.chunk;
  if (chunk != nullptr) {  // what is there moves along
    if (plan.width != 0) {
      chunk->bytes.resize(std::size_t{plan.next} * plan.width);
    } else {
      chunk->ends.resize(plan.next);
    }
  }
  plan.chunk = &plan.column->tail(static_cast<std::size_t>(wanted));
  // As much as an earlier table left behind.
  const Buffer& cells = plan.chunk->bytes;
  plan.capacity = static_cast<std::uint32_t>(
      plan.width != 0 ? std::min<std::uint64_t>(kChunkRows, cells.capacity() / width) : wanted);
  if (plan.width != 0) {
    plan.bytes = plan.chunk->bytes.data();
  } else {
    plan.ends = plan.chunk->ends.data();
    if (chunk == nullptr) {
      plan.bytes = plan.at = plan.chunk->bytes.data();
      plan.bytes_end = plan.bytes + plan.chunk->bytes.capacity();
    }
  }
  return true;
}

bool CellDecoder::too_many_nulls() {
  error_ = Error(ErrorCode::LimitExceeded, "the rows are nearly all null, and take more than Limits::expansion");
  return false;
}

bool CellDecoder::put_nulls(ReadPlan& plan, std::uint32_t row) {
  if (!nulls_.take_nulls(*plan.column, row - plan.next)) return too_many_nulls();
  model::set_null_bits(*plan.chunk, plan.next, row - plan.next);
  if (plan.width != 0) {
    std::memset(plan.bytes + std::size_t{plan.next} * plan.width, 0, std::size_t{row - plan.next} * plan.width);
  } else {
    std::fill(plan.ends + plan.next, plan.ends + row, plan.size());
  }
  plan.next = row;
  return true;
}

DOTWIRE_NOINLINE bool CellDecoder::prepare(ReadPlan& plan, std::uint32_t row) {
  if (row >= plan.capacity && !grow(plan, row + 1)) return false;
  if (plan.next < row && !put_nulls(plan, row)) return false;
  if (plan.next > row) {  // the last of several counts
    plan.next = row;
    if (plan.width == 0) plan.at = plan.bytes + (row == 0 ? 0 : plan.ends[row - 1]);
  }
  return true;
}

DOTWIRE_NOINLINE void CellDecoder::make_room(ReadPlan& plan, std::size_t size) {
  Buffer& bytes = plan.chunk->bytes;
  bytes.commit(plan.at);
  plan.at = bytes.reserve_more(size);
  plan.bytes = bytes.data();
  plan.bytes_end = plan.bytes + bytes.capacity();
}

bool CellDecoder::end_chunk(std::vector<ReadPlan>& plans, std::uint32_t rows) {
  for (ReadPlan& plan : plans) {
    if (plan.chunk == nullptr) {
      if (!nulls_.take_bare_nulls(rows)) return too_many_nulls();
      plan.column->append_nulls(rows);
      continue;
    }
    if (rows > plan.capacity && !grow(plan, rows)) return false;
    if (!put_nulls(plan, rows)) return false;
    if (plan.width != 0) {
      plan.chunk->bytes.resize(std::size_t{rows} * plan.width);
    } else {
      if (plan.at != nullptr) plan.chunk->bytes.commit(plan.at);
      plan.chunk->ends.resize(rows);
    }
    plan.chunk->size = rows;
    plan.column->added(rows);
  }
  return true;
}

template <class T>
DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::put(ReadPlan& plan, const std::uint8_t* end, T value,
                                                           std::uint32_t row) {
  if ((plan.next != row || row >= plan.capacity) && !prepare(plan, row)) [[unlikely]]
    return nullptr;
  store(plan.bytes + std::size_t{row} * sizeof(T), value);
  plan.next = row + 1;
  return end;
}

// As protobuf-net takes integers: an int also in the five bytes of an unsigned one, and nothing that is too large.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::put_integer(ReadPlan& plan, const std::uint8_t* at,
                                                                   const std::uint8_t* end, std::uint64_t value,
                                                                   std::uint32_t row) {
  const auto wide = static_cast<std::int64_t>(value);
  const auto narrow = static_cast<std::int32_t>(value);
  const bool is_int = narrow == wide || value <= UINT32_MAX;
  switch (plan.kind) {
    case CellKind::Int64: return put(plan, end, wide, row);
    case CellKind::Int32:
      if (is_int) [[likely]]
        return put(plan, end, narrow, row);
      break;
    case CellKind::Int16:
    case CellKind::Char:
      if (is_int && narrow == static_cast<std::int16_t>(narrow)) [[likely]]
        return put(plan, end, static_cast<std::int16_t>(narrow), row);
      break;
    case CellKind::Boolean: return put(plan, end, static_cast<std::uint8_t>(value != 0), row);
    case CellKind::Byte:
      if (value <= UINT8_MAX) [[likely]]
        return put(plan, end, static_cast<std::uint8_t>(value), row);
      break;
    default: return wrong_type(number(WireType::Varint), at);
  }
  return fail(ErrorCode::OutOfRange, at, "number is larger than the column's type holds");
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::decode_varint(ReadPlan& plan, const std::uint8_t* at,
                                                                     std::uint32_t row) {
  std::uint64_t value = 0;
  const std::uint8_t* const end = protobuf::take_varint(at, end_, value);
  if (end == nullptr) [[unlikely]] {
    ByteReader in({at, end_}, offset_of(at));
    Result<std::uint64_t> failed = protobuf::decode_varint(in);
    return fail(std::move(failed).error());
  }
  return put_integer(plan, at, end, value, row);
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::decode_bytes(ReadPlan& plan, const std::uint8_t* at,
                                                                    std::uint32_t row) {
  const std::uint8_t* const start = at;
  std::uint64_t length = 0;
  at = protobuf::take_varint(at, end_, length);
  if (at == nullptr || length > static_cast<std::uint64_t>(end_ - at)) [[unlikely]] {
    ByteReader in({start, end_}, offset_of(start));
    Result<Bytes> failed = protobuf::decode_length_delimited(in);
    return fail(std::move(failed).error());
  }
  const auto size = static_cast<std::size_t>(length);
  if (plan.kind == CellKind::DateTimeOffset) [[unlikely]]
    return decode_date_time_offset(plan, {at, size}, row);
  if ((plan.next != row || row >= plan.capacity) && !prepare(plan, row)) [[unlikely]]
    return nullptr;
  if (static_cast<std::size_t>(plan.bytes_end - plan.at) < size) [[unlikely]]
    make_room(plan, size);
  const bool ascii = copy_text(plan.at, at, size);
  if (!ascii && plan.kind == CellKind::Text && !is_valid_utf8(as_text({at, size}))) [[unlikely]] {
    return fail(ErrorCode::Malformed, at + find_invalid_utf8(as_text({at, size})), "text is not UTF-8");
  }
  plan.at += size;
  plan.ends[row] = plan.size();
  plan.next = row + 1;
  return at + size;
}

DOTWIRE_NOINLINE const std::uint8_t* CellDecoder::decode_date_time_offset(ReadPlan& plan, Bytes text,
                                                                          std::uint32_t row) {
  if (!is_round_trip(as_text(text))) {
    return fail(ErrorCode::Malformed, text.data(), "text is no DateTimeOffset in the form \"o\"");
  }
  const Result<XsdDateTime> parsed = parse_xsd_date_time(as_text(text));
  if (!parsed.ok()) return fail(ErrorCode::Malformed, text.data(), "text is no DateTimeOffset in the form \"o\"");
  const Result<DateTimeOffset> value = to_date_time_offset(*parsed, 0);
  if (!value.ok()) return fail(ErrorCode::OutOfRange, text.data(), "DateTimeOffset is beyond what .NET holds");
  return put(plan, text.data() + text.size(), model::DateTimeOffsetCell{value->clock_ticks, value->offset_minutes},
             row);
}

// Where writers make a group of the field `field`, up to its end.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::decode_group(ReadPlan& plan, std::uint32_t field,
                                                                    const std::uint8_t* at, std::uint32_t row) {
  // What writers make, where it fits: the parts in their order, and an end of one byte.
  if (field < 16 && end_ - at > 40) [[likely]] {
    const std::uint8_t* in = at;
    const auto end_tag = static_cast<std::uint8_t>(field << 3 | number(WireType::EndGroup));
    if (plan.kind == CellKind::Guid) {
      if (in[0] == 0x09 && in[9] == 0x11 && in[18] == end_tag) {
        Guid value;
        std::memcpy(value.bytes.data(), in + 1, 8);
        std::memcpy(value.bytes.data() + 8, in + 10, 8);
        return put(plan, in + 19, value, row);
      }
    } else if (plan.kind == CellKind::DateTime || plan.kind == CellKind::TimeSpan) {
      std::uint64_t value = 0;
      std::uint64_t scale = 0;
      if (*in == 0x08) in = protobuf::take_varint(in + 1, end_, value);
      if (in != nullptr && *in == 0x10) in = protobuf::take_varint(in + 1, end_, scale);
      std::int64_t ticks = 0;
      if (in != nullptr && *in == end_tag && protobuf_bcl::scale_ticks(protobuf::from_zigzag(value), scale, ticks)) {
        if (plan.kind == CellKind::TimeSpan) return put(plan, in + 1, ticks, row);
        if (!__builtin_add_overflow(ticks, protobuf_bcl::kEpochTicks, &ticks) && ticks >= 0 &&
            ticks <= DateTime::kMaxTicks) {
          return put(plan, in + 1, ticks, row);
        }
      }
    } else if (plan.kind == CellKind::Decimal) {
      std::uint64_t parts[3] = {};
      for (std::uint8_t part = 0; part < 3 && in != nullptr; ++part) {
        if (*in == (part + 1) << 3) in = protobuf::take_varint(in + 1, end_, parts[part]);
      }
      if (in != nullptr && *in == end_tag && parts[1] <= UINT32_MAX && parts[2] <= 28 * 2 + 1) {
        const bool plain = plain_zeros_ && (parts[0] | parts[1]) == 0;
        Decimal value;
        value.lo = static_cast<std::uint32_t>(parts[0]);
        value.mid = static_cast<std::uint32_t>(parts[0] >> 32);
        value.hi = static_cast<std::uint32_t>(parts[1]);
        value.flags = plain ? 0 : static_cast<std::uint32_t>(parts[2] >> 1 << 16 | (parts[2] & 1) << 31);
        return put(plan, in + 1, value, row);
      }
    }
  }
  ByteReader in({at, end_}, offset_of(at));
  return decode_body(plan, in, field, row);
}

DOTWIRE_NOINLINE const std::uint8_t* CellDecoder::decode_message(ReadPlan& plan, const std::uint8_t* at,
                                                                 std::uint32_t row) {
  ByteReader in({at, end_}, offset_of(at));
  Result<Bytes> bytes = protobuf::decode_length_delimited(in);
  if (!bytes.ok()) return fail(std::move(bytes).error());
  ByteReader body(*bytes, offset_of(bytes->data()));
  return decode_body(plan, body, 0, row);
}

DOTWIRE_NOINLINE const std::uint8_t* CellDecoder::decode_body(ReadPlan& plan, ByteReader& in, std::uint32_t group,
                                                              std::uint32_t row) {
  switch (plan.kind) {
    case CellKind::DateTime: {
      Result<DateTime> value = protobuf_bcl::decode_date_time(in, BodyEnd{group});
      return value.ok() ? put(plan, in.position(), *value, row) : fail(std::move(value).error());
    }
    case CellKind::TimeSpan: {
      Result<std::int64_t> value = protobuf_bcl::decode_time_span(in, BodyEnd{group});
      return value.ok() ? put(plan, in.position(), *value, row) : fail(std::move(value).error());
    }
    case CellKind::Decimal: {
      Result<Decimal> value = protobuf_bcl::decode_decimal(in, BodyEnd{group});
      if (!value.ok()) return fail(std::move(value).error());
      return put(plan, in.position(), plain_zeros_ && value->is_zero() ? Decimal() : *value, row);
    }
    default: {
      Result<Guid> value = protobuf_bcl::decode_guid(in, BodyEnd{group});
      return value.ok() ? put(plan, in.position(), *value, row) : fail(std::move(value).error());
    }
  }
}

// Numbers, and ticks in place of a message.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* CellDecoder::decode_fixed(ReadPlan& plan, std::uint32_t type,
                                                                    const std::uint8_t* at, std::uint32_t row) {
  const bool eight = type == number(WireType::Fixed64);
  const std::ptrdiff_t size = eight ? 8 : 4;
  if (end_ - at < size) [[unlikely]]
    return fail(ErrorCode::Truncated, at, "the input ends inside a number");
  const std::uint8_t* const end = at + size;
  if (plan.kind == CellKind::Double) {
    return put(plan, end, eight ? load<double>(at) : static_cast<double>(load<float>(at)), row);
  }
  if (plan.kind == CellKind::Single && !eight) return put(plan, end, load<std::uint32_t>(at), row);
  if (plan.kind == CellKind::Single) {
    const auto value = load<double>(at);
    const auto narrow = static_cast<float>(value);
    if (std::isinf(narrow) && !std::isinf(value)) return fail(ErrorCode::OutOfRange, at, "number is no Single");
    return put(plan, end, narrow, row);
  }
  if (plan.kind == CellKind::TimeSpan && eight) return put(plan, end, load<std::int64_t>(at), row);
  if (plan.kind == CellKind::DateTime && eight) {
    Result<DateTime> value = protobuf_bcl::date_time_of_ticks(load<std::int64_t>(at), offset_of(at));
    return value.ok() ? put(plan, end, *value, row) : fail(std::move(value).error());
  }
  if (is_message(plan.kind) || plan.width == 0 || plan.kind == CellKind::DateTimeOffset) {
    return wrong_type(type, at);
  }
  const auto value = eight ? load<std::uint64_t>(at) : static_cast<std::uint64_t>(std::int64_t{load<std::int32_t>(at)});
  return put_integer(plan, at, end, value, row);
}

const std::uint8_t* CellDecoder::decode(ReadPlan& plan, std::uint32_t field, std::uint32_t type, const std::uint8_t* at,
                                        std::uint32_t row) {
  switch (static_cast<WireType>(type)) {
    case WireType::Varint: return decode_varint(plan, at, row);
    case WireType::Fixed32:
    case WireType::Fixed64: return decode_fixed(plan, type, at, row);
    case WireType::Length:
      if (plan.width == 0 || plan.kind == CellKind::DateTimeOffset) return decode_bytes(plan, at, row);
      if (plan.may_nest) {
        found_nested_ = true;
        return nullptr;
      }
      return is_message(plan.kind) ? decode_message(plan, at, row) : wrong_type(type, at);
    case WireType::StartGroup:
      if (is_message(plan.kind)) return decode_group(plan, field, at, row);
      return plan.nested ? fail(ErrorCode::Malformed, at, "TimeSpan in a column of nested tables")
                         : wrong_type(type, at);
    default: return wrong_type(type, at);
  }
}

}  // namespace dotwire::protobuf_data
