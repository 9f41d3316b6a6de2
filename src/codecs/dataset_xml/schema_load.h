// From the tree of a schema to tables, by the rules of System.Data's XSDSchema (xml-json-formats.md F.4).
//
// Follows its order, since the order decides names and places: a table's columns, then its constraints, then the keys
// to tables that are nested in it. Nothing recurses: tables that are nested in one another wait on a stack.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/schema_read.h"
#include "codecs/dataset_xml/xsd.h"
#include "model/cell_budget.h"

namespace dotwire::dataset_xml {

class SchemaLoader {
 public:
  // `reader` gives errors their places; null where the tree was inferred, from so many bytes.
  SchemaLoader(const XsdTree& tree, const xml::Reader* reader, std::uint64_t document_size, const ReadOptions& options,
               model::TableSet& set, SchemaFacts& facts);

  Status load();

 private:
  struct LoadTable;
  struct LoadKey {
    bool foreign;
    bool primary = false;
    std::string name;
    std::vector<model::Column*> columns;
    LoadTable* parent = nullptr;  // of a foreign one
    std::vector<model::Column*> parent_columns;
    model::Rule accept_reject = model::Rule::None;
    model::Rule update = model::Rule::Cascade;
    model::Rule remove = model::Rule::Cascade;
    model::PropertyCollection properties;
  };
  // A table while its columns come: they have no ordinals before all are there.
  struct LoadTable {
    model::Table* table = nullptr;
    std::uint32_t index = 0;
    std::string name_space;
    bool inherits = false;                                // its namespace is that of its parent, or of the set
    std::vector<std::unique_ptr<model::Column>> columns;  // in the order of their coming
    std::vector<std::uint32_t> places;                    // where each was put among those before it
    std::unordered_map<std::string, model::Column*> by_name;
    struct Near {
      std::uint32_t count = 0;
      model::Column* column = nullptr;
    };
    std::unordered_map<std::string, Near> by_folded_name;
    std::unordered_map<std::string, std::size_t> next_suffix;  // of names that are made
    std::size_t element_columns = 0;
    model::Column* text = nullptr;
    model::Column* generated_key = nullptr;
    std::int64_t generated_key_place = -1;
    std::vector<std::unique_ptr<LoadKey>> keys;
    std::unordered_set<std::string> key_names;
    std::uint32_t next_key_name = 1;
    LoadKey* primary = nullptr;
    std::unordered_set<const LoadTable*> nested_children;
    std::size_t nested_parents = 0;
    std::vector<LoadTable*> inferred_children;
  };
  struct LoadRelation {
    std::string name;
    LoadTable* parent;
    LoadTable* child;
    std::vector<model::Column*> parent_columns;
    std::vector<model::Column*> child_columns;
    bool nested = false;
    LoadKey* key = nullptr;
    model::PropertyCollection properties;
  };
  // What an XSD type makes of a column.
  struct ColumnType {
    model::ValueKind kind = model::ValueKind::String;
    std::string_view xsd_name;  // empty where simple types say it
    std::vector<model::SimpleType> simple_types;
  };
  enum class StepKind : std::uint8_t { Enter, Leave, Attribute, Element, Text, InferredText };
  // A complex type laid out: groups, base types and compositors are gone.
  struct Step {
    StepKind kind;
    bool in_base;  // the column may not be there yet
    bool flag;     // Element: of a choice that repeats. Text: the element may be nil
    XsdNode node;
  };
  enum class JobKind : std::uint8_t { Type, Leave, Attributes, Particle, GroupEnd, Element, Text, InferredText };
  struct Job {
    JobKind kind;
    bool in_base;
    bool many;
    XsdNode node;
  };
  // What is left to lay out, the next one last.
  struct Layout {
    std::vector<Step> steps;
    std::vector<Job> jobs;
    std::unordered_set<XsdNode> open_groups;
    std::unordered_set<XsdNode> open_types;
  };
  // A table whose type is being worked through.
  struct Frame {
    XsdNode element;
    LoadTable* table;
    std::vector<Step> steps;
    std::size_t next = 0;
    std::vector<LoadTable*> children;
    bool pending = false;  // steps[next - 1] waits for the table above
  };

