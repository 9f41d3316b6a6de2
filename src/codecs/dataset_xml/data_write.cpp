#include "codecs/dataset_xml/data_write.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/try.h"
#include "base/unicode.h"
#include "clr/base64.h"
#include "clr/digits.h"
#include "clr/uri.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/row_plan.h"
#include "codecs/dataset_xml/xml_array.h"

namespace dotwire::dataset_xml {
namespace {

using model::Chunk;
using model::MappingType;
using model::Row;
using model::RowState;
using model::Table;
using model::ValueKind;

// A row whose several relations lead to the same rows again and again would never end.
constexpr std::uint64_t kMostRepeats = 16;

std::uint8_t* put_number(std::uint8_t* at, std::uint64_t value) {
  char* const text = reinterpret_cast<char*>(at);
  return at + (put_unsigned(text, value) - text);
}
constexpr std::size_t kNumberRoom = 24;

}  // namespace

struct RowWriter::Frame {
  const Plan* plan;
  std::unique_ptr<Plan> owned;
  std::uint64_t row;
  std::size_t start;
  bool mixed;
  Prefixes::Place inside;
  std::size_t link = 0;
  std::size_t child = 0;
  const Plan* child_plan = nullptr;  // of the rows of `link`
};

RowWriter::RowWriter(Buffer& out, const Scope& scope, const Nesting& nesting,
                     std::span<const std::string_view> namespaces, Prefixes& prefixes, const WriteOptions& options,
                     const RowLayout& layout)
    : out_(out),
      scope_(scope),
      nesting_(nesting),
      namespaces_(namespaces),
      prefixes_(prefixes),
      layout_(layout),
      cells_{options.dialect, options.zone},
      leave_out_unknown_(options.leave_out_unknown) {
  for (const Table* each : scope.tables) most_rows_ += each->row_count();
  most_rows_ = most_rows_ * kMostRepeats;
}

RowWriter::~RowWriter() = default;

Status RowWriter::write_table(std::uint32_t index) {
  const Table& rows = table(index);
  const std::uint64_t count = rows.row_count();
  if (count == 0) return {};
  std::unique_ptr<Plan> owned;
  const Plan& plan = plan_of(index, layout_.place, layout_.depth, false, owned);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Row row = rows.row(i);
    const std::uint64_t record = visible_record(row);
    if (record == model::kNoRecord || (!nesting_.empty() && nesting_.is_inside(index, i))) continue;
    DOTWIRE_TRY(open_row(plan, i, row, record, false));
    if (plan.links.empty()) {
      close_row(plan, start_, mixed_);
    } else {
      DOTWIRE_TRY(write_inside(plan, i));
    }
  }
  return {};
}

// The rows inside the one that was opened, and its end.
Status RowWriter::write_inside(const Plan& plan, std::uint64_t row) {
  std::vector<Frame> frames;
  const auto push = [&](const Plan& row_plan, std::unique_ptr<Plan> owned, std::uint64_t index) {
    frames.push_back({.plan = &row_plan,
                      .owned = std::move(owned),
                      .row = index,
                      .start = start_,
                      .mixed = mixed_,
                      .inside = inside_});
  };
  push(plan, nullptr, row);
  while (!frames.empty()) {
    Frame& top = frames.back();
    if (top.link == top.plan->links.size()) {
      close_row(*top.plan, top.start, top.mixed);
      frames.pop_back();
      continue;
    }
    const Nesting::Link& link = nesting_.link(top.plan->links[top.link]);
    const std::span<const std::uint64_t> children = link.children(top.row);
    if (top.child == children.size()) {
      ++top.link;
      top.child = 0;
      top.child_plan = nullptr;
      continue;
    }
    if (rows_written_ > most_rows_) {
      return Error(ErrorCode::NotRepresentable, "rows would stand inside several others, again and again");
    }
    const std::uint64_t child = children[top.child++];
    std::unique_ptr<Plan> owned;
    const Plan& child_plan = top.child_plan != nullptr
                                 ? *top.child_plan
                                 : plan_of(link.child_table, top.inside, top.plan->depth + 1, top.mixed, owned);
    if (owned == nullptr) top.child_plan = &child_plan;
    const Row child_row = table(link.child_table).row(child);
    DOTWIRE_TRY(open_row(child_plan, child, child_row, visible_record(child_row), false));
    push(child_plan, std::move(owned), child);
  }
  return {};
}

