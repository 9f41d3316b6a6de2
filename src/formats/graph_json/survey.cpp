#include "formats/graph_json/survey.h"

#include <unordered_set>

#include "codecs/nrbf_graph/emit.h"
#include "model/well_known.h"

namespace dotwire::graph_json {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::Type;

bool same_members(const Type& a, const Type& b) {
  if (a.members.size() != b.members.size() || a.library != b.library || a.library_id != b.library_id) return false;
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (a.members[i].name != b.members[i].name || !same_type(a.members[i].recorded, b.members[i].recorded)) {
      return false;
    }
  }
  return true;
}

// Keys that differ: "x", "x#2", "x#3".
class Keys {
 public:
  std::string unused(const std::string& name) {
    std::size_t& number = next_[name];
    std::string key = name;
    // A name of the payload may look like one of ours.
    while (!used_.insert(key).second) key = name + '#' + std::to_string(number++ + 2);
    return key;
  }

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, std::size_t> next_;
};

// Of what same_members and the name compare, most.
std::size_t hash_of(const Type& type) {
  constexpr std::size_t kOdd = 0x9E3779B97F4A7C15;
  std::size_t hash = std::hash<std::string_view>()(type.name);
  for (const Member& member : type.members) hash = hash * kOdd + std::hash<std::string_view>()(member.name);
  return hash;
}

std::vector<std::string> member_keys(const Type& type, bool raw_names) {
  std::unordered_set<std::string_view> raw;
  for (const Member& member : type.members) raw.insert(member.name);
  Keys used;
  std::vector<std::string> keys;
  for (const Member& member : type.members) {
    std::string name(member.name);
    if (!raw_names) name = model::property_name(member.name);
    // What is a member's own name is left to it.
    if (name != member.name && raw.contains(name)) name.assign(member.name);
    if (name.starts_with('$')) name.insert(name.begin(), '$');  // our own names start with one
    keys.push_back(used.unused(name));
  }
  return keys;
}

class Surveyor {
 public:
  Surveyor(GraphSurvey& survey, bool raw_names) : survey_(survey), raw_names_(raw_names) {}

  void run(const Node* root) {
    meet(root);
    while (!open_.empty()) {
      const Node* node = open_.back();
      open_.pop_back();
      if (const ObjectNode* object = model::as_object(node)) {
        members(*object);
      } else if (const ArrayNode* array = model::as_array(node)) {
        elements(*array);
      }
    }
  }

  void finish() {
    for (ClassEntry& entry : survey_.classes) {
      entry.is_struct = entry.in_place != 0;
      if (entry.is_struct && entry.referred_to != 0) survey_.unusual = true;
      survey_.libraries.emplace(entry.key, entry.type->library_id);
    }
  }

 private:
  void members(const ObjectNode& object) {
    name_type(object.type);
    // Pushed last to first, so that the walk goes first to last.
    for (std::size_t i = object.type->members.size(); i-- > 0;) {
      const Member& member = object.type->members[i];
      if (member.recorded.binary_type != BinaryType::Primitive) slot(object.slot(member), member.recorded);
    }
  }

  void elements(const ArrayNode& array) {
    if (array.record != 0 && array.record != usual_record(array)) survey_.unusual = true;
    if (array.slots == nullptr) return;
    for (std::uint64_t i = array.slot_count; i-- > 0;) slot(array.slots[i], array.element);
  }

  static std::uint8_t usual_record(const ArrayNode& array) {
    ArrayNode other = array;
    other.record = 0;
    return static_cast<std::uint8_t>(nrbf::array_record(other));
  }

  void slot(const Slot& slot, const RecordedType& declared) {
    const Node* node = slot.node();
    if (node == nullptr) return;
    if (const ObjectNode* object = model::as_object(node)) {
      ClassEntry& entry = survey_.classes[name_type(object->type)];
      const bool is_object = declared.binary_type == BinaryType::Object;
      if (!slot.is_reference()) {
        ++entry.in_place;
        if (is_object) survey_.unusual = true;
      } else if (!is_object) {
        ++entry.referred_to;
      }
    }
    meet(node);
  }

  void meet(const Node* node) {
    if (node == nullptr || node->kind == NodeKind::Scalar) return;
    std::uint32_t& times = survey_.met[node];
    if (times == 0) {
      times = GraphSurvey::kOnce;
      if (node->kind != NodeKind::String) open_.push_back(node);
    } else {
      times = GraphSurvey::kShared;
    }
  }

  std::uint32_t name_type(const Type* type) {
    if (type == last_type_) return last_class_;
    const auto [found, is_new] = survey_.class_of.try_emplace(type, 0);
    if (is_new) found->second = class_like(type);
    last_type_ = type;
    return last_class_ = found->second;
  }

  std::uint32_t class_like(const Type* type) {
    std::vector<std::uint32_t>& alike = by_hash_[hash_of(*type)];
    for (const std::uint32_t index : alike) {
      const Type& other = *survey_.classes[index].type;
      if (other.name == type->name && same_members(other, *type)) return index;
    }
    const auto index = static_cast<std::uint32_t>(survey_.classes.size());
    alike.push_back(index);
    ClassEntry entry;
    entry.type = type;
    entry.key = used_.unused(std::string(type->name));
    entry.keys = member_keys(*type, raw_names_);
    survey_.classes.push_back(std::move(entry));
    return index;
  }

  GraphSurvey& survey_;
  bool raw_names_;
  std::vector<const Node*> open_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> by_hash_;
  Keys used_;
  const Type* last_type_ = nullptr;
  std::uint32_t last_class_ = 0;
};

const Node* find_headers(const model::Graph& graph) {
  if (graph.framing().header_id <= 0) return nullptr;
  for (const Node* node : graph.top_level()) {
    if (node->id == graph.framing().header_id) return node;
  }
  return nullptr;
}

}  // namespace

GraphSurvey survey(const model::Graph& graph, bool raw_names) {
  GraphSurvey survey;
  Surveyor surveyor(survey, raw_names);
  const model::MethodMessage* message = graph.message();
  survey.headers = find_headers(graph);
  survey.root = message != nullptr ? message->call_array : graph.root();
  surveyor.run(survey.headers);
  surveyor.run(survey.root);
  for (const Node* node : graph.top_level()) {
    if (survey.met[node] != 0 || node->kind == NodeKind::Scalar) continue;
    survey.unreached.push_back(node);
    surveyor.run(node);
  }
  surveyor.finish();
  return survey;
}

}  // namespace dotwire::graph_json
