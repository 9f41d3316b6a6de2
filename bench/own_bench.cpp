// `dotwire bench own`: every format that can hold a table of the caller's, ranked.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include <libdeflate.h>
#include <zstd.h>

#include "datatable_bench.h"
#include "report.h"
#include "sampling.h"

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kNothingFits = 1;

struct Effort {
  double seconds;  // for one file
  std::uint32_t least_rounds;
  std::uint32_t most_rounds;
};
constexpr Effort kThorough = {8, 9, 101};
constexpr Effort kQuick = {0.5, 3, 15};

std::uint64_t gzip_size(const Buffer& bytes) {
  constexpr int kLevel = 6;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(kLevel);
  if (compressor == nullptr) return 0;
  Buffer out;
  out.resize(libdeflate_gzip_compress_bound(compressor, bytes.size()));
  const std::size_t size = libdeflate_gzip_compress(compressor, bytes.data(), bytes.size(), out.data(), out.size());
  libdeflate_free_compressor(compressor);
  return size;
}

std::uint64_t zstd_size(const Buffer& bytes) {
  constexpr int kLevel = 3;
  Buffer out;
  out.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  return ZSTD_isError(size) != 0 ? 0 : size;
}

// One format's turn at the document.
struct Contestant {
  const Format* format = nullptr;
  std::string failure;     // why it is out
  std::size_t losses = 0;  // things that it cannot hold
  std::string first_loss;  // "columns/Id/AllowDBNull"
  std::string difference;  // where what was read back differs, without a loss that says so
  Buffer written;
  Buffer out;
  std::uint64_t gzip = 0;
  std::uint64_t zstd = 0;
  Sampler write_times;
  Sampler read_times;
  Interval write;
  Interval read;
};

struct Task {
  const Document& document;
  dotwire::Options options;
};

// A schema for the formats that have none with them.
dotwire::Options reading_options(const Task& task, const Format& format, const Buffer& schema) {
  dotwire::Options options = task.options;
  options.schema = {};
  options.schema_name = {};
  options.table = {};
  if (format.name == "datatable-xml-data" || format.name == "datatable-diffgram") options.schema = schema;
  return options;
}

std::string difference_of(const Document& a, const Document& b) {
  if (a.kind() == DocumentKind::TableSet && b.kind() == DocumentKind::TableSet) {
    return model::first_difference(a.table_set(), b.table_set());
  }
  const std::vector<const model::Table*> left = a.tables();
  const std::vector<const model::Table*> right = b.tables();
  if (left.size() != 1 || right.size() != 1) return "tables";
  return model::first_difference(*left[0], *right[0]);
}

// A table that was read from rows alone has Added rows and the like, which is why they are compared only as far as the
// format says that it holds them.
void verify(const Task& task, const Buffer& schema, Contestant& contestant) {
  const Format& format = *contestant.format;
  const std::vector<Loss> losses = find_losses(task.document, format, task.options);
  contestant.losses = losses.size();
  if (!losses.empty()) contestant.first_loss = losses[0].path + ": " + losses[0].what;
  if (Status status = write_document(task.document, format, contestant.written, task.options); !status.ok()) {
    contestant.failure = status.error().to_string();
    return;
  }
  if (format.read == nullptr) return;
  Result<Document> back = read_document(contestant.written, format, reading_options(task, format, schema));
  if (!back.ok()) {
    contestant.failure = "what was written cannot be read: " + back.error().to_string();
  } else if (losses.empty()) {
    contestant.difference = difference_of(task.document, *back);
  }
  contestant.gzip = gzip_size(contestant.written);
  contestant.zstd = zstd_size(contestant.written);
}

void write_once(const Task& task, Contestant& contestant) {
  contestant.out.clear();
  if (!write_document(task.document, *contestant.format, contestant.out, task.options).ok()) std::abort();
  asm volatile("" : : "r"(contestant.out.data()) : "memory");
}

