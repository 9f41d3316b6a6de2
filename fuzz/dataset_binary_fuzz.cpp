// Tables and sets in RemotingFormat.Binary: columns straight from the records and over a whole graph are the same, and
// what can be read can be written, and reads as the same again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"

namespace {

using dotwire::Bytes;
using dotwire::Status;
using dotwire::dataset_binary::Reader;
using dotwire::dataset_binary::ReadOptions;

Reader reader(std::uint32_t direct_from) {
  ReadOptions options;
  options.direct_from = direct_from;
  return Reader(options);
}

template <class Content>
void check(Bytes input) {
  Content content;
  Content by_graph;
  const Status direct = reader(1).read(input, content);
  const Status general = reader(0).read(input, by_graph);
  if (direct.ok() != general.ok()) std::abort();
  if (!direct.ok()) {
    if (direct.error().to_string() != general.error().to_string()) std::abort();
    return;
  }
  if (!first_difference(content, by_graph).empty()) std::abort();
  dotwire::dataset_binary::Writer writer;
  dotwire::Buffer once;
  dotwire::Buffer other;
  const bool written = writer.write(content, once).ok();
  if (written != writer.write(by_graph, other).ok() || once.text() != other.text()) std::abort();
  if (!written) return;
  Content again;
  if (!reader(256).read(once, again).ok()) std::abort();
  dotwire::Buffer twice;
  if (!writer.write(again, twice).ok() || once.text() != twice.text()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check<dotwire::model::Table>({data, size});
  check<dotwire::model::TableSet>({data, size});
  return 0;
}
