#include "formats/dataset_binary/drew.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "base/try.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/row_arrays.h"
#include "formats/dataset_binary/scalar_reader.h"
#include "model/type_names.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::Table;

namespace {

bool is_rectangle(const ArrayNode* array) {
  return array != nullptr && array->rank == 2 && array->element.binary_type == BinaryType::Object &&
         array->lower_bounds == nullptr && (array->slots != nullptr || array->length == 0);
}

bool is_texts(const ArrayNode* array) {
  return array != nullptr && array->rank == 1 && array->element.binary_type == BinaryType::String &&
         as_slots(array) != nullptr;
}

bool is_types(const ArrayNode* array) {
  return array != nullptr && as_slots(array) != nullptr && array->element.binary_type == BinaryType::SystemClass &&
         (array->element.name == "System.Type" || array->element.name == "System.RuntimeType");
}

// What the members of one object are; places in its type's members.
struct Parts {
  std::vector<DrewMember> members;  // in their order
  const ArrayNode* cells = nullptr;
  const ArrayNode* names = nullptr;
  const ArrayNode* types = nullptr;
  bool types_are_text = false;
  std::optional<std::string_view> table_name;
};

bool contains_row(std::string_view name) { return name.find("ow") != std::string_view::npos; }

// The members by what they hold. Of two string[] the first are names; of two counts the one that says "row", or else
// the second, counts rows.
std::optional<Parts> parts_of(const ObjectNode& object) {
  Parts parts;
  std::vector<std::size_t> counts;
  for (const Member& member : object.type->members) {
    std::optional<DrewRole> role;
    if (member.recorded.binary_type == BinaryType::Primitive) {
      if (member.recorded.primitive != Primitive::Int32) continue;
      counts.push_back(parts.members.size());
      role = DrewRole::ColumnCount;
    } else {
      const Node* node = object.slot(member).node();
      const ArrayNode* array = model::as_array(node);
      if (const model::StringNode* text = model::as_string(node); text != nullptr && !parts.table_name) {
        parts.table_name = text->view();
        role = DrewRole::TableName;
      } else if (is_rectangle(array) && parts.cells == nullptr) {
        parts.cells = array;
        role = DrewRole::Cells;
      } else if (is_texts(array) && parts.names == nullptr) {
        parts.names = array;
        role = DrewRole::ColumnNames;
      } else if (parts.types == nullptr && (is_types(array) || is_texts(array))) {
        parts.types = array;
        parts.types_are_text = is_texts(array);
        role = parts.types_are_text ? DrewRole::TypeNames : DrewRole::ColumnTypes;
      }
    }
    if (role) parts.members.push_back({*role, std::string(member.name)});
  }
  if (parts.cells == nullptr || parts.names == nullptr || parts.types == nullptr) return std::nullopt;
  if (counts.size() == 2) {
    const bool first_is_rows =
        contains_row(parts.members[counts[0]].name) && !contains_row(parts.members[counts[1]].name);
    parts.members[counts[first_is_rows ? 0 : 1]].role = DrewRole::RowCount;
  }
  return parts;
}

const ObjectNode* first_object(const ArrayNode& array) {
  for (std::uint64_t i = 0; i < array.slot_count; ++i) {
    if (const ObjectNode* object = model::as_object(array.slots[i].node()); object != nullptr) return object;
  }
  return nullptr;
}

// The second of two tables of one name; null: there is none.
const Table* find_twin(std::span<const Table* const> tables) {
  std::unordered_set<std::string_view> names;
  for (const Table* table : tables) {
    if (!names.insert(table->name).second) return table;
  }
  return nullptr;
}

// "System.Int32, mscorlib" of what stands for a type.
Status read_type(const Node* node, bool as_text, std::string& text) {
  const model::StringNode* name = model::as_string(node);
  if (as_text && name != nullptr) return text = name->view(), Status();
  Value value;
  if (node != nullptr) {
    DOTWIRE_TRY(value_of(node, value));
  }
  if (value.kind != model::ValueKind::Type) return Error(ErrorCode::Malformed, "no type of a column");
  return text = value.text, Status();
}

}  // namespace

bool is_drew(const model::Graph& graph) {
  const ArrayNode* root = as_slots(graph.root());
  if (root == nullptr || root->element.binary_type != BinaryType::Class) return false;
  const ObjectNode* object = first_object(*root);
  return object != nullptr && parts_of(*object).has_value();
}

