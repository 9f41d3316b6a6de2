#include "interop/write_mutants.h"

#include <cstdio>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "interop/job.h"
#include "interop/mutate.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::interop {
namespace {

using test::GoldenRow;

constexpr std::size_t kLargestSeed = 6000;

constexpr std::string_view kFormats[] = {
    "binaryformatter", "bf-remoting-binary", "bf-remoting-xml", "xml-schema", "xml-ignore", "xml-diffgram", "xsd",
    "datacontract",    "netdatacontract"};

bool is_seed(const GoldenRow& row, std::string_view format) {
  const bool of_format = row.format == format || row.format == "dataset-" + std::string(format);
  const bool of_kind = format == "binaryformatter" || row.kind == "table";
  const std::string readback = row.note_value("readback");
  return of_format && of_kind && row.stored() && row.size <= kLargestSeed && !row.case_name.ends_with("@ny") &&
         !readback.empty() && readback != "untried" && readback != "differs";
}

class Writer {
 public:
  explicit Writer(const std::filesystem::path& folder) : folder_(folder) {}

  void run() {
    for (const std::string_view format : kFormats) of_format(format);
    write_list(folder_, jobs_);
    std::printf("%zu mutants of %zu documents in %zu formats\n", mutants_, jobs_.size() - mutants_,
                std::size(kFormats));
  }

 private:
  void of_format(std::string_view format) {
    std::vector<const GoldenRow*> seeds;
    std::vector<std::string> files;
    for (const GoldenRow& row : test::golden_rows()) {
      if (!is_seed(row, format)) continue;
      seeds.push_back(&row);
      files.push_back(put(row, row.bytes().text(), "", "by .NET"));
    }
    const bool is_payload = seeds.empty() || seeds[0]->path().extension() == ".bin";
    Random random(format.size() * 1000 + static_cast<unsigned char>(format[0]));
    for (std::size_t i = 0; i < kMutants && !seeds.empty(); ++i) {
      const std::size_t seed = random.below(seeds.size());
      const Buffer bytes = seeds[seed]->bytes();
      const Mutant mutant = is_payload ? mutate_payload(bytes, random) : mutate_xml(bytes, random);
      put(*seeds[seed], mutant.bytes, files[seed], mutant.how);
      ++mutants_;
    }
  }

  std::string put(const GoldenRow& row, std::string_view bytes, const std::string& control, const std::string& how) {
    char name[32];
    std::snprintf(name, sizeof name, "%05zu%s", jobs_.size(), row.path().extension().c_str());
    test::write_bytes(folder_ / name, as_bytes(bytes));
    jobs_.push_back({name, row.kind, row.case_name, row.format, row.runtime, control.empty() ? name : control, how});
    return name;
  }

  std::filesystem::path folder_;
  std::vector<Job> jobs_;
  std::size_t mutants_ = 0;
};

}  // namespace

void write_mutants(const std::filesystem::path& folder) { Writer(folder).run(); }

}  // namespace dotwire::interop
