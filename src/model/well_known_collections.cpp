#include <algorithm>

#include "model/well_known_parts.h"

namespace dotwire::model {
namespace {

// A list in a list in a list ...: deeper ones stay as they were recorded.
constexpr int kMaxWrappers = 16;

const Node* node_member(const ObjectNode& object, std::string_view base, std::string_view name) {
  const Member* member = find_member(object, base, name);
  return member == nullptr ? nullptr : value_of(object, *member).node();
}

std::optional<std::int64_t> number(const ObjectNode& object, std::string_view base, std::string_view name) {
  const Member* member = find_member(object, base, name);
  return member == nullptr ? std::nullopt : integer_member(object, member->name);
}

void append(ArraySlice slice, std::vector<Value>& values) {
  ElementCursor cursor(slice);
  for (Value value; cursor.next(value);) values.push_back(value);
}

// The first `size` elements; a null array has none.
bool take_items(const ArrayNode* array, std::int64_t size, View& view) {
  view.shape = Shape::Items;
  if (size < 0 || static_cast<std::uint64_t>(size) > (array == nullptr ? 0 : array->length)) return false;
  if (size != 0) view.slice = {array, 0, static_cast<std::uint64_t>(size)};
  return true;
}

bool look_at_list(const ObjectNode& object, std::string_view base, View& view) {
  const auto size = number(object, base, "_size");
  return size && take_items(array_member(object, base, "_items"), *size, view);
}

// Listed from the top, which is the last element.
bool look_at_stack(const ObjectNode& object, std::string_view base, View& view) {
  const auto size = number(object, base, "_size");
  if (!size || !take_items(array_member(object, base, "_array"), *size, view)) return false;
  append(view.slice, view.values);
  std::ranges::reverse(view.values);
  view.slice = {};
  return true;
}

bool look_at_queue(const ObjectNode& object, std::string_view base, View& view) {
  const auto size = number(object, base, "_size");
  const auto head = number(object, base, "_head");
  const ArrayNode* array = array_member(object, base, "_array");
  if (!size || !head || !take_items(array, *size, view)) return false;
  if (*size == 0) return true;
  const auto first = static_cast<std::uint64_t>(*head);
  if (*head < 0 || first >= array->length) return false;
  const std::uint64_t before_end = std::min<std::uint64_t>(static_cast<std::uint64_t>(*size), array->length - first);
  view.slice = {array, first, before_end};
  if (before_end == static_cast<std::uint64_t>(*size)) return true;
  append(view.slice, view.values);
  append({array, 0, static_cast<std::uint64_t>(*size) - before_end}, view.values);
  view.slice = {};
  return true;
}

// HashSet Elements, LinkedList Data, SortedSet and TreeSet Items: missing or null where there are none.
bool look_at_elements(const ObjectNode& object, std::string_view base, View& view) {
  view.shape = Shape::Items;
  if (number(object, base, "Version") == std::nullopt && number(object, base, "Count") == std::nullopt) return false;
  for (const std::string_view name : {"Elements", "Data", "Items"}) {
    if (const ArrayNode* array = array_member(object, base, name)) {
      view.slice = {array, 0, array->length};
      return true;
    }
  }
  return true;
}

// The list or dictionary that an object of a wrapping type holds; null if there is none.
const Node* wrapped(const ObjectNode& object, std::string_view base) {
  const bool observable = base == "ObservableCollection`1" || base == "BindingList`1";
  for (const std::string_view name :
       {"items", "list", "data", "_list", "_dict", "m_dictionary", "_dictionary", "hashtable", "contents"}) {
    if (const Node* node = node_member(object, observable ? "Collection`1" : base, name)) return node;
  }
  return node_member(object, "ReadOnlyCollection`1", "list");
}

bool look_at_wrapper(const ObjectNode& object, std::string_view base, View& view) {
  const ObjectNode* at = &object;
  for (int i = 0; i < kMaxWrappers; ++i) {
    const Node* inner = wrapped(*at, base);
    if (const ArrayNode* array = as_array(inner))
      return take_items(array, static_cast<std::int64_t>(array->length), view);
    at = as_object(inner);
    if (at == nullptr) return false;
    const WellKnown type = well_known(at->type->name);
    base = unqualified_name(at->type->name);
    if (type == WellKnown::Wrapper || type == WellKnown::DictionaryWrapper) continue;
    return is_collection(type) && look_at_collection(*at, type, base, view);
  }
  return false;
}

bool append_pair(const ObjectNode& pair, std::string_view key, std::string_view value, std::vector<Value>& values) {
  const Member* key_member = pair.find(key);
  const Member* value_member = pair.find(value);
  if (key_member == nullptr || value_member == nullptr) return false;
  values.push_back(value_of(pair, *key_member));
  values.push_back(value_of(pair, *value_member));
  return true;
}

// An array of KeyValuePair or DictionaryEntry.
bool append_pairs(const ArrayNode* array, std::string_view key, std::string_view value, View& view) {
  view.shape = Shape::Entries;
  if (array == nullptr) return true;
  ElementCursor cursor({array, 0, array->length});
  for (Value item; cursor.next(item);) {
    const ObjectNode* pair = as_object(item.node());
    if (pair == nullptr || !append_pair(*pair, key, value, view.values)) return false;
  }
  return true;
}

bool look_at_dictionary(const ObjectNode& object, std::string_view base, View& view) {
  if (find_member(object, base, "HashSize") == nullptr) return false;
  return append_pairs(array_member(object, base, "KeyValuePairs"), "key", "value", view);
}

// Two arrays side by side.
bool append_columns(ArraySlice keys, ArraySlice values, View& view) {
  view.shape = Shape::Entries;
  if (keys.count != values.count) return false;
  ElementCursor key_cursor(keys);
  ElementCursor value_cursor(values);
  Value value = null_value(0);
  for (Value key; key_cursor.next(key);) {
    if (key.kind == Value::Kind::Null) return false;
    if (value.kind != Value::Kind::Null || --value.count == 0 || value.count == UINT32_MAX) {
      if (!value_cursor.next(value)) return false;
    }
    view.values.push_back(key);
    view.values.push_back(value);
    view.values.back().count = 1;
  }
  return true;
}

bool is_null_member(const ObjectNode& object, std::string_view name) {
  const Member* member = find_member(object, "Hashtable", name);
  return member == nullptr || value_of(object, *member).kind == Value::Kind::Null;
}

bool look_at_hashtable(const ObjectNode& object, std::string_view base, View& view) {
  const ArrayNode* keys = array_member(object, base, "Keys");
  const ArrayNode* values = array_member(object, base, "Values");
  if (keys == nullptr || values == nullptr) return false;
  view.hash_order = is_null_member(object, "KeyComparer") && is_null_member(object, "Comparer") &&
                    is_null_member(object, "HashCodeProvider");
  return append_columns({keys, 0, keys->length}, {values, 0, values->length}, view);
}

bool look_at_sorted_list(const ObjectNode& object, std::string_view base, View& view) {
  const auto size = number(object, base, "_size");
  const ArrayNode* keys = array_member(object, base, "keys");
  const ArrayNode* values = array_member(object, base, "values");
  if (!size || *size < 0 || keys == nullptr || values == nullptr) return false;
  const auto count = static_cast<std::uint64_t>(*size);
  if (count > keys->length || count > values->length) return false;
  return append_columns({keys, 0, count}, {values, 0, count}, view);
}

bool look_at_sorted_dictionary(const ObjectNode& object, std::string_view base, View& view) {
  const ObjectNode* set = as_object(node_member(object, base, "_set"));
  if (set == nullptr) return false;
  const std::string_view set_name = unqualified_name(set->type->name);
  const ArrayNode* items = array_member(*set, set_name, "Items");
  if (items == nullptr) items = array_member(*set, "SortedSet`1", "Items");
  return append_pairs(items, "key", "value", view);
}

// A chain of nodes; `count` says how many, so a ring ends.
bool look_at_list_dictionary(const ObjectNode& object, std::string_view base, View& view) {
  view.shape = Shape::Entries;
  const auto count = number(object, base, "count");
  if (!count || *count < 0) return false;
  const ObjectNode* node = as_object(node_member(object, base, "head"));
  for (std::int64_t i = 0; node != nullptr; ++i) {
    if (i == *count || !append_pair(*node, "key", "value", view.values)) return false;
    node = as_object(node_member(*node, {}, "next"));
  }
  return view.values.size() == 2 * static_cast<std::uint64_t>(*count);
}

bool look_at_hybrid_dictionary(const ObjectNode& object, std::string_view base, View& view) {
  view.shape = Shape::Entries;
  for (const std::string_view name : {"hashtable", "list"}) {
    const ObjectNode* inner = as_object(node_member(object, base, name));
    if (inner == nullptr) continue;
    const WellKnown type = well_known(inner->type->name);
    const std::string_view inner_base = unqualified_name(inner->type->name);
    if (type == WellKnown::ListDictionary) return look_at_list_dictionary(*inner, inner_base, view);
    if (type != WellKnown::Hashtable || !look_at_hashtable(*inner, inner_base, view)) return false;
    view.hash_order = false;
    return true;
  }
  return find_member(object, base, "list") != nullptr;
}

// Several strings of one key are one, with commas between.
Value joined(const ArrayNode* strings, std::int64_t count, View& view) {
  if (strings == nullptr || count == 0) return null_value();
  std::string& text = view.texts.emplace_back();
  ElementCursor cursor({strings, 0, static_cast<std::uint64_t>(count)});
  bool first = true;
  for (Value item; cursor.next(item); first = false) {
    if (!first) text.push_back(',');
    if (const StringNode* string = as_string(item.node())) text.append(string->view());
  }
  return text_value(text);
}

bool look_at_name_values(const ObjectNode& object, std::string_view base, View& view) {
  view.shape = Shape::Entries;
  const ArrayNode* keys = array_member(object, base, "Keys");
  const ArrayNode* values = array_member(object, base, "Values");
  if (keys == nullptr || values == nullptr || keys->length != values->length) return false;
  // A null key is a key like others here, so runs of nulls are listed one by one.
  if (keys->length > keys->slot_count + 1 || values->length != values->slot_count) return false;
  ElementCursor key_cursor({keys, 0, keys->length});
  ElementCursor value_cursor({values, 0, values->length});
  for (Value key, value; key_cursor.next(key);) {
    for (std::uint32_t i = 0; i < key.count; ++i) {
      if (!value_cursor.next(value)) return false;
      const ObjectNode* list = as_object(value.node());
      if (list == nullptr) return false;
      const auto size = number(*list, "ArrayList", "_size");
      const ArrayNode* items = array_member(*list, "ArrayList", "_items");
      if (!size || *size < 0 || items == nullptr || static_cast<std::uint64_t>(*size) > items->length) return false;
      if (items->slot_count + 1 < static_cast<std::uint64_t>(*size)) return false;
      Value one_key = key;
      one_key.count = 1;
      view.values.push_back(one_key);
      view.values.push_back(joined(items, *size, view));
    }
  }
  return true;
}

bool look_at_bits(const ObjectNode& object, View& view) {
  const ArrayNode* words = array_member(object, {}, "m_array");
  const auto length = integer_member(object, "m_length");
  if (words == nullptr || !length || *length < 0 || !words->is_primitive()) return false;
  if (words->element.primitive != Primitive::Int32 || static_cast<std::uint64_t>(*length) > words->length * 32)
    return false;
  view.shape = Shape::Bits;
  std::string& text = view.scalar.storage;
  text.resize(static_cast<std::size_t>(*length));
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = (words->primitives[i / 8] >> (i % 8) & 1) != 0 ? '1' : '0';
  view.scalar.text = text;
  return true;
}

bool look_at_pair(const ObjectNode& object, WellKnown type, View& view) {
  view.shape = Shape::Pair;
  if (type == WellKnown::KeyValuePair) return append_pair(object, "key", "value", view.values);
  return append_pair(object, "_key", "_value", view.values);
}

// DelegateEntry.target is the name of the holder's member that has the target. The last of the list comes first.
bool look_at_delegate(const ObjectNode& holder, View& view) {
  view.shape = Shape::Delegate;
  const ObjectNode* entry = as_object(node_member(holder, {}, "Delegate"));
  if (entry == nullptr) return false;
  view.type_name = text_member(*entry, "type").value_or("");
  std::vector<Value> backwards;
  // Each entry has its member "methodN" in the holder, so the members bound the chain.
  for (std::size_t i = 0; entry != nullptr && i <= holder.type->members.size(); ++i) {
    const auto method = text_member(*entry, "methodName");
    const auto declaring = text_member(*entry, "targetTypeName");
    const Member* target = entry->find("target");
    if (!method || !declaring || target == nullptr) return false;
    const Value value = value_of(*entry, *target);
    const StringNode* name = as_string(value.node());
    const Member* bound = name == nullptr ? nullptr : holder.find(name->view());
    backwards.push_back(bound == nullptr ? value : value_of(holder, *bound));
    backwards.push_back(text_value(*declaring));
    backwards.push_back(text_value(*method));
    entry = as_object(node_member(*entry, {}, "delegateEntry"));
  }
  view.values.assign(backwards.rbegin(), backwards.rend());
  return entry == nullptr;
}

}  // namespace

const ArrayNode* array_member(const ObjectNode& object, std::string_view base, std::string_view name) {
  const ArrayNode* array = as_array(node_member(object, base, name));
  return array != nullptr && array->rank == 1 ? array : nullptr;
}

bool look_at_collection(const ObjectNode& object, WellKnown type, std::string_view simple, View& view) {
  switch (type) {
    case WellKnown::List: return look_at_list(object, simple, view);
    case WellKnown::Stack: return look_at_stack(object, simple, view);
    case WellKnown::Queue: return look_at_queue(object, simple, view);
    case WellKnown::Elements: return look_at_elements(object, simple, view);
    case WellKnown::Wrapper:
    case WellKnown::DictionaryWrapper: return look_at_wrapper(object, simple, view);
    case WellKnown::Dictionary: return look_at_dictionary(object, simple, view);
    case WellKnown::Hashtable: return look_at_hashtable(object, simple, view);
    case WellKnown::SortedDictionary: return look_at_sorted_dictionary(object, simple, view);
    case WellKnown::SortedList: return look_at_sorted_list(object, simple, view);
    case WellKnown::ListDictionary: return look_at_list_dictionary(object, simple, view);
    case WellKnown::HybridDictionary: return look_at_hybrid_dictionary(object, simple, view);
    case WellKnown::OrderedDictionary:
      return append_pairs(array_member(object, simple, "ArrayList"), "_key", "_value", view);
    case WellKnown::NameValueCollection: return look_at_name_values(object, simple, view);
    case WellKnown::BitArray: return look_at_bits(object, view);
    case WellKnown::KeyValuePair:
    case WellKnown::DictionaryEntry: return look_at_pair(object, type, view);
    case WellKnown::Delegate: return look_at_delegate(object, view);
    default: return false;
  }
}

namespace {

// .NET writes every enum so; no other type has a member of that name.
bool look_at_enum(const ObjectNode& object, View& view) {
  if (object.type->members.size() != 1 || object.type->members[0].name != "value__") return false;
  view.shape = Shape::Enum;
  view.values.push_back(value_of(object, object.type->members[0]));
  return true;
}

}  // namespace

void look_at(const ObjectNode& object, std::string_view type_name, View& view) {
  view.clear();
  const WellKnown type = well_known(type_name);
  bool found = false;
  if (type == WellKnown::None) {
    found = look_at_enum(object, view);
  } else if (type == WellKnown::Delegate || is_collection(type)) {
    found = look_at_collection(object, type, unqualified_name(type_name), view);
  } else {
    found = look_at_scalar(object, type, view);
  }
  if (!found) view.clear();
}

}  // namespace dotwire::model
