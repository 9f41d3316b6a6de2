#include "wire/nrbf/record_walker.h"

#include <array>
#include <charconv>
#include <unordered_map>
#include <vector>

#include "base/checked.h"
#include "base/unicode.h"
#include "wire/nrbf/event_text.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {
namespace {

using enum RecordType;

// 2.1.2.2, as far as the walk tells them apart.
enum TypeCode : std::uint8_t { kTypePrimitive = 0, kTypeSystemClass = 3, kTypeClass = 4, kTypePrimitiveArray = 7 };

enum PrimitiveCode : std::uint8_t { kChar = 3, kDecimal = 5, kNull = 17, kText = 18 };

constexpr std::uint64_t kNotPrimitive = 0;

// Bytes of a primitive that is always the same size; 0 for Char, Decimal and what is none.
constexpr std::array<std::uint8_t, 19> kFixedSize = {0, 1, 1, 0, 0, 0, 8, 2, 4, 8, 1, 4, 8, 8, 2, 4, 8, 0, 0};

struct MemberInfo {
  std::string_view name;
  std::uint8_t binary_type;
  std::uint8_t primitive;
};

// Members of a class record, shared by the ClassWithId records that name it. A range of State::members.
struct Shape {
  std::string_view name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// A class or array whose values are being walked.
struct Frame {
  bool is_array = false;
  std::int32_t id = 0;
  Shape shape;               // of classes
  std::uint64_t next = 0;    // member or element
  std::uint64_t count = 0;   // of members or elements
  std::uint64_t record = 0;  // index of its record
};

struct TypeInfo {
  std::uint8_t binary_type = 2;
  std::uint8_t primitive = 0;
  std::string_view name;
};

class Walker final : public Event {
 public:
  Walker(Bytes input, const Limits& limits, EventVisitor& visitor, WalkSummary& summary, const ClassTypes* types)
      : in_(input),
        limits_(limits),
        visitor_(visitor),
        summary_(summary),
        class_types_(types),
        wants_values_(visitor.wants_values()) {}

  Status run();
  std::string path(std::size_t max_steps) const override;
  std::string detail(std::size_t max_text) const override;

 private:
  Status step();
  Status record();
  Status dispatch();
  Status header();
  Status class_with_id();
  Status class_record();
  Status member_types(std::size_t first, std::size_t count);
  Status untyped_members(std::string_view class_name, std::size_t first, std::size_t count);
  Result<TypeInfo> additional_info(std::uint8_t binary_type);
  Status string_record();
  Status library();
  Status typed_primitive();
  Status reference();
  Status null_run();
  Status primitive_array();
  Status object_array();
  Status binary_array();
  Status method(bool is_call);
  Status value_with_code();
  Status primitive_member(const MemberInfo& member);
  Status skip_primitive(std::uint8_t code);
  Status skip_primitives(std::uint8_t code, std::uint64_t count);
  Status skip_characters(std::uint64_t count);
  Result<std::string_view> read_name();
  Status read_id();
  Status push(Frame frame);
  Status filled(std::uint64_t count);
  void leave_finished();
  void emit();
  Error damaged(std::uint64_t at, std::string message) const {
    return Error(ErrorCode::Malformed, at, std::move(message));
  }

  ByteReader in_;
  const Limits& limits_;
  EventVisitor& visitor_;
  WalkSummary& summary_;
  const ClassTypes* class_types_;
  bool wants_values_;
  RecordType type_ = SerializedStreamHeader;
  bool stop_ = false;
  bool ended_ = false;
  bool opens_ = false;  // the record being walked pushed a frame, which is not part of its own path

  std::vector<MemberInfo> members_;
  std::unordered_map<std::int32_t, Shape> shapes_;
  std::vector<Frame> frames_;
  std::uint64_t next_index_ = 0;

