#include "codecs/dataset_xml/data_read.h"

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

using model::Relation;
using model::Table;

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
