#include "wire/nrbf/record_walker.h"

#include "wire/nrbf/event_text.h"
#include "wire/nrbf/primitive_skip.h"
#include "wire/nrbf/walker.h"

namespace dotwire::nrbf {

using enum RecordType;

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
  DOTWIRE_TRY(skip_primitive(in_, member.primitive));
  if (wants_values_) emit();
  summary_.payload_size = in_.offset();
  return filled(1);
}

Status walk_records(Bytes input, const Limits& limits, EventVisitor& visitor, WalkSummary& summary,
                    const ClassTypes* types) {
  summary = {};
  return Walker(input, limits, visitor, summary, types).run();
}

}  // namespace dotwire::nrbf
