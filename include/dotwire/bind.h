// Describing C++ structs, once, from outside:
//
//   struct Person { std::string name; std::optional<std::int32_t> age; std::vector<Person> children; };
//
//   template <>
//   inline constexpr auto dotwire::description<Person> = dotwire::class_type<Person>(
//       "Acme.Person", "Acme, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null",
//       dotwire::property<&Person::name>("Name"),
//       dotwire::property<&Person::age>("Age"),
//       dotwire::property<&Person::children>("Children", dotwire::as_list));
//
// How C++ types stand for CLR types:
//
//   bool, std::intN_t, std::uintN_t, float, double, char16_t    Boolean, Int32 ..., Single, Double, Char
//   Decimal, DateTime, TimeSpan, Guid, DateTimeOffset           themselves
//   std::string (never null), std::optional<std::string>,
//   std::shared_ptr<const std::string>                          String
//   a described struct in place                                 class (a reference that is never null) or struct
//   std::optional<T>                                            Nullable<T>; of a class: a reference that may be null
//   std::unique_ptr<T>, std::shared_ptr<T>                      a reference; shared_ptr keeps identity
//   T*                                                          a reference to an object that something else holds
//   std::vector<T>                                              T[]; as_list: List<T>, as is dotwire::List<T>
//   std::vector<dotwire::Bool>                                  Boolean[], since std::vector<bool> holds no bools
//   std::map<K, V>, std::unordered_map<K, V>                    Dictionary<K, V>
//   dotwire::Dictionary<K, V>                                   the same in the order of adding
//   a described enum                                            enum
//
// Descriptors are made at first use, never change, and may be used by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dotwire/dictionary.h"
#include "dotwire/type.h"
#include "dotwire/values.h"

namespace dotwire {

// A List<T>, where std::vector<T> would be an array.
template <class T>
struct List : std::vector<T> {
  using std::vector<T>::vector;
};

// A bool that can be an element of std::vector and List.
struct Bool {
  bool value = false;

  constexpr Bool() = default;
  constexpr Bool(bool of) : value(of) {}             // NOLINT(google-explicit-constructor): stands for a bool
  constexpr operator bool() const { return value; }  // NOLINT(google-explicit-constructor): likewise
};

// Specialise for each described type.
template <class T>
inline constexpr auto description = nullptr;

template <class T>
const model::Type& type_of();

// How a member is declared in C#: BinaryFormatter names inherited fields by it.
enum class Access : std::uint8_t { Public, Private, Protected };

struct AsList {};
inline constexpr AsList as_list;

struct MemberDescription {
  std::string_view name;
  bool auto_property;
  bool optional;
  Access access;
  const model::Type& (*type)();
  const void* (*locate)(const void* object);

  // Payloads may lack the member; it then keeps its value ([OptionalField]).
  constexpr MemberDescription may_be_absent() const {
    MemberDescription copy = *this;
    copy.optional = true;
    return copy;
  }
  constexpr MemberDescription with_access(Access other) const {
    MemberDescription copy = *this;
    copy.access = other;
    return copy;
  }
};

namespace bind_detail {

template <class T>
struct MemberPointer;
template <class C, class M>
struct MemberPointer<M C::*> {
  using Class = C;
  using Value = M;
};

template <auto Pointer>
const void* locate(const void* object) {
  using Class = typename MemberPointer<decltype(Pointer)>::Class;
  return &(static_cast<const Class*>(object)->*Pointer);
}

template <class Vector>
const model::Type& list_of();

template <auto Pointer>
using MemberValue = typename MemberPointer<decltype(Pointer)>::Value;

}  // namespace bind_detail

// A field: written under its own name.
template <auto Pointer>
constexpr MemberDescription field(std::string_view name) {
  return {
      name, false, false, Access::Public, &type_of<bind_detail::MemberValue<Pointer>>, &bind_detail::locate<Pointer>};
}
template <auto Pointer>
constexpr MemberDescription field(std::string_view name, AsList) {
  return {name,
          false,
          false,
          Access::Public,
          &bind_detail::list_of<bind_detail::MemberValue<Pointer>>,
          &bind_detail::locate<Pointer>};
}
// An auto-property: written as its backing field "<Name>k__BackingField".
template <auto Pointer>
constexpr MemberDescription property(std::string_view name) {
  return {
      name, true, false, Access::Private, &type_of<bind_detail::MemberValue<Pointer>>, &bind_detail::locate<Pointer>};
}
template <auto Pointer>
constexpr MemberDescription property(std::string_view name, AsList) {
  return {name,
          true,
          false,
          Access::Private,
          &bind_detail::list_of<bind_detail::MemberValue<Pointer>>,
          &bind_detail::locate<Pointer>};
}

template <class T, class Base, std::size_t N, class... Derived>
struct ClassDescription {
  using Object = T;
  model::TypeKind kind;
  std::string_view name;
  std::string_view library;
  std::array<MemberDescription, N> members;

