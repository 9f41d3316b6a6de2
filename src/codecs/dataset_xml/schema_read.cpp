#include "codecs/dataset_xml/schema_read.h"

#include <algorithm>

#include "base/try.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xsd.h"
#include "wire/xml/roots.h"

namespace dotwire::dataset_xml {
namespace {

using model::Table;
using model::TableSet;

// Known to every schema that imports their namespace, as .resx files do; System.Data has them built in.
Status add_xml_attributes(XsdTree& tree) {
  constexpr std::pair<std::string_view, std::string_view> kAttributes[] = {
      {"space", "string"}, {"lang", "language"}, {"base", "anyURI"}};
  for (const XsdSchema& schema : tree.schemas()) {
    if (schema.target_namespace == kXml) return {};
  }
  bool used = false;
  for (XsdNode node = 0; node < tree.size(); ++node) {
    used |= tree[node].tag == XsdTag::Attribute && tree[node].ref.name_space == kXml;
  }
  if (!used) return {};
  const XsdNode root = tree.add_schema(kXml);
  for (const auto& [name, type] : kAttributes) {
    DOTWIRE_TRY(const XsdNode attribute, tree.add(XsdTag::Attribute, root));
    tree.part(attribute).name = name;
    tree.part(attribute).type = {kXsd, type};
  }
  return {};
}

}  // namespace

bool is_schema_element(xml::Reader& reader) { return reader.is(reader.intern(kXsd), reader.intern("schema")); }

Status read_schema_elements(xml::Reader& reader, const ReadOptions& options, TableSet& set, SchemaFacts& facts) {
  XsdTree tree;
  const std::string name(reader.raw_name());
  while (true) {
    DOTWIRE_TRY(tree.read(reader));
    if (!xml::another_follows(reader, name)) break;
    if (reader.depth() == 0) reader.allow_another_root();
    while (true) {
      DOTWIRE_TRY(const xml::NodeKind kind, reader.next());
      if (kind == xml::NodeKind::Start) break;
    }
  }
  DOTWIRE_TRY(add_xml_attributes(tree));
  return SchemaLoader(tree, &reader, reader.document_text().size(), options, set, facts).load();
}

void drop_keys_to_others(Table& table, std::uint32_t index) {
  std::vector<model::ForeignKeyConstraint> kept;
  std::vector<model::ConstraintRef> order;
  for (const model::ConstraintRef ref : table.constraint_order) {
    if (!ref.foreign) {
      order.push_back(ref);
      continue;
    }
    model::ForeignKeyConstraint& key = table.foreign_keys[ref.index];
    if (key.parent_table != index) continue;
    key.parent_table = key.child_table = 0;
    order.push_back({true, static_cast<std::uint32_t>(kept.size())});
    kept.push_back(std::move(key));
  }
  table.foreign_keys = std::move(kept);
  table.constraint_order = std::move(order);
}

void take_table(TableSet& set, std::uint32_t index, bool like_dotnet, Table& table) {
  const Scope scope = Scope::of(set);
  const std::string name_space(table_namespaces(scope)[index]);
  table = std::move(*set.tables[index]);
  if (!table.namespace_set && !name_space.empty()) table.namespace_uri = name_space;
  drop_keys_to_others(table, index);
  std::erase_if(set.relations,
                [&](const model::Relation& r) { return r.parent_table != index || r.child_table != index; });
  for (model::Relation& relation : set.relations) relation.parent_table = relation.child_table = 0;
  set.tables.clear();
  if (!like_dotnet) return;
  // Cloning a table makes its primary key first.
  const auto primary = std::find_if(table.constraint_order.begin(), table.constraint_order.end(), [&](auto ref) {
    return !ref.foreign && table.unique_constraints[ref.index].primary_key;
  });
  if (primary == table.constraint_order.end()) return;
  std::rotate(table.constraint_order.begin(), primary, primary + 1);
  const std::uint32_t old = table.constraint_order[0].index;
  std::rotate(table.unique_constraints.begin(), table.unique_constraints.begin() + old,
              table.unique_constraints.begin() + old + 1);
  for (model::ConstraintRef& ref : table.constraint_order) {
    if (ref.foreign || ref.index > old) continue;
    ref.index = ref.index == old ? 0 : ref.index + 1;
  }
}

}  // namespace dotwire::dataset_xml
