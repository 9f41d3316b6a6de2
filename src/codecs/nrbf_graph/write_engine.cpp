#include "codecs/nrbf_graph/write_engine.h"

#include <algorithm>

#include "base/unicode.h"
#include "clr/decimal.h"
#include "model/builtin_types.h"
#include "model/node_pass.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Node;
using model::NodeKind;
using model::RecordedType;
using model::Type;
using model::TypeKind;

namespace {

// The Header[] that was given beside the root, if any: the first record then (A.7 rule 1).
const Node* headers_of(const model::Graph& graph) {
  if (graph.framing().header_id <= 0) return nullptr;
  for (const Node* node : graph.top_level()) {
    if (node->id == graph.framing().header_id) return node;
  }
  return nullptr;
}

}  // namespace

WriteEngine::~WriteEngine() { free_stand_ins(); }

// --- documents

void WriteEngine::start_document(Buffer& out) {
  out_ = ByteWriter(out);
  error_.reset();
  next_ = 1;
  last_ = 0;
  ++document_;
  queue_.clear();
  queue_head_ = 0;
  frames_.clear();
  cursors_.clear();
  text_groups_.clear();
  if (!texts_.empty()) texts_.clear();
  graph_ = nullptr;
}

Status WriteEngine::finish_document() {
  free_stand_ins();
  if (error_.has_value()) return std::move(*error_);
  out_.write_u8(static_cast<std::uint8_t>(RecordType::MessageEnd));
  return {};
}

void WriteEngine::fail(ErrorCode code, std::string message) { fail(Error(code, std::move(message))); }

void WriteEngine::fail(Error error) {
  if (!error_.has_value()) error_.emplace(std::move(error));
}

Status WriteEngine::write_graph(const model::Graph& graph, Buffer& out) {
  // Of a remoting message the call array is what is written as a graph.
  const Node* root = graph.message() != nullptr ? graph.message()->call_array : graph.root();
  if (root == nullptr) return Error(ErrorCode::InvalidArgument, "the graph has no root");
  start_document(out);
  pass_ = model::next_pass();
  graph_ = &graph;
  track_objects_ = true;
  pending_libraries_ = 0;
  // Types of other graphs may have lain where this one's lie.
  payload_plans_.clear();
  graph_libraries_.clear();
  last_type_ = nullptr;
  last_plan_ = nullptr;
  constexpr std::size_t kMaxNames = 65536;
  if (class_numbers_.size() > kMaxNames) {
    class_numbers_.clear();
    class_names_.clear();
    plans_.clear();
    plans_by_serial_.clear();
    framework_classes_.clear();
  }
  for (const model::Library& library : graph.libraries()) {
    // No writer of .NET gives one; an empty name stands for the core library here.
    if (library.name.empty()) return Error(ErrorCode::NotRepresentable, "a library has no name");
    const std::int32_t number = library_number(library.name);
    graph_libraries_.emplace(library.id, number);
    LibraryEntry& entry = *libraries_[static_cast<std::size_t>(number)];
    if (entry.document != document_) {
      entry.document = document_;
      entry.id = 0;
      ++pending_libraries_;
    }
  }
  std::int32_t id = 0;
  ask_node(*root, id);
  model::Framing framing = graph.framing();
  framing.root_id = id;
  framing.header_id = -1;
  if (const Node* headers = headers_of(graph); headers != nullptr) {
    ask_node(*headers, framing.header_id);
    queue_.push_back({ItemKind::Node, framing.header_id, headers, nullptr});
  }
  emit_header(out_, framing);
  queue_.push_back({ItemKind::Node, id, root, nullptr});
  drain();
  return finish_document();
}

