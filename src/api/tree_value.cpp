#include "api/tree_value.h"

#include "api/names_for_people.h"
#include "model/value_text.h"
#include "wire/nrbf/event_text.h"

namespace dotwire {
namespace {

std::string hex_text(const std::uint8_t* bytes, std::uint64_t size, std::size_t max_text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (text.size() + 3 > max_text) return text + " ...";
    if (i != 0) text += ' ';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

}  // namespace

std::string quoted(std::string_view text, std::size_t max_text) {
  return '"' + nrbf::quoted_part(text, max_text) + '"';
}

std::string kind_name(model::ValueKind kind) { return type_for_people(model::clr_name(kind)); }

std::string scalar_text(const model::Scalar& scalar, std::size_t max_text) {
  using model::ValueKind;
  if (scalar.kind == ValueKind::DBNull || scalar.sql_null) return "null";
  if (model::storage_of(scalar.kind) == model::Storage::Fixed) {
    const std::string text = model::value_text(scalar.kind, scalar.bytes);
    return scalar.kind == ValueKind::Char ? "'" + nrbf::quoted_part(text, max_text) + "'" : text;
  }
  if (scalar.kind == ValueKind::Bytes || scalar.kind == ValueKind::SqlBinary || scalar.kind == ValueKind::SqlBytes) {
    return hex_text(reinterpret_cast<const std::uint8_t*>(scalar.text.data()), scalar.text.size(), max_text);
  }
  return quoted(scalar.text, max_text);
}

std::string primitive_value_text(Primitive primitive, const void* value) {
  const std::string text = model::value_text(static_cast<model::ValueKind>(primitive), value);
  return primitive == Primitive::Char ? "'" + nrbf::quoted_part(text, text.size()) + "'" : text;
}

std::string primitive_array_text(const model::ArrayNode& array, std::size_t max_text) {
  if (array.element.primitive == Primitive::Byte) return hex_text(array.primitives, array.length, max_text);
  std::string text;
  const std::size_t size = size_of(array.element.primitive);
  for (std::uint64_t i = 0; i < array.length; ++i) {
    if (i != 0) text += ", ";
    if (text.size() > max_text) return text + "...";
    text += primitive_value_text(array.element.primitive, array.primitives + i * size);
  }
  return text;
}

std::string array_type_text(const model::ArrayNode& array, bool raw_names) {
  std::string text = model::display_name(array.element);
  if (!raw_names) text = type_for_people(text);
  // A jagged array's rank stands in front of those of its elements.
  const std::size_t inner = text.find_last_not_of("[],*");
  std::string ranks = "[";
  for (int i = 0; i < array.rank; ++i) {
    if (i != 0) ranks += ',';
    if (array.lower_bounds != nullptr) {
      const std::int64_t lowest = array.lower_bounds[i];
      ranks += std::to_string(lowest) + ".." + std::to_string(lowest + array.lengths[i] - 1);
    } else if (array.rank > 1) {
      ranks += std::to_string(array.lengths[i]);
    }
  }
  ranks += ']';
  const bool generic = inner != std::string::npos && text[inner] != ']' && text.find('[') > inner;
  text.insert(generic ? inner + 1 : text.size(), ranks);
  return text;
}

}  // namespace dotwire
