#include "codecs/nrbf_graph/tree_reader.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/load.h"
#include "base/reading_limits.h"
#include "base/text_scan.h"
#include "clr/decimal.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Type;

namespace {

constexpr std::uint8_t code(RecordType type) { return static_cast<std::uint8_t>(type); }

// Most texts are short, and have the length of the one they replace.
DOTWIRE_ALWAYS_INLINE void assign(std::string& to, std::string_view text) {
  const std::size_t size = text.size();
  if (to.size() != size) {
    to.assign(text.data(), size);
  } else if (size >= 8 && size <= 16) {
    const auto first = load<std::uint64_t>(text.data());
    const auto last = load<std::uint64_t>(text.data() + size - 8);
    store(to.data(), first);
    store(to.data() + size - 8, last);
  } else if (size != 0) {
    std::memcpy(to.data(), text.data(), size);
  }
}

// What an optional or a pointer has already; null: nothing.
DOTWIRE_ALWAYS_INLINE void* value_there(const TreeStep& step, std::uint8_t* target) {
  if (step.flag != 0) return target[step.flag] != 0 ? target : nullptr;
  return const_cast<void*>(step.pointer->get(target));
}

bool starts_class(std::uint8_t record) {
  return record == code(RecordType::ClassWithId) || record == code(RecordType::ClassWithMembersAndTypes) ||
         record == code(RecordType::SystemClassWithMembersAndTypes);
}

}  // namespace

TreeReader::Entry* TreeReader::grow(std::vector<Entry>& entries, std::size_t index) {
  if (index > most_ids_) return nullptr;
  entries.resize(std::min(std::max(entries.size() * 2, index + 64), most_ids_ + 1));
  first_entry_ = entries_.data();  // these may be the negative ones
  entry_count_ = entries_.size();
  return &entries[index];
}

DOTWIRE_ALWAYS_INLINE TreeReader::Entry* TreeReader::entry(std::int32_t id) {
  if (id > 0) [[likely]] {
    const auto index = static_cast<std::size_t>(id);
    return index < entry_count_ ? first_entry_ + index : grow(entries_, index);
  }
  if (id == 0) return nullptr;
  const auto index = static_cast<std::size_t>(-std::int64_t{id});
  return index < negative_.size() ? &negative_[index] : grow(negative_, index);
}

bool TreeReader::read(Bytes input, void* object, const Type& type) {
  TreeType* tree = plans_.find(type);
  if (tree == nullptr || input.size() < kHeaderSize || input[0] != 0) return false;
  plans_.start_payload();
  if (++payload_ == 0) {
    entries_.clear();
    entry_count_ = 0;
    negative_.clear();
    payload_ = 1;
  }
  end_ = input.data() + input.size();
  most_ids_ = input.size() / 2 + 64;
  objects_left_ = options_.limits.objects;
  libraries_ = 0;
  if (load<std::int32_t>(input.data() + 9) != 1 || load<std::int32_t>(input.data() + 13) != 0) return false;
  const auto root_id = load<std::int32_t>(input.data() + 1);
  Entry* root = root_id > 0 ? entry(root_id) : nullptr;
  if (root == nullptr) return false;
  *root = {payload_, State::Waiting, object, tree, {}, 0};
  root->count = kAll;
  waiting_ = 1;

  const std::uint8_t* at = input.data() + kHeaderSize;
  while (at != end_) {
    switch (static_cast<RecordType>(*at)) {
      case RecordType::MessageEnd: return waiting_ == 0;
      case RecordType::BinaryLibrary: at = read_library(at); break;
      case RecordType::ClassWithId:
      case RecordType::ClassWithMembersAndTypes:
      case RecordType::SystemClassWithMembersAndTypes: {
        if (left(at) < 9) return false;
        const auto id = load<std::int32_t>(at + 1);
        const Entry* known = id > 0 ? entry(id) : nullptr;
        if (known == nullptr || !is_known(*known) || known->state != State::Waiting ||
            known->type->form == TreeForm::Array) {
          return false;
        }
        at = read_class(at, *known->type, known->target, known->depth, 0, true);
        break;
      }
      case RecordType::BinaryArray:
      case RecordType::ArraySinglePrimitive:
      case RecordType::ArraySingleObject:
      case RecordType::ArraySingleString: at = read_array(at); break;
      default: return false;
    }
    if (at == nullptr) return false;
  }
  return false;
}

