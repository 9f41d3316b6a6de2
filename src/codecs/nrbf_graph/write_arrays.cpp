// Arrays of graphs, and the containers of C++ structs.
#include <algorithm>

#include "codecs/nrbf_graph/write_engine.h"
#include "model/builtin_types.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Slot;
using model::Type;
using model::TypeKind;

namespace {

// Nulls are merged in vectors only (A.6).
bool merges_nulls(const ArrayNode& array) { return array.array_kind == 0; }

// What a Dictionary<K, V> that grew by adding has as buckets: the next of .NET's primes over twice the last.
std::int32_t hash_size(std::uint64_t count) {
  constexpr std::int32_t kSizes[] = {3,        7,        17,       37,        89,        197,       431,
                                     919,      1931,     4049,     8419,      17519,     36353,     75431,
                                     156437,   324449,   672827,   1395263,   2893249,   5999471,   11998949,
                                     23997907, 47995853, 95991737, 191983481, 383966977, 767933981, 1535867969};
  if (count == 0) return 0;
  for (const std::int32_t size : kSizes) {
    if (static_cast<std::uint64_t>(size) >= count) return size;
  }
  return kSizes[std::size(kSizes) - 1];
}

bool is_null_element(const WriteStep& step, const std::uint8_t* data) {
  switch (step.op) {
    case WriteOp::TextOrNull:
    case WriteOp::Pointer:
    case WriteOp::Nullable: return step.pointer->get(data) == nullptr;
    case WriteOp::Slot: return reinterpret_cast<const Slot*>(data)->is_null();
    default: return false;
  }
}

}  // namespace

// --- arrays of graphs

void WriteEngine::begin_array(const ArrayNode& array, std::int32_t id) {
  need_library(library_of_recorded(array.element));
  emit_array_head(out_, array, id, [&](std::int32_t in_graph) {
    const std::int32_t number = graph_library(in_graph);
    return number < 0 ? 0 : library_id(number);
  });
  if (array.element.binary_type == BinaryType::Primitive) {
    return emit_primitives(out_, array.element.primitive, array.primitives, array.length);
  }
  if (array.chunks != nullptr) return emit_text_chunks(array);
  frames_.push_back({FrameKind::Array, nullptr, nullptr, 0, array.slot_count, 0, &array, nullptr, nullptr});
}

void WriteEngine::run_array(std::size_t frame) {
  const ArrayNode& array = *frames_[frame].array;
  std::uint64_t nulls = frames_[frame].nulls;
  const bool merges = merges_nulls(array);
  for (std::uint64_t i = frames_[frame].index; i < array.slot_count; ++i) {
    const Slot slot = array.slots[i];
    if (slot.is_null()) {
      if (merges) {
        nulls += slot.count();
      } else {
        for (std::uint32_t k = 0; k < slot.count(); ++k) emit_nulls(out_, 1);
      }
      continue;
    }
    emit_nulls(out_, nulls);
    nulls = 0;
    emit_slot(slot);
    if (error_.has_value()) return;
    if (frames_.size() != frame + 1) {
      frames_[frame].index = i + 1;
      frames_[frame].nulls = 0;
      return;
    }
  }
  emit_nulls(out_, nulls);
  frames_.pop_back();
}

