#include "api/object_summary.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "api/names_for_people.h"
#include "api/tree_value.h"
#include "model/value_text.h"
#include "model/well_known.h"
#include "wire/nrbf/event_text.h"

namespace dotwire {
namespace {

using model::ObjectNode;
using model::Value;

// The members of one object, asked by name.
class Members {
 public:
  Members(const ObjectNode& object, std::size_t max_text) : object_(object), max_text_(max_text) {}

  Value value(std::string_view name) const {
    for (const model::Member& member : object_.type->members) {
      if (member.name == name) return model::value_of(object_, member);
    }
    return {};
  }
  bool has(std::string_view name) const {
    return std::ranges::any_of(object_.type->members, [name](const auto& member) { return member.name == name; });
  }
  std::optional<std::string_view> text(std::string_view name) const {
    const Value found = value(name);
    if (found.kind == Value::Kind::Text) return found.text();
    const model::StringNode* node = model::as_string(found.node());
    return node != nullptr ? std::optional(node->view()) : std::nullopt;
  }
  const ObjectNode* object(std::string_view name) const { return model::as_object(value(name).node()); }
  std::optional<std::int64_t> integer(std::string_view name) const { return model::integer_member(object_, name); }
  // A number as its text.
  std::optional<std::string> number(std::string_view name) const {
    const Value found = value(name);
    if (found.kind != Value::Kind::Primitive) return std::nullopt;
    return primitive_value_text(found.primitive, found.pointer);
  }
  std::string quote(std::string_view text) const { return quoted(text, max_text_); }
  std::string quoted_member(std::string_view name) const {
    const std::optional<std::string_view> found = text(name);
    return found ? quote(*found) : std::string();
  }
  std::size_t max_text() const { return max_text_; }