const std::uint8_t* TreeReader::read_library(const std::uint8_t* at) {
  if (left(at) < 6) return nullptr;
  Entry* known = entry(load<std::int32_t>(at + 1));
  if (known == nullptr || is_known(*known) || ++libraries_ > kMostLibraries) return nullptr;
  std::string_view name;
  at = read_text(at + 5, name);
  if (at != nullptr) *known = {payload_, State::Library, nullptr, nullptr, {}, 0};
  return at;
}

// A string behind its record type and id.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_text(const std::uint8_t* at, std::string_view& text) {
  if (at == end_) [[unlikely]]
    return nullptr;
  std::size_t size = *at;
  if (size < 0x80) [[likely]] {
    ++at;
  } else {
    ByteReader in(Bytes(at, left(at)));
    const Result<std::int32_t> length = in.read_7bit_i32();
    if (!length.ok() || *length < 0) return nullptr;
    size = static_cast<std::size_t>(*length);
    at = in.position();
  }
  if (size > left(at)) [[unlikely]]
    return nullptr;
  text = {reinterpret_cast<const char*>(at), size};
  if (!is_ascii_within(at, size, left(at)) && !is_valid_utf8(text)) [[unlikely]]
    return nullptr;
  return at + size;
}

// A BinaryObjectString record, or a reference to one that has been read.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_string(const std::uint8_t* at, std::string_view& text) {
  if (left(at) < 6) [[unlikely]]
    return nullptr;
  Entry* known = entry(load<std::int32_t>(at + 1));
  if (known == nullptr) [[unlikely]]
    return nullptr;
  if (*at == code(RecordType::BinaryObjectString)) [[likely]] {
    if (is_known(*known) || objects_left_-- == 0) [[unlikely]]
      return nullptr;
    at = read_text(at + 5, text);
    known->payload = payload_;
    known->state = State::String;
    known->target = const_cast<char*>(text.data());
    known->count = text.size();
    return at;
  }
  if (*at != code(RecordType::MemberReference) || !is_known(*known) || known->state != State::String) return nullptr;
  text = {static_cast<const char*>(known->target), known->count};
  return at + 5;
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::refer(const std::uint8_t* at, TreeType& type, void* target,
                                                            std::uint64_t count, std::uint32_t depth) {
  if (left(at) < 5 || *at != code(RecordType::MemberReference)) [[unlikely]]
    return nullptr;
  const auto id = load<std::int32_t>(at + 1);
  Entry* known = id > 0 ? entry(id) : nullptr;
  if (known == nullptr) [[unlikely]]
    return nullptr;
  if (is_known(*known)) [[unlikely]] {
    // Empty lists of .NET share their array.
    const bool empty = count == 0 && type.form == TreeForm::Array && known->type == &type &&
                       (known->state == State::Array || (known->state == State::Waiting && known->count == 0));
    if (!empty) return nullptr;
    type.type->container->resize(target, 0);
    return at + 5;
  }
  known->payload = payload_;
  known->state = State::Waiting;
  known->target = target;
  known->type = &type;
  known->count = count;
  known->depth = depth;
  ++waiting_;
  return at + 5;
}

// The class record at `at`. `announced`: its id waits for it; otherwise it is a value in place.
const std::uint8_t* TreeReader::read_class(const std::uint8_t* at, TreeType& type, void* target, std::uint32_t depth,
                                           std::uint32_t nesting, bool announced) {
  if (left(at) < 9 || objects_left_-- == 0 || nesting >= options_.limits.depth) return nullptr;
  const std::uint8_t kind = *at;
  const auto id = load<std::int32_t>(at + 1);
  at += 5;
  const TreeRecord* record = nullptr;
  if (kind == code(RecordType::ClassWithId)) {
    const auto metadata_id = load<std::int32_t>(at);
    const Entry* defining = entry(metadata_id);
    if (defining == nullptr || !is_known(*defining) || defining->state != State::Object || metadata_id == id) {
      return nullptr;
    }
    record = defining->record;
    at += 4;
    if (record->type != &type) {
      ByteReader in(as_bytes(record->bytes));
      record = plans_.decode_record(type, in, record->with_library);
      if (record == nullptr) return nullptr;
    }
  } else {
    const bool with_library = kind == code(RecordType::ClassWithMembersAndTypes);
    for (const auto& other : type.records) {
      const std::size_t size = other->bytes.size();
      if (other->with_library == with_library && left(at) >= size && std::memcmp(at, other->bytes.data(), size) == 0) {
        record = other.get();
        at += size;
        break;
      }
    }
    if (record == nullptr) {
      ByteReader in(Bytes(at, left(at)));
      record = plans_.decode_record(type, in, with_library);
      if (record == nullptr) return nullptr;
      at = in.position();
    }
    for (const std::int32_t library : record->libraries) {
      const Entry* known = entry(library);
      if (known == nullptr || !is_known(*known) || known->state != State::Library) return nullptr;
    }
  }
  Entry* known = entry(id);
  if (known == nullptr) return nullptr;
  if (announced) {
    --waiting_;
  } else if (is_known(*known) && (id > 0 || known->state == State::Library)) {
    return nullptr;
  }
  known->payload = payload_;
  known->state = State::Object;
  known->record = record;
  if (type.form == TreeForm::List) return read_list(at, *record, target, depth);
  return read_members(at, *record, static_cast<std::uint8_t*>(target), depth, nesting);
}

