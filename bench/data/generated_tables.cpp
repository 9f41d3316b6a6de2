#include "data/generated_tables.h"

#include <array>
#include <cassert>
#include <string>
#include <vector>

#include "data/lcg.h"

namespace dotwire::bench {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

struct TextRange {
  std::uint32_t least;
  std::uint32_t most;
};

std::string_view view(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Draws a value of any kind but String and Bytes, and appends it. Null: the draws are made all the same.
void append_drawn(Lcg& lcg, ValueKind kind, Column* column) {
  const auto put = [column](auto value) {
    if (column != nullptr) column->append(value);
  };
  switch (kind) {
    case ValueKind::Boolean: return put(static_cast<std::uint8_t>(lcg.boolean()));
    case ValueKind::Byte: return put(static_cast<std::uint8_t>(lcg.next()));
    case ValueKind::SByte: return put(static_cast<std::int8_t>(lcg.next()));
    case ValueKind::Int16: return put(static_cast<std::int16_t>(lcg.next()));
    case ValueKind::UInt16: return put(static_cast<std::uint16_t>(lcg.next()));
    case ValueKind::Int32: return put(static_cast<std::int32_t>(lcg.next()));
    case ValueKind::UInt32: return put(lcg.next());
    case ValueKind::Int64: return put(static_cast<std::int64_t>(lcg.next64()));
    case ValueKind::UInt64: return put(lcg.next64());
    case ValueKind::Single: return put(lcg.single());
    case ValueKind::Double: return put(lcg.real());
    case ValueKind::Decimal: return put(lcg.decimal());
    case ValueKind::DateTime: return put(lcg.date_time());
    case ValueKind::TimeSpan: return put(lcg.time_span());
    case ValueKind::Guid: return put(lcg.guid());
    case ValueKind::Char: return put(lcg.character());
    default: return;
  }
}

constexpr std::array kTypes18 = {
    ValueKind::Boolean, ValueKind::Byte,    ValueKind::SByte,    ValueKind::Int16,    ValueKind::UInt16,
    ValueKind::Int32,   ValueKind::UInt32,  ValueKind::Int64,    ValueKind::UInt64,   ValueKind::Single,
    ValueKind::Double,  ValueKind::Decimal, ValueKind::DateTime, ValueKind::TimeSpan, ValueKind::Guid,
    ValueKind::Char,    ValueKind::String,  ValueKind::Bytes,
};

void append_types18(Lcg& lcg, ValueKind kind, Column* column) {
  if (kind == ValueKind::String) return column->append_text(lcg.text(0, 20));
  if (kind == ValueKind::Bytes) return column->append_text(view(lcg.bytes(0, 16)));
  append_drawn(lcg, kind, column);
}

// "Int32" of "System.Int32".
std::string short_name(ValueKind kind) {
  return kind == ValueKind::Bytes ? "Bytes" : std::string(model::clr_name(kind).substr(sizeof("System.") - 1));
}

constexpr std::array kArticleTypes = {
    ValueKind::Boolean, ValueKind::Byte,   ValueKind::Bytes,  ValueKind::Char,   ValueKind::DateTime,
    ValueKind::Decimal, ValueKind::Double, ValueKind::Guid,   ValueKind::Int16,  ValueKind::Int32,
    ValueKind::Int64,   ValueKind::SByte,  ValueKind::Single, ValueKind::String, ValueKind::TimeSpan,
    ValueKind::UInt16,  ValueKind::UInt32, ValueKind::UInt64,
};

// Without a column a Char is drawn and left out.
void append_article(Lcg& lcg, ValueKind kind, Column* column) {
  assert(column != nullptr || kind == ValueKind::Char);
  if (kind == ValueKind::String) {
    const std::uint32_t length = 10 + lcg.next() % 15;
    return column->append_text(lcg.letters(length));
  }
  if (kind == ValueKind::Bytes) return column->append_text(view(lcg.bytes(8, 25)));
  append_drawn(lcg, kind, column);
}

void append_copy(Column& to, const Column& from, std::size_t record) {
  if (to.storage() == model::Storage::Varying) return to.append_text(from.text(record));
  switch (to.width()) {
    case 1: return to.append(from.get<std::uint8_t>(record));
    case 2: return to.append(from.get<std::uint16_t>(record));
    case 4: return to.append(from.get<std::uint32_t>(record));
    case 8: return to.append(from.get<std::uint64_t>(record));
    default: return to.append(from.get<Decimal>(record));
  }
}

}  // namespace

Table article_type2(std::string name, std::uint64_t rows) {
  Table table;
  table.name = std::move(name);
  table.add_column("Column1", ValueKind::Int32);
  for (const char* column : {"Column2", "Column3", "Column4"}) table.add_column(column, ValueKind::String);
  Lcg lcg(20121213);
  for (std::uint64_t row = 0; row < rows; ++row) {
    table.columns[0]->append(static_cast<std::int32_t>(row));
    table.columns[1]->append_text(lcg.letters(10));
    table.columns[2]->append_text(lcg.letters(10));
    table.columns[3]->append_text(lcg.letters(100));
  }
  table.added_plain_rows(rows);
  return table;
}

Table article_type1(std::string name, std::uint64_t rows, bool with_char) {
  constexpr std::uint32_t kPool = 64;
  Table pool;
  Table table;
  table.name = std::move(name);
  for (std::size_t i = 0; i < 2 * kArticleTypes.size(); ++i) {
    if (kArticleTypes[i / 2] == ValueKind::Char && !with_char) continue;
    const std::string column = "Column" + std::to_string(i + 1);
    pool.add_column(column, kArticleTypes[i / 2]);
    table.add_column(column, kArticleTypes[i / 2]);
  }
  // The first seed from 20121213 on that gives 10,000 rows the size they have in the article.
  Lcg lcg(20139464);
  for (std::uint32_t row = 0; row < kPool; ++row) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < 2 * kArticleTypes.size(); ++i) {
      const bool left_out = kArticleTypes[i / 2] == ValueKind::Char && !with_char;
      append_article(lcg, kArticleTypes[i / 2], left_out ? nullptr : pool.columns[next++].get());
    }
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::size_t from = lcg.next() % kPool;
    for (std::size_t i = 0; i < table.columns.size(); ++i) append_copy(*table.columns[i], *pool.columns[i], from);
  }
  table.added_plain_rows(rows);
  return table;
}

