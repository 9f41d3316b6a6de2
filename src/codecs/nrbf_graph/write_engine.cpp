#include "codecs/nrbf_graph/write_engine.h"

#include <algorithm>
#include <atomic>

#include "base/unicode.h"
#include "clr/decimal.h"
#include "model/builtin_types.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Member;
using model::Node;
using model::NodeKind;
using model::RecordedType;
using model::Type;
using model::TypeKind;

namespace {

// Marks of passes over nodes are never used twice, so that nodes need no cleaning.
std::uint32_t next_pass() {
  static std::atomic<std::uint32_t> passes{0};
  std::uint32_t pass = ++passes;
  if (pass == 0) pass = ++passes;
  return pass;
}

// The Header[] that was given beside the root, if any: the first record then (A.7 rule 1).
const Node* headers_of(const model::Graph& graph) {
  if (graph.framing().header_id <= 0) return nullptr;
  for (const Node* node : graph.top_level()) {
    if (node->id == graph.framing().header_id) return node;
  }
  return nullptr;
}

constexpr std::size_t kAlwaysLook = ~std::size_t{0};

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

void WriteEngine::fail(ErrorCode code, std::string message) {
  if (!error_.has_value()) error_.emplace(code, std::move(message));
}

Status WriteEngine::write_graph(const model::Graph& graph, Buffer& out) {
  // Of a remoting message the call array is what is written as a graph.
  const Node* root = graph.message() != nullptr ? graph.message()->call_array : graph.root();
  if (root == nullptr) return Error(ErrorCode::InvalidArgument, "the graph has no root");
  start_document(out);
  pass_ = next_pass();
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
  start_document(out);
  pending_libraries_ = kAlwaysLook;
  objects_.start_document();
  // A pointer as root stands for the object behind it; a primitive is written boxed.
  const void* root = object;
  const Type* root_type = &type;
  while (root_type->kind == TypeKind::Pointer || root_type->kind == TypeKind::Nullable) {
    const model::PointerOps& ops = *root_type->pointer;
    root = ops.get(root);
    if (root == nullptr) return Error(ErrorCode::NotRepresentable, "null cannot be the root of a payload");
    root_type = ops.dynamic_type == nullptr ? root_type->element : ops.dynamic_type(root, &root);
  }
  if (root_type->kind == TypeKind::String && root_type->pointer != nullptr) {
    root = root_type->pointer->get(root);
    if (root == nullptr) return Error(ErrorCode::NotRepresentable, "null cannot be the root of a payload");
  }
  if (root_type->kind == TypeKind::Primitive) {
    root_type = model::boxed_type(root_type->primitive);
    if (root_type == nullptr) return Error(ErrorCode::NotRepresentable, "a DateTime alone cannot be the root yet");
  }
  if (root_type != last_root_) {
    const auto [aliases, added] = aliases_.try_emplace(root_type, false);
    if (added) aliases->second = may_alias(*root_type);
    last_root_ = root_type;
    last_root_aliases_ = aliases->second;
  }
  track_objects_ = last_root_aliases_;
  if (track_objects_) pass_ = next_pass();
  emit_header(out_, {});
  std::int32_t id = 0;
  ask_object(root, *root_type, id);
  if (writes_trees()) {
    drain_trees();
  } else {
    drain();
  }
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

// --- libraries

std::int32_t WriteEngine::library_number(std::string_view name) {
  if (name.empty()) return -1;
  const auto found = library_numbers_.find(name);
  if (found != library_numbers_.end()) return found->second;
  const auto number = static_cast<std::int32_t>(libraries_.size());
  libraries_.push_back(std::make_unique<LibraryEntry>());
  libraries_.back()->name = std::string(name);
  library_numbers_.emplace(libraries_.back()->name, number);
  return number;
}

std::int32_t WriteEngine::graph_library(std::int32_t id_in_graph) {
  const auto found = graph_libraries_.find(id_in_graph);
  return found == graph_libraries_.end() ? -1 : found->second;
}

// A.7 rule 6: looked up by name, the record at once.
void WriteEngine::write_library(std::int32_t number) {
  LibraryEntry& entry = *libraries_[static_cast<std::size_t>(number)];
  if (entry.document == document_ && pending_libraries_ != kAlwaysLook) --pending_libraries_;
  entry.document = document_;
  entry.id = ask_new(reinterpret_cast<std::uintptr_t>(&entry));
  emit_library(out_, entry.id, entry.name);
}

std::int32_t WriteEngine::library_of_recorded(const RecordedType& recorded) {
  return recorded.binary_type == BinaryType::Class ? graph_library(recorded.library_id) : -1;
}

std::int32_t WriteEngine::library_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::Object: return plan_of(*model::as_object(&node)->type).library;
    case NodeKind::Array: return library_of_recorded(model::as_array(&node)->element);
    default: return -1;
  }
}

