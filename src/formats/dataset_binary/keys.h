// The entries of a serialized object by name (SerializationInfo), as .NET reads them: in whatever order they come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dotwire/graph.h"
#include "dotwire/result.h"

namespace dotwire::dataset_binary {

// String nodes that say something about a table rather than in it: cells may be the same string objects.
using MetadataStrings = std::vector<const model::Node*>;

// Names are a prefix, set once for a column, and what follows it. Errors carry the whole name as their path.
class Keys {
 public:
  Keys(const model::ObjectNode& object, MetadataStrings& strings) : object_(object), strings_(strings) {}

  void set_prefix(std::string_view prefix) { prefix_ = prefix; }
  // `stem`, the number and a dot.
  void set_prefix(std::string_view stem, std::size_t number);
  std::string full_name(std::string_view name) const { return prefix_ + std::string(name); }

  // Null if there is none. Fast in the order of writing.
  const model::Member* find(std::string_view name);
  // Whether `name` is the next entry in the order of writing.
  bool is_next(std::string_view name) const;

  Result<bool> boolean(std::string_view name);
  Result<std::int32_t> int32(std::string_view name);
  Result<std::int64_t> int64(std::string_view name);
  // An enum of Int32, between `least` and `most`.
  Result<std::int32_t> enumeration(std::string_view name, std::int32_t least, std::int32_t most);
  // An Int32 that is not negative.
  Result<std::uint32_t> count(std::string_view name);
  // A null reference gives an empty text.
  Result<std::string_view> text(std::string_view name);
  Result<std::optional<std::string_view>> text_or_null(std::string_view name);
  // What a reference refers to; null for a null reference. Primitives in place are no nodes: see `primitive`.
  Result<const model::Node*> node(std::string_view name);
  // The bytes of a primitive, in place or boxed, if the entry is one of that kind.
  const std::uint8_t* primitive(const model::Member& member, Primitive kind) const;

  const model::ObjectNode& object() const { return object_; }
  MetadataStrings& strings() { return strings_; }

 private:
  bool is_named(const model::Member& member, std::string_view name) const;
  const model::Member* look_up(std::string_view name);
  const model::Member* look_around(std::string_view name);
  Error missing(std::string_view name) const;
  template <class T>
  Result<T> number(std::string_view name, Primitive kind, std::string_view what);

  const model::ObjectNode& object_;
  MetadataStrings& strings_;
  std::string prefix_;
  std::string scratch_;
  std::size_t next_ = 0;
  std::unordered_map<std::string_view, const model::Member*> by_name_;
};

// The text of a string reference; nothing for null. Notes the node in `strings`.
Result<std::optional<std::string_view>> text_of(const model::Node* node, MetadataStrings& strings);

}  // namespace dotwire::dataset_binary
