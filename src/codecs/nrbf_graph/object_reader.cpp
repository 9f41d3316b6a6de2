#include "codecs/nrbf_graph/object_reader.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "codecs/nrbf_graph/descriptor_types.h"
#include "codecs/nrbf_graph/fill_plan.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "model/builtin_types.h"

namespace dotwire::nrbf {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::PointerOps;
using model::Slot;
using model::Type;
using model::TypeKind;

std::uint32_t next_pass() {
  // Distinct from the marks of writers by the top bit; a graph here is the reader's own.
  static std::atomic<std::uint32_t> passes{0};
  return ++passes | 0x80000000U;
}

enum class FrameKind : std::uint8_t { Members, Elements, Pairs, Convert };

struct Frame {
  FrameKind kind;
  std::uint32_t depth;     // owning pointers above
  const FillPlan* plan;    // Members
  const ObjectNode* node;  // Members
  const ArrayNode* array;  // Elements, Pairs
  std::uint8_t* target;    // struct; Elements: of the next one; Pairs, Convert: the container or object
  const Type* type;        // of an element; Pairs: the dictionary; Convert: the converted type
  std::uint64_t index;     // step; Elements, Pairs: element
  std::uint64_t count;
  std::uint64_t slot;  // Elements, Pairs: slot in the array
  std::uint32_t run;   // of a run of nulls: how many are done
  void* memory;        // Pairs, Convert: the element or stand-in that is being read
  std::size_t placed;  // Pairs, Convert: objects placed before it
  std::size_t observers;
};

// Where an object of the payload came to lie.
struct Placed {
  void* object;
  const Type* type;
  const void* pointer;  // the pointer that owns it, if one does
  const PointerOps* ops;
};

struct Observer {
  void* pointer;
  const Type* type;  // the pointer's
  const Node* node;
};

struct PlanKey {
  const void* members;
  const Type* type;
  friend bool operator==(const PlanKey&, const PlanKey&) = default;
};
struct PlanKeyHash {
  std::size_t operator()(const PlanKey& key) const {
    return (reinterpret_cast<std::uintptr_t>(key.members) ^ reinterpret_cast<std::uintptr_t>(key.type) * 31) *
               0x9E3779B97F4A7C15U >>
           7;
  }
};

}  // namespace

struct ObjectReader::State {
  explicit State(const ReadOptions& given)
      : options(given), trees(given), reader(GraphReadOptions{given.limits, &types, 0}) {}
  ~State() { drop_frames(0); }

  ReadOptions options;
  TreeReader trees;
  DescriptorTypes types;
  GraphReader reader;
  model::Graph graph;
  std::unordered_map<PlanKey, std::unique_ptr<FillPlan>, PlanKeyHash> plans;
  std::unordered_map<PlanKey, std::unique_ptr<FillPlan>, PlanKeyHash> passing_plans;  // of this payload's own records
  // Plans that stay, found without a hash table.
  struct Recent {
    PlanKey key{};
    const FillPlan* plan = nullptr;
  };
  std::array<Recent, 64> recent;
  std::vector<Frame> frames;
  std::vector<Placed> placed;
  std::vector<Observer> observers;
  std::optional<Error> error;
  std::uint32_t pass = 0;

  Status fill(void* object, const Type& type);
  void drop_frames(std::size_t keep);

