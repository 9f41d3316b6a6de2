#include <vector>

#include "dotwire/bind.h"

namespace dotwire {
namespace {

using model::Member;
using model::Type;
using model::TypeKind;

// An object that this entry keeps alive.
struct Work {
  std::shared_ptr<void> owner;
  void* object;
  const Type* type;
};

// Moves what pointers own to a list, so that each object is freed when nothing hangs on it any more. What lies in
// place, in containers and optionals too, is emptied from the innermost outwards.
class Releaser {
 public:
  void run(void* object, const Type& type) {
    empty_in_place(object, type);
    while (!work_.empty()) {
      const Work work = std::move(work_.back());
      work_.pop_back();
      // Others still hold it: they will free it.
      if (work.owner.use_count() > 1) continue;
      empty_in_place(work.object, *work.type);
    }
  }

 private:
  struct Place {
    void* object;
    const Type* type;
  };

  // All that lies within the object: places_ grows while it is walked over, outer ones before inner ones.
  void empty_in_place(void* object, const Type& type) {
    places_.push_back({object, &type});
    for (std::size_t i = 0; i < places_.size(); ++i) look_into(places_[i]);
    for (; !places_.empty(); places_.pop_back()) clear(places_.back());
  }

  void nest(const void* object, const Type* type) {
    if (!type->plain) places_.push_back({const_cast<void*>(object), type});
  }

  void look_into(const Place place) {
    const Type& type = *place.type;
    switch (type.kind) {
      case TypeKind::Struct:
      case TypeKind::Class:
        for (const Member& member : type.members) {
          nest(static_cast<const unsigned char*>(place.object) + member.offset, member.type);
        }
        break;
      case TypeKind::Nullable:
        if (const void* value = type.pointer->get(place.object); value != nullptr) nest(value, type.element);
        break;
      case TypeKind::Pointer: look_behind(place.object, type); break;
      case TypeKind::Array:
      case TypeKind::List: {
        if (type.element->plain || type.element->kind == TypeKind::String) break;
        const auto* data = static_cast<const unsigned char*>(type.container->data(place.object));
        const std::size_t count = type.container->size(place.object);
        for (std::size_t i = 0; i < count; ++i) nest(data + i * type.element->size, type.element);
        break;
      }
      case TypeKind::Dictionary: {
        alignas(16) unsigned char cursor[model::kCursorSize];
        type.container->begin(place.object, cursor);
        const Member& value = type.element->members[1];
        while (const void* pair = type.container->next(place.object, cursor)) {
          nest(static_cast<const unsigned char*>(pair) + value.offset, value.type);
        }
        break;
      }
      default: break;
    }
  }

  static void clear(const Place place) {
    const Type& type = *place.type;
    switch (type.kind) {
      case TypeKind::String:
        if (type.pointer == nullptr) {
          static_cast<std::string*>(place.object)->clear();
        } else {
          type.pointer->reset(place.object);
        }
        break;
      case TypeKind::Array:
      case TypeKind::List:
      case TypeKind::Dictionary: type.container->clear(place.object); break;
      case TypeKind::Nullable:
      case TypeKind::Pointer: type.pointer->reset(place.object); break;
      default: break;
    }
  }

  void look_behind(void* pointer, const Type& type) {
    const void* object = type.pointer->get(pointer);
    if (object == nullptr) return;
    if (type.pointer->detach == nullptr) {
      if (type.pointer->emplace != nullptr) nest(object, type.element);  // an optional: in place
      return;
    }
    const void* most_derived = object;
    const Type* actual =
        type.pointer->dynamic_type != nullptr ? type.pointer->dynamic_type(object, &most_derived) : nullptr;
    if (actual == nullptr) {
      most_derived = object;
      actual = type.element;
    }
    std::shared_ptr<void> owner = type.pointer->detach(pointer);
    work_.push_back({std::move(owner), const_cast<void*>(most_derived), actual});
  }

  std::vector<Work> work_;
  std::vector<Place> places_;
};

}  // namespace

void release(void* object, const Type& type) { Releaser().run(object, type); }

}  // namespace dotwire
