#include <algorithm>
#include <deque>
#include <mutex>

#include "dotwire/bind.h"
#include "model/builtin_types.h"

namespace dotwire::bind_detail {
namespace {

// Building one type builds those it leads to, on the same thread: the lock is recursive, and all become ready together
// when the outermost is done.
struct Builder {
  // A name that is made of others', which may not be there before all is built: classes refer to each other in rings.
  struct Name {
    Type* type;
    std::string_view definition;  // empty: the argument's own name
    std::vector<const Type*> arguments;
  };

  std::recursive_mutex mutex;
  int depth = 0;
  std::uint32_t serial = 0;
  std::vector<std::atomic<bool>*> built;
  std::vector<Name> names;
  std::deque<std::string> texts;
  std::deque<std::vector<Member>> members;
};

Builder& builder() {
  static Builder instance;
  return instance;
}

// The name of a type as a generic argument: "Seeds.Book, Oracle, Version=...".
std::string argument_name(const Type& type) {
  const Type* at = &type;
  std::string suffix;
  while (at->kind == TypeKind::Pointer || at->kind == TypeKind::Array) {
    if (at->kind == TypeKind::Array) suffix += "[]";
    at = at->element;
  }
  std::string name(at->name);
  if (at->kind == TypeKind::String) name = "System.String";
  return name + suffix + ", " + std::string(at->library.empty() ? model::kMscorlib : at->library);
}

std::string generic_name(std::string_view definition, const std::vector<const Type*>& arguments) {
  std::string name(definition);
  name += "[";
  bool first = true;
  for (const Type* argument : arguments) {
    if (!first) name += ",";
    first = false;
    name += "[" + argument_name(*argument) + "]";
  }
  return name + "]";
}

// The type that a name takes its argument's from: what a pointer or an array leads to.
const Type* named_part(const Type* type) {
  while (type->kind == TypeKind::Pointer || type->kind == TypeKind::Array) type = type->element;
  return type;
}

// Those of arguments first. Types nest as deep as templates do.
void give_name(Builder& state, Type& type) {
  const auto found = std::ranges::find(state.names, &type, &Builder::Name::type);
  if (found == state.names.end()) return;
  const Builder::Name name = std::move(*found);
  state.names.erase(found);
  for (const Type* argument : name.arguments) {
    const Type* part = named_part(argument);
    const auto same =
        std::ranges::find(state.names, part, [](const Builder::Name& n) -> const Type* { return n.type; });
    if (same != state.names.end()) give_name(state, *same->type);
  }
  if (name.definition.empty()) {
    type.name = name.arguments[0]->name;
    type.library = name.arguments[0]->library;
  } else {
    type.name = state.texts.emplace_back(generic_name(name.definition, name.arguments));
  }
}

void give_names(Builder& state) {
  while (!state.names.empty()) give_name(state, *state.names.front().type);
}

std::string_view simple_name(std::string_view clr_name) {
  const std::size_t at = clr_name.find_last_of(".+");
  return at == std::string_view::npos ? clr_name : clr_name.substr(at + 1);
}

Member make_member(std::string name, const Type& type, std::uint32_t offset) {
  Member member;
  member.name = keep(std::move(name));
  member.type = &type;
  member.offset = offset;
  return member;
}

}  // namespace

void build(Type& type, std::atomic<bool>& ready, void (*fill)(Type&)) {
  Builder& state = builder();
  const std::lock_guard lock(state.mutex);
  if (ready.load(std::memory_order_relaxed) || type.serial != 0) return;
  type.serial = ++state.serial;
  ++state.depth;
  fill(type);
  state.built.push_back(&ready);
  if (state.depth == 1) give_names(state);
  if (--state.depth != 0) return;
  for (std::atomic<bool>* built : state.built) built->store(true, std::memory_order_release);
  state.built.clear();
}

std::string_view keep(std::string text) {
  const std::lock_guard lock(builder().mutex);
  return builder().texts.emplace_back(std::move(text));
}

std::span<const Member> keep(std::vector<Member> members) {
  const std::lock_guard lock(builder().mutex);
  return builder().members.emplace_back(std::move(members));
}

std::string backing_field(std::string_view property) { return "<" + std::string(property) + ">k__BackingField"; }

void name_later(Type& type, std::string_view definition, std::initializer_list<const Type*> arguments) {
  const std::lock_guard lock(builder().mutex);
  builder().names.push_back({&type, definition, arguments});
}

// A.8: declared and inherited visible fields under their own names, then what each base declares non-publicly.
std::span<const Member> lay_out_members(const std::vector<BaseMember>& members) {
  std::vector<Member> made;
  const auto add = [&](const BaseMember& from, std::string name) {
    Member member = make_member(std::move(name), from.description->type(), from.offset);
    member.optional = from.description->optional;
    made.push_back(member);
  };
  const auto own_name = [](const BaseMember& from) {
    return from.description->auto_property ? backing_field(from.description->name)
                                           : std::string(from.description->name);
  };
  std::uint32_t deepest = 0;
  for (const BaseMember& member : members) {
    deepest = std::max(deepest, member.level);
    if (member.level == 0 || member.description->access != Access::Private) add(member, own_name(member));
  }
  // What reflection shows of each base, nearest first: what it declares non-publicly, and what it inherits so.
  for (std::uint32_t level = 1; level <= deepest; ++level) {
    std::string_view base;
    for (const BaseMember& member : members) {
      if (member.level == level) base = member.declaring_type;
    }
    for (const BaseMember& member : members) {
      const Access access = member.description->access;
      const bool shown =
          member.level == level ? access != Access::Public : member.level > level && access == Access::Protected;
      if (shown) add(member, std::string(simple_name(base)) + "+" + own_name(member));
    }
  }
  return keep(std::move(made));
}

void make_list_members(Type& list, const Type& element_array) {
  const Type& number = model::primitive_type(Primitive::Int32);
  name_later(list, "System.Collections.Generic.List`1", {list.element});
  list.members = keep(std::vector<Member>{make_member("_items", element_array, 0), make_member("_size", number, 0),
                                          make_member("_version", number, 0)});
}

void make_enum_members(Type& type) {
  type.plain = true;
  type.members = keep(std::vector<Member>{make_member("value__", model::primitive_type(type.primitive), 0)});
}

void make_pair_members(Type& pair, const Type& key, std::uint32_t key_offset, const Type& value,
                       std::uint32_t value_offset) {
  name_later(pair, "System.Collections.Generic.KeyValuePair`2", {&key, &value});
  pair.members =
      keep(std::vector<Member>{make_member("key", key, key_offset), make_member("value", value, value_offset)});
}

const Type& builtin_primitive(Primitive primitive) { return model::primitive_type(primitive); }
const Type& builtin_guid() { return model::guid_type(); }
const Type& builtin_offset() { return model::offset_type(); }

}  // namespace dotwire::bind_detail
