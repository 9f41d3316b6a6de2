#include "codecs/dataset_xml/data_read.h"

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/sql_xml.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xml_array.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Relation;
using model::Table;
using model::ValueKind;

std::string key_of(std::string_view space, std::string_view name) {
  std::string key(space);
  key.push_back('\n');
  return key.append(name);
}

}  // namespace

LoadTargets LoadTargets::of(model::TableSet& set) {
  LoadTargets targets;
  for (const auto& table : set.tables) targets.tables.push_back(table.get());
  for (const std::string_view space : table_namespaces(Scope::of(set))) targets.namespaces.emplace_back(space);
  targets.relations = set.relations;
  targets.set_name = set.name;
  return targets;
}

LoadTargets LoadTargets::of(Table& table, std::span<const Relation> relations) {
  LoadTargets targets;
  targets.tables.push_back(&table);
  targets.namespaces.push_back(table.namespace_uri);
  targets.relations = relations;
  return targets;
}

DataLoader::DataLoader(xml::Reader& reader, const ReadOptions& options, const LoadTargets& targets, bool ignores_space)
    : reader_(reader),
      options_(options),
      ignores_space_(ignores_space),
      cells_{options.dialect, options.zone},
      targets_(targets),
      xsi_(reader.intern(kXsi)),
      nil_(reader.intern("nil")),
      space_(reader.intern("space")),
      msdata_(reader.intern(kMsdata)),
      diffgr_(reader.intern(kDiffgr)),
      xsd_(reader.intern(kXsd)),
      schema_(reader.intern("schema")),
      has_nested_parent_(targets.tables.size()),
      nested_relations_(targets.tables.size()),
      direct_(targets.tables.size(), kNone) {
  for (std::uint32_t i = 0; i < targets_.tables.size(); ++i) {
    Table& table = *targets_.tables[i];
    loaders_.push_back(std::make_unique<TableLoader>(reader, options, cells_, table, targets_.namespaces[i],
                                                     targets_.tables.size() != 1));
    const std::uint32_t id = table_names_.intern(key_of(targets_.namespaces[i], table.name));
    if (id == table_by_name_.size()) table_by_name_.push_back(i);
    table_by_name_[id] = i;
  }
  for (std::uint32_t i = 0; i < targets_.relations.size(); ++i) {
    const Relation& relation = targets_.relations[i];
    const std::size_t count = targets_.tables.size();
    if (!relation.nested || relation.parent_table >= count || relation.child_table >= count) continue;
    loaders_[relation.parent_table]->nest(targets_.tables[relation.child_table]->name,
                                          targets_.namespaces[relation.child_table], relation.child_table);
    nested_relations_[relation.child_table].push_back(i);
    has_nested_parent_[relation.child_table] = true;
  }
}

