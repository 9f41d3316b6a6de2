// Which libraries and class records a document needs, and when (nrbf-soap.md A.7, A.8).
#include "codecs/nrbf_graph/record_head.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Member;
using model::Node;
using model::NodeKind;
using model::RecordedType;
using model::Type;
using model::TypeKind;

// --- libraries

std::int32_t WriteEngine::library_number(std::string_view name) {
  if (name.empty()) return -1;
  const auto found = library_numbers_.find(name);
  if (found != library_numbers_.end()) return found->second;
  const auto number = static_cast<std::int32_t>(libraries_.size());
  libraries_.push_back(std::make_unique<LibraryEntry>());
  libraries_.back()->name = std::string(name);
  library_numbers_.emplace(libraries_.back()->name, number);
  return number;
}

std::int32_t WriteEngine::graph_library(std::int32_t id_in_graph) {
  const auto found = graph_libraries_.find(id_in_graph);
  return found == graph_libraries_.end() ? -1 : found->second;
}

// A.7 rule 6: looked up by name, the record at once.
void WriteEngine::write_library(std::int32_t number) {
  LibraryEntry& entry = *libraries_[static_cast<std::size_t>(number)];
  if (entry.document == document_ && pending_libraries_ != kAlwaysLook) --pending_libraries_;
  entry.document = document_;
  entry.id = ask_new(reinterpret_cast<std::uintptr_t>(&entry));
  emit_library(out_, entry.id, entry.name);
}

std::int32_t WriteEngine::library_of_recorded(const RecordedType& recorded) {
  return recorded.binary_type == BinaryType::Class ? graph_library(recorded.library_id) : -1;
}

std::int32_t WriteEngine::library_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::Object: return plan_of(*model::as_object(&node)->type).library;
    case NodeKind::Array: return library_of_recorded(model::as_array(&node)->element);
    default: return -1;
  }
}

// Of an array: that of its innermost elements.
std::int32_t WriteEngine::library_of(const Type& type) {
  const Type* at = &type;
  while (at->kind == TypeKind::Array || at->kind == TypeKind::Pointer || at->kind == TypeKind::Converted) {
    at = at->element;
  }
  switch (at->kind) {
    case TypeKind::Struct:
    case TypeKind::Class:
    case TypeKind::Enum: return plan_of(*at).library;
    default: return -1;
  }
}

std::int32_t WriteEngine::library_of_value(const Plan& plan, const WriteStep& step, const std::uint8_t* data) {
  switch (step.op) {
    case WriteOp::Slot: {
      const Node* node = reinterpret_cast<const model::Slot*>(data + step.offset)->node();
      if (node != nullptr) return library_of(*node);
      return library_of_recorded(plan.type->members[step.member].recorded);
    }
    case WriteOp::Pointer: {
      const void* object = step.pointer->get(data + step.offset);
      if (object == nullptr || step.pointer->dynamic_type == nullptr) return library_of(*step.type);
      const void* most_derived = nullptr;
      const Type* type = step.pointer->dynamic_type(object, &most_derived);
      return library_of(type != nullptr ? *type : *step.type);  // null: not written either
    }
    case WriteOp::Inline:
    case WriteOp::Object:
    case WriteOp::Nullable: return library_of(*step.type);
    default: return -1;
  }
}

// The libraries of the members, all before the class record.
void WriteEngine::need_libraries(Plan& plan, const std::uint8_t* data) {
  if (pending_libraries_ == 0) return;
  if (plan.libraries_done && plan.document == document_) return;
  if (plan.libraries_known) {
    for (const std::int32_t library : plan.member_libraries) need_library(library);
    return;
  }
  const bool keep = plan.fixed_libraries && plan.type->serial != 0;
  std::vector<std::int32_t> libraries;
  for (const WriteStep& step : plan.steps) {
    if (step.op < WriteOp::Slot || step.op == WriteOp::Text || step.op == WriteOp::TextOrNull) continue;
    const std::int32_t library = library_of_value(plan, step, data);
    need_library(library);
    if (keep && library >= 0) libraries.push_back(library);
  }
  if (!keep) return;
  plan.member_libraries = std::move(libraries);
  plan.libraries_known = true;
}

