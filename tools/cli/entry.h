// What came of one input: made on any thread, shown in the order of the inputs.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "dotwire/dotwire.h"

namespace dotwire::cli {

struct Entry {
  std::string out;                 // for standard output
  std::vector<std::string> notes;  // for standard error, a line each
  int code = kFine;
  const Format* format = nullptr;  // whose options must have been meant; null: none

  // For the summary; empty where there is nothing to say.
  std::string format_name;
  std::string dialect;
  std::string type;   // "Acme.Person, Acme, Version=1.0.0.0, ..."
  std::string cause;  // of what is not fine
};

// An input's name: a file, or a row of one.
struct InputName {
  std::string file;
  std::uint64_t row = 0;  // from 1; 0: the file

  // "orders.csv:17"
  std::string shown() const { return row == 0 ? file : file + ":" + std::to_string(row); }
};

}  // namespace dotwire::cli
