#include "formats/dataset_binary/keys.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/load.h"
#include "base/try.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

using model::Member;
using model::Node;

Error error_at(std::string_view path, std::string message, ErrorCode code) {
  Error error(code, std::move(message));
  error.set_path(std::string(path));
  return error;
}

namespace {

// Names are short: no call.
inline bool same_bytes(const char* a, const char* b, std::size_t size) {
  if (size < 4) {
    for (std::size_t i = 0; i < size; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }
  if (size < 8) {
    return load<std::uint32_t>(a) == load<std::uint32_t>(b) &&
           load<std::uint32_t>(a + size - 4) == load<std::uint32_t>(b + size - 4);
  }
  for (std::size_t i = 0; i + 8 < size; i += 8) {
    if (load<std::uint64_t>(a + i) != load<std::uint64_t>(b + i)) return false;
  }
  return load<std::uint64_t>(a + size - 8) == load<std::uint64_t>(b + size - 8);
}

}  // namespace

// What the names of a column differ in comes last.
inline bool Keys::is_named(const Member& member, std::string_view name) const {
  return member.name.size() == prefix_.size() + name.size() &&
         same_bytes(member.name.data() + prefix_.size(), name.data(), name.size()) &&
         same_bytes(member.name.data(), prefix_.data(), prefix_.size());
}

void Keys::set_prefix(std::string_view stem, std::size_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, std::end(digits), number).ptr;
  prefix_.assign(stem);
  prefix_.append(digits, end);
  prefix_ += '.';
}

bool Keys::is_next(std::string_view name) const {
  return next_ < object_.type->members.size() && is_named(object_.type->members[next_], name);
}

inline const Member* Keys::look_up(std::string_view name) {
  const auto members = object_.type->members;
  if (next_ < members.size() && is_named(members[next_], name)) return &members[next_++];
  return look_around(name);
}

const Member* Keys::look_around(std::string_view name) {
  // Most stand near by: an index of all names costs more than a small table.
  const auto members = object_.type->members;
  constexpr std::size_t kNear = 16;
  const std::size_t end = std::min(members.size(), next_ + kNear);
  for (std::size_t i = next_ < kNear ? 0 : next_ - kNear; i < end; ++i) {
    if (!is_named(members[i], name)) continue;
    next_ = i + 1;
    return &members[i];
  }
  if (by_name_.empty()) {
    by_name_.reserve(members.size());
    for (const Member& member : members) by_name_.emplace(member.name, &member);
  }
  scratch_ = prefix_;
  scratch_ += name;
  const auto found = by_name_.find(scratch_);
  if (found == by_name_.end()) return nullptr;
  next_ = static_cast<std::size_t>(found->second - members.data()) + 1;
  return found->second;
}

const Member* Keys::find(std::string_view name) { return look_up(name); }

Error Keys::missing(std::string_view name) const { return error_at(full_name(name), "the entry is missing"); }

const std::uint8_t* Keys::primitive(const Member& member, Primitive kind) const {
  if (member.recorded.binary_type == model::BinaryType::Primitive) {
    return member.recorded.primitive == kind ? object_.data() + member.offset : nullptr;
  }
  const model::ScalarNode* boxed = model::as_scalar(object_.slot(member).node());
  const bool same = boxed != nullptr && static_cast<int>(boxed->value_kind) == static_cast<int>(kind);
  return same ? boxed->value : nullptr;
}

template <class T>
Result<T> Keys::number(std::string_view name, Primitive kind, std::string_view what) {
  const Member* member = look_up(name);
  if (member == nullptr) return missing(name);
  const std::uint8_t* bytes = primitive(*member, kind);
  if (bytes == nullptr) return error_at(full_name(name), "is no " + std::string(what));
  return load<T>(bytes);
}

Result<bool> Keys::boolean(std::string_view name) {
  DOTWIRE_TRY(const std::uint8_t value, number<std::uint8_t>(name, Primitive::Boolean, "Boolean"));
  return value != 0;
}

Result<std::int32_t> Keys::int32(std::string_view name) {
  return number<std::int32_t>(name, Primitive::Int32, "Int32");
}

Result<std::int64_t> Keys::int64(std::string_view name) {
  return number<std::int64_t>(name, Primitive::Int64, "Int64");
}

Result<std::uint32_t> Keys::count(std::string_view name) {
  DOTWIRE_TRY(const std::int32_t value, int32(name));
  if (value < 0) return error_at(full_name(name), "count is negative");
  return static_cast<std::uint32_t>(value);
}

Result<const Node*> Keys::node(std::string_view name) {
  const Member* member = look_up(name);
  if (member == nullptr) return missing(name);
  if (member->recorded.binary_type == model::BinaryType::Primitive) {
    return error_at(full_name(name), "is a primitive where an object is expected");
  }
  return object_.slot(*member).node();
}

Result<std::int32_t> Keys::enumeration(std::string_view name, std::int32_t least, std::int32_t most) {
  DOTWIRE_TRY(const Node* value, node(name));
  const model::ObjectNode* object = model::as_object(value);
  const Member* member = object == nullptr ? nullptr : object->find("value__");
  if (member == nullptr || member->recorded.binary_type != model::BinaryType::Primitive ||
      member->recorded.primitive != Primitive::Int32) {
    return error_at(full_name(name), "is no enum of Int32");
  }
  const auto number = object->get<std::int32_t>(*member);
  if (number < least || number > most) return error_at(full_name(name), "has no such value: " + std::to_string(number));
  return number;
}

Result<std::optional<std::string_view>> text_of(const Node* node, MetadataStrings& strings) {
  if (node == nullptr) return std::optional<std::string_view>();
  const model::StringNode* text = model::as_string(node);
  if (text == nullptr) return Error(ErrorCode::Malformed, "is no string");
  strings.push_back(node);
  return std::optional<std::string_view>(text->view());
}

Result<std::optional<std::string_view>> Keys::text_or_null(std::string_view name) {
  DOTWIRE_TRY(const Node* value, node(name));
  Result<std::optional<std::string_view>> text = text_of(value, strings_);
  if (!text.ok()) text.error().set_path(full_name(name));
  return text;
}

Result<std::string_view> Keys::text(std::string_view name) {
  DOTWIRE_TRY(const std::optional<std::string_view> value, text_or_null(name));
  return value.value_or(std::string_view());
}

}  // namespace dotwire::dataset_binary