Status RowWriter::write_originals(std::uint32_t index) {
  const Table& rows = table(index);
  if (rows.plain_rows()) return {};
  std::unique_ptr<Plan> owned;
  const Plan& plan = plan_of(index, layout_.place, layout_.depth, false, owned);
  for (std::uint64_t i = 0; i < rows.row_count(); ++i) {
    const Row row = rows.row(i);
    if (row.state != RowState::Modified && row.state != RowState::Deleted) continue;
    if (row.original == model::kNoRecord) continue;
    DOTWIRE_TRY(open_row(plan, i, row, row.original, true));
    close_row(plan, start_, mixed_);
  }
  return {};
}

bool RowWriter::has_errors(std::uint32_t index, std::uint64_t row) const {
  const std::vector<model::RowErrors>& errors = table(index).row_errors;
  if (errors.empty()) return false;
  const auto found =
      std::lower_bound(errors.begin(), errors.end(), row,
                       [](const model::RowErrors& entry, std::uint64_t value) { return entry.row < value; });
  if (found == errors.end() || found->row != row) return false;
  return !found->text.empty() || std::any_of(found->columns.begin(), found->columns.end(),
                                             [](const model::ColumnError& error) { return !error.text.empty(); });
}

// diffgr:id, msdata:rowOrder, diffgr:hasChanges, diffgr:hasErrors.
void RowWriter::write_number(const Plan& plan, std::uint64_t index, const Row& row) {
  std::uint8_t* at = out_.reserve_more(plan.open.size() + plan.order.size() + 2 * kNumberRoom + 2 * kBlock);
  at = plan.open.put(at);
  at = put_number(at, row_id(table(plan.table), index));
  at = plan.order.put(at);
  at = put_number(at, index);
  *at++ = '"';
  out_.commit(at);
  if (row.state == RowState::Added) out_.append(" diffgr:hasChanges=\"inserted\"");
  if (row.state == RowState::Modified) out_.append(" diffgr:hasChanges=\"modified\"");
  if (has_errors(plan.table, index)) out_.append(" diffgr:hasErrors=\"true\"");
}

// In <diffgr:before>: diffgr:id, then of a deleted row diffgr:hasErrors and diffgr:parentId, msdata:rowOrder.
void RowWriter::write_original_number(const Plan& plan, std::uint64_t index, const Row& row) {
  plan.open.append_to(out_);
  out_.append(std::to_string(row_id(table(plan.table), index)));
  out_.push_back('"');
  if (row.state == RowState::Deleted) {
    if (has_errors(plan.table, index)) out_.append(" diffgr:hasErrors=\"true\"");
    const std::optional<RowPlace> parent =
        nesting_.empty() ? std::nullopt : nesting_.original_parent(plan.table, index);
    if (parent.has_value()) {
      out_.append(" diffgr:parentId=\"");
      static_cast<void>(layout_.markup.append_name(out_, table(parent->table).name));
      out_.append(std::to_string(row_id(table(parent->table), parent->row)));
      out_.push_back('"');
    }
  }
  out_.append(" msdata:rowOrder=\"");
  out_.append(std::to_string(index));
  out_.push_back('"');
}

