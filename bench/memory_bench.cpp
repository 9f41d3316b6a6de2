// Each figure is the peak of a process of its own, as the kernel counted it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "../examples/sample_types.h"
#include "data/generated_tables.h"
#include "datatable_bench.h"
#include "dotwire/object.h"
#include "figures.h"
#include "payloads.h"
#include "process.h"
#include "reports.h"
#include "speed.h"
#include "table_formats.h"

namespace dotwire::bench {
namespace {

struct NamedPayload {
  std::string name;
  Buffer bytes;
};

std::vector<NamedPayload> payloads() {
  std::vector<NamedPayload> made;
  made.push_back({"NRBF, 100,000 graphic primitives", graphics_payload(100'000)});
  made.push_back({"NRBF, string[500,000]", string_array_payload(500'000)});
  made.push_back({"NRBF, references to one object, 1,000,000", reference_payload(1'000'000)});
  made.push_back({"NRBF, a class record an object, 100,000", class_record_payload(100'000)});
  Buffer doubles;
  if (Writer().write(std::vector<double>(1'000'000, 0.5), doubles).ok()) {
    made.push_back({"NRBF, double[1,000,000]", std::move(doubles)});
  }
  const model::Table table = article_type2("Synthetic.Type2Large", 50'000);
  for (const TableFormat& format : table_formats()) {
    Buffer payload;
    if (Status written = format.make()->write(table, payload); !written.ok()) {
      report_unusable(format.title, written.error().to_string());
      continue;
    }
    made.push_back({"Type2Large, " + std::string(format.title), std::move(payload)});
  }
  return made;
}

bool write_file(const std::filesystem::path& path, const Buffer& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return std::fclose(file) == 0 && written;
}

// Makes the payloads in a process of its own, since what a process holds when it makes another counts as that one's.
// Gives their names; the files are called 0, 1 ... Empty on an error.
std::vector<std::string> write_payloads(const std::string& folder) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    std::FILE* names = fdopen(ends[1], "w");
    std::size_t number = 0;
    for (const NamedPayload& payload : payloads()) {
      if (!write_file(folder + "/" + std::to_string(number++), payload.bytes)) _exit(1);
      std::fprintf(names, "%s\n", payload.name.c_str());
    }
    std::fclose(names);
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char block[4096];
  for (ssize_t count = 0; (count = read(ends[0], block, sizeof block)) > 0;) {
    text.append(block, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return {};
  std::vector<std::string> names;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    names.push_back(text.substr(at, end - at));
  }
  return names;
}

// Bytes at the peak, 0 if the command failed.
std::uint64_t peak_of(const std::vector<std::string>& arguments) {
  const ChildRun run = run_again(arguments, ChildOutput::Dropped);
  return run.code == 0 ? run.peak : 0;
}

// What is measured of each payload.
struct Job {
  const char* name;  // of the column
  std::vector<std::string> arguments;
};

const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {{"identify", {"identify"}},
                                       {"verify", {"verify"}},
                                       {"convert --to json", {"convert", "--to", "json", "--loss", "warn"}}};
  return all;
}

std::string peak_text(std::uint64_t peak, std::uint64_t size) {
  if (peak == 0) return "-";
  char text[48];
  std::snprintf(text, sizeof text, "%.1f MB (%.1f x)", static_cast<double>(peak) / 1e6,
                static_cast<double>(peak) / static_cast<double>(size));
  return text;
}

}  // namespace

int run_memory_bench(const Options& options) {
  Reports reports(options);
  std::string folder = (std::filesystem::temp_directory_path() / "dotwire-memory-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    std::fprintf(stderr, "dotwire: no folder for the payloads could be made in %s\n",
                 std::filesystem::temp_directory_path().c_str());
    return 74;
  }
  const std::vector<std::string> names = write_payloads(folder);
  if (names.empty()) std::fprintf(stderr, "dotwire: the payloads could not be written to %s\n", folder.c_str());
  const std::uint64_t without = peak_of({"--version"});
  reports.print_head(("Peak resident memory of one process; without a payload (`dotwire --version`): " +
                      format_text("%.1f MB.\n", static_cast<double>(without) / 1e6))
                         .c_str());
  std::fprintf(reports.out(), "%-52s %12s", "", "bytes");
  for (const Job& job : jobs()) std::fprintf(reports.out(), " %18s", job.name);
  std::fputs("\n", reports.out());
  std::vector<std::string> rows;
  std::string csv = "suite,name,bytes,command,peak\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string file = folder + "/" + std::to_string(i);
    const std::uint64_t size = std::filesystem::file_size(file);
    std::fprintf(reports.out(), "%-52s %12s", names[i].c_str(), with_commas(size).c_str());
    std::string peaks;
    for (const Job& job : jobs()) {
      std::vector<std::string> arguments = job.arguments;
      arguments.push_back(file);
      const std::uint64_t peak = peak_of(arguments);
      std::fprintf(reports.out(), " %18s", peak_text(peak, size).c_str());
      if (peak == 0) std::fprintf(stderr, "dotwire: left out: %s, %s: it failed\n", names[i].c_str(), job.name);
      const std::string figure = peak == 0 ? "" : std::to_string(peak);
      peaks += (peaks.empty() ? "" : ",") + json_text(job.name) + ":" + (figure.empty() ? "null" : figure);
      csv += "memory," + csv_text(names[i]) + "," + std::to_string(size) + "," + job.name + "," + figure + "\n";
    }
    std::fputs("\n", reports.out());
    std::fflush(reports.out());
    rows.push_back("{\"suite\":\"memory\",\"name\":" + json_text(names[i]) + ",\"bytes\":" + std::to_string(size) +
                   ",\"peak\":{" + peaks + "}}");
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  const int code = reports.finish(rows, {"\"without_payload\":" + std::to_string(without)}, csv);
  return names.empty() ? 74 : code;
}

}  // namespace dotwire::bench
