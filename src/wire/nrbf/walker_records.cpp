// What follows a record's type, in the order of nrbf-soap.md A.4.
#include "base/checked.h"
#include "base/unicode.h"
#include "wire/nrbf/event_text.h"
#include "wire/nrbf/primitive_skip.h"
#include "wire/nrbf/walker.h"

namespace dotwire::nrbf {

using enum RecordType;

namespace {

// PrimitiveTypeEnumeration of 2.1.2.3: what only a method's values may be.
enum PrimitiveCode : std::uint8_t { kNull = 17, kText = 18 };

}  // namespace

Status Walker::header() {
  DOTWIRE_TRY(const std::int32_t root, in_.read_i32());
  id = root;
  DOTWIRE_TRY(in_.read_i32());
  DOTWIRE_TRY(const std::int32_t major, in_.read_i32());
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(in_.read_i32());
  if (major > 1) return damaged(at - 4, "the version is newer than 1.0");
  number_ = static_cast<std::uint32_t>(root);
  return {};
}

Status Walker::read_id() {
  DOTWIRE_TRY(id, in_.read_i32());
  has_id = true;
  return {};
}

Result<std::string_view> Walker::read_name() {
  DOTWIRE_TRY(const Bytes bytes, in_.read_prefixed_bytes());
  return as_text(bytes);
}

Status Walker::class_with_id() {
  DOTWIRE_TRY(read_id());
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(const std::int32_t metadata, in_.read_i32());
  const auto found = shapes_.find(metadata);
  if (found == shapes_.end()) return damaged(at, "no class record has the id " + std::to_string(metadata));
  const Shape& shape = found->second;
  name_ = shape.name;
  number_ = shape.count;
  if (shape.count == 0) return {};
  return push({.is_array = false, .id = id, .shape = shape, .next = 0, .count = shape.count, .record = 0});
}

Status Walker::class_record() {
  DOTWIRE_TRY(read_id());
  Shape shape;
  DOTWIRE_TRY(shape.name, read_name());
  DOTWIRE_TRY(const std::size_t count, in_.read_count(1));
  shape.first = static_cast<std::uint32_t>(members_.size());
  shape.count = static_cast<std::uint32_t>(count);
  const bool typed = type_ == SystemClassWithMembersAndTypes || type_ == ClassWithMembersAndTypes;
  for (std::size_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(const std::string_view name, read_name());
    members_.push_back({name, 2, 0});
  }
  if (typed) {
    DOTWIRE_TRY(member_types(shape.first, count));
  } else {
    DOTWIRE_TRY(untyped_members(shape.name, shape.first, count));
  }
  if (type_ == ClassWithMembers || type_ == ClassWithMembersAndTypes) {
    DOTWIRE_TRY(in_.read_i32());
  }
  name_ = shape.name;
  number_ = count;
  shapes_.insert_or_assign(id, shape);
  if (count == 0) return {};
  return push({.is_array = false, .id = id, .shape = shape, .next = 0, .count = count, .record = 0});
}

Status Walker::member_types(std::size_t first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(members_[first + i].binary_type, in_.read_u8());
  }
  for (std::size_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(const TypeInfo info, additional_info(members_[first + i].binary_type));
    members_[first + i].primitive = info.primitive;
  }
  return {};
}

// Of FormatterTypeStyle.TypesWhenNeeded.
Status Walker::untyped_members(std::string_view class_name, std::size_t first, std::size_t count) {
  std::vector<std::string_view> names(count);
  for (std::size_t i = 0; i < count; ++i) names[i] = members_[first + i].name;
  std::vector<MemberType> types(count);
  DOTWIRE_TRY(resolve_member_types(class_name, names, class_types_, offset, types));
  for (std::size_t i = 0; i < count; ++i) {
    members_[first + i].binary_type = types[i].binary_type;
    members_[first + i].primitive = types[i].primitive;
  }
  return {};
}

// AdditionalInfos of 2.3.1.2
Result<Walker::TypeInfo> Walker::additional_info(std::uint8_t binary_type) {
  TypeInfo info;
  info.binary_type = binary_type;
  const std::uint64_t at = in_.offset();
  if (binary_type == kTypePrimitive || binary_type == kTypePrimitiveArray) {
    DOTWIRE_TRY(info.primitive, in_.read_u8());
    if (primitive_name(info.primitive).empty() || info.primitive >= kNull) {
      return damaged(at, "no primitive type has the code " + std::to_string(info.primitive));
    }
    info.name = primitive_name(info.primitive);
  } else if (binary_type == kTypeSystemClass || binary_type == kTypeClass) {
    DOTWIRE_TRY(info.name, read_name());
    if (binary_type == kTypeClass) {
      DOTWIRE_TRY(in_.read_i32());
    }
  } else if (binary_type > kTypePrimitiveArray) {
    return damaged(at, "no member type has the code " + std::to_string(binary_type));
  }
  return info;
}

Status Walker::string_record() {
  DOTWIRE_TRY(read_id());
  DOTWIRE_TRY(name_, read_name());
  return {};
}

Status Walker::library() {
  DOTWIRE_TRY(read_id());
  DOTWIRE_TRY(name_, read_name());
  return {};
}