 private:
  const ObjectNode& object_;
  std::size_t max_text_;
};

// Exceptions of any class are known by the members that Exception.GetObjectData gives.
std::string exception_text(const Members& members) {
  if (!members.has("ClassName") || !members.has("Message") || !members.has("StackTraceString")) return {};
  return members.quoted_member("Message");
}

// ---- comparers

std::string culture_of(const Members& compare_info) {
  const std::optional<std::string_view> name = compare_info.text("m_name");
  if (!name) return {};
  return name->empty() ? "the invariant culture" : "culture " + compare_info.quote(*name);
}

// CompareOptions and the flag that older runtimes have.
bool ignores_case(const Members& members) {
  constexpr std::int64_t kIgnoreCase = 1;
  constexpr std::int64_t kOrdinalIgnoreCase = 0x10000000;
  if (members.integer("_ignoreCase").value_or(0) != 0) return true;
  std::int64_t options = members.integer("_options").value_or(0);
  if (const ObjectNode* boxed = members.object("_options")) {
    options = model::integer_member(*boxed, "value__").value_or(0);
  }
  return (options & (kIgnoreCase | kOrdinalIgnoreCase)) != 0;
}

std::string culture_comparer_text(const Members& members) {
  const ObjectNode* info = members.object("_compareInfo");
  if (info == nullptr) return {};
  std::string text = culture_of(Members(*info, members.max_text()));
  if (!text.empty() && ignores_case(members)) text += ", ignoring case";
  return text;
}

std::string ordinal_text(const Members& members) {
  return ignores_case(members) ? "ordinal, ignoring case" : "ordinal";
}

std::string ordinal_ignore_case_text(const Members&) { return "ordinal, ignoring case"; }

// CaseInsensitiveComparer, CaseInsensitiveHashCodeProvider, Comparer.
std::string collections_comparer_text(const Members& members) {
  for (const std::string_view name : {"m_compareInfo", "CompareInfo"}) {
    if (const ObjectNode* info = members.object(name)) return culture_of(Members(*info, members.max_text()));
  }
  return {};
}

std::string text_info_text(const Members& members) {
  const ObjectNode* info = members.object("m_text");
  return info != nullptr ? culture_of(Members(*info, members.max_text())) : std::string();
}

constexpr std::string_view kEquality = "default equality";
constexpr std::string_view kOrder = "default order";
std::string equality_text(const Members&) { return std::string(kEquality); }
std::string order_text(const Members&) { return std::string(kOrder); }

// ---- System.Drawing, Windows Forms

std::string image_text(const Members& members, std::string_view name) {
  const model::ArrayNode* data = model::as_array(members.value(name).node());
  if (data == nullptr || data->element.primitive != Primitive::Byte || data->primitives == nullptr) return {};
  std::string text = image_summary(data->primitives, static_cast<std::size_t>(data->length));
  if (text.empty()) text = "data";
  return text + ", " + std::to_string(data->length) + " bytes";
}

std::string data_image_text(const Members& members) { return image_text(members, "Data"); }
std::string icon_text(const Members& members) { return image_text(members, "IconData"); }

// "{X=1, Y=2}"
std::string numbers_text(const Members& members, std::initializer_list<std::pair<const char*, const char*>> names) {
  std::string text = "{";
  for (const auto& [member, shown] : names) {
    const std::optional<std::string> number = members.number(member);
    if (!number) return {};
    text += (text.size() == 1 ? "" : ", ") + std::string(shown) + "=" + *number;
  }
  return text + "}";
}

std::string point_text(const Members& members) { return numbers_text(members, {{"x", "X"}, {"y", "Y"}}); }
std::string size_text(const Members& members) {
  return numbers_text(members, {{"width", "Width"}, {"height", "Height"}});
}
std::string rectangle_text(const Members& members) {
  return numbers_text(members, {{"x", "X"}, {"y", "Y"}, {"width", "Width"}, {"height", "Height"}});
}

std::string font_text(const Members& members) {
  const std::optional<std::string> size = members.number("Size");
  const std::string name = members.quoted_member("Name");
  if (!size || name.empty()) return {};
  static constexpr std::array<const char*, 7> kUnits = {"world", "display", "px", "pt", "in", "doc", "mm"};
  std::string text = name + ", " + *size;
  std::int64_t style = 0;
  if (const ObjectNode* unit = members.object("Unit")) {
    const auto value = static_cast<std::uint64_t>(model::integer_member(*unit, "value__").value_or(3));
    text += value < kUnits.size() ? std::string(" ") + kUnits[value] : std::string();
  }
  if (const ObjectNode* boxed = members.object("Style")) style = model::integer_member(*boxed, "value__").value_or(0);
  constexpr std::array<const char*, 4> kStyles = {"bold", "italic", "underlined", "struck out"};
  for (std::size_t i = 0; i < kStyles.size(); ++i) {
    if ((style >> i & 1) != 0) text += std::string(", ") + kStyles[i];
  }
  return text;
}

// ---- all others

std::string caption_text(const Members& members) { return members.quoted_member("Text"); }
std::string header_text(const Members& members) { return members.quoted_member("Header"); }
std::string time_zone_text(const Members& members) { return members.quoted_member("Id"); }

std::string cookie_text(const Members& members) {
  const std::string name = members.quoted_member("m_name");
  if (name.empty()) return {};
  std::string text = name + " = " + members.quoted_member("m_value");
  if (const std::string domain = members.quoted_member("m_domain"); domain.size() > 2) text += " of " + domain;
  return text;
}

std::string complex_text(const Members& members) {
  const std::optional<std::string> real = members.number("m_real");
  const std::optional<std::string> imaginary = members.number("m_imaginary");
  return real && imaginary ? "(" + *real + ", " + *imaginary + ")" : std::string();
}

// A method or another member, as reflection names it.
std::string member_info_text(const Members& members) {
  const std::string signature = members.quoted_member("Signature");
  const std::string text = signature.empty() ? members.quoted_member("Name") : signature;
  const std::string declaring = members.quoted_member("ClassName");
  return declaring.empty() || text.empty() ? text : text + " of " + declaring;
}

// An object of another process: an address that a reader of .NET would connect to.
std::string remote_text(const Members& members) {
  const std::string uri = members.quoted_member("uri");
  return uri.empty() ? "a remote object" : "a remote object at " + uri;
}

struct Rule {
  std::string_view type;  // definition name
  std::string (*text)(const Members&);
};

// By name, sorted.
constexpr std::array kRules = std::to_array<Rule>({
    {"System.Collections.CaseInsensitiveComparer", collections_comparer_text},
    {"System.Collections.CaseInsensitiveHashCodeProvider", text_info_text},
    {"System.Collections.Comparer", collections_comparer_text},
    {"System.Collections.Generic.ByteEqualityComparer", equality_text},
    {"System.Collections.Generic.EnumEqualityComparer`1", equality_text},
    {"System.Collections.Generic.GenericComparer`1", order_text},
    {"System.Collections.Generic.GenericEqualityComparer`1", equality_text},
    {"System.Collections.Generic.NonRandomizedStringEqualityComparer", equality_text},
    {"System.Collections.Generic.NullableComparer`1", order_text},
    {"System.Collections.Generic.NullableEqualityComparer`1", equality_text},
    {"System.Collections.Generic.ObjectComparer`1", order_text},
    {"System.Collections.Generic.ObjectEqualityComparer`1", equality_text},
    {"System.CultureAwareComparer", culture_comparer_text},
    {"System.Drawing.Bitmap", data_image_text},
    {"System.Drawing.Font", font_text},
    {"System.Drawing.Icon", icon_text},
    {"System.Drawing.Imaging.Metafile", data_image_text},
    {"System.Drawing.Point", point_text},
    {"System.Drawing.PointF", point_text},
    {"System.Drawing.Rectangle", rectangle_text},
    {"System.Drawing.RectangleF", rectangle_text},
    {"System.Drawing.Size", size_text},
    {"System.Drawing.SizeF", size_text},
    {"System.Globalization.CompareInfo", culture_of},
    {"System.Net.Cookie", cookie_text},
    {"System.Numerics.Complex", complex_text},
    {"System.OrdinalCaseSensitiveComparer", ordinal_text},
    {"System.OrdinalComparer", ordinal_text},
    {"System.OrdinalIgnoreCaseComparer", ordinal_ignore_case_text},
    {"System.Reflection.MemberInfoSerializationHolder", member_info_text},
    {"System.Runtime.Remoting.ObjRef", remote_text},
    {"System.TimeZoneInfo", time_zone_text},
    {"System.Windows.Forms.AxHost+State", data_image_text},
    {"System.Windows.Forms.ImageListStreamer", data_image_text},
    {"System.Windows.Forms.ListViewGroup", header_text},
    {"System.Windows.Forms.ListViewItem", caption_text},
    {"System.Windows.Forms.TreeNode", caption_text},
});
static_assert(std::ranges::is_sorted(kRules, {}, &Rule::type));

}  // namespace

std::string comparer_summary(const ObjectNode& collection, std::size_t max_text) {
  const Members members(collection, max_text);
  for (const std::string_view name : {"Comparer", "KeyComparer", "comparer"}) {
    const ObjectNode* comparer = members.object(name);
    if (comparer == nullptr) continue;
    const std::string text = object_summary(*comparer, max_text);
    if (text == kEquality || text == kOrder) return {};
    return text.empty() ? "by " + type_for_people(nrbf::quoted_part(comparer->type->name, max_text)) : text;
  }
  return {};
}

std::string object_summary(const ObjectNode& object, std::size_t max_text) {
  const Members members(object, max_text);
  const std::string_view name = model::definition_name(object.type->name);
  const auto rule = std::ranges::lower_bound(kRules, name, {}, &Rule::type);
  if (rule != kRules.end() && rule->type == name) return rule->text(members);
  return exception_text(members);
}

}  // namespace dotwire
