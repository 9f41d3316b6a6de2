// What a slot of the graph becomes in an object.
#include <algorithm>
#include <cstring>
#include <new>

#include "base/load.h"
#include "base/reading_limits.h"
#include "codecs/nrbf_graph/object_filler.h"
#include "codecs/nrbf_graph/tree_plan.h"
#include "model/builtin_types.h"
#include "model/well_known.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::ObjectNode;
using model::PointerOps;
using model::Slot;
using model::Type;
using model::TypeKind;

namespace {

// For people.
std::string text_of(const Node& node) {
  switch (node.kind) {
    case model::NodeKind::String: return "a text";
    case model::NodeKind::Scalar: return "a value";
    case model::NodeKind::Array: return "an array of " + model::display_name(model::as_array(&node)->element);
    case model::NodeKind::Object: break;
  }
  return "an object of " + model::display_name(model::as_object(&node)->type->name);
}

}  // namespace

bool ObjectFiller::fill_slot(Slot slot, void* target, const Type& type, std::uint32_t depth) {
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

bool ObjectFiller::fill_text(Slot slot, void* target, const Type& type) {
  if (slot.is_null()) {
    if (type.pointer != nullptr) {
      type.pointer->reset(target);
      return true;
    }
    if (!options_.null_text_as_empty) {
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
      placed_[static_cast<std::size_t>(node.written_id)].object != nullptr) {
    const Placed& found = placed_[static_cast<std::size_t>(node.written_id)];
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

bool ObjectFiller::fill_pointer(const Node& node, void* target, const Type& type, std::uint32_t depth) {
  const PointerOps& ops = *type.pointer;
  if (ops.observe != nullptr) {
    ops.reset(target);
    observers_.push_back({target, &type, &node});
    return true;
  }
  if (is_placed(node)) {
    const Placed& found = placed_[static_cast<std::size_t>(node.written_id)];
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
  if (depth >= options_.limits.owning_depth) return too_deep();
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

bool ObjectFiller::fill_nullable(const Node& node, void* target, const Type& type, std::uint32_t depth) {
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

bool ObjectFiller::fill_in_place(const Node& node, void* target, const Type& type, std::uint32_t depth) {
  switch (type.kind) {
    case TypeKind::Array: {
      const auto* array = model::as_array(&node);
      if (array == nullptr || array->rank != 1) {
        return fail(ErrorCode::TypeMismatch, "the payload has " + text_of(node) + " here, and the struct a vector");
      }
      return fill_array(*array, array->length, target, type, depth);
    }
    case TypeKind::Converted: {
      const Type& stand_in = *type.element;
      const auto* object = model::as_object(&node);
      if (object == nullptr) {
        return fail(ErrorCode::TypeMismatch, "the payload has " + text_of(node) + " here, and no object of class " +
                                                 model::display_name(type.name));
      }
      if (stand_in.kind == TypeKind::Class) {
        if (is_placed(node) && placed_[static_cast<std::size_t>(node.written_id)].object != target) {
          return fail(ErrorCode::TypeMismatch, "the payload refers twice to an object that the struct holds in place");
        }
        if (!is_placed(node) && !place(node, target, type, nullptr, nullptr)) return false;
      }
      void* memory = ::operator new (stand_in.size, std::align_val_t{stand_in.alignment});
      stand_in.life->construct(memory);
      frames_.push_back({FrameKind::Convert, depth, nullptr, nullptr, nullptr, static_cast<std::uint8_t*>(target),
                         &type, 0, 0, 0, 0, memory, placed_.size(), observers_.size()});
      return push_members(*object, memory, stand_in, depth);
    }
    default: break;
  }
  const auto* object = model::as_object(&node);
  if (object == nullptr) {
    return fail(ErrorCode::TypeMismatch,
                "the payload has " + text_of(node) + " here, and no object of class " + model::display_name(type.name));
  }
  switch (type.kind) {
    case TypeKind::Offset: return fill_offset(*object, target);
    case TypeKind::Class:
      // One object of the payload cannot lie in two places; behind a pointer it has been noted already.
      if (is_placed(node)) {
        if (placed_[static_cast<std::size_t>(node.written_id)].object != target) {
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
      if (!deepen(*type.element, depth)) return false;
      const auto* array = model::as_array(reinterpret_cast<const Slot*>(object->data() + plan->pairs)->node());
      if (array == nullptr || array->element.binary_type == BinaryType::Primitive) {
        return fail(ErrorCode::Malformed, "a Dictionary's KeyValuePairs are no array");
      }
      frames_.push_back({FrameKind::Pairs, depth, nullptr, nullptr, array, static_cast<std::uint8_t*>(target), &type, 0,
                         array->slot_count, 0, 0, nullptr, 0, 0});
      return true;
    }
    default: return fail(ErrorCode::TypeMismatch, "the struct's member cannot take an object");
  }
}

// .NET looks for dateData first, which has the kind; .NET 1 wrote ticks alone.
bool ObjectFiller::fill_date(const ObjectNode& node, void* target) {
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

bool ObjectFiller::fill_offset(const ObjectNode& node, void* target) {
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

bool ObjectFiller::too_deep() {
  return fail(ErrorCode::LimitExceeded, "objects lie deeper in one another than Limits::owning_depth, " +
                                            std::to_string(options_.limits.owning_depth));
}

// Destructors go through containers of objects as through pointers.
bool ObjectFiller::deepen(const Type& element, std::uint32_t& depth) {
  if (element.plain || element.kind == TypeKind::String) return true;
  if (depth >= options_.limits.owning_depth) return too_deep();
  ++depth;
  return true;
}

bool ObjectFiller::other_elements(const ArrayNode& array, const Type& element) {
  const Type& named = element.kind == TypeKind::Pointer ? *element.element : element;
  std::string here = model::display_name(named.name);
  if (element.kind == TypeKind::Primitive) here = model::clr_name(element.primitive);
  if (element.kind == TypeKind::String) here = "System.String";
  return fail(ErrorCode::TypeMismatch,
              "the payload's array is of " + model::display_name(array.element) + ", the struct's of " + here);
}

bool ObjectFiller::fill_array(const ArrayNode& array, std::uint64_t count, void* target, const Type& type,
                              std::uint32_t depth) {
  const Type& element = *type.element;
  if (array.element.binary_type == BinaryType::Primitive) {
    if (element.kind != TypeKind::Primitive || element.primitive != array.element.primitive) {
      return other_elements(array, element);
    }
    void* data = type.container->resize(target, count);
    if (count != 0) std::memcpy(data, array.primitives, count * element.size);
    return true;
  }
  if (element.kind == TypeKind::Primitive) {
    return other_elements(array, element);
  }
  // Runs of nulls say much in few bytes.
  if (count > array.slot_count &&
      (count - array.slot_count) > expansion_limit(options_.limits) / std::max(element.size, 1U)) {
    return fail(ErrorCode::LimitExceeded, "runs of nulls grow beyond Limits::expansion");
  }
  if (!deepen(element, depth)) return false;
  if (may_keep_values(element)) type.container->clear(target);
  void* data = type.container->resize(target, count);
  if (count == 0) return true;
  frames_.push_back({FrameKind::Elements, depth, nullptr, nullptr, &array, static_cast<std::uint8_t*>(data), &element,
                     0, count, 0, 0, nullptr, 0, 0});
  return true;
}

}  // namespace dotwire::nrbf