// Of an array: that of its innermost elements.
std::int32_t WriteEngine::library_of(const Type& type) {
  const Type* at = &type;
  while (at->kind == TypeKind::Array || at->kind == TypeKind::Pointer || at->kind == TypeKind::Converted) {
    at = at->element;
  }
  switch (at->kind) {
    case TypeKind::Struct:
    case TypeKind::Class:
    case TypeKind::Enum: return plan_of(*at).library;
    default: return -1;
  }
}

std::int32_t WriteEngine::library_of_value(const Plan& plan, const WriteStep& step, const std::uint8_t* data) {
  switch (step.op) {
    case WriteOp::Slot: {
      const Node* node = reinterpret_cast<const model::Slot*>(data + step.offset)->node();
      if (node != nullptr) return library_of(*node);
      return library_of_recorded(plan.type->members[step.member].recorded);
    }
    case WriteOp::Pointer: {
      const void* object = step.pointer->get(data + step.offset);
      if (object == nullptr || step.pointer->dynamic_type == nullptr) return library_of(*step.type);
      const void* most_derived = nullptr;
      return library_of(*step.pointer->dynamic_type(object, &most_derived));
    }
    case WriteOp::Inline:
    case WriteOp::Object:
    case WriteOp::Nullable: return library_of(*step.type);
    default: return -1;
  }
}

// The libraries of the members, all before the class record.
void WriteEngine::need_libraries(Plan& plan, const std::uint8_t* data) {
  if (pending_libraries_ == 0) return;
  if (plan.libraries_done && plan.document == document_) return;
  if (plan.libraries_known) {
    for (const std::int32_t library : plan.member_libraries) need_library(library);
    return;
  }
  const bool keep = plan.fixed_libraries && plan.type->serial != 0;
  std::vector<std::int32_t> libraries;
  for (const WriteStep& step : plan.steps) {
    if (step.op < WriteOp::Slot || step.op == WriteOp::Text || step.op == WriteOp::TextOrNull) continue;
    const std::int32_t library = library_of_value(plan, step, data);
    need_library(library);
    if (keep && library >= 0) libraries.push_back(library);
  }
  if (!keep) return;
  plan.member_libraries = std::move(libraries);
  plan.libraries_known = true;
}

// --- class records

Plan& WriteEngine::plan_of(const Type& type) {
  if (&type == last_type_) return *last_plan_;
  if (type.serial != 0 && type.serial < plans_by_serial_.size() && plans_by_serial_[type.serial] != nullptr) {
    return *plans_by_serial_[type.serial];
  }
  Plan& plan = find_plan(type);
  constexpr std::uint32_t kMostSerials = 1U << 16;
  if (type.serial != 0 && type.serial < kMostSerials) {
    if (type.serial >= plans_by_serial_.size()) plans_by_serial_.resize(type.serial + 1, nullptr);
    plans_by_serial_[type.serial] = &plan;
  }
  return plan;
}

// Whether one object can be met twice in what this type leads to: only pointers that share or observe can do that.
bool WriteEngine::may_alias(const Type& root) {
  std::vector<const Type*> seen{&root};
  const auto visit = [&](const Type* type) {
    if (type != nullptr && std::find(seen.begin(), seen.end(), type) == seen.end()) seen.push_back(type);
  };
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Type& type = *seen[i];
    if (type.kind == TypeKind::Dictionary) return true;  // its comparer is shared
    if (type.kind == TypeKind::Node) return true;
    if (type.pointer != nullptr && (type.pointer->share != nullptr || type.pointer->observe != nullptr)) return true;
    if (type.pointer != nullptr && type.pointer->dynamic_type != nullptr) return true;  // types unseen from here
    visit(type.element);
    for (const Member& member : type.members) {
      visit(member.type);
      for (const Member& other : type.members) {
        if (&other != &member && other.offset == member.offset && type.kind == TypeKind::Class) return true;
      }
    }
  }
  return false;
}

Plan& WriteEngine::find_plan(const Type& type) {
  auto& plans = type.serial != 0 ? plans_ : payload_plans_;
  std::unique_ptr<Plan>& plan = plans[&type];
  if (plan == nullptr) plan = make_plan(type);
  last_type_ = &type;
  last_plan_ = plan.get();
  return *plan;
}

