#include "model/first_difference_graph.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/unicode.h"
#include "model/well_known.h"

namespace dotwire::model {
namespace {

// An object that one graph holds once and the other in several places is compared with each of them, up to so many.
constexpr std::size_t kMaxPartners = 4;

bool same_scalar(const Scalar& a, const Scalar& b) {
  if (a.kind != b.kind || a.sql_null != b.sql_null) return false;
  if (a.sql_null) return true;
  if (a.kind == ValueKind::Type) {
    return open_display_name(split_qualified_name(a.text).type) == open_display_name(split_qualified_name(b.text).type);
  }
  if (storage_of(a.kind) == Storage::Varying) return a.text == b.text;
  return std::memcmp(a.bytes, b.bytes, cell_width(a.kind)) == 0;
}

bool is_value_array(const ArrayNode& array, Primitive primitive) {
  return array.rank == 1 && array.is_primitive() && array.element.primitive == primitive &&
         (array.lower_bounds == nullptr || array.lower_bounds[0] == 0);
}

// A byte[] or char[] as the single value that a table's cell would be.
bool array_scalar(const Node& node, Scalar& scalar) {
  const ArrayNode* array = as_array(&node);
  if (array == nullptr) return false;
  scalar.clear();
  if (is_value_array(*array, Primitive::Byte)) {
    scalar.kind = ValueKind::Bytes;
    scalar.text = {reinterpret_cast<const char*>(array->primitives), static_cast<std::size_t>(array->length)};
    return true;
  }
  if (!is_value_array(*array, Primitive::Char)) return false;
  std::u16string units(array->length, u'\0');
  if (!units.empty()) std::memcpy(units.data(), array->primitives, 2 * units.size());
  scalar.kind = ValueKind::Chars;
  scalar.storage = utf16_to_wtf8(units);
  scalar.text = scalar.storage;
  return true;
}

bool is_array_scalar(const Scalar& scalar) {
  return scalar.kind == ValueKind::Bytes || scalar.kind == ValueKind::Chars;
}

class Comparison {
 public:
  bool run(const Node* a, const Node* b) {
    if (!same(node_value(a), node_value(b))) return false;
    while (!open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      if (!same_nodes(*pair.a, *pair.b)) return false;
    }
    return true;
  }

 private:
  struct Pair {
    const Node* a;
    const Node* b;
  };

  // Compares single values at once and puts objects and arrays off.
  bool same(const Value& a, const Value& b) {
    if (a.kind == Value::Kind::Null || b.kind == Value::Kind::Null) return a.kind == b.kind;
    const bool a_single = single(a, left_);
    const bool b_single = single(b, right_);
    if (a_single && b_single) return same_scalar(left_, right_);
    if (a_single != b_single) return same_with_array(a, a_single, b);
    open_.push_back({a.node(), b.node()});
    return true;
  }

  bool same_with_array(const Value& a, bool a_single, const Value& b) {
    Scalar& scalar = a_single ? left_ : right_;
    const Value& other = a_single ? b : a;
    if (!is_array_scalar(scalar) || other.node() == nullptr) return false;
    Scalar of_array;
    return array_scalar(*other.node(), of_array) && same_scalar(scalar, of_array);
  }

  static bool single(const Value& value, Scalar& scalar) {
    switch (value.kind) {
      case Value::Kind::Primitive: scalar_of(value, scalar); return true;
      case Value::Kind::Text:
        scalar.clear();
        scalar.kind = ValueKind::String;
        scalar.text = value.text();
        return true;
      case Value::Kind::Node: return scalar_of(*value.node(), scalar);
      case Value::Kind::Null: return false;
    }
    return false;
  }

  // True where these two were compared before, or are being compared.
  bool is_known(const Node& a, const Node& b, bool& too_many) {
    std::vector<const Node*>& partners = partners_[&a];
    if (std::ranges::find(partners, &b) != partners.end()) return true;
    too_many = partners.size() >= kMaxPartners;
    partners.push_back(&b);
    return false;
  }

  bool same_nodes(const Node& a, const Node& b) {
    bool too_many = false;
    if (is_known(a, b, too_many)) return true;
    if (too_many || a.kind != b.kind) return false;
    if (a.kind == NodeKind::Array)
      return same_arrays(static_cast<const ArrayNode&>(a), static_cast<const ArrayNode&>(b));
    return same_objects(static_cast<const ObjectNode&>(a), static_cast<const ObjectNode&>(b));
  }

