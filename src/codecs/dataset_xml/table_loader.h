// One table that is being filled from XML: which names stand for its columns, and where its cells and rows go.
//
// A row costs what it says: a column that it does not name stays behind, and gets its nulls, all at once, when its next
// cell comes or at the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/column_edit.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/diff_rows.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// A cell that waits until the row's place among the records is free.
struct PendingCell {
  enum class Form : std::uint8_t { Text, Raw, Node, Null };
  std::uint32_t column;
  Form form;
  std::string text;  // Raw: as it lies in the column
  const model::Node* node = nullptr;
  const char* at = nullptr;
};

class TableLoader {
 public:
  static constexpr std::int32_t kUnknown = -1;
  enum class Shape : std::uint8_t { Value, Text, Int32, Other };
  // An element column, in the order in which a writer puts them.
  struct Target {
    std::uint32_t column;
    xml::NameId name;  // kNoName: cannot come without a prefix
    xml::StringId space;
    Shape shape;
    model::Column* to;
    // The chunk that takes the column's next cells as it is, up to that record. Column::tail() says so, for many calls.
    model::Chunk* chunk = nullptr;
    std::uint64_t chunk_end = 0;
  };

  // `named`: errors say the table's name, since there are several.
  TableLoader(xml::Reader& reader, const ReadOptions& options, const CellContext& cells, model::Table& table,
              std::string_view name_space, bool named);
  // Elements of that name inside a row are rows of another table, and no column.
  void nest(std::string_view table_name, std::string_view name_space, std::uint32_t table);

  model::Table& table() { return table_; }
  std::vector<Target>& elements() { return elements_; }
  // Where elements() has an element column.
  std::size_t place_of(std::uint32_t column) const { return places_[column]; }
  xml::NameId row_name() const { return row_name_; }
  xml::StringId row_space() const { return row_space_; }
  model::Column* content() const { return content_; }
  std::uint32_t content_index() const { return content_index_; }

  // What an element or attribute inside a row stands for: the column, or the number of columns plus a nested table.
  std::int32_t element(xml::StringId space, xml::StringId local);
  std::int32_t attribute(xml::StringId space, xml::StringId local);

  // By the name itself: a hidden column, and any column of a namespace. kUnknown if there is none.
  std::int32_t hidden(std::string_view name) const;
  std::int32_t column(std::string_view space, std::string_view name) const;

  // The record that the row in hand becomes. A cell that is there already is not put again.
  std::uint64_t record() const { return record_; }
  bool is_set(std::uint32_t column) const { return table_.columns[column]->record_count() > record_; }
  bool is_set(const Target& target) const { return target.to->record_count() > record_; }
  Status put_text(Target& target, std::string_view text);
  Status put(std::uint32_t column, std::string_view text);
  void put_node(std::uint32_t column, const model::Node* node);
  void put_null(std::uint32_t column);
  Status put_pending(const PendingCell& cell);
  // Takes the cells of the row in hand out again.
  void take_out(std::vector<PendingCell>& cells);
  // What the row did not say: defaults and next numbers as ReadXml has them, or null in a DiffGram. Ends the record.
  Status end_record(bool defaults);
  // The record of a row of its own.
  void add_row();
  // All columns have all records then, and set_cell() has come to pass. Also where reading stopped at an error.
  void end();
  // Before end(): whether the nulls of rows that say nothing stay within Limits::expansion.
  bool nulls_fit() const;
  // Instead of it.
  void drop_rows() { table_.clear_rows(); }

  // Rows of a DiffGram: the record of each is the last one.
  void add_diff_row(const DiffMarks& marks) { diff_rows_.add(marks, record_ - 1); }
  void add_original(const DiffMarks& marks) { diff_rows_.add_original(marks, record_ - 1); }
  DiffRows& diff_rows() { return diff_rows_; }
  Status end_diffgram(bool numbered);