  // The described base class: its members come after the own ones, as BinaryFormatter writes them.
  template <class B>
  constexpr ClassDescription<T, B, N, Derived...> inherits() const {
    static_assert(std::is_base_of_v<B, T>);
    return {kind, name, library, members};
  }
  // Described classes derived from this one that may stand behind a pointer to it. T must have virtual functions.
  template <class... D>
  constexpr ClassDescription<T, Base, N, D...> derived() const {
    static_assert(std::is_polymorphic_v<T> && (std::is_base_of_v<T, D> && ...));
    return {kind, name, library, members};
  }
};

// A CLR class. The library is its assembly's display name, empty for the core library.
template <class T, class... Members>
constexpr ClassDescription<T, void, sizeof...(Members)> class_type(std::string_view name, std::string_view library,
                                                                   Members... members) {
  return {model::TypeKind::Class, name, library, {members...}};
}
// A CLR struct.
template <class T, class... Members>
constexpr ClassDescription<T, void, sizeof...(Members)> struct_type(std::string_view name, std::string_view library,
                                                                    Members... members) {
  return {model::TypeKind::Struct, name, library, {members...}};
}

template <class E>
struct EnumDescription {
  std::string_view name;
  std::string_view library;
};
template <class E>
constexpr EnumDescription<E> enum_type(std::string_view name, std::string_view library) {
  static_assert(std::is_enum_v<E>);
  return {name, library};
}

// A type that is written and read as the described `StandIn`: void to(const T&, StandIn&), and
// const char* from(T&, const StandIn&), which gives null or why the values make no T.
template <class T, class StandIn, auto To, auto From>
struct ConvertedDescription {};
template <class T, class StandIn, auto To, auto From>
constexpr ConvertedDescription<T, StandIn, To, From> converted_type() {
  return {};
}

namespace bind_detail {

using model::ContainerOps;
using model::LifeOps;
using model::Member;
using model::PointerOps;
using model::Type;
using model::TypeKind;

// --- building, in src/bind

// Fills `type` by `fill` unless that has been done; recursive types see a descriptor that is still being filled.
void build(Type& type, std::atomic<bool>& ready, void (*fill)(Type&));
// Copies that live as long as the program.
std::string_view keep(std::string text);
std::span<const Member> keep(std::vector<Member> members);
// "<Name>k__BackingField"
std::string backing_field(std::string_view property);
// "System.Collections.Generic.List`1[[System.Int32, mscorlib, ...]]", when all that is being built has its members: an
// argument may be a class in the middle of it. Without a definition the argument's own name and library.
void name_later(Type& type, std::string_view definition, std::initializer_list<const Type*> arguments);
// Own members first, then the base's under the names that BinaryFormatter gives them (A.8).
struct BaseMember {
  const MemberDescription* description;
  std::string_view declaring_type;
  std::uint32_t offset;
  std::uint32_t level;  // 0: own, 1: of the base, 2: of its base ...
};
std::span<const Member> lay_out_members(const std::vector<BaseMember>& members);
void make_list_members(Type& list, const Type& element_array);
void make_enum_members(Type& type);
void make_pair_members(Type& pair, const Type& key, std::uint32_t key_offset, const Type& value,
                       std::uint32_t value_offset);

template <class T>
struct Storage {
  static inline Type type;
  static inline std::atomic<bool> ready{false};
};

template <class T>
const LifeOps* life_of() {
  if constexpr (std::is_default_constructible_v<T> && std::is_destructible_v<T>) {
    static constexpr LifeOps ops{[](void* memory) { ::new (memory) T(); },
                                 [](void* object) { std::launder(static_cast<T*>(object))->~T(); }};
    return &ops;
  } else {
    return nullptr;
  }
}

template <class T>
void set_memory(Type& type, TypeKind kind) {
  type.kind = kind;
  type.size = sizeof(T);
  type.alignment = alignof(T);
  type.life = life_of<T>();
}

template <class T, template <class...> class Template>
struct IsInstance : std::false_type {};
template <template <class...> class Template, class... Args>
struct IsInstance<Template<Args...>, Template> : std::true_type {};

template <class T>
constexpr bool is_text = std::is_same_v<std::remove_const_t<T>, std::string>;

template <class T>
constexpr bool is_described = !std::is_same_v<std::remove_cv_t<decltype(description<T>)>, std::nullptr_t>;

template <class T>
constexpr Primitive primitive_of() {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Bool>) return Primitive::Boolean;
  if constexpr (std::is_same_v<T, char16_t>) return Primitive::Char;
  if constexpr (std::is_same_v<T, float>) return Primitive::Single;
  if constexpr (std::is_same_v<T, double>) return Primitive::Double;
  if constexpr (std::is_same_v<T, Decimal>) return Primitive::Decimal;
  if constexpr (std::is_same_v<T, DateTime>) return Primitive::DateTime;
  if constexpr (std::is_same_v<T, TimeSpan>) return Primitive::TimeSpan;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
                !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>) {
    constexpr bool negative = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) return negative ? Primitive::SByte : Primitive::Byte;
    if constexpr (sizeof(T) == 2) return negative ? Primitive::Int16 : Primitive::UInt16;
    if constexpr (sizeof(T) == 4) return negative ? Primitive::Int32 : Primitive::UInt32;
    if constexpr (sizeof(T) == 8) return negative ? Primitive::Int64 : Primitive::UInt64;
  }
  return Primitive::Null;
}

