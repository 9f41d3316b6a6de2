#include <string>

#include "base/try.h"
#include "codecs/dataset_xml/data_read.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/infer.h"
#include "codecs/dataset_xml/schema_read.h"

namespace dotwire::dataset_xml {
namespace {

using model::Table;
using model::TableSet;

xml::ReaderOptions reader_options(const ReadOptions& options) {
  xml::ReaderOptions reader = xml::ReaderOptions::as_xml_text_reader();
  reader.limits = options.limits;
  return reader;
}

// Moves to the next start tag; false at the end of the document.
Result<bool> next_start(xml::Reader& reader) {
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::Start) return true;
    if (node == xml::NodeKind::EndOfDocument) return false;
  }
}

// Moves to the first start tag that fits; false at the end of the document.
template <class Fits>
Result<bool> next_that(xml::Reader& reader, Fits fits) {
  while (true) {
    DOTWIRE_TRY(const bool found, next_start(reader));
    if (!found || fits()) return found;
  }
}

// What is left of the document says nothing more of tables.
Status read_to_end(xml::Reader& reader) {
  DOTWIRE_TRY(const bool more,
              next_that(reader, [&] { return is_schema_element(reader) || is_diffgram_element(reader); }));
  if (more)
    return reader.error(ErrorCode::Unsupported, "a second schema or DiffGram: the document holds several DataSets");
  return {};
}

// A table alone says on the DataSet's element what is its own. In .NET a table that takes the culture of its DataSet
// does not take this too.
void keep_case(TableSet& set, const SchemaFacts& facts, bool like_dotnet) {
  if (!facts.main_table.has_value() || *facts.main_table >= set.tables.size()) return;
  if (like_dotnet && !set.locale.empty()) return;
  Table& table = *set.tables[*facts.main_table];
  if (set.case_sensitive && !table.case_sensitive_set) table.case_sensitive = true;
}

void clear_rows(TableSet& set) {
  for (const auto& table : set.tables) table->clear_rows();
}

}  // namespace

struct TableReader::State {
  explicit State(const ReadOptions& read_options) : options(read_options), reader(reader_options(read_options)) {}

  Result<ReadResult> read_any(Bytes document, ReadMode mode, TableSet& set);
  Result<ReadResult> read_with_schema(TableSet& set);
  Result<ReadResult> read_with_tables(TableSet& set, ReadMode mode);
  Result<ReadResult> infer(Bytes document, ReadMode mode, TableSet& set);
  Result<ReadResult> read_fragment(Bytes document, TableSet& set);
  Result<ReadResult> read_schema_document(Bytes document, TableSet& set);
  Status read_rows_of(Bytes document, Table& table, const TableSet* set);
  Status find_root(Bytes document);

  ReadOptions options;
  xml::Reader reader;
  Table* memory = nullptr;  // which the main table takes over
};

TableReader::TableReader(const ReadOptions& options) : state_(std::make_unique<State>(options)) {}
TableReader::~TableReader() = default;

Status TableReader::State::find_root(Bytes document) {
  DOTWIRE_TRY(reader.open(document));
  DOTWIRE_TRY(const bool found, next_start(reader));
  static_cast<void>(found);  // a document without a root is an error of the reader
  return {};
}

