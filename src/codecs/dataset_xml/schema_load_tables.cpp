#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::Table;

namespace {

std::string key_of(std::string_view name_space, std::string_view name) {
  return std::string(name_space) + ":" + std::string(name);
}

}  // namespace

SchemaLoader::LoadTable* SchemaLoader::find_table(std::string_view name, std::string_view name_space) const {
  const auto found = tables_by_name_.find(std::string(name));
  if (found == tables_by_name_.end()) return nullptr;
  for (LoadTable* table : found->second) {
    if (table->name_space == name_space) return table;
  }
  return nullptr;
}

// By name and namespace, or by the name alone where only one table has it.
SchemaLoader::LoadTable* SchemaLoader::find_table_smart(std::string_view name, std::string_view name_space) const {
  if (LoadTable* table = find_table(name, name_space)) return table;
  const auto found = tables_by_name_.find(std::string(name));
  return found != tables_by_name_.end() && found->second.size() == 1 ? found->second[0] : nullptr;
}

Result<SchemaLoader::LoadTable*> SchemaLoader::add_table(std::string name, std::string name_space, XsdNode at) {
  // One that rows bring is nested in another, with a key and a relation.
  constexpr std::uint64_t kInferredTable = 16 * 1024;
  if (!(inferred() ? budget_.take(kInferredTable) : budget_.take_table()))
    return fail(at, model::kTooManyColumns, ErrorCode::LimitExceeded);
  auto made = std::make_unique<LoadTable>();
  set_.tables.push_back(std::make_unique<Table>());
  made->table = set_.tables.back().get();
  made->table->name = std::move(name);
  made->index = static_cast<std::uint32_t>(tables_.size());
  made->name_space = std::move(name_space);
  if (inferred()) made->table->prefix = prefix_of(made->name_space);
  tables_by_name_[made->table->name].push_back(made.get());
  tables_.push_back(std::move(made));
  return tables_.back().get();
}

Status SchemaLoader::apply_table_facts(LoadTable& made, XsdNode element) {
  Table& table = *made.table;
  for (std::uint32_t i = 0; i < tree_[element].extra_count; ++i) {
    const XsdExtra& extra = tree_.extras(element)[i];
    if (extra.property) continue;
    if (extra.local == "CaseSensitive") {
      DOTWIRE_TRY(table.case_sensitive, boolean_word(extra, element));
      table.case_sensitive_set = true;
    } else if (extra.local == "DisplayExpression") {
      table.display_expression = extra.value;
    } else if (extra.local == "Prefix") {
      table.prefix = extra.value;
    } else if (extra.local == "MinimumCapacity") {
      DOTWIRE_TRY(const std::int64_t capacity, integer(extra.value, element));
      table.minimum_capacity = static_cast<std::int32_t>(std::clamp<std::int64_t>(capacity, 0, INT32_MAX));
    }
  }
  properties(element, table.graph(), table.extended_properties);
  return {};
}

// A repeated element of a simple type: a table of one text column.
Result<SchemaLoader::LoadTable*> SchemaLoader::load_simple_table(XsdNode element) {
  const std::string name = decode_name(name_of(element));
  const XsdName qualified = qualified_name(element);
  LoadTable* table = find_table(name, qualified.name_space);
  if (table != nullptr && !inferred()) return fail(element, "element " + name + " is there twice");
  if (table == nullptr) {
    const XsdExtra* own = tree_.extra(element, "targetNamespace");
    DOTWIRE_TRY(table, add_table(name, std::string(own != nullptr ? own->value : qualified.name_space), element));
    if (!inferred()) {
      table->table->min_occurs = tree_[element].min_occurs;
      table->table->max_occurs = tree_[element].max_occurs;
    }
    DOTWIRE_TRY(apply_table_facts(*table, element));
  }
  const bool typed = !tree_[element].type.empty() || tree_.child(element, XsdTag::SimpleType) != kNoNode ||
                     !tree_[element].ref.empty();
  if (!inferred() || (typed && table->columns.empty())) {
    // The column has the element's name first, and another one at once.
    Column* column = nullptr;
    DOTWIRE_TRY(load_element_column(element, *table, false, &column));
    if (column != nullptr) {
      table->by_name.erase(column->name);
      table->by_folded_name.clear();
      column->name = name + (inferred() ? "_Text" : "_Column");
      table->by_name.emplace(column->name, column);
      table->by_folded_name[column->name] = {1, column};
      column->mapping = model::MappingType::SimpleContent;
      table->text = column;
      table->element_columns = 0;
    }
  }
  DOTWIRE_TRY(load_keys_of(*table));
  table->table->nested_in_data_set = false;
  return table;
}