  // Functions below give false after they have set the error.
  bool fail(ErrorCode code, std::string message);
  std::string path() const;
  const FillPlan* plan_for(const ObjectNode& node, const Type& type);
  bool run();
  bool run_members(std::size_t index);
  bool run_elements(std::size_t index);
  bool run_pairs(std::size_t index);
  bool finish_convert(std::size_t index);
  bool fill_slot(Slot slot, void* target, const Type& type, std::uint32_t depth);
  bool fill_text(Slot slot, void* target, const Type& type);
  bool fill_pointer(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_nullable(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_in_place(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_array(const ArrayNode& array, std::uint64_t count, void* target, const Type& type, std::uint32_t depth);
  bool fill_offset(const ObjectNode& node, void* target);
  bool fill_date(const ObjectNode& node, void* target);
  bool place(const Node& node, void* object, const Type& type, const void* pointer, const PointerOps* ops);
  bool is_placed(const Node& node) const { return node.written_pass == pass; }
  bool push_members(const ObjectNode& node, void* target, const Type& type, std::uint32_t depth);
  void relocate(std::size_t placed_from, std::size_t observers_from, const void* from, std::size_t size, void* to);
  bool resolve_observers();
};

bool ObjectReader::State::fail(ErrorCode code, std::string message) {
  error.emplace(code, std::move(message));
  error->set_path(path());
  return false;
}

std::string ObjectReader::State::path() const {
  constexpr std::size_t kShown = 24;
  std::string text;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i >= kShown && i + kShown < frames.size()) continue;
    const Frame& frame = frames[i];
    if (frame.kind == FrameKind::Members) {
      if (text.empty()) text += frame.node->type->name;
      if (frame.index == 0 || frame.index > frame.plan->steps.size()) continue;
      text += "/";
      text += frame.plan->steps[frame.index - 1].name;
    } else if (frame.kind != FrameKind::Convert) {
      text += "/[" + std::to_string(frame.index == 0 ? 0 : frame.index - 1) + "]";
    }
  }
  return text;
}

// Stand-ins and elements that were not finished.
void ObjectReader::State::drop_frames(std::size_t keep) {
  while (frames.size() > keep) {
    const Frame& frame = frames.back();
    if (frame.memory != nullptr) {
      const Type& type = *frame.type->element;
      type.life->destroy(frame.memory);
      ::operator delete (frame.memory, std::align_val_t{type.alignment});
    }
    frames.pop_back();
  }
}

const FillPlan* ObjectReader::State::plan_for(const ObjectNode& node, const Type& type) {
  const PlanKey key{node.type->members.data(), &type};
  const std::size_t hash = PlanKeyHash()(key);
  Recent& slot = recent[hash % recent.size()];
  if (slot.plan != nullptr && slot.key == key) [[likely]]
    return slot.plan;
  const auto* decode_plan = static_cast<const DecodePlan*>(node.type->decode_plan);
  const bool stays = decode_plan != nullptr && decode_plan->kept && !node.type->members.empty();
  auto& known = stays ? plans : passing_plans;
  std::unique_ptr<FillPlan>& plan = known[key];
  if (plan == nullptr) {
    Result<FillPlan> made = make_fill_plan(*node.type, type, {options.ignore_unknown_members});
    if (!made.ok()) {
      known.erase(key);
      const std::string where = path();
      error.emplace(std::move(made).error());
      error->set_path(where);
      return nullptr;
    }
    plan = std::make_unique<FillPlan>(std::move(made).value());
  }
  if (stays) slot = {key, plan.get()};
  return plan.get();
}

Status ObjectReader::State::fill(void* object, const Type& type) {
  frames.clear();
  placed.clear();
  observers.clear();
  if (!passing_plans.empty()) passing_plans.clear();
  error.reset();
  pass = next_pass();
  const bool ok = fill_slot(Slot::reference(graph.root()), object, type, 0) && run() && resolve_observers();
  drop_frames(0);
  if (!ok) return std::move(*error);
  return {};
}

bool ObjectReader::State::run() {
  while (!frames.empty()) {
    const std::size_t top = frames.size() - 1;
    bool ok = false;
    switch (frames[top].kind) {
      case FrameKind::Members: ok = run_members(top); break;
      case FrameKind::Elements: ok = run_elements(top); break;
      case FrameKind::Pairs: ok = run_pairs(top); break;
      case FrameKind::Convert: ok = finish_convert(top); break;
    }
    if (!ok) return false;
  }
  return true;
}

bool ObjectReader::State::run_members(std::size_t index) {
  Frame& frame = frames[index];
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
    frames[index].index = i + 1;
    if (!fill_slot(*reinterpret_cast<const Slot*>(source + step.source), target + step.target, *step.type, depth)) {
      return false;
    }
    if (frames.size() != index + 1) {
      // The last member of an object needs its frame no more: chains stay flat.
      if (i + 1 == plan.steps.size() && frames.size() == index + 2) {
        frames[index] = frames[index + 1];
        frames.pop_back();
      }
      return true;
    }
  }
  frames.pop_back();
  return true;
}