// --- pointers

template <class T>
const PointerOps* optional_ops() {
  static constexpr PointerOps ops{
      [](const void* pointer) -> const void* {
        const auto& optional = *static_cast<const std::optional<T>*>(pointer);
        return optional.has_value() ? &*optional : nullptr;
      },
      [](void* pointer, const Type*) -> void* { return &static_cast<std::optional<T>*>(pointer)->emplace(); },
      [](void* pointer) { static_cast<std::optional<T>*>(pointer)->reset(); },
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr};
  return &ops;
}

// Where this library keeps whether an optional has a value; 0 if it is no single byte behind the value, of 0 or 1.
template <class T>
std::uint32_t flag_offset_of() {
  if constexpr (std::is_default_constructible_v<T> && sizeof(std::optional<T>) > sizeof(T)) {
    const auto probe = std::make_unique<std::optional<T>>();  // apart: in place, compilers warn of what is not made yet
    const auto flag = [&] {
      unsigned char byte = 0xFF;
      std::memcpy(&byte, reinterpret_cast<const unsigned char*>(probe.get()) + sizeof(T), 1);
      return byte;
    };
    if (flag() != 0) return 0;
    const void* value = &probe->emplace();
    if (flag() != 1 || value != static_cast<const void*>(probe.get())) return 0;
    probe->reset();
    return flag() == 0 ? static_cast<std::uint32_t>(sizeof(T)) : 0;
  } else {
    return 0;
  }
}

template <class T, class... Derived>
struct Family {
  static const Type* dynamic_type(const void* object, const void** most_derived) {
    const auto& base = *static_cast<const T*>(object);
    *most_derived = object;
    if constexpr (std::is_polymorphic_v<T>) *most_derived = dynamic_cast<const void*>(&base);
    const std::type_info& info = typeid(base);
    const Type* found = info == typeid(T) ? &type_of<T>() : nullptr;
    ((info == typeid(Derived) ? void(found = &type_of<Derived>()) : void()), ...);
    return found;
  }
  static const Type* find_type(std::string_view name) {
    if (type_of<T>().name == name) return &type_of<T>();
    const Type* found = nullptr;
    ((type_of<Derived>().name == name ? void(found = &type_of<Derived>()) : void()), ...);
    return found;
  }
  static void* upcast(void* most_derived, const Type* type) {
    if (type == &type_of<T>()) return most_derived;
    void* found = nullptr;
    ((type == &type_of<Derived>() ? void(found = static_cast<T*>(static_cast<Derived*>(most_derived))) : void()), ...);
    return found;
  }
  template <class Make>
  static void* emplace(const Type* type, Make make) {
    if (type == &type_of<T>()) {
      if constexpr (!std::is_abstract_v<T>) return make(static_cast<T*>(nullptr));
    }
    void* made = nullptr;
    ((type == &type_of<Derived>() ? void(made = make(static_cast<Derived*>(nullptr))) : void()), ...);
    return made;
  }
};

