#include "codecs/dataset_xml/data_read.h"

#include <charconv>
#include <cstring>
#include <string>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_append.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/schema_read.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/scan.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
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

std::int64_t integer_at(const Column& column, std::size_t record) {
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

}  // namespace

RowReader::RowReader(xml::Reader& reader, const ReadOptions& options, bool inline_schema, model::Table& table)
    : reader_(reader),
      options_(options),
      inline_schema_(inline_schema),
      cells_{options.dialect, options.zone},
      table_(table),
      row_local_(reader.intern(encode_local_name(table.name))),
      row_name_(reader.intern_name(encode_local_name(table.name))),
      xsi_(reader.intern(kXsi)),
      nil_(reader.intern("nil")),
      space_(reader.intern("space")),
      row_(table.record_count()),
      row_limit_(row_ + most_rows()) {
  for (const auto& column : table.columns) add(*column);
}

// The shortest row is `<T/>`.
std::size_t RowReader::most_rows() const {
  const std::string_view document = reader_.document_text();
  const std::size_t left = document.size() - reader_.index_of(reader_.position());
  return left / (reader_.string(row_local_).size() + 3) + 1;
}

RowReader::Shape RowReader::shape_of(const Column& column) {
  switch (column.kind()) {
    case ValueKind::Int32: return Shape::Int32;
    case ValueKind::String: return Shape::Text;
    case ValueKind::Chars:
    case ValueKind::Object: return Shape::Other;
    default: return Shape::Value;
  }
}

void RowReader::add(Column& column) {
  if (column.auto_increment && counts(column)) auto_numbers_.push_back({&column, column.auto_increment_seed});
  const Target target{&column, reader_.intern_name(encode_local_name(column.name)), shape_of(column)};
  switch (column.mapping) {
    case MappingType::Element:
      if (element_names_.intern(column.name) == elements_.size()) elements_.push_back(target);
      break;
    case MappingType::Attribute:
      if (attribute_names_.intern(column.name) == attributes_.size()) attributes_.push_back(target);
      break;
    case MappingType::SimpleContent: content_ = &column; break;
    case MappingType::Hidden: break;
  }
}

bool RowReader::is_row() const {
  if (reader_.name_space() != xml::kEmptyString) return false;
  return reader_.local() == row_local_ || decode_name(reader_.local_name()) == table_.name;
}

std::int32_t RowReader::current_element() {
  if (reader_.name_space() != xml::kEmptyString) return kUnknown;
  const xml::NameId name = reader_.name();
  if (name >= element_by_name_.size()) element_by_name_.resize(std::size_t{name} + 1, kUnseen);
  std::int32_t& known = element_by_name_[name];
  // An index that does not fit is kNone, which is kUnknown.
  if (known == kUnseen) known = static_cast<std::int32_t>(element_names_.find(decode_name(reader_.local_name())));
  return known;
}

std::int32_t RowReader::attribute_of(xml::StringId local) {
  if (local >= attribute_by_local_.size()) attribute_by_local_.resize(std::size_t{local} + 1, kUnseen);
  std::int32_t& known = attribute_by_local_[local];
  if (known == kUnseen) known = static_cast<std::int32_t>(attribute_names_.find(decode_name(reader_.string(local))));
  return known;
}

Status RowReader::read() {
  const std::size_t depth = reader_.depth();
  while (true) {
    if (attributes_.empty() && content_ == nullptr && reader_.try_start(row_name_, xml::kEmptyString)) {
      DOTWIRE_TRY(read_cells());
      DOTWIRE_TRY(append_absent());
      finish_row();
      continue;
    }
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End && reader_.depth() < depth) return {};
    if (node != xml::NodeKind::Start) continue;
    if (!is_row()) {
      DOTWIRE_TRY(reader_.skip());
      continue;
    }
    DOTWIRE_TRY(read_row_after_start());
  }
}

Status RowReader::read_row_after_start() {
  DOTWIRE_TRY(read_attributes());
  if (content_ != nullptr) {
    DOTWIRE_TRY(read_simple_content());
  } else {
    DOTWIRE_TRY(read_cells());
  }
  DOTWIRE_TRY(append_absent());
  finish_row();
  return {};
}

void RowReader::finish_row() {
  for (AutoNumber& number : auto_numbers_) follow(number);
  if (options_.accept_changes) {
    table_.added_plain_rows(1);
  } else {
    table_.add_row({model::RowState::Added, model::kNoRecord, row_, model::kNoRecord});
  }
  ++row_;
  set_cells_ = 0;
}

Status RowReader::read_attributes() {
  if (attributes_.empty()) return {};
  for (const xml::Attribute& attribute : reader_.attributes()) {
    if (attribute.name_space != xml::kEmptyString) continue;
    const std::int32_t index = attribute_of(attribute.local);
    if (index < 0) continue;
    Column& column = *attributes_[static_cast<std::size_t>(index)].column;
    if (is_set(column)) continue;
    Status status = append(column, attribute.value);
    if (!status.ok()) return at_cell(std::move(status).error(), column, attribute.at);
  }
  return {};
}