Status WriteEngine::write_object(const void* object, const Type& type, Buffer& out) {
  // A pointer as root stands for the object behind it; a primitive is written boxed.
  const void* root = object;
  const Type* root_type = &type;
  while (root_type->kind == TypeKind::Pointer || root_type->kind == TypeKind::Nullable) {
    const model::PointerOps& ops = *root_type->pointer;
    root = ops.get(root);
    if (root == nullptr) return Error(ErrorCode::NotRepresentable, "null cannot be the root of a payload");
    const Type* actual = ops.dynamic_type == nullptr ? root_type->element : ops.dynamic_type(root, &root);
    if (actual == nullptr) return unknown_class(*root_type->element);
    root_type = actual;
  }
  if (options_.strings == StringIdentity::Distinct && options_.names_all_types()) {
    if (TreePlan* plan = trees_.plan_for(*root_type); plan != nullptr) {
      const std::size_t start = out.size();
      Status written = trees_.write(*plan, root, out);
      if (written.ok() || written.error().code() == ErrorCode::LimitExceeded) return written;
      // The other way of writing knows where it is.
      out.resize(start);
    }
  }
  start_document(out);
  pending_libraries_ = kAlwaysLook;
  objects_.start_document();
  if (root_type->kind == TypeKind::String && root_type->pointer != nullptr) {
    root = root_type->pointer->get(root);
    if (root == nullptr) return Error(ErrorCode::NotRepresentable, "null cannot be the root of a payload");
  }
  std::optional<model::BoxedDate> date;
  if (root_type->kind == TypeKind::Primitive) {
    if (root_type->primitive == Primitive::DateTime) root = &date.emplace(*static_cast<const DateTime*>(root));
    root_type = model::boxed_type(root_type->primitive);
  }
  if (root_type != last_root_) {
    const auto [aliases, added] = aliases_.try_emplace(root_type, false);
    if (added) aliases->second = may_alias(*root_type);
    last_root_ = root_type;
    last_root_aliases_ = aliases->second;
  }
  track_objects_ = last_root_aliases_;
  if (track_objects_) pass_ = model::next_pass();
  emit_header(out_, {});
  std::int32_t id = 0;
  ask_object(root, *root_type, id);
  drain();
  return finish_document();
}

// Once in a while, so that long lists do not pile up.
void WriteEngine::drop_written_items() {
  constexpr std::size_t kWritten = 65536;
  if (queue_head_ != kWritten) [[likely]]
    return;
  queue_.erase(queue_.begin(), queue_.begin() + kWritten);
  queue_head_ = 0;
}

void WriteEngine::drain() {
  while (queue_head_ < queue_.size() && !error_.has_value()) {
    const Item item = queue_[queue_head_++];
    drop_written_items();
    if (item.kind == ItemKind::Object) {
      begin_object(*item.type, static_cast<const std::uint8_t*>(item.address), item.id, true);
    } else {
      write_item(item);
    }
    if (!frames_.empty()) run_frames();
  }
}

void WriteEngine::write_item(const Item& item) {
  switch (item.kind) {
    case ItemKind::Node: {
      const auto& node = *static_cast<const Node*>(item.address);
      switch (node.kind) {
        case NodeKind::Object: {
          const auto& object = *model::as_object(&node);
          return begin_object(*object.type, object.data(), item.id, true);
        }
        case NodeKind::Array: return begin_array(*model::as_array(&node), item.id);
        case NodeKind::String: return emit_string(out_, item.id, model::as_string(&node)->view());
        case NodeKind::Scalar:
          return fail(ErrorCode::NotRepresentable, "a single value cannot be a root object as it is");
      }
      return;
    }
    case ItemKind::Object:
      return begin_object(*item.type, static_cast<const std::uint8_t*>(item.address), item.id, true);
    case ItemKind::List: return emit_list(item);
    case ItemKind::ListItems: return begin_elements(item, true);
    case ItemKind::Array: return begin_elements(item, false);
    case ItemKind::Dictionary: return emit_dictionary(item);
    case ItemKind::DictionaryComparer: return emit_comparer(item);
    case ItemKind::DictionaryPairs: return begin_pairs(item);
    case ItemKind::Text: return emit_string(out_, item.id, *static_cast<const std::string*>(item.address));
  }
}

void WriteEngine::run_frames() {
  while (!frames_.empty() && !error_.has_value()) {
    const std::size_t top = frames_.size() - 1;
    switch (frames_[top].kind) {
      case FrameKind::Object: run_object(top); break;
      case FrameKind::Array: run_array(top); break;
      case FrameKind::Elements: run_elements(top); break;
      case FrameKind::Pairs: run_pairs(top); break;
    }
  }
}