template <class Description>
struct FamilyOf;
template <class T, class Base, std::size_t N, class... Derived>
struct FamilyOf<ClassDescription<T, Base, N, Derived...>> {
  using type = Family<T, Derived...>;
};

template <class T>
auto family_of() {
  if constexpr (is_described<T>) {
    using Description = std::remove_cv_t<decltype(description<T>)>;
    if constexpr (requires { typename FamilyOf<Description>::type; }) {
      return typename FamilyOf<Description>::type{};
    } else {
      return Family<T>{};
    }
  } else {
    return Family<T>{};
  }
}
template <class T>
using FamilyFor = decltype(family_of<T>());

template <class T>
constexpr bool has_family = std::is_polymorphic_v<T>;

template <class T>
const PointerOps* unique_ops() {
  using F = FamilyFor<T>;
  static constexpr PointerOps ops{
      [](const void* pointer) -> const void* { return static_cast<const std::unique_ptr<T>*>(pointer)->get(); },
      [](void* pointer, const Type* type) -> void* {
        return F::emplace(type, [&]<class D>(D*) -> void* {
          auto made = std::make_unique<D>();
          void* object = made.get();
          *static_cast<std::unique_ptr<T>*>(pointer) = std::move(made);
          return object;
        });
      },
      [](void* pointer) { static_cast<std::unique_ptr<T>*>(pointer)->reset(); },
      nullptr,
      nullptr,
      nullptr,
      &F::upcast,
      [](void* pointer) { return std::shared_ptr<void>(std::move(*static_cast<std::unique_ptr<T>*>(pointer))); },
      has_family<T> ? &F::dynamic_type : nullptr,
      &F::find_type};
  return &ops;
}

template <class T>
const PointerOps* shared_ops() {
  using F = FamilyFor<std::remove_const_t<T>>;
  static constexpr PointerOps ops{
      [](const void* pointer) -> const void* { return static_cast<const std::shared_ptr<T>*>(pointer)->get(); },
      [](void* pointer, const Type* type) -> void* {
        return F::emplace(type, [&]<class D>(D*) -> void* {
          auto made = std::make_shared<D>();
          void* object = made.get();
          *static_cast<std::shared_ptr<T>*>(pointer) = std::move(made);
          return object;
        });
      },
      [](void* pointer) { static_cast<std::shared_ptr<T>*>(pointer)->reset(); },
      [](const void* pointer) {
        return std::const_pointer_cast<void>(
            std::shared_ptr<const void>(*static_cast<const std::shared_ptr<T>*>(pointer)));
      },
      [](void* pointer, const std::shared_ptr<void>& owner, void* object) {
        *static_cast<std::shared_ptr<T>*>(pointer) = std::shared_ptr<T>(owner, static_cast<T*>(object));
      },
      nullptr,
      &F::upcast,
      [](void* pointer) {
        std::shared_ptr<const void> owner(std::move(*static_cast<std::shared_ptr<T>*>(pointer)));
        return std::const_pointer_cast<void>(owner);
      },
      has_family<T> ? &F::dynamic_type : nullptr,
      &F::find_type};
  return &ops;
}

template <class T>
const PointerOps* raw_ops() {
  using F = FamilyFor<T>;
  static constexpr PointerOps ops{
      [](const void* pointer) -> const void* { return *static_cast<T* const*>(pointer); },
      nullptr,
      [](void* pointer) { *static_cast<T**>(pointer) = nullptr; },
      nullptr,
      nullptr,
      [](void* pointer, void* object) { *static_cast<T**>(pointer) = static_cast<T*>(object); },
      &F::upcast,
      nullptr,
      has_family<T> ? &F::dynamic_type : nullptr,
      &F::find_type};
  return &ops;
}

inline const PointerOps* optional_text_ops() { return optional_ops<std::string>(); }