Status Walker::typed_primitive() {
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(value_code_, in_.read_u8());
  value_ = in_.position();
  if (value_code_ >= kNull || primitive_name(value_code_).empty()) {
    return damaged(at, "no primitive type has the code " + std::to_string(value_code_));
  }
  return skip_primitive(in_, value_code_);
}

Status Walker::reference() {
  DOTWIRE_TRY(const std::int32_t target, in_.read_i32());
  number_ = static_cast<std::uint32_t>(target);
  return {};
}

Status Walker::null_run() {
  const std::uint64_t at = in_.offset();
  if (frames_.empty() || !frames_.back().is_array) return damaged(offset, "a run of nulls outside an array");
  if (type_ == ObjectNullMultiple256) {
    DOTWIRE_TRY(number_, in_.read_u8());
  } else {
    DOTWIRE_TRY(const std::int32_t count, in_.read_i32());
    if (count < 0) return damaged(at, "the run of nulls is negative");
    number_ = static_cast<std::uint64_t>(count);
  }
  if (number_ == 0) return damaged(at, "an empty run of nulls");
  if (number_ > frames_.back().count - frames_.back().next) {
    return damaged(at, "the run of nulls is longer than what is left of the array");
  }
  return {};
}

Status Walker::primitive_array() {
  DOTWIRE_TRY(read_id());
  DOTWIRE_TRY(const std::size_t count, in_.read_count(0));
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(value_code_, in_.read_u8());
  if (value_code_ >= kNull || primitive_name(value_code_).empty()) {
    return damaged(at, "no primitive type has the code " + std::to_string(value_code_));
  }
  element_ = primitive_name(value_code_);
  number_ = count;
  return skip_primitives(in_, value_code_, count);
}

Status Walker::object_array() {
  DOTWIRE_TRY(read_id());
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(const std::int32_t count, in_.read_i32());
  if (count < 0) return damaged(at, "the length is negative");
  element_ = type_ == ArraySingleString ? "String" : "Object";
  number_ = static_cast<std::uint64_t>(count);
  if (count == 0) return {};
  return push({.is_array = true, .id = id, .shape = {}, .next = 0, .count = number_, .record = 0});
}

// 2.4.3.1
Status Walker::binary_array() {
  DOTWIRE_TRY(read_id());
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(const std::uint8_t array_kind, in_.read_u8());
  if (array_kind > 5) return damaged(at, "no array kind has the code " + std::to_string(array_kind));
  DOTWIRE_TRY(const std::size_t rank, in_.read_count(4));
  if (rank < 1 || rank > 32) return damaged(at + 1, "an array has 1 to 32 dimensions");
  number_ = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::uint64_t length_at = in_.offset();
    DOTWIRE_TRY(const std::int32_t length, in_.read_i32());
    if (length < 0) return damaged(length_at, "the length is negative");
    lengths_.push_back(static_cast<std::uint64_t>(length));
    const auto product = checked_multiply(number_, static_cast<std::uint64_t>(length));
    if (!product) return damaged(length_at, "the array is too long");
    number_ = *product;
  }
  if (array_kind >= 3) {
    DOTWIRE_TRY(in_.read_bytes(rank * 4));
  }
  DOTWIRE_TRY(const std::uint8_t binary_type, in_.read_u8());
  DOTWIRE_TRY(const TypeInfo element, additional_info(binary_type));
  element_ = element.name.empty() ? binary_type_name(binary_type) : element.name;
  if (number_ == 0) return {};
  if (binary_type == kTypePrimitive) return skip_primitives(in_, element.primitive, number_);
  return push({.is_array = true, .id = id, .shape = {}, .next = 0, .count = number_, .record = 0});
}

// 2.2.3: flags, names and inline values. What is not inline follows as the root array.
Status Walker::method(bool is_call) {
  constexpr std::uint32_t kArgsInline = 0x2, kContextInline = 0x20, kReturnInline = 0x800;
  if (!frames_.empty()) return damaged(offset, "a method record inside an object");
  DOTWIRE_TRY(const std::uint32_t flags, in_.read_u32());
  if (is_call) {
    const std::uint8_t* name_at = in_.position() + 1;
    DOTWIRE_TRY(value_with_code());
    ByteReader name({name_at, static_cast<std::size_t>(in_.position() - name_at)}, in_.offset_of(name_at));
    DOTWIRE_TRY(const Bytes text, name.read_prefixed_bytes());
    name_ = as_text(text);
    DOTWIRE_TRY(value_with_code());
  } else if ((flags & kReturnInline) != 0) {
    DOTWIRE_TRY(value_with_code());
  }
  if ((flags & kContextInline) != 0) {
    DOTWIRE_TRY(value_with_code());
  }
  if ((flags & kArgsInline) == 0) return {};
  DOTWIRE_TRY(const std::size_t count, in_.read_count(1));
  for (std::size_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(value_with_code());
  }
  return {};
}

Status Walker::value_with_code() {
  const std::uint64_t at = in_.offset();
  DOTWIRE_TRY(const std::uint8_t type, in_.read_u8());
  if (type == kNull) return {};
  if (type == kText) {
    DOTWIRE_TRY(read_name());
    return {};
  }
  if (primitive_name(type).empty()) return damaged(at, "no primitive type has the code " + std::to_string(type));
  return skip_primitive(in_, type);
}

}  // namespace dotwire::nrbf
