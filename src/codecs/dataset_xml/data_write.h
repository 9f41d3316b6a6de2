// The rows of WriteXml and of DiffGrams (xml-json-formats.md F.1, F.3).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/nesting.h"
#include "codecs/dataset_xml/prefixes.h"

namespace dotwire::dataset_xml {

enum class RowForm : std::uint8_t {
  Plain,     // WriteXml
  DiffGram,  // numbers, states and hidden columns too
};

struct RowLayout {
  RowForm form = RowForm::Plain;
  Markup markup;
  std::size_t depth = 1;  // of the rows that are inside no others
  Prefixes::Place place = 0;
};

// Borrows all that it is given.
class RowWriter {
 public:
  RowWriter(Buffer& out, const Scope& scope, const Nesting& nesting, std::span<const std::string_view> namespaces,
            Prefixes& prefixes, const WriteOptions& options, const RowLayout& layout);
  ~RowWriter();

  // The rows of a table that stand inside no others, each with the rows inside it.
  Status write_table(std::uint32_t table);
  // What <diffgr:before> has of a table: the original of each row that was changed or deleted.
  Status write_originals(std::uint32_t table);
  std::uint64_t rows_written() const { return rows_written_; }

 private:
  struct Plan;
  struct Frame;
  struct CellPlan;
  using Key = std::tuple<std::uint32_t, Prefixes::Place, std::size_t, bool>;

  const model::Table& table(std::uint32_t index) const { return *scope_.tables[index]; }
  const Plan& plan_of(std::uint32_t table, Prefixes::Place place, std::size_t depth, bool mixed,
                      std::unique_ptr<Plan>& owned);
  std::unique_ptr<Plan> make_plan(std::uint32_t table, Prefixes::Place place, std::size_t depth, bool mixed);
  std::vector<CellPlan> element_plans(std::uint32_t table, Prefixes::Place place, std::size_t depth, bool mixed);
  const std::vector<CellPlan>& foreign_elements(const Plan& plan, Prefixes::Place place);
  CellPlan attribute_plan(const model::Column& column, std::uint32_t table) const;
  CellPlan element_plan(const model::Column& column, std::string_view space, Prefixes::Place place,
                        const std::string& line);

  Status write_inside(const Plan& plan, std::uint64_t row);
  Status open_row(const Plan& plan, std::uint64_t index, const model::Row& row, std::uint64_t record, bool original);
  void write_number(const Plan& plan, std::uint64_t index, const model::Row& row);
  void write_original_number(const Plan& plan, std::uint64_t index, const model::Row& row);
  Status write_attributes(const Plan& plan, std::uint64_t record);
  Status write_foreign_attribute(const Plan& plan, const CellPlan& cell, std::uint64_t record, std::string& declared);
  Status check_unclaimed(const Plan& plan, const CellPlan& cell, std::string_view prefix, std::string_view uri) const;
  static bool is_text(const CellPlan& cell, std::uint64_t record);
  bool is_written(const CellPlan& cell, std::uint64_t record) const;
  static bool is_preserved(const CellPlan& cell, std::uint64_t record);
  void close_row(const Plan& plan, std::size_t start, bool mixed);
  bool has_errors(std::uint32_t table, std::uint64_t row) const;

  Status write_cell(const Plan& plan, const CellPlan& cell, std::uint64_t record);
  void write_fixed(const CellPlan& cell, const std::uint8_t* value);
  Status write_char(const CellPlan& cell, Char value);
  Status write_text(const CellPlan& cell, std::string_view text);
  void write_base64(const CellPlan& cell, std::string_view bytes);
  Status write_object(const Plan& plan, const CellPlan& cell, const model::Chunk& chunk, std::size_t i);
  Error at_cell(const CellPlan& cell, Error error) const;

  Buffer& out_;
  const Scope& scope_;
  const Nesting& nesting_;
  std::span<const std::string_view> namespaces_;
  Prefixes& prefixes_;
  RowLayout layout_;
  CellContext cells_;
  bool leave_out_unknown_;
  std::map<Key, std::unique_ptr<Plan>> plans_;
  std::map<Key, std::unique_ptr<std::vector<CellPlan>>> foreign_elements_;
  std::uint64_t rows_written_ = 0;
  std::uint64_t most_rows_ = 0;
  // Of the row that was opened last.
  std::uint32_t table_ = 0;
  std::uint64_t row_ = 0;
  std::size_t start_ = 0;  // behind its start tag
  bool mixed_ = false;     // it has text, so that nothing in it is indented
  Prefixes::Place inside_ = 0;
};

// xmlns:xsi stands on the root for them.
bool may_have_nil(const model::Table& table);

}  // namespace dotwire::dataset_xml
