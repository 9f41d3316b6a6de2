// Class records on the walk, and what is known of their members' types.
#include <algorithm>

#include "base/unicode.h"
#include "wire/nrbf/guess_walk.h"

namespace dotwire::nrbf {

using enum RecordType;

namespace {

constexpr std::size_t kMostFrameworkMembers = 64;
// In steps of the walk: a member takes memory.
constexpr std::uint64_t kMemberSteps = 64;

}  // namespace

bool GuessWalk::class_record(RecordType type, std::int32_t id) {
  std::string_view name;
  std::int32_t count = 0;
  const std::size_t start = at_;
  if (!read_text(name) || name.empty() || !read_i32(count) || count < 0) return false;
  if (static_cast<std::uint64_t>(count) > left() || static_cast<std::uint64_t>(count) > budget_) return false;
  spend(static_cast<std::uint64_t>(count));
  std::vector<std::string_view> names(static_cast<std::size_t>(count));
  for (std::string_view& member : names) {
    if (!read_text(member) || member.empty()) return false;
    cost_ += text_cost(member);
  }
  const bool typed = type == SystemClassWithMembersAndTypes || type == ClassWithMembersAndTypes;
  std::vector<MemberType> types(names.size());
  if (typed && !member_types(types)) return false;
  const std::size_t end = at_;
  if (type == ClassWithMembers || type == ClassWithMembersAndTypes) {
    std::int32_t library = 0;
    if (!read_i32(library) || !ids_.is_library(library)) return false;
  }
  cost_ += kReferenceCost + text_cost(name);
  const std::string_view bytes = as_text(input_.subspan(start, end - start));
  auto found = shape_by_bytes_.find(bytes);
  if (found == shape_by_bytes_.end()) {
    const std::uint32_t made = typed ? add_shape(name, names, types) : add_untyped_shape(name, names);
    found = shape_by_bytes_.emplace(bytes, made).first;
  }
  const std::uint32_t shape = found->second;
  remember_shape(id, shape);
  return open_object(shape);
}

// Ids of values may come again; the first record counts.
void GuessWalk::remember_shape(std::int32_t id, std::uint32_t shape) {
  if (shape_of_.emplace(id, shape).second) shapes_of_.push_back(id);
}

bool GuessWalk::member_types(std::vector<MemberType>& types) {
  for (MemberType& each : types) {
    if (!read_u8(each.binary_type)) return false;
  }
  for (MemberType& each : types) {
    if (!additional_info(each)) return false;
  }
  return true;
}

std::uint32_t GuessWalk::add_untyped_shape(std::string_view name, const std::vector<std::string_view>& names) {
  std::vector<MemberType> types(names.size());
  std::span<const DeclaredMember> declared;
  if (known_ != nullptr) declared = known_->find(name).value_or(declared);
  std::vector<bool> is_known(names.size());
  std::size_t from_framework = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto member = std::ranges::find(declared, names[i], &DeclaredMember::name);
    if (member != declared.end()) {
      types[i] = member->type;
      is_known[i] = true;
      continue;
    }
    if (++from_framework > kMostFrameworkMembers) continue;
    if (const auto framework = framework_member_type(name, names[i]); framework.has_value()) {
      types[i] = *framework;
      is_known[i] = true;
    }
  }
  const std::uint32_t shape = add_shape(name, names, types);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_known[i]) continue;
    WalkedMember& member = members_[shapes_[shape].first + i];
    member.width = Width::Unknown;
    member.guessed = true;
  }
  order_.push_back(shape);
  return shape;
}

std::uint32_t GuessWalk::add_shape(std::string_view name, const std::vector<std::string_view>& names,
                                   const std::vector<MemberType>& types) {
  spend(kMemberSteps * names.size());
  WalkedShape shape{name, static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(names.size())};
  for (std::size_t i = 0; i < names.size(); ++i) {
    WalkedMember member;
    member.name = names[i];
    member.type = types[i];
    member.width = types[i].binary_type == 0 ? width_of(types[i].primitive) : Width::Record;
    members_.push_back(member);
  }
  shapes_.push_back(shape);
  return static_cast<std::uint32_t>(shapes_.size() - 1);
}

}  // namespace dotwire::nrbf
