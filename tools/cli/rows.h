// Rows of NDJSON and CSV files, and the cell of one column in them.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::cli {

// A part of a row's text as it stands there, with its quotes.
struct Cell {
  std::size_t at = 0;
  std::size_t size = 0;
};

// A file whose first byte that shows is '{' is NDJSON, any other CSV (RFC 4180) with a first row of names.
class RowReader {
 public:
  RowReader() = default;
  ~RowReader();
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  // Io, or InvalidArgument if a CSV file has no such column, or two.
  Status open(const std::string& file, std::string_view column);
  // Appends the next row with its line end; false at the end of the file, Io if it cannot be read. Empty lines are no
  // rows, but in CSV of one column.
  Result<bool> next(std::string& out);
  // Finds the column's cell in a row. Malformed if the row has no such shape, quotes that RFC 4180 has not, or the
  // key twice; nothing if an object lacks the key. May be called by several threads.
  Result<std::optional<Cell>> find(std::string_view row) const;

  // A row that stands for one in which find() fails: nothing of that goes on as if it had been converted.
  std::string row_without_content() const;

  bool is_csv() const { return csv_; }
  // Whether find() was asked for rows with a shape, and never found anything.
  bool lacks_column() const { return asked_ && !found_; }
  // The row of names of a CSV file.
  const std::string& head() const { return head_; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  // 0 where nobody knows.
  std::uint64_t file_size() const { return file_size_; }

 private:
  Result<bool> next_line(std::string& out);
  Status fill();
  Status find_field();

  int descriptor_ = -1;
  bool csv_ = false;
  bool ended_ = false;
  std::string column_;
  std::size_t field_ = 0;   // CSV: the column's place
  std::size_t fields_ = 0;  // CSV: of the row of names
  std::string head_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t file_size_ = 0;
  mutable std::atomic<bool> asked_ = false;
  mutable std::atomic<bool> found_ = false;
};

}  // namespace dotwire::cli
