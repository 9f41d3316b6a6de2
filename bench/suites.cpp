#include "suites.h"

#include "base/try.h"
#include "data/adventureworks.h"
#include "data/generated_tables.h"

namespace dotwire::bench {
namespace {

struct Synthetic {
  const char* name;
  model::Table (*make)(std::string name, std::uint64_t rows);
  std::uint64_t rows;  // of the article
  bool is_large;
};

constexpr Synthetic kSynthetic[] = {
    {"Synthetic.Type1Large", [](std::string name, std::uint64_t rows) { return article_type1(std::move(name), rows); },
     10'000, true},
    {"Synthetic.Type2Small", article_type2, 10, false},
    {"Synthetic.Type2Large", article_type2, 50'000, true},
};

DataSet make(const Synthetic& what, const Options& options) {
  const std::uint64_t rows = what.is_large ? options.rows.value_or(what.rows) : what.rows;
  DataSet set{what.make(what.name, rows), "generated", rows == what.rows};
  mark_added(set.table);
  return set;
}

Result<std::vector<model::Table>> load_production(const Options& options) {
  return load_adventureworks(options.data_folder,
                             {.dates_of_2012 = !options.data_as_published, .ids_from_one = !options.data_as_published});
}

}  // namespace

Result<std::vector<DataSet>> make_data_sets(const Options& options) {
  DOTWIRE_TRY(std::vector<model::Table> production, load_production(options));
  std::vector<DataSet> sets;
  for (const Synthetic& synthetic : kSynthetic) sets.push_back(make(synthetic, options));
  for (model::Table& table : production) sets.push_back({std::move(table), "AdventureWorks", true});
  return sets;
}

Result<DataSet> make_data_set(const Options& options, std::string_view name) {
  for (const Synthetic& synthetic : kSynthetic) {
    if (synthetic.name == name) return make(synthetic, options);
  }
  DOTWIRE_TRY(std::vector<model::Table> production, load_production(options));
  for (model::Table& table : production) {
    if (table.name == name) return DataSet{std::move(table), "AdventureWorks", true};
  }
  return Error(ErrorCode::InvalidArgument, "there is no data set " + std::string(name));
}

}  // namespace dotwire::bench
