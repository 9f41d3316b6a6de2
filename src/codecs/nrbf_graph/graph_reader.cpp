#include "codecs/nrbf_graph/graph_reader.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "base/text_scan.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/id_table.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::RecordedType;
using model::ScalarNode;
using model::Slot;
using model::StringNode;

constexpr std::uint32_t kElementNulls = 1U << static_cast<unsigned>(RecordType::ObjectNullMultiple256) |
                                        1U << static_cast<unsigned>(RecordType::ObjectNullMultiple);

// An object whose members, or an array whose elements, are being read.
struct Frame {
  const Step* step;  // objects: the next one
  const Step* step_end;
  ObjectNode* object;       // null for arrays
  ArrayNode* array;         // null for objects
  std::uint64_t remaining;  // arrays: elements to come
  Slot* next_slot;          // arrays: where the next element goes; null: elements gather in the scratch
  std::size_t scratch_base;
  std::uint64_t offset;  // of the array's record
};

// A reference whose target had not been read when it was met.
struct Pending {
  Slot* slot;
  std::uint64_t offset;
};

}  // namespace

struct GraphReader::State {
  Limits limits;
  std::shared_ptr<ShapeStore> shapes = std::make_shared<ShapeStore>();
  IdTable ids;
  std::vector<Frame> frames;
  std::vector<Pending> pending;
  std::vector<Slot> scratch;
  std::optional<Error> error;
};

namespace {

// One payload. Functions give false after they have put an error into the state.
template <class State>
class Decoder {
 public:
  Decoder(State& state, Bytes input, Graph& graph, std::uint64_t base)
      : state_(state),
        graph_(graph),
        arena_(graph.arena()),
        begin_(input.data()),
        at_(input.data()),
        end_(input.data() + input.size()),
        base_(base),
        objects_left_(state.limits.objects),
        // References cost 5 bytes at least, so an honest payload stays below this; arrays that claim more grow as they
        // fill.
        slots_ahead_(input.size() / 4 + 4096) {}

  bool decode() {
    if (!decode_header()) return false;
    while (true) {
      if (at_ == end_) return fail(ErrorCode::Truncated, at_, "the payload ends without a MessageEnd record");
      const std::uint8_t* start = at_;
      const auto type = static_cast<RecordType>(*at_++);
      if (type == RecordType::MessageEnd) break;
      if (type == RecordType::BinaryLibrary) {
        if (!decode_library(start)) return false;
        continue;
      }
      Slot slot;
      constexpr std::uint32_t kTopLevel = 0b11'1000'0000'1111'1110;  // classes, string, arrays
      if ((1U << static_cast<unsigned>(std::min<std::uint8_t>(*start, 31)) & kTopLevel) == 0) {
        return fail_record(start, *start, "at the top level");
      }
      if (!decode_node(start, type, slot) || !run()) return false;
      graph_.top_level().push_back(slot.node());
    }
    return resolve();
  }

 private:
  // --- errors

  DOTWIRE_NOINLINE bool fail(ErrorCode code, const std::uint8_t* at, std::string message) {
    return fail_at(code, base_ + static_cast<std::uint64_t>(at - begin_), std::move(message));
  }
  DOTWIRE_NOINLINE bool fail_at(ErrorCode code, std::uint64_t offset, std::string message) {
    state_.error.emplace(code, offset, std::move(message));
    state_.error->set_path(path());
    return false;
  }
  DOTWIRE_NOINLINE bool fail(Error error) {
    error.set_path(path());
    state_.error.emplace(std::move(error));
    return false;
  }
  DOTWIRE_NOINLINE bool fail_truncated(const std::uint8_t* at, const char* what) {
    return fail(ErrorCode::Truncated, at, std::string("the payload ends inside ") + what);
  }
  DOTWIRE_NOINLINE bool fail_record(const std::uint8_t* at, std::uint8_t type, const char* where) {
    const std::string_view name = to_string(static_cast<RecordType>(type));
    if (name.empty()) return fail(ErrorCode::Malformed, at, "record type " + std::to_string(type) + " does not exist");
    if (type == 2 || type == 3 || type == 21 || type == 22) {
      return fail(ErrorCode::Unsupported, at, std::string(name) + " records are not supported");
    }
    return fail(ErrorCode::Malformed, at, std::string(name) + " may not stand " + where);
  }

