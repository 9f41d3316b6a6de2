// A command over many inputs: files, files in folders, or the rows of a column; on several threads, output in order.
#pragma once

#include <functional>

#include "cli/content.h"
#include "cli/entry.h"
#include "cli/rows.h"
#include "cli/settings.h"

namespace dotwire::cli {

// Where a row is put together again.
struct RowText {
  std::string_view text;  // with its line end
  Cell cell;
  bool csv = false;
};

struct BulkWork {
  // Any thread. `row` is null for files.
  std::function<Entry(const InputName&, const Content&, const RowText* row)> each;
  // An input that cannot be read, decoded, or has nothing in it: `error` is null for an empty cell.
  std::function<Entry(const InputName&, const Error* error, const RowText* row)> without;
};

// Whether `convert` is asked for more than one document: for the rows of a column, or a folder.
bool is_bulk(const Settings& settings);

// Files in folders, and in those below, sorted by their bytes; what is no folder stays as it is. Says what is wrong
// itself and then gives kInputOutput.
int list_files(const std::vector<std::string>& names, std::vector<std::string>& files);

int run_bulk(const Settings& settings, const Loaded& loaded, const BulkWork& work);

}  // namespace dotwire::cli
