#include "peers/dotnet.h"

#include <sstream>

#include "base/try.h"
#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::bench {

Result<std::shared_ptr<DotnetRuntime>> DotnetRuntime::start(const std::vector<std::string>& words,
                                                            dataset_xml::Dialect dialect) {
  // Both sides tell times of UTC, so that local ones need no zone.
  DOTWIRE_TRY(std::unique_ptr<ChildProcess> process, ChildProcess::start(words, {{"TZ", "UTC"}}));
  const std::shared_ptr<DotnetRuntime> runtime(new DotnetRuntime(std::move(process)));
  runtime->dialect_ = dialect;
  DOTWIRE_TRY(runtime->name_, runtime->process_->ask({"runtime"}));
  DOTWIRE_TRY(const std::string formats, runtime->process_->ask({"formats"}));
  std::istringstream in(formats);
  for (std::string format; in >> format;) runtime->formats_.push_back(format);
  return runtime;
}

Status DotnetSerializer::write(const model::Table& table, Buffer& out) {
  dataset_xml::WriteOptions options;
  options.dialect = runtime_->dialect_;
  options.newline = "\n";
  Buffer xml;
  DOTWIRE_TRY(dataset_xml::write_xml(table, nullptr, options, xml));
  const std::string table_file = runtime_->scratch_.path("table.xml");
  const std::string bytes_file = runtime_->scratch_.path("written");
  DOTWIRE_TRY(write_whole_file(table_file, xml));
  DOTWIRE_TRY(runtime_->process_->ask({"load", table_file}));
  DOTWIRE_TRY(runtime_->process_->ask({"write", format_, bytes_file}));
  return read_whole_file(bytes_file, out);
}

Status DotnetSerializer::read(std::span<const std::uint8_t> bytes, model::Table& table) {
  const std::string bytes_file = runtime_->scratch_.path("to-read");
  const std::string table_file = runtime_->scratch_.path("back.xml");
  DOTWIRE_TRY(write_whole_file(bytes_file, bytes));
  DOTWIRE_TRY(runtime_->process_->ask({"read", format_, bytes_file, table_file}));
  Buffer xml;
  DOTWIRE_TRY(read_whole_file(table_file, xml));
  dataset_xml::ReadOptions options;
  options.dialect = runtime_->dialect_;
  return dataset_xml::TableReader(options).read(xml, table);
}

Result<double> DotnetSerializer::time(const std::string& command, std::uint32_t calls) {
  DOTWIRE_TRY(const std::string answer, runtime_->process_->ask({command, format_, std::to_string(calls)}));
  return parse_nanoseconds(answer);
}

}  // namespace dotwire::bench
