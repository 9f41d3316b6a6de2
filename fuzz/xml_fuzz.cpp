// The XML reader over anything, and DataTable XML through it: what reads must be written and read again.
#include <cstdlib>

#include "codecs/dataset_xml/dataset_xml.h"
#include "dotwire/table.h"

using namespace dotwire;
using namespace dotwire::dataset_xml;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TableReader reader;
  const Bytes in(data, size);
  model::Table schema_only;
  (void)reader.read_schema(in, schema_only).ok();

  model::Table table;
  if (!reader.read(in, table).ok()) return 0;
  Buffer out;
  if (!write_xml(table, nullptr, {}, out).ok()) return 0;
  model::Table again;
  (void)reader.read(out, again).ok();
  return 0;
}
