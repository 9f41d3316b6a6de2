#include "codecs/nrbf_graph/graph_writer.h"

#include "base/try.h"
#include "codecs/nrbf_graph/dialects.h"
#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire::nrbf {

struct GraphWriter::State {
  State(const WriteOptions& options, bool messages) : engine(options), writes_messages(messages) {}
  WriteEngine engine;
  bool writes_messages;
};

GraphWriter::GraphWriter(Dialect dialect, TypeStyle types, const ClassTypes* classes) {
  const DialectSwitches& switches = switches_of(dialect);
  WriteOptions options;
  options.burns_ids = switches.burns_ids;
  options.serializes_decimal = switches.serializes_decimal;
  options.types = types;
  options.classes = classes;
  state_ = new State(options, switches.writes_messages);
}
GraphWriter::~GraphWriter() { delete state_; }

namespace {

// A message that says all: no root, and nothing behind it (A.4).
void write_lone_message(const model::MethodMessage& message, Buffer& out) {
  ByteWriter bytes(out);
  model::Framing framing;
  framing.root_id = framing.header_id = 0;
  emit_header(bytes, framing);
  emit_message(bytes, message);
  bytes.write_u8(static_cast<std::uint8_t>(RecordType::MessageEnd));
}

}  // namespace

Status GraphWriter::write(const model::Graph& graph, Buffer& out) {
  if (graph.is_partial()) return Error(ErrorCode::InvalidArgument, "only a part of the payload was read");
  const model::MethodMessage* message = graph.message();
  if ((message != nullptr || graph.framing().header_id > 0) && !state_->writes_messages) {
    return Error(ErrorCode::NotRepresentable, "this runtime has no method records and no headers");
  }
  if (message == nullptr) return state_->engine.write_graph(graph, out);
  if (message->call_array == nullptr) {
    write_lone_message(*message, out);
    return {};
  }
  // The record stands right behind the header.
  Buffer payload;
  DOTWIRE_TRY(state_->engine.write_graph(graph, payload));
  out.append(payload.data(), kHeaderSize);
  ByteWriter bytes(out);
  emit_message(bytes, *message);
  out.append(payload.data() + kHeaderSize, payload.size() - kHeaderSize);
  return {};
}

}  // namespace dotwire::nrbf
