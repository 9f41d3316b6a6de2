// What each dialect refuses to write, and what it leaves out without a word.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// Fails where .NET of that dialect throws. `alone`: not within a DataSet.
Status check_representable(const model::Table& table, Dialect dialect, bool alone);
Status check_representable(const model::TableSet& set, Dialect dialect);

// What single values lose in any BinaryFormatter payload. `prefix` is the table's path in its set.
void add_value_losses(const model::Column& column, const std::string& prefix, std::vector<Loss>& found);

// What a payload of this dialect cannot hold: refusals first, then what is lost.
std::vector<Loss> losses(const model::Table& table, Dialect dialect);
std::vector<Loss> losses(const model::TableSet& set, Dialect dialect);

}  // namespace dotwire::dataset_binary