// --- class records

Plan& WriteEngine::plan_of(const Type& type) {
  if (&type == last_type_) return *last_plan_;
  if (type.serial != 0 && type.serial < plans_by_serial_.size() && plans_by_serial_[type.serial] != nullptr) {
    return *plans_by_serial_[type.serial];
  }
  Plan& plan = find_plan(type);
  constexpr std::uint32_t kMostSerials = 1U << 16;
  if (type.serial != 0 && type.serial < kMostSerials) {
    if (type.serial >= plans_by_serial_.size()) plans_by_serial_.resize(type.serial + 1, nullptr);
    plans_by_serial_[type.serial] = &plan;
  }
  return plan;
}

Plan& WriteEngine::find_plan(const Type& type) {
  auto& plans = type.serial != 0 ? plans_ : payload_plans_;
  std::unique_ptr<Plan>& plan = plans[&type];
  if (plan == nullptr) plan = make_plan(type);
  last_type_ = &type;
  last_plan_ = plan.get();
  return *plan;
}

namespace {

// Whether the member's type info in the class record follows the value.
bool varies(const WriteStep& step) {
  return step.op == WriteOp::Nullable || (step.op == WriteOp::Pointer && step.pointer->dynamic_type != nullptr);
}

// Of a payload whose records named no types: then it writes its fields.
bool was_untyped(const Type& type) {
  const auto* plan = static_cast<const DecodePlan*>(type.decode_plan);
  return plan != nullptr && plan->untyped;
}

}  // namespace

// A.11: those of classes that serialize themselves always, and of classes in graphs of which nobody says what they do,
// since all readers take that. C++ structs are described by their fields.
bool WriteEngine::names_types(const Type& type) const {
  if (options_.names_all_types()) return true;
  if (type.kind == TypeKind::Enum || was_untyped(type)) return false;
  std::vector<std::string_view> names;
  names.reserve(type.members.size());
  for (const Member& member : type.members) names.push_back(member.name);
  const std::optional<bool> shown = serializes_itself(type.name, names, options_.serializes_decimal);
  if (shown == true) return true;
  if (options_.classes != nullptr) {
    if (const auto said = options_.classes->serializes_itself(type.name); said.has_value()) return *said;
  }
  const bool is_own_type = type.serial != 0 && !type.name.starts_with("System.");
  return shown.value_or(!is_own_type);
}

std::unique_ptr<Plan> WriteEngine::make_plan(const Type& type) {
  auto plan = std::make_unique<Plan>();
  plan->type = &type;
  plan->steps = make_steps(type);
  plan->library = library_number(type.library);
  plan->typed = names_types(type);
  plan->fixed_head = !(plan->typed && options_.serializes_decimal && was_untyped(type));
  bool fixed_libraries = true;
  for (const WriteStep& step : plan->steps) {
    if (plan->typed && varies(step)) plan->fixed_head = false;
    if (step.op == WriteOp::Slot || (step.op == WriteOp::Pointer && varies(step))) fixed_libraries = false;
    plan->nests |= step.op == WriteOp::Inline || step.op == WriteOp::Slot ||
                   (step.op == WriteOp::Nullable && step.primitive == Primitive::Null);
  }
  plan->fixed_libraries = fixed_libraries;
  const auto [class_number, new_name] =
      class_numbers_.try_emplace(std::string(type.name), static_cast<std::uint32_t>(class_names_.size()));
  if (new_name) class_names_.emplace_back();
  plan->class_number = class_number->second;
  std::string& head = plan->head;
  std::size_t size = type.name.size() + 16;
  for (const Member& member : type.members) size += member.name.size() + member.recorded.name.size() + 16;
  head.reserve(size);
  put_text(head, type.name);
  put_i32(head, static_cast<std::int32_t>(type.members.size()));
  for (const Member& member : type.members) put_text(head, member.name);
  if (!plan->fixed_head) return plan;
  if (plan->typed) put_member_types(*plan);
  if (plan->library >= 0) {
    plan->patches.push_back({static_cast<std::uint32_t>(head.size()), plan->library});
    put_i32(head, 0);
  }
  return plan;
}