Status RowWriter::open_row(const Plan& plan, std::uint64_t index, const Row& row, std::uint64_t record, bool original) {
  ++rows_written_;
  table_ = plan.table;
  row_ = index;
  inside_ = plan.inside;
  mixed_ = plan.mixed;
  if (layout_.form == RowForm::Plain) {
    plan.open.append_to(out_);
  } else if (original) {
    write_original_number(plan, index, row);
  } else {
    write_number(plan, index, row);
  }
  if (!plan.attributes.empty() || !plan.contents.empty() || plan.declarations.size() != 0) {
    DOTWIRE_TRY(write_attributes(plan, record));
  }
  out_.push_back('>');
  start_ = out_.size();
  for (const CellPlan& cell : plan.contents) {
    DOTWIRE_TRY(write_cell(plan, cell, record));
    mixed_ |= out_.size() != start_ && is_text(cell, record);
  }
  for (const CellPlan& cell : plan.foreign ? foreign_elements(plan, inside_) : plan.elements) {
    DOTWIRE_TRY(write_cell(plan, cell, record));
  }
  return {};
}

bool RowWriter::is_written(const CellPlan& cell, std::uint64_t record) const {
  if (cell.column->is_null(record)) return false;
  return !leave_out_unknown_ || cell.shape != CellShape::Object ||
         has_known_xml(*cell.column, cell.column->object(record));
}

// Of simple content: the text of the row's element.
bool RowWriter::is_text(const CellPlan& cell, std::uint64_t record) {
  if (cell.shape == CellShape::Chars || cell.shape == CellShape::SqlXml) return false;
  return cell.shape != CellShape::Object || is_content_text(*cell.column, cell.column->object(record));
}

// Simple content has no element of its own to carry xml:space.
bool RowWriter::is_preserved(const CellPlan& cell, std::uint64_t record) {
  if (!cell.preserves_space || cell.column->is_null(record)) return false;
  if (cell.shape == CellShape::Text) return is_white_space_only(cell.column->text(record));
  const auto unit = cell.column->get<char16_t>(record);
  return is_white_space_only(utf16_to_wtf8({&unit, 1}));
}

void RowWriter::close_row(const Plan& plan, std::size_t start, bool mixed) {
  if (out_.size() == start) {
    out_.resize(start - 1);
    out_.append(layout_.markup.empty_end());
    return;
  }
  (mixed ? plan.content_close : plan.close).append_to(out_);
}

Status RowWriter::write_cell(const Plan& plan, const CellPlan& cell, std::uint64_t record) {
  const Chunk& chunk = cell.column->chunk(record / model::kChunkRows);
  const std::size_t i = record % model::kChunkRows;
  if (chunk.is_null(i)) return {};
  switch (cell.shape) {
    case CellShape::Fixed: return write_fixed(cell, chunk.bytes.data() + i * cell.column->width()), Status();
    case CellShape::Char: return write_char(cell, chunk.get<Char>(i));
    case CellShape::Text: return write_text(cell, chunk.text(i));
    case CellShape::Type: return write_text(cell, type_text_of(chunk.text(i), cells_.dialect));
    case CellShape::Uri:
      return write_text(cell, to_display_text(Uri{std::string(chunk.text(i))}, uri_display(cells_.dialect)));
    case CellShape::Base64: return write_base64(cell, chunk.text(i)), Status();
    case CellShape::Chars:
    case CellShape::SqlXml:
    case CellShape::Object: return write_object(plan, cell, chunk, i);
  }
  return {};
}

void RowWriter::write_fixed(const CellPlan& cell, const std::uint8_t* value) {
  std::uint8_t* at = out_.reserve_more(cell.open.size() + cell.close.size() + kCellRoom + 2 * kBlock);
  at = cell.open.put(at);
  char* const text = reinterpret_cast<char*>(at);
  at += put_cell(text, cells_, cell.column->kind(), cell.column->date_time_mode, value) - text;
  out_.commit(cell.close.put(at));
}

