#include "formats/fast_serializer/node_losses.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/load.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "clr/uri.h"
#include "formats/fast_serializer/comparable.h"
#include "model/well_known.h"

namespace dotwire::fast_serializer {

using model::ArrayNode;
using model::Node;
using model::ValueKind;

namespace {

constexpr std::string_view kScaleLoss = "a Decimal with a scale that the writer drops";
constexpr std::string_view kAmbiguousLoss = "a local time that says which pass through its hour it is";

// What the short form drops, where the writer drops it.
bool drops_scale(const Decimal& value, const EncodeOptions& options) {
  return options.decimals == DecimalScale::Default && options.optimize && options.dialect != Dialect::A &&
         value.scale() != 0 && is_integral(value);
}

bool loses_scale(const Decimal& value, const EncodeOptions& options) {
  if (options.decimals == DecimalScale::Exact || value.scale() == 0) return false;
  return value.is_zero() || compare(value, Decimal{1, 0, 0, 0}) == 0 || drops_scale(value, options);
}

bool loses_pass(DateTime value, const EncodeOptions& options) {
  return value.ambiguous() && options.optimize && is_whole_milliseconds(value.ticks());
}

// Gathers what is lost of a node and of the elements of its arrays.
class NodeLosses {
 public:
  explicit NodeLosses(const EncodeOptions& options) : options_(options) {}

  std::vector<std::string_view> of(const Node* root) {
    add(root);
    return rest();
  }

  std::vector<std::string_view> of(const std::vector<const Node*>& values) {
    const Node* before = nullptr;
    for (const Node* node : values) add_element(node, before);
    return rest();
  }

 private:
  std::vector<std::string_view> rest() {
    while (!open_.empty()) {
      const Node* const node = open_.back();
      open_.pop_back();
      add_elements(*node);
    }
    return std::move(found_);
  }

  void found(std::string_view what) {
    if (!what.empty() && std::ranges::find(found_, what) == found_.end()) found_.push_back(what);
  }

  void add(const Node* node) {
    if (node == nullptr) return;
    if (const auto* text = model::as_string(node); text != nullptr) return found(lost_of_text(text->view()));
    if (const auto* scalar = model::as_scalar(node); scalar != nullptr) {
      if (scalar->value_kind == ValueKind::Chars) return found(lost_of_text(scalar->text()));
      if (scalar->value_kind == ValueKind::Uri) return found(lost_of_uri(scalar->text()));
      return scalar->has_text() ? void() : found(lost_of(scalar->value_kind, scalar->value, options_));
    }
    if (seen_.insert(node).second) open_.push_back(node);
  }

  void add_element(const Node* node, const Node*& before) {
    if (before != nullptr && node != nullptr && options_.decimals != DecimalScale::Exact) {
      const Comparable first = comparable_of(before);
      const Comparable second = comparable_of(node);
      if (is_equal(first, second) && !is_identical(first, second)) found(kMergedLoss);
    }
    add(node);
    before = node;
  }

  // Other objects go as payloads, which lose nothing.
  void add_elements(const Node& node) {
    if (const auto* array = model::as_array(&node); array != nullptr) {
      if (array->rank != 1 || array->lower_bounds != nullptr) return;
      return array->is_primitive() ? add_primitives(*array) : add_slice({array, 0, array->length});
    }
    const auto* object = model::as_object(&node);
    if (object == nullptr || object->type->name != "System.Collections.ArrayList") return;
    model::View view;
    model::look_at(*object, view);
    if (view.shape == model::Shape::Items && view.slice.array != nullptr) add_slice(view.slice);
  }

  void add_slice(const model::ArraySlice& slice) {
    model::ElementCursor cursor(slice);
    model::Value value;
    const Node* before = nullptr;
    while (cursor.next(value)) {
      if (value.kind == model::Value::Kind::Node) {
        add_element(value.node(), before);
      } else if (value.kind == model::Value::Kind::Text) {
        found(lost_of_text(value.text()));
      }
    }
  }

  void add_primitives(const ArrayNode& array) {
    const Primitive element = array.element.primitive;
    for (std::uint64_t i = 0; i < array.length; ++i) {
      const std::uint8_t* const at = array.primitives + i * size_of(element);
      switch (element) {
        case Primitive::Decimal: found(drops_scale(load<Decimal>(at), options_) ? kScaleLoss : ""); break;
        case Primitive::DateTime: found(loses_pass(load<DateTime>(at), options_) ? kAmbiguousLoss : ""); break;
        case Primitive::Char: add_chars(array); return;
        default: return;
      }
    }
  }

  void add_chars(const ArrayNode& array) {
    std::u16string units(static_cast<std::size_t>(array.length), u'\0');
    std::memcpy(units.data(), array.primitives, 2 * units.size());
    found(lost_of_text(utf16_to_wtf8(units)));
  }

  const EncodeOptions& options_;
  std::vector<std::string_view> found_;
  std::vector<const Node*> open_;
  std::unordered_set<const Node*> seen_;
};

}  // namespace

std::string_view lost_of(ValueKind kind, const std::uint8_t* bytes, const EncodeOptions& options) {
  switch (kind) {
    case ValueKind::Single:
      return load<float>(bytes) == 0 && std::signbit(load<float>(bytes)) ? "a zero with a sign" : "";
    case ValueKind::Double:
      return load<double>(bytes) == 0 && std::signbit(load<double>(bytes)) ? "a zero with a sign" : "";
    case ValueKind::Decimal: {
      const auto value = load<Decimal>(bytes);
      if (loses_scale(value, options)) return kScaleLoss;
      return value.is_zero() && value.negative() && options.decimals != DecimalScale::Exact ? "a zero with a sign" : "";
    }
    case ValueKind::DateTime: {
      const auto value = load<DateTime>(bytes);
      const bool end = value.ticks() == 0 || value.ticks() == DateTime::kMaxTicks;
      if (end && value.kind() != DateTimeKind::Unspecified) return "the first or last DateTime with a kind";
      return loses_pass(value, options) ? kAmbiguousLoss : "";
    }
    case ValueKind::Char: {
      const auto unit = load<char16_t>(bytes);
      return unit >= 0xD800 && unit < 0xE000 ? "half of a surrogate pair as a Char, which becomes U+FFFD," : "";
    }
    default: return {};
  }
}

std::string_view lost_of_text(std::string_view text) {
  return find_lone_surrogate(text) == kValid ? "" : "text with a lone surrogate";
}

std::string_view lost_of_uri(std::string_view text) {
  return is_respelled(text) ? "a Uri in another spelling than AbsoluteUri" : "";
}

std::vector<std::string_view> lost_in(const Node* node, const EncodeOptions& options) {
  return NodeLosses(options).of(node);
}

std::vector<std::string_view> lost_in(const std::vector<const Node*>& values, const EncodeOptions& options) {
  return NodeLosses(options).of(values);
}

}  // namespace dotwire::fast_serializer
