// The jobs behind `dotwire bench`: the DataTable article's seven tables, the speed figures of
// docs/benchmarks.md, and peak memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dotwire/dotwire.h"

namespace dotwire::bench {

struct Options {
  // The words behind the program's name, for the record.
  std::vector<std::string> arguments;
  // Fewer and shorter samples: seconds instead of minutes.
  bool quick = false;
  // More figures below each table.
  bool details = false;
  // Names as in the first column of `list_formats()`; empty: all.
  std::vector<std::string> formats;
  // Rows of the large synthetic tables instead of the article's.
  std::optional<std::uint64_t> rows;
  // Folder of the AdventureWorks CSV files; empty: the copy that is part of the program.
  std::string data_folder;
  // Where the JSON document goes; "-" is stdout (the tables then go to stderr), empty: none.
  std::string json_file;
  // The same as CSV.
  std::string csv_file;
  // Where `./run setup --peers` left other runtimes and libraries, which take part then; empty: none does.
  std::string peers_folder;
  // A JSON document of an earlier run, to compare with; empty: none.
  std::string baseline_file;
  // Leave dates and ids of the CSV files as Microsoft published them: data/adventureworks/README.md.
  bool data_as_published = false;
  // speed: rows whose name holds this.
  std::string only;
  // speed: no times. Each growth row runs once at this payload size, inside dotwire_bench_counted_run(), for tools that
  // count instructions.
  std::uint64_t count_at = 0;
};

// Both print their tables on stdout and notes on stderr. They return the exit code: 0 fine, 1 a round trip failed,
// 64 an option names what does not exist, 74 a file could not be read or written.
int run_datatable_bench(const Options& options);
int run_speed_bench(const Options& options);

// A document of tables that was read, and the options that writers take.
struct OwnFile {
  std::string name;
  const Document* document;
  dotwire::Options options;
};
// Every format that can hold them: size, also under gzip and zstd, and times, with what each loses. Returns 1 if no
// format holds one of them.
int run_own_bench(const Options& options, const std::vector<OwnFile>& files);

// The hidden child of run_datatable_bench(), one first call in a new process: first_call.h.
int run_first_call(const Options& options, bool reads, const std::string& format, const std::string& data);

// Peak memory of this program's own commands over named payloads.
int run_memory_bench(const Options& options);

// "name<TAB>title" lines, for --help and for unknown names.
std::string list_formats();

}  // namespace dotwire::bench
