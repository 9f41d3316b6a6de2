#include "codecs/nrbf_graph/tree_writer.h"

#include <array>

#include "base/check.h"
#include "base/text_scan.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/emit.h"
#include "codecs/nrbf_graph/write_plan.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t code(RecordType type) { return static_cast<std::uint8_t>(type); }

constexpr std::size_t kReferenceRoom = 1 + 4;      // record, id
constexpr std::size_t kFurtherRecord = 1 + 4 + 4;  // ClassWithId: record, id, id of the first
constexpr std::size_t kNullsRoom = 1 + 4;

DOTWIRE_ALWAYS_INLINE std::uint8_t* put_record(std::uint8_t* at, RecordType type, std::int32_t id) {
  *at = code(type);
  store(at + 1, id);
  return at + kReferenceRoom;
}

#if defined(__SSE2__) && (defined(__GLIBCXX__) || defined(_LIBCPP_VERSION))
#define DOTWIRE_BLOCK_TEXT 1
constexpr auto kFirstBits = [] {
  std::array<std::uint16_t, kTreeShortText + 1> bits{};
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint16_t>((1U << i) - 1);
  return bits;
}();
#endif

// Gives null where the text is no UTF-8, and then has put nothing that counts. Needs kTreeTextRoom, and room for the
// whole text where it is longer than a short one.
DOTWIRE_ALWAYS_INLINE std::uint8_t* put_text(std::uint8_t* at, std::int32_t id, const std::string& text) {
  const std::size_t size = text.size();
  at = put_record(at, RecordType::BinaryObjectString, id);
#if defined(DOTWIRE_BLOCK_TEXT)
  // These libraries give a string room for 16 bytes at least, in place or apart.
  if (size <= kTreeShortText) {
    *at++ = static_cast<std::uint8_t>(size);
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data()));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), block);
    const auto high_bits = static_cast<unsigned>(_mm_movemask_epi8(block));
    if ((high_bits & kFirstBits[size]) != 0 && !is_valid_utf8(text)) [[unlikely]]
      return nullptr;
    return at + size;
  }
#endif
  at = put_7bit(at, static_cast<std::uint32_t>(size));
  if (!copy_is_ascii(at, text.data(), size) && !is_valid_utf8(text)) [[unlikely]]
    return nullptr;
  return at + size;
}

std::uint8_t* put_value(std::uint8_t* at, Primitive primitive, const std::uint8_t* data, std::uint32_t length) {
  if (primitive == Primitive::Decimal) {
    const char* end = put_decimal(reinterpret_cast<char*>(at + 1), load<Decimal>(data));
    *at = static_cast<std::uint8_t>(end - reinterpret_cast<char*>(at + 1));
    return at + 1 + *at;
  }
  std::memcpy(at, data, length);
  return at + length;
}

}  // namespace

TreePlan* TreeWriter::find_plan(const model::Type& root) {
  const auto [found, added] = plans_.try_emplace(&root);
  if (added) found->second = make_tree_plan(root);
  last_root_ = &root;
  last_plan_ = found->second.get();
  return last_plan_;
}

Status TreeWriter::write(TreePlan& plan, const void* root, Buffer& out) {
  plan_ = &plan;
  out_ = &out;
  error_.reset();
  for (const auto& made : plan.classes) made->metadata_id = 0;
  TreeClass& first = *plan.classes[0];
  if (plan.prefix_has_record) first.metadata_id = kRecordIsThere;
  missing_libraries_ = plan.libraries.size() - plan.prefix_libraries;
  if (missing_libraries_ != 0) {
    for (TreePlan::Library& library : plan.libraries) library.id = 0;
    for (const std::uint32_t number : first.libraries) plan.libraries[number].id = plan.libraries[number].patched_id;
  }
  if (queue_.empty()) queue_.resize(64);
  head_ = queue_.data();
  head_[0] = {static_cast<const std::uint8_t*>(root), &first, kTreeRootId, 1};
  tail_ = head_ + 1;
  last_ = head_ + queue_.size();
  const std::size_t size = plan.prefix.size();
  std::uint8_t* at = out.reserve_more(size + first.room);
  std::memcpy(at, plan.prefix.data(), size);
  const auto next = kTreeRootId + 1 + static_cast<std::int32_t>(plan.prefix_libraries);
  return write_items({at + size, out.data() + out.capacity(), next});
}

void TreeWriter::grow(Cursor& cursor, std::size_t room) {
  out_->commit(cursor.at);
  cursor.at = out_->reserve_more(room);
  cursor.limit = out_->data() + out_->capacity();
}