bool RowReader::is_nil() {
  const xml::Attribute* nil = reader_.find_attribute(xsi_, nil_);
  return nil != nullptr && (nil->value == "true" || nil->value == "1");
}

Status RowReader::read_simple_content() {
  const bool nil = is_nil();
  const char* const at = reader_.node_begin();
  DOTWIRE_TRY(const std::string_view text, reader_.read_content(keeps_white_space()));
  if (nil) return {};
  Status status = append(*content_, text);
  if (!status.ok()) return at_cell(std::move(status).error(), *content_, at);
  return {};
}

// The cells come in the order of the columns nearly always, each a plain leaf; what is not so goes through next().
Status RowReader::read_cells() {
  std::size_t expected = 0;
  std::string_view text;
  while (true) {
    if (expected < elements_.size()) {
      const Target& target = elements_[expected];
      if (target.shape != Shape::Other && !is_set(*target.column) &&
          reader_.try_leaf(target.name, xml::kEmptyString, text)) {
        Status status = append_text(target, text);
        if (!status.ok()) return at_cell(std::move(status).error(), *target.column, reader_.node_begin());
        ++expected;
        continue;
      }
    }
    if (reader_.try_end()) return {};
    DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
    if (node == xml::NodeKind::End) return {};
    if (node != xml::NodeKind::Start) continue;
    const std::int32_t index = current_element();
    // The first of two elements for one column counts.
    if (index < 0 || is_set(*elements_[static_cast<std::size_t>(index)].column)) {
      DOTWIRE_TRY(reader_.skip());
      continue;
    }
    expected = static_cast<std::size_t>(index) + 1;
    DOTWIRE_TRY(read_cell(*elements_[static_cast<std::size_t>(index)].column));
  }
}

Status RowReader::read_cell(Column& column) {
  const char* const at = reader_.node_begin();
  if (is_nil()) return reader_.skip();
  if (column.kind() == ValueKind::Object) {
    Result<const model::Node*> node = read_object_cell(reader_, cells_, column, table_.graph());
    if (!node.ok()) return at_cell(std::move(node).error(), column, at);
    append_object_cell(column, records_left(), *node);
    ++set_cells_;
    return {};
  }
  if (column.kind() == ValueKind::Chars) {
    Result<std::string> chars = read_chars_cell(reader_);
    if (!chars.ok()) return at_cell(std::move(chars).error(), column, at);
    append_text_cell(column, records_left(), *chars);
    ++set_cells_;
    return {};
  }
  Result<std::string_view> text = reader_.read_content(keeps_white_space());
  if (!text.ok()) return at_cell(std::move(text).error(), column, at);
  Status status = append(column, *text);
  if (!status.ok()) return at_cell(std::move(status).error(), column, at);
  return {};
}

// .NET's reader does not see white space alone, but where xml:space says so and the schema was there before.
bool RowReader::keeps_white_space() {
  if (!options_.like_dotnet) return true;
  const xml::Attribute* space = reader_.find_attribute(xml::kXmlNamespace, space_);
  return !inline_schema_ && space != nullptr && space->value == "preserve";
}

Status RowReader::append_text(const Target& target, std::string_view text) {
  Column& column = *target.column;
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
  return append(column, text);
}

Status RowReader::append(Column& column, std::string_view text) {
  ++set_cells_;
  return append_cell(cells_, column, records_left(), text);
}

// What the row did not say: null where that is allowed, else the default or the next number (F.4).
Status RowReader::append_absent() {
  if (set_cells_ == table_.columns.size()) return {};
  for (const auto& column : table_.columns) {
    if (is_set(*column)) continue;
    DOTWIRE_TRY(append_default(*column));
  }
  return {};
}

Status RowReader::append_default(Column& column) {
  const bool hidden = column.mapping == MappingType::Hidden;
  if (column.auto_increment) {
    for (AutoNumber& number : auto_numbers_) {
      if (number.column == &column) return append_number(column, number.next);
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

Status RowReader::append_number(Column& column, std::int64_t value) {
  char room[24];
  const char* const end = std::to_chars(room, room + sizeof(room), value).ptr;
  return append_cell(cells_, column, records_left(), {room, static_cast<std::size_t>(end - room)});
}

// The next number lies behind every one that was read, in the direction of the step.
void RowReader::follow(AutoNumber& number) {
  if (number.column->is_null(row_)) return;
  const std::int64_t value = integer_at(*number.column, row_);
  const std::int64_t step = number.column->auto_increment_step;
  const bool reached = step > 0 ? value >= number.next : value <= number.next;
  if (!reached) return;
  if (__builtin_add_overflow(value, step, &number.next)) number.next = value;
}

Error RowReader::at_cell(Error error, const Column& column, const char* at) const {
  if (error.line() == 0) {
    Error placed = reader_.error(error.code() == ErrorCode::Malformed ? ErrorCode::TypeMismatch : error.code(), at,
                                 error.message());
    error = std::move(placed);
  }
  error.prepend_path("rows/[" + std::to_string(row_) + "]/" + column.name);
  return error;
}

}  // namespace dotwire::dataset_xml