const std::uint8_t* TreeReader::read_members(const std::uint8_t* at, const TreeRecord& record, std::uint8_t* target,
                                             std::uint32_t depth, std::uint32_t nesting) {
  for (const TreeStep& step : record.steps) {
    at = read_value(at, step, target + step.target, depth, nesting);
    if (at == nullptr) [[unlikely]]
      return nullptr;
  }
  return at;
}

const std::uint8_t* TreeReader::read_list(const std::uint8_t* at, const TreeRecord& record, void* list,
                                          std::uint32_t depth) {
  const std::uint8_t* items = nullptr;
  TreeType* array = nullptr;
  std::int32_t size = -1;
  for (const TreeStep& step : record.steps) {
    if (left(at) < 5) return nullptr;
    switch (step.op) {
      case TreeOp::ListItems:
        items = at;
        array = step.type;
        at += 5;
        break;
      case TreeOp::ListSize:
        size = load<std::int32_t>(at);
        at += 4;
        break;
      default: at += 4;
    }
  }
  if (items == nullptr || size < 0) return nullptr;
  return refer(items, *array, list, static_cast<std::uint64_t>(size), depth) == nullptr ? nullptr : at;
}

bool TreeReader::set_null(const TreeStep& step, void* target) const {
  if (step.pointer != nullptr) {
    step.pointer->reset(target);
    return true;
  }
  if (step.op != TreeOp::Text || !options_.null_text_as_empty) return false;
  static_cast<std::string*>(target)->clear();
  return true;
}

