// dotwire bench
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/settings.h"

#ifdef DOTWIRE_HAS_BENCH
#include "datatable_bench.h"
#endif

namespace dotwire::cli {

#ifdef DOTWIRE_HAS_BENCH
int run_bench(const Settings& settings) {
  bench::Options options;
  options.quick = settings.quick;
  options.data_as_published = settings.data_as_published;
  options.formats = settings.bench_formats;
  if (settings.rows != 0) options.rows = settings.rows;
  options.data_folder = settings.data_folder;
  options.json_file = settings.json_file;
  options.only = settings.bench_only;
  options.count_at = settings.count_at;
  switch (settings.command) {
    case Command::BenchSpeed: return bench::run_speed_bench(options);
    case Command::BenchMemory: return bench::run_memory_bench(options);
    default: return bench::run_datatable_bench(options);
  }
}
#else
int run_bench(const Settings&) {
  note("this program was built without the benchmarks");
  return kUsage;
}
#endif

}  // namespace dotwire::cli
