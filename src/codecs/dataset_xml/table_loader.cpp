#include "codecs/dataset_xml/table_loader.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/try.h"
#include "clr/digits.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_append.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/object_cell.h"
#include "wire/xml/scan.h"

namespace dotwire::dataset_xml {
namespace {

using model::Chunk;
using model::Column;
using model::MappingType;
using model::RowState;
using model::ValueKind;

bool is_xml_space_only(std::string_view text) {
  return xml::skip_space(text.data(), text.data() + text.size()) == text.data() + text.size();
}

// The usual form of an Int32; the others go the long way.
bool parse_short_int32(std::string_view text, std::int32_t& value) {
  constexpr std::size_t kMostDigits = 9;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > kMostDigits) return false;
  std::int32_t magnitude = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    magnitude = magnitude * 10 + (c - '0');
  }
  value = negative ? -magnitude : magnitude;
  return true;
}

std::int64_t integer_at(const Column& column, std::uint64_t record) {
  switch (column.kind()) {
    case ValueKind::Int16: return column.get<std::int16_t>(record);
    case ValueKind::Int32: return column.get<std::int32_t>(record);
    case ValueKind::Int64: return column.get<std::int64_t>(record);
    default: return 0;
  }
}

bool counts(const Column& column) {
  return column.kind() == ValueKind::Int16 || column.kind() == ValueKind::Int32 || column.kind() == ValueKind::Int64;
}

Chunk& chunk_of(Column& column, std::uint64_t record) { return column.chunk(record / model::kChunkRows); }

void clear_null_bit(Chunk& chunk, std::size_t i) {
  if (!chunk.is_null(i)) return;
  if (chunk.nulls.empty()) {
    // The first null_count are the nulls.
    for (std::uint32_t n = 0; n < chunk.null_count; ++n) {
      if (n % 64 == 0) chunk.nulls.push_back(0);
      chunk.nulls[n / 64] |= std::uint64_t{1} << (n % 64);
    }
  }
  chunk.nulls[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  --chunk.null_count;
}

// The last record of a column goes.
void remove_last(Column& column) {
  const std::uint64_t record = column.record_count() - 1;
  Chunk& chunk = chunk_of(column, record);
  const std::size_t i = record % model::kChunkRows;
  if (chunk.is_null(i) && chunk.nulls.empty()) {
    --chunk.null_count;  // all are null
  } else {
    clear_null_bit(chunk, i);
  }
  if (!chunk.is_bare()) {
    switch (column.storage()) {
      case model::Storage::Fixed: chunk.bytes.resize(i * column.width()); break;
      case model::Storage::Varying:
        chunk.bytes.resize(i == 0 ? 0 : chunk.ends[i - 1]);
        chunk.ends.resize(i);
        break;
      case model::Storage::Object: chunk.objects.resize(i); break;
    }
  }
  --chunk.size;
  column.added(~std::size_t{0});
}

// For each insertion its place in the end: insertion i came to places[i] <= i, and moved what was there up.
void settle_insertions(std::vector<std::uint64_t>& places) {
  const std::size_t count = places.size();
  std::size_t top = 1;
  while (top * 2 <= count) top *= 2;
  // A Fenwick tree of free places.
  std::vector<std::uint64_t> free(count + 1);
  for (std::size_t i = 1; i <= count; ++i) free[i] = i & (~i + 1);
  for (std::size_t i = count; i > 0; --i) {
    std::uint64_t wanted = places[i - 1];
    std::size_t at = 0;
    for (std::size_t step = top; step != 0; step /= 2) {
      if (at + step <= count && free[at + step] <= wanted) {
        at += step;
        wanted -= free[at];
      }
    }
    places[i - 1] = at;
    for (std::size_t node = at + 1; node <= count; node += node & (~node + 1)) --free[node];
  }
}

}  // namespace

TableLoader::TableLoader(xml::Reader& reader, const ReadOptions& options, const CellContext& cells, model::Table& table,
                         std::string_view name_space, bool named)
    : reader_(reader),
      options_(options),
      cells_(cells),
      table_(table),
      name_space_(name_space),
      named_(named),
      row_name_(reader.intern_name(encode_local_name(table.name))),
      row_space_(reader.intern(name_space)),
      record_(table.record_count()),
      row_limit_(record_ + most_rows()),
      first_record_(record_) {
  for (std::uint32_t i = 0; i < table.columns.size(); ++i) add(i);
}

