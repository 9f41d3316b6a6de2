// Tables and sets in RemotingFormat.Binary: what can be read can be written, and reads as the same again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"

namespace {

template <class Content>
void check(dotwire::Bytes input) {
  dotwire::dataset_binary::Reader reader;
  Content content;
  if (!reader.read(input, content).ok()) return;
  dotwire::dataset_binary::Writer writer;
  dotwire::Buffer once;
  if (!writer.write(content, once).ok()) return;
  Content again;
  if (!reader.read(once, again).ok()) std::abort();
  dotwire::Buffer twice;
  if (!writer.write(again, twice).ok() || once.text() != twice.text()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check<dotwire::model::Table>({data, size});
  check<dotwire::model::TableSet>({data, size});
  return 0;
}
