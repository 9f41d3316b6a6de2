// `dotwire bench own`: every format that can hold a table of the caller's, ranked.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "compressed_sizes.h"
#include "datatable_bench.h"
#include "figures.h"
#include "reports.h"
#include "rounds.h"

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kNothingFits = 1;

constexpr Effort kThorough = {8, 9, 101};
constexpr Effort kQuick = {0.5, 3, 15};

// One format's turn at the document.
struct Contestant {
  const Format* format = nullptr;
  std::string failure;          // why it is out
  std::size_t losses = 0;       // things that it cannot hold
  std::string first_loss;       // "columns/Id/AllowDBNull"
  std::string difference;       // where what was read back differs, without a loss that says so
  std::size_t schema_size = 0;  // of the schema that must be kept beside it; 0: none
  Buffer written;
  Buffer out;
  CompressedSizes compressed;
  Interval write;
  Interval read;
  Interval both;
};

struct Task {
  const Document& document;
  dotwire::Options options;
};

// Whose documents have no schema with them, and mean little without.
bool needs_schema(const Format& format) {
  return format.name == "datatable-xml-data" || format.name == "datatable-diffgram";
}

// A schema for the formats that have none with them.
dotwire::Options reading_options(const Task& task, const Format& format, const Buffer& schema) {
  dotwire::Options options = task.options;
  options.schema = {};
  options.schema_name = {};
  options.table = {};
  if (needs_schema(format)) options.schema = schema;
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
  if (needs_schema(format)) contestant.schema_size = schema.size();
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
  contestant.compressed = compressed_sizes(contestant.written);
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

Noise time_all(const Task& task, const Buffer& schema, const Effort& effort, std::vector<Contestant>& contestants) {
  struct Calls {
    Contestant* contestant;
    std::size_t write, read;
  };
  Rounds rounds;
  std::vector<Calls> calls;
  for (Contestant& one : contestants) {
    if (!one.failure.empty()) continue;
    Calls& added = calls.emplace_back(Calls{&one, rounds.add([&task, &one] { write_once(task, one); }), 0});
    if (one.format->read != nullptr) added.read = rounds.add([&task, &schema, &one] { read_once(task, schema, one); });
  }
  rounds.run(effort);
  for (const Calls& of : calls) {
    Contestant& one = *of.contestant;
    one.write = rounds.time(of.write);
    if (one.format->read == nullptr) continue;
    one.read = rounds.time(of.read);
    one.both = rounds.time_of_both(of.write, of.read);
  }
  return rounds.noise();
}

enum class Rank : std::uint8_t { HoldsAll, NeedsSchema, Loses, Fails };

Rank rank_of(const Contestant& contestant) {
  if (!contestant.failure.empty()) return Rank::Fails;
  if (contestant.losses != 0 || !contestant.difference.empty()) return Rank::Loses;
  return contestant.schema_size != 0 ? Rank::NeedsSchema : Rank::HoldsAll;
}

// Those that hold everything first, then by size.
bool is_better(const Contestant& a, const Contestant& b) {
  if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
  return rank_of(a) != Rank::Fails && a.written.size() < b.written.size();
}

std::vector<Contestant> rank_formats(const Task& task, const Effort& effort, Noise& noise) {
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
  noise = time_all(task, schema, effort, contestants);
  std::stable_sort(contestants.begin(), contestants.end(), is_better);
  return contestants;
}

std::string note_text(const Contestant& contestant) {
  if (contestant.losses != 0) {
    return "loses " + std::to_string(contestant.losses) + ": " + contestant.first_loss;
  }
  if (!contestant.difference.empty()) return "differs at " + contestant.difference;
  if (contestant.schema_size == 0) return "";
  return "needs the schema beside it: " + with_commas(contestant.schema_size) + " bytes";
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
          one.compressed.gzip == 0 ? "" : with_commas(one.compressed.gzip).c_str(),
          one.compressed.zstd == 0 ? "" : with_commas(one.compressed.zstd).c_str(),
          milliseconds(one.write.median).c_str(), reads ? milliseconds(one.read.median).c_str() : "",
          reads ? milliseconds(one.both.median).c_str() : "", note_text(one).c_str());
  }
}

std::string json_row(const std::string& name, const Contestant& one, const Noise& noise) {
  std::string text = "{\"suite\":\"own\",\"data\":" + json_text(name) + ",\"format\":" + json_text(one.format->name);
  if (!one.failure.empty()) return text + ",\"failure\":" + json_text(one.failure) + "}";
  text += ",\"size\":" + std::to_string(one.written.size());
  if (one.schema_size != 0) text += ",\"schema_size\":" + std::to_string(one.schema_size);
  if (one.compressed.gzip != 0)
    text += ",\"gzip_size\":" + std::to_string(one.compressed.gzip) +
            ",\"zstd_size\":" + std::to_string(one.compressed.zstd);
  text += ",\"write_ns\":" + json_interval(one.write);
  if (one.format->read != nullptr) {
    text += ",\"read_ns\":" + json_interval(one.read) + ",\"round_trip_ns\":" + json_interval(one.both);
  }
  text += "," + noise_json(noise);
  text += ",\"losses\":" + std::to_string(one.losses);
  if (!one.first_loss.empty()) text += ",\"first_loss\":" + json_text(one.first_loss);
  if (!one.difference.empty()) text += ",\"difference\":" + json_text(one.difference);
  return text + "}";
}

std::string csv_row(const std::string& name, const Contestant& one) {
  std::string text = csv_text(name) + "," + std::string(one.format->name) + ",";
  if (!one.failure.empty()) return text + ",,,,,,,,,," + csv_text(one.failure) + "\n";
  text += std::to_string(one.written.size()) + ",";
  text += (one.compressed.gzip == 0 ? "" : std::to_string(one.compressed.gzip)) + "," +
          (one.compressed.zstd == 0 ? "" : std::to_string(one.compressed.zstd)) + ",";
  text += csv_interval(one.write) + "," + (one.format->read != nullptr ? csv_interval(one.read) : ",,") + ",";
  return text + std::to_string(one.losses) + "," + csv_text(note_text(one)) + "\n";
}

}  // namespace

int run_own_bench(const Options& options, const std::vector<OwnFile>& files) {
  Reports reports(options);
  if (const int code = reports.open(); code != kFine) return code;
  reports.print_head(
      "Processor time of one thread; median; documents are made anew by each reading. Formats that hold all come "
      "first, the smallest on top.");
  std::vector<std::string> rows;
  std::string csv =
      "data,format,size,gzip_size,zstd_size,write_ns,write_low,write_high,read_ns,read_low,read_high,losses,note\n";
  int code = kFine;
  for (const OwnFile& file : files) {
    const Task task{*file.document, file.options};
    Noise noise;
    const std::vector<Contestant> contestants = rank_formats(task, options.quick ? kQuick : kThorough, noise);
    print_table(reports.out(), file.name, *file.document, contestants);
    print(reports.out(), "%s", noise_text(noise).c_str());
    std::fflush(reports.out());
    const auto holds = [](const Contestant& one) { return one.failure.empty(); };
    if (std::none_of(contestants.begin(), contestants.end(), holds)) code = kNothingFits;
    for (const Contestant& one : contestants) {
      rows.push_back(json_row(file.name, one, noise));
      csv += csv_row(file.name, one);
    }
  }
  return std::max(code, reports.finish(rows, {}, csv));
}

}  // namespace dotwire::bench
