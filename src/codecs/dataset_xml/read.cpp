#include "base/try.h"
#include "codecs/dataset_xml/data_read.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/schema_read.h"

namespace dotwire::dataset_xml {
namespace {

xml::ReaderOptions reader_options(const ReadOptions& options) {
  xml::ReaderOptions reader = xml::ReaderOptions::as_xml_text_reader();
  reader.limits = options.limits;
  return reader;
}

// Moves to the next element, or to the end of the one around it: false then.
Result<bool> next_element(xml::Reader& reader) {
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::Start) return true;
    if (node == xml::NodeKind::End) return false;
  }
}

// Miscellany behind the root.
Status read_to_end(xml::Reader& reader) {
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::EndOfDocument) return {};
  }
}

Status open_root(xml::Reader& reader, Bytes document) {
  DOTWIRE_TRY(reader.open(document));
  DOTWIRE_TRY(const bool found, next_element(reader));
  if (found && reader.local_name() == "diffgram") {
    return reader.error(ErrorCode::Unsupported, "a DiffGram is not read here");
  }
  return {};
}

}  // namespace

struct TableReader::State {
  explicit State(const ReadOptions& read_options) : options(read_options), reader(reader_options(read_options)) {}

  Status read_document(Bytes document, model::Table& table, model::TableSet* set);
  Status read_rows_of(Bytes document, model::Table& table);
  Status read_schema_document(Bytes document, model::Table& table, model::TableSet* set);

  ReadOptions options;
  xml::Reader reader;
};

TableReader::TableReader(const ReadOptions& options) : state_(std::make_unique<State>(options)) {}
TableReader::~TableReader() = default;

Status TableReader::State::read_document(Bytes document, model::Table& table, model::TableSet* set) {
  DOTWIRE_TRY(open_root(reader, document));
  if (is_schema_element(reader)) return reader.error(ErrorCode::Unsupported, "a schema alone, without rows");
  DOTWIRE_TRY(const bool found, next_element(reader));
  if (!found || !is_schema_element(reader)) {
    return reader.error(ErrorCode::Unsupported, "rows without a schema: a schema must be given");
  }
  model::Table fresh;
  DOTWIRE_TRY(read_schema_element(reader, options, fresh, set));
  fresh.take_memory(table);
  table = std::move(fresh);
  DOTWIRE_TRY(RowReader(reader, options, true, table).read());
  return read_to_end(reader);
}

Status TableReader::State::read_rows_of(Bytes document, model::Table& table) {
  DOTWIRE_TRY(open_root(reader, document));
  DOTWIRE_TRY(RowReader(reader, options, false, table).read());
  return read_to_end(reader);
}

Status TableReader::State::read_schema_document(Bytes document, model::Table& table, model::TableSet* set) {
  DOTWIRE_TRY(open_root(reader, document));
  if (!is_schema_element(reader)) {
    // An inline schema serves as well.
    DOTWIRE_TRY(const bool found, next_element(reader));
    if (!found || !is_schema_element(reader)) return reader.error(ErrorCode::Malformed, "no xs:schema is there");
  }
  model::Table fresh;
  DOTWIRE_TRY(read_schema_element(reader, options, fresh, set));
  table = std::move(fresh);
  return reader.depth() == 0 ? read_to_end(reader) : Status();
}

Status TableReader::read(Bytes document, model::Table& table, model::TableSet* set) {
  Status status = state_->read_document(document, table, set);
  if (!status.ok()) table.clear_rows();
  return status;
}

Status TableReader::read_rows(Bytes document, model::Table& table) {
  Status status = state_->read_rows_of(document, table);
  if (!status.ok()) table.clear_rows();
  return status;
}

Status TableReader::read_schema(Bytes document, model::Table& table, model::TableSet* set) {
  return state_->read_schema_document(document, table, set);
}

}  // namespace dotwire::dataset_xml
