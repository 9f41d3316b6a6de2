#include "codecs/nrbf_graph/shape_store.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/unicode.h"
#include "model/layout.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {
namespace {

using model::BinaryType;
using model::Member;
using model::RecordedType;

constexpr std::uint32_t bit(RecordType type) { return 1U << static_cast<unsigned>(type); }
constexpr std::uint32_t kNulls = bit(RecordType::ObjectNull);
constexpr std::uint32_t kReference = bit(RecordType::MemberReference) | kNulls | bit(RecordType::BinaryLibrary);
constexpr std::uint32_t kClasses = bit(RecordType::ClassWithId) | bit(RecordType::SystemClassWithMembersAndTypes) |
                                   bit(RecordType::ClassWithMembersAndTypes) | bit(RecordType::SystemClassWithMembers) |
                                   bit(RecordType::ClassWithMembers);
constexpr std::uint32_t kArrays = bit(RecordType::BinaryArray) | bit(RecordType::ArraySinglePrimitive) |
                                  bit(RecordType::ArraySingleObject) | bit(RecordType::ArraySingleString);
constexpr std::uint32_t kString = bit(RecordType::BinaryObjectString);
constexpr std::uint32_t kBoxed = bit(RecordType::MemberPrimitiveTyped);

bool is_primitive_code(std::uint8_t code) { return code >= 1 && code <= 16 && code != 4; }

Result<std::string_view> decode_name(ByteReader& in) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const Bytes bytes, in.read_prefixed_bytes());
  const std::string_view name = as_text(bytes);
  if (!is_valid_utf8(name)) return Error(ErrorCode::Malformed, start, "name is not UTF-8");
  return name;
}

StepOp op_of(const Member& member) {
  if (member.recorded.binary_type != BinaryType::Primitive) return StepOp::Value;
  switch (member.recorded.primitive) {
    case Primitive::Char: return StepOp::Char;
    case Primitive::Decimal: return StepOp::Decimal;
    case Primitive::DateTime: return StepOp::DateTime;
    default: return StepOp::Copy;
  }
}

std::uint32_t min_size(StepOp op, Primitive primitive) {
  switch (op) {
    case StepOp::Copy: return size_of(primitive);
    case StepOp::DateTime: return 8;
    case StepOp::Decimal: return 2;
    default: return 1;
  }
}

const DecodePlan* make_plan(std::span<const Member> members, Arena& arena, bool kept, bool untyped = false) {
  Step* steps = arena.allocate_array<Step>(members.size());
  std::size_t count = 0;
  std::uint64_t min_bytes = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    const StepOp op = op_of(member);
    min_bytes += min_size(op, member.recorded.primitive);
    const std::uint32_t length = op == StepOp::Copy ? size_of(member.recorded.primitive) : 0;
    if (op == StepOp::Copy && count != 0 && steps[count - 1].op == StepOp::Copy &&
        steps[count - 1].offset + steps[count - 1].length == member.offset) {
      steps[count - 1].length += length;
      continue;
    }
    steps[count++] = {op, static_cast<std::uint32_t>(i), member.offset, length,
                      allowed_records(member.recorded.binary_type)};
  }
  return arena.make<DecodePlan>(std::span<const Step>(steps, count), kept, untyped, min_bytes);
}

}  // namespace

std::uint32_t allowed_records(BinaryType type) {
  switch (type) {
    case BinaryType::Primitive: return 0;
    case BinaryType::String: return kString | kReference;
    case BinaryType::Object: return kString | kReference | kClasses | kArrays | kBoxed;
    case BinaryType::SystemClass:
    case BinaryType::Class: return kString | kReference | kClasses | kArrays | kBoxed;
    case BinaryType::ObjectArray:
    case BinaryType::StringArray:
    case BinaryType::PrimitiveArray: return kReference | kArrays;
  }
  return 0;
}

Result<RecordedType> decode_additional_info(ByteReader& in, BinaryType type) {
  RecordedType recorded;
  recorded.binary_type = type;
  switch (type) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray: {
      const std::uint64_t start = in.offset();
      DOTWIRE_TRY(const std::uint8_t code, in.read_u8());
      if (!is_primitive_code(code)) {
        return Error(ErrorCode::Malformed, start, "primitive type code " + std::to_string(code) + " does not exist");
      }
      recorded.primitive = static_cast<Primitive>(code);
      break;
    }
    case BinaryType::SystemClass: {
      DOTWIRE_TRY(recorded.name, decode_name(in));
      break;
    }
    case BinaryType::Class: {
      DOTWIRE_TRY(recorded.name, decode_name(in));
      DOTWIRE_TRY(recorded.library_id, in.read_i32());
      break;
    }
    case BinaryType::String:
    case BinaryType::Object:
    case BinaryType::ObjectArray:
    case BinaryType::StringArray: break;
  }
  return recorded;
}

void ShapeStore::start_payload() { sections_.clear(); }

