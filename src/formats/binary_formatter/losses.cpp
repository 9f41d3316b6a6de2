#include <string>
#include <vector>

#include "base/unicode.h"
#include "formats/binary_formatter/binary_formatter.h"
#include "model/node_map.h"

namespace dotwire::binary_formatter {
namespace {

using model::Node;
using model::NodeKind;

// An object or array on the way to a text.
struct Step {
  const Node* node;
  std::uint64_t next;  // member or slot
};

// The strings that a payload cannot hold. No recursion; each node once.
class TextWalk {
 public:
  explicit TextWalk(std::vector<Loss>& losses) : losses_(losses) {}

  void run(const char* part, const Node* node) {
    part_ = part;
    meet(node);
    while (!way_.empty()) {
      Step& step = way_.back();
      const Node* next = nullptr;
      if (!child(step, next)) {
        way_.pop_back();
      } else {
        meet(next);
      }
    }
  }

  void finish() {
    if (count_ == 0) return;
    const std::string more = count_ == 1 ? std::string() : " (" + std::to_string(count_) + " texts)";
    losses_.push_back({first_, "lone surrogates become U+FFFD" + more});
  }

 private:
  // False: there is none left.
  static bool child(Step& step, const Node*& next) {
    if (const auto* object = model::as_object(step.node)) {
      const auto& members = object->type->members;
      if (step.next == members.size()) return false;
      const model::Member& member = members[step.next++];
      if (member.recorded.binary_type != model::BinaryType::Primitive) next = object->slot(member).node();
      return true;
    }
    const auto& array = *model::as_array(step.node);
    if (array.slots == nullptr || step.next == array.slot_count) return false;
    next = array.slots[step.next++].node();
    return true;
  }

  void meet(const Node* node) {
    if (node == nullptr) return;
    if (const auto* scalar = model::as_scalar(node)) {
      if (scalar->value_kind != model::ValueKind::Char || (scalar->get<char16_t>() & 0xF800) != 0xD800) return;
      if (count_++ == 0) first_ = path();
      return;
    }
    std::uint32_t& met = met_[node];
    if (met != 0) return;
    met = 1;
    if (const auto* text = model::as_string(node)) {
      if (find_lone_surrogate(text->view()) == kValid) return;
      if (count_++ == 0) first_ = path();
      return;
    }
    way_.push_back({node, 0});
  }

  std::string path() const {
    std::string text = part_;
    for (const Step& step : way_) {
      text += '/';
      if (const auto* object = model::as_object(step.node)) {
        text += object->type->members[step.next - 1].name;
      } else {
        text += '[' + std::to_string(step.next - 1) + ']';
      }
    }
    return text;
  }

  std::vector<Loss>& losses_;
  const char* part_ = "";
  model::NodeMap met_;
  std::vector<Step> way_;
  std::uint64_t count_ = 0;
  std::string first_;
};

// What was read from a payload has no other text, as it stands there.
bool is_payload(const Document& document) { return document.format != nullptr && document.format->walk == walk; }

}  // namespace

void losses(const Document& document, const Options&, std::vector<Loss>& losses) {
  if (is_payload(document)) return;
  const model::Graph& graph = document.graph();
  TextWalk walk(losses);
  if (graph.message() == nullptr) {
    walk.run("root", graph.root());
  } else {
    walk.run("message", graph.message()->call_array);
  }
  for (const Node* node : graph.top_level()) walk.run("#", node);
  walk.finish();
}

}  // namespace dotwire::binary_formatter