// The shortest row is `<T/>`.
std::size_t TableLoader::most_rows() const {
  const std::string_view document = reader_.document_text();
  const std::size_t left = document.size() - reader_.index_of(reader_.position());
  return left / (table_.name.size() + 3) + 1;
}

TableLoader::Shape TableLoader::shape_of(const Column& column) {
  switch (column.kind()) {
    case ValueKind::Int32: return Shape::Int32;
    case ValueKind::String: return Shape::Text;
    case ValueKind::Chars:
    case ValueKind::Object: return Shape::Other;
    default: return Shape::Value;
  }
}

std::string TableLoader::key_of(std::string_view space, std::string_view name) const {
  std::string key(space);
  key.push_back('\n');
  return key.append(name);
}

void TableLoader::add(std::uint32_t index) {
  Column& column = *table_.columns[index];
  if (column.auto_increment && counts(column)) auto_numbers_.push_back({index, column.auto_increment_seed});
  const std::string_view space = column_namespace(column, name_space_);
  const std::string key = key_of(space, column.name);
  const auto target = static_cast<std::int32_t>(index);
  if (column_names_.intern(key) == column_targets_.size()) column_targets_.push_back(target);
  if (column.mapping == MappingType::Hidden) {
    if (hidden_names_.intern(column.name) == hidden_targets_.size()) hidden_targets_.push_back(target);
    return;
  }
  if (element_names_.intern(key) == element_targets_.size()) {
    element_targets_.push_back(target);
  }
  if (column.mapping == MappingType::Element) {
    elements_.push_back(
        {index, reader_.intern_name(encode_local_name(column.name)), reader_.intern(space), shape_of(column)});
  } else if (column.mapping == MappingType::Attribute) {
    if (attribute_names_.intern(key) == attribute_targets_.size()) {
      attribute_targets_.push_back(target);
    }
  } else if (content_ == nullptr) {
    content_ = &column;
    content_index_ = index;
  }
}

void TableLoader::nest(std::string_view table_name, std::string_view name_space, std::uint32_t table) {
  const std::uint32_t id = element_names_.intern(key_of(name_space, table_name));
  if (id == element_targets_.size()) element_targets_.push_back(kUnknown);
  element_targets_[id] = static_cast<std::int32_t>(table_.columns.size() + table);
}

std::int32_t TableLoader::find(xml::StringTable& names, const std::vector<std::int32_t>& targets,
                               std::unordered_map<std::uint64_t, std::int32_t>& known, xml::StringId space,
                               xml::StringId local) {
  const auto [found, fresh] = known.try_emplace(std::uint64_t{space} << 32 | local, kUnknown);
  if (fresh) {
    const std::uint32_t id = names.find(key_of(reader_.string(space), decode_name(reader_.string(local))));
    if (id != xml::StringTable::kNone) found->second = targets[id];
  }
  return found->second;
}

std::int32_t TableLoader::hidden(std::string_view name) const {
  const std::uint32_t id = hidden_names_.find(name);
  return id == xml::StringTable::kNone ? kUnknown : hidden_targets_[id];
}

std::int32_t TableLoader::column(std::string_view space, std::string_view name) const {
  const std::uint32_t id = column_names_.find(key_of(space, name));
  return id == xml::StringTable::kNone ? kUnknown : column_targets_[id];
}

std::int32_t TableLoader::element(xml::StringId space, xml::StringId local) {
  return find(element_names_, element_targets_, known_elements_, space, local);
}

std::int32_t TableLoader::attribute(xml::StringId space, xml::StringId local) {
  return find(attribute_names_, attribute_targets_, known_attributes_, space, local);
}

Status TableLoader::put_text(const Target& target, std::string_view text) {
  Column& column = *table_.columns[target.column];
  std::int32_t number;
  switch (target.shape) {
    case Shape::Text:
      if (options_.like_dotnet && !text.empty() && xml::is_space(text.front()) && is_xml_space_only(text)) text = {};
      append_text_cell(column, records_left(), text);
      ++set_cells_;
      return {};
    case Shape::Int32:
      if (!parse_short_int32(text, number)) break;
      append_fixed_cell(column, records_left(), number);
      ++set_cells_;
      return {};
    case Shape::Value:
    case Shape::Other: break;
  }
  return put(target.column, text);
}

Status TableLoader::put(std::uint32_t index, std::string_view text) {
  Column& column = *table_.columns[index];
  if (column.kind() == ValueKind::Object) {
    put_node(index, table_.graph().make_string(text));
    return {};
  }
  ++set_cells_;
  return append_cell(cells_, column, records_left(), text);
}