  // schema_load.cpp
  Error fail(XsdNode node, std::string message, ErrorCode code = ErrorCode::Malformed) const;
  Error undeclared(XsdNode node, std::string name) const;
  std::string import_hint() const;
  Status spend(std::size_t work, XsdNode node);
  bool inferred() const { return reader_ == nullptr; }
  std::string_view name_of(XsdNode node) const;
  XsdName qualified_name(XsdNode node) const;
  Status collect();
  Status check_references();
  Status check_reference(XsdNode node);
  Status name_set();
  Result<XsdNode> find_set_element();
  Result<bool> is_set_like(XsdNode element);
  Status load_set(XsdNode element);
  Status load_set_child(XsdNode element, std::vector<LoadTable*>& sequence);
  Status set_facts(XsdNode element);
  Status load_annotations();
  void settle_namespaces(bool root_is_table);
  void order_inferred(const std::vector<LoadTable*>& sequence);
  Status finish();
  Status check_nesting() const;
  void finish_columns(LoadTable& table, std::unordered_map<const model::Column*, std::uint32_t>& ordinals);
  std::string_view prefix_of(std::string_view name_space) const;

  // schema_types.cpp
  Result<XsdNode> type_of(XsdNode element);
  Result<bool> is_table(XsdNode element);
  Result<std::vector<Step>> lay_out(XsdNode complex_type, bool nillable);
  Status lay_out_type(XsdNode type, bool nillable, Layout& layout);
  Status lay_out_attributes(const Job& job, Layout& layout);
  Status lay_out_particle(const Job& job, Layout& layout);
  Result<ColumnType> column_type(XsdNode element);
  Result<ColumnType> simple_type(XsdNode type);
  Result<model::ValueKind> built_in(std::string_view name, XsdNode at) const;
  XsdNode global(const std::unordered_map<std::string, XsdNode>& of, const XsdName& name) const;

  // schema_load_tables.cpp
  Result<LoadTable*> load_table(XsdNode element);
  // Null where the element is no table, or where its columns are to come: `frame` has been pushed then.
  Result<LoadTable*> open_table(XsdNode element, bool& pushed);
  Result<LoadTable*> load_simple_table(XsdNode element);
  Status work(std::size_t floor);
  Status step(const Step& step, bool& pushed);
  Status step_element(const Step& step, bool& pushed);
  Status place_child(const Step& step, LoadTable* child);
  Status finish_table(Frame& frame);
  Status nest(LoadTable& parent, LoadTable& child);
  Status apply_table_facts(LoadTable& table, XsdNode element);
  Status load_keys_of(LoadTable& table);
  Result<LoadTable*> add_table(std::string name, std::string name_space, XsdNode at);
  LoadTable* find_table(std::string_view name, std::string_view name_space) const;
  LoadTable* find_table_smart(std::string_view name, std::string_view name_space) const;

  // schema_load_columns.cpp
  Status load_element_column(XsdNode element, LoadTable& table, bool in_base, model::Column** made = nullptr);
  Status load_attribute_column(XsdNode attribute, LoadTable& table, bool in_base);
  Status load_text_column(XsdNode content, LoadTable& table, bool in_base, bool nillable);
  Result<std::unique_ptr<model::Column>> make_column(std::string name, ColumnType type, model::MappingType mapping,
                                                     XsdNode node, LoadTable& table);
  Status apply_column_fact(model::Column& column, const XsdExtra& extra, XsdNode node);
  Status add_column(LoadTable& table, std::unique_ptr<model::Column> column, std::int64_t place, XsdNode at);
  Status set_default(LoadTable& table, model::Column& column, std::string_view text, XsdNode at);
  Result<std::int64_t> ordinal_of(XsdNode node);
  Result<model::Column*> generated_key(LoadTable& table, std::int64_t place, XsdNode at);
  static std::string free_column_name(LoadTable& table, const std::string& name);
  static model::Column* find_column(const LoadTable& table, const std::string& name);
  void properties(XsdNode node, model::Graph& graph, model::PropertyCollection& to, std::string_view only = {},
                  std::string_view not_with = {});
  Result<std::int64_t> integer(std::string_view text, XsdNode node) const;
  Result<bool> boolean(XsdNode node, std::string_view local, bool usual) const;
  Result<bool> boolean_word(const XsdExtra& extra, XsdNode node) const;

