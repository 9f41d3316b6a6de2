#include "codecs/nrbf_graph/object_filler.h"

#include <cstring>
#include <new>
#include <utility>

#include "base/check.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "model/node_pass.h"
#include "model/well_known.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::Node;
using model::ObjectNode;
using model::PointerOps;
using model::Slot;
using model::Type;

bool ObjectFiller::fail(ErrorCode code, std::string message) {
  error_.emplace(code, std::move(message));
  failed_record_ = 0;
  for (const Frame& frame : frames_) {
    if (frame.kind == FrameKind::Convert) continue;
    failed_record_ = frame.kind == FrameKind::Members ? frame.node->id : frame.array->id;
    failed_step_ = step_of(frame);
  }
  return false;
}

std::string ObjectFiller::step_of(const Frame& frame) {
  if (frame.kind != FrameKind::Members) return "/[" + std::to_string(frame.index == 0 ? 0 : frame.index - 1) + "]";
  if (frame.index == 0 || frame.index > frame.plan->steps.size()) return {};
  return "/" + model::property_name(frame.plan->steps[frame.index - 1].name);
}

// Stand-ins and elements that were not finished.
void ObjectFiller::drop_frames(std::size_t keep) {
  while (frames_.size() > keep) {
    const Frame& frame = frames_.back();
    if (frame.memory != nullptr) {
      const Type& type = *frame.type->element;
      type.life->destroy(frame.memory);
      ::operator delete (frame.memory, std::align_val_t{type.alignment});
    }
    frames_.pop_back();
  }
}

const FillPlan* ObjectFiller::plan_for(const ObjectNode& node, const Type& type) {
  const PlanKey key{node.type->members.data(), &type};
  const std::size_t hash = PlanKeyHash()(key);
  Recent& slot = recent_[hash % recent_.size()];
  if (slot.plan != nullptr && slot.key == key) [[likely]]
    return slot.plan;
  const auto* decode_plan = static_cast<const DecodePlan*>(node.type->decode_plan);
  const bool stays = decode_plan != nullptr && decode_plan->kept && !node.type->members.empty();
  auto& known = stays ? plans_ : passing_plans_;
  std::unique_ptr<FillPlan>& plan = known[key];
  if (plan == nullptr) {
    Result<FillPlan> made = make_fill_plan(*node.type, type, {options_.ignore_unknown_members});
    if (!made.ok()) {
      known.erase(key);
      error_.emplace(std::move(made).error());
      failed_record_ = node.id;
      failed_step_.clear();
      return nullptr;
    }
    plan = std::make_unique<FillPlan>(std::move(made).value());
  }
  if (stays) slot = {key, plan.get()};
  return plan.get();
}

Status ObjectFiller::fill(const model::Graph& graph, void* object, const Type& type) {
  frames_.clear();
  placed_.clear();
  observers_.clear();
  if (!passing_plans_.empty()) passing_plans_.clear();
  error_.reset();
  failed_record_ = 0;
  pass_ = model::next_pass();
  const bool ok = fill_slot(Slot::reference(graph.root()), object, type, 0) && run() && resolve_observers();
  drop_frames(0);
  if (!ok) return std::move(*error_);
  return {};
}

bool ObjectFiller::run() {
  while (!frames_.empty()) {
    const std::size_t top = frames_.size() - 1;
    bool ok = false;
    switch (frames_[top].kind) {
      case FrameKind::Members: ok = run_members(top); break;
      case FrameKind::Elements: ok = run_elements(top); break;
      case FrameKind::Pairs: ok = run_pairs(top); break;
      case FrameKind::Convert: ok = finish_convert(top); break;
    }
    if (!ok) return false;
  }
  return true;
}

bool ObjectFiller::run_members(std::size_t index) {
  Frame& frame = frames_[index];
  const FillPlan& plan = *frame.plan;
  const std::uint8_t* source = frame.node->data();
  std::uint8_t* target = frame.target;
  const std::uint32_t depth = frame.depth;
  for (std::size_t i = frame.index; i < plan.steps.size(); ++i) {
    const FillStep& step = plan.steps[i];
    if (step.op == FillOp::Copy) {
      std::memcpy(target + step.target, source + step.source, step.length);
      continue;
    }
    frames_[index].index = i + 1;
    if (!fill_slot(*reinterpret_cast<const Slot*>(source + step.source), target + step.target, *step.type, depth)) {
      return false;
    }
    if (frames_.size() != index + 1) {
      // The last member of an object needs its frame no more: chains stay flat.
      if (i + 1 == plan.steps.size() && frames_.size() == index + 2) {
        frames_[index] = frames_[index + 1];
        frames_.pop_back();
      }
      return true;
    }
  }
  frames_.pop_back();
  return true;
}

bool ObjectFiller::place(const Node& node, void* object, const Type& type, const void* pointer, const PointerOps* ops) {
  if (placed_.size() >= INT32_MAX) return fail(ErrorCode::LimitExceeded, "too many objects");
  node.written_pass = pass_;
  node.written_id = static_cast<std::int32_t>(placed_.size());
  placed_.push_back({object, &type, pointer, ops});
  return true;
}

