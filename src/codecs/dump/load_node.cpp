#include "codecs/dump/load_node.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "base/arena.h"
#include "codecs/dump/load_scalar.h"
#include "dotwire/table.h"
#include "model/well_known.h"

namespace dotwire::dump {
namespace {

using json::Value;
using model::BinaryType;
using model::Graph;
using model::Node;
using model::RecordedType;
using model::Slot;
using model::ValueKind;

constexpr std::uint32_t kMaxRank = 32;

std::string_view text_of(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member != nullptr && member->is_string() ? member->text : std::string_view();
}

// The primitive of that name, or Null.
Primitive primitive_of(std::string_view type_name) {
  const ValueKind kind = model::value_kind_of(type_name);
  return kind != ValueKind::None && kind < ValueKind::String ? static_cast<Primitive>(kind) : Primitive::Null;
}

RecordedType recorded_class(std::string_view name) {
  RecordedType type;
  type.binary_type = name.starts_with("System.") ? BinaryType::SystemClass : BinaryType::Class;
  type.name = name;
  return type;
}

RecordedType recorded_element(std::string_view name) {
  RecordedType type;
  type.primitive = primitive_of(name);
  if (type.primitive != Primitive::Null) {
    type.binary_type = BinaryType::Primitive;
    return type;
  }
  if (name == "System.String") type.binary_type = BinaryType::String;
  return name == "System.String" || name == "System.Object" ? type : recorded_class(name);
}

// What a record would say of a member that holds this. A null says nothing of its type.
RecordedType recorded_member(const Value& value) {
  RecordedType type;
  if (value.is_string()) {
    type.binary_type = BinaryType::String;
  } else if (const ValueKind kind = tagged_kind(value); kind != ValueKind::None && kind < ValueKind::String) {
    type.binary_type = BinaryType::Primitive;
    type.primitive = static_cast<Primitive>(kind);
  } else if (const std::string_view element = text_of(value, "array"); !element.empty()) {
    type = recorded_element(element);
    type.binary_type = type.binary_type == BinaryType::Primitive ? BinaryType::PrimitiveArray
                       : type.binary_type == BinaryType::String  ? BinaryType::StringArray
                                                                 : BinaryType::ObjectArray;
  } else if (const std::string_view name = text_of(value, "type"); !name.empty()) {
    type = recorded_class(name);
  } else if (const std::string_view enumeration = text_of(value, "enum"); !enumeration.empty()) {
    type = recorded_class(enumeration);
  }
  return type;
}

class Loader {
 public:
  explicit Loader(Graph& graph) : graph_(graph) {}

  Result<const Node*> run(const Value& root) {
    Slot slot;
    open_.push_back({&root, &slot});
    while (!open_.empty()) {
      const Work work = open_.back();
      open_.pop_back();
      const std::size_t children = open_.size();
      DOTWIRE_TRY(const Node* const node, load(*work.value));
      // Parts are loaded in the order of the text, for references go backwards in it.
      std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(children), open_.end());
      if (node != nullptr) *work.target = Slot::reference(node);
    }
    return slot.node();
  }

 private:
  struct Work {
    const Value* value;
    Slot* target;
  };

  static Error unsupported(const Value& value, std::string message) {
    return {ErrorCode::Unsupported, value.offset, std::move(message)};
  }

  Result<const Node*> load(const Value& value) {
    if (value.is_null()) return static_cast<const Node*>(nullptr);
    if (value.is_string()) return static_cast<const Node*>(graph_.make_string(value.text));
    if (!value.is_object()) return Error(ErrorCode::TypeMismatch, value.offset, "not a value of a dump");
    if (value.find("ref") != nullptr) return find(value);
    if (is_dbnull(value)) return static_cast<const Node*>(graph_.make_scalar(ValueKind::DBNull));
    if (tagged_kind(value) != ValueKind::None) return fixed(value, tagged_kind(value));
    if (value.find("typeOf") != nullptr) return text(value, ValueKind::Type);
    if (value.find("sql") != nullptr) return sql(value);
    if (value.find("enum") != nullptr) return boxed(value, text_of(value, "enum"), "value__", value.find("value"));
    if (value.find("intPtr") != nullptr) return pointer(value, "System.IntPtr", ValueKind::Int64);
    if (value.find("uintPtr") != nullptr) return pointer(value, "System.UIntPtr", ValueKind::UInt64);
    if (value.find("array") != nullptr) return array(value);
    return object(value);
  }

