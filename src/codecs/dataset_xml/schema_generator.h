// WriteXmlSchema, in the order that System.Data does it: the order decides which prefixes namespaces get, and where a
// shared element stands (xml-json-formats.md F.2, table-formats.md 9.1).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/schema_node.h"

namespace dotwire::dataset_xml {

// Makes the schema of one table or of a whole set, once. Borrows the scope's tables.
class SchemaGenerator {
 public:
  using Node = SchemaTree::Node;
  static constexpr std::uint32_t kWholeSet = ~std::uint32_t{0};

  // `main`: the table that the schema is for, by its place in the scope, or kWholeSet.
  SchemaGenerator(const Scope& scope, std::uint32_t main, const WriteOptions& options);

  Status make();
  // Several xs:schema elements beside one another: no document then.
  bool is_split() const { return fragments_.size() > 1; }
  Status write(xml::Writer& writer) const;

 private:
  Status check() const;
  // One namespace's xs:schema.
  struct Fragment {
    std::string name_space;
    std::string prefix;  // empty: the default namespace, or none
    Node root;
    std::unordered_set<std::string> names;  // of global elements, attributes and types
  };
  // What is known of a table before anything is written.
  struct TableFacts {
    std::string_view name_space;
    std::string_view target;  // of the schema that its columns stand in, if they have no namespace
    std::string encoded_name;
    bool ambiguous_name = false;          // another table has it too
    bool listed = false;                  // among those whose schema was asked for
    std::vector<std::uint32_t> children;  // relations, in the set's order
    std::vector<std::uint32_t> parents;
    std::vector<model::ConstraintRef> constraints;
    std::vector<std::string> unique_names;  // SchemaName; by the index of ConstraintRef
    std::vector<std::string> key_names;
    std::map<std::vector<std::uint32_t>, std::uint32_t> unique_by_columns;  // sorted ordinals
    std::vector<bool> generated_columns;
    std::vector<bool> generated_uniques;
    std::vector<bool> generated_keys;
  };
  // A table whose element is being made.
  struct Open {
    std::uint32_t table;
    Node element;
    Node type;      // or the extension in it
    Node sequence;  // kNone: simple content
    std::size_t next_child = 0;
    std::uint32_t relation = 0;  // of the child that is open above
  };

  const model::Table& table(std::uint32_t index) const { return *scope_.tables[index]; }
  bool remoting() const { return options_.schema_form == SchemaForm::Remoting; }
  std::string_view set_namespace() const { return set_namespace_; }

  // schema_facts.cpp
  Status collect();
  Status check_relations() const;
  Status check_nesting() const;
  void collect_targets();
  void name_constraints();
  void name_constraints_of(std::uint32_t index, std::unordered_set<std::string>& names);
  void find_generated(std::uint32_t index);
  bool is_generated_column(std::uint32_t table, std::uint32_t column) const;
  bool is_generated_relation(const model::Relation& relation) const;
  bool is_generated_key(std::uint32_t table, const model::ForeignKeyConstraint& key) const;
  // Of the relation that a foreign key belongs to, or kWholeSet.
  std::uint32_t relation_of(std::uint32_t table, const model::ForeignKeyConstraint& key) const;
  bool has_foreign_key(const model::Relation& relation) const;
  std::uint32_t unique_of(std::uint32_t table, std::vector<std::uint32_t> columns) const;
  std::size_t nested_parents(std::uint32_t table) const;
  bool is_self_nested(std::uint32_t table) const;
  std::vector<std::uint32_t> top_tables() const;

  // schema_write.cpp
  void set_root_facts(Node root, std::string_view name_space);
  std::uint32_t fragment(std::string_view name_space);
  std::string qualified(std::string_view name_space, std::string_view encoded) const;
  bool has_properties() const;
  Status make_document();
  Status make_set_element();
  Status set_set_facts();
  Status place_top_table(std::uint32_t index, Node element);
  void append_global(std::uint32_t fragment, Node element);
  Status append_relations();
  Result<Node> relation_element(const model::Relation& relation);
  Status finish_fragments();
  Status properties(Node node, const model::PropertyCollection& collection, std::string_view prefix = {});
  static void msdata(SchemaTree& tree, Node node, std::string_view local, std::string value) {
    tree.set(node, Space::Msdata, local, std::move(value));
  }

  // schema_tables.cpp
  Result<Node> make_table(std::uint32_t index, bool nested);
  Result<Node> start_table(std::uint32_t index, std::vector<Open>& open);
  Status set_table_facts(std::uint32_t index, Node element, bool unqualified);
  Status start_type(std::uint32_t index, Node element, bool unqualified, Open& made);
  Status place_child(const Open& parent, std::uint32_t relation, Node child);
  Status finish_table(const Open& made, bool nested);
  Result<bool> make_simple_content(std::uint32_t index, Node element, Node& type);

  // schema_columns.cpp
  Status make_columns(std::uint32_t index, Node type, Node sequence);
  Result<Node> make_column(std::uint32_t index, std::uint32_t ordinal, bool ordinals);
  Status column_facts(const model::Column& column, Node node);
  void column_type(const model::Column& column, Node node, std::string_view attribute);
  Status column_default(const model::Column& column, Node node);

  // schema_keys.cpp
  Status make_constraints(std::uint32_t index, bool nested);
  Status make_unique(std::uint32_t index, std::uint32_t unique, std::string_view prefix);
  Status make_key(std::uint32_t index, std::uint32_t key, std::string_view prefix);
  Status make_fields(std::uint32_t table, const std::vector<std::uint32_t>& columns, std::string_view prefix,
                     Node node);
  Node make_selector(std::string_view prefix, std::string_view name);

  const Scope& scope_;
  std::uint32_t main_;
  const WriteOptions& options_;
  CellContext cells_;
  std::string set_name_;  // encoded
  std::string_view set_namespace_;

  std::vector<TableFacts> facts_;
  // Parent's columns and child's columns, each with its table behind.
  using KeyColumns = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;
  std::map<KeyColumns, std::uint32_t> relations_by_columns_;
  std::set<KeyColumns> foreign_keys_;

  SchemaTree tree_;
  std::vector<Fragment> fragments_;  // [0] is the set's
  std::unordered_map<std::string, std::uint32_t> fragment_by_namespace_;
  std::uint32_t prefixes_ = 0;
  bool msprop_ = false;
  Node set_element_ = SchemaTree::kNone;
  Node choice_ = SchemaTree::kNone;
  std::vector<Node> uniques_;  // behind the set's complexType
  std::vector<Node> keys_;     // behind those; the last one comes first
};

}  // namespace dotwire::dataset_xml