Result<ReadResult> TableReader::State::read_any(Bytes document, ReadMode mode, TableSet& set) {
  if (mode == ReadMode::Fragment) return read_fragment(document, set);
  const bool infers = mode == ReadMode::InferSchema || mode == ReadMode::InferTypedSchema;
  if (infers) return infer(document, mode, set);
  DOTWIRE_TRY(find_root(document));
  const bool ignores = mode == ReadMode::IgnoreSchema || mode == ReadMode::DiffGram;
  // Without tables .NET reads nothing then, and does not say so.
  if (ignores && options.like_dotnet) return read_with_tables(set, mode);
  if (!set.tables.empty() && mode != ReadMode::ReadSchema) return read_with_tables(set, mode);
  const char* const root = reader.node_begin();
  bool found = is_schema_element(reader) || is_diffgram_element(reader);
  if (!found) {
    DOTWIRE_TRY(found, next_that(reader, [&] { return is_schema_element(reader) || is_diffgram_element(reader); }));
  }
  if (!found) {
    if (mode == ReadMode::Auto) return infer(document, mode, set);
    return reader.error(ErrorCode::Unsupported, root, "rows without a schema: a schema must be given");
  }
  if (is_diffgram_element(reader)) {
    return reader.error(ErrorCode::Unsupported, "a DiffGram without a schema: a schema must be given");
  }
  return read_with_schema(set);
}

// On the start tag of the schema.
Result<ReadResult> TableReader::State::read_with_schema(TableSet& set) {
  const std::size_t depth = reader.depth() - 1;
  TableSet fresh;
  SchemaFacts facts;
  DOTWIRE_TRY(read_schema_elements(reader, options, fresh, facts));
  ReadResult result;
  result.schema = true;
  result.main_table = facts.main_table;
  const std::uint32_t main = facts.main_table.value_or(0);
  if (memory != nullptr && main < fresh.tables.size()) fresh.tables[main]->take_memory(*memory);
  keep_case(fresh, facts, options.like_dotnet);
  set = std::move(fresh);
  if (depth != 0) {
    DataLoader loader(reader, options, LoadTargets::of(set), memory != nullptr);
    DOTWIRE_TRY(loader.read_rows());
    result.diffgram = loader.saw_diffgram();
  }
  DOTWIRE_TRY(read_to_end(reader));
  return result;
}

Result<ReadResult> TableReader::State::read_with_tables(TableSet& set, ReadMode mode) {
  ReadResult result;
  DataLoader loader(reader, options, LoadTargets::of(set), false);
  if (mode == ReadMode::DiffGram && !is_diffgram_element(reader)) {
    DOTWIRE_TRY(const bool found, next_that(reader, [&] { return is_diffgram_element(reader); }));
    if (!found) return reader.error(ErrorCode::Unsupported, "no DiffGram is there");
  }
  if (is_diffgram_element(reader)) {
    DOTWIRE_TRY(loader.read_diffgram());
  } else {
    DOTWIRE_TRY(loader.read_root());
  }
  result.diffgram = loader.saw_diffgram();
  DOTWIRE_TRY(read_to_end(reader));
  return result;
}

// The document is read twice: for its schema, then for its rows.
Result<ReadResult> TableReader::State::infer(Bytes document, ReadMode mode, TableSet& set) {
  if (!set.tables.empty()) {
    return Error(ErrorCode::Unsupported, "a schema is inferred for a new DataSet only, not for tables that are there");
  }
  TableSet fresh;
  SchemaFacts facts;
  const Inference inference = mode == ReadMode::InferTypedSchema ? Inference::Typed : Inference::Strings;
  DOTWIRE_TRY(infer_schema(document, options, inference, fresh, facts));
  set = std::move(fresh);
  DOTWIRE_TRY(find_root(document));
  DataLoader loader(reader, options, LoadTargets::of(set), true);
  if (facts.top_level_table) {
    DOTWIRE_TRY(loader.read_root());
  } else {
    DOTWIRE_TRY(loader.read_rows());
  }
  DOTWIRE_TRY(read_to_end(reader));
  ReadResult result;
  result.inferred = true;
  return result;
}

// The elements are put into one.
Result<ReadResult> TableReader::State::read_fragment(Bytes document, TableSet& set) {
  if (set.tables.empty()) return Error(ErrorCode::Unsupported, "a fragment without a schema: a schema must be given");
  std::string_view text = as_text(document);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.starts_with("<?xml")) text.remove_prefix(std::min(text.find("?>"), text.size() - 2) + 2);
  std::string whole = "<fragment>";
  whole += text;
  whole += "</fragment>";
  DOTWIRE_TRY(find_root(as_bytes(whole)));
  DataLoader loader(reader, options, LoadTargets::of(set), false);
  DOTWIRE_TRY(loader.read_rows());
  DOTWIRE_TRY(read_to_end(reader));
  return ReadResult();
}

