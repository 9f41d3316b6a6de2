#include "codecs/nrbf_graph/rename_types.h"

#include <algorithm>

#include "base/arena.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/type_name.h"

namespace dotwire::nrbf {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;

constexpr std::string_view kCoreLibrary = "mscorlib";

std::string_view trim(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

// "Ns.Type, Assembly, Version=..." at its first comma; names of generic definitions have none.
std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos) return {trim(name), {}};
  return {trim(name.substr(0, comma)), trim(name.substr(comma + 1))};
}

bool same_assembly(std::string_view wanted, std::string_view assembly) {
  if (wanted == assembly) return true;
  const bool simple = wanted.find(',') == std::string_view::npos;
  return simple && (simple_name(assembly) == wanted || (is_core_library(wanted) && is_core_library(assembly)));
}

}  // namespace

Result<TypeRenames> TypeRenames::read(std::string_view text) {
  TypeRenames renames;
  std::uint32_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trim(text.substr(start, end - start));
    ++number;
    if (!line.empty() && line[0] != '#') {
      const std::size_t arrow = line.find("=>");
      const auto fail = [&](const char* what) {
        Error error(ErrorCode::Malformed, start, what);
        error.set_position(number, 1);
        return error;
      };
      if (!is_valid_utf8(line)) return fail("a line is not UTF-8");
      if (arrow == std::string_view::npos) return fail("a line is not OLD => NEW");
      const auto [old_type, old_assembly] = split(line.substr(0, arrow));
      const auto [new_type, new_assembly] = split(line.substr(arrow + 2));
      if (old_type.empty() || new_type.empty()) return fail("a type has no name");
      if ((old_type == "*") != (new_type == "*")) return fail("* stands for all classes of an assembly on both sides");
      if (old_type == "*" && (old_assembly.empty() || new_assembly.empty())) return fail("* has no assembly");
      Rule rule{std::string(line), std::string(old_type == "*" ? "" : old_type), std::string(old_assembly),
                std::string(new_type == "*" ? "" : new_type), std::string(new_assembly)};
      renames.longest_type_ = std::max(renames.longest_type_, rule.type.size());
      renames.by_type_[rule.type].push_back(renames.rules_.size());
      renames.rules_.push_back(std::move(rule));
    }
    start = end + 1;
  }
  return renames;
}

const TypeRenames::Rule* TypeRenames::find(std::string_view type, std::string_view assembly) const {
  std::size_t best = first({}, assembly, rules_.size());
  // The class itself, and those that it is nested in.
  for (std::size_t end = 0; end < type.size() && end <= longest_type_;) {
    end = std::min(type.find('+', end + 1), type.size());
    if (end <= longest_type_) best = first(type.substr(0, end), assembly, best);
  }
  return best == rules_.size() ? nullptr : &rules_[best];
}

std::size_t TypeRenames::first(std::string_view type, std::string_view assembly, std::size_t best) const {
  const auto found = by_type_.find(type);
  if (found == by_type_.end()) return best;
  for (const std::size_t number : found->second) {
    if (number >= best) break;
    const Rule& rule = rules_[number];
    if (rule.assembly.empty() || same_assembly(rule.assembly, assembly)) return number;
  }
  return best;
}

std::vector<std::string_view> TypeRenames::lines() const {
  std::vector<std::string_view> lines;
  for (const Rule& rule : rules_) lines.push_back(rule.line);
  return lines;
}

TypeRenames::Name TypeRenames::apply(std::string_view type, std::string_view library, const Limits& limits,
                                     std::vector<bool>* used) const {
  Name name{std::string(type), std::string(library)};
  Result<TypeName> parsed = parse_type_name(type, limits);
  if (!parsed.ok()) return name;  // no name of .NET's: nothing to find in it
  bool changed = false;
  for (std::size_t i = 0; i < parsed->nodes.size(); ++i) {
    TypeName::Node& node = parsed->nodes[i];
    const bool outermost = i == 0;
    const std::string_view recorded = outermost ? library : std::string_view(node.assembly);
    const Rule* rule = find(node.name, recorded.empty() ? kCoreLibrary : recorded);
    if (rule == nullptr) continue;
    changed = true;
    if (used != nullptr) (*used)[static_cast<std::size_t>(rule - rules_.data())] = true;
    if (!rule->type.empty()) node.name = rule->new_type + node.name.substr(rule->type.size());
    if (rule->new_assembly.empty()) continue;
    if (outermost) {
      name.library = is_core_library(rule->new_assembly) ? std::string() : rule->new_assembly;
    } else {
      node.assembly = rule->new_assembly;
    }
  }
  if (changed) name.type = to_text(*parsed, TypeNameForm::AssemblyQualified);
  return name;
}

namespace {

class Copier {
 public:
  Copier(const Graph& from, const TypeRenames& renames, Graph& to, const Limits& limits, std::vector<bool>* used)
      : from_(from), renames_(renames), to_(to), limits_(limits), used_(used) {
    for (const model::Library& library : from.libraries()) libraries_.emplace(library.id, library.name);
  }

