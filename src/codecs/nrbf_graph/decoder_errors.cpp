// What is wrong, and where.
#include "codecs/nrbf_graph/decoder.h"

namespace dotwire::nrbf {

bool Decoder::fail(ErrorCode code, const std::uint8_t* at, std::string message) {
  return fail_at(code, offset_of(at), std::move(message));
}

bool Decoder::fail_at(ErrorCode code, std::uint64_t offset, std::string message) {
  state_.error.emplace(code, offset, std::move(message));
  state_.error->set_path(path());
  return false;
}

bool Decoder::fail(Error error) {
  error.set_path(path());
  state_.error.emplace(std::move(error));
  return false;
}

bool Decoder::fail_truncated(const std::uint8_t* at, const char* what) {
  return fail(ErrorCode::Truncated, at, std::string("the payload ends inside ") + what);
}

bool Decoder::fail_short(const std::uint8_t* start, std::uint64_t wanted, std::uint64_t left) {
  return fail(ErrorCode::Truncated, start,
              "array of at least " + std::to_string(wanted) + " bytes, " + std::to_string(left) + " are left");
}

bool Decoder::fail_record(const std::uint8_t* at, std::uint8_t type, const char* where) {
  const std::string_view name = to_string(static_cast<RecordType>(type));
  if (!name.empty()) return fail(ErrorCode::Malformed, at, std::string(name) + " may not stand " + where);
  if (type >= 18 && type <= 20) {
    return fail(ErrorCode::Malformed, at,
                "record type " + std::to_string(type) + " is of calls between application domains, never of a file");
  }
  return fail(ErrorCode::Malformed, at, "record type " + std::to_string(type) + " does not exist");
}

// The limit, or the end of the part that was asked for, behind which the open object is still finished.
bool Decoder::fail_objects(const std::uint8_t* at) {
  if (objects_beyond_ != 0) {
    --objects_beyond_;
    return true;
  }
  return fail(ErrorCode::LimitExceeded, at, "more objects than Limits::objects allow");
}

bool Decoder::fail_target(std::uint64_t offset, const model::Node& target) {
  return fail_at(ErrorCode::Malformed, offset,
                 "object " + std::to_string(target.id) + ", of record " +
                     std::string(to_string(static_cast<RecordType>(target.record))) + ", does not fit this place");
}

// "Seeds.Library/<Books>k__BackingField/[3]"; only the outermost and innermost parts of very deep ones.
std::string Decoder::path() const {
  constexpr std::size_t kShown = 24;
  std::string text;
  for (std::size_t i = 0; i < state_.frames.size(); ++i) {
    if (i >= kShown && i + kShown < state_.frames.size()) {
      if (i == kShown) text += "/...";
      continue;
    }
    const DecodeFrame& frame = state_.frames[i];
    if (i == 0) {
      if (frame.object != nullptr) {
        text += frame.object->type->name;
      } else {
        text += frame.array->element.name;
        text += "[]";
      }
      text += "#" + std::to_string(frame.object != nullptr ? frame.object->id : frame.array->id);
    }
    // Frames below the top one have moved on to what comes behind the value that is being read.
    const bool top = i + 1 == state_.frames.size();
    if (frame.object != nullptr) {
      const Step* step = top ? frame.step : frame.step - 1;
      if (step == frame.step_end) continue;
      text += "/";
      text += frame.object->type->members[step->member].name;
    } else {
      text += "/[" + std::to_string(frame.array->length - frame.remaining - (top ? 0 : 1)) + "]";
    }
  }
  return text;
}

}  // namespace dotwire::nrbf