template <class T>
const PointerOps* shared_text_ops() {
  static constexpr PointerOps ops{
      [](const void* pointer) -> const void* { return static_cast<const std::shared_ptr<T>*>(pointer)->get(); },
      [](void* pointer, const Type*) -> void* {
        auto made = std::make_shared<std::string>();
        void* text = made.get();
        *static_cast<std::shared_ptr<T>*>(pointer) = std::move(made);
        return text;
      },
      [](void* pointer) { static_cast<std::shared_ptr<T>*>(pointer)->reset(); },
      [](const void* pointer) {
        return std::const_pointer_cast<void>(
            std::shared_ptr<const void>(*static_cast<const std::shared_ptr<T>*>(pointer)));
      },
      [](void* pointer, const std::shared_ptr<void>& owner, void* object) {
        *static_cast<std::shared_ptr<T>*>(pointer) = std::shared_ptr<T>(owner, static_cast<T*>(object));
      },
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr};
  return &ops;
}

// --- containers

template <class Vector>
const ContainerOps* vector_ops() {
  static constexpr ContainerOps ops{
      [](const void* container) { return static_cast<const Vector*>(container)->size(); },
      [](const void* container) -> const void* { return static_cast<const Vector*>(container)->data(); },
      [](void* container, std::size_t count) -> void* {
        auto& vector = *static_cast<Vector*>(container);
        vector.resize(count);
        return vector.data();
      },
      nullptr,
      nullptr,
      [](void* container) { static_cast<Vector*>(container)->clear(); },
      nullptr};
  return &ops;
}

template <class Map>
const ContainerOps* map_ops() {
  using Iterator = typename Map::const_iterator;
  static_assert(sizeof(Iterator) <= model::kCursorSize && std::is_trivially_destructible_v<Iterator>);
  static constexpr ContainerOps ops{
      [](const void* container) { return static_cast<const Map*>(container)->size(); },
      nullptr,
      nullptr,
      [](const void* container, void* cursor) { ::new (cursor) Iterator(static_cast<const Map*>(container)->begin()); },
      [](const void* container, void* cursor) -> const void* {
        auto& at = *std::launder(static_cast<Iterator*>(cursor));
        if (at == static_cast<const Map*>(container)->end()) return nullptr;
        return &*at++;
      },
      [](void* container) { static_cast<Map*>(container)->clear(); },
      [](void* container, void* element) -> void* {
        auto& pair = *static_cast<std::pair<typename Map::key_type, typename Map::mapped_type>*>(element);
        auto [at, added] = static_cast<Map*>(container)->emplace(std::move(pair.first), std::move(pair.second));
        return added ? &*at : nullptr;
      }};
  return &ops;
}

// --- filling descriptors

template <class T>
void add_members(std::vector<BaseMember>& members, const unsigned char* object, std::ptrdiff_t base,
                 std::uint32_t level) {
  for (const MemberDescription& member : description<T>.members) {
    const auto* at = static_cast<const unsigned char*>(member.locate(object + base));
    members.push_back({&member, description<T>.name, static_cast<std::uint32_t>(at - object), level});
  }
}

template <class T, class B, std::size_t N, class... D>
void add_bases(std::vector<BaseMember>& members, const unsigned char* object, std::ptrdiff_t offset,
               std::uint32_t level, const ClassDescription<T, B, N, D...>&) {
  if constexpr (!std::is_void_v<B>) {
    const auto* derived = reinterpret_cast<const T*>(object + offset);
    const auto* base = reinterpret_cast<const unsigned char*>(static_cast<const B*>(derived));
    add_members<B>(members, object, base - object, level);
    add_bases(members, object, base - object, level + 1, description<B>);
  }
}

// Offsets are measured on memory of the right size and alignment in which no object is ever made: member pointers of
// standard and non-virtual bases only add to the address.
template <class T>
void fill_class(Type& type) {
  alignas(T) static unsigned char memory[sizeof(T)];
  set_memory<T>(type, description<T>.kind);
  type.name = description<T>.name;
  type.library = description<T>.library;
  std::vector<BaseMember> members;
  add_members<T>(members, memory, 0, 0);
  add_bases(members, memory, 0, 1, description<T>);
  type.members = lay_out_members(members);
}

template <class T, class StandIn, auto To, auto From>
void fill_converted(Type& type, const ConvertedDescription<T, StandIn, To, From>&) {
  set_memory<T>(type, TypeKind::Converted);
  static constexpr model::ConvertOps ops{
      [](const void* object, void* stand_in) { To(*static_cast<const T*>(object), *static_cast<StandIn*>(stand_in)); },
      [](void* object, const void* stand_in) {
        return From(*static_cast<T*>(object), *static_cast<const StandIn*>(stand_in));
      }};
  type.convert = &ops;
  type.element = &type_of<StandIn>();
  name_later(type, {}, {type.element});
}

