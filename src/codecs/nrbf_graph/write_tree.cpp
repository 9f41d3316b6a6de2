// C++ objects that form a tree: each is met once, so ids are only counted, and an object's values go out under one
// check of room.
#include <algorithm>

#include "base/check.h"
#include "base/text_scan.h"
#include "base/unicode.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t code(RecordType type) { return static_cast<std::uint8_t>(type); }

// Gives null where the text is no UTF-8, and then has put nothing that counts. May write 16 bytes beyond it.
DOTWIRE_ALWAYS_INLINE std::uint8_t* put_string(std::uint8_t* at, std::int32_t id, const std::string& text) {
  *at++ = code(RecordType::BinaryObjectString);
  at = put(at, id);
  const std::size_t size = text.size();
#if defined(__SSE2__)
  // A std::string has room for 15 characters and a zero at least: one load takes all of a short one.
  if (size <= 16 && text.capacity() >= 15) {
    *at++ = static_cast<std::uint8_t>(size);
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data()));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), block);
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(static_cast<char>(0xED))));
    if ((static_cast<unsigned>(found) & ((1U << size) - 1)) != 0 && find_lone_surrogate(text) != kValid) [[unlikely]]
      return nullptr;
    return at + size;
  }
#endif
  at = put_7bit(at, static_cast<std::uint32_t>(size));
  if (copy_finds_ed(at, text.data(), size) && find_lone_surrogate(text) != kValid) [[unlikely]]
    return nullptr;
  return at + size;
}

DOTWIRE_ALWAYS_INLINE std::uint8_t* put_value(std::uint8_t* at, Primitive primitive, const std::uint8_t* data,
                                              std::uint32_t length) {
  if (primitive == Primitive::Decimal) {
    const char* end = put_decimal(reinterpret_cast<char*>(at + 1), load<Decimal>(data));
    *at = static_cast<std::uint8_t>(end - reinterpret_cast<char*>(at + 1));
    return at + 1 + *at;
  }
  std::memcpy(at, data, length);
  return at + length;
}

}  // namespace

void WriteEngine::drain_trees() {
  while (queue_head_ < queue_.size() && !error_.has_value()) {
    const Item item = queue_[queue_head_++];
    drop_written_items();
    if (item.kind == ItemKind::Object) {
      Plan& plan = item.plan != nullptr ? *item.plan : plan_of(*item.type);
      if (plan.simple) {
        write_tree_object(plan, static_cast<const std::uint8_t*>(item.address), item.id);
        continue;
      }
    }
    const bool is_array = item.kind == ItemKind::ListItems || item.kind == ItemKind::Array;
    if (is_array && write_tree_array(item, item.kind == ItemKind::ListItems)) continue;
    write_item(item);
    if (!frames_.empty()) run_frames();
  }
}

// A reference to an object that is written later.
DOTWIRE_ALWAYS_INLINE std::uint8_t* WriteEngine::put_reference(std::uint8_t* at, WriteStep& step, const void* object,
                                                               std::int32_t id) {
  *at++ = code(RecordType::MemberReference);
  if (step.plan == nullptr) [[unlikely]]
    step.plan = &plan_of(*step.type);
  queue_.push_back({static_cast<ItemKind>(step.item), id, object, step.type, step.plan});
  return put(at, id);
}

// The class record of an object that is not a further one of its kind, and room for the values.
std::uint8_t* WriteEngine::put_first_record(Plan& plan, const std::uint8_t* object, std::int32_t id) {
  if (plan.document != document_) settle_metadata(plan);
  Buffer& out = out_.buffer();
  if (!plan.record_known || plan.metadata_id != 0 || plan.always_full) {
    need_library(plan.library);
    need_libraries(plan, object);
    emit_class(plan, id, object);
    plan.libraries_done = plan.fixed_libraries;
    if (plan.libraries_known && plan.fixed_head) {
      std::vector<std::int32_t>& all = plan.record_libraries;
      const auto add = [&](std::int32_t library) {
        if (library >= 0 && std::find(all.begin(), all.end(), library) == all.end()) all.push_back(library);
      };
      all.clear();
      add(plan.library);
      for (const std::int32_t library : plan.member_libraries) add(library);
      for (const Plan::Patch& patch : plan.patches) add(patch.library);
      plan.record_known = true;
    }
    return out.reserve_more(plan.room);
  }
  for (const std::int32_t library : plan.record_libraries) need_library(library);
  plan.metadata_id = id;
  plan.libraries_done = true;
  std::uint8_t* at = out.reserve_more(plan.head.size() + plan.room + 5);
  *at++ = code(plan.library < 0 ? RecordType::SystemClassWithMembersAndTypes : RecordType::ClassWithMembersAndTypes);
  at = put(at, id);
  std::memcpy(at, plan.head.data(), plan.head.size());
  for (const Plan::Patch& patch : plan.patches) store(at + patch.offset, library_id(patch.library));
  return at + plan.head.size();
}

