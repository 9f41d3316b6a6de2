// MethodCall and MethodReturn (2.2.3.1, 2.2.3.3): remoting messages in place of a root object.
#include <array>
#include <bit>

#include "codecs/nrbf_graph/decoder.h"
#include "codecs/nrbf_graph/message_flags.h"
#include "model/layout.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::MethodMessage;
using model::NodeKind;
using model::ObjectNode;
using model::ScalarNode;
using model::StringNode;

namespace {

// At most one flag of each may be set (2.2.1.1).
constexpr auto kCategories = std::to_array<std::uint32_t>({
    kNoArgs | kArgsInline | kArgsIsArray | kArgsInArray,
    kNoContext | kContextInline | kContextInArray,
    kNoReturnValue | kReturnValueVoid | kReturnValueInline | kReturnValueInArray | kExceptionInArray,
});
constexpr std::uint32_t kOfCallsOnly = kMethodSignatureInArray | kGenericMethod;
constexpr std::uint32_t kOfReturnsOnly =
    kNoReturnValue | kReturnValueVoid | kReturnValueInline | kReturnValueInArray | kExceptionInArray;

// Parts of the call array in their order, by their flags and the names that the message's object gives them.
struct Part {
  std::uint32_t flag;
  std::string_view name;
};
constexpr auto kCallParts = std::to_array<Part>({{kArgsInArray, "Arguments"},
                                                 {kGenericMethod, "GenericArguments"},
                                                 {kMethodSignatureInArray, "MethodSignature"},
                                                 {kContextInArray, "CallContext"},
                                                 {kPropertiesInArray, "Properties"}});
constexpr auto kReturnParts = std::to_array<Part>({{kArgsInArray, "Arguments"},
                                                   {kReturnValueInArray, "ReturnValue"},
                                                   {kExceptionInArray, "Exception"},
                                                   {kContextInArray, "CallContext"},
                                                   {kPropertiesInArray, "Properties"}});

// The first elements of an array of objects, runs of nulls spread out.
std::vector<model::Slot> first_elements(const ArrayNode& array, std::size_t count) {
  std::vector<model::Slot> elements;
  for (std::uint64_t i = 0; i < array.slot_count && elements.size() < count; ++i) {
    const model::Slot slot = array.slots[i];
    for (std::uint64_t k = 0; k < slot.count() && elements.size() < count; ++k) {
      elements.push_back(slot.is_null() ? model::Slot() : model::Slot::reference(slot.node()));
    }
  }
  return elements;
}

}  // namespace

bool Decoder::decode_message(const std::uint8_t* start, RecordType type) {
  if (message_ != nullptr || !graph_.top_level().empty()) {
    return fail(ErrorCode::Malformed, start, std::string(to_string(type)) + " may only be the first record");
  }
  auto* message = arena_.make<MethodMessage>();
  message->is_call = type == RecordType::MethodCall;
  std::int32_t flags = 0;
  if (!count_object(start) || !read_i32(flags, "a method record")) return false;
  message->flags = static_cast<std::uint32_t>(flags);
  for (const std::uint32_t category : kCategories) {
    if (std::popcount(message->flags & category) > 1) {
      return fail(ErrorCode::Malformed, start + 1, "message flags exclude each other");
    }
  }
  if ((message->flags & (message->is_call ? kOfReturnsOnly : kOfCallsOnly)) != 0) {
    return fail(ErrorCode::Malformed, start + 1, "message flags do not belong to this record");
  }
  if (message->is_call) {
    if (!read_text_with_code(message->method_name, "a method name")) return false;
    if (!read_text_with_code(message->type_name, "a type name")) return false;
  } else if ((message->flags & kReturnValueInline) != 0 && !read_value_with_code(message->return_value)) {
    return false;
  }
  if ((message->flags & kContextInline) != 0 && !read_text_with_code(message->context, "a call context")) return false;
  if ((message->flags & kArgsInline) != 0) {
    const std::uint8_t* at = at_;
    std::int32_t count = 0;
    if (!read_i32(count, "a method record")) return false;
    if (count < 0) return fail(ErrorCode::Malformed, at, "the number of arguments is negative");
    if (static_cast<std::size_t>(count) > left()) {
      return fail(ErrorCode::Truncated, at, std::to_string(count) + " arguments are more than the bytes left");
    }
    Slot* arguments = arena_.allocate_array<Slot>(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; i < count; ++i) {
      ::new (arguments + i) Slot();
      if (!read_value_with_code(arguments[i])) return false;
    }
    message->arguments = {arguments, static_cast<std::size_t>(count)};
  }
  ++records_;
  message_ = message;
  return true;
}

