#include "formats/dataset_binary/lightweight.h"

#include <algorithm>

#include "base/try.h"
#include "codecs/dataset_xml/schema_read.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/row_arrays.h"
#include "formats/dataset_binary/schema_text.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Slot;
using model::Table;

namespace {

bool is_jagged(const ArrayNode* array) {
  return array != nullptr && array->rank == 1 && array->element.binary_type == model::BinaryType::ObjectArray &&
         array->slots != nullptr;
}

void add_count(std::size_t count, std::string_view what, std::string& text) {
  if (count == 0) return;
  if (!text.empty()) text += ", ";
  (text += std::to_string(count) + " ") += what;
  if (count > 1) text += 's';
}

Error no_rows() {
  return Error(ErrorCode::TypeMismatch, "the root object is no object[][], nor object[] { schema, object[][] }");
}

// Whether its cells can be objects that refer to strings.
bool may_hold_texts(const model::Column& column) {
  return column.storage() == model::Storage::Object || column.kind() == model::ValueKind::Uri ||
         column.kind() == model::ValueKind::Type || column.kind() == model::ValueKind::SqlString;
}

}  // namespace

Status LightweightReader::read_schema(std::string_view text, Table& table, model::TableSet& around,
                                      std::string& left_out) {
  dataset_xml::ReadOptions options;
  options.limits = limits_;
  options.like_dotnet = false;
  dataset_xml::TableReader reader(options);
  model::TableSet set;
  Result<dataset_xml::ReadResult> result = reader.read_set_schema(as_bytes(without_declaration(text)), set);
  if (!result.ok()) {
    result.error().prepend_path("schema");
    return std::move(result).error();
  }
  const std::uint32_t main = result->main_table.value_or(0);
  if (main >= set.tables.size()) return error_at("schema", "a schema without a table");
  Table& found = *set.tables[main];
  found.take_memory(table);
  table = std::move(found);
  const std::size_t keys = table.foreign_keys.size();
  dataset_xml::drop_keys_to_others(table, main);
  add_count(set.tables.size() - 1, "other table", left_out);
  add_count(keys - table.foreign_keys.size(), "foreign key", left_out);
  add_count(set.relations.size(), "relation", left_out);
  std::vector<std::unique_ptr<Table>> tables = std::move(around.tables);
  set.tables.clear();
  set.relations.clear();
  around = std::move(set);
  around.tables = std::move(tables);
  return {};
}

Result<LightweightRecord> LightweightReader::read(Bytes input, std::string_view schema, Table& table,
                                                  model::TableSet& set) {
  source_.clear();
  DOTWIRE_TRY(records_.read(input, source_));
  LightweightRecord record;
  record.size = source_.payload_size();
  const ArrayNode* root = model::as_array(source_.root());
  const ArrayNode* rows = root;
  if (is_jagged(root)) {
    const std::string_view rest = as_text(input.subspan(static_cast<std::size_t>(record.size)));
    record.packing = Packing::Parts;
    if (rest.starts_with("<?xml") || rest.starts_with("<xs:schema")) {
      schema = rest;
      record.size = input.size();
    } else if (schema.empty()) {
      return Error(ErrorCode::Unsupported, record.size, "the rows have no schema with them: one must be given");
    }
  } else {
    root = as_slots(root);
    if (root == nullptr || root->slot_count != 2) return no_rows();
    const model::StringNode* text = model::as_string(root->slots[0].node());
    rows = model::as_array(root->slots[1].node());
    if (text == nullptr || !is_jagged(rows)) return no_rows();
    schema = text->view();
  }
  record.newline = newline_of(schema, "\r\n");
  record.declares_properties = declares_properties(schema);
  DOTWIRE_TRY(read_schema(schema, table, set, record.left_out));
  NodeCopier copier(source_, table.graph());
  model::CellBudget budget(limits_, input.size());
  DOTWIRE_TRY(append_items(*rows, false, budget, copier, shared_, table));
  if (std::ranges::any_of(table.columns, [](const auto& column) { return may_hold_texts(*column); })) {
    record.texts.emplace(TextObjects::ObjectArrays::AreRows).record(source_);
  }
  return record;
}

Status LightweightWriter::write_rows(const Table& table, Dialect dialect, Buffer& out, const TextObjects* texts) {
  builder_.start(dialect);
  const std::vector<std::uint64_t> records = item_records(table);
  DOTWIRE_TRY(const ArrayNode* rows, jagged_items(table, records, builder_));
  builder_.graph().set_root(rows);
  return write_graph(texts, out);
}

Status LightweightWriter::write_graph(const TextObjects* texts, Buffer& out) {
  if (texts != nullptr) texts->apply(builder_.graph());
  const std::size_t before = out.size();
  Status written = records_.write(builder_.graph(), out);
  if (!written.ok()) out.resize(before);
  return written;
}

Status LightweightWriter::write_schema(const Table& table, const model::TableSet* set,
                                       const LightweightOptions& options, Buffer& out) {
  dataset_xml::WriteOptions how = options.xml;
  how.target = dataset_xml::Target::String;
  return write_xml_schema(table, set, how, out);
}

Status LightweightWriter::write(const Table& table, const model::TableSet* set, const LightweightOptions& options,
                                Buffer& out) {
  Buffer schema;
  DOTWIRE_TRY(write_schema(table, set, options, schema));
  if (options.packing == Packing::Parts) {
    DOTWIRE_TRY(write_rows(table, options.dialect, out, options.texts));
    out.append(schema.text());
    return {};
  }
  builder_.start(options.dialect);
  const std::vector<std::uint64_t> records = item_records(table);
  ArrayNode* root = builder_.graph().make_array(model::RecordedType{}, 2);
  root->slots[0] = Slot::in_place(builder_.own_text(schema.text()));
  DOTWIRE_TRY(const ArrayNode* rows, jagged_items(table, records, builder_));
  root->slots[1] = Slot::reference(rows);
  builder_.graph().set_root(root);
  return write_graph(options.texts, out);
}

}  // namespace dotwire::dataset_binary
