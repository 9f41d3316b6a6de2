// Reading the first objects only (ReadOptions::first_objects).
#include <algorithm>

#include "codecs/nrbf_graph/decoder.h"

namespace dotwire::nrbf {

// An object of a class without members that stands for the object of that id; 0: for the rest of an array.
const model::Node* Decoder::unread(std::int32_t id) {
  if (unread_type_ == nullptr) {
    auto* type = arena_.make<model::Type>();
    type->kind = model::TypeKind::Class;
    type->name = model::Graph::kNotRead;
    type->alignment = 8;
    unread_type_ = type;
  }
  model::ObjectNode* node = make_object(RecordType::SystemClassWithMembersAndTypes, id, unread_type_);
  if (id != 0) state_.ids.entry(id) = reinterpret_cast<std::uintptr_t>(static_cast<model::Node*>(node));
  return node;
}

// Between two elements, where no object is open: the arrays around can end here. Deep ones go on.
bool Decoder::may_stop(std::size_t index) const {
  constexpr std::size_t kMostArrays = 8;
  if (index >= kMostArrays || index + 1 != state_.frames.size()) return false;
  return std::all_of(state_.frames.begin(), state_.frames.end(),
                     [](const DecodeFrame& frame) { return frame.object == nullptr; });
}

// Ends all open arrays: each becomes a row of what was read, and one element that stands for the rest.
void Decoder::cut_arrays() {
  while (!state_.frames.empty()) {
    const DecodeFrame frame = state_.frames.back();
    model::ArrayNode& array = *frame.array;
    const bool rest = frame.remaining != 0;
    if (rest) state_.scratch.push_back(Slot::in_place(unread(0)));
    finish_array(frame);
    if (rest) {
      graph_.set_partial(true);
      auto* length = arena_.make<std::int32_t>(static_cast<std::int32_t>(array.length - frame.remaining + 1));
      array.length = static_cast<std::uint64_t>(*length);
      array.lengths = length;
      array.rank = 1;
      array.array_kind = 0;
      array.lower_bounds = nullptr;
    }
    state_.frames.pop_back();
  }
}

}  // namespace dotwire::nrbf