  // schema_load_keys.cpp
  Status load_unique(XsdNode node);
  Status load_left_keys(XsdNode set_element);
  Status load_keyref(XsdNode node);
  Status load_relationship(XsdNode node, bool nested);
  Result<LoadKey*> add_unique(LoadTable& table, std::string name, std::vector<model::Column*> columns, bool primary,
                              XsdNode at);
  Result<LoadKey*> add_foreign(LoadTable& table, std::string name, LoadTable& parent,
                               std::vector<model::Column*> parent_columns, std::vector<model::Column*> columns,
                               XsdNode at);
  Result<LoadRelation*> add_relation(std::string name, LoadTable& parent, std::vector<model::Column*> parent_columns,
                                     LoadTable& child, std::vector<model::Column*> child_columns, bool constraints,
                                     bool nested, XsdNode at);
  Status set_nested(LoadRelation& relation, XsdNode at);
  Result<std::vector<model::Column*>> fields(XsdNode key, const LoadTable& table);
  Result<std::string> table_name_of(XsdNode key) const;
  std::string_view table_namespace_of(XsdNode key, bool& known) const;
  void drop_primary(LoadTable& table);
  static std::string free_key_name(LoadTable& table);

  const XsdTree& tree_;
  const xml::Reader* reader_;
  const ReadOptions& options_;
  model::SchemaBudget budget_;
  CellContext cells_;
  model::TableSet& set_;
  SchemaFacts& facts_;

  std::vector<XsdNode> elements_;  // global ones, as the schemas have them
  std::vector<XsdNode> annotations_;
  std::unordered_map<std::string, XsdNode> global_elements_;
  std::unordered_map<std::string, XsdNode> global_attributes_;
  std::unordered_map<std::string, XsdNode> attribute_groups_;
  std::unordered_map<std::string, XsdNode> groups_;
  std::unordered_map<std::string, XsdNode> types_;
  XsdNode set_element_ = kNoNode;
  std::unordered_map<std::string, std::vector<XsdNode>> keys_by_table_;
  std::unordered_map<std::string, std::vector<XsdNode>> nested_keyrefs_by_table_;
  std::unordered_map<std::string, XsdNode> declared_keys_;  // of the set's element, by decoded name
  // As the roots of the schemas declare them, the first of each.
  std::unordered_map<std::string_view, std::string_view> namespace_by_prefix_;
  std::unordered_map<std::string_view, std::string_view> prefix_by_namespace_;

  std::vector<std::unique_ptr<LoadTable>> tables_;
  std::unordered_map<std::string, std::vector<LoadTable*>> tables_by_name_;
  std::unordered_set<std::string> seen_tables_;  // "namespace:name" of elements that became tables
  std::vector<std::unique_ptr<LoadRelation>> relations_;
  std::unordered_map<std::string, LoadRelation*> relations_by_name_;
  using KeyColumns = std::pair<std::vector<model::Column*>, std::vector<model::Column*>>;
  std::map<KeyColumns, LoadRelation*> relations_by_columns_;
  std::map<KeyColumns, LoadKey*> foreign_keys_;
  std::map<std::vector<model::Column*>, LoadKey*> uniques_;  // by sorted columns
  struct KeyPlace {
    LoadTable* table;
    XsdNode node;
  };
  std::unordered_map<std::string, KeyPlace> key_places_;
  std::vector<Frame> frames_;
  LoadTable* finished_ = nullptr;  // the table whose frame was done last
  std::unordered_set<XsdNode> open_types_;
  std::size_t work_ = 0;
};

}  // namespace dotwire::dataset_xml
