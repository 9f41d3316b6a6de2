// What DataLoader does with a DiffGram.
#include <algorithm>

#include "base/try.h"
#include "clr/digits.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/data_read.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

bool is_true(std::string_view text) { return text == "true" || text == "1" || text == "True"; }

}  // namespace

bool is_diffgram_element(xml::Reader& reader) {
  return reader.local_name() == "diffgram" && reader.string(reader.name_space()) == kDiffgr;
}

// Behind <diffgr:diffgram> come an element with the rows, <diffgr:before> and <diffgr:errors>, all as it may be.
Status DataLoader::read_diffgram() { return end(read_diffgram_parts()); }

Status DataLoader::read_diffgram_parts() {
  diffgram_ = saw_diffgram_ = true;
  const std::size_t depth = reader_.depth();
  bool rows_done = false;
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End && reader_.depth() < depth) break;
    if (node != xml::NodeKind::Start) continue;
    const bool ours = reader_.name_space() == diffgr_;
    if (ours && reader_.local_name() == "before") {
      DOTWIRE_TRY(read_before());
    } else if (ours && reader_.local_name() == "errors") {
      DOTWIRE_TRY(read_errors());
    } else if (!rows_done) {
      rows_done = true;
      push(FrameKind::Search, 0);
      DOTWIRE_TRY(run(reader_.depth()));
    } else if (options_.like_dotnet) {
      DOTWIRE_TRY(reader_.skip());
    } else {
      DOTWIRE_TRY(pass_over_part());
    }
  }
  diffgram_ = false;
  for (std::size_t i = 0; i < loaders_.size(); ++i) {
    DOTWIRE_TRY(loaders_[i]->end_diffgram(has_nested_parent_[i]));
  }
  return {};
}

// .NET takes the rows of the first element alone.
Status DataLoader::pass_over_part() {
  const std::size_t depth = reader_.depth();
  for (xml::NodeKind node = xml::NodeKind::Start;;) {
    if (node == xml::NodeKind::Start && reader_.find_attribute(diffgr_, reader_.intern("id")) != nullptr) {
      return reader_.error(ErrorCode::TypeMismatch, "a row behind the element with the rows: .NET passes it over");
    }
    if (node == xml::NodeKind::End && reader_.depth() < depth) return {};
    DOTWIRE_TRY(node, reader_.next());
  }
}

Status DataLoader::read_before() {
  const std::size_t depth = reader_.depth();
  originals_ = true;
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End && reader_.depth() < depth) break;
    if (node != xml::NodeKind::Start) continue;
    const std::int32_t table = table_here();
    if (table < 0) {
      DOTWIRE_TRY(check_passed_over(kNone));
      DOTWIRE_TRY(reader_.skip());
      continue;
    }
    DOTWIRE_TRY(read_original(static_cast<std::uint32_t>(table)));
  }
  originals_ = false;
  return {};
}

Status DataLoader::read_original(std::uint32_t table) {
  const std::size_t depth = reader_.depth();
  DOTWIRE_TRY(start_row(table, false));
  return run(depth);
}

Status DataLoader::read_errors() {
  const std::size_t depth = reader_.depth();
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End && reader_.depth() < depth) return {};
    if (node != xml::NodeKind::Start) continue;
    const std::int32_t table = table_here();
    if (table < 0) return reader_.error(ErrorCode::Malformed, "errors of a table that is not there");
    DOTWIRE_TRY(read_row_errors(static_cast<std::uint32_t>(table)));
  }
}

Status DataLoader::read_row_errors(std::uint32_t table) {
  TableLoader& loader = *loaders_[table];
  const xml::StringId error_id = reader_.intern("Error");
  const xml::Attribute* id = reader_.find_attribute(diffgr_, reader_.intern("id"));
  const std::uint64_t row = id == nullptr ? DiffRows::kNone : loader.diff_rows().find(id->value);
  if (row == DiffRows::kNone) {
    return reader_.error(ErrorCode::Malformed, "errors of a row that is not there, or says that it has none");
  }
  model::RowErrors& errors = loader.diff_rows().errors_of(row);
  if (const xml::Attribute* text = reader_.find_attribute(diffgr_, error_id)) errors.text = text->value;
  const std::size_t depth = reader_.depth();
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End && reader_.depth() < depth) return {};
    if (node != xml::NodeKind::Start) continue;
    const std::int32_t column = loader.column(reader_.string(reader_.name_space()), decode_name(reader_.local_name()));
    if (column < 0) {
      return reader_.error(ErrorCode::Malformed, "an error of a column that is not there");
    }
    const xml::Attribute* text = reader_.find_attribute(diffgr_, error_id);
    if (text == nullptr) continue;
    const auto same = [&](const model::ColumnError& error) {
      return error.column == static_cast<std::uint32_t>(column);
    };
    const auto known = std::find_if(errors.columns.begin(), errors.columns.end(), same);
    if (known != errors.columns.end()) {
      known->text = text->value;
    } else {
      errors.columns.push_back({static_cast<std::uint32_t>(column), std::string(text->value)});
    }
  }
}

// A row of a DiffGram whose table is not there would be lost: .NET does not mind.
Status DataLoader::check_passed_over(std::size_t row) {
  if (!diffgram_ || options_.like_dotnet || row != kNone) return {};
  if (reader_.find_attribute(diffgr_, reader_.intern("id")) == nullptr) return {};
  std::string what = "a row of a table that the schema does not have: " + std::string(reader_.local_name());
  const std::string_view space = reader_.string(reader_.name_space());
  if (!space.empty()) what += " of namespace " + std::string(space.substr(0, 80));
  return reader_.error(ErrorCode::TypeMismatch, what);
}

Status DataLoader::read_mark(Frame& row, TableLoader& loader, const xml::Attribute& attribute) {
  constexpr std::string_view kHidden = "hidden";
  const std::string_view local = reader_.string(attribute.local);
  if (attribute.name_space == diffgr_) {
    if (local == "id") row.marks.id = attribute.value;
    if (local == "hasErrors") row.marks.errors = is_true(attribute.value);
    if (local == "hasChanges") {
      row.marks.changed = true;
      row.marks.modified = attribute.value == "modified";
    }
    return {};
  }
  if (local == "rowOrder") {
    const Result<std::int32_t> order = parse_integer<std::int32_t>(attribute.value);
    if (!order.ok()) return reader_.error(ErrorCode::Malformed, attribute.at, "msdata:rowOrder is no number");
    row.marks.order = *order;
    return {};
  }
  if (!local.starts_with(kHidden)) return {};
  const std::int32_t column = loader.hidden(decode_name(local.substr(kHidden.size())));
  if (column < 0 || is_set(row, loader, static_cast<std::uint32_t>(column))) return {};
  return put(row, static_cast<std::uint32_t>(column), attribute.value, attribute.at);
}

}  // namespace dotwire::dataset_xml