// Text of a table's column, each cell a string object of its own unless the column says otherwise.
void WriteEngine::emit_text_chunks(const ArrayNode& array) {
  std::uint64_t nulls = 0;
  for (std::uint32_t c = 0; c < array.chunk_count; ++c) {
    const model::TextElements& chunk = array.chunks[c];
    std::uint64_t start = chunk.start;
    for (std::uint32_t i = 0; i < array.chunk_lengths[c]; ++i) {
      const std::string_view text(chunk.text + start, static_cast<std::size_t>(chunk.ends[i] - start));
      start = chunk.ends[i];
      if (chunk.nulls != nullptr && (chunk.nulls[i / 64] >> (i % 64) & 1) != 0) {
        ++nulls;
        continue;
      }
      if (nulls != 0) {
        emit_nulls(out_, nulls);
        nulls = 0;
      }
      std::int32_t id = 0;
      const std::uint32_t group = chunk.identity == nullptr ? 0 : chunk.identity[i];
      if (group == 0 || options_.strings_in_place()) {
        id = new_text_id();
      } else {
        if (group >= text_groups_.size())
          text_groups_.resize(std::max<std::size_t>(group + 1, text_groups_.size() * 2), 0);
        if (!ask(text_groups_[group], std::uintptr_t{group} << 1 | 1, id)) {
          emit_record(out_, RecordType::MemberReference, id);
          continue;
        }
      }
      emit_string_record(id, text);
    }
  }
  emit_nulls(out_, nulls);
}

// --- containers of C++ structs

ElementPlan& WriteEngine::element_plan(const Type& container, Plan& plan) {
  if (plan.element == nullptr) {
    const Type& element = *container.element;
    plan.element =
        std::make_shared<ElementPlan>(ElementPlan{make_step(element), type_info(element), library_of(element)});
  }
  return *plan.element;
}

// List<T>: an array with spare room, how much of it is used, and the number of changes.
void WriteEngine::emit_list(const Item& item) {
  const Type& type = *item.type;
  Plan& plan = plan_of(type);
  if (plan.document != document_) settle_metadata(plan);
  // The assembly of the inner array is that of its elements.
  if (!plan.libraries_done) need_library(element_plan(type, plan).library);
  plan.libraries_done = true;
  emit_class(plan, item.id, nullptr);
  const auto count = type.container->size(item.address);
  // The inner array has no address of its own.
  const std::int32_t items = ask_new(reinterpret_cast<std::uintptr_t>(item.address) | 1);
  std::uint8_t* at = out_.buffer().reserve_more(13);
  *at++ = static_cast<std::uint8_t>(RecordType::MemberReference);
  const auto number = static_cast<std::int32_t>(count);
  out_.buffer().commit(put(put(put(at, items), number), number));
  queue_.push_back({ItemKind::ListItems, items, item.address, &type});
}

void WriteEngine::begin_elements(const Item& item, bool with_capacity) {
  const void* container = item.address;
  const Type& type = *item.type;
  const std::int32_t id = item.id;
  const Type& element = *type.element;
  const std::uint64_t count = type.container->size(container);
  const std::uint64_t capacity = with_capacity ? list_capacity(count) : count;
  if (capacity > static_cast<std::uint64_t>(kMaxArrayLength)) {
    return fail(ErrorCode::NotRepresentable, "more elements than a .NET array can have");
  }
  const auto* data = static_cast<const std::uint8_t*>(type.container->data(container));
  const auto length = static_cast<std::int32_t>(capacity);
  ElementPlan& elements = element_plan(type, plan_of(type));
  const TypeInfo& info = elements.info;
  need_library(elements.library);
  switch (info.binary_type) {
    case BinaryType::Primitive:
      emit_record(out_, RecordType::ArraySinglePrimitive, id);
      out_.write_i32(length);
      out_.write_u8(static_cast<std::uint8_t>(info.primitive));
      return emit_primitive_elements(element, data, count, capacity);
    case BinaryType::String: emit_record(out_, RecordType::ArraySingleString, id); break;
    case BinaryType::Object: emit_record(out_, RecordType::ArraySingleObject, id); break;
    default: emit_record(out_, RecordType::BinaryArray, id);
  }
  const bool jagged = element.kind == TypeKind::Array;
  if (info.binary_type != BinaryType::String && info.binary_type != BinaryType::Object) {
    out_.write_u8(jagged ? 1 : 0);
    out_.write_i32(1);
    out_.write_i32(length);
    out_.write_u8(static_cast<std::uint8_t>(info.binary_type));
    emit_info(info);
  } else {
    out_.write_i32(length);
  }
  frames_.push_back(
      {FrameKind::Elements, nullptr, data, 0, count, capacity - count, nullptr, &element, &elements.step});
}