Result<Shape> ShapeStore::decode(ByteReader& in, bool with_library, Arena& fallback) {
  // The bytes of the name choose the slot; whole records are compared.
  const std::uint8_t* start = in.position();
  ByteReader ahead = in;
  DOTWIRE_TRY(const Bytes name_bytes, ahead.read_prefixed_bytes());
  std::vector<Entry>& slot =
      entries_[(XXH3_64bits(name_bytes.data(), name_bytes.size()) + (with_library ? 1 : 0)) % kSlots];
  for (const Entry& entry : slot) {
    if (entry.with_library == with_library && entry.bytes.size() <= in.remaining() &&
        std::memcmp(entry.bytes.data(), start, entry.bytes.size()) == 0) {
      in.set_position(start + entry.bytes.size());
      return entry.shape;
    }
  }

  Shape shape{};
  DOTWIRE_TRY(shape.name, decode_name(in));
  const std::uint8_t* const section_start = in.position();
  DOTWIRE_TRY(const std::size_t count, in.read_count(2));
  scratch_.assign(count, Member());
  for (Member& member : scratch_) {
    DOTWIRE_TRY(member.name, decode_name(in));
  }
  for (Member& member : scratch_) {
    const std::uint64_t type_offset = in.offset();
    DOTWIRE_TRY(const std::uint8_t type, in.read_u8());
    if (type > 7) {
      return Error(ErrorCode::Malformed, type_offset, "binary type " + std::to_string(type) + " does not exist");
    }
    member.recorded.binary_type = static_cast<BinaryType>(type);
  }
  for (Member& member : scratch_) {
    DOTWIRE_TRY(member.recorded, decode_additional_info(in, member.recorded.binary_type));
  }
  const Bytes section(section_start, static_cast<std::size_t>(in.position() - section_start));
  if (with_library) {
    DOTWIRE_TRY(shape.library_id, in.read_i32());
  }

  const auto length = static_cast<std::size_t>(in.position() - start);
  const bool keep = slot.size() < 8 && count_ < kMostShapes && arena_.used() + length < kMaxBytes;
  Arena& arena = keep ? arena_ : fallback;
  if (keep) {
    // What is kept must not borrow from this payload.
    const std::string_view copy = arena.copy({reinterpret_cast<const char*>(start), length});
    const auto moved = [&](std::string_view text) {
      return text.empty() ? text : copy.substr(static_cast<std::size_t>(as_bytes(text).data() - start), text.size());
    };
    shape.name = moved(shape.name);
    for (Member& member : scratch_) {
      member.name = moved(member.name);
      member.recorded.name = moved(member.recorded.name);
    }
    start = as_bytes(copy).data();
  }
  Section* same = nullptr;
  if (!keep) {
    if (sections_.empty()) sections_.resize(kSections);
    same = &sections_[XXH3_64bits(section.data(), section.size()) % kSections];
    if (!same->bytes.empty() && std::ranges::equal(same->bytes, section)) {
      shape.size = same->shape.size;
      shape.members = same->shape.members;
      shape.plan = same->shape.plan;
      return shape;
    }
  }
  shape.size = model::lay_out(scratch_);
  Member* members = arena.allocate_array<Member>(count);
  std::copy(scratch_.begin(), scratch_.end(), members);
  shape.members = {members, count};
  shape.plan = make_plan(shape.members, arena, keep);
  if (keep) {
    slot.push_back({Bytes(start, length), with_library, shape});
    ++count_;
  } else {
    *same = {section, shape};
  }
  return shape;
}

Result<Shape> ShapeStore::decode_untyped(ByteReader& in, bool with_library, Arena& arena, const ClassTypes* types,
                                         std::uint64_t record) {
  Shape shape{};
  DOTWIRE_TRY(shape.name, decode_name(in));
  DOTWIRE_TRY(const std::size_t count, in.read_count(1));
  std::vector<std::string_view> names(count);
  scratch_.assign(count, Member());
  for (std::size_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(names[i], decode_name(in));
    scratch_[i].name = names[i];
  }
  if (with_library) {
    DOTWIRE_TRY(shape.library_id, in.read_i32());
  }
  std::vector<MemberType> found(count);
  DOTWIRE_TRY(resolve_member_types(shape.name, names, types, record, found));
  for (std::size_t i = 0; i < count; ++i) {
    RecordedType& recorded = scratch_[i].recorded;
    recorded.binary_type = static_cast<BinaryType>(found[i].binary_type);
    recorded.primitive = static_cast<Primitive>(found[i].primitive);
    recorded.name = arena.copy(found[i].name);
  }
  shape.size = model::lay_out(scratch_);
  Member* members = arena.allocate_array<Member>(count);
  std::copy(scratch_.begin(), scratch_.end(), members);
  shape.members = {members, count};
  shape.plan = make_plan(shape.members, arena, false, true);
  return shape;
}

}  // namespace dotwire::nrbf
