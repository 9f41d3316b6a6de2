#include "codecs/nrbf_graph/tree_write_plan.h"

#include <algorithm>

#include "clr/decimal.h"
#include "codecs/nrbf_graph/record_head.h"
#include "codecs/nrbf_graph/tree_writer.h"
#include "codecs/nrbf_graph/write_plan.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Member;
using model::Type;
using model::TypeKind;

namespace {

// The type whose library a class record must bring along for a member (A.8).
const Type& innermost(const Type& type) {
  const Type* at = &type;
  while (at->kind == TypeKind::Array || at->kind == TypeKind::Pointer) at = at->element;
  return *at;
}

class Maker {
 public:
  std::unique_ptr<TreePlan> make(const Type& root) {
    if (may_alias(root) || !make_target(root, false)) return nullptr;
    // Those that are added on the way go to the end.
    for (std::size_t i = 0; i < plan_->classes.size(); ++i) {
      if (!fill(*plan_->classes[i])) return nullptr;
    }
    make_prefix();
    return std::move(plan_);
  }

 private:
  // Ids begin with the root's, 1; its libraries come next.
  void make_prefix() {
    TreePlan& plan = *plan_;
    TreeClass& root = *plan.classes[0];
    std::string& prefix = plan.prefix;
    prefix.push_back(static_cast<char>(RecordType::SerializedStreamHeader));
    put_i32(prefix, kTreeRootId);
    put_i32(prefix, -1);
    put_i32(prefix, 1);
    put_i32(prefix, 0);
    std::int32_t id = kTreeRootId;
    for (const std::uint32_t number : root.libraries) {
      TreePlan::Library& library = plan.libraries[number];
      library.id = ++id;
      patch_heads(plan, number);
      prefix.push_back(static_cast<char>(RecordType::BinaryLibrary));
      put_i32(prefix, id);
      prefix += library.record;
    }
    plan.prefix_libraries = root.libraries.size();
    plan.prefix_has_record = (root.kind == TreeKind::Class || root.kind == TreeKind::List) && root.varying.empty();
    if (!plan.prefix_has_record) return;
    prefix.push_back(static_cast<char>(root.own_library < 0 ? RecordType::SystemClassWithMembersAndTypes
                                                            : RecordType::ClassWithMembersAndTypes));
    put_i32(prefix, kTreeRootId);
    prefix += root.head;
  }

  // The class of this type, to be filled; null if there is none.
  TreeClass* make_target(const Type& type, bool has_capacity) {
    for (const auto& known : plan_->classes) {
      if (known->type == &type && known->has_capacity == has_capacity) return known.get();
    }
    auto made = std::make_unique<TreeClass>();
    made->type = &type;
    made->has_capacity = has_capacity;
    switch (type.kind) {
      case TypeKind::Class: made->kind = TreeKind::Class; break;
      case TypeKind::List:
        if (!has_capacity) {
          made->kind = TreeKind::List;
          break;
        }
        [[fallthrough]];
      case TypeKind::Array: {
        if (!type.contiguous || type.container->data == nullptr) return nullptr;
        const WriteStep step = make_step(*type.element);
        if (step.op == WriteOp::Object && type.element->kind == TypeKind::Class) {
          made->kind = TreeKind::Objects;
        } else if (type.element->kind == TypeKind::Primitive) {
          made->kind = TreeKind::Primitives;
        } else if (step.op == WriteOp::Text || step.op == WriteOp::TextOrNull) {
          made->kind = TreeKind::Texts;
        } else {
          return nullptr;
        }
        break;
      }
      default: return nullptr;
    }
    made->container = type.container;
    return plan_->classes.emplace_back(std::move(made)).get();
  }