  // "Seeds.Library/<Books>k__BackingField/[3]"; only the outermost and innermost parts of very deep ones.
  std::string path() const {
    constexpr std::size_t kShown = 24;
    std::string text;
    for (std::size_t i = 0; i < state_.frames.size(); ++i) {
      if (i >= kShown && i + kShown < state_.frames.size()) {
        if (i == kShown) text += "/...";
        continue;
      }
      const Frame& frame = state_.frames[i];
      if (i == 0) {
        if (frame.object != nullptr) {
          text += frame.object->type->name;
        } else {
          text += frame.array->element.name;
          text += "[]";
        }
        text += "#" + std::to_string(frame.object != nullptr ? frame.object->id : frame.array->id);
      }
      // Frames below the top one have moved on to what comes behind the value that is being read.
      const bool top = i + 1 == state_.frames.size();
      if (frame.object != nullptr) {
        const Step* step = top ? frame.step : frame.step - 1;
        if (step == frame.step_end) continue;
        text += "/";
        text += frame.object->type->members[step->member].name;
      } else {
        text += "/[" + std::to_string(frame.array->length - frame.remaining - (top ? 0 : 1)) + "]";
      }
    }
    return text;
  }

  // --- primitives

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool read_i32(std::int32_t& value, const char* what) {
    if (left() < 4) [[unlikely]]
      return fail_truncated(at_, what);
    value = load<std::int32_t>(at_);
    at_ += 4;
    return true;
  }

  bool read_text(std::string_view& text) {
    const std::uint8_t* start = at_;
    if (at_ == end_) [[unlikely]]
      return fail_truncated(at_, "a string length");
    std::uint32_t length = *at_++;
    if (length >= 0x80) [[unlikely]] {
      ByteReader in(Bytes(start, static_cast<std::size_t>(end_ - start)),
                    base_ + static_cast<std::uint64_t>(start - begin_));
      Result<std::int32_t> long_length = in.read_7bit_i32();
      if (!long_length.ok()) return fail(std::move(long_length).error());
      if (*long_length < 0) return fail(ErrorCode::Malformed, start, "string length is negative");
      length = static_cast<std::uint32_t>(*long_length);
      at_ = in.position();
    }
    if (length > left()) [[unlikely]] {
      return fail(ErrorCode::Truncated, start,
                  "string of " + std::to_string(length) + " bytes, " + std::to_string(left()) + " are left");
    }
    text = {reinterpret_cast<const char*>(at_), length};
    if (!is_ascii_within(at_, length, left())) [[unlikely]] {
      const std::size_t bad = find_invalid_utf8(text);
      if (bad != kValid) return fail(ErrorCode::Malformed, at_ + bad, "string is not UTF-8");
    }
    at_ += length;
    return true;
  }

  bool read_char(std::uint8_t* to) {
    const std::uint8_t* start = at_;
    const char* at = reinterpret_cast<const char*>(at_);
    const std::size_t size = at_ == end_ ? 0 : *at_ < 0x80 ? 1 : *at_ < 0xE0 ? 2 : *at_ < 0xF0 ? 3 : 4;
    if (size > left() || size == 0) return fail_truncated(start, "a character");
    if (size == 4 || !is_valid_utf8({at, size})) {
      return fail(ErrorCode::Malformed, start, "a Char is not one UTF-16 unit in UTF-8");
    }
    store(to, static_cast<char16_t>(next_code_point(at, at + size)));
    at_ += size;
    return true;
  }

  bool read_decimal(std::uint8_t* to) {
    const std::uint8_t* start = at_;
    std::string_view text;
    if (!read_text(text)) return false;
    Result<Decimal> value = parse_decimal(text, DecimalSyntax::Number);
    if (!value.ok()) {
      return fail(ErrorCode::Malformed, start, "decimal text: " + value.error().message());
    }
    store(to, *value);
    return true;
  }

  bool check_date(const std::uint8_t* at) {
    if (DateTime(load<std::uint64_t>(at)).ticks() > DateTime::kMaxTicks) [[unlikely]] {
      return fail(ErrorCode::Malformed, at, "DateTime ticks are out of range");
    }
    return true;
  }

  bool read_primitive(Primitive type, std::uint8_t* to) {
    switch (type) {
      case Primitive::Char: return read_char(to);
      case Primitive::Decimal: return read_decimal(to);
      default: break;
    }
    const std::uint32_t size = size_of(type);
    if (left() < size) return fail_truncated(at_, "a primitive value");
    if (type == Primitive::DateTime && !check_date(at_)) return false;
    std::memcpy(to, at_, size);
    at_ += size;
    return true;
  }