  // A column with all records but the one in hand.
  const model::Column& filled(std::uint32_t column);
  // Of the record that a row now stands on: what .NET's SetNestedParentRow does.
  void set_cell(std::uint32_t column, std::uint64_t record, const model::Column& from, std::uint64_t from_record);

  Error at_cell(Error error, std::uint32_t column, const char* at) const;

 private:
  // What an auto-increment column gives a row that says nothing.
  struct AutoNumber {
    std::uint32_t column;
    std::int64_t next;
  };
  // Something that a row has where it does not say it.
  struct Default {
    std::uint32_t column;
    std::uint32_t number;  // in auto_numbers_; kNoNumber: the column's default value
  };
  static constexpr std::uint32_t kNoNumber = UINT32_MAX;
  static Shape shape_of(const model::Column& column);
  void add(std::uint32_t index);
  std::string key_of(std::string_view space, std::string_view name) const;
  std::int32_t find(xml::StringTable& names, const std::vector<std::int32_t>& targets,
                    std::unordered_map<std::uint64_t, std::int32_t>& known, xml::StringId space, xml::StringId local);
  std::size_t most_rows() const;
  // Of many columns each takes memory as its cells come: pages for all rows would be most of what they take.
  std::size_t records_left() const {
    constexpr std::size_t kWide = 256;
    constexpr std::size_t kFew = 16;
    const std::size_t left = record_ < row_limit_ ? row_limit_ - record_ : 1;
    return table_.columns.size() > kWide ? std::min(left, kFew) : left;
  }
  Status put_default(const Default& missing);
  Status put_number(std::uint32_t column, std::int64_t value);
  void step_on(AutoNumber& number) const;
  void follow(AutoNumber& number);
  // The column, whose next cell is that of the row in hand.
  model::Column& at_record(std::uint32_t index) {
    model::Column& column = *table_.columns[index];
    if (column.record_count() < record_) [[unlikely]]
      fill(column);
    return column;
  }
  // The chunk for a cell of the row in hand.
  model::Chunk& chunk_at_record(Target& target) {
    const bool follows = target.to->record_count() == record_ && record_ < target.chunk_end;
    return follows ? *target.chunk : next_chunk(target);
  }
  model::Chunk& next_chunk(Target& target);
  void fill(model::Column& column);
  std::uint64_t most_null_bytes() const;
  std::uint64_t bytes_of_missing(const model::Column& column) const;
  void fill_all();

  xml::Reader& reader_;
  const ReadOptions& options_;
  const CellContext& cells_;
  model::Table& table_;
  std::string name_space_;
  bool named_;
  xml::NameId row_name_;
  xml::StringId row_space_;
  std::vector<Target> elements_;
  std::vector<std::size_t> places_;            // by column: where elements_ has it
  xml::StringTable element_names_;             // namespace and name of columns and nested tables
  std::vector<std::int32_t> element_targets_;  // by the number of the name
  xml::StringTable attribute_names_;           // the same of attributes
  std::vector<std::int32_t> attribute_targets_;
  xml::StringTable column_names_;  // of all columns
  std::vector<std::int32_t> column_targets_;
  xml::StringTable hidden_names_;
  std::vector<std::int32_t> hidden_targets_;
  std::unordered_map<std::uint64_t, std::int32_t> known_elements_;  // by namespace and local name as they came
  std::unordered_map<std::uint64_t, std::int32_t> known_attributes_;
  model::Column* content_ = nullptr;
  std::uint32_t content_index_ = 0;
  std::uint64_t record_;
  std::uint64_t row_limit_;  // more do not fit into the document
  std::size_t set_cells_ = 0;
  std::uint64_t null_bytes_ = 0;  // that columns took for nulls, and for what rows do not say
  std::vector<AutoNumber> auto_numbers_;
  std::vector<Default> defaults_;
  CellEdits edits_;
  DiffRows diff_rows_;
};

}  // namespace dotwire::dataset_xml