// StringValueWithCode: code 18, then the text.
bool Decoder::read_text_with_code(std::string_view& text, const char* what) {
  if (at_ == end_) return fail_truncated(at_, what);
  if (*at_ != kStringCode) return fail(ErrorCode::Malformed, at_, std::string(what) + " is no string");
  ++at_;
  return read_text(text);
}

// ValueWithCode: 17 is a null, 18 a string.
bool Decoder::read_value_with_code(Slot& slot) {
  const std::uint8_t* start = at_;
  if (at_ == end_) return fail_truncated(at_, "a method record");
  const std::uint8_t code = *at_;
  if (code == kNullCode) {
    ++at_;
    return true;
  }
  if (!count_object(start)) return false;
  if (code == kStringCode) {
    std::string_view text;
    ++at_;
    if (!read_text(text)) return false;
    auto* node = arena_.make<StringNode>();
    node->kind = NodeKind::String;
    node->text = text.data();
    node->size = static_cast<std::uint32_t>(text.size());
    slot = Slot::in_place(node);
    return true;
  }
  Primitive type = Primitive::Null;
  if (!read_primitive_code(type)) return false;
  auto* node = arena_.make<ScalarNode>();
  node->kind = NodeKind::Scalar;
  node->value_kind = static_cast<model::ValueKind>(type);
  slot = Slot::in_place(node);
  return read_primitive(type, node->value);
}

// Finds the call array, and makes an object of what the message says.
bool Decoder::make_message_root() {
  MethodMessage& message = *message_;
  const auto parts = message.is_call ? std::span<const Part>(kCallParts) : std::span<const Part>(kReturnParts);
  std::size_t part_count = 0;
  for (const Part& part : parts) part_count += (message.flags & part.flag) != 0 ? 1 : 0;
  const bool is_arguments = (message.flags & kArgsIsArray) != 0;
  if (part_count != 0 || is_arguments) {
    const std::int32_t root_id = graph_.framing().root_id;
    const model::Node* root = state_.ids.find_node(root_id);
    message.call_array = model::as_array(root);
    if (message.call_array == nullptr || message.call_array->element.binary_type != BinaryType::Object ||
        message.call_array->rank != 1) {
      if (!graph_.is_partial()) {
        return fail_at(ErrorCode::Malformed, base_ + 1,
                       "the root id " + std::to_string(root_id) + " is not that of the message's array of objects");
      }
      message.call_array = nullptr;
    } else if (!is_arguments && message.call_array->length != part_count && !graph_.is_partial()) {
      return fail_at(ErrorCode::Malformed, base_ + 1,
                     "the message's array has " + std::to_string(message.call_array->length) +
                         " elements, its flags say " + std::to_string(part_count));
    }
  }

  std::array<Member, 8> members;
  std::array<Slot, 8> slots;
  std::size_t count = 0;
  const auto add = [&](std::string_view name, BinaryType type, Slot slot) {
    members[count].name = name;
    members[count].recorded.binary_type = type;
    slots[count++] = slot;
  };
  const auto add_text = [&](std::string_view name, std::string_view text) {
    add(name, BinaryType::String, Slot::in_place(graph_.make_string(text)));
  };
  if (message.is_call) {
    add_text("MethodName", message.method_name);
    add_text("TypeName", message.type_name);
  }
  if ((message.flags & kReturnValueInline) != 0) add("ReturnValue", BinaryType::Object, message.return_value);
  if ((message.flags & kArgsInline) != 0) {
    ArrayNode* array = graph_.make_array({}, message.arguments.size());
    std::copy(message.arguments.begin(), message.arguments.end(), array->slots);
    array->slot_count = message.arguments.size();
    add("Arguments", BinaryType::ObjectArray, Slot::in_place(array));
  }
  if (is_arguments) add("Arguments", BinaryType::ObjectArray, Slot::reference(message.call_array));
  if ((message.flags & kContextInline) != 0) add_text("CallContext", message.context);
  if (message.call_array != nullptr && !is_arguments) {
    const std::vector<Slot> elements = first_elements(*message.call_array, part_count);
    std::size_t next = 0;
    for (const Part& part : parts) {
      if ((message.flags & part.flag) == 0 || next == elements.size()) continue;
      add(part.name, BinaryType::Object, elements[next++]);
    }
  }
  model::Type* type = graph_.make_type(message.is_call ? "System.Runtime.Remoting.Messaging.MethodCall"
                                                       : "System.Runtime.Remoting.Messaging.MethodReturn",
                                       {}, {members.data(), count});
  ObjectNode* root = graph_.make_object(type);
  for (std::size_t i = 0; i < count; ++i) root->slot(type->members[i]) = slots[i];
  graph_.set_message(message_);
  graph_.set_root(root);
  return true;
}

}  // namespace dotwire::nrbf
