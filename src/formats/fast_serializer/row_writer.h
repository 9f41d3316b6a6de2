// Rows of a table (table-formats.md 4.9, rows block).
#pragma once

#include <cstdint>
#include <vector>

#include "dotwire/table.h"
#include "formats/fast_serializer/object_writer.h"

namespace dotwire::fast_serializer {

// One column of the row loop, pointing into a chunk.
struct WriteColumn {
  model::ValueKind kind{};
  bool computed = false;
  bool plain = false;         // its values have codes of their own and no memory but the chunk's
  bool may_be_equal = false;  // to the next column's
  bool may_be_null = false;   // in this chunk
  std::uint8_t width = 0;
  const model::Column* column = nullptr;
  const model::Chunk* chunk = nullptr;
  const std::uint8_t* bytes = nullptr;
  const std::uint64_t* ends = nullptr;
  std::vector<std::uint64_t> hashes = {};  // of the texts of a block of rows

  std::string_view text(std::size_t i) const {
    const std::uint64_t start = i == 0 ? 0 : ends[i - 1];
    return {reinterpret_cast<const char*>(bytes) + start, static_cast<std::size_t>(ends[i] - start)};
  }
};

// For one document; its memory serves all tables.
class RowWriter {
 public:
  RowWriter(Encoder& encoder, ObjectWriter& objects) : encoder_(encoder), objects_(objects) {}

  // With `simple`: current values alone; deleted rows are refused or left out.
  Status write(const model::Table& table, bool simple, bool omit_deleted_rows);

 private:
  enum class State : std::uint8_t { Value, DBNull, Null };

  void plan(const model::Table& table);
  void enter(std::uint64_t chunk);
  void prepare_strings(std::size_t i);
  Status write_plain_rows(std::size_t count, bool flags);
  Status write_listed_row(const model::Row& row, const model::RowErrors* errors, bool simple);
  // The record as a body; at the end of the buffer.
  Status write_record(std::uint64_t record);
  std::uint8_t* put_body(std::uint8_t* at, std::size_t i);
  Status write_originals(std::uint64_t current, std::uint64_t original);
  Status write_errors(const model::RowErrors& errors);

  static State state_of(const WriteColumn& column, std::size_t i);
  model::Row row_of(std::size_t row) const { return table_->row(row); }
  Comparable comparable(const WriteColumn& column, std::size_t i) const;
  static const void* identity_of(const WriteColumn& column, std::size_t i);
  bool equals_next(std::size_t column, std::size_t i) const;
  std::size_t room_of(std::size_t i) const;
  // Null pointer: failed_ and error_ are set.
  std::uint8_t* put_cell(std::uint8_t* at, const WriteColumn& column, std::size_t i);
  std::uint8_t* put_complex(std::uint8_t* at, const WriteColumn& column, std::size_t i);
  std::uint8_t* put_run(std::uint8_t* at, Code code, Code sequence, std::size_t count) const;
  Status cell_error(std::uint64_t row);

  Encoder& encoder_;
  ObjectWriter& objects_;
  const model::Table* table_ = nullptr;
  std::vector<WriteColumn> columns_;
  std::uint64_t chunk_ = 0;
  std::size_t fixed_room_ = 0;
  bool any_text_inline_ = false;
  std::size_t block_ = 0;       // first row of the chunk whose texts are prepared
  std::size_t block_size_ = 0;  // 0: none are
  const WriteColumn* failed_ = nullptr;
  std::string_view version_;
  Status error_;
};

// The record that stands for a row in a body of its own.
std::uint64_t written_record(const model::Row& row);

}  // namespace dotwire::fast_serializer
