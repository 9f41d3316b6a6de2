#include "formats/dataset_binary/writer.h"

#include <cstring>
#include <string>

#include "base/try.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/representable.h"
#include "formats/dataset_binary/table_entries.h"

namespace dotwire::dataset_binary {

using model::Table;
using model::TableSet;

namespace {

constexpr std::string_view kSet = "DataSet.";

// The capacity of the MemoryStream that .NET writes a table to: its whole buffer becomes the byte[].
void pad_like_memory_stream(Buffer& bytes) {
  std::size_t capacity = 256;
  while (capacity < bytes.size()) capacity *= 2;
  const std::size_t size = bytes.size();
  bytes.resize(capacity);
  std::memset(bytes.data() + size, 0, capacity - size);
}

Status add_set_settings(const TableSet& set, const WriteOptions& options, GraphBuilder& builder) {
  builder.add(kSet, "RemotingVersion", builder.reference(Shape::Version, builder.version_2_0()));
  builder.add(kSet, "RemotingFormat", builder.enumeration(Shape::SerializationFormat, 1));
  if (set.exclude_schema) {
    builder.add({}, "SchemaSerializationMode.DataSet", builder.enumeration(Shape::SchemaSerializationMode, 2));
  }
  builder.add_text(kSet, "DataSetName", set.name);
  builder.add_text(kSet, "Namespace", set.namespace_uri);
  builder.add_text(kSet, "Prefix", set.prefix);
  builder.add_bool(kSet, "CaseSensitive", set.case_sensitive);
  Result<std::int32_t> locale_id = locale_id_of(set.locale, set.locale_set, set.locale_id, options);
  if (!locale_id.ok()) {
    locale_id.error().set_path("DataSet.LocaleLCID");
    return std::move(locale_id).error();
  }
  builder.add_int32(kSet, "LocaleLCID", *locale_id);
  builder.add_bool(kSet, "EnforceConstraints", set.enforce_constraints);
  DOTWIRE_TRY(const model::ObjectNode* properties, make_properties(set.extended_properties, *set.graph, builder));
  builder.add(kSet, "ExtendedProperties", builder.reference(Shape::PropertyCollection, properties));
  return {};
}

void add_expressions(const Table& table, std::uint32_t index, GraphBuilder& builder) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string prefix = "DataTable_" + std::to_string(index) + ".DataColumn_" + std::to_string(i) + ".";
    builder.add_text(prefix, "Expression", table.columns[i]->expression);
  }
}

}  // namespace

Status Writer::write_graph(std::size_t number, Buffer& out) {
  if (number < options_.texts.size()) options_.texts[number].apply(builder_.graph());
  const std::size_t before = out.size();
  Status written = records_.write(builder_.graph(), out);
  if (!written.ok()) out.resize(before);
  return written;
}

void Writer::finish(const Table& table) {
  if (table.class_name.empty()) {
    builder_.finish("System.Data.DataTable", library_of(Home::Data, options_.dialect));
  } else {
    builder_.finish(table.class_name, table.class_assembly);
  }
}

Status Writer::write(const Table& table, Buffer& out) {
  DOTWIRE_TRY(check_representable(table, options_.dialect, true));
  builder_.start(options_.dialect);
  DOTWIRE_TRY(add_table_schema(table, nullptr, 0, options_, builder_));
  DOTWIRE_TRY(add_constraints(table, 0, true, builder_));
  DOTWIRE_TRY(add_rows(table, 0, options_, builder_));
  finish(table);
  return write_graph(0, out);
}

Status Writer::write(const TableSet& set, Buffer& out) {
  DOTWIRE_TRY(check_representable(set, options_.dialect));
  const auto count = static_cast<std::uint32_t>(set.tables.size());
  std::vector<Buffer> schemas(set.exclude_schema ? 0 : count);
  for (std::uint32_t i = 0; i < schemas.size(); ++i) {
    builder_.start(options_.dialect);
    Status added = add_table_schema(*set.tables[i], &set, i, options_, builder_);
    if (!added.ok()) {
      added.error().prepend_path("DataSet.Tables_" + std::to_string(i));
      return added;
    }
    finish(*set.tables[i]);
    DOTWIRE_TRY(write_graph(i + 1, schemas[i]));
    pad_like_memory_stream(schemas[i]);
  }
  builder_.start(options_.dialect);
  DOTWIRE_TRY(add_set_settings(set, options_, builder_));
  if (!set.exclude_schema) {
    builder_.add_int32(kSet, "Tables.Count", static_cast<std::int32_t>(count));
    model::RecordedType bytes;
    bytes.binary_type = model::BinaryType::PrimitiveArray;
    bytes.primitive = Primitive::Byte;
    for (std::uint32_t i = 0; i < count; ++i) {
      const model::ArrayNode* array = builder_.array_over(Primitive::Byte, schemas[i].size(), schemas[i].data());
      builder_.add(kSet, "Tables_" + std::to_string(i), {bytes, model::Slot::reference(array), nullptr});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      DOTWIRE_TRY(add_constraints(*set.tables[i], i, false, builder_));
    }
    DOTWIRE_TRY(add_relations(set, builder_));
    for (std::uint32_t i = 0; i < count; ++i) add_expressions(*set.tables[i], i, builder_);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(add_rows(*set.tables[i], i, options_, builder_));
  }
  if (set.type_name.empty()) {
    builder_.finish("System.Data.DataSet", library_of(Home::Data, options_.dialect));
  } else {
    builder_.finish(set.type_name, set.assembly);
  }
  return write_graph(0, out);
}

}  // namespace dotwire::dataset_binary