// Unique constraints of the set's element that are over the table.
Status SchemaLoader::load_keys_of(LoadTable& table) {
  const auto found = keys_by_table_.find(table.table->name);
  if (found == keys_by_table_.end()) return {};
  for (const XsdNode key : found->second) {
    bool known = false;
    const std::string_view space = table_namespace_of(key, known);
    if (known && space != table.name_space) continue;
    DOTWIRE_TRY(load_unique(key));
  }
  return {};
}

Result<SchemaLoader::LoadTable*> SchemaLoader::open_table(XsdNode element, bool& pushed) {
  pushed = false;
  DOTWIRE_TRY(const bool table_element, is_table(element));
  if (!table_element) return nullptr;
  DOTWIRE_TRY(const XsdNode type, type_of(element));
  if (type == kNoNode) return load_simple_table(element);

  const std::string name = decode_name(name_of(element));
  const XsdName qualified = qualified_name(element);
  LoadTable* table = find_table(name, qualified.name_space);
  if (table != nullptr && !inferred()) {
    table->table->nested_in_data_set = false;
    return table;
  }
  if (table == nullptr) {
    seen_tables_.insert(key_of(qualified.name_space, name_of(element)));
    const XsdExtra* own = tree_.extra(element, "targetNamespace");
    DOTWIRE_TRY(table, add_table(name, std::string(own != nullptr ? own->value : qualified.name_space), element));
    Table& made = *table->table;
    const XsdName& type_name = tree_[element].type;
    if (!type_name.empty()) {
      made.type_name = type_name.name_space.empty()
                           ? std::string(type_name.local)
                           : std::string(type_name.name_space) + ":" + std::string(type_name.local);
    }
    if (const XsdExtra* locale = tree_.extra(element, "Locale")) {
      made.locale = locale->value;
      made.locale_set = true;
    }
    if (const XsdExtra* of_type = tree_.extra(type, "CaseSensitive")) {
      DOTWIRE_TRY(made.case_sensitive, boolean_word(*of_type, type));
      made.case_sensitive_set = true;
    }
    if (!inferred()) {
      made.min_occurs = tree_[element].min_occurs;
      made.max_occurs = tree_[element].max_occurs;
    }
  }
  DOTWIRE_TRY(std::vector<Step> steps, lay_out(type, tree_[element].nillable));
  frames_.push_back({element, table, std::move(steps), 0, {}, false});
  pushed = true;
  return table;
}

Result<SchemaLoader::LoadTable*> SchemaLoader::load_table(XsdNode element) {
  bool pushed = false;
  const std::size_t floor = frames_.size();
  DOTWIRE_TRY(LoadTable* const table, open_table(element, pushed));
  if (pushed) {
    DOTWIRE_TRY(work(floor));
  }
  if (table != nullptr) table->table->nested_in_data_set = false;
  return table;
}

// Until as few tables wait as there were.
Status SchemaLoader::work(std::size_t floor) {
  while (frames_.size() > floor) {
    Frame& frame = frames_.back();
    if (frame.pending) {
      frame.pending = false;
      const Step waiting = frame.steps[frame.next - 1];
      DOTWIRE_TRY(place_child(waiting, finished_));
      continue;
    }
    if (frame.next < frame.steps.size()) {
      const Step next = frame.steps[frame.next++];
      const std::size_t at = frames_.size() - 1;
      bool pushed = false;
      DOTWIRE_TRY(step(next, pushed));
      if (pushed) frames_[at].pending = true;
      continue;
    }
    Frame done = std::move(frame);
    DOTWIRE_TRY(finish_table(done));
    done.table->table->nested_in_data_set = false;
    finished_ = done.table;
    frames_.pop_back();
  }
  return {};
}

Status SchemaLoader::step(const Step& next, bool& pushed) {
  pushed = false;
  LoadTable& table = *frames_.back().table;
  DOTWIRE_TRY(spend(1, next.node));
  switch (next.kind) {
    case StepKind::Enter:
      if (!open_types_.insert(next.node).second) {
        return fail(next.node, "complex type " + std::string(tree_[next.node].name) + " contains itself");
      }
      return {};
    case StepKind::Leave: open_types_.erase(next.node); return {};
    case StepKind::Attribute: return load_attribute_column(next.node, table, next.in_base);
    case StepKind::Text:
    case StepKind::InferredText: return load_text_column(next.node, table, next.in_base, next.flag);
    case StepKind::Element: return step_element(next, pushed);
  }
  return {};
}

