#include "formats/dataset_binary/reader.h"

#include <algorithm>
#include <memory>

#include "base/try.h"
#include "formats/dataset_binary/column_settings.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/keys.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/dataset_binary/row_reader.h"
#include "formats/dataset_binary/schema_reader.h"

namespace dotwire::dataset_binary {

using model::Graph;
using model::Node;
using model::ObjectNode;
using model::Table;
using model::TableSet;

namespace {

Error no_table(Content content, std::string_view wanted) {
  if (content == Content::XmlTable || content == Content::XmlSet) {
    return Error(ErrorCode::Unsupported, "the table is in RemotingFormat.Xml");
  }
  return Error(ErrorCode::TypeMismatch,
               "the payload's root is no " + std::string(wanted) + " in RemotingFormat.Binary");
}

Status check_format(Keys& keys, std::string_view name) {
  DOTWIRE_TRY(const std::int32_t format, keys.enumeration(name, 0, 1));
  if (format != 1) return error_at(name, "RemotingFormat is not Binary", ErrorCode::Unsupported);
  return {};
}

// The arrays that entries "DataTable_{index}.Records" of the root list: what columns of tables are read from.
std::vector<const Node*> storages_of(const Graph& graph) {
  std::vector<const Node*> storages;
  const ObjectNode* root = model::as_object(graph.root());
  if (root == nullptr) return storages;
  for (const model::Member& member : root->type->members) {
    if (!member.name.starts_with("DataTable_") || !member.name.ends_with(".Records")) continue;
    const Result<ListView> list = list_view(field(*root, member));
    if (!list.ok()) continue;
    SlotCursor elements = list->elements();
    for (std::uint32_t i = 0; i < list->size; ++i) storages.push_back(elements.next());
  }
  std::sort(storages.begin(), storages.end());
  return storages;
}

// One table of a set, with the graph that its copies go to.
struct SetTable {
  Table* table;
  std::unique_ptr<NodeCopier> copier;
};

class SetReader {
 public:
  SetReader(const Graph& graph, nrbf::TextColumns* direct, const ReadOptions& options, nrbf::GraphReader& records,
            Graph& nested, std::vector<TextObjects>& text_objects, TableSet& set)
      : graph_(graph),
        options_(options),
        records_(records),
        nested_(nested),
        text_objects_(text_objects),
        set_(set),
        keys_(*model::as_object(graph.root()), strings_),
        copier_(graph, *set.graph),
        columns_({options.limits, graph.payload_size()}, direct) {}

  Status read() {
    DOTWIRE_TRY(check_format(keys_, "DataSet.RemotingFormat"));
    read_type_name();
    DOTWIRE_TRY(read_settings());
    if (set_.exclude_schema) return read_rows_without_schema();
    DOTWIRE_TRY(read_tables());
    for (std::uint32_t i = 0; i < tables_.size(); ++i) {
      DOTWIRE_TRY(read_constraints(keys_, i, views_, *tables_[i].copier, strings_, *tables_[i].table));
    }
    DOTWIRE_TRY(set_.relations, read_relations(keys_, views_, copier_, strings_));
    for (std::uint32_t i = 0; i < tables_.size(); ++i) {
      DOTWIRE_TRY(read_expressions(keys_, i, *tables_[i].table));
    }
    for (std::uint32_t i = 0; i < tables_.size(); ++i) {
      DOTWIRE_TRY(read_rows(keys_, i, options_, false, *tables_[i].copier, columns_, *tables_[i].table));
    }
    set_identities(columns_, strings_);
    return {};
  }

  bool met_hidden_elements() const {
    return copier_.met_hidden_elements() ||
           std::ranges::any_of(tables_, [](const SetTable& table) { return table.copier->met_hidden_elements(); });
  }

 private:
  void read_type_name() {
    const model::Type& type = *keys_.object().type;
    if (type.name == "System.Data.DataSet") return;
    set_.type_name = type.name;
    set_.assembly = type.library;
  }

  Status read_settings() {
    if (keys_.find("SchemaSerializationMode.DataSet") != nullptr) {
      DOTWIRE_TRY(const std::int32_t mode, keys_.enumeration("SchemaSerializationMode.DataSet", 1, 2));
      set_.exclude_schema = mode == 2;
    }
    DOTWIRE_TRY(set_.name, keys_.text("DataSet.DataSetName"));
    DOTWIRE_TRY(set_.namespace_uri, keys_.text("DataSet.Namespace"));
    DOTWIRE_TRY(set_.prefix, keys_.text("DataSet.Prefix"));
    DOTWIRE_TRY(set_.case_sensitive, keys_.boolean("DataSet.CaseSensitive"));
    DOTWIRE_TRY(const std::int32_t locale_id, keys_.int32("DataSet.LocaleLCID"));
    set_locale(locale_id, set_.locale, set_.locale_set, set_.locale_id);
    DOTWIRE_TRY(set_.enforce_constraints, keys_.boolean("DataSet.EnforceConstraints"));
    DOTWIRE_TRY(const Node* properties, keys_.node("DataSet.ExtendedProperties"));
    Result<model::PropertyCollection> read = read_properties(properties, copier_, strings_);
    if (!read.ok()) {
      read.error().prepend_path("DataSet.ExtendedProperties");
      return std::move(read).error();
    }
    set_.extended_properties = std::move(*read);
    return {};
  }