  void remember(const Value& value, const Node* node) {
    const Value* id = value.find("id");
    if (id == nullptr) return;
    const auto number = index(*id);
    // Ids count from 1 in visiting order.
    if (number && *number == by_id_.size() + 1) by_id_.push_back(node);
  }

  static std::optional<std::uint64_t> index(const Value& value) {
    std::uint64_t number = 0;
    const char* end = value.text.data() + value.text.size();
    const auto result = std::from_chars(value.text.data(), end, number);
    if (value.kind != json::Kind::Number || result.ec != std::errc() || result.ptr != end) return std::nullopt;
    return number;
  }

  Result<const Node*> find(const Value& value) {
    const auto number = index(*value.find("ref"));
    if (!number || *number == 0 || *number > by_id_.size()) {
      return Error(ErrorCode::Malformed, value.offset, "a reference to nothing");
    }
    return by_id_[*number - 1];
  }

  Result<const Node*> fixed(const Value& value, ValueKind kind) {
    model::ScalarNode* node = graph_.make_scalar(kind);
    DOTWIRE_TRY(load_fixed(value, kind, node->value));
    return static_cast<const Node*>(node);
  }

  Result<const Node*> text(const Value& value, ValueKind kind) {
    DOTWIRE_TRY(const std::string content, load_text(value, kind));
    const Node* node = graph_.make_text_scalar(kind, content);
    remember(value, node);
    return node;
  }

  Result<const Node*> sql(const Value& value) {
    const ValueKind kind = sql_kind(value);
    if (!model::is_sql(kind)) return unsupported(value, "an unknown SqlType");
    if (is_sql_null(value)) {
      model::ScalarNode* node = graph_.make_scalar(kind);
      node->sql_null = true;
      return static_cast<const Node*>(node);
    }
    if (model::storage_of(kind) == model::Storage::Varying) return text(value, kind);
    if (kind != ValueKind::SqlDecimal) return fixed(value, kind);
    model::SqlDecimalCell cell{};
    DOTWIRE_TRY(load_fixed(value, kind, &cell));
    return static_cast<const Node*>(
        graph_.make_text_scalar(kind, {reinterpret_cast<const char*>(&cell), sizeof(cell)}));
  }

  // An object with one primitive member.
  Result<const Node*> boxed(const Value& value, std::string_view type, std::string_view member, const Value* content) {
    const ValueKind kind = content == nullptr ? ValueKind::None : tagged_kind(*content);
    if (kind == ValueKind::None || kind >= ValueKind::String) return unsupported(value, "an enum without a number");
    std::uint64_t bytes[3] = {};
    DOTWIRE_TRY(load_fixed(*content, kind, bytes));
    return one_member(type, member, static_cast<Primitive>(kind), bytes);
  }

  const Node* one_member(std::string_view type, std::string_view name, Primitive primitive, const void* bytes) {
    model::Member member;
    member.name = name;
    member.recorded.binary_type = BinaryType::Primitive;
    member.recorded.primitive = primitive;
    const model::Type* made = graph_.make_type(type, {}, {&member, 1});
    model::ObjectNode* node = graph_.make_object(made);
    std::memcpy(node->data() + made->members[0].offset, bytes, size_of(primitive));
    return node;
  }

  Result<const Node*> pointer(const Value& value, std::string_view type, ValueKind kind) {
    const std::string_view digits = value.first->text;
    std::uint64_t bits = 0;
    std::int64_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto result = kind == ValueKind::Int64 ? std::from_chars(digits.data(), end, number)
                                                 : std::from_chars(digits.data(), end, bits);
    if (result.ec != std::errc() || result.ptr != end)
      return Error(ErrorCode::TypeMismatch, value.offset, "not a number");
    if (kind == ValueKind::Int64) bits = static_cast<std::uint64_t>(number);
    return one_member(type, "value", static_cast<Primitive>(kind), &bits);
  }