// What was taken gives its place before the queue grows, so that long lists do not pile up.
void TreeWriter::grow_queue(std::size_t count) {
  const auto waiting = static_cast<std::size_t>(tail_ - head_);
  if (waiting != 0) std::memmove(queue_.data(), head_, waiting * sizeof(Item));
  if (waiting + count > queue_.size() / 2) queue_.resize((waiting + count) * 2);
  head_ = queue_.data();
  tail_ = head_ + waiting;
  last_ = head_ + queue_.size();
}

void TreeWriter::put_libraries(Cursor& cursor, const TreeClass& made) {
  for (const std::uint32_t number : made.libraries) {
    TreePlan::Library& library = plan_->libraries[number];
    if (library.id != 0) continue;
    library.id = cursor.next++;
    if (library.id != library.patched_id) patch_heads(*plan_, number);
    --missing_libraries_;
    make_room(cursor, library.record.size() + kReferenceRoom);
    cursor.at = put_record(cursor.at, RecordType::BinaryLibrary, library.id);
    std::memcpy(cursor.at, library.record.data(), library.record.size());
    cursor.at += library.record.size();
  }
}

// The class record with all it says of the members, and room for the values.
void TreeWriter::put_first_record(Cursor& cursor, TreeClass& made, const std::uint8_t* object, std::int32_t id) {
  const bool is_there = made.metadata_id == kRecordIsThere;
  made.metadata_id = id;
  if (is_there) return;
  if (missing_libraries_ != 0) put_libraries(cursor, made);
  const std::size_t size = made.head.size();
  make_room(cursor, kReferenceRoom + size + made.room);
  std::uint8_t* at = put_record(
      cursor.at,
      made.own_library < 0 ? RecordType::SystemClassWithMembersAndTypes : RecordType::ClassWithMembersAndTypes, id);
  std::memcpy(at, made.head.data(), size);
  cursor.at = at + size;
  if (!made.varying.empty()) put_varying(cursor, made, object);
}

void TreeWriter::put_varying(Cursor& cursor, const TreeClass& made, const std::uint8_t* object) {
  for (const TreeClass::Info& info : made.varying) {
    const bool is_null = info.step != nullptr && info.step->pointer->get(object + info.step->offset) == nullptr;
    const std::string& bytes = is_null ? info.without_value : info.bytes;
    make_room(cursor, bytes.size() + 4);
    std::memcpy(cursor.at, bytes.data(), bytes.size());
    cursor.at += bytes.size();
    if (info.library >= 0) cursor.at = put(cursor.at, plan_->libraries[static_cast<std::size_t>(info.library)].id);
  }
  make_room(cursor, 4 + made.room);
  if (made.own_library < 0) return;
  cursor.at = put(cursor.at, plan_->libraries[static_cast<std::size_t>(made.own_library)].id);
}

// Lone surrogates become U+FFFD, as in .NET.
void TreeWriter::put_odd_text(Cursor& cursor, std::int32_t id, const std::string& text) {
  if (find_invalid_wtf8(text) != kValid) {
    if (!error_.has_value()) error_.emplace(not_a_text(text));
    return;
  }
  const std::string valid = wtf8_to_utf8(text);
  make_room(cursor, kTreeTextRoom + valid.size());
  std::uint8_t* at = put_record(cursor.at, RecordType::BinaryObjectString, id);
  at = put_7bit(at, static_cast<std::uint32_t>(valid.size()));
  std::memcpy(at, valid.data(), valid.size());
  cursor.at = at + valid.size();
}

void TreeWriter::put_nulls(Cursor& cursor, std::uint64_t count) {
  make_room(cursor, kNullsRoom);
  std::uint8_t*& at = cursor.at;
  if (count == 0) return;
  if (count == 1) {
    *at++ = code(RecordType::ObjectNull);
  } else if (count < 256) {
    *at++ = code(RecordType::ObjectNullMultiple256);
    *at++ = static_cast<std::uint8_t>(count);
  } else {
    at = put_record(at, RecordType::ObjectNullMultiple, static_cast<std::int32_t>(count));
  }
}

bool TreeWriter::put_primitives(Cursor& cursor, const Item& item) {
  const TreeClass& made = *item.made;
  const std::uint64_t count = made.container->size(item.address);
  const std::uint64_t capacity = made.has_capacity ? list_capacity(count) : count;
  if (capacity > static_cast<std::uint64_t>(kMaxArrayLength)) return false;
  const Primitive primitive = made.type->element->primitive;
  make_room(cursor, kReferenceRoom + 5);
  std::uint8_t* at = put_record(cursor.at, RecordType::ArraySinglePrimitive, item.id);
  at = put(at, static_cast<std::int32_t>(capacity));
  *at++ = static_cast<std::uint8_t>(primitive);
  out_->commit(at);
  ByteWriter out(*out_);
  emit_primitives(out, primitive, static_cast<const std::uint8_t*>(made.container->data(item.address)), count);
  constexpr std::uint8_t kZero[sizeof(Decimal)] = {};
  for (std::uint64_t i = count; i < capacity; ++i) emit_primitive(out, primitive, kZero);
  cursor.at = out_->data() + out_->size();
  cursor.limit = out_->data() + out_->capacity();
  return true;
}

