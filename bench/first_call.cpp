#include "first_call.h"

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>

#include "memory_peak.h"
#include "process.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kFailed = 1, kUsage = 64, kFileError = 74;

std::uint64_t hash_of(const Buffer& bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// What a child is to do: write a data set, or read from standard input what was written of it.
struct FirstCallTask {
  bool reads;
  std::string format;
  std::string data;
};

// A file in memory that a child has as its standard input.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes) : file_(memfd_create("payload", MFD_CLOEXEC)) {
    for (std::size_t at = 0; at < bytes.size() && file_ >= 0;) {
      const ssize_t count = ::write(file_, bytes.data() + at, bytes.size() - at);
      if (count <= 0) break;
      at += static_cast<std::size_t>(count);
    }
  }
  ~MemoryFile() {
    if (file_ >= 0) close(file_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int file() const { return file_; }

 private:
  int file_;
};

bool read_standard_input(Buffer& bytes) {
  constexpr std::size_t kBlock = 1 << 20;
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.reserve_more(kBlock), kBlock);
    if (count <= 0) return count == 0;
    bytes.resize(bytes.size() + static_cast<std::size_t>(count));
  }
}

struct FirstCall {
  double nanoseconds = 0;
  std::optional<std::uint64_t> peak;
  std::uint64_t hash = 0;
};

// Time and peak of a call that includes making the serializer.
template <class Call>
Status measure_call(FirstCall& first, Call&& call) {
  MemoryPeak peak;
  const double start = thread_nanoseconds();
  Status status = call();
  first.nanoseconds = thread_nanoseconds() - start;
  first.peak = peak.bytes();
  return status;
}

Status write_first(const TableFormat& format, const DataSet& data, FirstCall& first) {
  std::unique_ptr<TableSerializer> serializer;
  Buffer out;
  if (Status status = measure_call(first, [&] { return (serializer = format.make())->write(data.table, out); });
      !status.ok()) {
    return status;
  }
  first.hash = hash_of(out);
  return {};
}

Status read_first(const TableFormat& format, const std::string& name, FirstCall& first) {
  Buffer bytes;
  if (!read_standard_input(bytes)) return Error(ErrorCode::Io, "standard input cannot be read");
  std::unique_ptr<TableSerializer> serializer;
  model::Table table;
  table.name = name;
  if (Status status = measure_call(first, [&] { return (serializer = format.make())->read(bytes, table); });
      !status.ok()) {
    return status;
  }
  Buffer xml;
  if (Status status = write_rows_as_xml(table, xml); !status.ok()) return status;
  first.hash = hash_of(xml);
  return {};
}

// One format's two children, and what they must answer.
struct Subject {
  Measurement* measurement;
  MemoryFile payload;
  std::uint64_t written_hash;
  std::vector<double> writes, write_peaks, reads, read_peaks;
};

std::vector<std::string> arguments_of(const Options& options, const FirstCallTask& task) {
  std::vector<std::string> words = {"bench", "first-call", task.reads ? "read" : "write", task.format, task.data};
  if (options.rows) words.insert(words.end(), {"--rows", std::to_string(*options.rows)});
  if (!options.data_folder.empty()) words.insert(words.end(), {"--data", options.data_folder});
  if (options.data_as_published) words.emplace_back("--data-as-published");
  return words;
}

bool run_child(const Options& options, const FirstCallTask& task, int input, std::uint64_t hash,
               std::vector<double>& times, std::vector<double>& peaks) {
  const ChildRun run = run_again(arguments_of(options, task), ChildOutput::Kept, input);
  double nanoseconds = 0;
  char peak[32] = "";
  std::uint64_t found = 0;
  const bool answered =
      run.code == kFine && std::sscanf(run.out.c_str(), "%lf %31s %" SCNx64, &nanoseconds, peak, &found) == 3;
  if (!answered || found != hash) {
    std::fprintf(stderr, "dotwire: first call, %s, %s, %s: %s\n", task.data.c_str(), task.format.c_str(),
                 task.reads ? "read" : "written", answered ? "not what was verified" : "the process failed");
    return false;
  }
  times.push_back(nanoseconds);
  if (peak[0] != '-') peaks.push_back(std::strtod(peak, nullptr));
  return true;
}

std::optional<std::uint64_t> median_of(const std::vector<double>& peaks) {
  if (peaks.empty()) return std::nullopt;
  return static_cast<std::uint64_t>(median_interval(peaks).median);
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

bool measure_first_calls(const Options& options, const DataSet& data, const FirstCallEffort& effort,
                         std::vector<Measurement>& measurements) {
  Buffer xml;
  if (!write_rows_as_xml(data.table, xml).ok()) return false;
  const std::uint64_t read_hash = hash_of(xml);
  std::vector<std::unique_ptr<Subject>> subjects;
  for (Measurement& measurement : measurements) {
    if (measurement.verdict.failed() || measurement.format->peer) continue;
    Buffer written;
    if (!measurement.format->make()->write(data.table, written).ok()) return false;
    subjects.push_back(
        std::unique_ptr<Subject>(new Subject{&measurement, MemoryFile(written), hash_of(written), {}, {}, {}, {}}));
  }
  const double start = seconds_now();
  for (std::uint32_t round = 0; round < effort.most; ++round) {
    if (round >= effort.least && seconds_now() - start > effort.seconds) break;
    for (const auto& subject : subjects) {
      FirstCallTask task{false, std::string(subject->measurement->format->name), data.table.name};
      if (!run_child(options, task, -1, subject->written_hash, subject->writes, subject->write_peaks)) return false;
      task.reads = true;
      if (!run_child(options, task, subject->payload.file(), read_hash, subject->reads, subject->read_peaks)) {
        return false;
      }
    }
  }
  for (const auto& subject : subjects) {
    Costs& writing = subject->measurement->writing;
    Costs& reading = subject->measurement->reading;
    writing.first = median_interval(subject->writes);
    writing.peak = median_of(subject->write_peaks);
    reading.first = median_interval(subject->reads);
    reading.peak = median_of(subject->read_peaks);
  }
  return true;
}

// Prints nanoseconds, the peak in bytes (or -) and a hash of what came out.
int run_first_call(const Options& options, bool reads, const std::string& format_name, const std::string& data_name) {
  const TableFormat* const format = find_table_format(format_name);
  if (format == nullptr) return std::fprintf(stderr, "dotwire: no format %s\n", format_name.c_str()), kUsage;
  FirstCall first;
  Status status;
  if (reads) {
    status = read_first(*format, data_name, first);
  } else {
    Result<DataSet> data = make_data_set(options, data_name);
    if (!data.ok()) return std::fprintf(stderr, "dotwire: %s\n", data.error().to_string().c_str()), kFileError;
    status = write_first(*format, *data, first);
  }
  if (!status.ok()) return std::fprintf(stderr, "dotwire: %s\n", status.error().to_string().c_str()), kFailed;
  const std::string peak = first.peak ? std::to_string(*first.peak) : "-";
  std::printf("%.0f %s %016" PRIx64 "\n", first.nanoseconds, peak.c_str(), first.hash);
  return std::fflush(stdout) == 0 ? kFine : kFileError;
}

}  // namespace dotwire::bench