namespace {

// Whether the member's type info in the class record follows the value.
bool varies(const WriteStep& step) {
  return step.op == WriteOp::Nullable || (step.op == WriteOp::Pointer && step.pointer->dynamic_type != nullptr);
}

bool is_tree_object(const Type& type) {
  return type.kind == TypeKind::Class || type.kind == TypeKind::List || type.kind == TypeKind::Array;
}

// Bytes that a value takes at most, but for the bytes of a text; 0: write_tree_object() does not put it.
std::uint32_t room_of(const WriteStep& step) {
  constexpr std::uint32_t kText = 10 + 16;  // record, id, length; short ones are copied as blocks of 16
  constexpr std::uint32_t kReference = 5;
  if (step.repeated) return 0;
  switch (step.op) {
    case WriteOp::Copy: return step.length;
    case WriteOp::Decimal: return kDecimalRoom + 1;
    case WriteOp::Text:
    case WriteOp::TextOrNull: return kText;
    case WriteOp::Object: return is_tree_object(*step.type) ? kReference : 0;
    case WriteOp::Pointer: return step.pointer->dynamic_type == nullptr && is_tree_object(*step.type) ? kReference : 0;
    case WriteOp::Nullable:
      return step.primitive == Primitive::Null || step.primitive == Primitive::Char ? 0 : kDecimalRoom + 3;
    default: return 0;
  }
}

void put_text(std::string& head, std::string_view text) {
  std::uint8_t length[5];
  const std::uint8_t* end = put_7bit(length, static_cast<std::uint32_t>(text.size()));
  head.append(reinterpret_cast<const char*>(length), static_cast<std::size_t>(end - length));
  head.append(text);
}

void put_i32(std::string& head, std::int32_t value) { head.append(reinterpret_cast<const char*>(&value), 4); }

}  // namespace

std::unique_ptr<Plan> WriteEngine::make_plan(const Type& type) {
  auto plan = std::make_unique<Plan>();
  plan->type = &type;
  plan->steps = make_steps(type);
  plan->library = library_number(type.library);
  plan->fixed_head = true;
  bool fixed_libraries = true;
  for (const WriteStep& step : plan->steps) {
    if (varies(step)) plan->fixed_head = false;
    if (step.op == WriteOp::Slot || (step.op == WriteOp::Pointer && varies(step))) fixed_libraries = false;
  }
  plan->fixed_libraries = fixed_libraries;
  for (const WriteStep& step : plan->steps) {
    plan->nests |= step.op == WriteOp::Inline || step.op == WriteOp::Slot ||
                   (step.op == WriteOp::Nullable && step.primitive == Primitive::Null);
  }
  plan->simple = type.serial != 0;
  for (WriteStep& step : plan->steps) {
    if (type.serial == 0) break;  // of a payload: only described types are written as trees
    if (step.type != nullptr) step.item = static_cast<std::uint8_t>(item_kind(*step.type));
    const std::uint32_t room = room_of(step);
    plan->simple &= room != 0;
    plan->room += room;
  }
  const auto [class_number, new_name] =
      class_numbers_.try_emplace(std::string(type.name), static_cast<std::uint32_t>(class_names_.size()));
  if (new_name) class_names_.emplace_back();
  plan->class_number = class_number->second;
  std::string& head = plan->head;
  std::size_t size = type.name.size() + 16;
  for (const Member& member : type.members) size += member.name.size() + member.recorded.name.size() + 16;
  head.reserve(size);
  put_text(head, type.name);
  put_i32(head, static_cast<std::int32_t>(type.members.size()));
  for (const Member& member : type.members) put_text(head, member.name);
  if (!plan->fixed_head) return plan;
  put_member_types(*plan);
  if (plan->library >= 0) {
    plan->patches.push_back({static_cast<std::uint32_t>(head.size()), plan->library});
    put_i32(head, 0);
  }
  return plan;
}

// BinaryTypes and additional infos, with places for library ids.
void WriteEngine::put_member_types(Plan& plan) {
  const Type& type = *plan.type;
  std::string& head = plan.head;
  const auto put_info = [&](BinaryType binary_type, Primitive primitive, std::string_view name, std::int32_t library) {
    switch (binary_type) {
      case BinaryType::Primitive:
      case BinaryType::PrimitiveArray: head.push_back(static_cast<char>(primitive)); break;
      case BinaryType::SystemClass: put_text(head, name); break;
      case BinaryType::Class:
        put_text(head, name);
        plan.patches.push_back({static_cast<std::uint32_t>(head.size()), library});
        put_i32(head, 0);
        break;
      default: break;
    }
  };
  // The types of one class are all described, or all recorded.
  if (!type.members.empty() && type.members[0].type == nullptr) {
    for (const Member& member : type.members) head.push_back(static_cast<char>(member.recorded.binary_type));
    for (const Member& member : type.members) {
      const RecordedType& recorded = member.recorded;
      put_info(recorded.binary_type, recorded.primitive, recorded.name, library_of_recorded(recorded));
    }
    return;
  }
  std::vector<TypeInfo> infos;
  for (const Member& member : type.members) infos.push_back(type_info(*member.type));
  for (const TypeInfo& info : infos) head.push_back(static_cast<char>(info.binary_type));
  for (const TypeInfo& info : infos) {
    put_info(info.binary_type, info.primitive, info.name,
             info.binary_type == BinaryType::Class ? library_number(info.library) : -1);
  }
}

