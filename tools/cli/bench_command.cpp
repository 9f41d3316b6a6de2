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
  return settings.command == Command::BenchSpeed ? bench::run_speed_bench(options)
                                                 : bench::run_datatable_bench(options);
}
#else
int run_bench(const Settings&) {
  note("this program was built without the benchmarks");
  return kUsage;
}
#endif

}  // namespace dotwire::cli
