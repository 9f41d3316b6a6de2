#include "formats/graph_json/class_names.h"

#include <unordered_set>

#include "dotwire/table.h"

namespace dotwire::graph_json {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::Type;

bool same_recorded(const RecordedType& a, const RecordedType& b) {
  return a.binary_type == b.binary_type && a.primitive == b.primitive && a.name == b.name &&
         a.library_id == b.library_id;
}

bool same_members(const Type& a, const Type& b) {
  if (a.members.size() != b.members.size() || a.library != b.library || a.library_id != b.library_id) return false;
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (a.members[i].name != b.members[i].name || !same_recorded(a.members[i].recorded, b.members[i].recorded))
      return false;
  }
  return true;
}

class Surveyor {
 public:
  explicit Surveyor(GraphSurvey& survey) : survey_(survey) {}

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

 private:
  void members(const ObjectNode& object) {
    name_type(object.type);
    // Pushed last to first, so that the walk goes first to last.
    for (std::size_t i = object.type->members.size(); i-- > 0;) {
      const Member& member = object.type->members[i];
      if (member.recorded.binary_type != BinaryType::Primitive) meet(object.slot(member).node());
    }
  }

  void elements(const ArrayNode& array) {
    if (array.slots == nullptr) return;
    for (std::uint64_t i = array.slot_count; i-- > 0;) meet(array.slots[i].node());
  }

  void meet(const Node* node) {
    if (node == nullptr || (node->kind != model::NodeKind::Object && node->kind != model::NodeKind::Array)) return;
    if (seen_.insert(node).second) {
      open_.push_back(node);
    } else {
      survey_.shared.emplace(node, 0);
    }
  }

  void name_type(const Type* type) {
    if (survey_.names.contains(type)) return;
    std::vector<const Type*>& same_name = by_name_[std::string(type->name)];
    for (std::size_t i = 0; i < same_name.size(); ++i) {
      if (!same_members(*same_name[i], *type)) continue;
      survey_.names.emplace(type, survey_.names[same_name[i]]);
      return;
    }
    same_name.push_back(type);
    std::string name(type->name);
    if (same_name.size() > 1) name += '#' + std::to_string(same_name.size());
    survey_.names.emplace(type, std::move(name));
    survey_.types.push_back(type);
  }

  GraphSurvey& survey_;
  std::vector<const Node*> open_;
  std::unordered_set<const Node*> seen_;
  std::unordered_map<std::string, std::vector<const Type*>> by_name_;
};

std::string_view primitive_name(Primitive primitive) {
  const std::string_view name = model::clr_name(static_cast<model::ValueKind>(primitive));
  constexpr std::string_view kSystem = "System.";
  return name.starts_with(kSystem) ? name.substr(kSystem.size()) : name;
}

}  // namespace

GraphSurvey survey(const Node* root) {
  GraphSurvey survey;
  Surveyor(survey).run(root);
  return survey;
}

std::string type_text(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::Primitive: return std::string(primitive_name(type.primitive));
    case BinaryType::String: return "String";
    case BinaryType::Object: return "Object";
    case BinaryType::SystemClass:
    case BinaryType::Class: return std::string(type.name);
    case BinaryType::ObjectArray: return "Object[]";
    case BinaryType::StringArray: return "String[]";
    case BinaryType::PrimitiveArray: return std::string(primitive_name(type.primitive)) + "[]";
  }
  return {};
}

}  // namespace dotwire::graph_json
