// The rows of a DiffGram before they are put in their order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/string_table.h"

namespace dotwire::dataset_xml {

// What a DiffGram says of a row, beside its columns.
struct DiffMarks {
  std::string id;
  bool changed = false;
  bool modified = false;
  bool errors = false;
  std::int64_t order = -1;
};

// For each insertion its place in the end: insertion i came to places[i] <= i, and moved what was there up.
void settle_insertions(std::vector<std::uint64_t>& places);

// Of one table and one DiffGram after the other.
class DiffRows {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  // `first_record` is the one that the first row will have.
  DiffRows(const ReadOptions& options, model::Table& table, std::uint64_t first_record)
      : options_(options), table_(table), first_record_(first_record) {}

  // A row, and what one was before it changed or went: each has that record.
  void add(const DiffMarks& marks, std::uint64_t record);
  void add_original(const DiffMarks& marks, std::uint64_t record);
  // The row with that diffgr:id among those that changed or have errors, as rows are counted here; kNone if none has
  // it.
  std::uint64_t find(std::string_view id) const;
  model::RowErrors& errors_of(std::uint64_t row);
  // Puts the rows into the table, in their order. `numbered`: their places are given, since the table is nested in
  // another one. `next_record` is the one that the next row will have.
  Status end(bool numbered, std::uint64_t next_record);

 private:
  struct DiffRow {
    model::Row row;
    std::int64_t order;
    std::uint64_t id;
  };

  void note(const DiffMarks& marks);
  std::uint64_t id_of(std::string_view id, std::int64_t order) const;
  void make_explicit();
  Status order_rows(bool numbered, std::vector<std::uint64_t>& places);

  const ReadOptions& options_;
  model::Table& table_;
  std::uint64_t count_ = 0;  // rows so far
  bool explicit_ = false;    // else row r is record first_record_ + r, unchanged, in place and with its number
  std::uint64_t first_record_;
  std::vector<DiffRow> rows_;
  xml::StringTable ids_;
  std::vector<std::uint64_t> by_id_;
  std::vector<model::RowErrors> errors_;  // by rows here
  std::unordered_map<std::uint64_t, std::size_t> error_index_;
};

}  // namespace dotwire::dataset_xml