// A column, the table itself again, or a table in it.
Status SchemaLoader::step_element(const Step& next, bool& pushed) {
  LoadTable& table = *frames_.back().table;
  const XsdPart& part = tree_[next.node];
  const bool by_reference = part.name.empty() && part.ref.name_space == table.name_space &&
                            part.ref.local == encode_local_name(table.table->name);
  bool itself = by_reference;
  if (!itself && part.name == table.table->name) {
    DOTWIRE_TRY(itself, is_table(next.node));
  }
  if (itself && !inferred()) return place_child(next, &table);
  DOTWIRE_TRY(LoadTable * child, open_table(next.node, pushed));
  if (pushed) return {};
  if (child == nullptr && inferred() && part.name == table.table->name) return place_child(next, &table);
  if (child == nullptr) return load_element_column(next.node, table, next.in_base);
  return place_child(next, child);
}

// Behind a child's element: its keys come when the table is done.
Status SchemaLoader::place_child(const Step& next, LoadTable* child) {
  Frame& frame = frames_.back();
  LoadTable& table = *frame.table;
  child->table->nested_in_data_set = false;
  const XsdNode annotation = tree_.child(next.node, XsdTag::Annotation);
  for (XsdNode info = annotation == kNoNode ? kNoNode : tree_.first(annotation); info != kNoNode;
       info = tree_.next(info)) {
    if (tree_[info].tag != XsdTag::AppInfo) continue;
    for (XsdNode at = tree_.first(info); at != kNoNode; at = tree_.next(at)) {
      DOTWIRE_TRY(load_relationship(at, true));
    }
  }
  if (table.nested_children.contains(child)) return {};
  frame.children.push_back(child);
  if (inferred() && table.generated_key_place == -1) {
    table.generated_key_place = static_cast<std::int64_t>(table.element_columns);
  }
  return {};
}

// A foreign key of one generated column, where none is declared.
Status SchemaLoader::nest(LoadTable& parent, LoadTable& child) {
  if (&child != &parent && parent.name_space == child.name_space) child.inherits = true;
  const XsdNode at = frames_.back().element;
  const auto found = nested_keyrefs_by_table_.find(child.table->name);
  if (found != nested_keyrefs_by_table_.end()) {
    const bool ambiguous = tables_by_name_[child.table->name].size() > 1;
    for (const XsdNode keyref : found->second) {
      bool known = false;
      const std::string_view space = table_namespace_of(keyref, known);
      if (ambiguous && (!known || space != child.name_space)) continue;
      DOTWIRE_TRY(load_keyref(keyref));
    }
  }
  if (parent.nested_children.contains(&child)) return {};

  std::int64_t place = -1;
  if (inferred()) {
    place = parent.generated_key_place;
    for (std::size_t i = 0; place == -1 && i < parent.columns.size(); ++i) {
      if (parent.columns[i]->mapping == model::MappingType::Attribute) place = static_cast<std::int64_t>(i);
    }
  }
  DOTWIRE_TRY(Column* const parent_key, generated_key(parent, place, at));
  auto made = std::make_unique<Column>(free_column_name(child, parent_key->name), parent_key->kind());
  made->mapping = model::MappingType::Hidden;
  if (inferred()) made->prefix = child.table->prefix;
  Column* child_key = made.get();
  DOTWIRE_TRY(add_column(child, std::move(made), -1, at));
  const std::string name = parent.table->name + "_" + child.table->name;
  DOTWIRE_TRY([[maybe_unused]] LoadRelation* const relation,
              add_relation(name, parent, {parent_key}, child, {child_key}, true, true, at));
  return {};
}

Status SchemaLoader::finish_table(Frame& frame) {
  LoadTable& table = *frame.table;
  DOTWIRE_TRY(apply_table_facts(table, frame.element));
  DOTWIRE_TRY(load_keys_of(table));
  std::unordered_set<const LoadTable*> seen;
  for (LoadTable* child : frame.children) {
    if (!seen.insert(child).second && table.nested_children.contains(child)) continue;
    DOTWIRE_TRY(nest(table, *child));
  }
  return {};
}

}  // namespace dotwire::dataset_xml
