#include "codecs/nrbf_graph/graph_reader.h"

#include "codecs/nrbf_graph/decoder.h"

namespace dotwire::nrbf {

void DecoderState::start(std::size_t input_size) {
  ids.reset(input_size / 5 + 64);
  frames.clear();
  pending.clear();
  untyped.clear();
  scratch.clear();
  small_scalars.clear();
  shapes->start_payload();
  error.reset();
}

struct GraphReader::State : DecoderState {};

GraphReader::GraphReader(Limits limits) : GraphReader(GraphReadOptions{limits, nullptr, 0}) {}
GraphReader::GraphReader(const GraphReadOptions& options) : state_(new State) { state_->options = options; }
GraphReader::~GraphReader() { delete state_; }

Status GraphReader::read(Bytes input, model::Graph& graph, std::uint64_t base_offset) {
  return read(input, graph, base_offset, nullptr);
}

Status GraphReader::read(Bytes input, model::Graph& graph, TextColumns& texts) {
  texts.clear();
  return read(input, graph, 0, &texts);
}

void GraphReader::expand(const TextColumn& array, model::Graph& graph, TextColumns& texts) {
  Decoder(*state_, {}, graph, 0, &texts).expand_texts(array);
  texts.release(array);
}

Status GraphReader::read(Bytes input, model::Graph& graph, std::uint64_t base_offset, TextColumns* texts) {
  graph.clear();
  state_->start(input.size());
  graph.keep_alive(state_->shapes);
  Decoder decoder(*state_, input, graph, base_offset, texts);
  MemoryBudget budget(state_->options.limits.memory);
  graph.arena().set_budget(&budget);
  state_->ids.set_budget(&budget);
  state_->budget = &budget;
  bool read = false;
  try {
    read = decoder.decode();
  } catch (const MemoryLimitReached&) {
    state_->error = memory_error(decoder.offset());
  }
  graph.arena().set_budget(nullptr);
  state_->ids.set_budget(nullptr);
  state_->budget = nullptr;
  if (read) return {};
  graph.clear();
  return std::move(*state_->error);
}

bool starts_payload(Bytes input) {
  return input.size() >= kHeaderSize && input[0] == 0 && load<std::int32_t>(input.data() + 9) == 1 &&
         load<std::int32_t>(input.data() + 13) == 0;
}

Status read_graph(Bytes input, model::Graph& graph, const Limits& limits) {
  return read_graph(input, graph, GraphReadOptions{limits, nullptr, 0});
}

Status read_graph(Bytes input, model::Graph& graph, const GraphReadOptions& options) {
  GraphReader reader(options);
  return reader.read(input, graph);
}

}  // namespace dotwire::nrbf
