#include "codecs/nrbf_graph/tree_plan.h"

#include <algorithm>
#include <vector>

#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Member;
using model::Type;
using model::TypeKind;

namespace {

constexpr std::uint32_t bit(RecordType type) { return 1U << static_cast<unsigned>(type); }
constexpr std::uint32_t bit(BinaryType type) { return 1U << static_cast<unsigned>(type); }

bool is_copied(Primitive primitive) {
  return primitive != Primitive::Char && primitive != Primitive::Decimal && primitive != Primitive::DateTime;
}

// Two members at one place are two names for one value: the general reader knows what to do.
bool has_overlaps(const Type& type) {
  for (std::size_t i = 1; i < type.members.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (type.members[i].offset == type.members[k].offset) return true;
    }
  }
  return false;
}

const Member* items_of(const Type& list) {
  const auto items = std::find_if(list.members.begin(), list.members.end(),
                                  [](const Member& member) { return member.name == "_items"; });
  const bool found = items != list.members.end() && items->type != nullptr && items->type->kind == TypeKind::Array;
  return found ? &*items : nullptr;
}

}  // namespace

bool may_keep_values(const Type& type) {
  if (type.kind != TypeKind::Class && type.kind != TypeKind::Struct) return false;
  return std::any_of(type.members.begin(), type.members.end(), [](const Member& member) {
    return member.optional || (member.type != nullptr && may_keep_values(*member.type));
  });
}

namespace {

bool is_object(TypeKind kind) { return kind == TypeKind::Class || kind == TypeKind::List || kind == TypeKind::Array; }
bool is_inline(TypeKind kind) { return kind == TypeKind::Struct || kind == TypeKind::Enum || kind == TypeKind::Guid; }

// Looks at the type itself, not at what it leads to.
bool fits_tree(const Type& type) {
  switch (type.kind) {
    case TypeKind::Primitive: return true;
    case TypeKind::String: return type.pointer == nullptr || type.pointer->share == nullptr;
    case TypeKind::Class:
    case TypeKind::Struct:
    case TypeKind::Enum:
    case TypeKind::Guid:
      return !has_overlaps(type) && std::all_of(type.members.begin(), type.members.end(),
                                                [](const Member& member) { return member.type != nullptr; });
    case TypeKind::List: return items_of(type) != nullptr;
    case TypeKind::Array: return type.contiguous;
    case TypeKind::Pointer: {
      const model::PointerOps& ops = *type.pointer;
      return ops.share == nullptr && ops.observe == nullptr && ops.dynamic_type == nullptr && ops.emplace != nullptr &&
             is_object(type.element->kind);
    }
    case TypeKind::Nullable: return type.element->kind == TypeKind::Primitive || is_inline(type.element->kind);
    default: return false;
  }
}

bool leads_to_trees_only(const Type& root) {
  std::vector<const Type*> seen{&root};
  const auto visit = [&](const Type* type) {
    if (type != nullptr && std::find(seen.begin(), seen.end(), type) == seen.end()) seen.push_back(type);
  };
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Type& type = *seen[i];
    if (!fits_tree(type)) return false;
    visit(type.element);
    for (const Member& member : type.members) visit(member.type);
  }
  return true;
}

}  // namespace

TreeType* TreePlans::find(const Type& type) {
  if (&type == last_root_) return last_tree_;
  const auto [known, added] = roots_.try_emplace(&type, nullptr);
  if (added && (is_object(type.kind) || type.kind == TypeKind::Struct) && leads_to_trees_only(type)) {
    known->second = make(type);
  }
  last_root_ = &type;
  last_tree_ = known->second;
  return last_tree_;
}

void TreePlans::start_payload() {
  if (!full_) return;
  full_ = false;
  for (auto& [type, tree] : types_) tree->records.clear();
}

TreeType* TreePlans::make(const Type& type) {
  std::unique_ptr<TreeType>& slot = types_[&type];
  if (slot != nullptr) return slot.get();
  slot = std::make_unique<TreeType>();
  TreeType& tree = *slot;  // `slot` may move
  tree.type = &type;
  tree.keeps_values = may_keep_values(type);
  if (type.kind == TypeKind::List) {
    tree.form = TreeForm::List;
    tree.array = make(*items_of(type)->type);
  } else if (type.kind == TypeKind::Array) {
    tree.form = TreeForm::Array;
    tree.element = make_step(*type.element);
    tree.element_size = type.element->size;
    tree.clear_first = may_keep_values(*type.element);
    switch (tree.element.op) {
      case TreeOp::Copy4:
      case TreeOp::Copy:
      case TreeOp::Value: tree.element_records = bit(BinaryType::Primitive); break;
      case TreeOp::Text:
      case TreeOp::TextOrNull: tree.element_records = bit(BinaryType::String) | bit(BinaryType::Object); break;
      case TreeOp::Inline:
      case TreeOp::NullableBox:
      case TreeOp::NullableInline:
        tree.element_records = bit(BinaryType::Object) | bit(BinaryType::SystemClass) | bit(BinaryType::Class);
        break;
      default: tree.element_records = ~(bit(BinaryType::Primitive) | bit(BinaryType::String)); break;
    }
  }
  return &tree;
}