template <class T>
struct StandInOf {};
template <class T, class StandIn, auto To, auto From>
struct StandInOf<ConvertedDescription<T, StandIn, To, From>> {
  using type = StandIn;
};

// What an optional or a pointer may lead to: CLR values, CLR objects, or neither, such as another pointer.
enum class Category { Value, Object, Text, Other };
template <class T>
constexpr Category category_of() {
  if constexpr (is_text<T>) {
    return Category::Text;
  } else if constexpr (primitive_of<T>() != Primitive::Null || std::is_enum_v<T> || std::is_same_v<T, Guid> ||
                       std::is_same_v<T, DateTimeOffset>) {
    return Category::Value;
  } else if constexpr (IsInstance<T, std::vector>::value || IsInstance<T, List>::value ||
                       IsInstance<T, std::map>::value || IsInstance<T, std::unordered_map>::value ||
                       IsInstance<T, Dictionary>::value) {
    return Category::Object;
  } else if constexpr (is_described<T>) {
    if constexpr (requires { description<T>.kind; }) {
      return description<T>.kind == TypeKind::Class ? Category::Object : Category::Value;
    } else {
      return category_of<typename StandInOf<std::remove_cv_t<decltype(description<T>)>>::type>();
    }
  } else {
    return Category::Other;
  }
}

// Whether a pointer to it is a reference of .NET. Asks nothing of T's description, since classes have pointers to
// themselves.
template <class T>
constexpr bool may_be_pointed_to() {
  if constexpr (primitive_of<T>() != Primitive::Null) return false;
  return !is_text<T> && !std::is_pointer_v<T> && !IsInstance<T, std::optional>::value &&
         !IsInstance<T, std::unique_ptr>::value && !IsInstance<T, std::shared_ptr>::value;
}

template <class Vector>
void fill_vector(Type& type, TypeKind kind) {
  using Element = typename Vector::value_type;
  static_assert(!std::is_same_v<Element, bool>, "std::vector<bool> has no elements in memory: use dotwire::Bool");
  set_memory<Vector>(type, kind);
  type.element = &type_of<Element>();
  type.container = vector_ops<Vector>();
  type.contiguous = true;
}

template <class Vector>
void fill_array(Type& type) {
  fill_vector<Vector>(type, TypeKind::Array);
}

template <class Vector>
struct AsArrayOf {};

// The array inside a List<T>: the same C++ container, seen as T[].
template <class Vector>
const Type& inner_array_of() {
  using S = Storage<AsArrayOf<Vector>>;
  if (!S::ready.load(std::memory_order_acquire)) build(S::type, S::ready, &fill_array<Vector>);
  return S::type;
}

template <class Vector>
void fill_list(Type& type) {
  fill_vector<Vector>(type, TypeKind::List);
  make_list_members(type, inner_array_of<Vector>());
}

template <class Vector>
struct AsListOf {};

template <class Vector>
const Type& list_of() {
  using S = Storage<AsListOf<Vector>>;
  if (!S::ready.load(std::memory_order_acquire)) build(S::type, S::ready, &fill_list<Vector>);
  return S::type;
}

template <class Pair>
void fill_pair(Type& type) {
  using Key = std::remove_const_t<typename Pair::first_type>;
  using Plain = std::pair<Key, typename Pair::second_type>;
  static_assert(sizeof(Plain) == sizeof(Pair));
  set_memory<Plain>(type, TypeKind::Struct);
  alignas(Pair) static unsigned char memory[sizeof(Pair)];
  const auto* pair = reinterpret_cast<const Pair*>(memory);
  const auto offset = [&](const void* at) {
    return static_cast<std::uint32_t>(static_cast<const unsigned char*>(at) - memory);
  };
  make_pair_members(type, type_of<Key>(), offset(&pair->first), type_of<typename Pair::second_type>(),
                    offset(&pair->second));
}

template <class Map>
void fill_map(Type& type) {
  set_memory<Map>(type, TypeKind::Dictionary);
  using Pair = typename Map::value_type;
  using S = Storage<Pair>;
  if (!S::ready.load(std::memory_order_acquire)) build(S::type, S::ready, &fill_pair<Pair>);
  type.element = &S::type;
  type.container = map_ops<Map>();
  name_later(type, "System.Collections.Generic.Dictionary`2",
             {&type_of<typename Map::key_type>(), &type_of<typename Map::mapped_type>()});
}

