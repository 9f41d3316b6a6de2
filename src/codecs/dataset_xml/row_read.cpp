// The rows of DataLoader: from their attributes, elements and text to the columns.
#include "base/try.h"
#include "codecs/dataset_xml/data_read.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/sql_xml.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/xml_array.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::MappingType;
using model::Relation;
using model::Table;
using model::ValueKind;

Status DataLoader::start_row(std::uint32_t table, bool nested, bool attributes) {
  TableLoader& loader = *loaders_[table];
  if (direct_[table] != kNone) {
    Frame& outer = frames_[direct_[table]];
    loader.take_out(outer.cells);
    outer.pending = true;
    outer.pending_set.resize(loader.table().columns.size());
    for (const PendingCell& cell : outer.cells) outer.pending_set[cell.column] = true;
  }
  direct_[table] = frame_count_;
  Frame& row = push(FrameKind::Row, table);
  row.nested = nested;
  row.marks.id.clear();
  row.marks.changed = row.marks.modified = row.marks.errors = false;
  row.marks.order = -1;
  if (!attributes) return {};
  row.nil = loader.content() != nullptr && is_nil();
  row.white_space = !row.nil && keeps_white_space(false);
  row.stepwise = row.white_space && (options_.like_dotnet || loader.content() != nullptr);
  row.content_type = {};
  if (reader_.attributes().empty()) return {};
  if (loader.content() != nullptr && loader.content()->type_name == "System.Object") {
    DOTWIRE_TRY(row.content_type, stated_type(reader_));
  }
  return read_row_attributes(row, loader);
}

Status DataLoader::read_row_attributes(Frame& row, TableLoader& loader) {
  for (const xml::Attribute& attribute : reader_.attributes()) {
    if (diffgram_ && (attribute.name_space == diffgr_ || attribute.name_space == msdata_)) {
      DOTWIRE_TRY(read_mark(row, loader, attribute));
      continue;
    }
    const std::int32_t column = loader.attribute(attribute.name_space, attribute.local);
    if (column < 0 || is_set(row, loader, static_cast<std::uint32_t>(column))) continue;
    DOTWIRE_TRY(put(row, static_cast<std::uint32_t>(column), attribute.value, attribute.at));
  }
  return {};
}

bool DataLoader::is_set(const Frame& row, const TableLoader& loader, std::uint32_t column) const {
  return row.pending ? row.pending_set[column] : loader.is_set(column);
}

void DataLoader::add_pending(Frame& row, PendingCell cell) {
  row.pending_set[cell.column] = true;
  row.cells.push_back(std::move(cell));
}

Status DataLoader::put(Frame& row, std::uint32_t column, std::string_view text, const char* at) {
  TableLoader& loader = *loaders_[row.table];
  if (row.pending) {
    add_pending(row, {column, PendingCell::Form::Text, std::string(text), nullptr, at});
    return {};
  }
  Status status = loader.put(column, text);
  if (!status.ok()) return loader.at_cell(std::move(status).error(), column, at);
  return {};
}

void DataLoader::put_null(Frame& row, std::uint32_t column) {
  if (!row.pending) return loaders_[row.table]->put_null(column);
  add_pending(row, {column, PendingCell::Form::Null, {}, nullptr, nullptr});
}

// The first of two elements for one column counts; what is inside the other is looked at as if it stood in the row.
Status DataLoader::start_column(std::size_t row, std::uint32_t column) {
  TableLoader& loader = *loaders_[frames_[row].table];
  if (is_set(frames_[row], loader, column)) return {};
  if (loader.table().columns[column]->mapping == MappingType::Element) {
    const std::size_t next = loader.place_of(column) + 1;
    if (next > frames_[row].expected) frames_[row].expected = next;
  }
  const ValueKind kind = loader.table().columns[column]->kind();
  if (kind == ValueKind::Object || kind == ValueKind::Chars || kind == ValueKind::SqlXml) {
    if (!is_nil()) return put_object(frames_[row], column);
    put_null(frames_[row], column);
    return reader_.skip();
  }
  Frame& frame = push(FrameKind::Column, frames_[row].table);
  frame.row = row;
  frame.column = column;
  frame.nil = is_nil();
  frame.white_space = keeps_white_space(frames_[row].white_space);
  return {};
}