bool ObjectReader::State::place(const Node& node, void* object, const Type& type, const void* pointer,
                                const PointerOps* ops) {
  if (placed.size() >= INT32_MAX) return fail(ErrorCode::LimitExceeded, "too many objects");
  node.written_pass = pass;
  node.written_id = static_cast<std::int32_t>(placed.size());
  placed.push_back({object, &type, pointer, ops});
  return true;
}

bool ObjectReader::State::push_members(const ObjectNode& node, void* target, const Type& type, std::uint32_t depth) {
  const FillPlan* plan = plan_for(node, type);
  if (plan == nullptr) return false;
  frames.push_back({FrameKind::Members, depth, plan, &node, nullptr, static_cast<std::uint8_t*>(target), &type, 0, 0, 0,
                    0, nullptr, 0, 0});
  return true;
}

bool ObjectReader::State::fill_slot(Slot slot, void* target, const Type& type, std::uint32_t depth) {
  switch (type.kind) {
    case TypeKind::String: return fill_text(slot, target, type);
    case TypeKind::Pointer:
      if (slot.is_null()) {
        type.pointer->reset(target);
        return true;
      }
      return fill_pointer(*slot.node(), target, type, depth);
    case TypeKind::Nullable:
      if (slot.is_null()) {
        type.pointer->reset(target);
        return true;
      }
      return fill_nullable(*slot.node(), target, type, depth);
    default: break;
  }
  if (slot.is_null()) return fail(ErrorCode::TypeMismatch, "the payload has null, and the member cannot be null");
  return fill_in_place(*slot.node(), target, type, depth);
}

bool ObjectReader::State::fill_text(Slot slot, void* target, const Type& type) {
  if (slot.is_null()) {
    if (type.pointer != nullptr) {
      type.pointer->reset(target);
      return true;
    }
    if (!options.null_text_as_empty) {
      return fail(ErrorCode::TypeMismatch, "the payload has null, and std::string cannot be null");
    }
    static_cast<std::string*>(target)->clear();
    return true;
  }
  const Node& node = *slot.node();
  const auto* text = model::as_string(&node);
  if (text == nullptr) return fail(ErrorCode::TypeMismatch, "the payload has no string here");
  if (type.pointer == nullptr) {
    static_cast<std::string*>(target)->assign(text->text, text->size);
    return true;
  }
  if (type.pointer->share != nullptr && is_placed(node) &&
      placed[static_cast<std::size_t>(node.written_id)].object != nullptr) {
    const Placed& found = placed[static_cast<std::size_t>(node.written_id)];
    type.pointer->share(target, found.ops->owner(found.pointer), found.object);
    return true;
  }
  // An optional that holds text keeps its memory.
  void* made = const_cast<void*>(type.pointer->share == nullptr ? type.pointer->get(target) : nullptr);
  if (made == nullptr) made = type.pointer->emplace(target, &type);
  static_cast<std::string*>(made)->assign(text->text, text->size);
  if (type.pointer->share != nullptr) return place(node, made, type, target, type.pointer);
  return true;
}

bool ObjectReader::State::fill_pointer(const Node& node, void* target, const Type& type, std::uint32_t depth) {
  const PointerOps& ops = *type.pointer;
  if (ops.observe != nullptr) {
    ops.reset(target);
    observers.push_back({target, &type, &node});
    return true;
  }
  if (is_placed(node)) {
    const Placed& found = placed[static_cast<std::size_t>(node.written_id)];
    if (ops.share == nullptr) {
      return fail(ErrorCode::TypeMismatch, "the payload refers twice to an object that this pointer must own alone");
    }
    if (found.ops == nullptr || found.ops->owner == nullptr) {
      return fail(ErrorCode::TypeMismatch,
                  "the payload shares an object that lies in place elsewhere: use a plain pointer");
    }
    void* object = ops.upcast(found.object, found.type);
    if (object == nullptr)
      return fail(ErrorCode::TypeMismatch, "the shared object is of a class that does not fit here");
    ops.share(target, found.ops->owner(found.pointer), object);
    return true;
  }
  if (depth >= options.limits.owning_depth) {
    return fail(ErrorCode::LimitExceeded, "a chain of pointers is longer than Limits::owning_depth");
  }
  const Type* actual = type.element;
  if (const auto* object = model::as_object(&node);
      object != nullptr && ops.find_type != nullptr &&
      (actual->kind == TypeKind::Class || actual->kind == TypeKind::Struct)) {
    if (object->type->name != actual->name) {
      actual = ops.find_type(object->type->name);
      if (actual == nullptr) {
        return fail(ErrorCode::TypeMismatch,
                    "class " + std::string(object->type->name) + " is none of those described here");
      }
    }
  }
  void* object = ops.emplace(target, actual);
  if (object == nullptr) return fail(ErrorCode::TypeMismatch, "the struct cannot be made");
  if (!place(node, object, *actual, target, &ops)) return false;
  if (ops.detach != nullptr) ++depth;
  return fill_in_place(node, object, *actual, depth);
}

