// The values of records into the memory of columns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/table.h"
#include "formats/protobuf_data/layout.h"
#include "model/cell_budget.h"
#include "wire/protobuf/wire_type.h"

namespace dotwire::protobuf_data {

// One column of the row loop, with where its next cell goes. Cells between `next` and the row at hand are null.
struct ReadPlan {
  CellKind kind = CellKind::Text;
  std::uint8_t width = 0;      // 0: varying
  std::uint8_t wire_type = 0;  // that writers use
  bool nested = false;         // of the code 15, with bytes: a nested table
  bool may_nest = false;       // of the code 15, taken for TimeSpan
  std::uint32_t next = 0;      // rows of this chunk that have their cell
  std::uint32_t capacity = 0;  // rows that there is memory for
  std::uint8_t* bytes = nullptr;
  std::uint8_t* at = nullptr;  // varying: the next text's first byte
  std::uint8_t* bytes_end = nullptr;
  std::uint64_t* ends = nullptr;
  model::Column* column = nullptr;
  model::Chunk* chunk = nullptr;

  std::uint64_t size() const { return static_cast<std::uint64_t>(at - bytes); }
};

// Functions that decode return where the value ends, or a null pointer and set the error.
class CellDecoder {
 public:
  // Offsets in errors count from `base`. `memory` is what columns may still take, here and later, `nulls` what their
  // nulls may.
  CellDecoder(Bytes in, std::uint64_t base, std::uint64_t& memory, model::CellBudget& nulls, bool plain_zeros)
      : begin_(in.data()),
        end_(in.data() + in.size()),
        base_(base),
        memory_left_(memory),
        nulls_(nulls),
        plain_zeros_(plain_zeros) {}

  // A value of wire type `type` of field `field`, for row `row` of the chunk. One that the row has already is replaced.
  const std::uint8_t* decode(ReadPlan& plan, std::uint32_t field, std::uint32_t type, const std::uint8_t* at,
                             std::uint32_t row);

  void begin_chunk(std::vector<ReadPlan>& plans);
  // False: the error is set.
  bool end_chunk(std::vector<ReadPlan>& plans, std::uint32_t rows);

  // Set by decode() where a column that was taken for one of TimeSpan holds nested tables.
  bool found_nested() const { return found_nested_; }
  Error take_error() { return std::move(*error_); }
  const std::uint8_t* fail(ErrorCode code, const std::uint8_t* at, const char* message);
  const std::uint8_t* fail(Error error);
  std::uint64_t offset_of(const std::uint8_t* at) const { return base_ + static_cast<std::uint64_t>(at - begin_); }
  const std::uint8_t* end() const { return end_; }

 private:
  bool prepare(ReadPlan& plan, std::uint32_t row);
  bool grow(ReadPlan& plan, std::uint32_t rows);
  bool put_nulls(ReadPlan& plan, std::uint32_t row);
  bool too_many_nulls();
  void make_room(ReadPlan& plan, std::size_t size);
  template <class T>
  const std::uint8_t* put(ReadPlan& plan, const std::uint8_t* end, T value, std::uint32_t row);
  const std::uint8_t* put_integer(ReadPlan& plan, const std::uint8_t* at, const std::uint8_t* end, std::uint64_t value,
                                  std::uint32_t row);
  const std::uint8_t* decode_varint(ReadPlan& plan, const std::uint8_t* at, std::uint32_t row);
  const std::uint8_t* decode_bytes(ReadPlan& plan, const std::uint8_t* at, std::uint32_t row);
  const std::uint8_t* decode_group(ReadPlan& plan, std::uint32_t field, const std::uint8_t* at, std::uint32_t row);
  const std::uint8_t* decode_message(ReadPlan& plan, const std::uint8_t* at, std::uint32_t row);
  const std::uint8_t* decode_body(ReadPlan& plan, ByteReader& in, std::uint32_t group, std::uint32_t row);
  const std::uint8_t* decode_fixed(ReadPlan& plan, std::uint32_t type, const std::uint8_t* at, std::uint32_t row);
  const std::uint8_t* decode_date_time_offset(ReadPlan& plan, Bytes text, std::uint32_t row);
  const std::uint8_t* wrong_type(std::uint32_t type, const std::uint8_t* at);

  const std::uint8_t* begin_;
  const std::uint8_t* end_;
  std::uint64_t base_;
  std::uint64_t& memory_left_;
  model::CellBudget& nulls_;
  bool plain_zeros_;
  bool found_nested_ = false;
  std::optional<Error> error_;
};

}  // namespace dotwire::protobuf_data
