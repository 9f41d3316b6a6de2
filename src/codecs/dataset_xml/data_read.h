// The rows of ReadXml (xml-json-formats.md F.4).
#pragma once

#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// Fills one table. Lives as long as a document is read.
class RowReader {
 public:
  // `inline_schema`: the table's columns came from the same document.
  RowReader(xml::Reader& reader, const ReadOptions& options, bool inline_schema, model::Table& table);

  // Behind the start tag of the root, or behind the schema: the rest of the root.
  Status read();

 private:
  enum class Shape : std::uint8_t { Value, Text, Int32, Other };
  struct Target {
    model::Column* column;
    xml::NameId name;  // kNoName: cannot come without a prefix
    Shape shape;
  };
  static constexpr std::int32_t kUnknown = -1;
  static constexpr std::int32_t kUnseen = -2;
  // What an auto-increment column gives a row that says nothing.
  struct AutoNumber {
    model::Column* column;
    std::int64_t next;
  };

  static Shape shape_of(const model::Column& column);
  std::size_t most_rows() const;
  std::size_t records_left() const { return row_ < row_limit_ ? row_limit_ - row_ : 1; }
  void add(model::Column& column);
  bool is_row() const;
  bool is_set(const model::Column& column) const { return column.record_count() > row_; }
  // Index into elements_ of the element that has begun, into attributes_ of an attribute, or kUnknown.
  std::int32_t current_element();
  std::int32_t attribute_of(xml::StringId local);

  Status read_row();
  Status read_row_after_start();
  void finish_row();
  Status read_attributes();
  Status read_cells();
  Status read_cell(model::Column& column);
  Status read_simple_content();
  Status append(model::Column& column, std::string_view text);
  Status append_text(const Target& target, std::string_view text);
  Status append_absent();
  Status append_default(model::Column& column);
  Status append_number(model::Column& column, std::int64_t value);
  void follow(AutoNumber& number);
  bool is_nil();
  bool keeps_white_space();
  Error at_cell(Error error, const model::Column& column, const char* at) const;

  xml::Reader& reader_;
  const ReadOptions& options_;
  bool inline_schema_;
  CellContext cells_;
  model::Table& table_;
  xml::StringId row_local_;
  xml::NameId row_name_;
  xml::StringId xsi_;
  xml::StringId nil_;
  xml::StringId space_;
  std::vector<Target> elements_;
  std::vector<Target> attributes_;
  xml::StringTable element_names_;                // of the columns, not encoded; their numbers are indices of elements_
  xml::StringTable attribute_names_;              // the same of attributes_
  std::vector<std::int32_t> element_by_name_;     // by NameId; kUnseen: not looked up yet
  std::vector<std::int32_t> attribute_by_local_;  // by StringId
  model::Column* content_ = nullptr;
  std::size_t row_ = 0;    // its record in every column
  std::size_t row_limit_;  // more do not fit into the document
  std::size_t set_cells_ = 0;
  std::vector<AutoNumber> auto_numbers_;
};

}  // namespace dotwire::dataset_xml
