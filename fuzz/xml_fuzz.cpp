// The XML reader over anything, and the XML of tables and sets through it: what reads must be written and read again.
#include <memory>
#include <tuple>

#include "codecs/dataset_xml/dataset_xml.h"
#include "dotwire/table.h"

using namespace dotwire;
using namespace dotwire::dataset_xml;

namespace {

// P(Id, N) with C(Cid, Pid) and itself nested in it, and attributes, hidden columns and text beside.
model::TableSet known_set() {
  model::TableSet set;
  set.name = "D";
  for (const char* name : {"P", "C", "S"}) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = name;
  }
  set.tables[0]->add_column("Id", model::ValueKind::Int32);
  set.tables[0]->add_column("N", model::ValueKind::String);
  set.tables[0]->add_column("Up", model::ValueKind::Int32).mapping = model::MappingType::Hidden;
  set.tables[1]->add_column("Cid", model::ValueKind::String);
  set.tables[1]->add_column("Pn", model::ValueKind::String);
  set.tables[1]->add_column("O", model::ValueKind::Object).type_name = "System.Object";
  set.tables[2]->add_column("A", model::ValueKind::Double).mapping = model::MappingType::Attribute;
  set.tables[2]->add_column("V", model::ValueKind::String).mapping = model::MappingType::SimpleContent;
  for (const auto& [child, parent_column, child_column] : {std::tuple{0U, 0U, 2U}, std::tuple{1U, 1U, 1U}}) {
    model::Relation relation;
    relation.child_table = child;
    relation.parent_columns = {parent_column};
    relation.child_columns = {child_column};
    relation.nested = true;
    set.relations.push_back(std::move(relation));
  }
  return set;
}

void write_and_read(TableReader& reader, const model::TableSet& set) {
  Buffer out;
  if (write_contract(set, Contract::Data, {}, out).ok()) {
    model::TableSet again;
    (void)reader.read_set(out, ReadMode::Auto, again).ok();
  }
  out.clear();
  (void)write_xml(set, {}, out).ok();
  out.clear();
  (void)write_diffgram(set, {}, out).ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TableReader reader;
  const Bytes in(data, size);
  model::Table schema_only;
  (void)reader.read_schema(in, schema_only).ok();

  for (const ReadMode mode : {ReadMode::IgnoreSchema, ReadMode::DiffGram, ReadMode::Fragment}) {
    model::TableSet known = known_set();
    if (reader.read_set(in, mode, known).ok()) write_and_read(reader, known);
  }
  model::TableSet set;
  if (reader.read_set(in, ReadMode::Auto, set).ok()) write_and_read(reader, set);

  model::Table table;
  if (!reader.read(in, table).ok()) return 0;
  Buffer out;
  if (!write_xml(table, nullptr, {}, out).ok()) return 0;
  model::Table again;
  (void)reader.read(out, again).ok();
  return 0;
}
