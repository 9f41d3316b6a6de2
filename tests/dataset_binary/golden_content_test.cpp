// What is read from .NET's bytes against what the oracle says is in them, and .NET's refusals against ours.
#include <cstdio>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "clr/time_zone.h"
#include "codecs/dump/compare_dumps.h"
#include "codecs/dump/load_table.h"
#include "codecs/dump/table_dump.h"
#include "formats/dataset_binary/drew.h"
#include "formats/dataset_binary/lightweight.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::dataset_binary {
namespace {

using test::GoldenRow;

constexpr std::string_view kFormats[] = {"bf-remoting-binary", "dataset-bf-remoting-binary"};

// All dates of these cases fall under today's rule of the zone.
const TimeZone* zone_of_row(const GoldenRow& row) {
  static const TimeZone new_york = TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value();
  return row.case_name.ends_with("@ny") ? &new_york : nullptr;
}

bool is_set_row(const GoldenRow& row) { return row.format.starts_with("dataset-"); }

WriteOptions write_options(const GoldenRow& row) {
  WriteOptions options;
  options.dialect = row.runtime == "mono" ? Dialect::Mono : Dialect::Net10;
  options.zone = zone_of_row(row);
  return options;
}

std::string dump_of(const GoldenRow& row) {
  ReadOptions options;
  options.zone = zone_of_row(row);
  Reader reader(options);
  const Buffer input = row.bytes();
  dump::TableDumpOptions dump_options;
  dump_options.flags = false;
  Buffer out;
  Status status;
  if (is_set_row(row)) {
    model::TableSet set;
    status = reader.read(input, set);
    if (status.ok()) status = dump::dump_table_set(set, out, dump_options);
  } else {
    model::Table table;
    status = reader.read(input, table);
    if (status.ok()) status = dump::dump_table(table, out, dump_options);
  }
  return status.ok() ? std::string(out.text()) : status.error().to_string();
}

// The first table of a set, as `bf-remoting-binary` takes it.
const model::Table& table_of(const dump::LoadedTables& loaded) {
  return loaded.table ? *loaded.table : *loaded.set->tables.at(0);
}

TEST(DatasetBinaryContent, IsWhatTheOracleSays) {
  std::size_t compared = 0;
  for (const std::string_view format : kFormats) {
    test::for_each_golden(format, [&](const GoldenRow& row) {
      const std::string readback = row.note_value("readback");
      if (readback == "untried" || readback == "differs") return;
      std::string expected = row.expected_after_reading();
      // The description has lost the sign of -0, which is in the bytes.
      if (row.case_name == "floats") return;
      // Written alone, a set's first table is described within the set.
      if (!is_set_row(row) && expected.find("\"dataset\"") != std::string::npos) return;
      EXPECT_EQ(dump::compare_dumps(dump_of(row), expected), "") << row.name();
      ++compared;
    });
  }
  std::printf("%zu files compared, %s\n", compared, std::string(test::golden_source()).c_str());
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GE(compared, 4U);
}

// What a description does not tell, by case.
struct NotTold {
  std::string_view case_name;
  std::string_view reason;
};
constexpr NotTold kNotTold[] = {
    {"article-type1-small-nochar", "which rows share a boxed Guid"},
    {"dataset-3-tables", "which cells are one string"},
    {"nulls", "which cells are one string"},
    {"row-states", "which cells are one string"},
    {"strings", "which cells are one string"},
    {"trap-expressions", "which cells are one string"},
    {"trap-proposed-edit", "which cells are one string"},
    {"trap-schema-changed", "which cells are the default value's string"},
    {"floats", "the sign of -0"},
    {"all-types-objects", "the integer behind an enum column"},
    {"trap-own-types", "the library of a class"},
    {"trap-own-types-fields", "the library of a class"},
    {"schema-rich-dataset-nolength", "the locale of a set whose table is written alone"},
    {"schema-rich-dataset-nonamespace", "the locale of a set whose table is written alone"},
    {"trap-self-relation", "that a table is nested in itself, once it is written alone"},
};

bool is_told(const GoldenRow& row) {
  for (const NotTold& not_told : kNotTold) {
    if (not_told.case_name == row.case_name) return false;
  }
  return true;
}

// Tables made from the description alone: no payload was read.
TEST(DatasetBinaryContent, IsWrittenFromTheDescriptionAlone) {
  std::size_t same = 0;
  for (const std::string_view format : kFormats) {
    test::for_each_golden(format, [&](const GoldenRow& row) {
      const std::string expected = test::read_text(row.expected_path());
      Result<dump::LoadedTables> loaded = dump::load_tables(as_bytes(expected));
      if (!loaded.ok() || !is_told(row)) return;
      Writer writer(write_options(row));
      Buffer out;
      const Status written = is_set_row(row) ? writer.write(*loaded->set, out) : writer.write(table_of(*loaded), out);
      ASSERT_TRUE(written.ok()) << row.name() << ": " << written.error().to_string();
      const Buffer input = row.bytes();
      EXPECT_TRUE(test::same_bytes(out, input)) << row.name();
      ++same;
    });
  }
  std::printf("%zu files written\n", same);
}

// A schema names the assemblies of few types.
std::string without_assemblies(const std::string& dump) {
  static const std::regex assembly(R"re("assembly": ?"[^"]*",)re");
  return std::regex_replace(dump, assembly, "");
}

TEST(DatasetBinaryContent, LightweightHoldsWhatTheOracleSays) {
  std::size_t compared = 0;
  test::for_each_golden("lightweight", [&](const GoldenRow& row) {
    const std::string readback = row.note_value("readback");
    if (readback.empty() || readback == "untried" || readback == "differs" || row.case_name == "floats") return;
    // .NET moves the primary key behind the other constraints; this reader does not.
    if (row.case_name == "schema-rich-nonamespace") return;
    const Buffer input = row.bytes();
    LightweightReader reader;
    model::Table table;
    model::TableSet set;
    const Result<LightweightRecord> read = reader.read(input, {}, table, set);
    ASSERT_TRUE(read.ok()) << row.name() << ": " << read.error().to_string();
    const std::string expected = row.expected_after_reading();
    if (expected.find("\"dataset\"") != std::string::npos) return;
    dump::TableDumpOptions dump_options;
    dump_options.flags = false;
    Buffer out;
    ASSERT_TRUE(dump::dump_table(table, out, dump_options).ok());
    EXPECT_EQ(dump::compare_dumps(without_assemblies(std::string(out.text())), without_assemblies(expected)), "")
        << row.name();
    ++compared;
  });
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GE(compared, 4U);
}

// Every table that the oracle describes.
TEST(DatasetBinaryContent, DrewsTablesComeBack) {
  std::size_t count = 0;
  test::for_each_golden("lightweight", [&](const test::GoldenRow& row) {
    Result<dump::LoadedTables> loaded = dump::load_tables(as_bytes(test::read_text(row.expected_path())));
    if (!loaded.ok() || !loaded->table) return;
    const model::Table* tables[] = {&*loaded->table};
    Buffer out;
    ASSERT_TRUE(DrewWriter().write(tables, {}, Dialect::Net10, out).ok()) << row.name();
    model::TableSet set;
    DrewClass found;
    std::uint64_t size = 0;
    const Status read = DrewReader().read(out, set, found, size);
    ASSERT_TRUE(read.ok()) << row.name() << ": " << read.error().to_string();
    const model::Table* again[] = {set.tables[0].get()};
    Buffer second;
    ASSERT_TRUE(DrewWriter().write(again, found, Dialect::Net10, second).ok()) << row.name();
    EXPECT_TRUE(test::same_bytes(second, out)) << row.name();
    ++count;
  });
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(count, 4U);
}

TEST(DatasetBinaryContent, IsRefusedWhereDotNetRefuses) {
  for (const GoldenRow& row : test::golden_rows()) {
    if (row.kind != "table" || !row.refused()) continue;
    if (row.format != kFormats[0] && row.format != kFormats[1]) continue;
    Result<dump::LoadedTables> loaded = dump::load_tables(as_bytes(test::read_text(row.expected_path())));
    if (!loaded.ok()) continue;  // generated
    Writer writer(write_options(row));
    Buffer out;
    const Status written = is_set_row(row) ? writer.write(*loaded->set, out) : writer.write(table_of(*loaded), out);
    ASSERT_FALSE(written.ok()) << row.name();
    EXPECT_EQ(written.error().code(), ErrorCode::NotRepresentable) << row.name();
    EXPECT_EQ(out.size(), 0U);
  }
}

}  // namespace
}  // namespace dotwire::dataset_binary
