#include "formats/fast_serializer/comparable.h"

#include <cmath>
#include <cstring>

#include "base/load.h"
#include "clr/decimal.h"
#include "dotwire/table.h"

namespace dotwire::fast_serializer {

using model::ValueKind;

namespace {

template <class T>
bool same_number(const std::uint8_t* a, const std::uint8_t* b) {
  const T left = load<T>(a);
  const T right = load<T>(b);
  return left == right || (std::isnan(left) && std::isnan(right));
}

}  // namespace

bool is_equal(ValueKind kind, const std::uint8_t* a, const std::uint8_t* b) {
  switch (kind) {
    case ValueKind::Double:
    case ValueKind::SqlDouble: return same_number<double>(a, b);
    case ValueKind::Single:
    case ValueKind::SqlSingle: return same_number<float>(a, b);
    case ValueKind::Decimal: {
      const auto left = load<Decimal>(a);
      const auto right = load<Decimal>(b);
      if (left.flags == right.flags) return left == right;
      return compare(left, right) == 0;
    }
    case ValueKind::DateTime: return load<DateTime>(a).ticks() == load<DateTime>(b).ticks();
    case ValueKind::DateTimeOffset: {
      const auto left = load<model::DateTimeOffsetCell>(a);
      const auto right = load<model::DateTimeOffsetCell>(b);
      return left.clock_ticks - left.offset_minutes * 600'000'000 ==
             right.clock_ticks - right.offset_minutes * 600'000'000;
    }
    default: return std::memcmp(a, b, model::cell_width(kind)) == 0;
  }
}

bool may_differ(ValueKind kind) {
  return kind == ValueKind::DateTime || kind == ValueKind::Decimal || kind == ValueKind::DateTimeOffset ||
         kind == ValueKind::Double || kind == ValueKind::Single || kind == ValueKind::Object;
}

bool has_equality(ValueKind kind) {
  switch (kind) {
    case ValueKind::Bytes:
    case ValueKind::Chars:
    case ValueKind::SqlBytes:
    case ValueKind::SqlChars:
    case ValueKind::SqlXml:
    case ValueKind::Object: return false;
    default: return true;
  }
}

bool is_equal(const Comparable& a, const Comparable& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Comparable::Kind::Null:
    case Comparable::Kind::DBNull: return true;
    case Comparable::Kind::Identity: return a.identity == b.identity;
    case Comparable::Kind::Value: break;
  }
  if (a.value != b.value) return false;
  if (a.bytes == nullptr || b.bytes == nullptr) return a.bytes == b.bytes && a.text == b.text;
  return is_equal(a.value, a.bytes, b.bytes);
}

bool is_identical(ValueKind kind, const std::uint8_t* a, const std::uint8_t* b) {
  if (std::memcmp(a, b, model::cell_width(kind)) == 0) return true;
  switch (kind) {
    // Zeros and the ends of time have a code each, without a sign or a kind.
    case ValueKind::Single: return load<float>(a) == 0;
    case ValueKind::Double: return load<double>(a) == 0;
    case ValueKind::DateTime: {
      const std::int64_t ticks = load<DateTime>(a).ticks();
      return ticks == 0 || ticks == DateTime::kMaxTicks;
    }
    default: return false;
  }
}

bool is_identical(const Comparable& a, const Comparable& b) {
  return a.bytes == nullptr || b.bytes == nullptr || is_identical(a.value, a.bytes, b.bytes);
}

Comparable comparable_of(const model::Node* node) {
  Comparable made;
  if (node == nullptr) return made;
  made.kind = Comparable::Kind::Value;
  if (const auto* text = model::as_string(node); text != nullptr) {
    made.value = ValueKind::String;
    made.text = text->view();
    return made;
  }
  const auto* scalar = model::as_scalar(node);
  if (scalar != nullptr && scalar->value_kind == ValueKind::DBNull) {
    made.kind = Comparable::Kind::DBNull;
    return made;
  }
  // Wider values lie otherwise in a node than in a cell.
  const bool plain = scalar != nullptr && !scalar->sql_null && has_equality(scalar->value_kind) &&
                     scalar->value_kind != ValueKind::DateTimeOffset && scalar->value_kind != ValueKind::SqlDecimal;
  if (!plain) {
    made.kind = Comparable::Kind::Identity;
    made.identity = node;
    return made;
  }
  made.value = scalar->value_kind;
  if (scalar->has_text()) {
    made.text = scalar->text();
  } else {
    made.bytes = scalar->value;
  }
  return made;
}

}  // namespace dotwire::fast_serializer
