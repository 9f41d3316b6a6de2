#include "interop/write_anew.h"

#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "codecs/dump/compare_dumps.h"
#include "codecs/dump/load_table.h"
#include "dotwire/convert.h"
#include "interop/job.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::interop {
namespace {

using test::GoldenRow;

struct Form {
  std::string_view golden;  // the oracle's name of it, without "dataset-"
  std::string_view format;  // ours
  std::string_view extension;
};

constexpr Form kTableForms[] = {
    {"xml-schema", "datatable-xml", ".xml"},
    {"xml-ignore", "datatable-xml-data", ".xml"},
    {"xml-diffgram", "datatable-diffgram", ".xml"},
    {"xsd", "datatable-xsd", ".xsd"},
    {"bf-remoting-binary", "datatable-binary", ".bin"},
    {"bf-remoting-xml", "datatable-binary-xml", ".bin"},
    {"datacontract", "datatable-datacontract", ".xml"},
    {"netdatacontract", "datatable-netdatacontract", ".xml"},
    {"lightweight", "lightweight", ".bin"},
};

constexpr Dialect kDialects[] = {Dialect::Framework, Dialect::Core2, Dialect::Core3,
                                 Dialect::Net10,     Dialect::Mono,  Dialect::OldMono};

bool names_core_library(Dialect dialect) {
  return dialect == Dialect::Core2 || dialect == Dialect::Core3 || dialect == Dialect::Net10;
}

// The runtime whose golden files a dialect's are like.
std::string_view runtime_of(Dialect dialect) { return names_core_library(dialect) ? "net10" : "mono"; }

std::string_view zone_of(const GoldenRow& row) {
  return row.case_name.ends_with("@ny") ? "EST5EDT,M3.2.0,M11.1.0" : "";
}

bool of_set(std::string_view format) { return format.starts_with("dataset-"); }

// Descriptions that do not say all that the forms hold.
struct Untold {
  std::string_view case_name;
  std::string_view reason;
};
constexpr Untold kUntold[] = {
    {"all-types-objects", "an enum is an object in the description, and its column says no assembly"},
    {"trap-own-types", "only the program's class knows its content"},
    {"trap-own-types-fields", "the same"},
};

constexpr std::string_view kSqlTypes = "all-types-sql";

// Written, but not read: dotwire asks for a schema where the given one has no tables.
constexpr std::string_view kWithoutTables = "dataset-empty";

bool is_told(const GoldenRow& row) {
  for (const Untold& untold : kUntold) {
    if (row.case_name == untold.case_name) return false;
  }
  return true;
}

class Writer {
 public:
  explicit Writer(const std::filesystem::path& folder) : folder_(folder) {}

  int run() {
    for (const GoldenRow& row : test::golden_rows()) {
      if (!row.stored()) continue;
      if (row.kind == "graph" && row.format.starts_with("binaryformatter")) graph(row);
      if (row.format == "lightweight") graph(row);
      if (row.kind == "table") table(row);
    }
    write_list(folder_, jobs_);
    std::printf(
        "%zu written: %zu equal .NET's own file, %zu other files for .NET to read; %zu refused by dialect or form\n",
        equal_ + others_, equal_, others_, refused_);
    return failures_;
  }

 private:
  // ---- graphs

  void graph(const GoldenRow& row) {
    if (row.unreadable() && row.case_name == "trap-primitive-interfaces") return;  // nobody can read it
    const Buffer input = row.bytes();
    const Buffer contract = row.kind == "graph" ? test::read_bytes(row.contract_path()) : Buffer();
    Options options;
    options.contract = contract;
    options.limits.depth = 100'000;
    const Format& format = *find_format("binaryformatter");
    Result<Document> document = read_document(input, format, options);
    if (!document.ok()) return fail(row, "reading", document.error());
    for (const Dialect dialect : kDialects) {
      options.dialect = dialect;
      Buffer out;
      const Status written = write_document(*document, format, out, options);
      // .NET Core has no message headers.
      if (!written.ok() && row.format == "binaryformatter-headers" && names_core_library(dialect)) {
        ++refused_;
      } else if (!written.ok()) {
        fail(row, to_string(dialect), written.error());
      } else {
        add(row, typed(row), out, "computed " + std::string(to_string(dialect)));
      }
    }
  }

  // What is computed always has types: it is read like the payload that has them.
  static const GoldenRow& typed(const GoldenRow& row) {
    if (row.format != "binaryformatter-typeswhenneeded" && row.format != "binaryformatter-xsdstring") return row;
    const GoldenRow* typed = test::find_golden(row.runtime, row.kind, row.case_name, "binaryformatter");
    return typed != nullptr && typed->stored() ? *typed : row;
  }

  // ---- tables

  void table(const GoldenRow& row) {
    if (row.format == "expected") return described(row);
    for (const Form& form : kTableForms) {
      if (row.format == form.golden || (of_set(row.format) && row.format.substr(8) == form.golden))
        converted(row, form);
    }
  }