  bool fill(TreeClass& made) {
    switch (made.kind) {
      case TreeKind::Class: return fill_record(made) && fill_steps(made) && fill_varying(made);
      case TreeKind::List:
        made.element = make_target(*made.type, true);
        made.room = 1 + 3 * 4;
        if (made.element == nullptr) return false;
        need(made, made.type->element->kind == TypeKind::Class ? made.type->element->library : std::string_view());
        return fill_record(made);
      default: return fill_array(made);
    }
  }

  std::uint32_t library(std::string_view name) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return static_cast<std::uint32_t>(i);
    }
    names_.push_back(name);
    put_text(plan_->libraries.emplace_back().record, name);
    return static_cast<std::uint32_t>(names_.size() - 1);
  }

  void need(TreeClass& made, std::string_view name) {
    if (name.empty()) return;
    const std::uint32_t number = library(name);
    if (std::find(made.libraries.begin(), made.libraries.end(), number) == made.libraries.end()) {
      made.libraries.push_back(number);
    }
  }

  // But for the library's id.
  static void put_info(std::string& bytes, const TypeInfo& info) {
    switch (info.binary_type) {
      case BinaryType::Primitive:
      case BinaryType::PrimitiveArray: bytes.push_back(static_cast<char>(info.primitive)); break;
      case BinaryType::SystemClass:
      case BinaryType::Class: put_text(bytes, info.name); break;
      default: break;
    }
  }

  void put_head_info(TreeClass& made, const TypeInfo& info) {
    put_info(made.head, info);
    if (info.binary_type != BinaryType::Class) return;
    made.patches.push_back({static_cast<std::uint32_t>(made.head.size()), library(info.library)});
    put_i32(made.head, 0);
  }

  // Two classes of one name share a record or not by rules that are not for trees (A.8).
  bool is_new_name(std::string_view name) {
    if (std::find(class_names_.begin(), class_names_.end(), name) != class_names_.end()) return false;
    class_names_.push_back(name);
    return true;
  }

  static bool varies(const Member& member) { return member.type->kind == TypeKind::Nullable; }

  bool fill_record(TreeClass& made) {
    const Type& type = *made.type;
    if (!is_new_name(type.name)) return false;
    for (const Member& member : type.members) {
      if (member.type == nullptr || member.type->kind == TypeKind::Converted) return false;
    }
    if (!type.library.empty()) made.own_library = static_cast<std::int32_t>(library(type.library));
    need(made, type.library);
    put_text(made.head, type.name);
    put_i32(made.head, static_cast<std::int32_t>(type.members.size()));
    for (const Member& member : type.members) put_text(made.head, member.name);
    std::vector<TypeInfo> infos;
    for (const Member& member : type.members) infos.push_back(type_info(*member.type));
    bool fixed = true;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      fixed &= !varies(type.members[i]);
      made.head.push_back(static_cast<char>(infos[i].binary_type));
      const Type& inner = innermost(*type.members[i].type);
      const bool has_library = inner.kind == TypeKind::Class;
      if (has_library) need(made, inner.library);
    }
    if (!fixed) return true;  // fill_varying() goes on, once there are steps
    for (const TypeInfo& info : infos) put_head_info(made, info);
    put_own_library(made);
    return true;
  }

  static void put_own_library(TreeClass& made) {
    if (made.own_library < 0) return;
    made.patches.push_back(
        {static_cast<std::uint32_t>(made.head.size()), static_cast<std::uint32_t>(made.own_library)});
    put_i32(made.head, 0);
  }

  // The infos one by one, where some go by their values.
  bool fill_varying(TreeClass& made) {
    const Type& type = *made.type;
    if (std::none_of(type.members.begin(), type.members.end(), varies)) return true;
    for (const Member& member : type.members) {
      TreeClass::Info& info = made.varying.emplace_back();
      const TypeInfo declared = type_info(*member.type);
      if (!varies(member)) {
        put_info(info.bytes, declared);
        if (declared.binary_type == BinaryType::Class)
          info.library = static_cast<std::int32_t>(library(declared.library));
        continue;
      }
      if (declared.binary_type != BinaryType::SystemClass) return false;
      put_info(info.without_value, declared);
      put_text(info.bytes, primitive_name(member.type->element->primitive));
      for (const TreeStep& step : made.steps) {
        if (step.op == TreeOp::Nullable && step.offset == member.offset) info.step = &step;
      }
    }
    return true;
  }

  bool fill_steps(TreeClass& made) {
    for (const WriteStep& step : make_steps(*made.type)) {
      if (!add_step(made, step)) return false;
    }
    made.steps.emplace_back().op = TreeOp::End;
    return true;
  }

  bool add_step(TreeClass& made, const WriteStep& from) {
    if (from.repeated) return false;
    TreeStep step;
    step.primitive = from.primitive;
    step.offset = from.offset;
    step.length = from.length;
    step.pointer = from.pointer;
    const std::uint32_t flag = made.type->members[from.member].type->flag_offset;
    step.flag = from.offset + flag;
    switch (from.op) {
      case WriteOp::Copy:
        step.op = from.length == 4 ? TreeOp::Copy4 : TreeOp::Copy;
        made.room += from.length;
        break;
      case WriteOp::Decimal:
        step.op = TreeOp::Decimal;
        made.room += kDecimalRoom + 1;
        break;
      case WriteOp::Text:
      case WriteOp::TextOrNull:
        step.op = from.op == WriteOp::Text ? TreeOp::Text : flag != 0 ? TreeOp::FlaggedText : TreeOp::PointedText;
        made.room += kTreeTextRoom;
        break;
      case WriteOp::Object:
      case WriteOp::Pointer:
        step.op = from.op == WriteOp::Object ? TreeOp::Object
                  : flag != 0                ? TreeOp::FlaggedObject
                                             : TreeOp::PointedObject;
        step.target = make_target(*from.type, false);
        if (step.target == nullptr) return false;
        made.room += 1 + 4;
        ++made.references;
        break;
      case WriteOp::Nullable:
        if (from.primitive == Primitive::Null || from.primitive == Primitive::Char) return false;
        step.op = TreeOp::Nullable;
        step.length = from.type->size;
        made.room += 3 + kDecimalRoom;
        break;
      default: return false;
    }
    made.steps.push_back(step);
    return true;
  }

  bool fill_array(TreeClass& made) {
    const Type& element = *made.type->element;
    made.stride = element.size;
    const TypeInfo info = type_info(element);
    switch (made.kind) {
      case TreeKind::Objects:
        if (info.binary_type != BinaryType::Class && info.binary_type != BinaryType::SystemClass) return false;
        made.element = make_target(element, false);
        if (made.element == nullptr) return false;
        need(made, element.library);
        made.head.push_back(static_cast<char>(info.binary_type));
        put_head_info(made, info);
        return true;
      case TreeKind::Texts: {
        const WriteStep step = make_step(element);
        made.text.pointer = step.pointer;
        made.text.flag = element.flag_offset;
        made.text.op = step.op == WriteOp::Text   ? TreeOp::Text
                       : element.flag_offset != 0 ? TreeOp::FlaggedText
                                                  : TreeOp::PointedText;
        return true;
      }
      default: return true;
    }
  }

  std::unique_ptr<TreePlan> plan_ = std::make_unique<TreePlan>();
  std::vector<std::string_view> names_;
  std::vector<std::string_view> class_names_;
};

}  // namespace

void patch_heads(TreePlan& plan, std::size_t library) {
  const std::int32_t id = plan.libraries[library].id;
  plan.libraries[library].patched_id = id;
  for (const auto& made : plan.classes) {
    for (const TreeClass::Patch& patch : made->patches) {
      if (patch.library == library) store(made->head.data() + patch.offset, id);
    }
  }
}

std::unique_ptr<TreePlan> make_tree_plan(const Type& root) { return Maker().make(root); }

}  // namespace dotwire::nrbf