const std::uint8_t* TreeReader::read_primitive(const std::uint8_t* at, Primitive primitive, std::uint32_t length,
                                               void* target) {
  switch (primitive) {
    case Primitive::Char:
      if (at == end_ || *at >= 0x80) return nullptr;
      store(target, static_cast<char16_t>(*at));
      return at + 1;
    case Primitive::Decimal: {
      std::string_view text;
      at = read_text(at, text);
      if (at == nullptr) return nullptr;
      const Result<Decimal> value = parse_decimal(text, DecimalSyntax::Number);
      if (!value.ok()) return nullptr;
      store(target, *value);
      return at;
    }
    default: break;
  }
  if (left(at) < length) return nullptr;
  if (primitive == Primitive::DateTime && DateTime(load<std::uint64_t>(at)).ticks() > DateTime::kMaxTicks) {
    return nullptr;
  }
  std::memcpy(target, at, length);
  return at + length;
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_value(const std::uint8_t* at, const TreeStep& step,
                                                                 std::uint8_t* target, std::uint32_t depth,
                                                                 std::uint32_t nesting) {
  switch (step.op) {
    case TreeOp::Copy4:
      if (left(at) < 4) [[unlikely]]
        return nullptr;
      std::memcpy(target, at, 4);
      return at + 4;
    case TreeOp::Copy:
      if (left(at) < step.length) [[unlikely]]
        return nullptr;
      std::memcpy(target, at, step.length);
      return at + step.length;
    case TreeOp::Value: return read_primitive(at, step.primitive, step.length, target);
    default: break;
  }
  if (at == end_) [[unlikely]]
    return nullptr;
  if (*at == code(RecordType::ObjectNull)) return set_null(step, target) ? at + 1 : nullptr;
  switch (step.op) {
    case TreeOp::Text: {
      std::string_view text;
      at = read_string(at, text);
      if (at != nullptr) assign(*reinterpret_cast<std::string*>(target), text);
      return at;
    }
    case TreeOp::TextOrNull: {
      std::string_view text;
      at = read_string(at, text);
      if (at == nullptr) return nullptr;
      // Text that is there already keeps its memory.
      void* made = value_there(step, target);
      if (made == nullptr) made = step.pointer->emplace(target, nullptr);
      assign(*static_cast<std::string*>(made), text);
      return at;
    }
    case TreeOp::Reference: return refer(at, *step.type, target, kAll, depth);
    case TreeOp::Pointer: {
      if (depth >= options_.limits.owning_depth) return nullptr;
      // As does an object whose members are all read over.
      void* object = step.type->keeps_values ? nullptr : value_there(step, target);
      if (object == nullptr) object = step.pointer->emplace(target, step.type->type);
      if (object == nullptr) return nullptr;
      return refer(at, *step.type, object, kAll, step.pointer->detach != nullptr ? depth + 1 : depth);
    }
    case TreeOp::Inline:
      return starts_class(*at) ? read_class(at, *step.type, target, depth, nesting + 1, false) : nullptr;
    case TreeOp::NullableInline:
      if (!starts_class(*at)) return nullptr;
      return read_class(at, *step.type, step.pointer->emplace(target, step.type->type), depth, nesting + 1, false);
    case TreeOp::NullableBox:
      if (left(at) < 2 || *at != code(RecordType::MemberPrimitiveTyped) ||
          at[1] != static_cast<std::uint8_t>(step.primitive) || objects_left_-- == 0) {
        return nullptr;
      }
      return read_primitive(at + 2, step.primitive, step.length, step.pointer->emplace(target, nullptr));
    default: return nullptr;
  }
}

// --- arrays

const std::uint8_t* TreeReader::read_array(const std::uint8_t* at) {
  if (left(at) < 9 || objects_left_-- == 0) return nullptr;
  const auto record = static_cast<RecordType>(*at);
  const auto id = load<std::int32_t>(at + 1);
  at += 5;
  Entry* known = id > 0 ? entry(id) : nullptr;
  if (known == nullptr || !is_known(*known) || known->state != State::Waiting || known->type->form != TreeForm::Array ||
      options_.limits.depth == 0) {
    return nullptr;
  }
  TreeType& type = *known->type;
  std::int32_t length = 0;
  std::uint32_t records = 0;
  Primitive primitive = Primitive::Null;
  if (record == RecordType::BinaryArray) {
    at = read_array_info(at, length, records, primitive);
    if (at == nullptr) return nullptr;
  } else {
    length = load<std::int32_t>(at);
    at += 4;
    BinaryType element = BinaryType::Object;
    if (record == RecordType::ArraySingleString) element = BinaryType::String;
    if (record == RecordType::ArraySinglePrimitive) {
      element = BinaryType::Primitive;
      if (at == end_) return nullptr;
      primitive = static_cast<Primitive>(*at++);
    }
    records = 1U << static_cast<unsigned>(element);
  }
  if (length < 0 || length > kMaxArrayLength || (records & type.element_records) == 0) return nullptr;
  const std::uint64_t count = known->count == kAll ? static_cast<std::uint64_t>(length) : known->count;
  if (count > static_cast<std::uint64_t>(length)) return nullptr;
  void* container = known->target;
  known->state = State::Array;
  --waiting_;
  if ((records & 1) != 0) {
    return read_primitives(at, type, container, static_cast<std::uint64_t>(length), count, primitive);
  }
  // Destructors go through containers of objects as through pointers.
  const bool owns = type.element.type != nullptr;
  if (owns && known->depth >= options_.limits.owning_depth) return nullptr;
  return read_elements(at, type, container, static_cast<std::uint64_t>(length), count, known->depth + (owns ? 1 : 0));
}

// A BinaryArray of one rank, from the array type to the additional info.
const std::uint8_t* TreeReader::read_array_info(const std::uint8_t* at, std::int32_t& length, std::uint32_t& records,
                                                Primitive& primitive) {
  if (left(at) < 10 || at[0] > 1 || load<std::int32_t>(at + 1) != 1 || at[9] > 7) return nullptr;
  length = load<std::int32_t>(at + 5);
  const auto element = static_cast<BinaryType>(at[9]);
  records = 1U << static_cast<unsigned>(element);
  const bool jagged = at[0] == 1;
  if (jagged && element < BinaryType::SystemClass) return nullptr;
  at += 10;
  switch (element) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray:
      if (at == end_ || *at == 0 || *at == 4 || *at > 16) return nullptr;
      primitive = static_cast<Primitive>(*at);
      return at + 1;
    case BinaryType::SystemClass:
    case BinaryType::Class: {
      std::string_view name;
      at = read_text(at, name);
      if (jagged && !name.ends_with(']')) return nullptr;
      if (at == nullptr || element == BinaryType::SystemClass) return at;
      if (left(at) < 4) return nullptr;
      const Entry* library = entry(load<std::int32_t>(at));
      if (library == nullptr || !is_known(*library) || library->state != State::Library) return nullptr;
      return at + 4;
    }
    default: return at;
  }
}

