// What DataSet XML makes of single values of a table's rows, beside their spelling: it refuses some, reads nulls as
// something else, and moves local dates that no clock shows.
#include <cstring>

#include "base/unicode.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/nesting.h"
#include "formats/text_tables/xml_losses.h"
#include "wire/xml/escape.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

bool is_refused(std::string_view text, RefusedText refused) {
  if (refused == RefusedText::LoneSurrogates) return find_lone_surrogate(text) != kValid;
  return xml::find_unfit(text) != text.size();
}

bool is_refused(char16_t unit, RefusedText refused) {
  const bool surrogate = unit >= 0xD800 && unit <= 0xDFFF;
  if (refused == RefusedText::LoneSurrogates || surrogate) return surrogate;
  return unit >= 0xFFFE || (unit < 0x20 && unit != '\t' && unit != '\n' && unit != '\r');
}

bool is_refused(const model::Node* node, RefusedText refused) {
  if (const model::StringNode* text = model::as_string(node)) return is_refused(text->view(), refused);
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Char && is_refused(scalar->get<char16_t>(), refused);
}

bool holds_text(ValueKind kind) {
  return kind == ValueKind::String || kind == ValueKind::Chars || kind == ValueKind::SqlString ||
         kind == ValueKind::SqlChars;
}

bool is_refused(const Column& column, std::size_t record, RefusedText refused) {
  if (column.is_null(record)) return false;
  if (column.storage() == model::Storage::Object) return is_refused(column.object(record), refused);
  if (column.kind() == ValueKind::Char) return is_refused(column.get<char16_t>(record), refused);
  return is_refused(column.text(record), refused);
}

// One look at all texts of a chunk.
bool may_be_refused(const Column& column, RefusedText refused) {
  if (column.storage() == model::Storage::Object || column.kind() == ValueKind::Char) return true;
  if (!holds_text(column.kind())) return false;
  for (std::size_t i = 0; i < column.chunk_count(); ++i) {
    if (is_refused(column.chunk(i).bytes.text(), refused)) return true;
  }
  return false;
}

// Integers, as DataColumn.AutoIncrement takes them.
bool is_counted(const Column& column) {
  return column.auto_increment && column.expression.empty() &&
         (column.kind() == ValueKind::Int16 || column.kind() == ValueKind::Int32 || column.kind() == ValueKind::Int64);
}

// What stands for null in a row that says nothing of the column.
std::string_view stand_in(const Column& column) {
  if (is_counted(column)) return "null is read as the next number of the column, which has AutoIncrement";
  const bool may_be_null = column.allow_db_null && column.mapping != model::MappingType::Hidden;
  return may_be_null || column.default_value == nullptr ? std::string_view()
                                                        : "null is read as the column's default value";
}

struct Rows {
  std::uint64_t count = 0;
  std::size_t first = 0;

  void add(std::size_t row) {
    if (count++ == 0) first = row;
  }
  std::string times() const { return count == 1 ? std::string() : " (" + std::to_string(count) + " values)"; }
};

// The rows whose written values of the column are such.
template <class Is>
Rows find_rows(const Table& table, bool states, Is&& is) {
  Rows found;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const model::Row row = table.row(i);
    const std::uint64_t record = dataset_xml::visible_record(row);
    const bool now = record != model::kNoRecord && is(static_cast<std::size_t>(record));
    const bool before = states && row.original != model::kNoRecord && is(static_cast<std::size_t>(row.original));
    if (now || before) found.add(i);
  }
  return found;
}

constexpr std::string_view kRefusedLone = "text holds a lone surrogate, which XML has no form for",
                           kRefusedUnfit = "text holds a character that XML has no place for";