Status DataLoader::put_object(Frame& row, std::uint32_t column) {
  const char* const at = reader_.node_begin();
  TableLoader& loader = *loaders_[row.table];
  const Column& target = *loader.table().columns[column];
  PendingCell cell{column, PendingCell::Form::Node, {}, nullptr, at};
  if (target.kind() == ValueKind::Object) {
    Result<const model::Node*> node = read_object_cell(reader_, cells_, target, loader.table().graph());
    if (!node.ok()) return loader.at_cell(std::move(node).error(), column, at);
    cell.node = *node;
  } else {
    Result<std::string> text = target.kind() == ValueKind::Chars ? read_chars_cell(reader_) : read_sql_xml(reader_);
    if (!text.ok()) return loader.at_cell(std::move(text).error(), column, at);
    cell.form = PendingCell::Form::Raw;
    cell.text = std::move(*text);
  }
  if (row.pending) return add_pending(row, std::move(cell)), Status();
  return loader.put_pending(cell);
}

namespace {

bool may_be_empty(ValueKind kind) {
  return kind == ValueKind::Bytes || kind == ValueKind::Chars || kind == ValueKind::SqlBinary ||
         kind == ValueKind::SqlBytes || kind == ValueKind::SqlChars || kind == ValueKind::SqlString;
}

}  // namespace

Status DataLoader::finish_column() {
  Frame& frame = top();
  Frame& row = frames_[frame.row];
  const std::uint32_t column = frame.column;
  --frame_count_;
  TableLoader& loader = *loaders_[row.table];
  if (is_set(row, loader, column)) return {};
  if (frame.nil && frame.content.empty()) return put_null(row, column), Status();
  const ValueKind kind = loader.table().columns[column]->kind();
  // .NET keeps the value of an empty element there for strings alone; written is one for all that have an empty text.
  const bool keeps = kind == ValueKind::String || (!options_.like_dotnet && may_be_empty(kind));
  if (originals_ && frame.content.empty() && !keeps) return put_null(row, column), Status();
  return put(row, column, frame.content, frame.at);
}

// Text in the row's element.
Status DataLoader::put_content(Frame& row) {
  TableLoader& loader = *loaders_[row.table];
  const Column& column = *loader.content();
  const std::uint32_t index = loader.content_index();
  if (column.kind() != ValueKind::Object || column.type_name != "System.Object") {
    return put(row, index, row.content, row.at);
  }
  Result<const model::Node*> node = node_of_stated(cells_, row.content_type, row.content, loader.table().graph());
  if (!node.ok()) return loader.at_cell(std::move(node).error(), index, row.at);
  PendingCell cell{index, PendingCell::Form::Node, {}, *node, row.at};
  if (row.pending) return add_pending(row, std::move(cell)), Status();
  return loader.put_pending(cell);
}

Status DataLoader::finish_row() {
  Frame& row = top();
  TableLoader& loader = *loaders_[row.table];
  if (loader.content() != nullptr && !is_set(row, loader, loader.content_index())) {
    // An empty text is written as no text: ReadXml takes it for none.
    if (row.has_text || (!row.nil && !options_.like_dotnet)) {
      DOTWIRE_TRY(put_content(row));
    }
  }
  if (row.pending) {
    for (const PendingCell& cell : row.cells) {
      DOTWIRE_TRY(loader.put_pending(cell));
    }
  } else {
    direct_[row.table] = kNone;
  }
  DOTWIRE_TRY(loader.end_record(!diffgram_));
  if (originals_) {
    loader.add_original(row.marks);
  } else if (diffgram_) {
    loader.add_diff_row(row.marks);
  } else {
    loader.add_row();
  }
  const std::uint64_t record = loader.record() - 1;
  DOTWIRE_TRY(adopt(row, record));
  const std::uint32_t table = row.table;
  const bool nested = row.nested;
  --frame_count_;
  if (!nested) return {};
  const std::size_t parent = frame_count_ == 0 ? kNone : row_frame();
  if (parent != kNone) frames_[parent].children.push_back({table, record});
  return {};
}

// The rows inside a row have its key.
Status DataLoader::adopt(const Frame& row, std::uint64_t record) {
  const Table& parent = *targets_.tables[row.table];
  for (const LoadedRow& child : row.children) {
    for (const std::uint32_t index : nested_relations_[child.table]) {
      const Relation& relation = targets_.relations[index];
      if (relation.parent_table != row.table) continue;
      for (std::size_t i = 0; i < relation.child_columns.size() && i < relation.parent_columns.size(); ++i) {
        if (relation.parent_columns[i] >= parent.columns.size()) continue;
        if (relation.child_columns[i] >= targets_.tables[child.table]->columns.size()) continue;
        loaders_[child.table]->set_cell(relation.child_columns[i], child.record,
                                        loaders_[row.table]->filled(relation.parent_columns[i]), record);
      }
    }
  }
  return {};
}

}  // namespace dotwire::dataset_xml
