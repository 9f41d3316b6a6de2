#include "wire/nrbf/guess_walk.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/load.h"
#include "base/unicode.h"

namespace dotwire::nrbf {
namespace {

using enum RecordType;

constexpr std::size_t kMostFrames = 10'000;
// A step takes some 20 ns; what takes longer, or memory, counts as so many.
constexpr std::uint64_t kLeastSteps = 1'000'000, kStepsPerByte = 2, kMarkSteps = 64, kFrameSteps = 4;

// Most payloads are .NET's.
std::uint64_t budget_of(IdRule rule, std::size_t size) {
  const std::uint64_t all = kLeastSteps + kStepsPerByte * size;
  return rule == IdRule::Burns ? all : all / 2;
}

// In bits, beside what the parts of a record cost.
constexpr int kNullCost = 1, kStringCost = 3, kBoxedCost = 6, kByteCost = 8;

}  // namespace

GuessWalk::GuessWalk(Bytes input, const ClassTypes* known, IdRule rule)
    : input_(input),
      known_(known),
      budget_(budget_of(rule, input.size())),
      ids_(rule, input.size()),
      at_start_(ids_.mark()) {}

bool GuessWalk::start() {
  if (input_.size() < kHeaderSize || input_[0] != 0) return false;
  if (!ids_.start(load<std::int32_t>(input_.data() + 1), load<std::int32_t>(input_.data() + 5))) return false;
  at_ = kHeaderSize;
  at_start_ = ids_.mark();
  return true;
}

GuessWalk::Outcome GuessWalk::run() {
  while (budget_ != 0) {
    --budget_;
    leave_finished();
    const bool top = frames_.empty();
    if (top && left() != 0 && input_[at_] == static_cast<std::uint8_t>(MessageEnd)) {
      return ids_.is_complete() && is_end(at_) ? Outcome::Sound : Outcome::Senseless;
    }
    if (top || frames_.back().is_array) {
      if (!record(top)) return Outcome::Senseless;
      continue;
    }
    asked_ = shapes_[frames_.back().shape].first + static_cast<std::uint32_t>(frames_.back().next);
    if (members_[asked_].width == Width::Unknown) return Outcome::Asks;
    if (!value(members_[asked_])) return Outcome::Senseless;
  }
  return Outcome::Senseless;
}

std::uint32_t GuessWalk::unknown_members() const {
  const std::uint64_t most = frames_.back().left;
  std::uint32_t count = 1;
  while (count < most && members_[asked_ + count].width == Width::Unknown) ++count;
  return count;
}

std::uint64_t GuessWalk::place() const {
  std::uint64_t hash = ids_.state();
  const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x9E37'79B9'7F4A'7C15 ^ (hash >> 29); };
  mix(at_);
  mix(asked_);
  mix(frames_.size());
  for (std::size_t i = frames_.size(); i > 0 && frames_.size() - i < 8; --i) {
    mix(frames_[i - 1].left);
    mix(frames_[i - 1].shape);
  }
  return hash;
}

void GuessWalk::replay(Visitor& visitor) {
  restore({kHeaderSize, 0, 0, at_start_, {}, 0});
  budget_ = UINT64_MAX;
  while (true) {
    leave_finished();
    if (!frames_.empty() && !frames_.back().is_array) {
      const std::uint32_t index = shapes_[frames_.back().shape].first + static_cast<std::uint32_t>(frames_.back().next);
      if (members_[index].guessed && left() >= bytes_of(members_[index].width)) {
        visitor.visit(index, input_.data() + at_);
      }
      if (!value(members_[index])) return;
      continue;
    }
    if (left() == 0 || (frames_.empty() && input_[at_] == static_cast<std::uint8_t>(MessageEnd))) return;
    if (!record(frames_.empty())) return;
  }
}

bool GuessWalk::read_i32(std::int32_t& value) {
  if (left() < 4) return false;
  value = load<std::int32_t>(input_.data() + at_);
  at_ += 4;
  return true;
}
bool GuessWalk::read_u8(std::uint8_t& value) {
  if (left() == 0) return false;
  value = input_[at_++];
  return true;
}
bool GuessWalk::skip(std::uint64_t count) {
  if (left() < count) return false;
  at_ += static_cast<std::size_t>(count);
  return true;
}
bool GuessWalk::read_text(std::string_view& text) {
  ByteReader in(input_.subspan(at_));
  const Result<Bytes> bytes = in.read_prefixed_bytes();
  if (!bytes.ok()) return false;
  text = as_text(*bytes);
  at_ += static_cast<std::size_t>(in.offset());
  return true;
}

// Behind MessageEnd: nothing, or the header of another payload. Any byte 0B ends a payload otherwise.
bool GuessWalk::is_end(std::size_t at) const {
  if (input_.size() - at == 1) return true;
  const std::uint8_t* next = input_.data() + at + 1;
  return input_.size() - at > kHeaderSize && next[0] == 0 && load<std::int32_t>(next + 9) == 1 &&
         load<std::int32_t>(next + 13) == 0;
}

void GuessWalk::leave_finished() {
  while (!frames_.empty() && frames_.back().left == 0) {
    frames_.pop_back();
    filled();
  }
}
// One value of the innermost frame is there.
void GuessWalk::filled(std::uint64_t count) {
  if (frames_.empty()) return;
  Frame& frame = frames_.back();
  frame.left -= count;
  if (!frame.is_array) frame.next += count;
}

bool GuessWalk::value(const WalkedMember& member) {
  depth_ = std::min(depth_, member.depth);
  if (member.width == Width::Record) {
    if (member.guessed) cost_ += kRecordCost + name_cost(member.name, member.width);
    return record(false);
  }
  const std::size_t start = at_;
  if (!skip_value(member.width)) return false;
  if (member.guessed) cost_ += value_cost(member, start);
  filled();
  return true;
}

// Of the value that was just read.
std::int64_t GuessWalk::value_cost(const WalkedMember& member, std::size_t start) const {
  switch (member.width) {
    case Width::Char: return kCharCost;
    case Width::Decimal: return decimal_cost(as_text(input_.subspan(start + 1, at_ - start - 1)));
    default: return number_cost(member.width, input_.data() + start) + name_cost(member.name, member.width);
  }
}

bool GuessWalk::skip_value(Width width) {
  switch (width) {
    case Width::One:
    case Width::Two:
    case Width::Four:
    case Width::Eight: return skip(bytes_of(width));
    case Width::Char: return skip_char();
    case Width::Decimal: {
      std::string_view text;
      return read_text(text) && is_decimal(text);
    }
    default: return false;
  }
}
bool GuessWalk::skip_char() {
  if (left() == 0) return false;
  const std::uint8_t first = input_[at_];
  const std::size_t size = first < 0x80 ? 1 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  return size != 0 && first < 0xF0 && left() >= size && is_valid_utf8(as_text(input_.subspan(at_, size))) && skip(size);
}

bool GuessWalk::record(bool top) {
  std::uint8_t code = 0;
  if (!read_u8(code)) return false;
  std::int32_t id = 0;
  const auto type = static_cast<RecordType>(code);
  switch (type) {
    case BinaryLibrary: return library(top);
    case ObjectNull:
      if (top) return false;
      cost_ += kNullCost;
      return filled(), true;
    case MemberReference:
      if (top || !read_i32(id) || !ids_.reference(id)) return false;
      cost_ += kReferenceCost;
      return filled(), true;
    case ObjectNullMultiple256:
    case ObjectNullMultiple: return null_run(type);
    case MemberPrimitiveTyped: return typed_primitive(top);
    case BinaryObjectString: return string(top);
    case ClassWithId: return class_with_id(top);
    case SystemClassWithMembers:
    case ClassWithMembers:
    case SystemClassWithMembersAndTypes:
    case ClassWithMembersAndTypes: return read_i32(id) && object(id, top) && class_record(type, id);
    case ArraySinglePrimitive: return primitive_array(top);
    case ArraySingleObject:
    case ArraySingleString: {
      std::int32_t length = 0;
      return read_i32(id) && object(id, top) && read_i32(length) && open_array(length);
    }
    case BinaryArray: return read_i32(id) && object(id, top) && binary_array(top);
    default: return false;
  }
}

bool GuessWalk::library(bool top) {
  std::int32_t id = 0;
  std::string_view name;
  if (!read_i32(id) || !ids_.library(id, top) || !read_text(name) || name.empty()) return false;
  cost_ += text_cost(name);
  return true;
}

bool GuessWalk::string(bool top) {
  std::int32_t id = 0;
  std::string_view text;
  if (!read_i32(id) || !(top ? ids_.object_at_top(id) : ids_.string(id)) || !read_text(text)) return false;
  cost_ += kStringCost + text_cost(text);
  if (!top) filled();
  return true;
}

bool GuessWalk::class_with_id(bool top) {
  std::int32_t id = 0;
  std::int32_t metadata = 0;
  if (!read_i32(id) || !object(id, top) || !read_i32(metadata)) return false;
  const auto found = shape_of_.find(metadata);
  if (found == shape_of_.end()) return false;
  cost_ += kReferenceCost;
  return open_object(found->second);
}

bool GuessWalk::typed_primitive(bool top) {
  std::uint8_t primitive = 0;
  const std::size_t start = at_;
  if (top || !read_u8(primitive) || !skip_value(width_of(primitive))) return false;
  cost_ += kBoxedCost + kByteCost * static_cast<std::int64_t>(at_ - start - 1);
  return filled(), true;
}

bool GuessWalk::primitive_array(bool top) {
  std::int32_t id = 0;
  std::int32_t length = 0;
  std::uint8_t primitive = 0;
  if (!read_i32(id) || !object(id, top) || !read_i32(length) || !read_u8(primitive) || !primitives(primitive, length)) {
    return false;
  }
  if (!top) filled();
  return true;
}

bool GuessWalk::null_run(RecordType type) {
  std::uint64_t count = 0;
  if (type == ObjectNullMultiple256) {
    std::uint8_t small = 0;
    if (!read_u8(small)) return false;
    count = small;
  } else {
    std::int32_t large = 0;
    if (!read_i32(large) || large < 0) return false;
    count = static_cast<std::uint64_t>(large);
  }
  if (frames_.empty() || !frames_.back().is_array || count == 0 || count > frames_.back().left) return false;
  cost_ += kReferenceCost;
  filled(count);
  return true;
}

bool GuessWalk::primitives(std::uint8_t primitive, std::int64_t length) {
  const Width width = width_of(primitive);
  if (width == Width::Unknown || length < 0) return false;
  const std::size_t start = at_;
  if (bytes_of(width) != 0) {
    if (!skip(static_cast<std::uint64_t>(length) * bytes_of(width))) return false;
  } else {
    for (std::int64_t i = 0; i < length; ++i) {
      if (!skip_value(width)) return false;
    }
  }
  cost_ += kByteCost * static_cast<std::int64_t>(at_ - start);
  return true;
}

bool GuessWalk::open_array(std::int64_t length) {
  // Null runs make few bytes of many elements.
  if (length < 0 || frames_.size() == kMostFrames) return false;
  frames_.push_back({.is_array = true, .shape = 0, .next = 0, .left = static_cast<std::uint64_t>(length)});
  return true;
}
bool GuessWalk::open_object(std::uint32_t shape) {
  if (frames_.size() == kMostFrames) return false;
  frames_.push_back({.is_array = false, .shape = shape, .next = 0, .left = shapes_[shape].count});
  return true;
}

bool GuessWalk::binary_array(bool top) {
  std::uint8_t kind = 0;
  std::int32_t rank = 0;
  if (!read_u8(kind) || kind > 5 || !read_i32(rank) || rank < 1 || rank > kMaxRank) return false;
  std::int64_t total = 1;
  for (std::int32_t i = 0; i < rank; ++i) {
    std::int32_t length = 0;
    if (!read_i32(length) || length < 0 || __builtin_mul_overflow(total, length, &total)) return false;
  }
  if (kind >= 3 && !skip(4 * static_cast<std::uint64_t>(rank))) return false;
  MemberType type;
  if (!read_u8(type.binary_type) || !additional_info(type)) return false;
  if (type.binary_type != 0) return total <= kMaxArrayLength && open_array(total);
  if (!primitives(type.primitive, total)) return false;
  if (!top) filled();
  return true;
}

bool GuessWalk::additional_info(MemberType& type) {
  std::int32_t library = 0;
  switch (type.binary_type) {
    case 0:
    case 7: return read_u8(type.primitive) && width_of(type.primitive) != Width::Unknown;
    case 3: return read_text(type.name);
    case 4: return read_text(type.name) && read_i32(library) && ids_.is_library(library);
    default: return type.binary_type < 8;
  }
}

GuessWalk::Mark GuessWalk::mark() {
  spend(kMarkSteps + kFrameSteps * frames_.size());
  return {at_, asked_, shapes_of_.size(), ids_.mark(), frames_, cost_};
}
void GuessWalk::restore(const Mark& mark) {
  at_ = mark.at;
  asked_ = mark.asked;
  for (std::size_t i = mark.shapes_of; i < shapes_of_.size(); ++i) shape_of_.erase(shapes_of_[i]);
  shapes_of_.resize(mark.shapes_of);
  ids_.restore(mark.ids);
  frames_ = mark.frames;
  cost_ = mark.cost;
}

}  // namespace dotwire::nrbf
