#include "api/object_facts.h"

#include <cstdio>
#include <string_view>

#include "model/well_known.h"

namespace dotwire {
namespace {

using model::Value;

Value member_value(const model::ObjectNode& object, std::string_view name) {
  for (const model::Member& member : object.type->members) {
    if (member.name == name) return model::value_of(object, member);
  }
  return {};
}

template <class T>
std::optional<T> number(const model::ObjectNode& object, std::string_view name, Primitive primitive) {
  const Value value = member_value(object, name);
  if (value.kind != Value::Kind::Primitive || value.primitive != primitive) return std::nullopt;
  T result;
  std::memcpy(&result, value.pointer, sizeof(T));
  return result;
}

std::string_view text_member(const model::ObjectNode& object, std::string_view name) {
  const model::StringNode* text = model::as_string(member_value(object, name).node());
  return text == nullptr ? std::string_view() : text->view();
}

}  // namespace

std::optional<std::string> color_text(const model::ObjectNode& object) {
  constexpr std::int16_t kKnown = 1;
  constexpr std::int16_t kArgb = 2;
  if (object.type->name != "System.Drawing.Color" || object.type->members.size() != 4) return std::nullopt;
  const auto value = number<std::int64_t>(object, "value", Primitive::Int64);
  const auto known = number<std::int16_t>(object, "knownColor", Primitive::Int16);
  const auto state = number<std::int16_t>(object, "state", Primitive::Int16);
  if (!value || !known || !state) return std::nullopt;
  if ((*state & kKnown) != 0) return "known color " + std::to_string(*known);
  const std::string_view name = text_member(object, "name");
  char argb[16] = "";
  if ((*state & kArgb) != 0) std::snprintf(argb, sizeof argb, "#%08X", static_cast<unsigned>(*value));
  if (name.empty()) return argb[0] == 0 ? std::string("no color") : std::string(argb);
  return argb[0] == 0 ? std::string(name) : std::string(name) + " " + argb;
}

bool is_placeholder(const model::ObjectNode& object) {
  const std::string_view type = object.type->name;
  if (type != "System.NotSupportedException" && type != "System.PlatformNotSupportedException") return false;
  const std::string_view message = text_member(object, "Message");
  return message.find("BinaryFormatter") != std::string_view::npos ||
         message.find("binaryformatter") != std::string_view::npos;
}

}  // namespace dotwire