bool ObjectReader::State::fill_nullable(const Node& node, void* target, const Type& type, std::uint32_t depth) {
  const Type& element = *type.element;
  void* value = type.pointer->emplace(target, &element);
  if (element.kind != TypeKind::Primitive) return fill_in_place(node, value, element, depth);
  const auto* scalar = model::as_scalar(&node);
  if (scalar == nullptr || static_cast<Primitive>(scalar->value_kind) != element.primitive) {
    return fail(ErrorCode::TypeMismatch, "the payload has another value than the Nullable's here");
  }
  std::memcpy(value, scalar->value, element.size);
  return true;
}

bool ObjectReader::State::fill_in_place(const Node& node, void* target, const Type& type, std::uint32_t depth) {
  switch (type.kind) {
    case TypeKind::Array: {
      const auto* array = model::as_array(&node);
      if (array == nullptr || array->rank != 1) return fail(ErrorCode::TypeMismatch, "the payload has no vector here");
      return fill_array(*array, array->length, target, type, depth);
    }
    case TypeKind::Converted: {
      const Type& stand_in = *type.element;
      const auto* object = model::as_object(&node);
      if (object == nullptr) {
        return fail(ErrorCode::TypeMismatch, "the payload has no object of class " + std::string(type.name) + " here");
      }
      if (stand_in.kind == TypeKind::Class) {
        if (is_placed(node) && placed[static_cast<std::size_t>(node.written_id)].object != target) {
          return fail(ErrorCode::TypeMismatch, "the payload refers twice to an object that the struct holds in place");
        }
        if (!is_placed(node) && !place(node, target, type, nullptr, nullptr)) return false;
      }
      void* memory = ::operator new (stand_in.size, std::align_val_t{stand_in.alignment});
      stand_in.life->construct(memory);
      frames.push_back({FrameKind::Convert, depth, nullptr, nullptr, nullptr, static_cast<std::uint8_t*>(target), &type,
                        0, 0, 0, 0, memory, placed.size(), observers.size()});
      return push_members(*object, memory, stand_in, depth);
    }
    default: break;
  }
  const auto* object = model::as_object(&node);
  if (object == nullptr) {
    return fail(ErrorCode::TypeMismatch, "the payload has no object of class " + std::string(type.name) + " here");
  }
  switch (type.kind) {
    case TypeKind::Offset: return fill_offset(*object, target);
    case TypeKind::Class:
      // One object of the payload cannot lie in two places; behind a pointer it has been noted already.
      if (is_placed(node)) {
        if (placed[static_cast<std::size_t>(node.written_id)].object != target) {
          return fail(ErrorCode::TypeMismatch, "the payload refers twice to an object that the struct holds in place");
        }
      } else if (!place(node, target, type, nullptr, nullptr)) {
        return false;
      }
      return push_members(*object, target, type, depth);
    case TypeKind::Primitive:
      if (type.primitive == Primitive::DateTime) return fill_date(*object, target);
      return push_members(*object, target, *model::boxed_type(type.primitive), depth);
    case TypeKind::Struct:
    case TypeKind::Enum:
    case TypeKind::Guid: return push_members(*object, target, type, depth);
    case TypeKind::List: {
      const FillPlan* plan = plan_for(*object, type);
      if (plan == nullptr) return false;
      const auto* array = model::as_array(reinterpret_cast<const Slot*>(object->data() + plan->items)->node());
      const auto size = load<std::int32_t>(object->data() + plan->size);
      if (array == nullptr || size < 0 || static_cast<std::uint64_t>(size) > array->length) {
        return fail(ErrorCode::Malformed, "a List<T> says more items than its array has");
      }
      return fill_array(*array, static_cast<std::uint64_t>(size), target, type, depth);
    }
    case TypeKind::Dictionary: {
      const FillPlan* plan = plan_for(*object, type);
      if (plan == nullptr) return false;
      type.container->clear(target);
      if (!plan->has_pairs) return true;
      const auto* array = model::as_array(reinterpret_cast<const Slot*>(object->data() + plan->pairs)->node());
      if (array == nullptr || array->element.binary_type == BinaryType::Primitive) {
        return fail(ErrorCode::Malformed, "a Dictionary's KeyValuePairs are no array");
      }
      frames.push_back({FrameKind::Pairs, depth, nullptr, nullptr, array, static_cast<std::uint8_t*>(target), &type, 0,
                        array->slot_count, 0, 0, nullptr, 0, 0});
      return true;
    }
    default: return fail(ErrorCode::TypeMismatch, "the struct's member cannot take an object");
  }
}