  void add_table(std::size_t index) {
    if (index == set_.tables.size()) set_.tables.push_back(std::make_unique<Table>());
    Table& table = *set_.tables[index];
    reset_table(table, SIZE_MAX);
    tables_.push_back({&table, std::make_unique<NodeCopier>(graph_, table.graph())});
    views_.push_back(&table);
  }

  Status read_tables() {
    DOTWIRE_TRY(const std::uint32_t count, keys_.count("DataSet.Tables.Count"));
    if (count > keys_.object().type->members.size()) {
      return error_at("DataSet.Tables.Count", "more tables than there are entries");
    }
    if (set_.tables.size() > count) set_.tables.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      add_table(i);
      Status read = read_nested(i);
      if (!read.ok()) {
        read.error().prepend_path("DataSet.Tables_" + std::to_string(i));
        return read;
      }
    }
    return {};
  }

  // 9.5: a whole payload in a byte[], with padding behind it.
  Status read_nested(std::uint32_t index) {
    DOTWIRE_TRY(const Node* node, keys_.node("DataSet.Tables_" + std::to_string(index)));
    const model::ArrayNode* bytes = as_primitives(node, Primitive::Byte);
    if (bytes == nullptr) return Error(ErrorCode::Malformed, "is no byte[]");
    DOTWIRE_TRY(records_.read({bytes->primitives, static_cast<std::size_t>(bytes->length)}, nested_));
    if (content_of(nested_) != Content::Table) return no_table(content_of(nested_), "DataTable");
    if (options_.record_texts) text_objects_.emplace_back().record(nested_);
    Table& table = *tables_[index].table;
    MetadataStrings strings;
    Keys keys(*model::as_object(nested_.root()), strings);
    NodeCopier copier(nested_, table.graph());
    DOTWIRE_TRY(read_table_schema(keys, false, copier, table));
    read_class(keys.object(), table);
    inherit(table);
    return {};
  }

  // What a table has not set itself it has from its set.
  void inherit(Table& table) const {
    if (!table.case_sensitive_set && table.case_sensitive != set_.case_sensitive) {
      table.recorded_case_sensitive = table.case_sensitive;
      table.case_sensitive = set_.case_sensitive;
    }
    table.namespace_set = table.namespace_uri != set_.namespace_uri;
  }

  Status read_rows_without_schema() {
    std::uint32_t count = 0;
    while (keys_.find("DataTable_" + std::to_string(count) + ".Rows.Count") != nullptr) ++count;
    if (set_.tables.size() > count) set_.tables.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      add_table(i);
      tables_[i].table->name = "Table" + std::to_string(i + 1);
      DOTWIRE_TRY(read_rows(keys_, i, options_, true, *tables_[i].copier, columns_, *tables_[i].table));
    }
    set_identities(columns_, strings_);
    return {};
  }

  const Graph& graph_;
  const ReadOptions& options_;
  nrbf::GraphReader& records_;
  Graph& nested_;
  std::vector<TextObjects>& text_objects_;
  TableSet& set_;
  MetadataStrings strings_;
  Keys keys_;
  NodeCopier copier_;
  std::vector<SetTable> tables_;
  std::vector<Table*> views_;
  ObjectColumns columns_;
};

}  // namespace

Content content_of(const Graph& graph) {
  const ObjectNode* root = model::as_object(graph.root());
  if (root == nullptr) return Content::None;
  const bool table = root->find("DataTable.RemotingVersion") != nullptr;
  if (table && root->find("DataTable.RemotingFormat") != nullptr && root->find("DataTable.TableName") != nullptr) {
    return Content::Table;
  }
  const bool set = root->find("DataSet.RemotingVersion") != nullptr;
  if (set && root->find("DataSet.RemotingFormat") != nullptr && root->find("DataSet.DataSetName") != nullptr) {
    return Content::TableSet;
  }
  if (root->find("XmlSchema") == nullptr || root->find("XmlDiffGram") == nullptr) return Content::None;
  if (table || root->type->name == "System.Data.DataTable") return Content::XmlTable;
  return set || root->type->name == "System.Data.DataSet" ? Content::XmlSet : Content::None;
}