// What to do with a value of this type, but for where it goes.
TreeStep TreePlans::make_step(const Type& type) {
  TreeStep step;
  step.pointer = type.pointer;
  step.flag = type.flag_offset;
  switch (type.kind) {
    case TypeKind::Primitive:
      step.primitive = type.primitive;
      step.length = type.size;
      step.op = !is_copied(type.primitive) ? TreeOp::Value : type.size == 4 ? TreeOp::Copy4 : TreeOp::Copy;
      break;
    case TypeKind::String: step.op = type.pointer == nullptr ? TreeOp::Text : TreeOp::TextOrNull; break;
    case TypeKind::Pointer:
      step.op = TreeOp::Pointer;
      step.type = make(*type.element);
      break;
    case TypeKind::Nullable:
      if (type.element->kind == TypeKind::Primitive) {
        step.op = TreeOp::NullableBox;
        step.primitive = type.element->primitive;
        step.length = type.element->size;
      } else {
        step.op = TreeOp::NullableInline;
        step.type = make(*type.element);
      }
      break;
    default: step.op = is_object(type.kind) ? TreeOp::Reference : TreeOp::Inline; step.type = make(type);
  }
  return step;
}

const TreeRecord* TreePlans::decode_record(TreeType& type, ByteReader& in, bool with_library) {
  constexpr std::size_t kMostRecords = 16;
  constexpr std::size_t kMostBytes = 16'384;
  if (type.form == TreeForm::Array) return nullptr;
  if (type.records.size() >= kMostRecords) {
    full_ = true;
    return nullptr;
  }
  const std::uint8_t* start = in.position();
  Arena passing;
  shapes_.start_payload();  // what does not stay goes with `passing`
  Result<Shape> shape = shapes_.decode(in, with_library, passing);
  const auto length = static_cast<std::size_t>(in.position() - start);
  if (!shape.ok() || !shape->plan->kept || length > kMostBytes) return nullptr;
  Type payload;
  payload.kind = TypeKind::Class;
  payload.name = shape->name;
  payload.members = shape->members;
  Result<FillPlan> plan = make_fill_plan(payload, *type.type, options_);
  if (!plan.ok()) return nullptr;
  auto record = std::make_unique<TreeRecord>();
  record->type = &type;
  record->with_library = with_library;
  record->bytes.assign(reinterpret_cast<const char*>(start), length);
  if (with_library) record->libraries.push_back(shape->library_id);
  for (const Member& member : shape->members) {
    if (member.recorded.binary_type == BinaryType::Class) record->libraries.push_back(member.recorded.library_id);
  }
  std::sort(record->libraries.begin(), record->libraries.end());
  record->libraries.erase(std::unique(record->libraries.begin(), record->libraries.end()), record->libraries.end());
  if (!(type.form == TreeForm::List ? add_list_steps(*record, *shape, *plan) : add_steps(*record, *shape))) {
    return nullptr;
  }
  type.records.push_back(std::move(record));
  return type.records.back().get();
}

bool TreePlans::add_steps(TreeRecord& record, const Shape& shape) {
  const std::span<const Member> members = record.type->type->members;
  std::vector<bool> taken(members.size());
  for (const Member& from : shape.members) {
    // A field that hides one of a base class has its name: they are met in one order.
    std::size_t at = 0;
    while (at != members.size() && (taken[at] || members[at].name != from.name)) ++at;
    if (at == members.size()) return false;
    taken[at] = true;
    const Member* const to = &members[at];
    TreeStep step = make_step(*to->type);
    step.target = to->offset;
    const std::uint32_t allowed = allowed_records(from.recorded.binary_type);
    const bool is_text = step.op == TreeOp::Text || step.op == TreeOp::TextOrNull;
    if (is_text && (allowed & bit(RecordType::BinaryObjectString)) == 0) return false;
    const bool is_inline = step.op == TreeOp::Inline || step.op == TreeOp::NullableInline;
    if (is_inline && (allowed & bit(RecordType::ClassWithId)) == 0) return false;
    if (step.op == TreeOp::NullableBox && (allowed & bit(RecordType::MemberPrimitiveTyped)) == 0) return false;
    if ((step.op == TreeOp::Copy || step.op == TreeOp::Copy4) && !record.steps.empty()) {
      TreeStep& last = record.steps.back();
      if ((last.op == TreeOp::Copy || last.op == TreeOp::Copy4) && last.target + last.length == step.target) {
        last.op = TreeOp::Copy;
        last.length += step.length;
        continue;
      }
    }
    record.steps.push_back(step);
  }
  return true;
}

bool TreePlans::add_list_steps(TreeRecord& record, const Shape& shape, const FillPlan& plan) {
  for (const Member& from : shape.members) {
    TreeStep step;
    if (from.offset == plan.items && from.recorded.binary_type != BinaryType::Primitive) {
      step.op = TreeOp::ListItems;
      step.type = record.type->array;
    } else if (from.offset == plan.size && from.recorded.primitive == Primitive::Int32) {
      step.op = TreeOp::ListSize;
    } else if (from.recorded.binary_type == BinaryType::Primitive && from.recorded.primitive == Primitive::Int32) {
      step.op = TreeOp::Skip4;
    } else {
      return false;
    }
    record.steps.push_back(step);
  }
  return true;
}

}  // namespace dotwire::nrbf