void WriteEngine::write_tree_object(Plan& plan, const std::uint8_t* object, std::int32_t id) {
  Buffer& out = out_.buffer();
  std::uint8_t* at = nullptr;
  if (plan.document == document_ && plan.libraries_done && plan.metadata_id != 0) [[likely]] {
    at = out.reserve_more(plan.room + 9);
    *at++ = code(RecordType::ClassWithId);
    at = put(put(at, id), plan.metadata_id);
  } else {
    at = put_first_record(plan, object, id);
  }
  const std::uint8_t* limit = out.data() + out.capacity();
  // Locals: what is put through `at` could be anything else as far as the compiler knows.
  const std::size_t room = plan.room;
  std::int32_t next = next_;
  WriteStep* const end_of_steps = plan.steps.data() + plan.steps.size();
  for (WriteStep* at_step = plan.steps.data(); at_step != end_of_steps; ++at_step) {
    WriteStep& step = *at_step;
    const std::uint8_t* data = object + step.offset;
    switch (step.op) {
      case WriteOp::Copy:
        if (step.length == 4) {
          std::memcpy(at, data, 4);
        } else {
          std::memcpy(at, data, step.length);
        }
        at += step.length;
        break;
      case WriteOp::Decimal: at = put_value(at, Primitive::Decimal, data, 0); break;
      case WriteOp::Text:
      case WriteOp::TextOrNull: {
        const auto* text = step.op == WriteOp::Text ? reinterpret_cast<const std::string*>(data)
                                                    : static_cast<const std::string*>(step.pointer->get(data));
        if (text == nullptr) {
          *at++ = code(RecordType::ObjectNull);
          break;
        }
        if (static_cast<std::size_t>(limit - at) < text->size() + room) [[unlikely]] {
          out.commit(at);
          at = out.reserve_more(text->size() + room);
          limit = out.data() + out.capacity();
        }
        const std::int32_t text_id = next++;
        std::uint8_t* end = put_string(at, text_id, *text);
        if (end == nullptr) [[unlikely]] {
          out.commit(at);
          emit_string(out_, text_id, wtf8_to_utf8(*text));
          at = out.reserve_more(room);
          limit = out.data() + out.capacity();
          break;
        }
        at = end;
        break;
      }
      case WriteOp::Object: at = put_reference(at, step, data, next++); break;
      case WriteOp::Pointer: {
        const void* target = step.pointer->get(data);
        if (target == nullptr) {
          *at++ = code(RecordType::ObjectNull);
        } else {
          at = put_reference(at, step, target, next++);
        }
        break;
      }
      case WriteOp::Nullable: {
        const void* value = step.pointer->get(data);
        if (value == nullptr) {
          *at++ = code(RecordType::ObjectNull);
          break;
        }
        *at++ = code(RecordType::MemberPrimitiveTyped);
        *at++ = static_cast<std::uint8_t>(step.primitive);
        at = put_value(at, step.primitive, static_cast<const std::uint8_t*>(value), step.type->size);
        break;
      }
      default: DOTWIRE_CHECK(false);
    }
  }
  next_ = next;
  out.commit(at);
}

void WriteEngine::write_tree_elements(WriteStep& step, const std::uint8_t* data, std::uint64_t count) {
  constexpr std::uint64_t kBlock = 1024;
  for (std::uint64_t done = 0; done < count;) {
    const std::uint64_t size = std::min(kBlock, count - done);
    std::uint8_t* at = out_.buffer().reserve_more(size * 5);
    for (std::uint64_t i = 0; i < size; ++i, data += step.type->size) at = put_reference(at, step, data, next_++);
    out_.buffer().commit(at);
    done += size;
  }
}

}  // namespace dotwire::nrbf
