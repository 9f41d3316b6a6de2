#include <algorithm>
#include <optional>

#include "base/arena.h"
#include "base/byte_reader.h"
#include "base/memory_budget.h"
#include "base/try.h"
#include "codecs/json_values/dialect_name.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "formats/graph_json/class_reader.h"
#include "formats/graph_json/form_reader.h"
#include "formats/graph_json/graph_json.h"
#include "formats/graph_json/value_reader.h"
#include "wire/json/pull.h"

namespace dotwire::graph_json {
namespace {

using json::Token;
using json::TokenKind;
using model::Graph;
using model::MethodMessage;
using model::Slot;

class GraphJsonReader {
 public:
  GraphJsonReader(Bytes input, const Options& options, Document& document)
      : document_(document),
        graph_(document.make_graph()),
        options_(options),
        in_(input, graph_.arena(), options.limits),
        classes_(in_, graph_),
        values_(in_, graph_, classes_, options.limits, input.size()) {}

  Status run(MemoryBudget& budget) {
    graph_.arena().set_budget(&budget);
    Status status;
    try {
      status = read_document();
    } catch (const MemoryLimitReached&) {
      status = memory_error(in_.offset());
    }
    graph_.arena().set_budget(nullptr);
    return status;
  }

  std::string path() const { return std::string(part_) + values_.path(); }

 private:
  Status read_document() {
    DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "an object"));
    json::Names names;
    for (;;) {
      part_ = {};
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      DOTWIRE_TRY(names.add(name));
      part_ = name.text;
      if (form_read_) return unexpected(name, "nothing follows \"$form\"");
      DOTWIRE_TRY(member(name));
    }
    DOTWIRE_TRY(in_.expect(TokenKind::End, "the end"));
    part_ = {};
    return finish();
  }

  static Error unexpected(const Token& name, const char* why) {
    return {ErrorCode::Malformed, name.offset, "unexpected " + json::shown(name.text) + ": " + why};
  }

  Status member(const Token& name) {
    if (name.text == "$graph") return version();
    if (!has_version_) return unexpected(name, "\"$graph\" comes first");
    if (name.text == "partial") return partial();
    if (name.text == "dialect") return dialect();
    if (name.text == "libraries" && !has_classes_) return classes_.read_libraries();
    if (name.text == "classes") {
      has_classes_ = true;
      return classes_.read_classes();
    }
    if (!has_classes_) return unexpected(name, "\"classes\" comes first");
    if (name.text == "message") return message();
    if (name.text == "root") return value(root_);
    if (name.text == "headers") return value(headers_);
    if (name.text == "unreached" || name.text == "deferred") return list();
    if (name.text == "$form") return form();
    return unexpected(name, "a graph has no such part");
  }

  Status version() {
    DOTWIRE_TRY(in_.read_integer(1, 1));
    has_version_ = true;
    return {};
  }

  Status partial() {
    DOTWIRE_TRY(const bool is_partial, in_.read_boolean());
    graph_.set_partial(is_partial);
    document_.partial = is_partial;
    return {};
  }

  Status dialect() {
    DOTWIRE_TRY(document_.dialect, json_values::read_dialect(in_));
    return {};
  }

  Status value(std::optional<Slot>& slot) {
    DOTWIRE_TRY(slot, values_.read());
    return {};
  }

  Status list() {
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of values"));
    for (;;) {
      DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
      if (done) return {};
      DOTWIRE_TRY(values_.read_listed());
    }
  }

  // --- remoting messages