Result<ReadResult> TableReader::State::read_schema_document(Bytes document, TableSet& set) {
  DOTWIRE_TRY(find_root(document));
  if (!is_schema_element(reader)) {
    // An inline schema serves as well.
    DOTWIRE_TRY(const bool found, next_that(reader, [&] { return is_schema_element(reader); }));
    if (!found) return reader.error(ErrorCode::Malformed, "no xs:schema is there");
  }
  TableSet fresh;
  SchemaFacts facts;
  DOTWIRE_TRY(read_schema_elements(reader, options, fresh, facts));
  if (reader.depth() == 0) {
    DOTWIRE_TRY(read_to_end(reader));
  }
  keep_case(fresh, facts, options.like_dotnet);
  set = std::move(fresh);
  ReadResult result;
  result.schema = true;
  result.main_table = facts.main_table;
  return result;
}

Status TableReader::State::read_rows_of(Bytes document, Table& table, const TableSet* set) {
  DOTWIRE_TRY(find_root(document));
  const std::span<const model::Relation> relations = set != nullptr && set->tables.empty()
                                                         ? std::span<const model::Relation>(set->relations)
                                                         : std::span<const model::Relation>();
  DataLoader loader(reader, options, LoadTargets::of(table, relations), false);
  if (is_diffgram_element(reader)) {
    DOTWIRE_TRY(loader.read_diffgram());
  } else {
    DOTWIRE_TRY(loader.read_rows());
  }
  return read_to_end(reader);
}

namespace {

// One table out of a set, whose other properties go to `set`.
Status take_only_table(TableSet& from, const ReadResult& result, bool like_dotnet, Table& table, TableSet* set) {
  if (from.tables.empty()) return Error(ErrorCode::Unsupported, "a schema without a table");
  if (from.tables.size() != 1 && !result.main_table.has_value()) {
    return Error(ErrorCode::Unsupported, "the document holds " + std::to_string(from.tables.size()) + " tables");
  }
  take_table(from, result.main_table.value_or(0), like_dotnet, table);
  if (set == nullptr) return {};
  std::vector<std::unique_ptr<Table>> tables = std::move(set->tables);
  *set = std::move(from);
  set->tables = std::move(tables);
  return {};
}

}  // namespace

Status TableReader::read(Bytes document, Table& table, TableSet* set) {
  TableSet whole;
  state_->memory = &table;
  Result<ReadResult> result = state_->read_any(document, ReadMode::ReadSchema, whole);
  state_->memory = nullptr;
  if (!result.ok()) {
    table.clear_rows();
    return std::move(result).error();
  }
  return take_only_table(whole, *result, state_->options.like_dotnet, table, set);
}

Status TableReader::read_rows(Bytes document, Table& table, const TableSet* set) {
  Status status = state_->read_rows_of(document, table, set);
  if (!status.ok()) table.clear_rows();
  return status;
}

Status TableReader::read_schema(Bytes document, Table& table, TableSet* set) {
  TableSet whole;
  DOTWIRE_TRY(const ReadResult result, state_->read_schema_document(document, whole));
  return take_only_table(whole, result, state_->options.like_dotnet, table, set);
}

Result<ReadResult> TableReader::read_set(Bytes document, ReadMode mode, TableSet& set) {
  Result<ReadResult> result = state_->read_any(document, mode, set);
  if (!result.ok()) clear_rows(set);
  return result;
}

Result<ReadResult> TableReader::read_set_schema(Bytes document, TableSet& set) {
  return state_->read_schema_document(document, set);
}

}  // namespace dotwire::dataset_xml