const std::uint8_t* TreeReader::read_primitives(const std::uint8_t* at, const TreeType& type, void* container,
                                                std::uint64_t length, std::uint64_t count, Primitive primitive) {
  const TreeStep& element = type.element;
  if (primitive != element.primitive) return nullptr;
  if (element.op == TreeOp::Value && primitive != Primitive::DateTime) {
    if (length > left(at)) return nullptr;
    auto* to = static_cast<std::uint8_t*>(type.type->container->resize(container, count));
    alignas(Decimal) std::uint8_t spare[sizeof(Decimal)];
    for (std::uint64_t i = 0; i < length; ++i) {
      at = read_primitive(at, primitive, element.length, i < count ? to + i * element.length : spare);
      if (at == nullptr) return nullptr;
    }
    return at;
  }
  const std::uint64_t size = length * element.length;
  if (size > left(at)) return nullptr;
  if (primitive == Primitive::DateTime) {
    for (std::uint64_t i = 0; i < length; ++i) {
      if (DateTime(load<std::uint64_t>(at + i * 8)).ticks() > DateTime::kMaxTicks) return nullptr;
    }
  }
  void* to = type.type->container->resize(container, count);
  if (count != 0) std::memcpy(to, at, count * element.length);
  return at + size;
}

// `count` elements are wanted. The others are spare room of a List<T>: nulls; whatever else is there, the general
// reader knows.
const std::uint8_t* TreeReader::read_elements(const std::uint8_t* at, const TreeType& type, void* container,
                                              std::uint64_t length, std::uint64_t count, std::uint32_t depth) {
  // More elements than bytes come from runs of nulls, which may say much in few bytes.
  std::uint64_t nulls_left = expansion_limit(options_.limits) / std::max(type.element_size, 1U);
  if (count > left(at) && count - left(at) > nulls_left) return nullptr;
  const TreeStep& element = type.element;
  if (type.clear_first) type.type->container->clear(container);
  auto* to = static_cast<std::uint8_t*>(type.type->container->resize(container, count));
  std::uint64_t i = 0;
  while (i < length) {
    if (at == end_) return nullptr;
    std::uint64_t nulls = 0;
    switch (static_cast<RecordType>(*at)) {
      case RecordType::ObjectNull:
        nulls = 1;
        at += 1;
        break;
      case RecordType::ObjectNullMultiple256:
        if (left(at) < 2) return nullptr;
        nulls = at[1];
        at += 2;
        if (nulls == 0) return nullptr;
        break;
      case RecordType::ObjectNullMultiple: {
        if (left(at) < 5) return nullptr;
        const auto value = load<std::int32_t>(at + 1);
        if (value <= 0) return nullptr;
        nulls = static_cast<std::uint64_t>(value);
        at += 5;
        break;
      }
      default: break;
    }
    if (nulls != 0) {
      if (nulls > length - i || nulls > nulls_left) return nullptr;
      nulls_left -= nulls;
      for (; nulls != 0 && i < count; --nulls, ++i, to += type.element_size) {
        if (!set_null(element, to)) return nullptr;
      }
      i += nulls;
      continue;
    }
    if (i >= count) return nullptr;
    at = read_value(at, element, to, depth, 0);
    if (at == nullptr) return nullptr;
    ++i;
    to += type.element_size;
  }
  return at;
}

}  // namespace dotwire::nrbf