// BinaryTypes and additional infos, with places for library ids.
void WriteEngine::put_member_types(Plan& plan) {
  const Type& type = *plan.type;
  std::string& head = plan.head;
  const auto put_info = [&](BinaryType binary_type, Primitive primitive, std::string_view name, std::int32_t library) {
    switch (binary_type) {
      case BinaryType::Primitive:
      case BinaryType::PrimitiveArray: head.push_back(static_cast<char>(primitive)); break;
      case BinaryType::SystemClass: put_text(head, name); break;
      case BinaryType::Class:
        put_text(head, name);
        plan.patches.push_back({static_cast<std::uint32_t>(head.size()), library});
        put_i32(head, 0);
        break;
      default: break;
    }
  };
  // The types of one class are all described, or all recorded.
  if (!type.members.empty() && type.members[0].type == nullptr) {
    const std::size_t kinds = head.size();
    head.resize(kinds + type.members.size());
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      const RecordedType& recorded = type.members[i].recorded;
      head[kinds + i] = static_cast<char>(recorded.binary_type);
      const bool with_library = recorded.binary_type == BinaryType::Class;
      put_info(recorded.binary_type, recorded.primitive, recorded.name,
               with_library ? library_of_recorded(recorded) : -1);
    }
    return;
  }
  std::vector<TypeInfo> infos;
  for (const Member& member : type.members) infos.push_back(type_info(*member.type));
  for (const TypeInfo& info : infos) head.push_back(static_cast<char>(info.binary_type));
  for (const TypeInfo& info : infos) {
    put_info(info.binary_type, info.primitive, info.name,
             info.binary_type == BinaryType::Class ? library_number(info.library) : -1);
  }
}

// Names, and types as recorded; the assembly of the class itself does not count (A.8).
bool WriteEngine::same_class(const Plan& a, const Plan& b) {
  if (a.type->members.size() != b.type->members.size()) return false;
  for (std::size_t i = 0; i < a.type->members.size(); ++i) {
    const Member& x = a.type->members[i];
    const Member& y = b.type->members[i];
    if (x.name != y.name || x.type != y.type) return false;
    if (x.type != nullptr) continue;
    if (x.recorded.binary_type != y.recorded.binary_type || x.recorded.primitive != y.recorded.primitive ||
        x.recorded.name != y.recorded.name || library_of_recorded(x.recorded) != library_of_recorded(y.recorded)) {
      return false;
    }
  }
  return true;
}

// Decides, at the first object of the plan in a document, whose class record it refers to.
void WriteEngine::settle_metadata(Plan& plan) {
  plan.document = document_;
  plan.metadata_id = 0;
  plan.always_full = false;
  plan.libraries_done = false;
  ClassName& name = class_names_[plan.class_number];
  if (name.document != document_) {
    name = {document_, &plan};
  } else if (same_class(*name.first, plan)) {
    plan.metadata_id = name.first->metadata_id;
  } else {
    plan.always_full = true;
  }
}

namespace {

RecordType class_record(const Plan& plan) {
  if (plan.typed) {
    return plan.library < 0 ? RecordType::SystemClassWithMembersAndTypes : RecordType::ClassWithMembersAndTypes;
  }
  return plan.library < 0 ? RecordType::SystemClassWithMembers : RecordType::ClassWithMembers;
}

}  // namespace