  Result<const Node*> object(const Value& value) {
    const std::string_view type = text_of(value, "type");
    if (text_of(value, "value").data() != nullptr) {
      const ValueKind kind = model::value_kind_of(type);
      if (kind == ValueKind::Uri) return text(value, kind);
      if (type == "System.Version") return text(value, ValueKind::Version);
    }
    const Value* members = value.find("members");
    if (type.empty() || members == nullptr || !members->is_object()) {
      return unsupported(value, "a dump of " + std::string(type) + " does not say its members");
    }
    std::vector<model::Member> list;
    list.reserve(members->count);
    for (const Value& member : *members) {
      list.emplace_back().name = member.name;
      list.back().recorded = recorded_member(member);
    }
    const model::Type* made = graph_.make_type(type, {}, list);
    model::ObjectNode* node = graph_.make_object(made);
    remember(value, node);
    std::size_t i = 0;
    for (const Value& member : *members) {
      const model::Member& to = made->members[i++];
      if (to.recorded.binary_type == BinaryType::Primitive) {
        std::uint64_t bytes[3] = {};
        DOTWIRE_TRY(load_fixed(member, static_cast<ValueKind>(to.recorded.primitive), bytes));
        std::memcpy(node->data() + to.offset, bytes, size_of(to.recorded.primitive));
      } else {
        open_.push_back({&member, &node->slot(to)});
      }
    }
    return static_cast<const Node*>(node);
  }

  Result<const Node*> array(const Value& value) {
    const RecordedType element = recorded_element(text_of(value, "array"));
    const Value* items = value.find("items");
    if (items == nullptr) return bytes(value);
    model::ArrayNode* node = nullptr;
    if (element.binary_type == BinaryType::Primitive) {
      const std::uint32_t width = size_of(element.primitive);
      std::vector<std::uint8_t> packed(std::size_t{items->count} * width + sizeof(std::uint64_t[3]));
      std::uint8_t* at = packed.data();
      for (const Value& item : *items) {
        DOTWIRE_TRY(load_fixed(item, static_cast<ValueKind>(element.primitive), at));
        at += width;
      }
      node = graph_.make_primitive_array(element.primitive, items->count, packed.data());
    } else {
      node = graph_.make_array(element, items->count);
      std::size_t i = 0;
      for (const Value& item : *items) open_.push_back({&item, &node->slots[i++]});
    }
    DOTWIRE_TRY(set_shape(value, *node));
    remember(value, node);
    return static_cast<const Node*>(node);
  }

  Result<const Node*> bytes(const Value& value) {
    DOTWIRE_TRY(const std::string content, load_text(value, ValueKind::Bytes));
    const Node* node = graph_.make_primitive_array(Primitive::Byte, content.size(), content.data());
    remember(value, node);
    return node;
  }

  // Lengths and lower bounds of arrays that are not the usual vector.
  Status set_shape(const Value& value, model::ArrayNode& node) {
    const Value* lengths = value.find("lengths");
    const Value* bounds = value.find("lowerBounds");
    const bool sane = lengths != nullptr && bounds != nullptr && lengths->count == bounds->count &&
                      lengths->count != 0 && lengths->count <= kMaxRank;
    if (!sane) return Error(ErrorCode::Malformed, value.offset, "an array without lengths and lower bounds");
    auto* length = graph_.arena().allocate_array<std::int32_t>(lengths->count);
    auto* bound = graph_.arena().allocate_array<std::int32_t>(lengths->count);
    std::uint64_t total = 1;
    bool has_bounds = false;
    const Value* at_bound = bounds->first;
    std::size_t i = 0;
    for (const Value& item : *lengths) {
      const auto number = index(item);
      if (!number || *number > INT32_MAX || total > UINT32_MAX) break;
      length[i] = static_cast<std::int32_t>(*number);
      total *= *number;
      const std::string_view text = at_bound->text;
      std::from_chars(text.data(), text.data() + text.size(), bound[i] = 0);
      has_bounds |= bound[i] != 0;
      at_bound = at_bound->next;
      ++i;
    }
    if (i != lengths->count || total != node.length)
      return Error(ErrorCode::Malformed, value.offset, "lengths do not fit the items");
    node.rank = static_cast<std::uint8_t>(lengths->count);
    node.lengths = length;
    node.lower_bounds = has_bounds ? bound : nullptr;
    if (node.rank > 1) node.array_kind = has_bounds ? 5 : 2;
    if (node.rank == 1 && has_bounds) node.array_kind = 3;
    return {};
  }

  Graph& graph_;
  std::vector<Work> open_;
  std::vector<const Node*> by_id_;
};

}  // namespace

Result<const Node*> load_node(const Value& value, Graph& graph) { return Loader(graph).run(value); }

}  // namespace dotwire::dump
