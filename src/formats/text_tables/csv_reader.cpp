// A table from CSV: one pass that finds the types of the columns, one that reads them.
#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/try.h"
#include "base/unicode.h"
#include "codecs/json_values/value_json.h"
#include "formats/text_tables/csv_fields.h"
#include "formats/text_tables/inferred_types.h"
#include "formats/text_tables/text_tables.h"
#include "model/cell_budget.h"
#include "wire/json/pull.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::Table;

class CsvReader {
 public:
  CsvReader(std::span<const std::uint8_t> input, const Options& options, Document& document)
      : input_(input), options_(options), document_(document) {}

  Status run() {
    document_.size = input_.size();
    const std::span<const std::uint8_t> whole = input_;
    skip_byte_order_mark();
    const std::string_view text(reinterpret_cast<const char*>(input_.data()), input_.size());
    if (const std::size_t bad = find_invalid_utf8(text); bad != kValid) {
      Error error = shifted(Error(ErrorCode::Malformed, bad, "the text is no UTF-8"));
      json::set_place(error, whole);
      return error;
    }
    Table& table = document_.make_table();
    table.name = options_.table.empty() ? "Table1" : std::string(options_.table);
    CsvFields fields(input_, csv_separator(options_));
    DOTWIRE_TRY(read_names(fields));
    CsvFields second = fields;
    types_.resize(names_.size());
    DOTWIRE_TRY(each_field(fields, [&](std::size_t column, const CsvField& field, const CsvFields&) -> Status {
      if (!is_null(field)) types_[column].see(field.text);
      return {};
    }));
    rows_to_come_ = rows_;
    for (std::size_t i = 0; i < names_.size(); ++i) table.add_column(names_[i], types_[i].kind());
    DOTWIRE_TRY(each_field(second, [&](std::size_t column, const CsvField& field, const CsvFields& at) -> Status {
      Status read = read_cell(*table.columns[column], field);
      if (read.ok()) return read;
      Error error = at.field_error(read.error().message());
      error.set_path("columns/" + names_[column]);
      return shifted(std::move(error));
    }));
    table.added_plain_rows(rows_);
    note_other_separator();
    return {};
  }

 private:
  // One column whose name looks like several.
  void note_other_separator() {
    if (names_.size() != 1) return;
    for (const CsvSeparator& other : kCsvSeparators) {
      if (names_[0].find(other.character) == std::string::npos || other.character == csv_separator(options_)) continue;
      document_.note = "one column, in whose name " + std::string(other.name) +
                       "s stand: --set separator=" + std::string(other.name) + " reads them as separators";
      return;
    }
  }

  void skip_byte_order_mark() {
    constexpr std::uint8_t kMark[] = {0xEF, 0xBB, 0xBF};
    if (input_.size() < 3 || !std::equal(std::begin(kMark), std::end(kMark), input_.begin())) return;
    input_ = input_.subspan(3);
    skipped_ = 3;
  }

  Error shifted(Error error) const {
    if (error.has_offset()) error.set_offset(error.offset() + skipped_);
    return error;
  }

  // Without quotes: nothing, or what stands for null.
  bool is_null(const CsvField& field) const { return !field.quoted && field.text == options_.null_text; }

  Status read_names(CsvFields& fields) {
    if (fields.at_end()) return Error(ErrorCode::Truncated, 0, "there is no line of column names");
    std::unordered_set<std::string_view> seen;
    model::SchemaBudget budget(options_.limits, input_.size());
    for (CsvField field; !field.ends_row;) {
      if (Status next = fields.next(field); !next.ok()) return shifted(std::move(next).error());
      if (names_.size() == kMostInferredColumns) {
        return shifted(fields.field_error("more than 65,536 columns"));
      }
      if (!budget.take_column()) return shifted(fields.field_error(model::kTooManyColumns, ErrorCode::LimitExceeded));
      names_.emplace_back(field.text);
      if (field.text.empty()) names_.back() = "Column" + std::to_string(names_.size());
    }
    for (const std::string& name : names_) {
      if (!seen.insert(name).second) return shifted(fields.field_error("two columns are named " + name));
    }
    return {};
  }

  // Calls `take` for each field of each row, and counts the rows.
  template <class Take>
  Status each_field(CsvFields& fields, Take take) {
    rows_ = 0;
    while (!fields.at_end()) {
      std::size_t column = 0;
      for (CsvField field; !field.ends_row; ++column) {
        if (Status next = fields.next(field); !next.ok()) return shifted(std::move(next).error());
        // A line without anything ends many files; in a table of one column it is a null.
        if (field.ends_row && column == 0 && names_.size() > 1 && field.text.empty() && !field.quoted) break;
        if (column >= names_.size()) {
          return shifted(fields.field_error("more fields than the " + std::to_string(names_.size()) + " columns"));
        }
        DOTWIRE_TRY(take(column, field, fields));
      }
      if (column == 0) continue;
      if (column < names_.size()) {
        return shifted(
            fields.field_error(std::to_string(column) + " fields for " + std::to_string(names_.size()) + " columns"));
      }
      ++rows_;
    }
    return {};
  }

  Status read_cell(Column& column, const CsvField& field) {
    if (is_null(field)) {
      column.append_null();
      return {};
    }
    return append_inferred(column, field.text, rows_to_come_);
  }

  std::span<const std::uint8_t> input_;
  std::size_t skipped_ = 0;
  const Options& options_;
  Document& document_;
  std::vector<std::string> names_;
  std::vector<InferredType> types_;
  std::size_t rows_ = 0;
  std::size_t rows_to_come_ = 0;
};

}  // namespace

Status read_csv(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  return CsvReader(input, options, document).run();
}

}  // namespace dotwire::text_tables
