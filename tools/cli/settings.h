// What the command line said.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dotwire/dotwire.h"

namespace dotwire::cli {

enum class Command : std::uint8_t {
  None,
  Identify,
  Inspect,
  Convert,
  Verify,
  BenchDatatable,
  BenchSpeed,
  BenchMemory,
  BenchOwn,
  BenchFirstCall,
  Losses,
  Formats
};

struct Settings {
  Command command = Command::None;
  std::vector<std::string> arguments;  // all words behind the program's name
  std::vector<std::string> files;
  bool json = false;

  // Reading and writing.
  std::string from;
  std::string to;
  std::string output;               // "-" or empty: stdout
  std::vector<std::string> layers;  // around what is written, the innermost first
  std::string dialect;
  std::string zone;
  std::string newline;
  std::string schema_file;
  std::string contract_file;
  std::string renames_file;
  std::uint64_t offset = 0;         // where the document starts in the file
  std::uint64_t first_objects = 0;  // 0: all
  std::string table;
  std::string null_text;
  std::string numbers;
  std::string xml_chars;
  bool row_state = false;
  bool raw_names = false;
  bool losses_are_errors = true;
  bool all = false;                 // documents that stand one behind the other
  std::vector<std::string> set;     // "version=4.1"
  std::vector<std::string> limits;  // "depth=100000"
  FormatOptions given = 0;          // of those that not every format takes

  // Many inputs.
  std::string column;  // of NDJSON or CSV
  unsigned jobs = 0;   // 0: as many as the machine has processors
  std::string resume_file;
  bool summary = false;

  // formats
  bool list_settings = false;

  // inspect
  bool records = false;
  bool hex = false;
  TreeOptions tree;

  // bench
  bool quick = false;
  bool data_as_published = false;
  bool details = false;
  std::vector<std::string> bench_formats;
  std::uint64_t rows = 0;  // 0: the article's
  std::string data_folder;
  std::string peers_folder;
  std::string json_file;
  std::string csv_file;
  std::string baseline_file;
  std::string bench_only;
  std::string first_call[3];  // write or read, format, data set
  std::uint64_t count_at = 0;
};

// Options for the library, and the files that they borrow from.
struct Loaded {
  Options options;
  const Format* from = nullptr;  // null: identify
  const Format* to = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t most_input = std::uint64_t{1} << 30;  // of a pipe or device
  std::vector<Setting> set;
  std::vector<std::string_view> layers;  // of Settings
  Buffer schema;
  Buffer contract;
  Buffer renames;
};

// Reads the files, looks the formats up. Says what is wrong itself and returns the exit code, kFine if nothing is.
int load(const Settings& settings, Loaded& loaded);

// Each returns the exit code.
int run_identify(const Settings& settings);
int run_inspect(const Settings& settings);
int run_convert(const Settings& settings);
int run_verify(const Settings& settings);
int run_bench(const Settings& settings);
int run_losses(const Settings& settings);
int run_formats(const Settings& settings);

}  // namespace dotwire::cli
