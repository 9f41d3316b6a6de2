// dotwire bench
#include "cli/content.h"
#include "cli/exit_code.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"

#ifdef DOTWIRE_HAS_BENCH
#include "datatable_bench.h"
#endif

namespace dotwire::cli {

#ifdef DOTWIRE_HAS_BENCH
namespace {

// Reads the files before anything is measured.
int run_own(const Settings& settings, const bench::Options& options) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  OptionUse use(settings, loaded);
  std::vector<Content> contents;
  std::vector<Document> documents;
  contents.reserve(settings.files.size());
  documents.reserve(settings.files.size());
  std::vector<bench::OwnFile> files;
  for (const std::string& file : settings.files) {
    Result<Content> content = read_content(file, loaded);
    if (!content.ok()) {
      report(file, content.error());
      return exit_code_of(content.error().code());
    }
    const Buffer& bytes = contents.emplace_back(std::move(content).value()).bytes;
    Result<Document> document = loaded.from != nullptr ? read_document(bytes, *loaded.from, loaded.options)
                                                       : read_document(bytes, loaded.options);
    if (!document.ok()) {
      report(file, document.error());
      return exit_code_of(document.error().code());
    }
    if (document->format != nullptr && !use.check(*document->format)) return kUsage;
    if (document->kind() == DocumentKind::Graph) {
      note(printable(file) + ": holds no tables");
      return kUsage;
    }
    documents.push_back(std::move(document).value());
    files.push_back({file, &documents.back(), loaded.options});
  }
  if (!use.check_all()) return kUsage;
  return bench::run_own_bench(options, files);
}

}  // namespace

int run_bench(const Settings& settings) {
  bench::Options options;
  options.arguments = settings.arguments;
  options.quick = settings.quick;
  options.details = settings.details;
  options.data_as_published = settings.data_as_published;
  options.formats = settings.bench_formats;
  if (settings.rows != 0) options.rows = settings.rows;
  options.peers_folder = settings.peers_folder;
  options.data_folder = settings.data_folder;
  options.json_file = settings.json_file;
  options.csv_file = settings.csv_file;
  options.baseline_file = settings.baseline_file;
  options.only = settings.bench_only;
  options.count_at = settings.count_at;
  switch (settings.command) {
    case Command::BenchSpeed: return bench::run_speed_bench(options);
    case Command::BenchOwn: return run_own(settings, options);
    case Command::BenchMemory: return bench::run_memory_bench(options);
    case Command::BenchFirstCall:
      return bench::run_first_call(options, settings.first_call[0] == "read", settings.first_call[1],
                                   settings.first_call[2]);
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
