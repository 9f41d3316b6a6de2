#include "codecs/nrbf_graph/object_reader.h"

#include <optional>
#include <string>

#include "codecs/nrbf_graph/descriptor_types.h"
#include "codecs/nrbf_graph/object_filler.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::nrbf {

namespace {

class FindRecord final : public EventVisitor {
 public:
  explicit FindRecord(std::int32_t id) : id_(id) {}
  bool visit(const Event& event) override {
    if (!event.is_record || !event.has_id || event.id != id_) return true;
    offset_ = event.offset;
    path_ = event.path();
    return false;
  }
  bool wants_values() const override { return false; }
  std::optional<std::uint64_t> offset() const { return offset_; }
  const std::string& path() const { return path_; }

 private:
  std::int32_t id_;
  std::optional<std::uint64_t> offset_;
  std::string path_;
};

}  // namespace

struct ObjectReader::State {
  explicit State(const ReadOptions& given)
      : options(given), trees(given), reader(GraphReadOptions{given.limits, &types, 0}), filler(given) {}

  ReadOptions options;
  TreeReader trees;
  DescriptorTypes types;
  GraphReader reader;
  model::Graph graph;
  ObjectFiller filler;
};

ObjectReader::ObjectReader(ReadOptions options) : state_(std::make_unique<State>(options)) {}
ObjectReader::~ObjectReader() = default;

Status ObjectReader::read(Bytes input, void* object, const model::Type& type) {
  if (state_->options.trees && state_->trees.read(input, object, type)) return {};
  state_->types.set_root(type);
  Status read = state_->reader.read(input, state_->graph);
  if (!read.ok()) return read;
  Status filled = state_->filler.fill(state_->graph, object, type);
  if (filled.ok() || state_->filler.failed_record() == 0) return filled;
  // Nodes do not know where they stand.
  FindRecord find(state_->filler.failed_record());
  WalkSummary summary;
  const Status walked = walk_records(input, state_->options.limits, find, summary, &state_->types);
  if (!walked.ok() || !find.offset()) return filled;
  filled.error().set_offset(*find.offset());
  if (filled.error().path().starts_with('/')) filled.error().set_path(find.path() + state_->filler.failed_step());
  return filled;
}

}  // namespace dotwire::nrbf
