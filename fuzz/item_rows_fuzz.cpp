// Drew's DataSetFormatter: what can be read and written reads as the same again. The Lightweight Serializer: rows that
// were written are read again, of a table with the columns of the schema here.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/dataset_binary/drew.h"
#include "formats/dataset_binary/lightweight.h"

namespace {

using dotwire::Buffer;
using dotwire::Bytes;
using namespace dotwire::dataset_binary;  // NOLINT(google-build-using-namespace): a program of one file

dotwire::Limits limits() {
  dotwire::Limits limits;
  limits.expansion = 1 << 24;
  return limits;
}

void check_lightweight(Bytes input) {
  constexpr std::string_view kSchema =
      R"(<xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="NewDataSet" msdata:IsDataSet="true" msdata:MainDataTable="T"><xs:complexType><xs:choice><xs:element name="T"><xs:complexType><xs:sequence><xs:element name="A" type="xs:int" minOccurs="0"/><xs:element name="S" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>)";
  LightweightReader reader(limits());
  dotwire::model::Table table;
  dotwire::model::TableSet set;
  const auto read = reader.read(input, kSchema, table, set);
  if (!read.ok()) return;
  LightweightWriter writer;
  Buffer rows;
  if (!writer.write_rows(table, Dialect::Net10, rows).ok()) return;
  // The schema may say less than the table holds (values of a hidden column and the like): only the rows must come
  // back.
  dotwire::model::Table again;
  dotwire::model::TableSet set_again;
  const auto second = reader.read(rows, kSchema, again, set_again);
  if (!second.ok() && table.columns.size() == 2 && again.columns.size() == 2) std::abort();
}

void check_drew(Bytes input) {
  DrewReader reader(limits());
  dotwire::model::TableSet set;
  DrewClass found;
  std::uint64_t size = 0;
  if (!reader.read(input, set, found, size).ok()) return;
  std::vector<const dotwire::model::Table*> tables;
  for (const auto& table : set.tables) tables.push_back(table.get());
  DrewWriter writer;
  Buffer once;
  if (!writer.write(tables, found, Dialect::Net10, once).ok()) return;
  if (tables.empty()) return;
  dotwire::model::TableSet again;
  if (!DrewReader().read(once, again, found, size).ok()) std::abort();
  if (!first_difference(set, again).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_lightweight({data, size});
  check_drew({data, size});
  return 0;
}