template <class T>
void fill(Type& type) {
  if constexpr (IsInstance<T, std::optional>::value) {
    using Element = typename T::value_type;
    constexpr Category category = category_of<Element>();
    static_assert(category != Category::Other, "a std::optional of a pointer or an optional has no CLR counterpart");
    set_memory<T>(type, category == Category::Text     ? TypeKind::String
                        : category == Category::Object ? TypeKind::Pointer
                                                       : TypeKind::Nullable);
    type.pointer = optional_ops<Element>();
    type.flag_offset = flag_offset_of<Element>();
    if constexpr (!is_text<Element>) {
      type.element = &type_of<Element>();
      if (type.kind == TypeKind::Nullable) name_later(type, "System.Nullable`1", {type.element});
    }
  } else if constexpr (IsInstance<T, std::unique_ptr>::value) {
    static_assert(
        may_be_pointed_to<typename T::element_type>(),
        "no CLR counterpart: texts and primitives that may be null are std::optional or shared_ptr of a text");
    set_memory<T>(type, TypeKind::Pointer);
    type.element = &type_of<typename T::element_type>();
    type.pointer = unique_ops<typename T::element_type>();
  } else if constexpr (IsInstance<T, std::shared_ptr>::value) {
    using Element = typename T::element_type;
    if constexpr (is_text<Element>) {
      set_memory<T>(type, TypeKind::String);
      type.pointer = shared_text_ops<Element>();
    } else {
      static_assert(may_be_pointed_to<std::remove_const_t<Element>>(),
                    "no CLR counterpart: primitives that may be null are std::optional");
      set_memory<T>(type, TypeKind::Pointer);
      type.element = &type_of<std::remove_const_t<Element>>();
      type.pointer = shared_ops<Element>();
    }
  } else if constexpr (std::is_pointer_v<T>) {
    static_assert(may_be_pointed_to<std::remove_pointer_t<T>>(),
                  "no CLR counterpart: a pointer that owns nothing leads to an object of a class");
    set_memory<T>(type, TypeKind::Pointer);
    type.element = &type_of<std::remove_pointer_t<T>>();
    type.pointer = raw_ops<std::remove_pointer_t<T>>();
  } else if constexpr (is_text<T>) {
    set_memory<T>(type, TypeKind::String);
    type.name = "System.String";
  } else if constexpr (IsInstance<T, List>::value) {
    fill_list<T>(type);
  } else if constexpr (IsInstance<T, std::vector>::value) {
    fill_array<T>(type);
  } else if constexpr (IsInstance<T, std::map>::value || IsInstance<T, std::unordered_map>::value ||
                       IsInstance<T, Dictionary>::value) {
    fill_map<T>(type);
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(is_described<T>, "specialise dotwire::description for this enum");
    set_memory<T>(type, TypeKind::Enum);
    type.primitive = primitive_of<std::underlying_type_t<T>>();
    type.name = description<T>.name;
    type.library = description<T>.library;
    make_enum_members(type);
  } else {
    static_assert(is_described<T>, "specialise dotwire::description for this type");
    if constexpr (requires { description<T>.members; }) {
      fill_class<T>(type);
    } else {
      fill_converted(type, description<T>);
    }
  }
}

const Type& builtin_primitive(Primitive primitive);
const Type& builtin_guid();
const Type& builtin_offset();

}  // namespace bind_detail

template <class T>
const model::Type& type_of() {
  if constexpr (bind_detail::primitive_of<T>() != Primitive::Null) {
    return bind_detail::builtin_primitive(bind_detail::primitive_of<T>());
  } else if constexpr (std::is_same_v<T, Guid>) {
    return bind_detail::builtin_guid();
  } else if constexpr (std::is_same_v<T, DateTimeOffset>) {
    return bind_detail::builtin_offset();
  } else {
    using S = bind_detail::Storage<T>;
    if (!S::ready.load(std::memory_order_acquire)) bind_detail::build(S::type, S::ready, &bind_detail::fill<T>);
    return S::type;
  }
}

// Frees what `object` owns without recursion, however long its chains of pointers and containers are: its pointers and
// optionals become null, its texts and containers empty, numbers and other plain values stay. What others share lives
// on, and so does a cycle of shared_ptr, which holds itself: reset one of its pointers first, or make it a plain one.
void release(void* object, const model::Type& type);
template <class T>
void release(T& object) {
  release(&object, type_of<T>());
}

}  // namespace dotwire
