#include "dotwire/graph.h"

#include <algorithm>

#include "base/arena.h"
#include "model/layout.h"

namespace dotwire::model {

const Member* ObjectNode::find(std::string_view name) const {
  // Names of one length are mostly told apart by their ends: no call for those.
  const auto is_named = [name](std::string_view other) {
    return other.size() == name.size() && (name.empty() || (other.back() == name.back() && other == name));
  };
  for (const Member& member : type->members) {
    if (is_named(member.name)) return &member;
  }
  return nullptr;
}

Graph::Graph() : arena_(std::make_unique<Arena>()) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

std::string_view Graph::library_name(std::int32_t id) const {
  for (const Library& library : libraries_) {
    if (library.id == id) return library.name;
  }
  return {};
}

std::span<const std::uint8_t> Graph::keep(Buffer input) {
  kept_.push_back(std::move(input));
  return kept_.back().bytes();
}

void Graph::clear() {
  arena_->reset();
  root_ = nullptr;
  framing_ = {};
  top_level_.clear();
  libraries_.clear();
  message_ = nullptr;
  partial_ = false;
  payload_size_ = 0;
  kept_.clear();
  owners_.clear();
}

std::int32_t Graph::add_library(std::string_view name) {
  std::int32_t highest = 0;
  for (const Library& library : libraries_) {
    if (library.name == name) return library.id;
    highest = std::max(highest, library.id);
  }
  libraries_.push_back({highest + 1, arena_->copy(name), 0});
  return highest + 1;
}

StringNode* Graph::make_string(std::string_view text) {
  const std::string_view copy = arena_->copy(text);
  auto* node = arena_->make<StringNode>();
  node->kind = NodeKind::String;
  node->text = copy.data();
  node->size = static_cast<std::uint32_t>(copy.size());
  return node;
}

ScalarNode* Graph::make_scalar(ValueKind kind) {
  auto* node = arena_->make<ScalarNode>();
  node->kind = NodeKind::Scalar;
  node->value_kind = kind;
  return node;
}

ScalarNode* Graph::make_text_scalar(ValueKind kind, std::string_view text) {
  ScalarNode* node = make_scalar(kind);
  node->set_text(arena_->copy(text));
  return node;
}

bool ScalarNode::has_text() const {
  switch (value_kind) {
    case ValueKind::String:
    case ValueKind::BigInteger:
    case ValueKind::Uri:
    case ValueKind::Version:
    case ValueKind::Type:
    case ValueKind::Bytes:
    case ValueKind::Chars:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes:
    case ValueKind::SqlChars:
    case ValueKind::SqlDecimal:
    case ValueKind::SqlString:
    case ValueKind::SqlXml: return true;
    default: return false;
  }
}

namespace {

bool is_in_place(const Member& member) { return member.recorded.binary_type == BinaryType::Primitive; }

}  // namespace

std::uint32_t lay_out(std::span<Member> members) {
  std::uint32_t offset = 0;
  for (Member& member : members) {
    if (is_in_place(member)) continue;
    member.offset = offset;
    offset += sizeof(Slot);
  }
  for (Member& member : members) {
    if (!is_in_place(member)) continue;
    member.offset = offset;
    offset += size_of(member.recorded.primitive);
  }
  return (offset + 7) & ~std::uint32_t{7};
}

Type* Graph::make_type(std::string_view name, std::string_view library, std::span<const Member> members) {
  auto* type = arena_->make<Type>();
  type->kind = TypeKind::Class;
  type->name = arena_->copy(name);
  type->library = arena_->copy(library);
  if (!library.empty()) type->library_id = add_library(library);
  Member* copies = arena_->allocate_array<Member>(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    copies[i] = members[i];
    copies[i].name = arena_->copy(members[i].name);
    if (!members[i].recorded.name.empty()) copies[i].recorded.name = arena_->copy(members[i].recorded.name);
  }
  type->size = lay_out({copies, members.size()});
  type->alignment = 8;
  type->members = {copies, members.size()};
  return type;
}

ObjectNode* Graph::make_object(const Type* type) {
  void* memory = arena_->allocate(sizeof(ObjectNode) + type->size);
  auto* node = ::new (memory) ObjectNode{};
  node->kind = NodeKind::Object;
  node->type = type;
  std::memset(node->data(), 0, type->size);
  return node;
}

namespace {

ArrayNode* make_vector(Arena& arena, RecordedType element, std::uint64_t length) {
  auto* node = arena.make<ArrayNode>();
  node->kind = NodeKind::Array;
  node->rank = 1;
  node->element = element;
  node->element.name = arena.copy(element.name);
  node->length = length;
  auto* lengths = arena.make<std::int32_t>(static_cast<std::int32_t>(length));
  node->lengths = lengths;
  return node;
}

}  // namespace

ArrayNode* Graph::make_array(RecordedType element, std::uint64_t length) {
  ArrayNode* node = make_vector(*arena_, element, length);
  node->slots = arena_->allocate_array<Slot>(length);
  std::fill_n(node->slots, length, Slot());
  node->slot_count = length;
  return node;
}

ArrayNode* Graph::make_primitive_array(Primitive primitive, std::uint64_t length, const void* elements) {
  RecordedType element;
  element.binary_type = BinaryType::Primitive;
  element.primitive = primitive;
  ArrayNode* node = make_vector(*arena_, element, length);
  const std::size_t size = length * size_of(primitive);
  auto* bytes = static_cast<std::uint8_t*>(arena_->allocate(size + 8));
  if (size != 0) std::memcpy(bytes, elements, size);
  node->primitives = bytes;
  return node;
}

}  // namespace dotwire::model