  bool same_arrays(const ArrayNode& a, const ArrayNode& b) {
    if (a.rank != b.rank || a.length != b.length) return false;
    for (std::size_t i = 0; i < a.rank; ++i) {
      const std::int32_t a_bound = a.lower_bounds == nullptr ? 0 : a.lower_bounds[i];
      const std::int32_t b_bound = b.lower_bounds == nullptr ? 0 : b.lower_bounds[i];
      if (a.lengths[i] != b.lengths[i] || a_bound != b_bound) return false;
    }
    if (display_name(a.element) != display_name(b.element)) return false;
    if (a.is_primitive() && b.is_primitive()) {
      const std::size_t size = a.length * size_of(a.element.primitive);
      return size == 0 || std::memcmp(a.primitives, b.primitives, size) == 0;
    }
    return same_elements(Sequence(ArraySlice{&a, 0, a.length}), Sequence(ArraySlice{&b, 0, b.length}));
  }

  // Listed values, then a slice.
  class Sequence {
   public:
    explicit Sequence(ArraySlice slice) : cursor_(slice) {}
    explicit Sequence(const View& view) : values_(&view.values), cursor_(view.slice) {}
    bool next(Value& value) {
      if (values_ == nullptr || at_ == values_->size()) return cursor_.next(value);
      value = (*values_)[at_++];
      return true;
    }

   private:
    const std::vector<Value>* values_ = nullptr;
    std::size_t at_ = 0;
    ElementCursor cursor_;
  };

  // Runs of nulls count as a whole: they may be cut differently.
  bool same_elements(Sequence left, Sequence right) {
    Value from_left = null_value(0);
    Value from_right = null_value(0);
    for (;;) {
      const bool has_left = from_left.count != 0 || left.next(from_left);
      const bool has_right = from_right.count != 0 || right.next(from_right);
      if (!has_left || !has_right) return has_left == has_right;
      if (!same(from_left, from_right)) return false;
      const std::uint32_t both = std::min(from_left.count, from_right.count);
      from_left.count -= both;
      from_right.count -= both;
    }
  }

  bool same_objects(const ObjectNode& a, const ObjectNode& b) {
    View left;
    View right;
    look_at(a, left);
    look_at(b, right);
    if (left.shape != right.shape) return false;
    if (left.shape == Shape::Delegate) {
      if (display_name(left.type_name) != display_name(right.type_name)) return false;
    } else if (a.type != b.type && display_name(a.type->name) != display_name(b.type->name)) {
      return false;
    }
    switch (left.shape) {
      case Shape::Object: return same_members(a, b);
      case Shape::Items: return same_elements(Sequence(left), Sequence(right));
      case Shape::Text:
      case Shape::Bits: return left.scalar.text == right.scalar.text;
      case Shape::Pointer:
      case Shape::UPointer: return left.scalar.get<std::uint64_t>() == right.scalar.get<std::uint64_t>();
      case Shape::Scalar: return same_scalar(left.scalar, right.scalar);
      case Shape::Entries:
        if (left.hash_order && right.hash_order) return same_hash_entries(left.values, right.values);
        return same_values(left.values, right.values);
      default: return same_values(left.values, right.values);
    }
  }

  // What the values borrow from must outlive the walk: texts that are made of several are compared here and now.
  bool same_values(const std::vector<Value>& a, const std::vector<Value>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  }

  // The order of a hash table says nothing: entries are found by text keys, else taken in order.
  bool same_hash_entries(const std::vector<Value>& a, const std::vector<Value>& b) {
    if (a.size() != b.size()) return false;
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < b.size(); i += 2) {
      const StringNode* key = as_string(b[i].node());
      if (key == nullptr) return same_values(a, b);
      places.emplace(key->view(), i);
    }
    for (std::size_t i = 0; i < a.size(); i += 2) {
      const StringNode* key = as_string(a[i].node());
      const auto place = key == nullptr ? places.end() : places.find(key->view());
      if (place == places.end() || !same(a[i + 1], b[place->second + 1])) return false;
    }
    return true;
  }

  bool same_members(const ObjectNode& a, const ObjectNode& b) {
    if (a.type->members.size() != b.type->members.size()) return false;
    for (std::size_t i = 0; i < a.type->members.size(); ++i) {
      const Member& left = a.type->members[i];
      const Member* right = &b.type->members[i];
      if (left.name != right->name) return false;
      if (!same(value_of(a, left), value_of(b, *right))) return false;
    }
    return true;
  }

  std::vector<Pair> open_;
  std::unordered_map<const Node*, std::vector<const Node*>> partners_;
  Scalar left_;
  Scalar right_;
};

}  // namespace

bool same_value(const Node* a, const Node* b) { return Comparison().run(a, b); }

}  // namespace dotwire::model
