#include "dotwire/error.h"

namespace dotwire {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::Truncated: return "truncated";
    case ErrorCode::Malformed: return "malformed";
    case ErrorCode::LimitExceeded: return "limit exceeded";
    case ErrorCode::Unsupported: return "unsupported";
    case ErrorCode::UnknownFormat: return "unknown format";
    case ErrorCode::TypeMismatch: return "type mismatch";
    case ErrorCode::OutOfRange: return "out of range";
    case ErrorCode::NotRepresentable: return "not representable";
    case ErrorCode::InvalidArgument: return "invalid argument";
    case ErrorCode::Io: return "input/output error";
  }
  return "error";
}

Error::Error(ErrorCode code, std::uint64_t offset, std::string message)
    : detail_(new Detail{.offset = offset,
                         .line = 0,
                         .column = 0,
                         .code = code,
                         .message = std::move(message),
                         .path = {},
                         .hint = {}}) {}

Error& Error::prepend_path(std::string_view step) & {
  std::string path(step);
  if (!detail_->path.empty()) path.append("/").append(detail_->path);
  detail_->path = std::move(path);
  return *this;
}

std::string Error::to_string() const {
  std::string text(dotwire::to_string(detail_->code));
  if (detail_->line != 0) {
    text += " at line " + std::to_string(detail_->line) + ", column " + std::to_string(detail_->column);
  } else if (has_offset()) {
    text += " at byte " + std::to_string(detail_->offset);
  }
  if (!detail_->path.empty()) text += " (" + detail_->path + ")";
  text += ": " + detail_->message;
  if (!detail_->hint.empty()) text += "; " + detail_->hint;
  return text;
}

}  // namespace dotwire