void WriteEngine::emit_class(Plan& plan, std::int32_t id, const std::uint8_t* data) {
  if (plan.metadata_id != 0) {
    std::uint8_t* at = out_.buffer().reserve_more(9);
    *at++ = static_cast<std::uint8_t>(RecordType::ClassWithId);
    at = put(at, id);
    out_.buffer().commit(put(at, plan.metadata_id));
    return;
  }
  if (!plan.always_full) plan.metadata_id = id;
  for (const Plan::Patch& patch : plan.patches) need_library(patch.library);
  emit_record(out_, class_record(plan), id);
  emit_class_head(plan, data);
}

void WriteEngine::emit_class_head(Plan& plan, const std::uint8_t* data) {
  std::uint8_t* at = out_.buffer().reserve_more(plan.head.size());
  std::memcpy(at, plan.head.data(), plan.head.size());
  for (const Plan::Patch& patch : plan.patches) store(at + patch.offset, library_id(patch.library));
  out_.buffer().commit(at + plan.head.size());
  if (plan.fixed_head) return;
  std::vector<TypeInfo> infos;
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.type->members.size(); ++i) {
    while (next < plan.steps.size() && plan.steps[next].member < i) ++next;
    const Member& member = plan.type->members[i];
    const bool own_step = next < plan.steps.size() && plan.steps[next].member == i;
    if (member.type == nullptr) {
      infos.push_back(info_of_untyped(member, data));
    } else {
      infos.push_back(own_step && varies(plan.steps[next]) ? info_of_value(plan.steps[next], member, data)
                                                           : type_info(*member.type));
    }
  }
  for (const TypeInfo& info : infos) out_.write_u8(static_cast<std::uint8_t>(info.binary_type));
  for (const TypeInfo& info : infos) emit_info(info);
  if (plan.library >= 0) out_.write_i32(library_id(plan.library));
}

void WriteEngine::emit_info(const TypeInfo& info) {
  switch (info.binary_type) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray: out_.write_u8(static_cast<std::uint8_t>(info.primitive)); break;
    case BinaryType::SystemClass: out_.write_prefixed(info.name); break;
    case BinaryType::Class:
      out_.write_prefixed(info.name);
      out_.write_i32(library_id(library_number(info.library)));
      break;
    default: break;
  }
}

// What was completed when it was read (untyped_members.h), but for values that serialize themselves in this dialect
// only.
TypeInfo WriteEngine::info_of_untyped(const Member& member, const std::uint8_t* data) {
  const RecordedType& recorded = member.recorded;
  if (recorded.binary_type == BinaryType::Object) {
    const Node* value = reinterpret_cast<const model::Slot*>(data + member.offset)->node();
    const auto* scalar = value == nullptr ? nullptr : model::as_scalar(value);
    if (scalar != nullptr && scalar->value_kind == model::ValueKind::Decimal) {
      return {BinaryType::SystemClass, Primitive::Null, std::string(primitive_name(Primitive::Decimal)), {}};
    }
  }
  TypeInfo info;
  info.binary_type = recorded.binary_type;
  info.primitive = recorded.primitive;
  info.name = std::string(recorded.name);
  const std::int32_t library = library_of_recorded(recorded);
  if (library >= 0) info.library = libraries_[static_cast<std::size_t>(library)]->name;
  return info;
}

// The type of the value, or the declared one where there is none.
TypeInfo WriteEngine::info_of_value(const WriteStep& step, const Member& member, const std::uint8_t* data) {
  const void* object = step.pointer->get(data + step.offset);
  if (step.op == WriteOp::Pointer) {
    if (object == nullptr) return type_info(*step.type);
    const void* most_derived = nullptr;
    const Type* type = step.pointer->dynamic_type(object, &most_derived);
    return type_info(type != nullptr ? *type : *step.type);
  }
  TypeInfo info = type_info(object == nullptr ? *member.type : *step.type);
  if (info.binary_type == BinaryType::Primitive) {
    info.binary_type = BinaryType::SystemClass;
    info.name = std::string(primitive_name(info.primitive));
  }
  return info;
}

}  // namespace dotwire::nrbf
