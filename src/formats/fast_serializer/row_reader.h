// Rows into the columns of a table (table-formats.md 4.9, rows block).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dotwire/table.h"
#include "formats/fast_serializer/object_reader.h"

namespace dotwire::fast_serializer {

// One column of the row loop, and where its next cell goes.
struct ReadColumn {
  model::ValueKind kind{};
  Code code{};  // of its values where they are simple; otherwise what their payload stands under
  std::uint8_t width = 0;
  bool computed = false;
  bool live = false;        // has memory in this chunk; until then all its cells are null
  std::uint32_t first = 0;  // record of the chunk with which it became live
  model::Column* column = nullptr;
  model::Chunk* chunk = nullptr;
  std::uint8_t* at = nullptr;  // the next cell, or the next text's first byte
  std::uint8_t* bytes = nullptr;
  std::uint8_t* bytes_end = nullptr;
  std::uint64_t* ends = nullptr;
  const model::Node** objects = nullptr;

  std::uint64_t size() const { return static_cast<std::uint64_t>(at - bytes); }
};

// For one document; its memory serves all tables.
class RowReader {
 public:
  explicit RowReader(ObjectReader& objects) : objects_(objects), decoder_(objects.decoder()) {}

  // The table has its columns and no rows. With `simple` rows are current values alone. Leaves `at` behind the rows.
  Status read(const std::uint8_t*& at, model::Table& table, bool simple);

 private:
  void begin_chunk(std::uint64_t rows_left);
  void end_chunk();
  void next_record(std::uint64_t rows_left);
  bool make_live(ReadColumn& column);
  const std::uint8_t* read_flagged_row(const std::uint8_t* at, std::uint64_t row, std::uint64_t rows_left);
  const std::uint8_t* read_errors(const std::uint8_t* at, std::uint32_t flags, std::uint64_t row);
  // A body of values as the record `record_`.
  const std::uint8_t* read_body(const std::uint8_t* at);
  // The second of a pair: what differs from the record before.
  const std::uint8_t* read_originals(const std::uint8_t* at);
  const std::uint8_t* read_element(const std::uint8_t* at, std::size_t& column, std::size_t length);
  const std::uint8_t* read_run(const std::uint8_t* at, std::size_t column, std::size_t length, std::size_t& count);
  const std::uint8_t* put_token(const std::uint8_t* at, ReadColumn& column);
  bool put_text(ReadColumn& column, std::string_view text, const std::uint8_t* at, bool check);
  const std::uint8_t* put_value(const std::uint8_t* at, ReadColumn& column);
  const std::uint8_t* put_complex(const std::uint8_t* at, ReadColumn& column, const Value& value);
  const std::uint8_t* put_payload(const std::uint8_t* at, ReadColumn& column);
  bool put_fixed(ReadColumn& column, const void* bytes);
  void put_null(ReadColumn& column);
  bool put_run_null(ReadColumn& column, const std::uint8_t* at);
  bool put_missing(std::size_t first, const std::uint8_t* at);
  bool take_repeat(const ReadColumn& column, const std::uint8_t* at);
  bool put_copy(ReadColumn& column, const std::uint8_t* at);
  void note_one_object(std::size_t first, std::size_t count);
  void make_room(ReadColumn& column, std::size_t size);
  void add_row(model::RowState state, std::uint64_t original, std::uint64_t current);
  void set_path(std::uint64_t row);
  void plan_neighbours();
  void note_neighbours();
  void note_originals();
  Comparable cell_of(const ReadColumn& column, std::size_t record) const;
  Comparable cell_before(const ReadColumn& column) const;

  std::nullptr_t fail(ErrorCode code, const std::uint8_t* at, std::string message);
  std::nullptr_t fail(Error error);
  std::nullptr_t fail_decoder() { return fail(decoder_.error()); }

  ObjectReader& objects_;
  Decoder& decoder_;
  model::Table* table_ = nullptr;
  std::vector<ReadColumn> columns_;
  std::vector<std::uint32_t> neighbours_;  // columns that the writer may take together with the one before
  std::vector<std::uint32_t> originals_;   // columns that may have an original that is equal but not the same
  std::size_t record_ = 0;                 // of the chunk
  std::uint32_t last_object_ = 0;          // number of what several cells hold
  std::uint64_t base_ = 0;                 // record of the table with which the chunk starts
  std::size_t capacity_ = 0;               // records that the chunk has room for
  std::size_t body_length_ = 0;            // values of the last body
  const std::uint8_t* body_ = nullptr;
  std::uint64_t plain_rows_ = 0;
  bool explicit_ = false;
  const ReadColumn* failed_ = nullptr;
  std::optional<Error> error_;
};

}  // namespace dotwire::fast_serializer