bool ObjectFiller::push_members(const ObjectNode& node, void* target, const Type& type, std::uint32_t depth) {
  const FillPlan* plan = plan_for(node, type);
  if (plan == nullptr) return false;
  frames_.push_back({FrameKind::Members, depth, plan, &node, nullptr, static_cast<std::uint8_t*>(target), &type, 0, 0,
                     0, 0, nullptr, 0, 0});
  return true;
}

bool ObjectFiller::run_elements(std::size_t index) {
  const ArrayNode& array = *frames_[index].array;
  const Type& element = *frames_[index].type;
  const std::uint32_t depth = frames_[index].depth;
  while (frames_[index].index < frames_[index].count) {
    Frame& frame = frames_[index];
    DOTWIRE_CHECK(frame.slot < array.slot_count);
    Slot slot = array.slots[frame.slot];
    if (slot.is_null() && ++frame.run < slot.count()) {
      slot = Slot();
    } else {
      ++frame.slot;
      frame.run = 0;
    }
    std::uint8_t* target = frame.target;
    frame.target += element.size;
    ++frame.index;
    if (!fill_slot(slot, target, element, depth)) return false;
    if (frames_.size() != index + 1) return true;
  }
  frames_.pop_back();
  return true;
}

// A pair is put in when its key and value are complete: the container needs the key.
bool ObjectFiller::run_pairs(std::size_t index) {
  const Type& dictionary = *frames_[index].type;
  const Type& pair = *dictionary.element;
  if (frames_[index].memory != nullptr) {
    Frame& frame = frames_[index];
    void* lies = dictionary.container->insert(frame.target, frame.memory);
    if (lies == nullptr) return fail(ErrorCode::Malformed, "a Dictionary has one key twice");
    relocate(frame.placed, frame.observers, frame.memory, pair.size, lies);
    pair.life->destroy(frame.memory);
    ::operator delete (frame.memory, std::align_val_t{pair.alignment});
    frame.memory = nullptr;
  }
  if (frames_[index].index == frames_[index].count) {
    frames_.pop_back();
    return true;
  }
  const Slot slot = frames_[index].array->slots[frames_[index].index++];
  const auto* object = model::as_object(slot.node());
  if (object == nullptr)
    return fail(ErrorCode::Malformed, "a Dictionary's KeyValuePairs have something else among them");
  void* memory = ::operator new (pair.size, std::align_val_t{pair.alignment});
  pair.life->construct(memory);
  frames_[index].memory = memory;
  frames_[index].placed = placed_.size();
  frames_[index].observers = observers_.size();
  return push_members(*object, memory, pair, frames_[index].depth);
}

// What was noted within an element lies elsewhere once it has moved into its container.
void ObjectFiller::relocate(std::size_t placed_from, std::size_t observers_from, const void* from, std::size_t size,
                            void* to) {
  const auto* begin = static_cast<const std::uint8_t*>(from);
  const auto moved = [&](const void* at) -> void* {
    const auto* byte = static_cast<const std::uint8_t*>(at);
    if (byte < begin || byte >= begin + size) return const_cast<void*>(at);
    return static_cast<std::uint8_t*>(to) + (byte - begin);
  };
  for (std::size_t i = placed_from; i < placed_.size(); ++i) {
    placed_[i].object = moved(placed_[i].object);
    placed_[i].pointer = moved(placed_[i].pointer);
  }
  for (std::size_t i = observers_from; i < observers_.size(); ++i) observers_[i].pointer = moved(observers_[i].pointer);
}

bool ObjectFiller::finish_convert(std::size_t index) {
  const Frame frame = frames_[index];
  const char* why = frame.type->convert->from(frame.target, frame.memory);
  if (why != nullptr) return fail(ErrorCode::TypeMismatch, why);
  if (observers_.size() != frame.observers) {
    return fail(ErrorCode::TypeMismatch, "a stand-in holds a plain pointer, which would not outlive it");
  }
  // What lay in the stand-in is gone: nothing may refer to it.
  for (std::size_t i = frame.placed; i < placed_.size(); ++i) placed_[i] = {nullptr, nullptr, nullptr, nullptr};
  drop_frames(index);
  return true;
}

bool ObjectFiller::resolve_observers() {
  for (const Observer& observer : observers_) {
    if (!is_placed(*observer.node)) {
      return fail(ErrorCode::TypeMismatch, "a plain pointer refers to an object that nothing in the structs holds");
    }
    const Placed& found = placed_[static_cast<std::size_t>(observer.node->written_id)];
    const PointerOps& ops = *observer.type->pointer;
    void* object = found.object == nullptr ? nullptr : ops.upcast(found.object, found.type);
    if (object == nullptr) return fail(ErrorCode::TypeMismatch, "a plain pointer refers to an object of another class");
    ops.observe(observer.pointer, object);
  }
  return true;
}

}  // namespace dotwire::nrbf