bool TreeWriter::put_texts(Cursor& cursor, const Item& item) {
  const TreeClass& made = *item.made;
  const std::uint64_t count = made.container->size(item.address);
  const std::uint64_t capacity = made.has_capacity ? list_capacity(count) : count;
  if (capacity > static_cast<std::uint64_t>(kMaxArrayLength)) return false;
  make_room(cursor, kReferenceRoom + 4);
  cursor.at = put_record(cursor.at, RecordType::ArraySingleString, item.id);
  cursor.at = put(cursor.at, static_cast<std::int32_t>(capacity));
  const auto* data = static_cast<const std::uint8_t*>(made.container->data(item.address));
  std::uint64_t nulls = 0;
  for (std::uint64_t i = 0; i < count; ++i, data += made.stride) {
    const std::string* text =
        made.text.op == TreeOp::PointedText ? static_cast<const std::string*>(made.text.pointer->get(data))
        : made.text.op == TreeOp::FlaggedText && data[made.text.flag] == 0 ? nullptr
                                                                           : reinterpret_cast<const std::string*>(data);
    if (text == nullptr) {
      ++nulls;
      continue;
    }
    if (nulls != 0) put_nulls(cursor, nulls);
    nulls = 0;
    const std::size_t room = kTreeTextRoom + text->size();
    make_room(cursor, room);
    const std::int32_t id = cursor.next++;
    std::uint8_t* end = put_text(cursor.at, id, *text);
    if (end == nullptr) {
      put_odd_text(cursor, id, *text);
    } else {
      cursor.at = end;
    }
  }
  put_nulls(cursor, nulls + (capacity - count));
  return true;
}

void TreeWriter::add_item(const std::uint8_t* address, TreeClass& made, std::int32_t id, std::uint32_t count) {
  if (tail_ == last_) [[unlikely]]
    grow_queue(1);
  *tail_++ = {address, &made, id, count};
}

// List<T>: an array with spare room, how much of it is used, and the number of changes.
void TreeWriter::put_list(Cursor& cursor, const Item& item) {
  TreeClass& made = *item.made;
  if (made.metadata_id <= 0) {
    put_first_record(cursor, made, item.address, item.id);
  } else {
    make_room(cursor, kFurtherRecord + made.room);
    cursor.at = put(put_record(cursor.at, RecordType::ClassWithId, item.id), made.metadata_id);
  }
  const auto count = static_cast<std::int32_t>(made.container->size(item.address));
  add_item(item.address, *made.element, cursor.next, 1);
  cursor.at = put(put(put_record(cursor.at, RecordType::MemberReference, cursor.next++), count), count);
}

// A BinaryArray of a class: references to its elements, which are one item of the queue.
bool TreeWriter::put_object_array(Cursor& cursor, const Item& item) {
  const TreeClass& made = *item.made;
  const std::uint64_t count = made.container->size(item.address);
  const std::uint64_t capacity = made.has_capacity ? list_capacity(count) : count;
  if (capacity > static_cast<std::uint64_t>(kMaxArrayLength)) return false;
  if (missing_libraries_ != 0) put_libraries(cursor, made);
  const std::size_t size = made.head.size();
  make_room(cursor, kReferenceRoom + 9 + size + count * kReferenceRoom + kNullsRoom);
  std::uint8_t* at = put_record(cursor.at, RecordType::BinaryArray, item.id);
  *at++ = static_cast<std::uint8_t>(BinaryArrayType::Single);
  at = put(put(at, std::int32_t{1}), static_cast<std::int32_t>(capacity));
  std::memcpy(at, made.head.data(), size);
  at += size;
  if (count != 0) {
    const auto* elements = static_cast<const std::uint8_t*>(made.container->data(item.address));
    add_item(elements, *made.element, cursor.next, static_cast<std::uint32_t>(count));
    std::int32_t next = cursor.next;
    for (std::uint64_t i = 0; i < count; ++i) at = put_record(at, RecordType::MemberReference, next++);
    cursor.next = next;
  }
  cursor.at = at;
  put_nulls(cursor, capacity - count);
  return true;
}

