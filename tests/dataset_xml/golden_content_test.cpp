// What the golden files hold, both ways: tables that the dumps tell of are written to .NET's bytes, and .NET's bytes
// are read to what .NET itself reads from them.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dump/load_table.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::dataset_xml {
namespace {

using dump::LoadedTables;
using test::GoldenRow;

struct Exception {
  std::string_view case_name;
  std::string_view form;  // empty: all
  std::string_view reason;
};

bool is_among(std::span<const Exception> exceptions, const GoldenRow& row, std::string_view form) {
  for (const Exception& entry : exceptions) {
    if (row.case_name == entry.case_name && (entry.form.empty() || entry.form == form)) return true;
  }
  return false;
}

bool of_set(const GoldenRow& row) { return row.format.starts_with("dataset-"); }

// The format without what says whether it is a set's or a file's.
std::string form_of(const GoldenRow& row) {
  std::string_view form = row.format;
  if (of_set(row)) form.remove_prefix(8);
  if (form.ends_with("-file")) form.remove_suffix(5);
  return std::string(form);
}

bool is_ours(const GoldenRow& row) {
  constexpr std::string_view kForms[] = {"xml-schema", "xml-ignore",   "xml-diffgram",
                                         "xsd",        "datacontract", "netdatacontract"};
  if (row.kind != "table" || !row.stored()) return false;
  const std::string form = form_of(row);
  return std::find(std::begin(kForms), std::end(kForms), form) != std::end(kForms);
}

Dialect dialect_of(const GoldenRow& row) { return row.runtime == "mono" ? Dialect::Mono : Dialect::Net10; }

TimeZone zone_of(const GoldenRow& row) {
  return row.case_name.ends_with("@ny") ? TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value() : TimeZone();
}

// Nothing for cases that are generated.
std::optional<LoadedTables> load(const std::string& json) {
  Result<LoadedTables> loaded = dump::load_tables(as_bytes(json));
  if (!loaded.ok()) return std::nullopt;
  return std::move(*loaded);
}

std::optional<LoadedTables> expected_of(const GoldenRow& row) {
  const GoldenRow* expected = test::find_golden(row.runtime, "table", row.case_name, "expected");
  if (expected == nullptr || !expected->stored()) return std::nullopt;
  return load(test::read_text(expected->expected_path()));
}

// --- writing

constexpr Exception kNotWritten[] = {
    {"all-types-objects", "", "an enum is an object in the dump, and its column says no assembly"},
    {"trap-own-types", "", "only the program's class knows its XML"},
    {"trap-own-types-fields", "", "the same"},
    {"autoincrement", "xml-diffgram", "the dump does not tell the numbers of rows"},
    {"autoincrement", "datacontract", "the same"},
    {"autoincrement", "netdatacontract", "the same"},
    {"row-states", "xml-diffgram", "the dump does not tell the numbers of rows"},
    {"row-states", "datacontract", "the same"},
    {"row-states", "netdatacontract", "the same"},
    {"trap-proposed-edit", "xml-diffgram", "the same"},
    {"trap-proposed-edit", "datacontract", "the same"},
    {"trap-proposed-edit", "netdatacontract", "the same"},
};

Status write(const GoldenRow& row, const LoadedTables& loaded, Buffer& out) {
  WriteOptions options;
  options.dialect = dialect_of(row);
  options.zone = zone_of(row);
  options.newline = "\n";
  const std::string form = form_of(row);
  options.schema = form != "xml-ignore";
  if (row.format.ends_with("-file")) options.target = Target::File;
  const Contract contract = form == "netdatacontract" ? Contract::NetData : Contract::Data;
  if (of_set(row)) {
    const model::TableSet& set = *loaded.set;
    if (form == "xsd") return write_xml_schema(set, options, out);
    if (form == "xml-diffgram") return write_diffgram(set, options, out);
    return form.ends_with("contract") ? write_contract(set, contract, options, out) : write_xml(set, options, out);
  }
  const model::TableSet* const set = loaded.set ? &*loaded.set : nullptr;
  const model::Table& table = set != nullptr ? *set->tables[0] : *loaded.table;
  if (form == "xsd") return write_xml_schema(table, set, options, out);
  if (form == "xml-diffgram") return write_diffgram(table, set, options, out);
  if (form.ends_with("contract")) return write_contract(table, set, contract, options, out);
  return write_xml(table, set, options, out);
}

TEST(DatasetXmlContent, TablesOfTheDumpsAreWrittenToTheGoldenBytes) {
  std::size_t count = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_ours(row) || is_among(kNotWritten, row, form_of(row))) continue;
    const std::optional<LoadedTables> loaded = expected_of(row);
    if (!loaded) continue;
    SCOPED_TRACE(row.name());
    Buffer out;
    const Status status = write(row, *loaded, out);
    EXPECT_TRUE(status.ok()) << status.error().to_string();
    if (!status.ok()) continue;
    EXPECT_TRUE(test::same_bytes(out, row.bytes()));
    ++count;
  }
  EXPECT_GT(count, 0U) << test::golden_source();
  if (!test::golden_is_whole()) return;
  EXPECT_GT(count, 600U);
  std::printf("%zu files\n", count);
}

