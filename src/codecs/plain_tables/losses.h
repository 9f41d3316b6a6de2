// What formats lose that hold columns' names and types and the current rows, and nothing else of a table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::plain_tables {

struct Loss {
  std::string path;         // "columns/Price/Caption", "rows/[3]/Current/When": the first of its kind
  std::string what;         // "kind of DateTime"
  std::uint64_t count = 1;  // cells or rows that it concerns
  bool refused = false;     // writing fails on it
};

class Losses {
 public:
  void add(std::string path, std::string_view what, bool refused = false) {
    found_.push_back({std::move(path), std::string(what), 1, refused});
  }
  void add_if(bool lost, const std::string& path, std::string_view what) {
    if (lost) add(path, what);
  }
  // One entry for many: the first path, and a count.
  void add_counted(std::uint64_t count, std::string path, std::string_view what, bool refused = false) {
    if (count != 0) found_.push_back({std::move(path), std::string(what), count, refused});
  }
  std::vector<Loss> take() { return std::move(found_); }

 private:
  std::vector<Loss> found_;
};

// Rows that lose the same: the first, and how many.
struct RowCount {
  std::uint64_t count = 0;
  std::size_t first = 0;
  void add(std::size_t row) {
    if (count++ == 0) first = row;
  }
  std::string path(std::string_view rest) const { return "rows/[" + std::to_string(first) + "]" + std::string(rest); }
};

// The record that is written of a row, the proposed one of a row in edit, as DataRow[column] gives it. kNoRecord: the
// row is deleted.
std::uint64_t written_record(const model::Row& row);

// All that the table and its rows say beside names, types and values. `prefix` stands in front of the paths.
void add_table_losses(const model::Table& table, const std::string& prefix, Losses& losses);
void add_column_losses(const model::Column& column, const std::string& prefix, Losses& losses);
void add_row_losses(const model::Table& table, const std::string& prefix, bool deleted_refused, Losses& losses);
// What a DataSet says beside its tables.
void add_set_losses(const model::TableSet& set, Losses& losses);

}  // namespace dotwire::plain_tables