  // --- records

  // A.1 SerializedStreamHeader. .NET refuses other versions than 1.0, or newer major ones.
  bool decode_header() {
    if (left() < kHeaderSize) return fail_truncated(at_, "the SerializedStreamHeader record");
    if (*at_ != 0) return fail(ErrorCode::UnknownFormat, at_, "no SerializedStreamHeader record");
    model::Framing& framing = graph_.framing();
    framing.root_id = load<std::int32_t>(at_ + 1);
    framing.header_id = load<std::int32_t>(at_ + 5);
    framing.major_version = load<std::int32_t>(at_ + 9);
    framing.minor_version = load<std::int32_t>(at_ + 13);
    if (framing.major_version != 1 || framing.minor_version != 0) {
      return fail(ErrorCode::Malformed, at_ + 9,
                  "version " + std::to_string(framing.major_version) + "." + std::to_string(framing.minor_version) +
                      " is not 1.0");
    }
    at_ += kHeaderSize;
    return true;
  }

  bool decode_library(const std::uint8_t* start) {
    std::int32_t id = 0;
    std::string_view name;
    if (!read_i32(id, "a BinaryLibrary record") || !read_text(name)) return false;
    if (id == 0) return fail(ErrorCode::Malformed, start + 1, "library id is 0");
    std::uintptr_t& entry = state_.ids.entry(id);
    if (entry != 0) return fail(ErrorCode::Malformed, start + 1, "id " + std::to_string(id) + " is used twice");
    graph_.libraries().push_back({id, name, records_});
    entry = graph_.libraries().size() << 1 | IdTable::kLibrary;
    return true;
  }

  bool count_object(const std::uint8_t* at) {
    if (objects_left_ == 0) [[unlikely]] {
      return fail(ErrorCode::LimitExceeded, at, "more objects than Limits::objects allow");
    }
    --objects_left_;
    return true;
  }

  // Ids are unique but for negative ones, which inline values carry and nothing but ClassWithId refers to.
  bool register_id(std::int32_t id, const Node* node, const std::uint8_t* at) {
    if (id == 0) [[unlikely]]
      return fail(ErrorCode::Malformed, at, "object id is 0");
    std::uintptr_t& entry = state_.ids.entry(id);
    if (entry != 0 && (id > 0 || (entry & IdTable::kLibrary) != 0)) [[unlikely]] {
      return fail(ErrorCode::Malformed, at, "id " + std::to_string(id) + " is used twice");
    }
    entry = reinterpret_cast<std::uintptr_t>(node);
    return true;
  }

  template <class T>
  T* make_node(NodeKind kind, RecordType record, std::int32_t id) {
    auto* node = ::new (arena_.allocate(sizeof(T))) T;
    node->kind = kind;
    node->record = static_cast<std::uint8_t>(record);
    node->flags = 0;
    node->id = id;
    node->written_id = 0;
    node->written_pass = 0;
    return node;
  }

  // A string of ordinary make, all in one: fewer than 128 ASCII bytes under a new id. False: nothing was read.
  DOTWIRE_ALWAYS_INLINE bool decode_short_string(Slot& slot) {
    const std::uint8_t* at = at_;
    const auto left = static_cast<std::size_t>(end_ - at);
    if (left < 6 || at[0] != static_cast<std::uint8_t>(RecordType::BinaryObjectString)) return false;
    const std::size_t size = at[5];
    if (size >= 0x80 || size > left - 6 || objects_left_ == 0) return false;
    const auto id = load<std::int32_t>(at + 1);
    if (id <= 0 || !is_ascii_within(at + 6, size, left - 6)) return false;
    std::uintptr_t& entry = state_.ids.entry(id);
    if (entry != 0) return false;
    auto* node = make_node<StringNode>(NodeKind::String, RecordType::BinaryObjectString, id);
    node->text = reinterpret_cast<const char*>(at + 6);
    node->size = static_cast<std::uint32_t>(size);
    entry = reinterpret_cast<std::uintptr_t>(node);
    --objects_left_;
    ++records_;
    at_ = at + 6 + size;
    slot = Slot::in_place(node);
    return true;
  }

  bool decode_string(const std::uint8_t* start, Slot& slot) {
    std::int32_t id = 0;
    std::string_view text;
    if (!read_i32(id, "a BinaryObjectString record") || !read_text(text) || !count_object(start)) return false;
    auto* node = make_node<StringNode>(NodeKind::String, RecordType::BinaryObjectString, id);
    node->text = text.data();
    node->size = static_cast<std::uint32_t>(text.size());
    if (!register_id(id, node, start + 1)) return false;
    slot = Slot::in_place(node);
    return true;
  }