void WriteEngine::emit_primitive_elements(const Type& type, const std::uint8_t* data, std::uint64_t count,
                                          std::uint64_t capacity) {
  emit_primitives(out_, type.primitive, data, count);
  constexpr std::uint8_t kZero[sizeof(Decimal)] = {};
  for (std::uint64_t i = count; i < capacity; ++i) emit_primitive(out_, type.primitive, kZero);
}

void WriteEngine::run_elements(std::size_t frame) {
  WriteStep& step = *frames_[frame].step;
  const Type& element = *frames_[frame].type;
  const std::uint64_t count = frames_[frame].count;
  const bool merges = element.kind != TypeKind::Array;
  std::uint64_t nulls = 0;
  for (std::uint64_t i = frames_[frame].index; i < count; ++i) {
    const std::uint8_t* data = frames_[frame].data + i * element.size;
    if (merges && is_null_element(step, data)) {
      ++nulls;
      continue;
    }
    if (nulls != 0) {
      emit_nulls(out_, nulls);
      nulls = 0;
    }
    emit_step(step, data);
    if (error_.has_value()) return;
    if (frames_.size() != frame + 1) {
      frames_[frame].index = i + 1;
      return;
    }
  }
  // Spare room of a List<T>: nulls, or values as default(T) has them.
  const std::uint64_t spare = frames_[frame].nulls;
  if (spare != 0 && is_value_type(element) && element.kind != TypeKind::Nullable) {
    emit_nulls(out_, nulls);
    frames_[frame].index = count;
    frames_[frame].nulls = spare - 1;
    const void* value = default_value(element);
    if (value == nullptr) {
      return fail(ErrorCode::NotRepresentable, "spare room of a List<T> needs a default value, which cannot be made");
    }
    emit_step(step, static_cast<const std::uint8_t*>(value));
    if (frames_.size() != frame + 1 || spare > 1) return;
  } else {
    emit_nulls(out_, nulls + spare);
  }
  frames_.pop_back();
}

namespace {

enum FrameworkForm : unsigned { kEmptyDictionary = 1, kDictionary = 2, kComparer = 3 };

// EqualityComparer<K>.Default (A.10).
std::string comparer_name(const Type& key) {
  const TypeInfo info = type_info(key);
  const std::string_view name = info.binary_type == BinaryType::Primitive ? primitive_name(info.primitive)
                                : info.binary_type == BinaryType::String  ? std::string_view("System.String")
                                                                          : std::string_view(info.name);
  if (key.kind == TypeKind::Primitive && key.primitive == Primitive::Byte) {
    return "System.Collections.Generic.ByteEqualityComparer";
  }
  // Those of other enums than of Int32 say that they are ObjectEqualityComparer, which they once were.
  const bool is_enum = key.kind == TypeKind::Enum;
  const bool by_object = key.kind == TypeKind::Class || key.kind == TypeKind::Pointer || key.kind == TypeKind::Struct ||
                         (is_enum && key.primitive != Primitive::Int32);
  const char* comparer = by_object ? "ObjectEqualityComparer"
                         : is_enum ? "EnumEqualityComparer"
                                   : "GenericEqualityComparer";
  const std::string_view assembly = info.library.empty() ? model::kMscorlib : info.library;
  return std::string("System.Collections.Generic.") + comparer + "`1[[" + std::string(name) + ", " +
         std::string(assembly) + "]]";
}

Member primitive_entry(std::string_view name) {
  Member member;
  member.name = name;
  member.recorded.binary_type = BinaryType::Primitive;
  member.recorded.primitive = Primitive::Int32;
  return member;
}

Member class_entry(std::string_view name, std::string_view type) {
  Member member;
  member.name = name;
  member.recorded.binary_type = BinaryType::SystemClass;
  member.recorded.name = type;
  return member;
}

}  // namespace

