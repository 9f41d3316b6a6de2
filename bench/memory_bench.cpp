// Each figure is the peak of a process of its own, as the kernel counted it.
#include <fcntl.h>
#include <sys/resource.h>
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
#include "machine.h"
#include "payloads.h"
#include "report.h"
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

// Bytes at the peak, 0 if the command failed.
std::uint64_t peak_of(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child < 0) return 0;
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    std::vector<char*> argv;
    static char program[] = "dotwire";
    argv.push_back(program);
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string peak_text(std::uint64_t peak, std::uint64_t size) {
  if (peak == 0) return "-";
  char text[48];
  std::snprintf(text, sizeof text, "%.1f MB (%.1f x)", static_cast<double>(peak) / 1e6,
                static_cast<double>(peak) / static_cast<double>(size));
  return text;
}

}  // namespace

int run_memory_bench(const Options&) {
  std::string folder = (std::filesystem::temp_directory_path() / "dotwire-memory-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    std::fprintf(stderr, "dotwire: no folder for the payloads could be made in %s\n",
                 std::filesystem::temp_directory_path().c_str());
    return 74;
  }
  const std::string file = folder + "/payload";
  std::printf(
      "%s\nPeak resident memory of one process; without a payload (`dotwire --version`): %s\n\n%-48s %12s %20s %20s "
      "%20s\n",
      to_string(this_machine()).c_str(), peak_text(peak_of({"--version"}), 1'000'000).c_str(), "", "bytes", "identify",
      "verify", "convert --to json");
  int code = 0;
  // One payload in memory at a time would still be counted by a forked child until it runs another program: made first,
  // so that the figures are those of the commands.
  for (const NamedPayload& payload : payloads()) {
    if (!write_file(file, payload.bytes)) {
      std::fprintf(stderr, "dotwire: %s could not be written\n", file.c_str());
      code = 74;
      break;
    }
    const std::uint64_t size = payload.bytes.size();
    std::printf("%-48s %12s %20s %20s %20s\n", payload.name.c_str(), with_commas(size).c_str(),
                peak_text(peak_of({"identify", file}), size).c_str(),
                peak_text(peak_of({"verify", file}), size).c_str(),
                peak_text(peak_of({"convert", "--to", "json", "--loss", "warn", file}), size).c_str());
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  return code;
}

}  // namespace dotwire::bench