  // The frame on top is entered by run().
  void push_object(ObjectNode* node) {
    const auto* plan = static_cast<const DecodePlan*>(node->type->decode_plan);
    state_.frames.push_back(
        {plan->steps.data(), plan->steps.data() + plan->steps.size(), node, nullptr, 0, nullptr, 0, 0});
  }

  ObjectNode* make_object(RecordType record, std::int32_t id, const model::Type* type) {
    void* memory = arena_.allocate(sizeof(ObjectNode) + type->size);
    auto* node = ::new (memory) ObjectNode{};
    node->kind = NodeKind::Object;
    node->record = static_cast<std::uint8_t>(record);
    node->id = id;
    node->type = type;
    return node;
  }

  bool check_depth(const std::uint8_t* at) {
    if (state_.frames.size() >= state_.limits.depth) [[unlikely]] {
      return fail(ErrorCode::LimitExceeded, at, "records nest deeper than Limits::depth allows");
    }
    return true;
  }

  bool decode_class_with_id(const std::uint8_t* start, Slot& slot) {
    if (left() < 8) return fail_truncated(start, "a ClassWithId record");
    const auto id = load<std::int32_t>(at_);
    const auto metadata_id = load<std::int32_t>(at_ + 4);
    at_ += 8;
    const auto* defining = model::as_object(state_.ids.find_node(metadata_id));
    if (defining == nullptr || metadata_id == id) {
      return fail(ErrorCode::Malformed, start + 5,
                  "metadata id " + std::to_string(metadata_id) + " is no class record");
    }
    if (!count_object(start) || !check_depth(start)) return false;
    ObjectNode* node = make_object(RecordType::ClassWithId, id, defining->type);
    if (id <= 0) {
      if (id == 0) return fail(ErrorCode::Malformed, start + 1, "object id is 0");
    } else if (!register_id(id, node, start + 1)) {
      return false;
    }
    push_object(node);
    slot = Slot::in_place(node);
    return true;
  }

  bool decode_class(const std::uint8_t* start, RecordType record, Slot& slot) {
    std::int32_t id = 0;
    if (!read_i32(id, "a class record")) return false;
    const bool with_library = record == RecordType::ClassWithMembersAndTypes;
    ByteReader in(Bytes(begin_, static_cast<std::size_t>(end_ - begin_)), base_);
    in.set_position(at_);
    Result<Shape> shape = state_.shapes->decode(in, with_library, arena_);
    if (!shape.ok()) return fail(std::move(shape).error());
    at_ = in.position();
    if (with_library && !state_.ids.is_library(shape->library_id)) {
      return fail(ErrorCode::Malformed, at_ - 4, "library " + std::to_string(shape->library_id) + " is not defined");
    }
    for (const model::Member& member : shape->members) {
      if (member.recorded.binary_type == BinaryType::Class && !state_.ids.is_library(member.recorded.library_id)) {
        return fail(ErrorCode::Malformed, start,
                    "library " + std::to_string(member.recorded.library_id) + " of member " + std::string(member.name) +
                        " is not defined");
      }
    }
    if (!count_object(start) || !check_depth(start)) return false;
    auto* type = arena_.make<model::Type>();
    type->kind = model::TypeKind::Class;
    type->name = shape->name;
    type->members = shape->members;
    type->size = shape->size;
    type->alignment = 8;
    type->defining_id = id;
    type->library_id = shape->library_id;
    type->decode_plan = shape->plan;
    if (with_library) type->library = graph_.libraries()[(state_.ids.find(shape->library_id) >> 1) - 1].name;
    ObjectNode* node = make_object(record, id, type);
    if (!register_id(id, node, start + 1)) return false;
    push_object(node);
    slot = Slot::in_place(node);
    return true;
  }

  // --- arrays

