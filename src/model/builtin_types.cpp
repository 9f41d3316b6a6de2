#include "model/builtin_types.h"

#include <array>
#include <cstddef>

#include "dotwire/table.h"

namespace dotwire::model {
namespace {

constexpr std::uint32_t kBuiltinSerial = 0xFFFFFF00U;

Member primitive_member(std::string_view name, Primitive primitive, std::uint32_t offset) {
  Member member;
  member.name = name;
  member.type = &primitive_type(primitive);
  member.offset = offset;
  member.recorded.binary_type = BinaryType::Primitive;
  member.recorded.primitive = primitive;
  return member;
}

std::array<Type, 17> make_primitives() {
  std::array<Type, 17> types{};
  for (std::uint32_t code = 1; code <= 16; ++code) {
    Type& type = types[code];
    type.kind = TypeKind::Primitive;
    type.primitive = static_cast<Primitive>(code);
    type.plain = true;
    type.size = size_of(type.primitive);
    type.alignment = type.primitive == Primitive::Decimal ? 4 : type.size;
    type.name = clr_name(static_cast<ValueKind>(code));
    type.serial = kBuiltinSerial + code;
  }
  return types;
}

}  // namespace

const Type& primitive_type(Primitive primitive) {
  static const std::array<Type, 17> types = make_primitives();
  return types[static_cast<std::size_t>(primitive) % types.size()];
}

BoxedDate::BoxedDate(DateTime date) : ticks(date.ticks()), date_data(date.data) {}

namespace {

// A.10: Decimal by its words, TimeSpan and DateTime by their ticks, all others m_value.
struct Boxed {
  std::array<Member, 4> members;
  Type type;
};

void make_boxed(Boxed& boxed, Primitive primitive) {
  std::size_t count = 1;
  if (primitive == Primitive::Decimal) {
    boxed.members = {primitive_member("flags", Primitive::Int32, 12), primitive_member("hi", Primitive::Int32, 8),
                     primitive_member("lo", Primitive::Int32, 0), primitive_member("mid", Primitive::Int32, 4)};
    count = 4;
  } else if (primitive == Primitive::TimeSpan) {
    boxed.members[0] = primitive_member("_ticks", Primitive::Int64, 0);
  } else if (primitive == Primitive::DateTime) {
    boxed.members[0] = primitive_member("ticks", Primitive::Int64, offsetof(BoxedDate, ticks));
    boxed.members[1] = primitive_member("dateData", Primitive::UInt64, offsetof(BoxedDate, date_data));
    count = 2;
  } else {
    boxed.members[0] = primitive_member("m_value", primitive, 0);
  }
  boxed.type = primitive_type(primitive);
  if (primitive == Primitive::DateTime) boxed.type.size = sizeof(BoxedDate);
  boxed.type.kind = TypeKind::Struct;
  boxed.type.members = {boxed.members.data(), count};
  boxed.type.serial += 64;
}

}  // namespace

const Type* boxed_type(Primitive primitive) {
  static const auto* boxed = [] {
    auto* all = new std::array<Boxed, 17>();
    for (std::uint32_t code = 1; code <= 16; ++code) make_boxed((*all)[code], static_cast<Primitive>(code));
    return all;
  }();
  return &(*boxed)[static_cast<std::size_t>(primitive) % boxed->size()].type;
}

const Type& guid_type() {
  static const std::array<Member, 11> members = {
      primitive_member("_a", Primitive::Int32, 0), primitive_member("_b", Primitive::Int16, 4),
      primitive_member("_c", Primitive::Int16, 6), primitive_member("_d", Primitive::Byte, 8),
      primitive_member("_e", Primitive::Byte, 9),  primitive_member("_f", Primitive::Byte, 10),
      primitive_member("_g", Primitive::Byte, 11), primitive_member("_h", Primitive::Byte, 12),
      primitive_member("_i", Primitive::Byte, 13), primitive_member("_j", Primitive::Byte, 14),
      primitive_member("_k", Primitive::Byte, 15),
  };
  static const Type type = [] {
    Type guid;
    guid.kind = TypeKind::Guid;
    guid.plain = true;
    guid.size = 16;
    guid.name = "System.Guid";
    guid.members = members;
    guid.serial = kBuiltinSerial + 32;
    return guid;
  }();
  return type;
}

const Type& offset_type() {
  static const std::array<Member, 2> members = {
      primitive_member("DateTime", Primitive::DateTime, 0),
      primitive_member("OffsetMinutes", Primitive::Int16, 8),
  };
  static const Type type = [] {
    Type offset;
    offset.kind = TypeKind::Offset;
    offset.plain = true;
    offset.size = sizeof(DateTimeOffset);
    offset.alignment = alignof(DateTimeOffset);
    offset.name = "System.DateTimeOffset";
    offset.members = members;
    offset.serial = kBuiltinSerial + 33;
    return offset;
  }();
  return type;
}

}  // namespace dotwire::model
