#include "codecs/nrbf_graph/fill_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "clr/type_name.h"
#include "model/well_known.h"

namespace dotwire::nrbf {
namespace {

using model::BinaryType;
using model::Member;
using model::Type;
using model::TypeKind;

Error mismatch(const Type& payload, const Type& target, const std::string& message) {
  Error error(ErrorCode::TypeMismatch, message);
  if (payload.name != target.name) {
    error.set_hint("class " + model::display_name(payload.name) + " read as " + model::display_name(target.name));
  }
  return error;
}

std::string text_of(const Type& type) {
  return type.kind == TypeKind::Primitive ? std::string(model::clr_name(type.primitive))
                                          : model::display_name(type.name);
}

Error other_member(const Type& payload, const Type& target, const Member& from, const Member& to) {
  std::string here = text_of(*to.type);
  if (here.empty()) here = model::display_name(to.recorded);
  std::string there = model::display_name(from.recorded);
  if (there == here) there += ", which may be null,";
  return mismatch(
      payload, target,
      "member " + std::string(to.name) + " is " + there + " in the payload, and " + here + " in the struct");
}

const Member* find(std::span<const Member> members, std::string_view name) {
  const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.name == name; });
  return found == members.end() ? nullptr : &*found;
}

// An Int32 member of the framework's own classes.
const Member* find_number(const Type& payload, std::string_view name) {
  const Member* member = find(payload.members, name);
  const bool fits = member != nullptr && member->recorded.binary_type == BinaryType::Primitive &&
                    member->recorded.primitive == Primitive::Int32;
  return fits ? member : nullptr;
}

const Member* find_slot(const Type& payload, std::string_view name) {
  const Member* member = find(payload.members, name);
  return member != nullptr && member->recorded.binary_type != BinaryType::Primitive ? member : nullptr;
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

Result<FillPlan> make_list_plan(const Type& payload, const Type& target) {
  FillPlan plan;
  const Member* items = find_slot(payload, "_items");
  const Member* size = find_number(payload, "_size");
  if (!starts_with(payload.name, "System.Collections.Generic.List`1[") || items == nullptr || size == nullptr) {
    return mismatch(payload, target, "the payload has no List<T> here");
  }
  plan.items = items->offset;
  plan.size = size->offset;
  return plan;
}

Result<FillPlan> make_dictionary_plan(const Type& payload, const Type& target) {
  FillPlan plan;
  if (!starts_with(payload.name, "System.Collections.Generic.Dictionary`2[")) {
    return mismatch(payload, target, "the payload has no Dictionary<K, V> here");
  }
  const Member* pairs = find_slot(payload, "KeyValuePairs");
  plan.has_pairs = pairs != nullptr;
  if (plan.has_pairs) plan.pairs = pairs->offset;
  return plan;
}

void add_step(FillPlan& plan, const FillStep& step) {
  if (step.op == FillOp::Copy && !plan.steps.empty()) {
    FillStep& last = plan.steps.back();
    if (last.op == FillOp::Copy && last.source + last.length == step.source &&
        last.target + last.length == step.target) {
      last.length += step.length;
      return;
    }
  }
  plan.steps.push_back(step);
}

}  // namespace

Result<FillPlan> make_fill_plan(const Type& payload, const Type& target, FillOptions options) {
  if (target.kind == TypeKind::List) return make_list_plan(payload, target);
  if (target.kind == TypeKind::Dictionary) return make_dictionary_plan(payload, target);
  if (!same_type(payload.name, target.name)) return mismatch(payload, target, "the payload has another class here");
  FillPlan plan;
  // A field that hides one of a base class has its name: they are met in one order.
  std::vector<bool> taken(payload.members.size());
  for (const Member& member : target.members) {
    std::size_t at = 0;
    while (at != taken.size() && (taken[at] || payload.members[at].name != member.name)) ++at;
    if (at == taken.size()) {
      if (member.optional) continue;
      return mismatch(payload, target, "the payload has no member " + std::string(member.name));
    }
    taken[at] = true;
    const Member* const from = &payload.members[at];
    FillStep step{FillOp::Value, from->offset, member.offset, 0, member.type, member.name};
    if (from->recorded.binary_type == BinaryType::Primitive) {
      if (member.type->kind != TypeKind::Primitive || member.type->primitive != from->recorded.primitive) {
        return other_member(payload, target, *from, member);
      }
      step.op = FillOp::Copy;
      step.length = size_of(from->recorded.primitive);
    } else if (member.type->kind == TypeKind::Primitive) {
      return other_member(payload, target, *from, member);
    }
    add_step(plan, step);
  }
  if (!options.ignore_unknown_members) {
    const auto left = std::find(taken.begin(), taken.end(), false);
    if (left != taken.end()) {
      const Member& member = payload.members[static_cast<std::size_t>(left - taken.begin())];
      const bool again = find(target.members, member.name) != nullptr;
      return mismatch(payload, target,
                      std::string(again ? "the struct has no further member " : "the struct has no member ") +
                          std::string(member.name));
    }
  }
  return plan;
}

}  // namespace dotwire::nrbf