Table types18(std::uint64_t rows, bool with_char) {
  Table table;
  table.name = "GeneratedTypes18";
  table.locale_set = true;
  for (const ValueKind kind : kTypes18) {
    if (kind == ValueKind::Char && !with_char) continue;
    table.add_column(short_name(kind), kind).allow_db_null = false;
    table.add_column(short_name(kind) + "Nullable", kind);
  }
  Lcg lcg(20121212);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::size_t next = 0;
    for (const ValueKind kind : kTypes18) {
      const bool left_out = kind == ValueKind::Char && !with_char;
      append_types18(lcg, kind, left_out ? nullptr : table.columns[next++].get());
      Column* const nullable = left_out ? nullptr : table.columns[next++].get();
      if (lcg.next() % 4 != 0) {
        append_types18(lcg, kind, nullable);
      } else if (nullable != nullptr) {
        nullable->append_null();
      }
    }
  }
  table.added_plain_rows(rows);
  return table;
}

Table four_columns(std::uint64_t rows) {
  Table table;
  table.name = "GeneratedFourColumns";
  table.locale_set = true;
  Column& id = table.add_column("Id", ValueKind::Int32);
  Column& name = table.add_column("Name", ValueKind::String);
  Column& amount = table.add_column("Amount", ValueKind::Double);
  Column& created = table.add_column("Created", ValueKind::DateTime);
  id.allow_db_null = name.allow_db_null = created.allow_db_null = false;
  id.unique = true;
  table.unique_constraints.push_back({"Constraint1", {0}, true, {}});
  table.constraint_order.push_back({false, 0});
  Lcg lcg(4242);
  for (std::uint64_t row = 0; row < rows; ++row) {
    id.append(static_cast<std::int32_t>(row + 1));
    name.append_text(lcg.text(1, 12));
    if (lcg.next() % 8 == 0) {
      amount.append_null();
    } else {
      amount.append(lcg.real());
    }
    created.append(lcg.date_time());
  }
  table.added_plain_rows(rows);
  return table;
}

void mark_added(Table& table) {
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    table.set_row(row, {model::RowState::Added, model::kNoRecord, row, model::kNoRecord});
  }
}

}  // namespace dotwire::bench