  Status message() {
    auto* message = graph_.arena().make<MethodMessage>();
    message_ = message;
    DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "a message"));
    json::Names names;
    for (;;) {
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) return {};
      DOTWIRE_TRY(names.add(name));
      DOTWIRE_TRY(message_part(name, *message));
    }
  }

  Status message_part(const Token& name, MethodMessage& message) {
    if (name.text == "kind") {
      DOTWIRE_TRY(const std::string_view kind, in_.read_text());
      message.is_call = kind == "call";
      if (kind == "call" || kind == "return") return {};
      return Error(ErrorCode::Malformed, in_.offset(), "a message is a call or a return");
    }
    if (name.text == "flags") {
      DOTWIRE_TRY(const std::int64_t flags, in_.read_integer(0, UINT32_MAX));
      message.flags = static_cast<std::uint32_t>(flags);
      return {};
    }
    if (name.text == "method") return text(message.method_name);
    if (name.text == "type") return text(message.type_name);
    if (name.text == "context") return text(message.context);
    if (name.text == "return") {
      DOTWIRE_TRY(message.return_value, values_.read(true));
      return {};
    }
    if (name.text == "arguments") return arguments(message);
    if (name.text == "array") return value(root_);
    return unexpected(name, "a message has no such part");
  }

  Status text(std::string_view& to) {
    DOTWIRE_TRY(to, in_.read_text());
    return {};
  }

  Status arguments(MethodMessage& message) {
    std::vector<Slot> slots;
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of arguments"));
    for (;;) {
      DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
      if (done) break;
      DOTWIRE_TRY(slots.emplace_back(), values_.read(true));
    }
    Slot* copies = graph_.arena().allocate_array<Slot>(slots.size());
    std::copy(slots.begin(), slots.end(), copies);
    message.arguments = {copies, slots.size()};
    return {};
  }

  // --- the end

  Status form() {
    form_read_ = true;
    DOTWIRE_TRY(values_.resolve());
    resolved_ = true;
    graph_.set_message(message_);
    return FormReader(in_, graph_, values_.nodes(), options_.limits).read();
  }

  const model::Node* node_of(const std::optional<Slot>& slot) const {
    return slot.has_value() ? values_.resolved(*slot).node() : nullptr;
  }

  Status finish() {
    if (!resolved_) {
      DOTWIRE_TRY(values_.resolve());
    }
    if (classes_.has_libraries() && !form_read_) {
      return Error(ErrorCode::Malformed, 0, "\"libraries\" stand without \"$form\"");
    }
    const model::Node* root = node_of(root_);
    if (message_ != nullptr) return finish_message(root);
    if (root == nullptr || root->kind == model::NodeKind::Scalar) {
      return Error(ErrorCode::Malformed, 0, "the root is no object, array or text");
    }
    graph_.set_root(root);
    if (form_read_ && root->id != graph_.framing().root_id) {
      return Error(ErrorCode::Malformed, 0, "the root has another id than \"framing\" says");
    }
    return set_headers(node_of(headers_));
  }

  // A Header[] is found by its id.
  Status set_headers(const model::Node* headers) {
    model::Framing& framing = graph_.framing();
    if (headers == nullptr || form_read_) return {};
    if (headers->kind != model::NodeKind::Array) return Error(ErrorCode::Malformed, 0, "the headers are no array");
    auto* node = const_cast<model::Node*>(headers);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    node->id = framing.header_id = 1;
    graph_.top_level().push_back(headers);
    return read_as_payload();
  }

  Status finish_message(const model::Node* root) {
    auto* message = graph_.arena().make<MethodMessage>(*message_);
    message->call_array = model::as_array(root);
    if (root != nullptr && message->call_array == nullptr) {
      return Error(ErrorCode::Malformed, 0, "the message's array is no array");
    }
    graph_.set_message(message);
    return read_as_payload();
  }

  // What a message says as an object, and where headers stand, comes from reading it all as a payload.
  Status read_as_payload() {
    if (graph_.is_partial()) return Error(ErrorCode::Unsupported, "a part of a message");
    Buffer payload;
    if (form_read_) {
      DOTWIRE_TRY(nrbf::rewrite(graph_, payload));
    } else {
      nrbf::GraphWriter writer(document_.dialect == Dialect::Recorded ? Dialect::Framework : document_.dialect);
      DOTWIRE_TRY(writer.write(graph_, payload));
    }
    return nrbf::read_graph(document_.keep(std::move(payload)), graph_, options_.limits);
  }

  Document& document_;
  Graph& graph_;
  const Options& options_;
  json::Pull in_;
  ClassReader classes_;
  ValueReader values_;
  std::string_view part_;
  bool has_version_ = false;
  bool has_classes_ = false;
  bool form_read_ = false;
  bool resolved_ = false;
  MethodMessage* message_ = nullptr;
  std::optional<Slot> root_;
  std::optional<Slot> headers_;
};

}  // namespace

Confidence recognise(std::span<const std::uint8_t> input) {
  return json::first_name(input) == "$graph" ? Confidence::Certain : Confidence::No;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  GraphJsonReader reader(input, options, document);
  MemoryBudget budget(options.limits.memory);
  Status status = reader.run(budget);
  if (!status.ok()) {
    json::set_place(status.error(), input);
    if (status.error().path().empty()) status.error().set_path(reader.path());
    return status;
  }
  document.size = input.size();
  return {};
}

}  // namespace dotwire::graph_json