Status DrewReader::add_columns(const ArrayNode& names, const ArrayNode& types, bool types_are_text, Table& table) {
  if (names.length != types.length) {
    return Error(ErrorCode::Malformed,
                 std::to_string(names.length) + " names of columns for " + std::to_string(types.length) + " types");
  }
  SlotCursor name_cursor(names);
  SlotCursor type_cursor(types);
  for (std::uint64_t i = 0; i < names.length; ++i) {
    // Tables may share the array of names.
    if (!budget_.take(model::kColumnBytes)) {
      return Error(ErrorCode::LimitExceeded, "tables have more columns than the limits allow");
    }
    const model::StringNode* name = model::as_string(name_cursor.next());
    std::string type;
    Status status = name != nullptr ? read_type(type_cursor.next(), types_are_text, type)
                                    : Status(Error(ErrorCode::Malformed, "a column without a name"));
    const model::QualifiedName qualified = model::split_qualified_name(type);
    if (status.ok() && !model::is_type_name(qualified.type)) {
      status = Error(ErrorCode::Malformed, "the text of a column's type names no type");
    }
    if (!status.ok()) {
      Error error = std::move(status).error();
      error.prepend_path("columns/[" + std::to_string(i) + "]");
      return error;
    }
    model::Column& column = table.add_column(std::string(name->view()), model::value_kind_of(qualified.type));
    column.type_name = qualified.type;
    column.assembly = framework_home(qualified.type, qualified.assembly);
  }
  return {};
}

Status DrewReader::read_table(const ObjectNode& object, Table& table, DrewClass& found) {
  std::optional<Parts> parts = parts_of(object);
  if (!parts) {
    return Error(ErrorCode::TypeMismatch,
                 "a " + std::string(object.type->name) + " without the members of a table: names, types, object[,]");
  }
  found = {std::string(object.type->name), std::string(object.type->library), std::move(parts->members)};
  table.name = parts->table_name.value_or("");
  DOTWIRE_TRY(add_columns(*parts->names, *parts->types, parts->types_are_text, table));
  if (memory_ != nullptr) table.take_memory(*memory_);
  NodeCopier copier(source_, table.graph());
  const bool repeated = parts->cells->id <= last_cells_;
  last_cells_ = std::max(last_cells_, parts->cells->id);
  return append_items(*parts->cells, repeated, budget_, copier, shared_, table);
}

Result<const ArrayNode*> DrewReader::open(Bytes input, std::uint64_t& size) {
  source_.clear();
  DOTWIRE_TRY(records_.read(input, source_));
  size = source_.payload_size();
  budget_ = model::CellBudget(limits_, input.size());
  last_cells_ = INT32_MIN;
  const ArrayNode* root = as_slots(source_.root());
  if (root != nullptr && root->element.binary_type == BinaryType::Class) return root;
  return Error(ErrorCode::TypeMismatch, "the root object is no array of tables");
}

Status DrewReader::read(Bytes input, Table& table, DrewClass& found, std::uint64_t& size) {
  DOTWIRE_TRY(const ArrayNode* root, open(input, size));
  const ObjectNode* object = root->length == 1 ? model::as_object(root->slots[0].node()) : nullptr;
  if (object == nullptr) return Error(ErrorCode::TypeMismatch, "the payload has not one table");
  Table fresh;
  std::swap(fresh, table);
  memory_ = &fresh;
  Status status = read_table(*object, table, found);
  memory_ = nullptr;
  return status;
}

Status DrewReader::read(Bytes input, model::TableSet& set, DrewClass& found, std::uint64_t& size) {
  DOTWIRE_TRY(const ArrayNode* root, open(input, size));
  set = model::TableSet();
  SlotCursor tables(*root);
  std::int32_t highest = INT32_MIN;  // ids grow, so a lower one is a table that was there before
  for (std::uint64_t i = 0; i < root->length; ++i) {
    const ObjectNode* object = model::as_object(tables.next());
    Status status =
        object != nullptr && object->id > highest
            ? read_table(*object, *set.tables.emplace_back(std::make_unique<Table>()), found)
            : Status(Error(ErrorCode::Malformed, object == nullptr ? "no table" : "a table that is there twice"));
    if (!status.ok()) {
      Error error = std::move(status).error();
      error.prepend_path("tables/[" + std::to_string(i) + "]");
      return error;
    }
    highest = object->id;
  }
  // As DataSet.Tables.Add.
  std::vector<const Table*> all;
  for (const auto& table : set.tables) all.push_back(table.get());
  if (const Table* twin = find_twin(all); twin != nullptr) {
    return error_at("tables/" + twin->name, "a second table of that name");
  }
  return {};
}

