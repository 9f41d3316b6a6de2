#include "cli/bench_options.h"

#ifdef DOTWIRE_HAS_BENCH
#include "datatable_bench.h"
#endif

namespace dotwire::cli {
namespace {

CLI::App* add(CLI::App* bench, const char* name, const char* description, Settings& settings, Command command) {
  CLI::App* sub = bench->add_subcommand(name, description);
  sub->callback([&settings, command] { settings.command = command; });
  return sub;
}

void add_json_file(CLI::App* sub, Settings& settings) {
  sub->add_option("--json", settings.json_file, "Where the results go as JSON, - for standard output")
      ->type_name("FILE");
}

void add_csv(CLI::App* sub, Settings& settings) {
  sub->add_option("--csv", settings.csv_file, "Where the results go as CSV, - for standard output")->type_name("FILE");
}

// Of measurements that are compared with one another.
void add_measuring(CLI::App* sub, Settings& settings) {
  sub->add_flag("--quick", settings.quick, "Fewer and shorter samples");
  add_json_file(sub, settings);
  sub->add_option("--baseline", settings.baseline_file, "JSON of an earlier run: say what moved; the exit code stays")
      ->type_name("FILE");
  add_csv(sub, settings);
}

void add_data_sets(CLI::App* sub, Settings& settings) {
  add_number(sub, "--rows", settings.rows, "Rows of the large generated tables", 1);
  sub->add_option("--data", settings.data_folder, "Folder of the AdventureWorks CSV files")->type_name("FOLDER");
  sub->add_flag("--data-as-published", settings.data_as_published, "Leave their dates as they are");
}

std::string tables_footer() {
  std::string footer = "Examples:\n  dotwire bench datatable --quick\n  dotwire bench datatable --json results.json";
#ifdef DOTWIRE_HAS_BENCH
  footer += "\n\nFormats:\n" + bench::list_formats();
#endif
  return footer;
}

void add_tables(CLI::App* bench, Settings& settings) {
  CLI::App* sub =
      add(bench, "datatable", "The seven tables of the DataTable article", settings, Command::BenchDatatable);
  add_measuring(sub, settings);
  sub->add_option("--formats", settings.bench_formats, "Only these, separated by commas")
      ->delimiter(',')
      ->type_name("LIST");
  add_data_sets(sub, settings);
  sub->add_option("--peers", settings.peers_folder,
                  "Other runtimes and libraries too, from the folder of ./run setup --peers")
      ->type_name("FOLDER");
  sub->add_flag("--details", settings.details,
                "More figures: intervals, rates, calls with all made anew and in new processes, memory");
  sub->footer(tables_footer());
}

void add_speed(CLI::App* bench, Settings& settings) {
  CLI::App* sub = add(bench, "speed", "Throughput beside a copy of the same memory", settings, Command::BenchSpeed);
  add_measuring(sub, settings);
  sub->add_option("--only", settings.bench_only, "Only rows whose name holds this")->type_name("TEXT");
  add_number(sub, "--count-at", settings.count_at,
             "No times: run each growth row once at this size, for bench/instructions.sh", 1)
      ->type_name("BYTES");
  exclude(sub, "--count-at", {"--quick", "--json", "--csv", "--baseline"});
}

void add_own(CLI::App* bench, Settings& settings, const SharedOptions& shared) {
  CLI::App* sub = add(bench, "own", "Which format holds tables of your own best", settings, Command::BenchOwn);
  shared.add_plain_files(sub);
  add_measuring(sub, settings);
  shared.add_reading(sub);
  sub->footer("Examples:\n  dotwire bench own orders.bin\n  dotwire bench own --from csv --quick sales.csv");
}

void add_memory(CLI::App* bench, Settings& settings) {
  CLI::App* sub =
      add(bench, "memory", "Peak memory of this program over named payloads", settings, Command::BenchMemory);
  add_json_file(sub, settings);
  add_csv(sub, settings);
}

// What `bench datatable` starts for each first call; nobody else does.
void add_first_call(CLI::App* bench, Settings& settings) {
  CLI::App* sub = add(bench, "first-call", "", settings, Command::BenchFirstCall)->group("");
  sub->add_option("direction", settings.first_call[0])->required()->check(CLI::IsMember({"write", "read"}));
  sub->add_option("format", settings.first_call[1])->required();
  sub->add_option("data-set", settings.first_call[2])->required();
  add_data_sets(sub, settings);
}

}  // namespace

void add_bench(CLI::App& app, Settings& settings, const SharedOptions& shared) {
  CLI::App* bench = app.add_subcommand("bench", "Measure sizes and times, after verifying each round trip");
  bench->require_subcommand(1);
  bench->footer(
      "Examples:\n  dotwire bench datatable --quick\n  dotwire bench own orders.bin\n  dotwire bench speed --json "
      "speed.json\n"
      "\n`dotwire bench SUBCOMMAND --help` says more of each.");
  add_tables(bench, settings);
  add_speed(bench, settings);
  add_own(bench, settings, shared);
  add_memory(bench, settings);
  add_first_call(bench, settings);
}

}  // namespace dotwire::cli
