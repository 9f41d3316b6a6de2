#include "dotwire/inspect.h"

#include <string>

#include "api/graph_tree.h"
#include "api/table_tree.h"

namespace dotwire {
namespace {

// Stops at the record or value that holds a byte.
class FindOffset final : public EventVisitor {
 public:
  FindOffset(std::uint64_t offset, Location& location) : offset_(offset), location_(location) {}

  bool visit(const Event& event) override {
    if (event.offset + event.length <= offset_) return true;
    location_ = {.found = true, .record = event.index, .kind = std::string(event.kind), .path = event.path()};
    return false;
  }

 private:
  std::uint64_t offset_;
  Location& location_;
};

}  // namespace

Location locate(std::span<const std::uint8_t> input, const Format& format, std::uint64_t offset,
                const Options& options) {
  Location location;
  if (format.walk == nullptr || format.layered) return location;
  FindOffset find(offset, location);
  WalkSummary summary;
  const Status walked = format.walk(input, options, find, summary);
  if (!location.found && !walked.ok() && offset >= summary.record_offset) {
    location = {.found = true,
                .record = summary.record_index,
                .kind = std::string(summary.record_kind),
                .path = walked.error().path()};
  }
  return location;
}

Status walk(std::span<const std::uint8_t> input, const Format& format, EventVisitor& visitor, WalkSummary& summary,
            const Options& options) {
  summary = {};
  if (format.walk == nullptr) {
    return Error(ErrorCode::Unsupported, std::string(format.name) + " has no records to list");
  }
  return format.walk(input, options, visitor, summary);
}

void walk_tree(const Document& document, const TreeOptions& options, TreeVisitor& visitor) {
  TreePath path;
  switch (document.kind()) {
    case DocumentKind::None: return;
    case DocumentKind::Graph: GraphTree(options, visitor).show(document.graph().root(), {}, path, 0); return;
    case DocumentKind::Table: TableTree(options, visitor).show(document.table(), {}, 0); return;
    case DocumentKind::TableSet: TableTree(options, visitor).show(document.table_set()); return;
  }
}

}  // namespace dotwire