void TableLoader::put_node(std::uint32_t column, const model::Node* node) {
  append_object_cell(*table_.columns[column], records_left(), node);
  ++set_cells_;
}

void TableLoader::put_null(std::uint32_t column) {
  append_null_cell(*table_.columns[column], records_left());
  ++set_cells_;
}

Status TableLoader::put_pending(const PendingCell& cell) {
  Column& column = *table_.columns[cell.column];
  switch (cell.form) {
    case PendingCell::Form::Null: return put_null(cell.column), Status();
    case PendingCell::Form::Node: return put_node(cell.column, cell.node), Status();
    case PendingCell::Form::Text: {
      Status status = column.kind() == ValueKind::Chars
                          ? (append_text_cell(column, records_left(), cell.text), ++set_cells_, Status())
                          : put(cell.column, cell.text);
      if (!status.ok()) return at_cell(std::move(status).error(), cell.column, cell.at);
      return {};
    }
    case PendingCell::Form::Raw: break;
  }
  ++set_cells_;
  if (column.storage() == model::Storage::Varying) {
    append_text_cell(column, records_left(), cell.text);
    return {};
  }
  Chunk& chunk = column.tail(records_left());
  chunk.bytes.append(cell.text);
  added_cell(column, chunk);
  return {};
}

void TableLoader::take_out(std::vector<PendingCell>& cells) {
  for (std::uint32_t index = 0; index < table_.columns.size() && set_cells_ != 0; ++index) {
    if (!is_set(index)) continue;
    Column& column = *table_.columns[index];
    const Chunk& chunk = chunk_of(column, record_);
    const std::size_t i = record_ % model::kChunkRows;
    PendingCell cell{index, PendingCell::Form::Null, {}, nullptr, nullptr};
    if (!chunk.is_null(i)) {
      cell.form = PendingCell::Form::Raw;
      if (column.storage() == model::Storage::Fixed) {
        cell.text.assign(reinterpret_cast<const char*>(chunk.bytes.data()) + i * column.width(), column.width());
      } else if (column.storage() == model::Storage::Varying) {
        cell.text = chunk.text(i);
      } else {
        cell.form = PendingCell::Form::Node;
        cell.node = chunk.objects[i];
      }
    }
    cells.push_back(std::move(cell));
    remove_last(column);
  }
  set_cells_ = 0;
}

// Null where that is allowed, else the default or the next number (F.4).
Status TableLoader::end_record(bool defaults) {
  if (set_cells_ != table_.columns.size()) {
    for (std::uint32_t i = 0; i < table_.columns.size(); ++i) {
      if (is_set(i)) continue;
      if (!defaults) {
        append_null_cell(*table_.columns[i], records_left());
        continue;
      }
      DOTWIRE_TRY(put_default(i));
    }
  }
  for (AutoNumber& number : auto_numbers_) follow(number);
  ++record_;
  set_cells_ = 0;
  return {};
}

Status TableLoader::put_default(std::uint32_t index) {
  Column& column = *table_.columns[index];
  const bool hidden = column.mapping == MappingType::Hidden;
  if (column.auto_increment) {
    for (AutoNumber& number : auto_numbers_) {
      if (number.column == index) return put_number(index, number.next);
    }
  }
  if ((column.allow_db_null && !hidden) || column.default_value == nullptr) {
    return append_null_cell(column, records_left()), Status();
  }
  if (column.kind() == ValueKind::Object) {
    return append_object_cell(column, records_left(), column.default_value), Status();
  }
  DOTWIRE_TRY(const std::string text, cell_text_of_node(column.default_value, column, cells_));
  return append_cell(cells_, column, records_left(), text);
}

Status TableLoader::put_number(std::uint32_t column, std::int64_t value) {
  char room[24];
  const char* const end = std::to_chars(room, room + sizeof(room), value).ptr;
  return append_cell(cells_, *table_.columns[column], records_left(), {room, static_cast<std::size_t>(end - room)});
}

// The next number lies behind every one that was read, in the direction of the step.
void TableLoader::follow(AutoNumber& number) {
  const Column& column = *table_.columns[number.column];
  if (column.is_null(record_)) return;
  const std::int64_t value = integer_at(column, record_);
  const std::int64_t step = column.auto_increment_step;
  const bool reached = step > 0 ? value >= number.next : value <= number.next;
  if (!reached) return;
  if (__builtin_add_overflow(value, step, &number.next)) number.next = value;
}