// --- reading

void clear_rows(LoadedTables& loaded) {
  if (loaded.table) loaded.table->clear_rows();
  if (!loaded.set) return;
  for (const auto& table : loaded.set->tables) table->clear_rows();
}

// What .NET read from the row's file; nothing for cases that are generated.
std::optional<LoadedTables> expected_after_reading(const GoldenRow& row) { return load(row.expected_after_reading()); }

// Of a table in a set where the file is that of one table: it has no constraints over other tables then.
model::Table& table_of(LoadedTables& loaded) {
  model::Table& table = loaded.table ? *loaded.table : *loaded.set->tables[0];
  std::erase_if(table.constraint_order, [](const model::ConstraintRef& ref) { return ref.foreign; });
  table.foreign_keys.clear();
  return table;
}

// Readback files do not tell whether a locale was set.
template <class Content>
void take_locale_flag(Content& expected, const Content& read) {
  if (expected.locale == read.locale) expected.locale_set = read.locale_set;
}

ReadOptions read_options(const GoldenRow& row) {
  ReadOptions options;
  options.dialect = dialect_of(row);
  options.zone = zone_of(row);
  return options;
}

// The schema was there before.
std::string difference_of_rows(const GoldenRow& row) {
  TableReader reader(read_options(row));
  LoadedTables expected = std::move(*expected_after_reading(row));
  LoadedTables read = std::move(*expected_after_reading(row));
  clear_rows(read);
  if (of_set(row)) {
    const ReadMode mode = form_of(row) == "xml-diffgram" ? ReadMode::DiffGram : ReadMode::IgnoreSchema;
    const Result<ReadResult> result = reader.read_set(row.bytes(), mode, *read.set);
    return result.ok() ? model::first_difference(*read.set, *expected.set) : result.error().to_string();
  }
  const Status status = reader.read_rows(row.bytes(), table_of(read));
  return status.ok() ? model::first_difference(table_of(read), table_of(expected)) : status.error().to_string();
}

std::string difference_of_all(const GoldenRow& row) {
  TableReader reader(read_options(row));
  LoadedTables expected = std::move(*expected_after_reading(row));
  model::TableSet set;
  if (of_set(row)) {
    const Result<ReadResult> read = form_of(row) == "xsd" ? reader.read_set_schema(row.bytes(), set)
                                                          : reader.read_set(row.bytes(), ReadMode::ReadSchema, set);
    if (!read.ok()) return read.error().to_string();
    take_locale_flag(*expected.set, set);
    for (std::size_t i = 0; i < set.tables.size() && i < expected.set->tables.size(); ++i) {
      take_locale_flag(*expected.set->tables[i], *set.tables[i]);
    }
    return model::first_difference(set, *expected.set);
  }
  model::Table table;
  const Status status =
      form_of(row) == "xsd" ? reader.read_schema(row.bytes(), table, &set) : reader.read(row.bytes(), table, &set);
  if (!status.ok()) return status.error().to_string();
  std::erase_if(table.constraint_order, [](const model::ConstraintRef& ref) { return ref.foreign; });
  table.foreign_keys.clear();
  take_locale_flag(table_of(expected), table);
  return model::first_difference(table, table_of(expected));
}

constexpr Exception kNotReadTheSame[] = {
    {"trap-own-types", "", "only the program's class knows its XML"},
    {"trap-own-types-fields", "", "the same"},
};

TEST(DatasetXmlContent, GoldenFilesAreReadToWhatDotNetReads) {
  std::size_t count = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_ours(row) || row.unreadable() || row.note_value("readback") == "differs") continue;
    if (row.note_value("readback") == "untried" || is_among(kNotReadTheSame, row, form_of(row))) continue;
    if (row.size > 1'000'000 || !expected_after_reading(row)) continue;
    const bool rows = form_of(row) == "xml-ignore" || form_of(row) == "xml-diffgram";
    EXPECT_EQ(rows ? difference_of_rows(row) : difference_of_all(row), "") << row.name();
    ++count;
  }
  EXPECT_GT(count, 0U) << test::golden_source();
  if (!test::golden_is_whole()) return;
  EXPECT_GT(count, 500U);
  std::printf("%zu files\n", count);
}

}  // namespace
}  // namespace dotwire::dataset_xml