DataLoader::Frame& DataLoader::push(FrameKind kind, std::uint32_t table) {
  if (frame_count_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[frame_count_++];
  frame.kind = kind;
  frame.depth = reader_.depth();
  frame.table = table;
  frame.nested = frame.pending = frame.content_done = frame.nil = frame.has_text = frame.done = false;
  frame.expected = 0;
  frame.white_space = frame.stepwise = false;
  frame.cells.clear();
  frame.pending_set.clear();
  frame.children.clear();
  frame.content.clear();
  frame.at = reader_.node_begin();
  return frame;
}

// The row that the innermost frame belongs to; kNone outside of rows.
std::size_t DataLoader::row_frame() const {
  const Frame& frame = frames_[frame_count_ - 1];
  if (frame.kind == FrameKind::Row) return frame_count_ - 1;
  return frame.kind == FrameKind::Column ? frame.row : kNone;
}

Status DataLoader::read_rows() {
  push(FrameKind::Search, 0);
  return end(run(reader_.depth()));
}

Status DataLoader::read_root() {
  const std::size_t depth = reader_.depth();
  DOTWIRE_TRY(start_root());
  return end(run(depth));
}

// To the end of the element at that depth.
Status DataLoader::run(std::size_t depth) {
  while (true) {
    Frame& frame = top();
    if (frame.kind == FrameKind::Row && !frame.pending && !frame.stepwise) {
      DOTWIRE_TRY(const bool ended, read_quickly(frame));
      if (ended && reader_.depth() < depth) return {};
      if (ended) continue;
    } else if (frame.kind == FrameKind::Search && last_table_ >= 0 && !diffgram_) {
      const TableLoader& loader = *loaders_[static_cast<std::size_t>(last_table_)];
      if (loader.content() == nullptr && reader_.try_start(loader.row_name(), loader.row_space())) {
        DOTWIRE_TRY(start_row(static_cast<std::uint32_t>(last_table_), false));
        continue;
      }
    }
    Result<xml::NodeKind> node = reader_.next();
    if (!node.ok()) return in_row(std::move(node).error());
    switch (*node) {
      case xml::NodeKind::Start: {
        DOTWIRE_TRY(at_start());
        break;
      }
      case xml::NodeKind::End: {
        DOTWIRE_TRY(at_end());
        if (reader_.depth() < depth) return {};
        break;
      }
      case xml::NodeKind::Text:
      case xml::NodeKind::CData:
      case xml::NodeKind::Whitespace: {
        DOTWIRE_TRY(at_text(*node));
        break;
      }
      case xml::NodeKind::Comment:
      case xml::NodeKind::ProcessingInstruction: at_break(); break;
      case xml::NodeKind::EndOfDocument: return {};
    }
  }
}

// The cells come in the order of the columns nearly always, each a plain leaf; what is not so goes through next().
// True if the row ended.
Result<bool> DataLoader::read_quickly(Frame& row) {
  TableLoader& loader = *loaders_[row.table];
  std::vector<TableLoader::Target>& elements = loader.elements();
  std::string_view text;
  while (row.expected < elements.size()) {
    TableLoader::Target& target = elements[row.expected];
    if (target.shape == TableLoader::Shape::Other || loader.is_set(target) ||
        !reader_.try_leaf(target.name, target.space, text)) {
      break;
    }
    Status status = loader.put_text(target, text);
    if (!status.ok()) return loader.at_cell(std::move(status).error(), target.column, reader_.node_begin());
    ++row.expected;
  }
  if (reader_.depth() != row.depth || !reader_.try_end()) return false;
  DOTWIRE_TRY(finish_row());
  return true;
}

std::int32_t DataLoader::table_here() {
  const auto [found, fresh] =
      known_tables_.try_emplace(std::uint64_t{reader_.name_space()} << 32 | reader_.local(), -1);
  if (fresh) {
    const std::uint32_t id =
        table_names_.find(key_of(reader_.string(reader_.name_space()), decode_name(reader_.local_name())));
    if (id != xml::StringTable::kNone) found->second = static_cast<std::int32_t>(table_by_name_[id]);
  }
  return found->second;
}

// DataSet's rule for a root that a table is named like: if the DataSet has another name, it is a row; if not, it is one
// where an attribute or the first element in it fits that table.
Status DataLoader::start_root() {
  const std::int32_t table = diffgram_ || targets_.set_name.empty() ? -1 : table_here();
  if (table < 0) {
    push(FrameKind::Search, 0);
    return {};
  }
  const auto index = static_cast<std::uint32_t>(table);
  if (targets_.tables[index]->name != targets_.set_name) return start_row(index, false);
  for (const xml::Attribute& attribute : reader_.attributes()) {
    if (loaders_[index]->attribute(attribute.name_space, attribute.local) >= 0) return start_row(index, false);
  }
  push(FrameKind::Root, index);
  return {};
}

Status DataLoader::at_start() {
  if (reader_.is(xsd_, schema_)) {
    at_break();
    return reader_.skip();
  }
  if (top().kind == FrameKind::Root) {
    const std::uint32_t table = top().table;
    const bool fits = loaders_[table]->element(reader_.name_space(), reader_.local()) >= 0;
    const std::size_t depth = top().depth;
    --frame_count_;
    if (fits) {
      DOTWIRE_TRY(start_row(table, false, false));
    } else {
      push(FrameKind::Search, 0);
    }
    top().depth = depth;
  }
  at_break();
  const std::size_t row = row_frame();
  if (row != kNone) {
    const std::uint32_t table = frames_[row].table;
    const std::int32_t target = loaders_[table]->element(reader_.name_space(), reader_.local());
    const std::size_t columns = targets_.tables[table]->columns.size();
    if (target >= 0 && static_cast<std::size_t>(target) >= columns) {
      return start_row(static_cast<std::uint32_t>(static_cast<std::size_t>(target) - columns), true);
    }
    if (target >= 0) return start_column(row, static_cast<std::uint32_t>(target));
  }
  if (row == kNone && is_diffgram_element(reader_)) return read_diffgram();
  const std::int32_t table = table_here();
  if (table < 0) return check_passed_over(row);
  if (row == kNone) last_table_ = table;
  return start_row(static_cast<std::uint32_t>(table), false);
}

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

bool DataLoader::is_nil() {
  const xml::Attribute* nil = reader_.find_attribute(xsi_, nil_);
  return nil != nullptr && (nil->value == "true" || nil->value == "1");
}

// The XmlTextReader that .NET makes for files and streams does not show white space alone, but where xml:space says so;
// one of XmlReader.Create does.
bool DataLoader::keeps_white_space(bool around) {
  if (!options_.like_dotnet) return true;
  const xml::Attribute* space = reader_.find_attribute(xml::kXmlNamespace, space_);
  const bool preserves = space == nullptr ? around : space->value == "preserve";
  return preserves && (!ignores_space_ || diffgram_);
}

Status DataLoader::at_text(xml::NodeKind node) {
  Frame& frame = top();
  if (reader_.depth() != frame.depth) return {};
  const bool is_row = frame.kind == FrameKind::Row;
  if (!is_row && frame.kind != FrameKind::Column) return {};
  if (is_row ? frame.content_done || loaders_[frame.table]->content() == nullptr : frame.done) return {};
  if (node == xml::NodeKind::Whitespace && !frame.white_space) return {};
  frame.has_text = true;
  frame.content.append(reader_.text());
  return {};
}

// Where a syntax error was met.
Error DataLoader::in_row(Error error) const {
  const Frame& frame = frames_[frame_count_ - 1];
  if (frame.kind != FrameKind::Column) return error;
  return loaders_[frame.table]->at_cell(std::move(error), frame.column, nullptr);
}

// What is no text ends the text that counts.
void DataLoader::at_break() {
  Frame& frame = top();
  if (frame.kind == FrameKind::Column && frame.has_text) frame.done = true;
  if (frame.kind == FrameKind::Row && frame.has_text) frame.content_done = true;
}

Status DataLoader::at_end() {
  at_break();
  const Frame& frame = top();
  if (reader_.depth() >= frame.depth) return {};
  switch (frame.kind) {
    case FrameKind::Row: return finish_row();
    case FrameKind::Column: return finish_column();
    case FrameKind::Search:
    case FrameKind::Root: --frame_count_; break;
  }
  return {};
}

Status DataLoader::finish_column() {
  Frame& frame = top();
  Frame& row = frames_[frame.row];
  const std::uint32_t column = frame.column;
  --frame_count_;
  TableLoader& loader = *loaders_[row.table];
  if (is_set(row, loader, column)) return {};
  if (frame.nil && frame.content.empty()) return put_null(row, column), Status();
  const bool is_string = loader.table().columns[column]->kind() == ValueKind::String;
  if (originals_ && frame.content.empty() && !is_string) return put_null(row, column), Status();
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

Status DataLoader::end(Status read) {
  for (const auto& loader : loaders_) {
    if (loader->nulls_fit()) {
      loader->end();
      continue;
    }
    loader->drop_rows();
    if (!read.ok()) continue;
    read = Error(ErrorCode::LimitExceeded, "the rows are nearly all null, and take more than Limits::expansion");
    read.error().set_path("tables/" + loader->table().name + "/rows");
  }
  return read;
}

}  // namespace dotwire::dataset_xml
