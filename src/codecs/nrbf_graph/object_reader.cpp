#include "codecs/nrbf_graph/object_reader.h"

#include "codecs/nrbf_graph/descriptor_types.h"
#include "codecs/nrbf_graph/object_filler.h"
#include "codecs/nrbf_graph/tree_reader.h"

namespace dotwire::nrbf {

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
  return state_->filler.fill(state_->graph, object, type);
}

}  // namespace dotwire::nrbf