  void described(const GoldenRow& row) {
    if (!is_told(row)) return;
    const std::string text = test::read_text(row.expected_path());
    Result<dump::LoadedTables> loaded = dump::load_tables(as_bytes(text));
    if (!loaded.ok()) return;  // generated: there is no description
    Document document;
    if (loaded->set) {
      document.set(std::make_unique<model::TableSet>(std::move(*loaded->set)));
    } else {
      document.set(std::make_unique<model::Table>(std::move(*loaded->table)));
    }
    for (const Form& form : kTableForms) all_dialects(row, document, form, "described");
  }

  void converted(const GoldenRow& row, const Form& from) {
    const Buffer input = row.bytes();
    const GoldenRow* xsd =
        test::find_golden(row.runtime, "table", row.case_name, of_set(row.format) ? "dataset-xsd" : "xsd");
    const Buffer schema = xsd != nullptr && xsd->stored() ? xsd->bytes() : Buffer();
    Options options;
    options.zone = zone_of(row);
    options.limits.depth = 10'000;
    if (from.golden == "xml-ignore" || from.golden == "xml-diffgram") options.schema = schema;
    Result<Document> document = read_document(input, *find_format(from.format), options);
    if (!document.ok()) {
      // What .NET itself cannot read back, we may refuse.
      if (row.unreadable() || row.case_name == kWithoutTables) return;
      return fail(row, "reading", document.error());
    }
    const bool whole = holds_all(row, *document);
    for (const Form& form : kTableForms) {
      if (from.golden == "xsd" && form.golden != "xsd") continue;  // no rows
      all_dialects(row, *document, form, (whole ? "from " : "lossy from ") + std::string(from.golden));
    }
  }

  // Whether the form that was read had all that the case has.
  static bool holds_all(const GoldenRow& row, const Document& document) {
    const std::string expected = test::read_text(row.expected_path());
    // Written alone, a set's first table is described within the set.
    const bool same_kind = (expected.find("\"dataset\":") != std::string::npos) == of_set(row.format);
    Buffer dump;
    return same_kind && write_document(document, *find_format("dump"), dump).ok() &&
           dump::compare_dumps(dump.text(), expected).empty();
  }

  void all_dialects(const GoldenRow& row, const Document& document, const Form& form, const std::string& how) {
    const bool set = document.kind() == DocumentKind::TableSet;
    const std::string golden_format = (set ? "dataset-" : "") + std::string(form.golden);
    for (const Dialect dialect : kDialects) {
      const GoldenRow* control = test::find_golden(runtime_of(dialect), "table", row.case_name, golden_format);
      if (control == nullptr || !control->stored()) continue;  // the runtime refuses it, or has it not
      // Types of columns that only the Framework reads.
      if (dialect == Dialect::Framework && form.golden == "bf-remoting-binary") continue;
      // Mono has the fields of some SqlTypes under .NET Core's names, and takes what it misses for null.
      if (dialect == Dialect::Framework && form.golden == "lightweight" && row.case_name == kSqlTypes) continue;
      const Format& format = *find_format(form.format);
      Options options;
      options.zone = zone_of(row);
      options.dialect = dialect;
      options.newline = Newline::Lf;
      const bool lossy = !find_losses(document, format, options).empty();
      Buffer out;
      const Status written = write_document(document, format, out, options);
      if (!written.ok()) {
        ++refused_;
        continue;
      }
      add(row, *control, out, (lossy ? "lossy " : "") + how + " " + std::string(to_string(dialect)));
    }
  }

  // ---- files

  void fail(const GoldenRow& row, std::string_view what, const Error& error) {
    std::fprintf(stderr, "%s: %s: %s\n", row.name().c_str(), std::string(what).c_str(), error.to_string().c_str());
    ++failures_;
  }

  // The control's file, once.
  const std::string& control_file(const GoldenRow& control) {
    std::string& file = controls_[control.name()];
    if (file.empty()) file = put(control, control.bytes(), "", "by .NET");
    return file;
  }

  void add(const GoldenRow& row, const GoldenRow& control, const Buffer& bytes, const std::string& how) {
    const std::string& file = control_file(control);
    std::map<std::string, bool>& known = written_[control.name()];
    const std::string text(bytes.text());
    if (known.empty()) known[std::string(control.bytes().text())] = true;
    const auto [at, is_new] = known.try_emplace(text, false);
    if (at->second) {
      ++equal_;
      return;
    }
    ++others_;
    if (is_new) put(control, bytes, file, row.runtime + " " + how);
  }

  std::string put(const GoldenRow& like, const Buffer& bytes, const std::string& control, const std::string& how) {
    char name[32];
    std::snprintf(name, sizeof name, "%05zu%s", jobs_.size(), like.path().extension().c_str());
    test::write_bytes(folder_ / name, bytes);
    jobs_.push_back(
        {name, like.kind, like.case_name, like.format, like.runtime, control.empty() ? name : control, how});
    return name;
  }

  std::filesystem::path folder_;
  std::vector<Job> jobs_;
  std::map<std::string, std::string> controls_;
  std::map<std::string, std::map<std::string, bool>> written_;  // by control: the bytes, and whether they are .NET's
  std::size_t equal_ = 0;
  std::size_t others_ = 0;
  std::size_t refused_ = 0;
  int failures_ = 0;
};

}  // namespace

int write_anew(const std::filesystem::path& folder) { return Writer(folder).run(); }

}  // namespace dotwire::interop
