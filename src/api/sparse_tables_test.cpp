// Columns of nulls alone, and with nulls in all places, through every format that is read and written.
#include <gtest/gtest.h>

#include "dotwire/convert.h"

namespace dotwire {
namespace {

using model::ValueKind;

void fill(model::Table& table) {
  table.name = "Table1";  // what formats without a name give it
  const ValueKind kinds[] = {ValueKind::Int32, ValueKind::String, ValueKind::Decimal, ValueKind::DateTime,
                             ValueKind::Guid,  ValueKind::Bytes,  ValueKind::Boolean};
  for (const ValueKind kind : kinds) table.add_column("C" + std::to_string(table.columns.size()), kind);
  table.add_column("Late", ValueKind::Int32);
  table.add_column("LateText", ValueKind::String);
  table.add_column("Early", ValueKind::String);
  table.add_column("Id", ValueKind::Int32);
  constexpr std::size_t kRows = 300;
  for (const auto& column : table.columns) {
    if (column->name.starts_with('C')) column->append_nulls(kRows);
  }
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(kRows); ++i) {
    model::Column& late = *table.columns[7];
    model::Column& late_text = *table.columns[8];
    model::Column& early = *table.columns[9];
    i < 200 ? late.append_null() : late.append(i);
    i < 200 ? late_text.append_null() : late_text.append_text("late");
    i < 100 ? early.append_text("early") : early.append_null();
    table.columns[10]->append(i);
  }
  table.added_plain_rows(kRows);
}

TEST(SparseTables, SurviveAllFormats) {
  for (const Format& format : builtin_formats()) {
    if (format.read == nullptr || format.write == nullptr || !format.holds(DocumentKind::Table)) continue;
    if (format.name == "datatable-xml-data" || format.name == "datatable-xsd" || format.name == "datatable-diffgram")
      continue;
    // Rows alone: they say no table's name.
    if (format.name == "csv" || format.name == "ndjson") continue;
    Document document;
    model::Table& table = document.make_table();
    fill(table);
    // Binary payloads always name a culture.
    table.locale_set = format.name.starts_with("datatable-binary");
    Buffer bytes;
    ASSERT_TRUE(write_document(document, format, bytes).ok()) << format.name;
    const Result<Document> back = read_document(bytes, format);
    ASSERT_TRUE(back.ok()) << format.name << ": " << back.error().to_string();
    ASSERT_EQ(back->tables().size(), 1U) << format.name;
    EXPECT_EQ(model::first_difference(document.table(), *back->tables()[0]), "") << format.name;
    Buffer again;
    ASSERT_TRUE(write_document(*back, format, again).ok()) << format.name;
    EXPECT_EQ(again.text(), bytes.text()) << format.name;
  }
}

}  // namespace
}  // namespace dotwire
