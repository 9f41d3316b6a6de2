#include "data/adventureworks.h"

#include <gtest/gtest.h>

#include "data/csv_values.h"
#include "support/golden.h"

namespace dotwire::bench {
namespace {

using model::Table;

std::vector<Table> packed_tables(const AdventureWorksOptions& options = {}) {
  Result<std::vector<Table>> tables = load_adventureworks({}, options);
  EXPECT_TRUE(tables.ok()) << tables.error().to_string();
  return std::move(tables).value();
}

TEST(AdventureWorks, HasTheArticlesRowsAndColumns) {
  const std::vector<Table> tables = packed_tables();
  ASSERT_EQ(tables.size(), 4U);
  constexpr std::pair<std::size_t, std::size_t> kShapes[] = {{25, 504}, {4, 762}, {6, 101}, {8, 4}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(tables[i].columns.size(), kShapes[i].first) << tables[i].name;
    EXPECT_EQ(tables[i].row_count(), kShapes[i].second) << tables[i].name;
  }
}

TEST(AdventureWorks, PaddedCodesKeepTheirBlanks) {
  const Table product = std::move(packed_tables()[0]);
  const model::Column* line = product.find_column("ProductLine");
  ASSERT_NE(line, nullptr);
  std::size_t values = 0;
  for (std::size_t row = 0; row < product.row_count(); ++row) {
    if (line->is_null(row)) continue;
    ++values;
    EXPECT_EQ(line->text(row).size(), 2U);
  }
  EXPECT_EQ(values, 278U);
}

TEST(AdventureWorks, MovesDatesAndCountsIdsAsTheArticlesDatabaseHadThem) {
  const std::vector<Table> article = packed_tables();
  const std::vector<Table> published = packed_tables({.dates_of_2012 = false, .ids_from_one = false});
  const auto modified = [](const Table& table) { return table.find_column("ModifiedDate")->get<DateTime>(0).ticks(); };
  EXPECT_EQ(modified(article[0]), parse_date_time("2008-03-11 10:01:36.827"));
  EXPECT_EQ(modified(published[0]), parse_date_time("2025-02-07 10:01:36.827"));
  EXPECT_EQ(article[0].columns[0]->get<std::int32_t>(503), 504);
  EXPECT_EQ(published[0].columns[0]->get<std::int32_t>(503), 999);
}

TEST(AdventureWorks, ComesAsReadXmlLeavesIt) {
  const Table photo = std::move(packed_tables()[2]);
  EXPECT_EQ(photo.columns[1]->xml_data_type, "base64Binary");
  EXPECT_EQ(photo.row(100).state, model::RowState::Added);
  const Table plain = std::move(packed_tables({.read_from_xml = false})[2]);
  EXPECT_EQ(plain.columns[1]->xml_data_type, "");
  EXPECT_EQ(plain.row(100).state, model::RowState::Unchanged);
}

TEST(AdventureWorks, CommentsHaveWindowsLineEnds) {
  const Table review = std::move(packed_tables()[3]);
  const std::string_view text = review.find_column("Comments")->text(0);
  EXPECT_NE(text.find("\r\n"), std::string_view::npos);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    EXPECT_EQ(text[at - 1], '\r');
  }
}

TEST(AdventureWorks, FolderOfCsvFilesGivesWhatThePackedCopyGives) {
  const auto file = test::shared_data("adventureworks/ProductPhoto.csv");
  if (!file) GTEST_SKIP() << "the CSV files are not here";
  Result<std::vector<Table>> tables = load_adventureworks(file->parent_path().string());
  ASSERT_TRUE(tables.ok()) << tables.error().to_string();
  const std::vector<Table> packed = packed_tables();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*tables)[i].name, packed[i].name);
    ASSERT_EQ((*tables)[i].row_count(), packed[i].row_count());
    for (std::size_t c = 0; c < packed[i].columns.size(); ++c) {
      const model::Chunk& a = (*tables)[i].columns[c]->chunk(0);
      const model::Chunk& b = packed[i].columns[c]->chunk(0);
      EXPECT_EQ(a.null_count, b.null_count);
      EXPECT_TRUE(a.bytes.text() == b.bytes.text()) << packed[i].name << " " << packed[i].columns[c]->name;
    }
  }
}

TEST(AdventureWorks, MissingFolderIsAnError) {
  Result<std::vector<Table>> tables = load_adventureworks("/nowhere");
  ASSERT_FALSE(tables.ok());
  EXPECT_EQ(tables.error().code(), ErrorCode::Io);
}

TEST(CsvValues, MoneyKeepsItsScale) {
  const Decimal zero{0, 0, 0, 4U << 16};
  EXPECT_EQ(parse_decimal(".0000"), zero);
  EXPECT_EQ(parse_decimal("-12.5"), (Decimal{125, 0, 0, 1U << 31 | 1U << 16}));
  EXPECT_EQ(parse_decimal("1.2.3"), std::nullopt);
  EXPECT_EQ(parse_decimal(""), std::nullopt);
}

TEST(CsvValues, DatesCountDaysOfTheGregorianCalendar) {
  EXPECT_EQ(parse_date_time("2000-01-01 00:00:00.000"), 630'822'816'000'000'000);
  EXPECT_EQ(parse_date_time("2000-03-01 00:00:00.000"), 630'822'816'000'000'000 + 60 * 864'000'000'000);
  EXPECT_EQ(parse_date_time("2000-13-01 00:00:00.000"), std::nullopt);
  EXPECT_EQ(parse_date_time("2000-01-01T00:00:00.000"), std::nullopt);
}

}  // namespace
}  // namespace dotwire::bench