  // What detail() tells of the current event.
  std::string_view name_;
  std::string_view element_;
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> lengths_;
  std::uint8_t value_code_ = 0;
  const std::uint8_t* value_ = nullptr;
};

// ---- the loop ------------------------------------------------------------------------------------------------------

Status Walker::run() {
  while (!ended_ && !stop_) {
    Status done = step();
    if (!done.ok()) {
      Error error = std::move(done).error();
      error.set_path(path(32));
      return error;
    }
  }
  summary_.stopped = stop_ && !ended_;
  return {};
}

// One record, or one primitive member of the innermost class.
Status Walker::step() {
  if (!frames_.empty() && !frames_.back().is_array) {
    const Frame& frame = frames_.back();
    const MemberInfo& member = members_[frame.shape.first + frame.next];
    if (member.binary_type == kTypePrimitive) return primitive_member(member);
  }
  return record();
}

Status Walker::record() {
  offset = summary_.record_offset = in_.offset();
  index = summary_.record_index = next_index_;
  summary_.record_kind = {};
  is_record = true;
  has_id = opens_ = false;
  id = 0;
  name_ = element_ = {};
  value_ = nullptr;
  lengths_.clear();
  depth = static_cast<std::uint32_t>(frames_.size());
  if (in_.at_end()) {
    return Error(
        ErrorCode::Truncated, offset,
        frames_.empty() ? "the input ends without a MessageEnd record" : "the input ends where a record should be");
  }
  DOTWIRE_TRY(code, in_.read_u8());
  type_ = static_cast<RecordType>(code);
  kind = summary_.record_kind = to_string(type_);
  if (kind.empty()) return damaged(offset, "no record has the type " + std::to_string(code));
  if (next_index_ == 0 && type_ != SerializedStreamHeader)
    return damaged(offset, "the first record is not a SerializedStreamHeader");
  if (next_index_ != 0 && type_ == SerializedStreamHeader) return damaged(offset, "a second SerializedStreamHeader");
  const std::size_t outer = frames_.size();
  DOTWIRE_TRY(dispatch());
  opens_ = frames_.size() > outer;
  ++next_index_;
  emit();
  summary_.records = next_index_;
  summary_.payload_size = in_.offset();
  opens_ = false;
  if (type_ == BinaryLibrary || frames_.size() > outer) return {};
  if (type_ == ObjectNullMultiple || type_ == ObjectNullMultiple256) return filled(number_);
  return filled(1);
}

void Walker::emit() {
  length = in_.offset() - offset;
  if (!visitor_.visit(*this)) stop_ = true;
}

Status Walker::dispatch() {
  switch (type_) {
    case SerializedStreamHeader: return header();
    case ClassWithId: return class_with_id();
    case SystemClassWithMembers:
    case ClassWithMembers:
    case SystemClassWithMembersAndTypes:
    case ClassWithMembersAndTypes: return class_record();
    case BinaryObjectString: return string_record();
    case BinaryArray: return binary_array();
    case MemberPrimitiveTyped: return typed_primitive();
    case MemberReference: return reference();
    case ObjectNull: return {};
    case MessageEnd:
      if (!frames_.empty()) return damaged(offset, "MessageEnd inside an object");
      ended_ = true;
      return {};
    case BinaryLibrary: return library();
    case ObjectNullMultiple256:
    case ObjectNullMultiple: return null_run();
    case ArraySinglePrimitive: return primitive_array();
    case ArraySingleObject:
    case ArraySingleString: return object_array();
    case MethodCall: return method(true);
    case MethodReturn: return method(false);
  }
  return {};
}

// Says that the innermost frame got `count` more values.
Status Walker::filled(std::uint64_t count) {
  if (frames_.empty()) return {};
  frames_.back().next += count;
  leave_finished();
  return {};
}

// A frame that is full is the value of the frame around it.
void Walker::leave_finished() {
  while (!frames_.empty() && frames_.back().next >= frames_.back().count) {
    frames_.pop_back();
    if (!frames_.empty()) ++frames_.back().next;
  }
}

Status Walker::push(Frame frame) {
  if (frames_.size() >= limits_.depth) {
    return Error(ErrorCode::LimitExceeded, offset, "records are nested deeper than " + std::to_string(limits_.depth));
  }
  frame.record = index;
  frames_.push_back(frame);
  return {};
}

// ---- records, in the order of nrbf-soap.md A.4 ---------------------------------------------------------------------

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
Result<TypeInfo> Walker::additional_info(std::uint8_t binary_type) {
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
  return skip_primitive(value_code_);
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
  return skip_primitives(value_code_, count);
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
  if (binary_type == kTypePrimitive) return skip_primitives(element.primitive, number_);
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
  return skip_primitive(type);
}

// ---- values --------------------------------------------------------------------------------------------------------

Status Walker::primitive_member(const MemberInfo& member) {
  is_record = false;
  has_id = opens_ = false;
  offset = in_.offset();
  index = frames_.back().record;
  depth = static_cast<std::uint32_t>(frames_.size());
  code = value_code_ = member.primitive;
  kind = primitive_name(member.primitive);
  name_ = element_ = {};
  value_ = in_.position();
  DOTWIRE_TRY(skip_primitive(member.primitive));
  if (wants_values_) emit();
  summary_.payload_size = in_.offset();
  return filled(1);
}

Status Walker::skip_primitive(std::uint8_t type) {
  const std::size_t size = kFixedSize[type];
  if (size != kNotPrimitive) {
    DOTWIRE_TRY(in_.read_bytes(size));
    return {};
  }
  if (type == kChar) return skip_characters(1);
  DOTWIRE_TRY(in_.read_prefixed_bytes());
  return {};
}

Status Walker::skip_primitives(std::uint8_t type, std::uint64_t count) {
  const std::size_t size = kFixedSize[type];
  if (size != kNotPrimitive) {
    const auto bytes = checked_multiply(count, size);
    if (!bytes || *bytes > in_.remaining()) {
      return Error(ErrorCode::Truncated, in_.offset(),
                   std::to_string(count) + " elements are more than the remaining bytes can hold");
    }
    DOTWIRE_TRY(in_.read_bytes(*bytes));
    return {};
  }
  if (count > in_.remaining() && type == kDecimal) return in_.truncated(count);
  if (type == kChar) return skip_characters(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(in_.read_prefixed_bytes());
  }
  return {};
}

// Characters count in UTF-16 units: a sequence of four bytes is two of them (A.2).
Status Walker::skip_characters(std::uint64_t count) {
  while (count > 0) {
    const std::uint64_t at = in_.offset();
    DOTWIRE_TRY(const std::uint8_t lead, in_.read_u8());
    if (lead < 0x80) {
      --count;
      continue;
    }
    const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4) return damaged(at, "a character is not UTF-8");
    DOTWIRE_TRY(in_.read_bytes(more));
    if (more == 3 && count < 2) return damaged(at, "a surrogate pair is cut by the end of the array");
    count -= more == 3 ? 2 : 1;
  }
  return {};
}

// ---- text, when asked for ------------------------------------------------------------------------------------------

std::string Walker::path(std::size_t max_steps) const {
  const std::size_t count = frames_.size() - (opens_ ? 1 : 0);
  std::string text;
  if (count == 0) return has_id ? "#" + std::to_string(id) : text;
  text = "#" + std::to_string(frames_[0].id);
  for (std::size_t i = 0; i < count; ++i) {
    if (count > max_steps && i == max_steps / 2) {
      text += "/...";
      i = count - max_steps / 2;
    }
    const Frame& frame = frames_[i];
    text += '/';
    if (frame.is_array) {
      text += '[' + std::to_string(frame.next) + ']';
    } else if (frame.next < frame.count) {
      text += quoted_part(members_[frame.shape.first + frame.next].name, 200);
    }
  }
  return text;
}

std::string Walker::detail(std::size_t max_text) const {
  if (!is_record)
    return primitive_text(value_code_, {value_, static_cast<std::size_t>(in_.position() - value_)}, max_text);
  switch (type_) {
    case SerializedStreamHeader: return "root " + std::to_string(static_cast<std::int32_t>(number_)) + ", version 1.0";
    case ClassWithId:
    case SystemClassWithMembers:
    case ClassWithMembers:
    case SystemClassWithMembersAndTypes:
    case ClassWithMembersAndTypes:
      return quoted_part(name_, max_text) + ", " + std::to_string(number_) + (number_ == 1 ? " member" : " members");
    case BinaryObjectString: return '"' + quoted_part(name_, max_text) + '"';
    case BinaryLibrary: return quoted_part(name_, max_text);
    case MemberPrimitiveTyped:
      return std::string(primitive_name(value_code_)) + ' ' +
             primitive_text(value_code_, {value_, static_cast<std::size_t>(in_.position() - value_)}, max_text);
    case MemberReference: return "to #" + std::to_string(static_cast<std::int32_t>(number_));
    case ObjectNullMultiple256:
    case ObjectNullMultiple: return std::to_string(number_) + " nulls";
    case ArraySinglePrimitive:
    case ArraySingleObject:
    case ArraySingleString: return quoted_part(element_, max_text) + '[' + std::to_string(number_) + ']';
    case BinaryArray: return array_text(quoted_part(element_, max_text), lengths_);
    case MethodCall: return quoted_part(name_, max_text);
    default: return {};
  }
}

}  // namespace

Status walk_records(Bytes input, const Limits& limits, EventVisitor& visitor, WalkSummary& summary,
                    const ClassTypes* types) {
  summary = {};
  return Walker(input, limits, visitor, summary, types).run();
}

}  // namespace dotwire::nrbf