// The objects of the next item, and of the items behind it that are of the same class. Locals all through: what is put
// behind `at` could be anything else as far as the compiler knows. Slow calls get a cursor of their own, so that the
// locals have no address.
DOTWIRE_ALWAYS_INLINE void TreeWriter::put_objects(Cursor& cursor) {
  std::uint8_t* at = cursor.at;
  const std::uint8_t* limit = cursor.limit;
  std::int32_t next = cursor.next;
  const auto call = [&](auto&& function) {
    Cursor shared{at, limit, next};
    function(shared);
    at = shared.at;
    limit = shared.limit;
    next = shared.next;
  };
  // The item is taken field by field: it was stored in parts a moment ago, and a load of all of it would wait for them.
  TreeClass& made = *head_->made;
  const std::uint8_t* object = head_->address;
  std::int32_t id = head_->id;
  std::uint32_t left = head_->count;
  ++head_;
  const std::size_t room = made.room;
  const TreeStep* const steps = made.steps.data();
  const auto item_bytes = static_cast<std::ptrdiff_t>(made.references * sizeof(Item));
  const std::size_t stride = made.type->size;
  for (;;) {
    if (reinterpret_cast<const char*>(last_) - reinterpret_cast<const char*>(tail_) < item_bytes) [[unlikely]]
      grow_queue(made.references);
    if (made.metadata_id <= 0) [[unlikely]] {
      call([&](Cursor& c) { put_first_record(c, made, object, id); });
    } else {
      if (static_cast<std::size_t>(limit - at) < kFurtherRecord + room) [[unlikely]]
        call([&](Cursor& c) { grow(c, kFurtherRecord + room); });
      at = put(put_record(at, RecordType::ClassWithId, id), made.metadata_id);
    }
    for (const TreeStep* step = steps; step->op != TreeOp::End; ++step) {
      const std::uint8_t* data = object + step->offset;
      const std::string* text = nullptr;
      // Most values are texts: they do not wait for the jump.
      if (step->op == TreeOp::FlaggedText) [[likely]] {
        if (object[step->flag] == 0) {
          *at++ = code(RecordType::ObjectNull);
          continue;
        }
        text = reinterpret_cast<const std::string*>(data);
      } else {
        const void* target = nullptr;
        switch (step->op) {
          case TreeOp::Copy4: at = put(at, load<std::uint32_t>(data)); continue;
          case TreeOp::Copy:
            std::memcpy(at, data, step->length);
            at += step->length;
            continue;
          case TreeOp::Decimal: at = put_value(at, Primitive::Decimal, data, 0); continue;
          case TreeOp::FlaggedObject: target = object[step->flag] == 0 ? nullptr : data; break;
          case TreeOp::Object:
          case TreeOp::Text: target = data; break;
          case TreeOp::PointedObject:
          case TreeOp::PointedText:
          case TreeOp::Nullable: target = step->pointer->get(data); break;
          case TreeOp::FlaggedText:
          case TreeOp::End: break;
        }
        if (target == nullptr) {
          *at++ = code(RecordType::ObjectNull);
          continue;
        }
        if (step->target != nullptr) {
          at = put_record(at, RecordType::MemberReference, next);
          *tail_++ = {static_cast<const std::uint8_t*>(target), step->target, next++, 1};
          continue;
        }
        if (step->op == TreeOp::Nullable) {
          *at++ = code(RecordType::MemberPrimitiveTyped);
          *at++ = static_cast<std::uint8_t>(step->primitive);
          at = put_value(at, step->primitive, static_cast<const std::uint8_t*>(target), step->length);
          continue;
        }
        text = static_cast<const std::string*>(target);
      }
      const std::size_t size = text->size();
      if (size > kTreeShortText && static_cast<std::size_t>(limit - at) < size + room) [[unlikely]]
        call([&](Cursor& c) { grow(c, size + room); });
      std::uint8_t* end = put_text(at, next++, *text);
      if (end == nullptr) [[unlikely]] {
        call([&](Cursor& c) {
          put_odd_text(c, c.next - 1, *text);
          make_room(c, room);
        });
        continue;
      }
      at = end;
    }
    ++id;
    object += stride;
    if (--left != 0) continue;
    // The next item often is of the same class.
    if (head_ == tail_ || head_->made != &made) break;
    object = head_->address;
    id = head_->id;
    left = head_->count;
    ++head_;
  }
  cursor = {at, limit, next};
}

Status TreeWriter::write_items(Cursor cursor) {
  while (head_ != tail_) {
    bool fits = true;
    if (head_->made->kind == TreeKind::Class) {
      put_objects(cursor);
      continue;
    }
    const Item item = *head_++;
    switch (item.made->kind) {
      case TreeKind::Class: break;
      case TreeKind::List: put_list(cursor, item); break;
      case TreeKind::Objects: fits = put_object_array(cursor, item); break;
      case TreeKind::Primitives: fits = put_primitives(cursor, item); break;
      case TreeKind::Texts: fits = put_texts(cursor, item); break;
    }
    if (!fits) return Error(ErrorCode::NotRepresentable, "more elements than a .NET array can have");
  }
  if (error_.has_value()) return std::move(*error_);
  make_room(cursor, 1);
  *cursor.at++ = code(RecordType::MessageEnd);
  out_->commit(cursor.at);
  return {};
}

}  // namespace dotwire::nrbf