void TableLoader::add_row() {
  if (options_.accept_changes) {
    table_.added_plain_rows(1);
  } else {
    table_.add_row({RowState::Added, model::kNoRecord, record_ - 1, model::kNoRecord});
  }
}

std::uint64_t TableLoader::id_of(std::string_view id, std::int64_t order) const {
  const std::uint64_t usual = order >= 0 ? static_cast<std::uint64_t>(order) + 1 : diff_count_ + 1;
  if (options_.like_dotnet || !id.starts_with(table_.name)) return usual;
  const Result<std::uint64_t> number = parse_integer<std::uint64_t>(id.substr(table_.name.size()));
  return number.ok() && std::to_string(*number) == id.substr(table_.name.size()) ? *number : usual;
}

void TableLoader::make_explicit() {
  if (diff_explicit_) return;
  diff_explicit_ = true;
  for (std::uint64_t i = 0; i < diff_count_; ++i) {
    const std::uint64_t record = first_record_ + i;
    diff_rows_.push_back(
        {{RowState::Unchanged, record, record, model::kNoRecord}, static_cast<std::int64_t>(i), i + 1});
  }
}

// A later row of the same diffgr:id takes it over, as in .NET.
void TableLoader::note(const DiffMarks& marks) {
  const std::uint32_t id = diff_ids_.intern(marks.id);
  if (id == diff_by_id_.size()) diff_by_id_.push_back(0);
  diff_by_id_[id] = diff_count_;
}

void TableLoader::add_diff_row(const DiffMarks& marks) {
  const std::uint64_t record = record_ - 1;
  const std::uint64_t number = id_of(marks.id, marks.order);
  const bool plain = !diff_explicit_ && !marks.changed && record == first_record_ + diff_count_ &&
                     (marks.order < 0 || marks.order == static_cast<std::int64_t>(diff_count_)) &&
                     number == diff_count_ + 1;
  if (marks.modified || marks.errors) note(marks);
  if (!plain) {
    make_explicit();
    const std::uint64_t original = marks.changed ? model::kNoRecord : record;
    const RowState state = marks.changed ? RowState::Added : RowState::Unchanged;
    diff_rows_.push_back({{state, original, record, model::kNoRecord}, marks.order, number});
  }
  ++diff_count_;
}

void TableLoader::add_original(const DiffMarks& marks) {
  make_explicit();
  const std::uint64_t record = record_ - 1;
  const std::uint64_t known = find_diff_row(marks.id);
  if (known != kNone) {
    model::Row& row = diff_rows_[known].row;
    row.original = record;
    if (row.state != RowState::Deleted) row.state = RowState::Modified;
    return;
  }
  if (marks.errors) note(marks);
  diff_rows_.push_back(
      {{RowState::Deleted, record, model::kNoRecord, model::kNoRecord}, marks.order, id_of(marks.id, marks.order)});
  ++diff_count_;
}

std::uint64_t TableLoader::find_diff_row(std::string_view id) const {
  const std::uint32_t known = diff_ids_.find(id);
  return known == xml::StringTable::kNone ? kNone : diff_by_id_[known];
}

model::RowErrors& TableLoader::errors_of(std::uint64_t diff_row) {
  const auto [found, fresh] = diff_error_index_.try_emplace(diff_row, diff_errors_.size());
  if (fresh) diff_errors_.push_back({diff_row, {}, {}});
  return diff_errors_[found->second];
}

// Where each diff row is in the end. A nested table's rows come in the order of their parents and say their places;
// the others are put in at theirs one after the other, or behind all.
Status TableLoader::order_rows(bool numbered, std::vector<std::uint64_t>& places) {
  places.resize(diff_rows_.size());
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    const std::int64_t order = diff_rows_[i].order;
    places[i] =
        order < 0 || (static_cast<std::uint64_t>(order) > i && !numbered) ? i : static_cast<std::uint64_t>(order);
  }
  if (!numbered) {
    settle_insertions(places);
    return {};
  }
  std::vector<bool> taken(places.size());
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    if (places[i] < taken.size() && !taken[places[i]]) {
      taken[places[i]] = true;
      continue;
    }
    Error error(ErrorCode::Malformed, places[i] < taken.size() ? "two rows have one msdata:rowOrder"
                                                               : "a msdata:rowOrder leaves places without rows");
    error.prepend_path(table_.name + "/rows/[" + std::to_string(i) + "]");
    return error;
  }
  return {};
}