Dialect dialect_of(const Graph& graph) {
  for (const model::Library& library : graph.libraries()) {
    if (library.name.starts_with("System.Data.Common,")) return Dialect::Net10;
  }
  const ObjectNode* root = model::as_object(graph.root());
  if (root == nullptr) return Dialect::Framework;
  // The names of nested tables stand in payloads of their own.
  constexpr std::string_view kMonoKey = ".DataType_AssemblyQualifiedName";
  for (const model::Member& member : root->type->members) {
    if (member.name.ends_with(kMonoKey)) return Dialect::Mono;
    if (!member.name.starts_with("DataSet.Tables_") || member.name.ends_with("Count")) continue;
    const model::ArrayNode* bytes = as_primitives(field(*root, member), Primitive::Byte);
    if (bytes == nullptr) continue;
    const auto text = as_text({bytes->primitives, static_cast<std::size_t>(bytes->length)});
    if (text.find(kMonoKey) != std::string_view::npos) return Dialect::Mono;
  }
  return Dialect::Framework;
}

void Reader::record_texts(const Graph& graph) {
  text_objects_.clear();
  if (options_.record_texts) text_objects_.emplace_back().record(graph);
}

Status Reader::from_graph(const Graph& graph, nrbf::TextColumns* direct, bool& met_hidden, Table& table) {
  if (content_of(graph) != Content::Table) return no_table(content_of(graph), "DataTable");
  record_texts(graph);
  reset_table(table, SIZE_MAX);
  MetadataStrings strings;
  ObjectColumns columns({options_.limits, graph.payload_size()}, direct);
  Keys keys(*model::as_object(graph.root()), strings);
  strings.reserve(keys.object().type->members.size());
  NodeCopier copier(graph, table.graph());
  DOTWIRE_TRY(check_format(keys, "DataTable.RemotingFormat"));
  DOTWIRE_TRY(read_table_schema(keys, true, copier, table));
  read_class(keys.object(), table);
  Table* const self = &table;
  DOTWIRE_TRY(read_constraints(keys, 0, {&self, 1}, copier, strings, table));
  DOTWIRE_TRY(read_rows(keys, 0, options_, false, copier, columns, table));
  set_identities(columns, strings);
  met_hidden = copier.met_hidden_elements();
  return {};
}

Status Reader::from_graph(const Graph& graph, nrbf::TextColumns* direct, bool& met_hidden, TableSet& set) {
  if (content_of(graph) != Content::TableSet) return no_table(content_of(graph), "DataSet");
  record_texts(graph);
  std::vector<std::unique_ptr<Table>> tables = std::move(set.tables);
  set = TableSet();
  set.tables = std::move(tables);
  SetReader reader(graph, direct, options_, records_, nested_, text_objects_, set);
  DOTWIRE_TRY(reader.read());
  met_hidden = reader.met_hidden_elements();
  return {};
}

Status Reader::from_graph(const Graph& graph, Table& table) {
  bool met_hidden = false;
  return from_graph(graph, nullptr, met_hidden, table);
}

Status Reader::from_graph(const Graph& graph, TableSet& set) {
  bool met_hidden = false;
  return from_graph(graph, nullptr, met_hidden, set);
}

Result<const Graph*> Reader::open(Bytes input) {
  input_ = input;
  direct_columns_ = 0;
  direct_ = options_.direct_from != 0 && records_.read(input, source_, texts_).ok();
  if (!direct_) {
    DOTWIRE_TRY(records_.read(input, source_));
    return &source_;
  }
  // What is no column, but a value of some other place.
  const std::vector<const Node*> storages = storages_of(source_);
  direct_columns_ = texts_.size();
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (std::binary_search(storages.begin(), storages.end(), texts_[i].array)) continue;
    records_.expand(texts_[i], source_, texts_);
    --direct_columns_;
  }
  return &source_;
}

template <class Content>
Status Reader::read_content(Content& content) {
  if (direct_) {
    bool met_hidden = false;
    direct_ = false;
    const Status read = from_graph(source_, &texts_, met_hidden, content);
    if (read.ok() && !met_hidden && texts_.all_released()) return {};
    direct_columns_ = 0;
    DOTWIRE_TRY(records_.read(input_, source_));
  }
  return from_graph(source_, content);
}

Status Reader::read(Bytes input, Table& table) {
  if (options_.direct_from != 0) {
    table.clear_rows();
    texts_.take_memory(table);
  }
  DOTWIRE_TRY(open(input));
  return read_opened(table);
}

Status Reader::read(Bytes input, TableSet& set) {
  DOTWIRE_TRY(open(input));
  return read_opened(set);
}

template Status Reader::read_content(Table&);
template Status Reader::read_content(TableSet&);

}  // namespace dotwire::dataset_binary