// .NET looks for dateData first, which has the kind; .NET 1 wrote ticks alone.
bool ObjectReader::State::fill_date(const ObjectNode& node, void* target) {
  const model::Member* data = node.find("dateData");
  const model::Member* ticks = node.find("ticks");
  const bool has_data = data != nullptr && data->recorded.binary_type == model::BinaryType::Primitive &&
                        data->recorded.primitive == Primitive::UInt64;
  const bool has_ticks = ticks != nullptr && ticks->recorded.binary_type == model::BinaryType::Primitive &&
                         ticks->recorded.primitive == Primitive::Int64;
  if (node.type->name != "System.DateTime" || (!has_data && !has_ticks)) {
    return fail(ErrorCode::TypeMismatch, "the payload has no DateTime here");
  }
  const DateTime value(node.get<std::uint64_t>(has_data ? *data : *ticks));
  if (value.ticks() > DateTime::kMaxTicks) return fail(ErrorCode::Malformed, "DateTime ticks are out of range");
  std::memcpy(target, &value, sizeof(value));
  return true;
}

bool ObjectReader::State::fill_offset(const ObjectNode& node, void* target) {
  const model::Member* time = node.find("DateTime");
  const model::Member* minutes = node.find("OffsetMinutes");
  if (node.type->name != "System.DateTimeOffset" || time == nullptr || minutes == nullptr ||
      time->recorded.primitive != Primitive::DateTime || minutes->recorded.primitive != Primitive::Int16) {
    return fail(ErrorCode::TypeMismatch, "the payload has no DateTimeOffset here");
  }
  DateTimeOffset value;
  value.offset_minutes = node.get<std::int16_t>(*minutes);
  value.clock_ticks =
      DateTime(node.get<std::uint64_t>(*time)).ticks() + std::int64_t{value.offset_minutes} * 600'000'000;
  std::memcpy(target, &value, sizeof(value));
  return true;
}

bool ObjectReader::State::fill_array(const ArrayNode& array, std::uint64_t count, void* target, const Type& type,
                                     std::uint32_t depth) {
  const Type& element = *type.element;
  if (array.element.binary_type == BinaryType::Primitive) {
    if (element.kind != TypeKind::Primitive || element.primitive != array.element.primitive) {
      return fail(ErrorCode::TypeMismatch, "the payload's array has other elements");
    }
    void* data = type.container->resize(target, count);
    if (count != 0) std::memcpy(data, array.primitives, count * element.size);
    return true;
  }
  if (element.kind == TypeKind::Primitive) {
    return fail(ErrorCode::TypeMismatch, "the payload's array has other elements");
  }
  // Runs of nulls say much in few bytes.
  if (count > array.slot_count && (count - array.slot_count) > options.limits.expansion / std::max(element.size, 1U)) {
    return fail(ErrorCode::LimitExceeded, "runs of nulls grow beyond Limits::expansion");
  }
  if (may_keep_values(element)) type.container->clear(target);
  void* data = type.container->resize(target, count);
  if (count == 0) return true;
  frames.push_back({FrameKind::Elements, depth, nullptr, nullptr, &array, static_cast<std::uint8_t*>(data), &element, 0,
                    count, 0, 0, nullptr, 0, 0});
  return true;
}