  Status run() {
    to_.clear();
    to_.framing() = from_.framing();
    to_.set_root(copy(from_.root()));
    for (const Node* node : from_.top_level()) to_.top_level().push_back(copy(node));
    if (from_.message() != nullptr) {
      auto* message = to_.arena().make<model::MethodMessage>(*from_.message());
      message->call_array = model::as_array(copy(message->call_array));
      const TypeRenames::Name type = qualified(message->type_name);
      message->type_name = to_.arena().copy(type.library.empty() ? type.type : type.type + ", " + type.library);
      to_.set_message(message);
    }
    while (next_ < work_.size()) fill(work_[next_++]);
    return {};
  }

 private:
  TypeRenames::Name qualified(std::string_view name) const {
    const Result<TypeName> parsed = parse_type_name(name, limits_);
    if (!parsed.ok()) return {std::string(name), {}};
    return renames_.apply(to_text(*parsed, TypeNameForm::FullName), parsed->root().assembly, limits_, used_);
  }

  // Strings and single values are used as they are.
  const Node* copy(const Node* node) {
    if (node == nullptr || node->kind == model::NodeKind::String || node->kind == model::NodeKind::Scalar) return node;
    const auto [found, is_new] = copies_.try_emplace(node, nullptr);
    if (!is_new) return found->second;
    Node* made = nullptr;
    if (const ObjectNode* object = model::as_object(node); object != nullptr) {
      const model::Type* type = copy(*object->type);
      void* memory = to_.arena().allocate(sizeof(ObjectNode) + type->size);
      auto* copied = ::new (memory) ObjectNode{};
      std::memcpy(copied->data(), object->data(), object->type->size);
      copied->type = type;
      made = copied;
    } else {
      made = to_.arena().make<ArrayNode>(*model::as_array(node));
    }
    made->kind = node->kind;
    made->record = node->record;
    made->id = node->id;
    found->second = made;
    work_.push_back(made);
    return made;
  }

  const model::Type* copy(const model::Type& type) {
    const model::Type*& known = types_[&type];
    if (known != nullptr) return known;
    auto* made = to_.arena().make<model::Type>(type);
    const TypeRenames::Name name = renames_.apply(type.name, type.library, limits_, used_);
    made->name = to_.arena().copy(name.type);
    made->library = to_.arena().copy(name.library);
    made->library_id = name.library.empty() ? 0 : library(name.library);
    auto* members = to_.arena().allocate_array<model::Member>(type.members.size());
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      ::new (members + i) model::Member(type.members[i]);
      rename(members[i].recorded);
    }
    made->members = {members, type.members.size()};
    known = made;
    return made;
  }

  std::int32_t library(const std::string& name) {
    const auto [found, is_new] = new_libraries_.try_emplace(name, static_cast<std::int32_t>(new_libraries_.size()) + 1);
    if (is_new) to_.libraries().push_back({found->second, to_.arena().copy(name), 0});
    return found->second;
  }

  void rename(RecordedType& type) {
    if (type.binary_type != BinaryType::SystemClass && type.binary_type != BinaryType::Class) return;
    std::string_view recorded;
    if (type.binary_type == BinaryType::Class) recorded = libraries_[type.library_id];
    const TypeRenames::Name name = renames_.apply(type.name, recorded, limits_, used_);
    type.name = to_.arena().copy(name.type);
    type.binary_type = name.library.empty() ? BinaryType::SystemClass : BinaryType::Class;
    type.library_id = name.library.empty() ? 0 : library(name.library);
  }

  Slot copied(Slot slot) {
    if (slot.is_null()) return slot;
    const Node* node = copy(slot.node());
    return slot.is_reference() ? Slot::reference(node) : Slot::in_place(node);
  }

  void fill(Node* node) {
    if (node->kind == model::NodeKind::Object) {
      auto& object = *static_cast<ObjectNode*>(node);
      for (const model::Member& member : object.type->members) {
        if (member.recorded.binary_type == BinaryType::Primitive) continue;
        Slot& slot = object.slot(member);
        slot = copied(slot);
      }
      return;
    }
    auto& array = *static_cast<ArrayNode*>(node);
    rename(array.element);
    if (array.slots == nullptr) return;
    Slot* slots = to_.arena().allocate_array<Slot>(array.slot_count);
    for (std::uint64_t i = 0; i < array.slot_count; ++i) slots[i] = copied(array.slots[i]);
    array.slots = slots;
  }

  const Graph& from_;
  const TypeRenames& renames_;
  Graph& to_;
  const Limits& limits_;
  std::vector<bool>* used_;
  std::unordered_map<const Node*, Node*> copies_;
  std::unordered_map<const model::Type*, const model::Type*> types_;
  std::unordered_map<std::int32_t, std::string_view> libraries_;
  std::unordered_map<std::string, std::int32_t> new_libraries_;
  std::vector<Node*> work_;
  std::size_t next_ = 0;
};

}  // namespace

Status rename_types(const Graph& from, const TypeRenames& renames, Graph& to, const Limits& limits,
                    std::vector<bool>* used) {
  if (from.is_partial()) return Error(ErrorCode::InvalidArgument, "only a part of the payload was read");
  if (from.root() == nullptr) return Error(ErrorCode::InvalidArgument, "the graph has no root");
  if (used != nullptr) used->assign(renames.lines().size(), false);
  return Copier(from, renames, to, limits, used).run();
}

}  // namespace dotwire::nrbf
