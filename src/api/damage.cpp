#include "api/damage.h"

#include <string>
#include <string_view>

#include "dotwire/identify.h"
#include "dotwire/inspect.h"

namespace dotwire {
namespace {

bool is_damage(ErrorCode code) { return code == ErrorCode::Truncated || code == ErrorCode::Malformed; }

class NoVisitor final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

// Stops at what a path of the model names: "#1", or a member of the top-level object, "DataTable.Records.Count".
class FindPath final : public EventVisitor {
 public:
  explicit FindPath(std::string_view path) : first_(path.substr(0, path.find('/'))) {}

  bool visit(const Event& event) override {
    const bool is_object = first_.starts_with('#');
    if (event.depth != (is_object ? 0U : 1U)) return true;
    const std::string path = event.path();
    const std::size_t start = is_object ? 0 : path.find('/') + 1;
    if (std::string_view(path).substr(start) != first_) return true;
    found_ = true;
    offset_ = event.offset;
    return false;
  }

  bool found() const { return found_; }
  std::uint64_t offset() const { return offset_; }

 private:
  std::string_view first_;
  bool found_ = false;
  std::uint64_t offset_ = 0;
};

void take_place_of_record(std::span<const std::uint8_t> input, const Format& format, const Options& options,
                          Error& error) {
  if (!is_damage(error.code()) || !error.has_offset()) return;
  NoVisitor nothing;
  WalkSummary summary;
  Status walked = format.walk(input, options, nothing, summary);
  if (walked.ok() || !is_damage(walked.error().code()) || !walked.error().has_offset()) return;
  if (error.offset() < summary.record_offset) return;
  std::string hint = error.hint();
  error = std::move(walked).error();
  if (error.hint().empty()) error.set_hint(std::move(hint));
}

void complete_place(std::span<const std::uint8_t> input, const Format& format, const Options& options, Error& error) {
  // Text readers know lines and rows, which say more than the nodes of a walk.
  if (error.has_offset() && (error.path().empty() || error.line() == 0)) {
    Location location = locate(input, format, error.offset(), options);
    if (!location.path.empty()) error.set_path(std::move(location.path));
  } else if (!error.has_offset() && !error.path().empty()) {
    FindPath find(error.path());
    WalkSummary summary;
    const Status walked = format.walk(input, options, find, summary);
    if (find.found()) error.set_offset(find.offset());
  }
}

}  // namespace

Error explain(std::span<const std::uint8_t> input, const Format& format, const Options& options, Error error) {
  if (error.code() == ErrorCode::InvalidArgument || error.code() == ErrorCode::Io) return error;
  // What lies in a compressed layer has offsets of its own.
  if (format.walk != nullptr && !format.layered) {
    take_place_of_record(input, format, options, error);
    complete_place(input, format, options, error);
  }
  if (error.hint().empty()) error.set_hint(likely_reason(input, &error));
  return error;
}

}  // namespace dotwire