// Names, and types as recorded; the assembly of the class itself does not count (A.8).
bool WriteEngine::same_class(const Plan& a, const Plan& b) {
  if (a.type->members.size() != b.type->members.size()) return false;
  for (std::size_t i = 0; i < a.type->members.size(); ++i) {
    const Member& x = a.type->members[i];
    const Member& y = b.type->members[i];
    if (x.name != y.name || x.type != y.type) return false;
    if (x.type != nullptr) continue;
    if (x.recorded.binary_type != y.recorded.binary_type || x.recorded.primitive != y.recorded.primitive ||
        x.recorded.name != y.recorded.name || library_of_recorded(x.recorded) != library_of_recorded(y.recorded)) {
      return false;
    }
  }
  return true;
}

// Decides, at the first object of the plan in a document, whose class record it refers to.
void WriteEngine::settle_metadata(Plan& plan) {
  plan.document = document_;
  plan.metadata_id = 0;
  plan.always_full = false;
  plan.libraries_done = false;
  ClassName& name = class_names_[plan.class_number];
  if (name.document != document_) {
    name = {document_, &plan};
  } else if (same_class(*name.first, plan)) {
    plan.metadata_id = name.first->metadata_id;
  } else {
    plan.always_full = true;
  }
}

void WriteEngine::emit_class(Plan& plan, std::int32_t id, const std::uint8_t* data) {
  if (plan.metadata_id != 0) {
    std::uint8_t* at = out_.buffer().reserve_more(9);
    *at++ = static_cast<std::uint8_t>(RecordType::ClassWithId);
    at = put(at, id);
    out_.buffer().commit(put(at, plan.metadata_id));
    return;
  }
  if (!plan.always_full) plan.metadata_id = id;
  for (const Plan::Patch& patch : plan.patches) need_library(patch.library);
  emit_record(out_,
              plan.library < 0 ? RecordType::SystemClassWithMembersAndTypes : RecordType::ClassWithMembersAndTypes, id);
  emit_class_head(plan, data);
}

void WriteEngine::emit_class_head(Plan& plan, const std::uint8_t* data) {
  std::uint8_t* at = out_.buffer().reserve_more(plan.head.size());
  std::memcpy(at, plan.head.data(), plan.head.size());
  for (const Plan::Patch& patch : plan.patches) store(at + patch.offset, library_id(patch.library));
  out_.buffer().commit(at + plan.head.size());
  if (plan.fixed_head) return;
  std::vector<TypeInfo> infos;
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.type->members.size(); ++i) {
    while (next < plan.steps.size() && plan.steps[next].member < i) ++next;
    const Member& member = plan.type->members[i];
    const bool own_step = next < plan.steps.size() && plan.steps[next].member == i;
    infos.push_back(own_step && varies(plan.steps[next]) ? info_of_value(plan.steps[next], member, data)
                                                         : type_info(*member.type));
  }
  for (const TypeInfo& info : infos) out_.write_u8(static_cast<std::uint8_t>(info.binary_type));
  for (const TypeInfo& info : infos) emit_info(info);
  if (plan.library >= 0) out_.write_i32(library_id(plan.library));
}

void WriteEngine::emit_info(const TypeInfo& info) {
  switch (info.binary_type) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray: out_.write_u8(static_cast<std::uint8_t>(info.primitive)); break;
    case BinaryType::SystemClass: out_.write_prefixed(info.name); break;
    case BinaryType::Class:
      out_.write_prefixed(info.name);
      out_.write_i32(library_id(library_number(info.library)));
      break;
    default: break;
  }
}

// The type of the value, or the declared one where there is none.
TypeInfo WriteEngine::info_of_value(const WriteStep& step, const Member& member, const std::uint8_t* data) {
  const void* object = step.pointer->get(data + step.offset);
  if (step.op == WriteOp::Pointer) {
    if (object == nullptr) return type_info(*step.type);
    const void* most_derived = nullptr;
    return type_info(*step.pointer->dynamic_type(object, &most_derived));
  }
  TypeInfo info = type_info(object == nullptr ? *member.type : *step.type);
  if (info.binary_type == BinaryType::Primitive) {
    info.binary_type = BinaryType::SystemClass;
    info.name = std::string(primitive_name(info.primitive));
  }
  return info;
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

void WriteEngine::free_stand_ins() {
  for (auto at = stand_ins_.rbegin(); at != stand_ins_.rend(); ++at) {
    at->type->life->destroy(at->memory);
    ::operator delete (at->memory, std::align_val_t{at->type->alignment});
  }
  stand_ins_.clear();
}

}  // namespace dotwire::nrbf