  bool decode_array(const std::uint8_t* start, RecordType record, Slot& slot) {
    auto* node = ::new (arena_.allocate(sizeof(ArrayNode))) ArrayNode{};
    node->kind = NodeKind::Array;
    node->record = static_cast<std::uint8_t>(record);
    node->rank = 1;
    if (!read_i32(node->id, "an array record")) return false;
    if (record == RecordType::BinaryArray) {
      if (!decode_array_info(start, *node)) return false;
    } else {
      auto* length = arena_.make<std::int32_t>(0);
      if (!read_length(*length)) return false;
      node->lengths = length;
      node->length = static_cast<std::uint64_t>(*length);
      switch (record) {
        case RecordType::ArraySingleObject: node->element.binary_type = BinaryType::Object; break;
        case RecordType::ArraySingleString: node->element.binary_type = BinaryType::String; break;
        default: {
          node->element.binary_type = BinaryType::Primitive;
          ByteReader in(Bytes(at_, left()), base_ + static_cast<std::uint64_t>(at_ - begin_));
          Result<RecordedType> element = decode_additional_info(in, BinaryType::Primitive);
          if (!element.ok()) return fail(std::move(element).error());
          node->element = *element;
          at_ = in.position();
        }
      }
    }
    if (!count_object(start) || !register_id(node->id, node, start + 1)) return false;
    slot = Slot::in_place(node);
    if (node->element.binary_type == BinaryType::Primitive) return decode_primitives(start, *node);
    if (!check_depth(start)) return false;
    return push_array(start, *node);
  }

  bool read_length(std::int32_t& length) {
    const std::uint8_t* start = at_;
    if (!read_i32(length, "an array length")) return false;
    if (length < 0 || length > kMaxArrayLength) {
      return fail(ErrorCode::Malformed, start, "array length " + std::to_string(length) + " is out of range");
    }
    return true;
  }

  // 2.4.3.1 BinaryArray, from the array type to the additional info.
  bool decode_array_info(const std::uint8_t* start, ArrayNode& node) {
    if (left() < 5) return fail_truncated(start, "a BinaryArray record");
    const std::uint8_t kind = *at_++;
    if (kind > 5) return fail(ErrorCode::Malformed, at_ - 1, "array type " + std::to_string(kind) + " does not exist");
    const auto rank = load<std::int32_t>(at_);
    const bool rectangular = kind == 2 || kind == 5;
    if (rank < 1 || rank > kMaxRank || (rank > 1 && !rectangular)) {
      return fail(ErrorCode::Malformed, at_, "rank " + std::to_string(rank) + " is not allowed here");
    }
    at_ += 4;
    node.array_kind = kind;
    node.rank = static_cast<std::uint8_t>(rank);
    auto* lengths = arena_.allocate_array<std::int32_t>(static_cast<std::size_t>(rank));
    node.lengths = lengths;
    node.length = 1;
    for (std::int32_t i = 0; i < rank; ++i) {
      const std::uint8_t* at = at_;
      if (!read_length(lengths[i])) return false;
      node.length *= static_cast<std::uint64_t>(lengths[i]);
      if (node.length > static_cast<std::uint64_t>(kMaxArrayLength)) {
        return fail(ErrorCode::Malformed, at, "the array has more elements than .NET allows");
      }
    }
    if (kind >= 3) {
      auto* bounds = arena_.allocate_array<std::int32_t>(static_cast<std::size_t>(rank));
      for (std::int32_t i = 0; i < rank; ++i) {
        const std::uint8_t* at = at_;
        if (!read_i32(bounds[i], "a lower bound")) return false;
        if (std::int64_t{bounds[i]} + lengths[i] > INT32_MAX) {
          return fail(ErrorCode::Malformed, at, "the upper bound of the array is out of range");
        }
      }
      node.lower_bounds = bounds;
    }
    if (at_ == end_) return fail_truncated(start, "a BinaryArray record");
    const std::uint8_t type = *at_;
    if (type > 7) return fail(ErrorCode::Malformed, at_, "binary type " + std::to_string(type) + " does not exist");
    ByteReader in(Bytes(at_ + 1, left() - 1), base_ + static_cast<std::uint64_t>(at_ + 1 - begin_));
    Result<RecordedType> element = decode_additional_info(in, static_cast<BinaryType>(type));
    if (!element.ok()) return fail(std::move(element).error());
    node.element = *element;
    at_ = in.position();
    if (node.element.binary_type == BinaryType::Class && !state_.ids.is_library(node.element.library_id)) {
      return fail(ErrorCode::Malformed, at_ - 4,
                  "library " + std::to_string(node.element.library_id) + " is not defined");
    }
    return true;
  }

