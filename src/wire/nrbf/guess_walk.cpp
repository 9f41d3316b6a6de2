#include "wire/nrbf/guess_walk.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/byte_reader.h"
#include "base/load.h"
#include "base/text_scan.h"
#include "base/unicode.h"

namespace dotwire::nrbf {
namespace {

using enum RecordType;

constexpr std::size_t kMostFrames = 10'000, kMostFrameworkMembers = 64;
// A step takes some 20 ns; what takes longer, or memory, counts as so many.
constexpr std::uint64_t kLeastSteps = 1'000'000, kStepsPerByte = 2, kChoiceSteps = 256, kFrameSteps = 16,
                        kMemberSteps = 64;

constexpr std::array<std::uint8_t, 6> kBytes = {0, 0, 1, 2, 4, 8};

constexpr std::uint8_t kChar = 3, kDecimal = 5;

Width width_of(std::uint8_t primitive) {
  switch (primitive) {
    case 1:
    case 2:
    case 10: return Width::One;
    case kChar: return Width::Char;
    case kDecimal: return Width::Decimal;
    case 7:
    case 14: return Width::Two;
    case 8:
    case 11:
    case 15: return Width::Four;
    case 6:
    case 9:
    case 12:
    case 13:
    case 16: return Width::Eight;
    default: return Width::Unknown;
  }
}

// 1900 to 2055: later ones end with the byte 09, as references do that are not where they seem to be.
bool looks_like_date(std::uint64_t bits) {
  constexpr std::uint64_t kTicks = (std::uint64_t{1} << 62) - 1, kFrom = 599'266'080'000'000'000,
                          kTo = 0x08FF'FFFF'FFFF'FFFF;
  return (bits & kTicks) >= kFrom && (bits & kTicks) <= kTo;
}
bool looks_like_double(double value) { return value != 0 && std::fabs(value) > 1e-12 && std::fabs(value) < 1e15; }
bool looks_like_single(float value) { return value != 0 && std::fabs(value) > 1e-9F && std::fabs(value) < 1e12F; }

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto dots = std::ranges::count(text, '.');
  return !text.empty() && text.size() <= 31 && dots <= 1 &&
         std::ranges::all_of(text, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

}  // namespace

GuessWalk::GuessWalk(Bytes input, const ClassTypes* known)
    : input_(input),
      known_(known),
      budget_(kLeastSteps + kStepsPerByte * input.size()),
      defined_ids_(input.size()),
      wanted_ids_(input.size()) {}

bool GuessWalk::start() {
  if (input_.size() < kHeaderSize || input_[0] != 0) return false;
  root_ = load<std::int32_t>(input_.data() + 1);
  at_ = kHeaderSize;
  return true;
}

GuessWalk::Outcome GuessWalk::run() {
  while (budget_ != 0) {
    --budget_;
    leave_finished();
    const bool top = frames_.empty();
    if (top && left() != 0 && input_[at_] == static_cast<std::uint8_t>(MessageEnd)) {
      return is_sound() ? Outcome::Sound : Outcome::Senseless;
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

std::vector<std::pair<double, Width>> GuessWalk::ways() const {
  std::vector<std::pair<double, Width>> ways;
  for (const Width width : {Width::Four, Width::Eight, Width::One, Width::Two, Width::Decimal, Width::Char}) {
    if (width == Width::Decimal && (left() == 0 || input_[at_] > 31)) continue;
    // A Char of one byte is as wide as a byte.
    if (width == Width::Char && (left() == 0 || input_[at_] < 0x80)) continue;
    ways.emplace_back(value_score(width), width);
  }
  if (left() != 0 && input_[at_] >= 1 && input_[at_] <= 17) ways.emplace_back(record_score(), Width::Record);
  return ways;
}

void GuessWalk::look_at_values() {
  restore({kHeaderSize, 0, 0, 0, {}, 0, false});
  budget_ = UINT64_MAX;
  while (true) {
    leave_finished();
    if (!frames_.empty() && !frames_.back().is_array) {
      WalkedMember& member = members_[shapes_[frames_.back().shape].first + frames_.back().next];
      if (member.guessed) note(member);
      if (!value(member)) return;
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
bool GuessWalk::is_end() const {
  if (left() == 1) return true;
  const std::uint8_t* next = input_.data() + at_ + 1;
  return left() > kHeaderSize && next[0] == 0 && load<std::int32_t>(next + 9) == 1 &&
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
  if (member.width == Width::Record) {
    score_ += member.guessed ? record_score() : 0;
    return record(false);
  }
  if (member.guessed) score_ += value_score(member.width);
  if (!skip_value(member.width)) return false;
  filled();
  return true;
}

bool GuessWalk::skip_value(Width width) {
  switch (width) {
    case Width::One:
    case Width::Two:
    case Width::Four:
    case Width::Eight: return skip(kBytes[static_cast<std::size_t>(width)]);
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

bool GuessWalk::define(std::int32_t id) {
  if (id == 0) return false;
  if (id < 0) return true;  // of a value, which may come again
  if (!defined_ids_.insert(id)) return false;
  defined_.push_back(id);
  if (wanted_ids_.contains(id)) ++found_;
  return true;
}
// An object at the top that nothing refers to would not have been written.
bool GuessWalk::define_object(std::int32_t id, bool top) {
  if (top && id != root_ && !wanted_ids_.contains(id)) return false;
  // And what something referred to before is written at the top.
  if (!top && id > 0 && wanted_ids_.contains(id)) return false;
  if (!define(id)) return false;
  if (id == root_) has_root_ = true;
  return true;
}
bool GuessWalk::want(std::int32_t id) {
  if (id == 0) return false;
  if (wanted_ids_.contains(id)) return true;
  if (!wanted_ids_.insert(id)) return false;
  wanted_.push_back(id);
  if (defined_ids_.contains(id)) ++found_;
  return true;
}

bool GuessWalk::record(bool top) {
  std::uint8_t code = 0;
  std::int32_t id = 0;
  if (!read_u8(code)) return false;
  const auto type = static_cast<RecordType>(code);
  switch (type) {
    case BinaryLibrary: {
      std::string_view name;
      return read_i32(id) && id > 0 && define(id) && read_text(name) && !name.empty();
    }
    case ObjectNull:
      if (top) return false;
      return filled(), true;
    case MemberReference:
      if (top || !read_i32(id) || !want(id)) return false;
      return filled(), true;
    case ObjectNullMultiple256:
    case ObjectNullMultiple: return null_run(type);
    case MemberPrimitiveTyped: return typed_primitive(top);
    case BinaryObjectString: {
      std::string_view text;
      if (!read_i32(id) || !define_object(id, top && id > 0) || !read_text(text)) return false;
      if (!top) filled();
      return true;
    }
    case ClassWithId: {
      std::int32_t metadata = 0;
      if (!read_i32(id) || !define_object(id, top) || !read_i32(metadata)) return false;
      const auto found = shape_of_.find(metadata);
      return found != shape_of_.end() && open_object(found->second);
    }
    case SystemClassWithMembers:
    case ClassWithMembers:
    case SystemClassWithMembersAndTypes:
    case ClassWithMembersAndTypes: return read_i32(id) && define_object(id, top) && class_record(type, id);
    case ArraySinglePrimitive: return read_i32(id) && primitive_array(id, top);
    case ArraySingleObject:
    case ArraySingleString: {
      std::int32_t length = 0;
      return read_i32(id) && define_object(id, top) && read_i32(length) && open_array(length);
    }
    case BinaryArray: return read_i32(id) && define_object(id, top) && binary_array(top);
    default: return false;
  }
}

bool GuessWalk::typed_primitive(bool top) {
  std::uint8_t primitive = 0;
  if (top || !read_u8(primitive) || !skip_value(width_of(primitive))) return false;
  return filled(), true;
}

bool GuessWalk::primitive_array(std::int32_t id, bool top) {
  std::int32_t length = 0;
  std::uint8_t primitive = 0;
  if (!define_object(id, top) || !read_i32(length) || !read_u8(primitive) || !primitives(primitive, length)) {
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
  filled(count);
  return true;
}

bool GuessWalk::primitives(std::uint8_t primitive, std::int64_t length) {
  const Width width = width_of(primitive);
  if (width == Width::Unknown || length < 0) return false;
  if (width <= Width::Eight) return skip(static_cast<std::uint64_t>(length) * kBytes[static_cast<std::size_t>(width)]);
  for (std::int64_t i = 0; i < length; ++i) {
    if (!skip_value(width)) return false;
  }
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
    case 4: return read_text(type.name) && read_i32(library) && defined_ids_.contains(library);
    default: return type.binary_type < 8;
  }
}

bool GuessWalk::class_record(RecordType type, std::int32_t id) {
  std::string_view name;
  std::int32_t count = 0;
  const std::size_t start = at_;
  if (!read_text(name) || name.empty() || !read_i32(count) || count < 0) return false;
  if (static_cast<std::uint64_t>(count) > left() || static_cast<std::uint64_t>(count) > budget_) return false;
  spend(static_cast<std::uint64_t>(count));
  std::vector<std::string_view> names(static_cast<std::size_t>(count));
  for (std::string_view& member : names) {
    if (!read_text(member) || member.empty()) return false;
  }
  const bool typed = type == SystemClassWithMembersAndTypes || type == ClassWithMembersAndTypes;
  std::vector<MemberType> types(names.size());
  if (typed && !member_types(types)) return false;
  const std::size_t end = at_;
  if (type == ClassWithMembers || type == ClassWithMembersAndTypes) {
    std::int32_t library = 0;
    if (!read_i32(library) || !defined_ids_.contains(library)) return false;
  }
  const std::string_view bytes = as_text(input_.subspan(start, end - start));
  auto found = shape_by_bytes_.find(bytes);
  if (found == shape_by_bytes_.end()) {
    const std::uint32_t made = typed ? add_shape(name, names, types) : add_untyped_shape(name, names);
    found = shape_by_bytes_.emplace(bytes, made).first;
  }
  const std::uint32_t shape = found->second;
  if (id > 0) {
    shapes_of_.push_back(id);
    shape_of_.insert_or_assign(id, shape);
  }
  return open_object(shape);
}

bool GuessWalk::member_types(std::vector<MemberType>& types) {
  for (MemberType& each : types) {
    if (!read_u8(each.binary_type)) return false;
  }
  for (MemberType& each : types) {
    if (!additional_info(each)) return false;
  }
  return true;
}

std::uint32_t GuessWalk::add_untyped_shape(std::string_view name, const std::vector<std::string_view>& names) {
  std::vector<MemberType> types(names.size());
  std::span<const DeclaredMember> declared;
  if (known_ != nullptr) declared = known_->find(name).value_or(declared);
  std::vector<bool> is_known(names.size());
  std::size_t from_framework = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto member = std::ranges::find(declared, names[i], &DeclaredMember::name);
    if (member != declared.end()) {
      types[i] = member->type;
      is_known[i] = true;
      continue;
    }
    if (++from_framework > kMostFrameworkMembers) continue;
    if (const auto framework = framework_member_type(name, names[i]); framework.has_value()) {
      types[i] = *framework;
      is_known[i] = true;
    }
  }
  const std::uint32_t shape = add_shape(name, names, types);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_known[i]) continue;
    WalkedMember& member = members_[shapes_[shape].first + i];
    member.width = Width::Unknown;
    member.guessed = true;
  }
  order_.push_back(shape);
  return shape;
}

std::uint32_t GuessWalk::add_shape(std::string_view name, const std::vector<std::string_view>& names,
                                   const std::vector<MemberType>& types) {
  spend(kMemberSteps * names.size());
  WalkedShape shape{name, static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(names.size())};
  for (std::size_t i = 0; i < names.size(); ++i) {
    WalkedMember member;
    member.name = names[i];
    member.type = types[i];
    member.width = types[i].binary_type == 0 ? width_of(types[i].primitive) : Width::Record;
    members_.push_back(member);
  }
  shapes_.push_back(shape);
  return static_cast<std::uint32_t>(shapes_.size() - 1);
}

// How usual the bytes are as a value.
double GuessWalk::value_score(Width width) const {
  const std::uint8_t* at = input_.data() + at_;
  switch (width) {
    case Width::One: return left() < 1 ? 0 : *at <= 1 ? 3 : 1;
    case Width::Two: return left() < 2 ? 0 : std::abs(load<std::int16_t>(at)) < 1000 ? 2 : 1;
    case Width::Four: {
      if (left() < 4) return 0;
      const auto number = std::abs(static_cast<std::int64_t>(load<std::int32_t>(at)));
      return number < 100'000 ? 4 : number < 10'000'000 || looks_like_single(load<float>(at)) ? 3 : 1;
    }
    case Width::Eight: {
      if (left() < 8) return 0;
      const auto number = load<std::int64_t>(at);
      if (looks_like_date(static_cast<std::uint64_t>(number))) return 8;
      if (looks_like_double(load<double>(at))) return 6;
      return number > -1'000'000'000 && number < 1'000'000'000 ? 5 : 1;
    }
    case Width::Decimal: return 7;
    case Width::Char: return left() != 0 && *at >= 0x20 && *at != 0x7F ? 1.5 : 0.5;
    default: return 0;
  }
}
double GuessWalk::record_score() const {
  return left() != 0 && input_[at_] == static_cast<std::uint8_t>(ObjectNull) ? 3 : 7;
}

GuessWalk::Mark GuessWalk::mark() {
  spend(kChoiceSteps + kFrameSteps * frames_.size());
  return {at_, defined_.size(), wanted_.size(), shapes_of_.size(), frames_, score_, has_root_};
}
void GuessWalk::restore(const Mark& mark) {
  at_ = mark.at;
  for (std::size_t i = mark.defined; i < defined_.size(); ++i) {
    defined_ids_.erase(defined_[i]);
    if (wanted_ids_.contains(defined_[i])) --found_;
  }
  defined_.resize(mark.defined);
  for (std::size_t i = mark.wanted; i < wanted_.size(); ++i) {
    wanted_ids_.erase(wanted_[i]);
    if (defined_ids_.contains(wanted_[i])) --found_;
  }
  wanted_.resize(mark.wanted);
  for (std::size_t i = mark.shapes_of; i < shapes_of_.size(); ++i) shape_of_.erase(shapes_of_[i]);
  shapes_of_.resize(mark.shapes_of);
  frames_ = mark.frames;
  score_ = mark.score;
  has_root_ = mark.has_root;
}

void GuessWalk::note(WalkedMember& member) const {
  const std::uint8_t* at = input_.data() + at_;
  MemberValues& values = member.values;
  switch (member.width) {
    case Width::One: values.booleans &= *at <= 1; break;
    case Width::Four: {
      const auto number = std::abs(static_cast<std::int64_t>(load<std::int32_t>(at)));
      values.singles &= number == 0 || (number > 10'000'000 && looks_like_single(load<float>(at)));
      break;
    }
    case Width::Eight: {
      const auto bits = load<std::uint64_t>(at);
      values.dates &= looks_like_date(bits) || bits == 0;
      values.doubles &= bits == 0 || looks_like_double(load<double>(at));
      break;
    }
    default: break;
  }
}

}  // namespace dotwire::nrbf