FrameworkClass& WriteEngine::framework_class(const Type& type, unsigned form) {
  std::unique_ptr<FrameworkClass>& made = framework_classes_[reinterpret_cast<std::uintptr_t>(&type) + form];
  if (made != nullptr) return *made;
  made = std::make_unique<FrameworkClass>();
  made->type.kind = TypeKind::Class;
  made->type.serial = ~std::uint32_t{0};
  made->texts.reserve(2);
  if (form == kComparer) {
    made->texts.push_back(comparer_name(type));
    made->type.name = made->texts[0];
    return *made;
  }
  made->texts.push_back(comparer_name(*type.element->members[0].type));
  made->texts.push_back(std::string(type.element->name) + "[]");
  made->type.name = type.name;
  made->members = {primitive_entry("Version"), class_entry("Comparer", made->texts[0]), primitive_entry("HashSize")};
  if (form == kDictionary) made->members.push_back(class_entry("KeyValuePairs", made->texts[1]));
  made->type.members = made->members;
  return *made;
}

void WriteEngine::begin_framework_class(FrameworkClass& framework, std::int32_t id) {
  Plan& plan = plan_of(framework.type);
  if (plan.document != document_) settle_metadata(plan);
  emit_class(plan, id, nullptr);
}

// Dictionary<K, V> as it serializes itself (A.10).
void WriteEngine::emit_dictionary(const Item& item) {
  const Type& type = *item.type;
  const Type& key = *type.element->members[0].type;
  const std::uint64_t count = type.container->size(item.address);
  const std::int32_t buckets = hash_size(count);
  if (buckets != 0) need_library(library_of(*type.element));
  begin_framework_class(framework_class(type, buckets != 0 ? kDictionary : kEmptyDictionary), item.id);
  out_.write_i32(static_cast<std::int32_t>(count));
  // The comparer is one object of the program for all dictionaries with this key.
  std::int32_t comparer = 0;
  std::int32_t& known = objects_.find(reinterpret_cast<std::uintptr_t>(&key), 2);
  if (ask(known, reinterpret_cast<std::uintptr_t>(&key) | 2, comparer)) {
    queue_.push_back({ItemKind::DictionaryComparer, comparer, item.address, &key});
  }
  emit_record(out_, RecordType::MemberReference, comparer);
  out_.write_i32(buckets);
  if (buckets == 0) return;
  const std::int32_t pairs = ask_new(reinterpret_cast<std::uintptr_t>(item.address) | 1);
  emit_record(out_, RecordType::MemberReference, pairs);
  queue_.push_back({ItemKind::DictionaryPairs, pairs, item.address, &type});
}

void WriteEngine::emit_comparer(const Item& item) {
  begin_framework_class(framework_class(*item.type, kComparer), item.id);
}

void WriteEngine::begin_pairs(const Item& item) {
  const Type& type = *item.type;
  const Type& pair = *type.element;
  emit_record(out_, RecordType::BinaryArray, item.id);
  out_.write_u8(0);
  out_.write_i32(1);
  out_.write_i32(static_cast<std::int32_t>(type.container->size(item.address)));
  out_.write_u8(static_cast<std::uint8_t>(BinaryType::SystemClass));
  out_.write_prefixed(pair.name);
  type.container->begin(item.address, cursors_.emplace_back().bytes);
  frames_.push_back(
      {FrameKind::Pairs, nullptr, static_cast<const std::uint8_t*>(item.address), 0, 0, 0, nullptr, &type, nullptr});
}

void WriteEngine::run_pairs(std::size_t frame) {
  const Type& type = *frames_[frame].type;
  const void* pair = type.container->next(frames_[frame].data, cursors_.back().bytes);
  if (pair == nullptr) {
    cursors_.pop_back();
    frames_.pop_back();
    return;
  }
  emit_inline(*type.element, static_cast<const std::uint8_t*>(pair));
}

}  // namespace dotwire::nrbf