Status RowWriter::write_char(const CellPlan& cell, Char value) {
  std::array<char, kCellRoom> room;
  const char* const end = put_cell(room.data(), cells_, ValueKind::Char, cell.column->date_time_mode, &value);
  return write_text(cell, {room.data(), static_cast<std::size_t>(end - room.data())});
}

Status RowWriter::write_text(const CellPlan& cell, std::string_view text) {
  if (text.empty()) return cell.empty.append_to(out_), Status();
  const auto first = static_cast<std::uint8_t>(text.front());
  const bool white = cell.preserves_space && (first <= ' ' || first >= 0x80) && is_white_space_only(text);
  const Fixture& open = white ? cell.preserve : cell.open;
  std::uint8_t* at = out_.reserve_more(open.size() + text.size() + cell.close.size() + xml::kEscapeSlack + 2 * kBlock);
  at = open.put(at);
  const char* from = text.data();
  const char* const end = from + text.size();
  if (layout_.markup.unfit != xml::Unfit::Escape) at = xml::put_plain_text(at, from, end);
  if (from != end) {
    out_.commit(at);
    const std::string_view rest(from, static_cast<std::size_t>(end - from));
    const bool sound =
        cell.attribute ? layout_.markup.append_value(out_, rest) : layout_.markup.append_text(out_, rest);
    if (!sound) {
      return at_cell(
          cell, Error(ErrorCode::NotRepresentable, layout_.markup.unfit == xml::Unfit::Refuse
                                                       ? "text holds a character that XML has no place for"
                                                       : "text holds a lone surrogate, which XML has no form for"));
    }
    at = out_.reserve_more(cell.close.size() + kBlock);
  }
  out_.commit(cell.close.put(at));
  return {};
}

void RowWriter::write_base64(const CellPlan& cell, std::string_view bytes) {
  if (bytes.empty()) return cell.empty.append_to(out_);
  std::uint8_t* at = out_.reserve_more(cell.open.size() + cell.close.size() + base64_size(bytes.size()) + 2 * kBlock);
  at = cell.open.put(at);
  char* const text = reinterpret_cast<char*>(at);
  at += put_base64(text, as_bytes(bytes)) - text;
  out_.commit(cell.close.put(at));
}

Status RowWriter::write_object(const Plan& plan, const CellPlan& cell, const Chunk& chunk, std::size_t i) {
  const bool unknown = cell.shape == CellShape::Object && !has_known_xml(*cell.column, chunk.objects[i]);
  if (unknown && leave_out_unknown_) return {};
  const bool of_object = cell.shape == CellShape::Object;
  const bool content = cell.column->mapping == MappingType::SimpleContent;
  if (cell.attribute || (content && of_object && is_content_text(*cell.column, chunk.objects[i]))) {
    if (!of_object) return write_text(cell, chunk.text(i));
    Result<std::string> text = plain_text(chunk.objects[i], cells_);
    if (!text.ok()) return at_cell(cell, std::move(text).error());
    return write_text(cell, *text);
  }
  out_.append(cell.line);
  const ObjectElement element{cell.name, cell.declarations};
  Status status;
  if (cell.shape == CellShape::Chars) {
    status = write_chars_cell(out_, plan.objects, element, chunk.text(i));
  } else if (cell.shape == CellShape::SqlXml) {
    status = write_sql_xml_cell(out_, plan.objects, element, chunk.text(i));
  } else {
    status = write_object_cell(out_, plan.objects, *cell.column, element, chunk.objects[i]);
  }
  if (!status.ok()) return at_cell(cell, std::move(status).error());
  return {};
}

Error RowWriter::at_cell(const CellPlan& cell, Error error) const {
  const std::string rows = "rows/[" + std::to_string(row_) + "]/" + cell.column->name;
  error.prepend_path(scope_.tables.size() == 1 ? rows : table(table_).name + "/" + rows);
  return error;
}

bool may_have_nil(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const auto& column) { return column->mapping == MappingType::SimpleContent; });
}

}  // namespace dotwire::dataset_xml