void read_once(const Task& task, const Buffer& schema, Contestant& contestant) {
  const Result<Document> back =
      read_document(contestant.written, *contestant.format, reading_options(task, *contestant.format, schema));
  if (!back.ok()) std::abort();
  asm volatile("" : : "r"(&*back) : "memory");
}

// All take turns, so that what slows the machine for a while slows them alike.
void time_all(const Task& task, const Buffer& schema, const Effort& effort, std::vector<Contestant>& contestants) {
  const auto each = [&](auto&& call) {
    for (Contestant& contestant : contestants) {
      if (contestant.failure.empty()) call(contestant);
    }
  };
  each([&](Contestant& one) {
    one.write_times.calibrate([&] { write_once(task, one); });
    if (one.format->read != nullptr) one.read_times.calibrate([&] { read_once(task, schema, one); });
  });
  const double start = thread_nanoseconds();
  for (std::uint32_t round = 0; round < effort.most_rounds; ++round) {
    if (round >= effort.least_rounds && thread_nanoseconds() - start > effort.seconds * 1e9) break;
    each([&](Contestant& one) {
      one.write_times.sample([&] { write_once(task, one); });
      if (one.format->read != nullptr) one.read_times.sample([&] { read_once(task, schema, one); });
    });
  }
  each([](Contestant& one) {
    one.write = one.write_times.interval();
    if (one.format->read != nullptr) one.read = one.read_times.interval();
  });
}

