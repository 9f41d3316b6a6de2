// Looking ahead: what may stand at a place, before anything is decided by it.
#include <algorithm>

#include "base/load.h"
#include "wire/nrbf/guess_walk.h"

namespace dotwire::nrbf {

using enum RecordType;

namespace {

constexpr GuessWalk::Sight kNothing{0, 0}, kAnything{1, 0}, kNull{1, 3}, kId{5, 5};

}  // namespace

GuessWalk::Sight GuessWalk::record_at(std::uint64_t offset, bool in_array) const {
  if (offset >= left()) return kNothing;
  const Bytes bytes = input_.subspan(at_ + static_cast<std::size_t>(offset));
  const auto type = static_cast<RecordType>(bytes[0]);
  if (type == ObjectNull) return kNull;
  if (type == MemberPrimitiveTyped) {
    return bytes.size() > 2 && width_of(bytes[1]) != Width::Unknown ? Sight{2, 6} : kNothing;
  }
  if (bytes.size() < 5) return kNothing;
  const auto id = load<std::int32_t>(bytes.data() + 1);
  switch (type) {
    case MemberReference: return ids_.may_be_reference(id) ? kId : kNothing;
    case BinaryLibrary: return ids_.may_be_library(id) ? kId : kNothing;
    case BinaryObjectString: {
      if (!ids_.may_be_string(id) || bytes.size() < 6) return kNothing;
      const std::uint64_t size = bytes[5];
      if (size >= 0x80) return kId;
      if (bytes.size() < 6 + size) return kNothing;
      const std::string_view text = as_text(bytes.subspan(6, static_cast<std::size_t>(size)));
      return {6 + size, 5 + text_cost(text)};
    }
    case ObjectNullMultiple256: return in_array && bytes[1] != 0 ? Sight{2, 6} : kNothing;
    case ObjectNullMultiple: return in_array && id > 0 ? kId : kNothing;
    case ClassWithId:
    case SystemClassWithMembers:
    case ClassWithMembers:
    case SystemClassWithMembersAndTypes:
    case ClassWithMembersAndTypes: return ids_.may_be_value(id) ? kId : kNothing;
    case BinaryArray:
    case ArraySinglePrimitive:
    case ArraySingleObject:
    case ArraySingleString: return ids_.may_be_value(id) ? kId : kNothing;
    default: return kNothing;
  }
}

GuessWalk::Sight GuessWalk::decimal_at(std::uint64_t offset) const {
  if (offset >= left()) return kNothing;
  const Bytes bytes = input_.subspan(at_ + static_cast<std::size_t>(offset));
  const std::size_t size = bytes[0];
  if (size > 31 || bytes.size() <= size) return kNothing;
  const std::string_view text = as_text(bytes.subspan(1, size));
  return is_decimal(text) ? Sight{1 + size, decimal_cost(text)} : kNothing;
}

bool GuessWalk::is_char_at(std::uint64_t offset) const {
  return offset < left() && input_[at_ + static_cast<std::size_t>(offset)] >= 0xC2 &&
         input_[at_ + static_cast<std::size_t>(offset)] < 0xF0;
}

GuessWalk::Sight GuessWalk::top_at(std::uint64_t offset) const {
  if (offset >= left()) return kNothing;
  const std::size_t at = at_ + static_cast<std::size_t>(offset);
  const auto type = static_cast<RecordType>(input_[at]);
  if (type == MessageEnd) return is_end(at) && ids_.is_complete() ? kId : kNothing;
  if (input_.size() - at < 5) return kNothing;
  const auto id = load<std::int32_t>(input_.data() + at + 1);
  if (type == BinaryLibrary) return ids_.may_be_library(id) ? kId : kNothing;
  const bool is_object =
      (type >= ClassWithId && type <= BinaryArray) || (type >= ArraySinglePrimitive && type <= ArraySingleString);
  return is_object && ids_.may_be_object_at_top(id) ? kId : kNothing;
}

GuessWalk::Sight GuessWalk::follows(std::uint64_t offset, std::uint32_t count) const {
  if (offset > left()) return kNothing;
  std::size_t depth = frames_.size();
  std::uint64_t filled = count;
  while (depth != 0 && frames_[depth - 1].left == filled) {
    --depth;
    filled = 1;
  }
  if (depth == 0) return top_at(offset);
  const Frame& frame = frames_[depth - 1];
  if (frame.is_array) return record_at(offset, true);
  const WalkedMember& next = members_[shapes_[frame.shape].first + frame.next + filled];
  switch (next.width) {
    case Width::Record: return record_at(offset);
    case Width::Decimal: return decimal_at(offset);
    case Width::Unknown: {
      if (const Sight record = record_at(offset); record.bytes != 0) return record;
      if (const Sight decimal = decimal_at(offset); decimal.bytes != 0) return decimal;
      return is_char_at(offset) ? kAnything : kNothing;
    }
    default: return kAnything;
  }
}

}  // namespace dotwire::nrbf
