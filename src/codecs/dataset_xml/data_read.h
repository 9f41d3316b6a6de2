// The rows of ReadXml, plain and in a DiffGram, with its tolerance: what no table or column is called stands for
// nothing itself, and what is inside it counts as if it stood there (xml-json-formats.md F.4).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/table_loader.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// On a start tag.
bool is_diffgram_element(xml::Reader& reader);

// The tables that take rows, by the indices that the relations name them with.
struct LoadTargets {
  std::vector<model::Table*> tables;
  std::vector<std::string> namespaces;
  std::span<const model::Relation> relations;
  std::string_view set_name;

  static LoadTargets of(model::TableSet& set);
  // A table, and what nests it in itself.
  static LoadTargets of(model::Table& table, std::span<const model::Relation> relations = {});
};

// Lives as long as a document is read.
class DataLoader {
 public:
  // `ignores_space`: xml:space counts in DiffGrams only, as where DataTable.ReadXml finds the schema in the document.
  DataLoader(xml::Reader& reader, const ReadOptions& options, const LoadTargets& targets, bool ignores_space);

  // On the start tag of the element around the rows, or behind a schema in it: the rest of it. A DiffGram in it is read
  // as one.
  Status read_rows();
  // On the start tag of the root, which may be a row itself: the rest of it.
  Status read_root();
  // On <diffgr:diffgram>: the rest of it.
  Status read_diffgram();
  // One was read.
  bool saw_diffgram() const { return saw_diffgram_; }

 private:
  enum class FrameKind : std::uint8_t { Search, Root, Row, Column };
  // A row that is complete: its table and record.
  struct LoadedRow {
    std::uint32_t table;
    std::uint64_t record;
  };
  struct Frame {
    FrameKind kind = FrameKind::Search;
    std::size_t depth = 0;  // of its element
    std::uint32_t table = 0;
    // Of a row.
    bool nested = false;
    bool pending = false;  // its cells wait in `cells`
    bool content_done = false;
    bool nil = false;
    bool white_space = false;  // text of nothing else counts
    bool stepwise = false;     // white space may be content, which read_quickly() passes over
    std::size_t expected = 0;  // the element column that is likely to come
    DiffMarks marks;
    std::vector<PendingCell> cells;
    std::vector<bool> pending_set;  // by column: it is in `cells`
    std::vector<LoadedRow> children;
    std::string content;
    StatedType content_type;  // of an Object in it
    // Of a column: the cell's text so far, in a row that is `row` frames up.
    std::size_t row = 0;
    std::uint32_t column = 0;
    bool has_text = false;
    bool done = false;
    const char* at = nullptr;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  Frame& push(FrameKind kind, std::uint32_t table);
  Frame& top() { return frames_[frame_count_ - 1]; }
  std::size_t row_frame() const;

  Status run(std::size_t depth);
  Status at_start();
  Status at_text(xml::NodeKind node);
  Error in_row(Error error) const;
  Status at_end();
  void at_break();
  Result<bool> read_quickly(Frame& row);

  Status start_root();
  Status check_passed_over(std::size_t row);
  Status start_row(std::uint32_t table, bool nested, bool attributes = true);
  Status read_row_attributes(Frame& row, TableLoader& loader);
  Status read_mark(Frame& row, TableLoader& loader, const xml::Attribute& attribute);
  Status start_column(std::size_t row, std::uint32_t column);
  Status finish_row();
  Status finish_column();
  Status adopt(const Frame& row, std::uint64_t record);
  bool is_set(const Frame& row, const TableLoader& loader, std::uint32_t column) const;
  Status put(Frame& row, std::uint32_t column, std::string_view text, const char* at);
  void put_null(Frame& row, std::uint32_t column);
  Status put_object(Frame& row, std::uint32_t column);
  Status put_content(Frame& row);
  static void add_pending(Frame& row, PendingCell cell);
  std::int32_t table_here();
  bool is_nil();
  bool keeps_white_space(bool around);

  Status read_diffgram_parts();
  Status pass_over_part();
  Status read_before();
  Status read_original(std::uint32_t table);
  Status read_errors();
  Status read_row_errors(std::uint32_t table);
  Status end(Status read);

  xml::Reader& reader_;
  const ReadOptions& options_;
  bool ignores_space_;
  CellContext cells_;
  LoadTargets targets_;
  xml::StringId xsi_;
  xml::StringId nil_;
  xml::StringId space_;
  xml::StringId msdata_;
  xml::StringId diffgr_;
  xml::StringId xsd_;
  xml::StringId schema_;
  std::vector<std::unique_ptr<TableLoader>> loaders_;
  std::vector<bool> has_nested_parent_;
  xml::StringTable table_names_;  // namespace and name
  std::vector<std::uint32_t> table_by_name_;
  std::unordered_map<std::uint64_t, std::int32_t> known_tables_;
  std::vector<std::vector<std::uint32_t>> nested_relations_;  // by child table
  std::vector<std::size_t> direct_;  // by table: the frame whose cells go straight into the columns
  std::vector<Frame> frames_;
  std::size_t frame_count_ = 0;
  bool diffgram_ = false;
  bool saw_diffgram_ = false;
  bool originals_ = false;  // in <diffgr:before>
  std::int32_t last_table_ = -1;
};

}  // namespace dotwire::dataset_xml
