#include "interop/judge_random.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <regex>
#include <string>
#include <vector>

#include "codecs/dump/compare_dumps.h"
#include "dotwire/convert.h"
#include "dotwire/verify.h"
#include "interop/differences.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::interop {
namespace {

using test::GoldenRow;

struct Form {
  std::string_view golden;  // the oracle's name of it, without "dataset-"
  std::string_view format;  // ours
};

// Those that say what their columns are.
constexpr auto kForms = std::to_array<Form>({
    {"xml-schema", "datatable-xml"},
    {"xsd", "datatable-xsd"},
    {"bf-remoting-binary", "datatable-binary"},
    {"bf-remoting-xml", "datatable-binary-xml"},
    {"datacontract", "datatable-datacontract"},
    {"netdatacontract", "datatable-netdatacontract"},
    {"lightweight", "lightweight"},
});

class Judge {
 public:
  explicit Judge(std::vector<Difference> differences) : differences_(std::move(differences)) {}

  int run() {
    for (const GoldenRow& row : test::golden_rows()) {
      if (!row.stored() || !row.case_name.starts_with("random-")) continue;
      if (row.kind == "graph" && row.format.starts_with("binaryformatter")) graph(row);
      if (row.kind == "table") table(row);
    }
    for (const Difference& each : differences_) {
      if (each.met != 0 && each.kind.starts_with("random-")) {
        std::printf("%6zu %s %s: %s\n", each.met, each.formats.c_str(), each.kind.c_str(), each.reason.c_str());
      }
    }
    constexpr std::size_t kLeast = 1'000;  // of one runtime
    if (files_ < kLeast) {
      std::printf("the cases are not there\n");
      ++failures_;
    }
    std::printf("%zu payloads and documents: %zu checks hold, %zu differ as listed, %d do not\n", files_, good_,
                explained_, failures_);
    return failures_;
  }

 private:
  void graph(const GoldenRow& row) {
    if (row.unreadable()) return;
    ++files_;
    const Buffer input = row.bytes();
    const Buffer contract = test::read_bytes(row.contract_path());
    Options options;
    options.contract = contract;
    options.limits.depth = 100'000;
    rewritten(row, input, "binaryformatter", options);
    Result<Document> document = read_document(input, *find_format("binaryformatter"), options);
    if (!document.ok()) return check(row, "random-rewritten", document.error().to_string());
    dumped(row, *document, options);
    // What is computed has types.
    if (row.format != "binaryformatter") return;
    options.dialect = row.runtime == "mono" ? Dialect::Mono : Dialect::Net10;
    Buffer out;
    const Status written = write_document(*document, *find_format("binaryformatter"), out, options);
    if (!written.ok()) return check(row, "random-computed", written.error().to_string());
    check(row, "random-computed", first_difference(out, input));
  }

  void table(const GoldenRow& row) {
    std::string_view form = row.format;
    if (form.starts_with("dataset-")) form.remove_prefix(8);
    const auto* found = std::ranges::find(kForms, form, &Form::golden);
    if (found == kForms.end()) return;
    ++files_;
    const Buffer input = row.bytes();
    // Where .NET itself does not read what it wrote, nobody can say what writing it again should give.
    if (row.reads_back_the_same()) rewritten(row, input, found->format, {});
    // What .NET itself cannot read back, we may refuse; and it says no more of it.
    if (row.unreadable()) return;
    Result<Document> document = read_document(input, *find_format(found->format));
    if (!document.ok()) return check(row, "random-read", document.error().to_string());
    const std::string expected = row.expected_after_reading();
    const bool of_set = expected.find("\"dataset\":") != std::string::npos;
    // Written alone, a set's first table is described within the set; ours is the set, where that says more.
    if (of_set == (document->kind() == DocumentKind::TableSet) && form.starts_with("bf-remoting-binary")) {
      dumped(row, *document, {});
    }
  }

  void rewritten(const GoldenRow& row, const Buffer& input, std::string_view format, const Options& options) {
    const Verification found = verify(input, find_format(format), options);
    std::string text;
    if (found.verdict != Verdict::Identical) {
      text = std::string(to_string(found.verdict)) + " at " + found.path + ": " + found.message;
    }
    check(row, "random-rewritten", text);
  }

  void dumped(const GoldenRow& row, const Document& document, const Options& options) {
    Buffer dump;
    const Status written = write_document(document, *find_format("dump"), dump, options);
    if (!written.ok()) return check(row, "random-read", written.error().to_string());
    check(row, "random-read",
          dump::compare_dumps(without_locale_flags(dump.text()), without_locale_flags(row.expected_after_reading()),
                              options.limits));
  }

  // A payload has a culture for each table, and does not say who set it.
  static std::string without_locale_flags(std::string_view text) {
    return std::regex_replace(std::string(text), std::regex(R"("localeSet": ?false)"), R"("localeSet":true)");
  }

  static std::string first_difference(const Buffer& ours, const Buffer& theirs) {
    const auto [at, other] = std::ranges::mismatch(ours.bytes(), theirs.bytes());
    if (at == ours.bytes().end() && other == theirs.bytes().end()) return {};
    return "bytes differ from " + std::to_string(at - ours.bytes().begin());
  }

  void check(const GoldenRow& row, const std::string& kind, const std::string& difference) {
    if (difference.empty()) {
      ++good_;
    } else if (find_difference(differences_, row.name(), row.runtime, kind, difference) != nullptr) {
      ++explained_;
    } else {
      ++failures_;
      std::printf("%s %s: %s\n", row.name().c_str(), kind.c_str(), difference.c_str());
    }
  }

  std::vector<Difference> differences_;
  std::size_t files_ = 0;
  std::size_t good_ = 0;
  std::size_t explained_ = 0;
  int failures_ = 0;
};

}  // namespace

int judge_random(const std::filesystem::path& differences) { return Judge(read_differences(differences)).run(); }

}  // namespace dotwire::interop