// --- ids

bool WriteEngine::ask(std::int32_t& known, std::uintptr_t token, std::int32_t& id) {
  if (known == 0) {
    known = id = next_++;
    last_ = token;
    return true;
  }
  id = known;
  if (last_ != token) {
    next_ += options_.burns_ids ? 1 : 0;  // .NET's ObjectIDGenerator gives a number away here
    last_ = token;
  }
  return false;
}

bool WriteEngine::ask_node(const Node& node, std::int32_t& id) {
  if (node.written_pass != pass_) {
    node.written_pass = pass_;
    node.written_id = 0;
  }
  return ask(node.written_id, reinterpret_cast<std::uintptr_t>(&node), id);
}

// New objects go to the queue.
bool WriteEngine::ask_object(const void* address, const Type& type, std::int32_t& id) {
  const auto token = reinterpret_cast<std::uintptr_t>(address);
  std::int32_t unshared = 0;
  std::int32_t& known = track_objects_ ? objects_.find(token, reinterpret_cast<std::uintptr_t>(&type)) : unshared;
  if (!ask(known, token ^ reinterpret_cast<std::uintptr_t>(&type) << 1, id)) return false;
  if (type.kind == TypeKind::Converted) {
    const Type* stand_in = type.element;
    queue_.push_back({ItemKind::Object, id, stand_in_for(address, type), stand_in});
  } else {
    queue_.push_back({item_kind(type), id, address, &type});
  }
  return true;
}

WriteEngine::ItemKind WriteEngine::item_kind(const Type& type) {
  switch (type.kind) {
    case TypeKind::List: return ItemKind::List;
    case TypeKind::Array: return ItemKind::Array;
    case TypeKind::Dictionary: return ItemKind::Dictionary;
    case TypeKind::String: return ItemKind::Text;
    default: return ItemKind::Object;
  }
}

bool WriteEngine::ask_text(const std::string& text, bool repeated, std::int32_t& id) {
  const StringIdentity identity =
      repeated && options_.strings == StringIdentity::Distinct ? StringIdentity::ByAddress : options_.strings;
  switch (identity) {
    case StringIdentity::Distinct: id = ask_new(0); return true;
    case StringIdentity::ByValue: {
      std::int32_t& known = texts_[std::string_view(text)];
      return ask(known, reinterpret_cast<std::uintptr_t>(&known), id);
    }
    case StringIdentity::ByAddress: {
      std::int32_t& known = objects_.find(reinterpret_cast<std::uintptr_t>(&text), 1);
      return ask(known, reinterpret_cast<std::uintptr_t>(&text), id);
    }
  }
  return true;
}

// --- stand-ins of converted objects live until the document is done: what they hold is written later.

const void* WriteEngine::stand_in_for(const void* object, const Type& converted) {
  const Type& type = *converted.element;
  void* memory = ::operator new (type.size, std::align_val_t{type.alignment});
  type.life->construct(memory);
  stand_ins_.push_back({memory, &type});
  converted.convert->to(object, memory);
  return memory;
}

namespace {

bool is_zeros(const Type& type) {
  if (type.kind != TypeKind::Struct) return type.plain;
  return std::ranges::all_of(type.members, [](const model::Member& member) { return is_zeros(*member.type); });
}

}  // namespace

// default(T): zeros, whatever the C++ struct starts with.
const void* WriteEngine::default_value(const Type& type) {
  if (is_zeros(type)) {
    const std::size_t blocks = type.size / sizeof(std::max_align_t) + 1;
    if (zeros_.size() < blocks) zeros_.resize(blocks);
    return zeros_.data();
  }
  if (type.life == nullptr) return nullptr;
  void* memory = ::operator new (type.size, std::align_val_t{type.alignment});
  type.life->construct(memory);
  stand_ins_.push_back({memory, &type});
  return memory;
}

void WriteEngine::free_stand_ins() {
  for (auto at = stand_ins_.rbegin(); at != stand_ins_.rend(); ++at) {
    at->type->life->destroy(at->memory);
    ::operator delete (at->memory, std::align_val_t{at->type->alignment});
  }
  stand_ins_.clear();
}

}  // namespace dotwire::nrbf