Status TableLoader::end_diffgram(bool numbered) {
  if (!diff_explicit_) {
    table_.added_plain_rows(diff_count_);
  } else {
    std::vector<std::uint64_t> places;
    DOTWIRE_TRY(order_rows(numbered, places));
    std::vector<std::uint64_t> at(places.size());
    for (std::uint64_t i = 0; i < places.size(); ++i) at[places[i]] = i;
    const std::uint64_t first = table_.row_count();
    bool usual = true;
    for (const std::uint64_t i : at) {
      table_.add_row(diff_rows_[i].row);
      usual &= diff_rows_[i].id == table_.row_count() - first;
    }
    if (!usual && !options_.like_dotnet && first == 0) {
      for (const std::uint64_t i : at) table_.row_ids.push_back(diff_rows_[i].id);
    }
    for (model::RowErrors& errors : diff_errors_) errors.row = places[errors.row];
  }
  std::sort(diff_errors_.begin(), diff_errors_.end(),
            [](const model::RowErrors& a, const model::RowErrors& b) { return a.row < b.row; });
  for (model::RowErrors& errors : diff_errors_) table_.row_errors.push_back(std::move(errors));
  diff_errors_.clear();
  diff_error_index_.clear();
  diff_rows_.clear();
  diff_ids_.clear();
  diff_by_id_.clear();
  diff_explicit_ = false;
  diff_count_ = 0;
  first_record_ = record_;
  return {};
}

void TableLoader::set_cell(std::uint32_t index, std::uint64_t record, const Column& from, std::uint64_t from_record) {
  Column& column = *table_.columns[index];
  if (column.kind() != from.kind() || column.storage() == model::Storage::Object) return;
  Chunk& chunk = chunk_of(column, record);
  const std::size_t i = record % model::kChunkRows;
  const bool null = from.is_null(from_record);
  if (column.storage() == model::Storage::Varying) {
    const bool same = null ? chunk.is_null(i) : !chunk.is_null(i) && chunk.text(i) == from.text(from_record);
    if (!same) late_cells_.push_back({index, record, null, null ? std::string() : std::string(from.text(from_record))});
    return;
  }
  if (chunk.is_bare()) {
    if (null) return;
    chunk.bytes.resize(std::size_t{chunk.size} * column.width());
    std::memset(chunk.bytes.data(), 0, chunk.bytes.size());
  }
  std::uint8_t* const cell = chunk.bytes.data() + i * column.width();
  if (null) {
    if (!chunk.is_null(i)) chunk.set_null_bit(i);
    std::memset(cell, 0, column.width());
    return;
  }
  clear_null_bit(chunk, i);
  const Chunk& source = from.chunk(from_record / model::kChunkRows);
  std::memcpy(cell, source.bytes.data() + from_record % model::kChunkRows * from.width(), column.width());
}

// Text has no room to change in place: a column with such cells is made anew, once.
Status TableLoader::apply_late_cells() {
  std::stable_sort(late_cells_.begin(), late_cells_.end(), [](const LateCell& a, const LateCell& b) {
    return a.column != b.column ? a.column < b.column : a.record < b.record;
  });
  for (std::size_t at = 0; at < late_cells_.size();) {
    Column& column = *table_.columns[late_cells_[at].column];
    const std::uint32_t index = late_cells_[at].column;
    Column copy(column.name, column.kind());
    for (std::uint64_t record = 0; record < column.record_count(); ++record) {
      const LateCell* late = nullptr;
      while (at < late_cells_.size() && late_cells_[at].column == index && late_cells_[at].record == record) {
        late = &late_cells_[at++];
      }
      if (late != nullptr ? late->null : column.is_null(record)) {
        copy.append_null();
      } else {
        copy.append_text(late != nullptr ? std::string_view(late->text) : column.text(record));
      }
    }
    const std::uint64_t count = column.record_count();
    column.clear_records();
    for (std::uint64_t record = 0; record < count; ++record) {
      if (copy.is_null(record)) {
        column.append_null();
      } else {
        column.append_text(copy.text(record));
      }
    }
  }
  late_cells_.clear();
  return {};
}

Error TableLoader::at_cell(Error error, std::uint32_t column, const char* at) const {
  if (error.line() == 0 && at != nullptr) {
    Error placed = reader_.error(error.code() == ErrorCode::Malformed ? ErrorCode::TypeMismatch : error.code(), at,
                                 error.message());
    error = std::move(placed);
  }
  error.prepend_path("rows/[" + std::to_string(record_) + "]/" + table_.columns[column]->name);
  if (named_) error.prepend_path(table_.name);
  return error;
}

}  // namespace dotwire::dataset_xml
