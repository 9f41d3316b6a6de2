// What an event tells of itself, when it is asked.
#include "wire/nrbf/event_text.h"
#include "wire/nrbf/walker.h"

namespace dotwire::nrbf {

using enum RecordType;

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

}  // namespace dotwire::nrbf
