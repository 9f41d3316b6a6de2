// What reads must be written, and what was written must read to the same bytes again.
#include <cstdlib>

#include "formats/custom_formatter/custom_formatter.h"

using namespace dotwire;
using namespace dotwire::custom_formatter;

namespace {

void check(Bytes in, UnknownTypes unknown_types) {
  static Reader reader;
  static Writer writer;
  static model::Table table;
  static Buffer first;
  static Buffer second;
  ReadOptions options;
  options.unknown_types = unknown_types;
  options.limits.memory = std::uint64_t{1} << 28;
  options.limits.expansion = std::uint64_t{1} << 24;
  options.limits.objects = 1'000'000;
  WriteOptions write_options;
  write_options.unknown_types = unknown_types;

  const Result<custom_formatter::Document> document = reader.read(in, table, options);
  if (!document.ok()) return;
  if (document->size > in.size()) std::abort();
  losses(table, write_options);
  first.clear();
  second.clear();
  if (!writer.write(table, first, write_options).ok()) std::abort();
  if (document->null_references == 0 && first.size() > document->content_size) std::abort();
  if (!reader.read(first, table, options).ok()) std::abort();
  if (!writer.write(table, second, write_options).ok()) std::abort();
  if (first.text() != second.text()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes in(data, size);
  check(in, UnknownTypes::Refuse);
  check(in, UnknownTypes::OneByte);
  check(in, UnknownTypes::NoValue);
  Limits limits;
  limits.expansion = std::uint64_t{1} << 24;
  identify(in, limits);
  return 0;
}