namespace {

RecordedType system_class(std::string_view name) {
  RecordedType type;
  type.binary_type = BinaryType::SystemClass;
  type.name = name;
  return type;
}

RecordedType recorded_as(DrewRole role) {
  RecordedType type;
  switch (role) {
    case DrewRole::ColumnCount:
    case DrewRole::RowCount:
      type.binary_type = BinaryType::Primitive;
      type.primitive = Primitive::Int32;
      return type;
    case DrewRole::TableName: type.binary_type = BinaryType::String; return type;
    case DrewRole::ColumnNames:
    case DrewRole::TypeNames: type.binary_type = BinaryType::StringArray; return type;
    case DrewRole::ColumnTypes: return system_class("System.Type[]");
    case DrewRole::Cells: return system_class("System.Object[,]");
  }
  return type;
}

const model::Type* make_class(const DrewClass& as, GraphBuilder& builder) {
  std::vector<Member> members(as.members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i].name = builder.arena().copy(as.members[i].name);
    members[i].recorded = recorded_as(as.members[i].role);
  }
  return builder.graph().make_type(builder.arena().copy(as.name), builder.arena().copy(as.assembly), members);
}

const ArrayNode* names_of(const Table& table, GraphBuilder& builder) {
  RecordedType element;
  element.binary_type = BinaryType::String;
  ArrayNode* names = builder.graph().make_array(element, table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    names->slots[i] = Slot::in_place(builder.own_text(table.columns[i]->name));
  }
  return names;
}

const ArrayNode* types_of(const Table& table, DrewRole role, GraphBuilder& builder) {
  RecordedType element = system_class("System.Type");
  if (role == DrewRole::TypeNames) {
    element = {};
    element.binary_type = BinaryType::String;
  }
  ArrayNode* types = builder.graph().make_array(element, table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const model::Column& column = *table.columns[i];
    const std::string assembly(assembly_of_type(column.type_name, column.assembly, builder.dialect()));
    types->slots[i] = role == DrewRole::TypeNames
                          ? Slot::in_place(builder.own_text(builder.arena().copy(column.type_name + ", " + assembly)))
                          : Slot::reference(builder.type_object(column.type_name, assembly));
  }
  return types;
}

}  // namespace

Result<const ObjectNode*> DrewWriter::make_table(const Table& table, const DrewClass& as, const model::Type*& type) {
  if (type == nullptr) type = make_class(as, builder_);
  ObjectNode* object = builder_.graph().make_object(type);
  const std::vector<std::uint64_t> records = item_records(table);
  for (std::size_t i = 0; i < as.members.size(); ++i) {
    const Member& member = type->members[i];
    switch (as.members[i].role) {
      case DrewRole::TableName: object->slot(member) = Slot::in_place(builder_.own_text(table.name)); break;
      case DrewRole::ColumnCount: object->set(member, static_cast<std::int32_t>(table.columns.size())); break;
      case DrewRole::RowCount: object->set(member, static_cast<std::int32_t>(records.size())); break;
      case DrewRole::ColumnNames: object->slot(member) = Slot::reference(names_of(table, builder_)); break;
      case DrewRole::ColumnTypes:
      case DrewRole::TypeNames:
        object->slot(member) = Slot::reference(types_of(table, as.members[i].role, builder_));
        break;
      case DrewRole::Cells: {
        DOTWIRE_TRY(const ArrayNode* cells, rectangular_items(table, records, builder_));
        object->slot(member) = Slot::reference(cells);
        break;
      }
    }
  }
  return static_cast<const ObjectNode*>(object);
}

Status DrewWriter::write(std::span<const Table* const> tables, const DrewClass& as, Dialect dialect, Buffer& out) {
  if (const Table* twin = find_twin(tables); twin != nullptr) {
    return error_at("tables/" + twin->name, "another table has the name, and namespaces are not kept",
                    ErrorCode::NotRepresentable);
  }
  builder_.start(dialect);
  RecordedType element;
  element.binary_type = as.assembly.empty() ? BinaryType::SystemClass : BinaryType::Class;
  element.name = builder_.arena().copy(as.name);
  if (!as.assembly.empty()) element.library_id = builder_.graph().add_library(builder_.arena().copy(as.assembly));
  ArrayNode* root = builder_.graph().make_array(element, tables.size());
  const model::Type* type = nullptr;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Result<const ObjectNode*> object = make_table(*tables[i], as, type);
    if (!object.ok()) {
      Error error = std::move(object).error();
      error.prepend_path("tables/" + tables[i]->name);
      return error;
    }
    root->slots[i] = Slot::reference(*object);
  }
  builder_.graph().set_root(root);
  const std::size_t before = out.size();
  Status written = records_.write(builder_.graph(), out);
  if (!written.ok()) out.resize(before);
  return written;
}

}  // namespace dotwire::dataset_binary
