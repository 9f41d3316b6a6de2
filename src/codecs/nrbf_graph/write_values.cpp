// Objects and their members.
#include <algorithm>

#include "base/load.h"
#include "base/text_scan.h"
#include "base/unicode.h"
#include "codecs/nrbf_graph/write_engine.h"
#include "model/builtin_types.h"
#include "model/well_known.h"

namespace dotwire::nrbf {

using model::Node;
using model::NodeKind;
using model::Slot;
using model::Type;
using model::TypeKind;

namespace {

bool is_surrogate(char16_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

}  // namespace

// A class record and the values behind it. Value types come with a negative id of their own, and nest (A.7 rule 5).
void WriteEngine::begin_object(const Type& type, const std::uint8_t* data, std::int32_t id, bool top_level) {
  Plan& plan = plan_of(type);
  // A further object of a class whose record and libraries are written.
  if (plan.document == document_ && plan.libraries_done && plan.metadata_id != 0 && !plan.nests) [[likely]] {
    std::uint8_t* at = out_.buffer().reserve_more(9);
    *at++ = static_cast<std::uint8_t>(RecordType::ClassWithId);
    at = put(at, id);
    out_.buffer().commit(put(at, plan.metadata_id));
    return write_plain_object(plan, data);
  }
  if (plan.document != document_) settle_metadata(plan);
  if (top_level || plan.metadata_id == 0) need_library(plan.library);
  need_libraries(plan, data);
  emit_class(plan, id, data);
  plan.libraries_done = plan.fixed_libraries;
  if (!plan.nests) return write_plain_object(plan, data);
  frames_.push_back({FrameKind::Object, &plan, data, 0, plan.steps.size(), 0, nullptr, nullptr, nullptr});
}

// No value here needs a frame of its own. The usual kinds are written in place, without further calls.
void WriteEngine::write_plain_object(Plan& plan, const std::uint8_t* object) {
  const bool distinct = options_.strings == StringIdentity::Distinct || options_.strings_in_place();
  for (WriteStep& step : plan.steps) {
    const std::uint8_t* data = object + step.offset;
    switch (step.op) {
      case WriteOp::Copy: {
        std::uint8_t* at = out_.buffer().reserve_more(step.length);
        if (step.length == 4) {
          std::memcpy(at, data, 4);
        } else {
          std::memcpy(at, data, step.length);
        }
        out_.buffer().commit(at + step.length);
        break;
      }
      case WriteOp::TextOrNull: {
        const auto* text = static_cast<const std::string*>(step.pointer->get(data));
        if (text == nullptr) {
          out_.write_u8(static_cast<std::uint8_t>(RecordType::ObjectNull));
        } else if (distinct && !step.repeated) {
          emit_new_text(*text);
        } else {
          emit_text(*text, step.repeated);
        }
        break;
      }
      case WriteOp::Text:
        if (distinct && !step.repeated) {
          emit_new_text(*reinterpret_cast<const std::string*>(data));
        } else {
          emit_text(*reinterpret_cast<const std::string*>(data), step.repeated);
        }
        break;
      default: emit_step(step, data);
    }
  }
  if (error_.has_value()) [[unlikely]]
    name_place(plan, object);
}

// "Acme.Order/Name", in whose objects the value stands.
void WriteEngine::name_place(const Plan& plan, const WriteStep& step) {
  if (!error_->path().empty()) return;
  const auto& members = plan.type->members;
  const std::string member = step.member < members.size() ? model::property_name(members[step.member].name) : "";
  error_->set_path(std::string(plan.type->name) + "/" + member);
}

// Looks for the value again: nobody counts steps where nothing fails.
void WriteEngine::name_place(const Plan& plan, const std::uint8_t* object) {
  const auto is_bad = [&](const WriteStep& step) {
    const std::uint8_t* data = object + step.offset;
    if (step.op == WriteOp::Char) return is_surrogate(load<char16_t>(data));
    if (step.op != WriteOp::Text && step.op != WriteOp::TextOrNull) return false;
    const void* text = step.op == WriteOp::Text ? data : step.pointer->get(data);
    return text != nullptr && find_invalid_wtf8(*static_cast<const std::string*>(text)) != kValid;
  };
  const auto bad = std::ranges::find_if(plan.steps, is_bad);
  if (bad != plan.steps.end()) return name_place(plan, *bad);
  if (error_->path().empty()) error_->set_path(std::string(plan.type->name));
}

void WriteEngine::run_object(std::size_t frame) {
  Plan& plan = *frames_[frame].plan;
  const std::uint8_t* data = frames_[frame].data;
  for (std::size_t i = frames_[frame].index; i < plan.steps.size(); ++i) {
    WriteStep& step = plan.steps[i];
    if (step.op == WriteOp::Copy) {
      out_.write_bytes(data + step.offset, step.length);
      continue;
    }
    emit_step(step, data + step.offset);
    if (error_.has_value()) return name_place(plan, step);
    if (frames_.size() != frame + 1) {
      frames_[frame].index = i + 1;
      return;
    }
  }
  frames_.pop_back();
}

void WriteEngine::emit_step(WriteStep& step, const std::uint8_t* data) {
  switch (step.op) {
    case WriteOp::Copy: out_.write_bytes(data, step.length); break;
    case WriteOp::Char: emit_char(data); break;
    case WriteOp::Decimal: emit_primitive(out_, Primitive::Decimal, data); break;
    case WriteOp::Slot: emit_slot(*reinterpret_cast<const Slot*>(data)); break;
    case WriteOp::Text: emit_text(*reinterpret_cast<const std::string*>(data), step.repeated); break;
    case WriteOp::TextOrNull: {
      const auto* text = static_cast<const std::string*>(step.pointer->get(data));
      if (text == nullptr) {
        emit_nulls(out_, 1);
      } else {
        emit_text(*text, step.repeated);
      }
      break;
    }
    case WriteOp::Inline:
    case WriteOp::Offset: emit_inline(*step.type, data); break;
    case WriteOp::Object: emit_reference(data, *step.type); break;
    case WriteOp::Pointer: emit_pointer(step, data); break;
    case WriteOp::Nullable: emit_nullable(step, data); break;
  }
}

// A lone surrogate is no character in UTF-8: .NET throws.
void WriteEngine::emit_char(const std::uint8_t* unit) {
  const auto value = load<char16_t>(unit);
  if (is_surrogate(value)) return fail(ErrorCode::NotRepresentable, "a Char that is a lone surrogate");
  emit_primitive(out_, Primitive::Char, unit);
}

void WriteEngine::emit_slot(Slot slot) {
  const Node* node = slot.node();
  if (node == nullptr) return emit_nulls(out_, slot.count());
  std::int32_t id = 0;
  switch (node->kind) {
    case NodeKind::String: {
      if (options_.strings_in_place()) {
        id = kTextInPlace;
      } else if (!ask_node(*node, id)) {
        return emit_record(out_, RecordType::MemberReference, id);
      }
      const std::string_view text = model::as_string(node)->view();
      if (node->record == 0) return emit_string_record(id, text);
      return emit_string(out_, id, text);
    }
    case NodeKind::Scalar: {
      const auto& scalar = *model::as_scalar(node);
      if (scalar.value_kind > model::ValueKind::UInt64) {
        return fail(ErrorCode::NotRepresentable, "a single value of a framework type needs its record form");
      }
      out_.write_u8(static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped));
      out_.write_u8(static_cast<std::uint8_t>(scalar.value_kind));
      // As in text, where it is named as a loss too.
      constexpr char16_t kReplacement = 0xFFFD;
      const bool lone = scalar.value_kind == model::ValueKind::Char && is_surrogate(scalar.get<char16_t>());
      const auto* const value = lone ? reinterpret_cast<const std::uint8_t*>(&kReplacement) : scalar.value;
      return emit_primitive(out_, static_cast<Primitive>(scalar.value_kind), value);
    }
    case NodeKind::Object:
      if (!slot.is_reference()) {
        const auto& object = *model::as_object(node);
        return begin_object(*object.type, object.data(), inline_id(), false);
      }
      break;
    case NodeKind::Array: break;
  }
  const bool added = ask_node(*node, id);
  emit_record(out_, RecordType::MemberReference, id);
  if (added) queue_.push_back({ItemKind::Node, id, node, nullptr});
}

void WriteEngine::emit_text(const std::string& text, bool repeated) {
  std::int32_t id = 0;
  const bool unshared = options_.strings == StringIdentity::Distinct && !repeated;
  if (unshared || options_.strings_in_place()) return emit_new_text(text);
  if (!ask_text(text, repeated, id)) return emit_record(out_, RecordType::MemberReference, id);
  emit_string_record(id, text);
}

void WriteEngine::emit_reference(const void* address, const Type& type) {
  std::int32_t id = 0;
  ask_object(address, type, id);
  emit_record(out_, RecordType::MemberReference, id);
}

void WriteEngine::emit_inline(const Type& type, const std::uint8_t* data) {
  const std::int32_t id = inline_id();
  if (type.kind == TypeKind::Offset) return emit_offset(data, id);
  if (type.kind == TypeKind::Converted) {
    const void* stand_in = stand_in_for(data, type);
    return begin_object(*type.element, static_cast<const std::uint8_t*>(stand_in), id, false);
  }
  begin_object(type, data, id, false);
}

// DateTimeOffset: the instant in UTC and the offset (A.10).
void WriteEngine::emit_offset(const std::uint8_t* data, std::int32_t id) {
  static const Type& type = model::offset_type();
  Plan& plan = plan_of(type);
  if (plan.document != document_) settle_metadata(plan);
  emit_class(plan, id, data);
  const auto value = load<DateTimeOffset>(data);
  out_.write_i64(value.utc_ticks());
  out_.write_i16(value.offset_minutes);
}

void WriteEngine::emit_pointer(const WriteStep& step, const std::uint8_t* data) {
  const void* object = step.pointer->get(data);
  if (object == nullptr) return emit_nulls(out_, 1);
  if (step.pointer->dynamic_type == nullptr) return emit_reference(object, *step.type);
  const void* most_derived = nullptr;
  const Type* type = step.pointer->dynamic_type(object, &most_derived);
  if (type == nullptr) return fail(unknown_class(*step.type));
  emit_reference(most_derived, *type);
}

void WriteEngine::emit_nullable(WriteStep& step, const std::uint8_t* data) {
  const void* value = step.pointer->get(data);
  if (value == nullptr) return emit_nulls(out_, 1);
  if (step.primitive == Primitive::Null) return emit_inline(*step.type, static_cast<const std::uint8_t*>(value));
  const auto* bytes = static_cast<const std::uint8_t*>(value);
  out_.write_u8(static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped));
  out_.write_u8(static_cast<std::uint8_t>(step.primitive));
  if (step.primitive == Primitive::Char) return emit_char(bytes);
  emit_primitive(out_, step.primitive, bytes);
}

}  // namespace dotwire::nrbf