void add_refused(const Table& table, const Column& column, const std::string& prefix, const XmlHolds& what,
                 std::vector<Loss>& losses) {
  const bool left_out = column.mapping == model::MappingType::Hidden && !what.states;
  if (what.refused == RefusedText::None || left_out || !may_be_refused(column, what.refused)) return;
  const Rows rows =
      find_rows(table, what.states, [&](std::size_t record) { return is_refused(column, record, what.refused); });
  if (rows.count == 0) return;
  const std::string_view why = what.refused == RefusedText::LoneSurrogates ? kRefusedLone : kRefusedUnfit;
  losses.push_back(
      {prefix + "rows/[" + std::to_string(rows.first) + "]/" + column.name, std::string(why) + rows.times()});
}

void add_stand_ins(const Table& table, const Column& column, const std::string& prefix, std::vector<Loss>& losses) {
  const std::string_view lost = stand_in(column);
  if (lost.empty()) return;
  const Rows rows = find_rows(table, false, [&](std::size_t record) { return column.is_null(record); });
  if (rows.count == 0) return;
  losses.push_back(
      {prefix + "rows/[" + std::to_string(rows.first) + "]/Current/" + column.name, std::string(lost) + rows.times()});
}

// Written with the zone's offset, and read with it.
class Clock {
 public:
  explicit Clock(const TimeZone& zone) : context_{.zone = zone} {}

  bool gives_again(model::DateTimeMode mode, DateTime value) const { return shows(value) || comes_back(mode, value); }

 private:
  // The quick answer for nearly all dates.
  bool shows(DateTime value) const {
    if (value.ambiguous()) return false;
    const std::int64_t offset = context_.zone.offset_of_local(value.ticks(), false, context_.cursor);
    const std::int64_t utc = value.ticks() - offset * kTicksPerMinute;
    if (utc < kTicksPerDay || utc > DateTime::kMaxTicks - kTicksPerDay) return false;
    return context_.zone.to_local(utc, context_.cursor).ticks == value.ticks();
  }
  bool comes_back(model::DateTimeMode mode, DateTime value) const {
    char room[dataset_xml::kCellRoom];
    const char* const end = dataset_xml::put_cell(room, context_, ValueKind::DateTime, mode, &value);
    DateTime again;
    const Status read = dataset_xml::parse_cell(context_, ValueKind::DateTime, mode,
                                                {room, static_cast<std::size_t>(end - room)}, &again);
    return read.ok() && std::memcmp(&again, &value, sizeof(value)) == 0;
  }

  static constexpr std::int64_t kTicksPerMinute = 600'000'000;
  static constexpr std::int64_t kTicksPerDay = 1440 * kTicksPerMinute;
  dataset_xml::CellContext context_;
};

// Of others the kind is lost, which is said elsewhere.
bool is_kept_kind(model::DateTimeMode mode, DateTime value) {
  return mode == model::DateTimeMode::Local ? value.kind() == DateTimeKind::Local
                                            : value.kind() == DateTimeKind::Unspecified;
}

}  // namespace

void xml_record_losses(const Table& table, const std::string& prefix, const XmlHolds& what, std::vector<Loss>& losses) {
  for (const auto& column : table.columns) {
    add_refused(table, *column, prefix, what, losses);
    if (!what.states) add_stand_ins(table, *column, prefix, losses);
  }
}

void xml_clock_losses(const Column& column, const std::string& path, const XmlHolds& what, std::vector<Loss>& losses) {
  const model::DateTimeMode mode = column.date_time_mode;
  const bool has_offset = mode == model::DateTimeMode::Local || mode == model::DateTimeMode::UnspecifiedLocal;
  if (column.kind() != ValueKind::DateTime || !has_offset) return;
  const Clock clock(what.zone);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) continue;
    const auto value = column.get<DateTime>(i);
    if (is_kept_kind(mode, value) && !clock.gives_again(mode, value)) ++count;
  }
  if (count == 0) return;
  losses.push_back(
      {path, std::to_string(count) + (count == 1 ? " value is a date that the zone's clock does not give again"
                                                 : " values are dates that the zone's clock does not give again")});
}

}  // namespace dotwire::text_tables