// Those that hold everything first, then by size.
bool is_better(const Contestant& a, const Contestant& b) {
  const auto rank = [](const Contestant& of) {
    return of.failure.empty() ? (of.losses == 0 && of.difference.empty() ? 0 : 1) : 2;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return rank(a) != 2 && a.written.size() < b.written.size();
}

std::vector<Contestant> run(const Task& task, const Effort& effort) {
  Buffer schema;
  const Format* xsd = find_format("datatable-xsd");
  // Without a schema the formats that need one say so themselves.
  if (xsd != nullptr && !write_document(task.document, *xsd, schema, task.options).ok()) schema.clear();
  std::vector<Contestant> contestants;
  for (const Format& format : builtin_formats()) {
    if (format.write == nullptr || !format.holds(task.document.kind()) || format.name == "dump") continue;
    if (format.name == "datatable-xsd") continue;  // no rows
    contestants.emplace_back().format = &format;
  }
  for (Contestant& contestant : contestants) verify(task, schema, contestant);
  time_all(task, schema, effort, contestants);
  std::stable_sort(contestants.begin(), contestants.end(), is_better);
  return contestants;
}

std::string lossy_text(const Contestant& contestant) {
  if (contestant.losses != 0) {
    return "loses " + std::to_string(contestant.losses) + ": " + contestant.first_loss;
  }
  return contestant.difference.empty() ? "" : "differs at " + contestant.difference;
}

template <class... Arguments>
void print(std::FILE* out, const char* format, Arguments... arguments) {
  std::fprintf(out, format, arguments...);
}

void print_table(std::FILE* out, const std::string& name, const Document& document,
                 const std::vector<Contestant>& contestants) {
  std::size_t rows = 0;
  std::size_t cells = 0;
  for (const model::Table* table : document.tables()) {
    rows += table->row_count();
    cells += table->row_count() * table->columns.size();
  }
  print(out, "\n%s (%s rows, %s cells)\n", name.c_str(), with_commas(rows).c_str(), with_commas(cells).c_str());
  print(out, "%-28s %14s %14s %14s %10s %10s %10s  %s\n", "format", "size", "gzip", "zstd", "write ms", "read ms",
        "both ms", "");
  for (const Contestant& one : contestants) {
    const std::string format(one.format->name);
    if (!one.failure.empty()) {
      print(out, "%-28s cannot hold it: %s\n", format.c_str(), one.failure.c_str());
      continue;
    }
    const bool reads = one.format->read != nullptr;
    print(out, "%-28s %14s %14s %14s %10s %10s %10s  %s\n", format.c_str(), with_commas(one.written.size()).c_str(),
          one.gzip == 0 ? "" : with_commas(one.gzip).c_str(), one.zstd == 0 ? "" : with_commas(one.zstd).c_str(),
          milliseconds(one.write.median).c_str(), reads ? milliseconds(one.read.median).c_str() : "",
          reads ? milliseconds(one.write.median + one.read.median).c_str() : "", lossy_text(one).c_str());
  }
}

std::string json_row(const std::string& name, const Contestant& one) {
  std::string text = "{\"suite\":\"own\",\"data\":" + json_text(name) + ",\"format\":" + json_text(one.format->name);
  if (!one.failure.empty()) return text + ",\"failure\":" + json_text(one.failure) + "}";
  text += ",\"size\":" + std::to_string(one.written.size());
  if (one.gzip != 0)
    text += ",\"gzip_size\":" + std::to_string(one.gzip) + ",\"zstd_size\":" + std::to_string(one.zstd);
  text += ",\"write_ns\":" + json_interval(one.write);
  if (one.format->read != nullptr) text += ",\"read_ns\":" + json_interval(one.read);
  text += ",\"losses\":" + std::to_string(one.losses);
  if (!one.first_loss.empty()) text += ",\"first_loss\":" + json_text(one.first_loss);
  if (!one.difference.empty()) text += ",\"difference\":" + json_text(one.difference);
  return text + "}";
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_interval(const Interval& interval) {
  char text[96];
  std::snprintf(text, sizeof text, "%.1f,%.1f,%.1f", interval.median, interval.low, interval.high);
  return text;
}

std::string csv_row(const std::string& name, const Contestant& one) {
  std::string text = csv_text(name) + "," + std::string(one.format->name) + ",";
  if (!one.failure.empty()) return text + ",,,,,,,,,," + csv_text(one.failure) + "\n";
  text += std::to_string(one.written.size()) + ",";
  text += (one.gzip == 0 ? "" : std::to_string(one.gzip)) + "," + (one.zstd == 0 ? "" : std::to_string(one.zstd)) + ",";
  text += csv_interval(one.write) + "," + (one.format->read != nullptr ? csv_interval(one.read) : ",,") + ",";
  return text + std::to_string(one.losses) + "," + csv_text(lossy_text(one)) + "\n";
}

}  // namespace

int run_own_bench(const Options& options, const std::vector<OwnFile>& files) {
  const Machine machine = this_machine();
  const bool to_stdout = options.json_file == "-" || options.csv_file == "-";
  std::FILE* const out = to_stdout ? stderr : stdout;
  print(out,
        "%s\nProcessor time of one thread; median; documents are made anew by each reading. Formats that hold all "
        "come first, the smallest on top.\n",
        to_string(machine).c_str());
  std::vector<std::string> rows;
  std::string csv =
      "data,format,size,gzip_size,zstd_size,write_ns,write_low,write_high,read_ns,read_low,read_high,losses,note\n";
  int code = kFine;
  for (const OwnFile& file : files) {
    const Task task{*file.document, file.options};
    const std::vector<Contestant> contestants = run(task, options.quick ? kQuick : kThorough);
    print_table(out, file.name, *file.document, contestants);
    std::fflush(out);
    const auto holds = [](const Contestant& one) { return one.failure.empty(); };
    if (std::none_of(contestants.begin(), contestants.end(), holds)) code = kNothingFits;
    for (const Contestant& one : contestants) {
      rows.push_back(json_row(file.name, one));
      csv += csv_row(file.name, one);
    }
  }
  if (!options.json_file.empty()) code = std::max(code, write_json(options.json_file, json_report(machine, rows)));
  if (!options.csv_file.empty()) code = std::max(code, write_json(options.csv_file, csv));
  return code;
}

}  // namespace dotwire::bench