bool ObjectReader::State::run_elements(std::size_t index) {
  const ArrayNode& array = *frames[index].array;
  const Type& element = *frames[index].type;
  const std::uint32_t depth = frames[index].depth;
  while (frames[index].index < frames[index].count) {
    Frame& frame = frames[index];
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
    if (frames.size() != index + 1) return true;
  }
  frames.pop_back();
  return true;
}

// A pair is put in when its key and value are complete: the container needs the key.
bool ObjectReader::State::run_pairs(std::size_t index) {
  const Type& dictionary = *frames[index].type;
  const Type& pair = *dictionary.element;
  if (frames[index].memory != nullptr) {
    Frame& frame = frames[index];
    void* lies = dictionary.container->insert(frame.target, frame.memory);
    if (lies == nullptr) return fail(ErrorCode::Malformed, "a Dictionary has one key twice");
    relocate(frame.placed, frame.observers, frame.memory, pair.size, lies);
    pair.life->destroy(frame.memory);
    ::operator delete (frame.memory, std::align_val_t{pair.alignment});
    frame.memory = nullptr;
  }
  if (frames[index].index == frames[index].count) {
    frames.pop_back();
    return true;
  }
  const Slot slot = frames[index].array->slots[frames[index].index++];
  const auto* object = model::as_object(slot.node());
  if (object == nullptr)
    return fail(ErrorCode::Malformed, "a Dictionary's KeyValuePairs have something else among them");
  void* memory = ::operator new (pair.size, std::align_val_t{pair.alignment});
  pair.life->construct(memory);
  frames[index].memory = memory;
  frames[index].placed = placed.size();
  frames[index].observers = observers.size();
  return push_members(*object, memory, pair, frames[index].depth);
}

// What was noted within an element lies elsewhere once it has moved into its container.
void ObjectReader::State::relocate(std::size_t placed_from, std::size_t observers_from, const void* from,
                                   std::size_t size, void* to) {
  const auto* begin = static_cast<const std::uint8_t*>(from);
  const auto moved = [&](const void* at) -> void* {
    const auto* byte = static_cast<const std::uint8_t*>(at);
    if (byte < begin || byte >= begin + size) return const_cast<void*>(at);
    return static_cast<std::uint8_t*>(to) + (byte - begin);
  };
  for (std::size_t i = placed_from; i < placed.size(); ++i) {
    placed[i].object = moved(placed[i].object);
    placed[i].pointer = moved(placed[i].pointer);
  }
  for (std::size_t i = observers_from; i < observers.size(); ++i) observers[i].pointer = moved(observers[i].pointer);
}

bool ObjectReader::State::finish_convert(std::size_t index) {
  const Frame frame = frames[index];
  const char* why = frame.type->convert->from(frame.target, frame.memory);
  if (why != nullptr) return fail(ErrorCode::TypeMismatch, why);
  if (observers.size() != frame.observers) {
    return fail(ErrorCode::TypeMismatch, "a stand-in holds a plain pointer, which would not outlive it");
  }
  // What lay in the stand-in is gone: nothing may refer to it.
  for (std::size_t i = frame.placed; i < placed.size(); ++i) placed[i] = {nullptr, nullptr, nullptr, nullptr};
  drop_frames(index);
  return true;
}

bool ObjectReader::State::resolve_observers() {
  for (const Observer& observer : observers) {
    if (!is_placed(*observer.node)) {
      return fail(ErrorCode::TypeMismatch, "a plain pointer refers to an object that nothing in the structs holds");
    }
    const Placed& found = placed[static_cast<std::size_t>(observer.node->written_id)];
    const PointerOps& ops = *observer.type->pointer;
    void* object = found.object == nullptr ? nullptr : ops.upcast(found.object, found.type);
    if (object == nullptr) return fail(ErrorCode::TypeMismatch, "a plain pointer refers to an object of another class");
    ops.observe(observer.pointer, object);
  }
  return true;
}

ObjectReader::ObjectReader(ReadOptions options) : state_(std::make_unique<State>(options)) {}
ObjectReader::~ObjectReader() = default;

Status ObjectReader::read(Bytes input, void* object, const Type& type) {
  if (state_->options.trees && state_->trees.read(input, object, type)) return {};
  state_->types.set_root(type);
  Status read = state_->reader.read(input, state_->graph);
  if (!read.ok()) return read;
  return state_->fill(object, type);
}

}  // namespace dotwire::nrbf
