#include "codecs/dataset_xml/table_loader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "base/reading_limits.h"
#include "base/try.h"
#include "clr/decimal.h"
#include "clr/digits.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_append.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/node_text.h"
#include "model/cell_budget.h"
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

// Nothing where it is beyond 64 bits.
std::optional<std::int64_t> integer_at(const Column& column, std::uint64_t record) {
  switch (column.kind()) {
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return column.get<std::int16_t>(record);
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return column.get<std::int32_t>(record);
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return column.get<std::int64_t>(record);
    case ValueKind::Decimal: return to_int64(column.get<Decimal>(record));
    default: return std::nullopt;
  }
}

// As .NET counts: unchecked.
std::int64_t behind(std::int64_t number, std::int64_t step) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + static_cast<std::uint64_t>(step));
}

std::uint64_t null_bytes(const Column& column, std::uint64_t records) {
  return records * model::CellBudget::null_bytes(column);
}

bool counts(const Column& column) {
  switch (column.kind()) {
    case ValueKind::Int16:
    case ValueKind::Int32:
    case ValueKind::Int64:
    case ValueKind::Decimal:
    case ValueKind::SqlInt16:
    case ValueKind::SqlInt32:
    case ValueKind::SqlInt64: return true;
    default: return false;
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
      places_(table.columns.size()),
      record_(table.record_count()),
      row_limit_(record_ + most_rows()),
      edits_(table),
      diff_rows_(options, table, record_) {
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
    case ValueKind::SqlXml:
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
  const bool numbers = column.auto_increment && counts(column);
  const bool may_be_null = column.allow_db_null && column.mapping != MappingType::Hidden;
  if (numbers) {
    defaults_.push_back({index, static_cast<std::uint32_t>(auto_numbers_.size())});
    auto_numbers_.push_back({index, column.auto_increment_seed});
  } else if (!may_be_null && column.default_value != nullptr) {
    defaults_.push_back({index, kNoNumber});
  }
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
    places_[index] = elements_.size();
    elements_.push_back(
        {index, reader_.intern_name(encode_local_name(column.name)), reader_.intern(space), shape_of(column), &column});
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

Chunk& TableLoader::next_chunk(Target& target) {
  Column& column = at_record(target.column);
  Chunk& chunk = column.tail(records_left());
  target.chunk = &chunk;
  target.chunk_end = record_ + column.room();
  return chunk;
}

Status TableLoader::put_text(Target& target, std::string_view text) {
  std::int32_t number = 0;
  switch (target.shape) {
    case Shape::Text: {
      if (options_.like_dotnet && !text.empty() && xml::is_space(text.front()) && is_xml_space_only(text)) text = {};
      Chunk& chunk = chunk_at_record(target);
      chunk.bytes.append(text);
      chunk.ends.push_back(chunk.bytes.size());
      added_cell(*target.to, chunk);
      ++set_cells_;
      return {};
    }
    case Shape::Int32: {
      if (!parse_short_int32(text, number)) break;
      Chunk& chunk = chunk_at_record(target);
      chunk.bytes.append(&number, sizeof(number));
      added_cell(*target.to, chunk);
      ++set_cells_;
      return {};
    }
    case Shape::Value:
    case Shape::Other: break;
  }
  return put(target.column, text);
}

Status TableLoader::put(std::uint32_t index, std::string_view text) {
  Column& column = at_record(index);
  if (column.kind() == ValueKind::Object) {
    const model::Node* number = column.type_name == "System.Object" ? nullptr : enum_number(text, table_.graph());
    put_node(index, number != nullptr ? number : table_.graph().make_string(text));
    return {};
  }
  ++set_cells_;
  // .NET has no Char[] in attributes, where this is its text.
  if (column.kind() == ValueKind::Chars) return append_text_cell(column, records_left(), text), Status();
  return append_cell(cells_, column, records_left(), text);
}

void TableLoader::put_node(std::uint32_t column, const model::Node* node) {
  append_object_cell(at_record(column), records_left(), node);
  ++set_cells_;
}

void TableLoader::put_null(std::uint32_t column) {
  append_null_cell(at_record(column), records_left());
  ++set_cells_;
}

Status TableLoader::put_pending(const PendingCell& cell) {
  Column& column = at_record(cell.column);
  switch (cell.form) {
    case PendingCell::Form::Null: return put_null(cell.column), Status();
    case PendingCell::Form::Node: return put_node(cell.column, cell.node), Status();
    case PendingCell::Form::Text: {
      Status status = put(cell.column, cell.text);
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
    const Chunk& chunk = column.chunk(record_ / model::kChunkRows);
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
  // A chunk without cells is one that takes none as it is.
  for (Target& target : elements_) target.chunk_end = 0;
  set_cells_ = 0;
}

// Null where that is allowed, else the default or the next number (F.4).
Status TableLoader::end_record(bool defaults) {
  for (const Default& missing : defaults ? std::span<const Default>(defaults_) : std::span<const Default>()) {
    if (is_set(missing.column)) continue;
    if (Status status = put_default(missing); !status.ok()) {
      return at_cell(std::move(status).error(), missing.column, nullptr);
    }
  }
  for (AutoNumber& number : auto_numbers_) {
    if (defaults) step_on(number);
    follow(number);
  }
  ++record_;
  set_cells_ = 0;
  if (null_bytes_ > most_null_bytes()) [[unlikely]]
    return Error(ErrorCode::LimitExceeded, "the rows are nearly all null, and take more than Limits::expansion");
  return {};
}

Status TableLoader::put_default(const Default& missing) {
  Column& column = at_record(missing.column);
  null_bytes_ += null_bytes(column, 1);
  if (missing.number != kNoNumber) return put_number(missing.column, auto_numbers_[missing.number].next);
  if (column.kind() == ValueKind::Object) {
    return append_object_cell(column, records_left(), column.default_value), Status();
  }
  DOTWIRE_TRY(const std::string text, cell_text_of_node(column.default_value, column, cells_));
  null_bytes_ += text.size();
  return append_cell(cells_, column, records_left(), text);
}

Status TableLoader::put_number(std::uint32_t column, std::int64_t value) {
  char room[24];
  const char* const end = std::to_chars(room, room + sizeof(room), value).ptr;
  return append_cell(cells_, at_record(column), records_left(), {room, static_cast<std::size_t>(end - room)});
}

// A new row takes a number, whatever is put in its place then.
void TableLoader::step_on(AutoNumber& number) const {
  number.next = behind(number.next, table_.columns[number.column]->auto_increment_step);
}

// The next number lies behind every one that was read, in the direction of the step.
void TableLoader::follow(AutoNumber& number) {
  const Column& column = *table_.columns[number.column];
  if (!is_set(number.column) || column.is_null(record_)) return;
  const std::optional<std::int64_t> value = integer_at(column, record_);
  if (!value) return;
  const std::int64_t step = column.auto_increment_step;
  const bool reached = step > 0 ? *value >= number.next : *value <= number.next;
  if (reached) number.next = behind(*value, step);
}

void TableLoader::add_row() {
  if (options_.accept_changes) {
    if (table_.plain_rows()) return table_.added_plain_rows(1);
    table_.add_row({RowState::Unchanged, record_ - 1, record_ - 1, model::kNoRecord});
  } else {
    table_.add_row({RowState::Added, model::kNoRecord, record_ - 1, model::kNoRecord});
  }
}

// Rows that each have another column make a table that is all nulls, which the document does not pay for.
std::uint64_t TableLoader::most_null_bytes() const {
  const std::uint64_t size = reader_.document_text().size();
  return reading_expansion(options_.limits, size, kTextGrowth) + sizeof(std::uint64_t) * size;
}

// Bare ones take no memory, and count by one, so that rows times columns is bounded too.
std::uint64_t TableLoader::bytes_of_missing(const Column& column) const {
  const std::uint64_t records = record_ - std::min<std::uint64_t>(record_, column.record_count());
  const std::size_t chunks = column.chunk_count();
  const bool bare = chunks == 0 || column.chunk(chunks - 1).is_bare();
  const std::uint64_t held = bare ? 0 : std::min<std::uint64_t>(records, column.room() % model::kChunkRows);
  return null_bytes(column, held) + (records - held);
}

void TableLoader::fill(Column& column) {
  const std::uint64_t records = record_ - column.record_count();
  const std::uint64_t held = std::min<std::uint64_t>(records, model::kChunkRows);
  null_bytes_ += null_bytes(column, held) + (records - held);
  column.append_nulls(static_cast<std::size_t>(records));
}

bool TableLoader::nulls_fit() const {
  std::uint64_t bytes = null_bytes_;
  for (const auto& column : table_.columns) bytes += bytes_of_missing(*column);
  return bytes <= most_null_bytes();
}

const Column& TableLoader::filled(std::uint32_t index) {
  Column& column = *table_.columns[index];
  if (column.record_count() < record_) fill(column);
  return column;
}

void TableLoader::fill_all() {
  for (const auto& column : table_.columns) {
    if (column->record_count() < record_)
      column->append_nulls(static_cast<std::size_t>(record_ - column->record_count()));
  }
}

void TableLoader::set_cell(std::uint32_t column, std::uint64_t record, const Column& from, std::uint64_t from_record) {
  filled(column);
  edits_.set(column, record, from, from_record);
}

void TableLoader::end() {
  fill_all();
  edits_.apply();
}

Status TableLoader::end_diffgram(bool numbered) {
  if (!nulls_fit()) {
    return Error(ErrorCode::LimitExceeded, "the rows are nearly all null, and take more than Limits::expansion");
  }
  fill_all();
  return diff_rows_.end(numbered, record_);
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
