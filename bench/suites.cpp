#include "suites.h"

#include "data/adventureworks.h"
#include "data/generated_tables.h"

namespace dotwire::bench {

Result<std::vector<DataSet>> make_data_sets(const Options& options) {
  constexpr std::uint64_t kType1LargeRows = 10'000;
  constexpr std::uint64_t kType2LargeRows = 50'000;
  Result<std::vector<model::Table>> production = load_adventureworks(
      options.data_folder, {.dates_of_2012 = !options.data_as_published, .ids_from_one = !options.data_as_published});
  if (!production.ok()) return std::move(production).error();

  std::vector<DataSet> sets;
  const auto generate = [&](model::Table table, std::uint64_t rows_of_article) {
    const bool same = table.row_count() == rows_of_article;
    mark_added(table);
    sets.push_back({std::move(table), "generated", same});
  };
  generate(article_type1("Synthetic.Type1Large", options.rows.value_or(kType1LargeRows)), kType1LargeRows);
  generate(article_type2("Synthetic.Type2Small", 10), 10);
  generate(article_type2("Synthetic.Type2Large", options.rows.value_or(kType2LargeRows)), kType2LargeRows);
  for (model::Table& table : *production) sets.push_back({std::move(table), "AdventureWorks", true});
  return sets;
}

}  // namespace dotwire::bench
