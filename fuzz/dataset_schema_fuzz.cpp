// Schemas of DataSets over anything: read, written and read again; and schemas that are inferred from data.
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/infer.h"
#include "dotwire/table.h"

using namespace dotwire;
using namespace dotwire::dataset_xml;

namespace {

void write_and_read(TableReader& reader, const model::TableSet& set) {
  Buffer out;
  if (!write_xml_schema(set, {}, out).ok()) return;
  model::TableSet again;
  (void)reader.read_set_schema(out, again).ok();
  for (const auto& table : set.tables) {
    Buffer alone;
    (void)write_xml_schema(*table, &set, {}, alone).ok();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TableReader reader;
  const Bytes in(data, size);
  model::TableSet set;
  if (reader.read_set_schema(in, set).ok()) write_and_read(reader, set);
  model::TableSet inferred;
  if (reader.read_set(in, ReadMode::InferTypedSchema, inferred).ok()) write_and_read(reader, inferred);
  return 0;
}
