#include "peers/callers_table.h"

#include <algorithm>

#include "base/try.h"
#include "clr/digits.h"
#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::bench {
namespace {

using model::Column;
using model::RowState;
using model::ValueKind;

constexpr std::int64_t kTicksOf1900 = 599'266'080'000'000'000;
constexpr std::int64_t kTicksOf2261 = 713'188'224'000'000'000;

constexpr ValueKind kHeld[] = {
    ValueKind::Boolean, ValueKind::SByte,    ValueKind::Byte,     ValueKind::Int16,  ValueKind::UInt16,
    ValueKind::Int32,   ValueKind::UInt32,   ValueKind::Int64,    ValueKind::UInt64, ValueKind::Single,
    ValueKind::Double,  ValueKind::Decimal,  ValueKind::DateTime, ValueKind::Char,   ValueKind::String,
    ValueKind::Bytes,   ValueKind::TimeSpan, ValueKind::Guid,
};

int digits_of(const Decimal& value) {
  auto rest = static_cast<Uint128>(value.hi) << 64 | std::uint64_t{value.mid} << 32 | value.lo;
  int digits = 0;
  for (; rest != 0; rest /= 10) ++digits;
  return digits;
}

void look_at_decimals(const Column& column, ColumnFacts& facts) {
  bool first = true;
  for (std::size_t record = 0; record < column.record_count(); ++record) {
    if (column.is_null(record)) continue;
    const Decimal value = column.get<Decimal>(record);
    if (first) facts.scale = value.scale();
    first = false;
    if (value.scale() != facts.scale || (value.is_zero() && value.negative())) facts.scale = -1;
    if (facts.scale < 0) return;
    facts.digits = std::max({facts.digits, digits_of(value), facts.scale});
  }
}

void look_at_dates(const Column& column, ColumnFacts& facts) {
  const auto is_plain = [](DateTime value) {
    return value.kind() == DateTimeKind::Unspecified && value.ticks() % 10 == 0 && value.ticks() >= kTicksOf1900 &&
           value.ticks() < kTicksOf2261;
  };
  for (std::size_t record = 0; record < column.record_count(); ++record) {
    if (!column.is_null(record) && !is_plain(column.get<DateTime>(record))) return;
  }
  facts.plain_dates = true;
}

ColumnFacts facts_of(const Column& column) {
  ColumnFacts facts{column.kind()};
  for (std::size_t i = 0; i < column.chunk_count(); ++i) facts.has_nulls |= column.chunk(i).null_count != 0;
  if (facts.kind == ValueKind::Decimal) look_at_decimals(column, facts);
  if (facts.kind == ValueKind::DateTime) look_at_dates(column, facts);
  return facts;
}

bool same_columns(const model::Table& table, const std::vector<ColumnFacts>& columns) {
  return table.columns.size() == columns.size() &&
         std::equal(columns.begin(), columns.end(), table.columns.begin(),
                    [](const ColumnFacts& facts, const auto& column) { return facts.kind == column->kind(); });
}

}  // namespace

Status CallersTable::learn(const model::Table& table) {
  columns_.clear();
  prepared_ = nullptr;
  for (const auto& column : table.columns) {
    if (std::find(std::begin(kHeld), std::end(kHeld), column->kind()) == std::end(kHeld)) {
      return Error(ErrorCode::NotRepresentable, "no column type for " + column->type_name);
    }
    columns_.push_back(facts_of(*column));
  }
  added_ = table.row_count() > 0 && table.row(0).state == RowState::Added;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const model::Row row = table.row(i);
    if (row.current != i || row.state != (added_ ? RowState::Added : RowState::Unchanged)) {
      return Error(ErrorCode::NotRepresentable, "rows are neither all accepted nor all added");
    }
  }
  schema_.clear();
  return dataset_xml::write_xml_schema(table, nullptr, {}, schema_);
}

Status CallersTable::prepare(model::Table& table) {
  if (prepared_ == &table && same_columns(table, columns_)) {
    table.clear_rows();
    return {};
  }
  DOTWIRE_TRY(dataset_xml::TableReader().read_schema(schema_, table));
  prepared_ = &table;
  return {};
}

void CallersTable::finish(model::Table& table, std::size_t rows) const {
  if (!added_) return table.added_plain_rows(rows);
  for (std::size_t row = 0; row < rows; ++row)
    table.add_row({RowState::Added, model::kNoRecord, row, model::kNoRecord});
}

const char* usual_remark(const ColumnFacts& column) {
  switch (column.kind) {
    case ValueKind::Decimal: return column.scale < 0 ? "Decimal as 16 bytes" : nullptr;
    case ValueKind::DateTime: return column.plain_dates ? nullptr : "DateTime as its 64 bits";
    case ValueKind::TimeSpan: return "TimeSpan as ticks";
    case ValueKind::Char: return "Char as a number";
    default: return nullptr;
  }
}

std::string remark_of(const std::vector<ColumnFacts>& columns, const char* (*remark)(const ColumnFacts& column)) {
  std::vector<std::string_view> said;
  for (const ColumnFacts& column : columns) {
    const char* const text = remark(column);
    if (text != nullptr && std::find(said.begin(), said.end(), text) == said.end()) said.emplace_back(text);
  }
  std::string all;
  for (const std::string_view text : said) all += (all.empty() ? "holds " : ", ") + std::string(text);
  return all;
}

}  // namespace dotwire::bench