  bool decode_primitives(const std::uint8_t* start, ArrayNode& node) {
    const Primitive type = node.element.primitive;
    const std::uint64_t count = node.length;
    if (type == Primitive::Char) return decode_chars(start, node);
    if (type == Primitive::Decimal) {
      if (count > left()) return fail_short(start, count, left());
      auto* values = static_cast<std::uint8_t*>(arena_.allocate(count * sizeof(Decimal)));
      for (std::uint64_t i = 0; i < count; ++i) {
        if (!read_decimal(values + i * sizeof(Decimal))) return false;
      }
      node.primitives = values;
      return true;
    }
    const std::uint64_t size = count * size_of(type);
    if (size > left()) return fail_short(start, size, left());
    if (type == Primitive::DateTime) {
      for (std::uint64_t i = 0; i < count; ++i) {
        if (!check_date(at_ + i * 8)) return false;
      }
    }
    node.primitives = at_;
    at_ += size;
    return true;
  }

  DOTWIRE_NOINLINE bool fail_short(const std::uint8_t* start, std::uint64_t wanted, std::uint64_t left) {
    return fail(ErrorCode::Truncated, start,
                "array of at least " + std::to_string(wanted) + " bytes, " + std::to_string(left) + " are left");
  }

  // One encoder wrote the whole array, so a surrogate pair is one sequence and two elements (A.2).
  bool decode_chars(const std::uint8_t* start, ArrayNode& node) {
    if (node.length > left() * 2) return fail_short(start, node.length, left());
    auto* units = static_cast<std::uint8_t*>(arena_.allocate(node.length * 2, 2));
    for (std::uint64_t i = 0; i < node.length;) {
      const char* at = reinterpret_cast<const char*>(at_);
      const std::size_t size = at_ == end_ ? 0 : *at_ < 0x80 ? 1 : *at_ < 0xE0 ? 2 : *at_ < 0xF0 ? 3 : 4;
      if (size == 0 || size > left()) return fail_truncated(at_, "a character array");
      if (!is_valid_utf8({at, size}) || (size == 4 && i + 1 == node.length)) {
        return fail(ErrorCode::Malformed, at_, "character array is not UTF-8, or ends inside a surrogate pair");
      }
      const char32_t c = next_code_point(at, at + size);
      at_ += size;
      if (c < 0x10000) {
        store(units + 2 * i++, static_cast<char16_t>(c));
      } else {
        store(units + 2 * i++, static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
        store(units + 2 * i++, static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
      }
    }
    node.primitives = units;
    return true;
  }

  // Memory for all elements at once only while the sum of such claims stays in proportion to the input.
  bool push_array(const std::uint8_t* start, ArrayNode& node) {
    Slot* slots = nullptr;
    if (node.length <= slots_ahead_ && node.length <= left()) {
      slots_ahead_ -= node.length;
      slots = static_cast<Slot*>(arena_.allocate(node.length * sizeof(Slot)));
    }
    node.slots = slots;
    state_.frames.push_back({nullptr, nullptr, nullptr, &node, node.length, slots, state_.scratch.size(),
                             base_ + static_cast<std::uint64_t>(start - begin_)});
    return true;
  }

  void finish_array(const Frame& frame) {
    ArrayNode& node = *frame.array;
    if (frame.next_slot != nullptr || node.length == 0) {
      node.slot_count = static_cast<std::uint64_t>(frame.next_slot - node.slots);
      return;
    }
    const std::size_t count = state_.scratch.size() - frame.scratch_base;
    node.slots = static_cast<Slot*>(arena_.allocate(count * sizeof(Slot)));
    node.slot_count = count;
    for (std::size_t i = 0; i < count; ++i) {
      const Slot slot = node.slots[i] = state_.scratch[frame.scratch_base + i];
      if (slot.is_pending()) state_.pending.push_back({&node.slots[i], frame.offset});
    }
    state_.scratch.resize(frame.scratch_base);
  }

  // --- values

  // A record behind its type byte, as value of a member or element or at the top level. Pushes a frame for what nests.
  bool decode_node(const std::uint8_t* start, RecordType type, Slot& slot) {
    ++records_;
    switch (type) {
      case RecordType::BinaryObjectString: return decode_string(start, slot);
      case RecordType::ClassWithId: return decode_class_with_id(start, slot);
      case RecordType::SystemClassWithMembersAndTypes:
      case RecordType::ClassWithMembersAndTypes: return decode_class(start, type, slot);
      case RecordType::BinaryArray:
      case RecordType::ArraySinglePrimitive:
      case RecordType::ArraySingleObject:
      case RecordType::ArraySingleString: return decode_array(start, type, slot);
      default: return fail_record(start, *start, "here");
    }
  }

  bool decode_boxed(const std::uint8_t* start, Slot& slot) {
    ++records_;
    ByteReader in(Bytes(at_, left()), base_ + static_cast<std::uint64_t>(at_ - begin_));
    Result<RecordedType> type = decode_additional_info(in, BinaryType::Primitive);
    if (!type.ok()) return fail(std::move(type).error());
    if (!count_object(start)) return false;
    at_ = in.position();
    auto* node = ::new (arena_.allocate(sizeof(ScalarNode))) ScalarNode{};
    node->kind = NodeKind::Scalar;
    node->record = static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped);
    node->value_kind = static_cast<model::ValueKind>(type->primitive);
    slot = Slot::in_place(node);
    return read_primitive(type->primitive, node->value);
  }

  // One member or element that is no null run. `where` may be scratch: then `settled` is false, and references whose
  // targets are to come are noted when the array is finished.
  bool decode_value(Slot& where, std::uint32_t allowed, bool settled) {
    while (true) {
      if (at_ == end_) [[unlikely]]
        return fail_truncated(at_, "an object");
      const std::uint8_t* start = at_;
      const std::uint8_t type = *at_++;
      if (type >= 32 || (allowed >> type & 1) == 0) [[unlikely]] {
        return fail_record(start, type, "in this place");
      }
      switch (static_cast<RecordType>(type)) {
        case RecordType::ObjectNull:
          ++records_;
          where = Slot();
          return true;
        case RecordType::MemberReference: {
          ++records_;
          std::int32_t id = 0;
          if (!read_i32(id, "a MemberReference record")) return false;
          if (const Node* node = state_.ids.find_node(id); node != nullptr) {
            where = Slot::reference(node);
          } else {
            where = Slot::pending(id);
            if (settled) {
              state_.pending.push_back({&where, base_ + static_cast<std::uint64_t>(start - begin_)});
            }
          }
          return true;
        }
        case RecordType::BinaryLibrary:
          if (!decode_library(start)) return false;
          continue;
        case RecordType::MemberPrimitiveTyped: return decode_boxed(start, where);
        default: return decode_node(start, static_cast<RecordType>(type), where);
      }
    }
  }

  // --- the walk

  // Reads until all frames above those of the start are done. Frames are only ever pushed by the value decoders.
  bool run() {
    while (!state_.frames.empty()) {
      Frame& frame = state_.frames.back();
      if (frame.object != nullptr) {
        if (!run_object(state_.frames.size() - 1)) return false;
      } else if (!run_array(state_.frames.size() - 1)) {
        return false;
      }
    }
    return true;
  }

  bool run_object(std::size_t index) {
    const Frame frame = state_.frames[index];
    std::uint8_t* data = frame.object->data();
    for (const Step* step = frame.step; step != frame.step_end; ++step) {
      state_.frames[index].step = step;
      switch (step->op) {
        case StepOp::Copy:
          if (left() < step->length) [[unlikely]]
            return fail_truncated(at_, "an object's values");
          std::memcpy(data + step->offset, at_, step->length);
          at_ += step->length;
          break;
        case StepOp::DateTime:
          if (left() < 8) [[unlikely]]
            return fail_truncated(at_, "a DateTime");
          if (!check_date(at_)) return false;
          std::memcpy(data + step->offset, at_, 8);
          at_ += 8;
          break;
        case StepOp::Char:
          if (!read_char(data + step->offset)) return false;
          break;
        case StepOp::Decimal:
          if (!read_decimal(data + step->offset)) return false;
          break;
        case StepOp::Value: {
          Slot& slot = *::new (data + step->offset) Slot();
          constexpr std::uint32_t kString = 1U << static_cast<unsigned>(RecordType::BinaryObjectString);
          if ((step->allowed & kString) != 0 && decode_short_string(slot)) break;
          if (!decode_value(slot, step->allowed, true)) return false;
          if (state_.frames.size() != index + 1) {
            state_.frames[index].step = step + 1;
            return true;
          }
        }
      }
    }
    state_.frames.pop_back();
    return true;
  }

  bool run_array(std::size_t index) {
    // Copied: the vector of frames may move.
    Frame frame = state_.frames[index];
    const std::uint32_t allowed = allowed_records(frame.array->element.binary_type) | kElementNulls;
    const bool settled = frame.next_slot != nullptr;
    const bool strings = settled && (allowed >> static_cast<unsigned>(RecordType::BinaryObjectString) & 1) != 0;
    while (frame.remaining != 0) {
      if (strings && decode_short_string(*::new (frame.next_slot) Slot())) {
        ++frame.next_slot;
        --frame.remaining;
        continue;
      }
      state_.frames[index].remaining = frame.remaining;
      Slot loose;
      Slot& slot = settled ? *::new (frame.next_slot) Slot() : loose;
      std::uint64_t count = 1;
      if (at_ != end_ && (*at_ == 13 || *at_ == 14)) {
        if (!decode_null_run(frame.remaining, slot, count)) return false;
      } else if (!decode_value(slot, allowed, settled)) {
        return false;
      }
      frame.remaining -= count;
      if (settled) {
        ++frame.next_slot;
      } else {
        gather(loose, frame.scratch_base);
      }
      if (state_.frames.size() != index + 1) {
        state_.frames[index].remaining = frame.remaining;
        state_.frames[index].next_slot = frame.next_slot;
        return true;
      }
    }
    finish_array(frame);
    state_.frames.pop_back();
    return true;
  }

  // Plain nulls that follow each other share a slot.
  void gather(Slot slot, std::size_t base) {
    std::vector<Slot>& scratch = state_.scratch;
    if (slot.is_null() && slot.null_record() == 10 && scratch.size() > base && scratch.back().is_null() &&
        scratch.back().null_record() == 10 && scratch.back().count() < UINT32_MAX) {
      scratch.back() = Slot::null_run(scratch.back().count() + 1, 10);
      return;
    }
    scratch.push_back(slot);
  }

  bool decode_null_run(std::uint64_t remaining, Slot& slot, std::uint64_t& count) {
    const std::uint8_t* start = at_;
    const std::uint8_t record = *at_++;
    ++records_;
    if (record == 13) {
      if (at_ == end_) return fail_truncated(start, "an ObjectNullMultiple256 record");
      count = *at_++;
    } else {
      std::int32_t value = 0;
      if (!read_i32(value, "an ObjectNullMultiple record")) return false;
      count = value < 0 ? 0 : static_cast<std::uint64_t>(value);
    }
    if (count == 0) return fail(ErrorCode::Malformed, start, "null count is not positive");
    if (count > remaining) {
      return fail(ErrorCode::Malformed, start,
                  std::to_string(count) + " nulls, but " + std::to_string(remaining) + " elements are left");
    }
    slot = Slot::null_run(static_cast<std::uint32_t>(count), record);
    return true;
  }

  // References to what came later, and the root.
  bool resolve() {
    for (const Pending& pending : state_.pending) {
      const std::int32_t id = pending.slot->pending_id();
      const Node* node = state_.ids.find_node(id);
      if (node == nullptr) {
        return fail_at(ErrorCode::Malformed, pending.offset, "no object has the id " + std::to_string(id));
      }
      *pending.slot = Slot::reference(node);
    }
    graph_.set_payload_size(static_cast<std::uint64_t>(at_ - begin_));
    const Node* root = state_.ids.find_node(graph_.framing().root_id);
    if (root == nullptr) {
      return fail_at(ErrorCode::Malformed, base_ + 1,
                     "no object has the root id " + std::to_string(graph_.framing().root_id));
    }
    graph_.set_root(root);
    return true;
  }

  State& state_;
  Graph& graph_;
  Arena& arena_;
  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t base_;
  std::uint64_t objects_left_;
  std::uint64_t slots_ahead_;
  std::uint64_t records_ = 0;
};

}  // namespace

GraphReader::GraphReader(Limits limits) : state_(new State) { state_->limits = limits; }
GraphReader::~GraphReader() { delete state_; }

Status GraphReader::read(Bytes input, Graph& graph, std::uint64_t base_offset) {
  graph.clear();
  state_->ids.reset(input.size() / 5 + 64);
  state_->frames.clear();
  state_->pending.clear();
  state_->scratch.clear();
  state_->error.reset();
  graph.keep_alive(state_->shapes);
  if (!Decoder<State>(*state_, input, graph, base_offset).decode()) {
    graph.clear();
    return std::move(*state_->error);
  }
  return {};
}

bool starts_payload(Bytes input) {
  return input.size() >= kHeaderSize && input[0] == 0 && load<std::int32_t>(input.data() + 9) == 1 &&
         load<std::int32_t>(input.data() + 13) == 0;
}

Status read_graph(Bytes input, Graph& graph, const Limits& limits) {
  GraphReader reader(limits);
  return reader.read(input, graph);
}

}  // namespace dotwire::nrbf
