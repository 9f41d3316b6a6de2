// The data sets of the main job, in the article's order.
#pragma once

#include <string>
#include <vector>

#include "datatable_bench.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::bench {

struct DataSet {
  model::Table table;
  // Whose content it is, for people: "AdventureWorks", "generated".
  std::string origin;
  // It has the article's number of rows, so that sizes may be compared.
  bool as_in_article = true;
};

Result<std::vector<DataSet>> make_data_sets(const Options& options);
// One of them, made alone.
Result<DataSet> make_data_set(const Options& options, std::string_view name);

}  // namespace dotwire::bench
