#include <vector>

#include "dotwire/bind.h"

namespace dotwire {
namespace {

using model::Member;
using model::Type;
using model::TypeKind;

// Something to empty: an object in place, or one that this entry keeps alive.
struct Work {
  std::shared_ptr<void> owner;
  void* object;
  const Type* type;
};

// Moves what the object owns to the list; what is in place is looked through by the list too.
class Releaser {
 public:
  void run(void* object, const Type& type) {
    work_.push_back({nullptr, object, &type});
    while (!work_.empty()) {
      Work work = std::move(work_.back());
      work_.pop_back();
      // Others still hold it: they will free it.
      if (work.owner != nullptr && work.owner.use_count() > 1) continue;
      empty(work.object, *work.type);
      // What was in place of the owner must be emptied before the owner goes.
      if (work.owner != nullptr) {
        while (!nested_.empty()) {
          const Work nested = std::move(nested_.back());
          nested_.pop_back();
          empty(nested.object, *nested.type);
        }
      } else {
        work_.insert(work_.end(), std::make_move_iterator(nested_.begin()), std::make_move_iterator(nested_.end()));
        nested_.clear();
      }
    }
  }

 private:
  void nest(const void* object, const Type* type) { nested_.push_back({nullptr, const_cast<void*>(object), type}); }

  void empty(void* object, const Type& type) {
    switch (type.kind) {
      case TypeKind::Struct:
      case TypeKind::Class:
        for (const Member& member : type.members) {
          if (!member.type->plain) nest(static_cast<const unsigned char*>(object) + member.offset, member.type);
        }
        break;
      case TypeKind::Nullable:
        if (const void* value = type.pointer->get(object); value != nullptr) nest(value, type.element);
        break;
      case TypeKind::Pointer: empty_pointer(object, type); break;
      case TypeKind::Array:
      case TypeKind::List: {
        if (type.element->plain || type.element->kind == TypeKind::String) break;
        const auto* data = static_cast<const unsigned char*>(type.container->data(object));
        const std::size_t count = type.container->size(object);
        for (std::size_t i = 0; i < count; ++i) nest(data + i * type.element->size, type.element);
        break;
      }
      case TypeKind::Dictionary: {
        alignas(16) unsigned char cursor[model::kCursorSize];
        type.container->begin(object, cursor);
        const Type* value = type.element->members[1].type;
        while (const void* pair = type.container->next(object, cursor)) {
          nest(static_cast<const unsigned char*>(pair) + type.element->members[1].offset, value);
        }
        break;
      }
      default: break;
    }
  }

  void empty_pointer(void* pointer, const Type& type) {
    const void* object = type.pointer->get(pointer);
    if (object == nullptr) return;
    if (type.pointer->detach == nullptr) {
      if (type.pointer->emplace != nullptr) nest(object, type.element);  // an optional: in place
      return;
    }
    const void* most_derived = object;
    const Type* actual =
        type.pointer->dynamic_type != nullptr ? type.pointer->dynamic_type(object, &most_derived) : type.element;
    std::shared_ptr<void> owner = type.pointer->detach(pointer);
    work_.push_back({std::move(owner), const_cast<void*>(most_derived), actual});
  }

  std::vector<Work> work_;
  std::vector<Work> nested_;
};

}  // namespace

void release(void* object, const Type& type) { Releaser().run(object, type); }

}  // namespace dotwire
