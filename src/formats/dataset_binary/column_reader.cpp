#include "formats/dataset_binary/column_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/checked.h"
#include "base/try.h"
#include "formats/dataset_binary/column_settings.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/scalar_reader.h"
#include "formats/dataset_binary/zone_times.h"
#include "model/null_bits.h"
#include "model/table_settings.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Node;
using model::Slot;
using model::StringNode;
using model::ValueKind;

namespace {

bool is_primitive_kind(ValueKind kind) { return kind >= ValueKind::Boolean && kind <= ValueKind::UInt64; }

Error wrong_storage(const Column& column) {
  return Error(ErrorCode::Malformed, "the storage of a column of " + column.type_name + " is of another kind");
}

Error wrong_length(std::uint64_t length, std::uint32_t records) {
  return Error(ErrorCode::Malformed,
               "storage of " + std::to_string(length) + " cells for " + std::to_string(records) + " records");
}

// --- cells of fixed width beside null bits

// Copies a chunk's null bits, counts them and clears the cells.
void apply_null_bits(const BitsView& bits, std::size_t first, const Column& column, Chunk& chunk) {
  const std::size_t words = (chunk.size + 63) / 64;
  const std::uint8_t* from = bits.words + first / 8;
  const std::size_t available = static_cast<std::size_t>(bits.word_count * 4) - first / 8;
  const auto word = [&](std::size_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, from + i * 8, std::min<std::size_t>(8, available - i * 8));
    const std::size_t used = chunk.size - i * 64;
    return used >= 64 ? value : value & ((std::uint64_t{1} << used) - 1);
  };
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < words; ++i) any |= word(i);
  if (any == 0) return;
  std::size_t count = 0;
  for (std::size_t i = 0; i < words; ++i) count += static_cast<std::size_t>(std::popcount(word(i)));
  chunk.null_count = static_cast<std::uint32_t>(count);
  chunk.nulls.resize(words);
  const std::uint32_t width = column.width();
  for (std::size_t i = 0; i < words; ++i) {
    chunk.nulls[i] = word(i);
    for (std::uint64_t rest = chunk.nulls[i]; rest != 0; rest &= rest - 1) {
      const std::size_t cell = i * 64 + static_cast<std::size_t>(std::countr_zero(rest));
      std::memset(chunk.bytes.data() + cell * width, 0, width);
    }
  }
}

void normalise_booleans(Chunk& chunk) {
  for (std::size_t i = 0; i < chunk.size; ++i) chunk.bytes.data()[i] = chunk.bytes.data()[i] != 0 ? 1 : 0;
}

void dates_to_local(const Column& column, const ReadOptions& options, Chunk& chunk) {
  if (!is_stored_in_utc(column.date_time_mode)) return;
  const bool unspecified = column.date_time_mode == model::DateTimeMode::UnspecifiedLocal;
  auto* dates = reinterpret_cast<DateTime*>(chunk.bytes.data());
  ZoneClock clock{options.zone};
  for (std::size_t i = 0; i < chunk.size; ++i) {
    if (chunk.is_null(i)) continue;
    const DateTime local = clock.to_local(dates[i]);
    dates[i] = unspecified ? DateTime(local.ticks(), DateTimeKind::Unspecified) : local;
  }
}

Status read_primitives(const ColumnSource& source, const ReadOptions& options, Column& column) {
  const ArrayNode* array = as_primitives(source.storage, static_cast<Primitive>(column.kind()));
  if (array == nullptr) return wrong_storage(column);
  if (array->length != source.records) return wrong_length(array->length, source.records);
  DOTWIRE_TRY(const BitsView bits, bits_view(source.null_bits, source.records));
  const std::uint32_t width = column.width();
  for (std::size_t first = 0; first < source.records;) {
    const std::size_t count = std::min<std::size_t>(kChunkRows, source.records - first);
    Chunk& chunk = column.tail(count);
    chunk.bytes.append(array->primitives + first * width, count * width);
    chunk.size = static_cast<std::uint32_t>(count);
    apply_null_bits(bits, first, column, chunk);
    if (column.kind() == ValueKind::Boolean) normalise_booleans(chunk);
    if (column.kind() == ValueKind::DateTime) dates_to_local(column, options, chunk);
    column.added(count);
    first += count;
  }
  return {};
}

// --- text

// Puts the texts of slots behind one another, as far as one chunk goes.
class TextFiller {
 public:
  TextFiller(const ArrayNode& array, ObjectColumns& read) : slot_(array.slots), read_(read) {}

  // False where an element is no string, or strings are repeated too often.
  bool fill(Chunk& chunk, std::size_t count) {
    chunk.ends.resize(count);
    std::uint64_t* ends = chunk.ends.data();
    std::uint8_t* bytes = chunk.bytes.reserve_more(1);
    std::size_t room = chunk.bytes.capacity();
    std::size_t at = 0;
    for (std::size_t i = 0; i < count;) {
      const Node* node = slot_->node();
      if (node == nullptr) {
        const std::size_t nulls = std::min<std::size_t>(count - i, slot_->count() - used_);
        if (!read_.budget.take(nulls * sizeof(std::uint64_t))) return false;
        std::fill_n(ends + i, nulls, at);
        model::set_null_bits(chunk, i, nulls);
        i += nulls;
        used_ += static_cast<std::uint32_t>(nulls);
        if (used_ == slot_->count()) advance();
        continue;
      }
      if (node->kind != model::NodeKind::String) return false;
      const auto& text = *static_cast<const StringNode*>(node);
      if (slot_->is_reference() && text.size != 0) {
        if (!read_.budget.take(text.size)) return false;
        read_.share_strings = true;
      }
      if (room - at < text.size) [[unlikely]] {
        chunk.bytes.resize(at);
        bytes = chunk.bytes.reserve_more(text.size) - at;
        room = chunk.bytes.capacity();
      }
      if (text.size != 0) std::memcpy(bytes + at, text.text, text.size);
      at += text.size;
      ends[i++] = at;
      advance();
    }
    chunk.bytes.resize(at);
    chunk.size = static_cast<std::uint32_t>(count);
    return true;
  }

  // Why it stopped: at nulls, or a string by reference.
  bool at_limit() const { return slot_->node() == nullptr || slot_->node()->kind == model::NodeKind::String; }

 private:
  void advance() {
    ++slot_;
    used_ = 0;
  }

  const Slot* slot_;
  std::uint32_t used_ = 0;
  ObjectColumns& read_;
};

Error beyond_budget() {
  return Error(ErrorCode::LimitExceeded, "nulls and values by reference grow beyond Limits::expansion");
}

// What the decoder put into a column of its own.
Status take_texts(nrbf::TextColumn& texts, std::uint32_t records, Column& column, ObjectColumns& read) {
  if (texts.array->length != records) return wrong_length(texts.array->length, records);
  std::uint64_t nulls = 0;
  for (std::size_t i = 0; i < texts.column.chunk_count(); ++i) nulls += texts.column.chunk(i).null_count;
  if (!read.budget.take(texts.referenced_bytes) || !read.budget.take_nulls(texts.column, nulls)) return beyond_budget();
  read.share_strings |= !texts.references.empty();
  std::swap(texts.column, column);
  model::copy_settings(texts.column, column);
  read.direct->release(texts);
  return {};
}

Status read_texts(const ColumnSource& source, Column& column, ObjectColumns& read) {
  nrbf::TextColumn* direct = read.direct == nullptr ? nullptr : read.direct->find(source.storage);
  const ArrayNode* array = direct != nullptr ? direct->array : as_slots(source.storage);
  if (array == nullptr) return wrong_storage(column);
  read.texts.push_back({&column, array, direct});
  if (direct != nullptr) return take_texts(*direct, source.records, column, read);
  if (array->length != source.records) return wrong_length(array->length, source.records);
  TextFiller filler(*array, read);
  for (std::size_t first = 0; first < source.records;) {
    const std::size_t count = std::min<std::size_t>(kChunkRows, source.records - first);
    Chunk& chunk = column.tail(count);
    if (!filler.fill(chunk, count)) return filler.at_limit() ? beyond_budget() : wrong_storage(column);
    column.added(count);
    first += count;
  }
  return {};
}

// --- values that are objects or structs in the stream

// Whether null bits say which cells are null; otherwise the cells themselves do.
bool has_null_bits(ValueKind kind) { return kind == ValueKind::DateTimeOffset || kind == ValueKind::BigInteger; }

// .NET numbers objects as it meets them first, so one with a lower number was there before.
bool has_repeated_objects(const ArrayNode& array) {
  std::int32_t highest = INT32_MIN;
  for (std::uint64_t i = 0; i < array.slot_count; ++i) {
    const Node* node = array.slots[i].node();
    if (node == nullptr) continue;
    if (node->id <= highest) return true;
    highest = node->id;
  }
  return false;
}

Status read_values(const ColumnSource& source, Column& column, ObjectColumns& read) {
  const ArrayNode* array = as_slots(source.storage);
  if (array == nullptr) return wrong_storage(column);
  if (array->length != source.records) return wrong_length(array->length, source.records);
  BitsView bits;
  const bool with_bits = has_null_bits(column.kind());
  if (with_bits) {
    DOTWIRE_TRY(bits, bits_view(source.null_bits, source.records));
  }
  if (is_boxed(column.kind())) {
    read.share_objects |= has_repeated_objects(*array);
    read.boxes.push_back({&column, array, nullptr});
  }
  SlotCursor cells(*array);
  Value value;
  std::int32_t highest = INT32_MIN;
  for (std::uint32_t i = 0; i < source.records; ++i) {
    const Node* node = cells.next();
    if (node == nullptr || (with_bits && bits.get(i))) {
      if (!read.budget.take_nulls(column, 1)) return beyond_budget();
      value = {};
      value.null = true;
    } else {
      DOTWIRE_TRY(value_of(node, value));
      if (value.kind == ValueKind::DBNull) value.null = true;
      if (value.kind != column.kind() && !value.null) return wrong_storage(column);
      if (node->id <= highest && !read.budget.take_text(value.text.size())) return beyond_budget();
      highest = std::max(highest, node->id);
    }
    append_value(value, column, column.tail(source.records - i));
  }
  return {};
}

// --- objects

// A local date in a cell of Object is stored with its UTC ticks but still says Local.
const Node* with_local_date(const Node* node, ZoneClock& clock, model::Graph& graph) {
  const model::ScalarNode* scalar = model::as_scalar(node);
  if (scalar == nullptr || scalar->value_kind != ValueKind::DateTime) return node;
  const DateTime date = scalar->get<DateTime>();
  if (date.kind() != DateTimeKind::Local || clock.zone == nullptr) return node;
  return graph.make_scalar(ValueKind::DateTime, clock.to_local(date));
}

Status read_objects(const ColumnSource& source, const ReadOptions& options, NodeCopier& copier, Column& column,
                    ObjectColumns& read) {
  const ArrayNode* array = as_slots(source.storage);
  if (array == nullptr) return wrong_storage(column);
  if (array->length != source.records) return wrong_length(array->length, source.records);
  ZoneClock clock{options.zone};
  SlotCursor cells(*array);
  for (std::uint32_t i = 0; i < source.records; ++i) {
    const Node* const cell = cells.next();
    if (cell == nullptr && !read.budget.take_nulls(column, 1)) return beyond_budget();
    DOTWIRE_TRY(const Node* node, import_value(cell, copier));
    const model::ScalarNode* scalar = model::as_scalar(node);
    const bool null = scalar != nullptr && scalar->value_kind == ValueKind::DBNull;
    Chunk& chunk = column.tail(source.records - i);
    chunk.objects.push_back(null ? nullptr : with_local_date(node, clock, copier.to()));
    if (chunk.objects[chunk.size] == nullptr) chunk.set_null_bit(chunk.size);
    ++chunk.size;
    column.added(1);
  }
  return {};
}

}  // namespace

void append_value(const Value& value, Column& column, Chunk& chunk) {
  static constexpr std::uint8_t kZeros[sizeof(value.fixed)] = {};
  if (value.null) chunk.set_null_bit(chunk.size);
  if (column.storage() == model::Storage::Varying) {
    if (!value.null) chunk.bytes.append(value.text);
    chunk.ends.push_back(chunk.bytes.size());
    if (!value.null && value.style != model::SqlStringStyle()) {
      chunk.styles.resize(chunk.size);
      chunk.styles.push_back(value.style);
    }
  } else {
    chunk.bytes.append(value.null ? kZeros : value.fixed, column.width());
  }
  ++chunk.size;
  column.added(1);
}

ValueKind kind_of_storage(const Node* storage) {
  const ArrayNode* array = model::as_array(storage);
  if (array == nullptr || array->rank != 1 || !array->is_primitive()) return ValueKind::Object;
  const auto kind = static_cast<ValueKind>(array->element.primitive);
  return is_primitive_kind(kind) ? kind : ValueKind::Object;
}

bool is_boxed(ValueKind kind) {
  switch (kind) {
    case ValueKind::Guid:
    case ValueKind::Uri:
    case ValueKind::Version:
    case ValueKind::Type:
    case ValueKind::Bytes:
    case ValueKind::Chars: return true;
    default: return false;
  }
}

namespace {

// A storage that another column has too.
Status repeat_storage(const ColumnSource& source, const Column& column, ObjectColumns& read) {
  std::uint64_t bytes = source.records * model::CellBudget::null_bytes(column);
  if (const ArrayNode* cells = as_slots(source.storage); cells != nullptr) {
    for (std::uint64_t i = 0; i < cells->slot_count; ++i) {
      const StringNode* text = model::as_string(cells->slots[i].node());
      const ArrayNode* array = model::as_array(cells->slots[i].node());
      bytes += (text != nullptr ? text->size : 0) + (array != nullptr ? array->length : 0);
    }
  }
  return read.budget.take(bytes) ? Status() : beyond_budget();
}

}  // namespace

Status read_cells(const ColumnSource& source, const ReadOptions& options, NodeCopier& copier, Column& column,
                  ObjectColumns& read) {
  if (!read.storages.insert(source.storage).second) {
    DOTWIRE_TRY(repeat_storage(source, column, read));
  }
  if (is_primitive_kind(column.kind())) return read_primitives(source, options, column);
  if (column.kind() == ValueKind::String) return read_texts(source, column, read);
  if (column.storage() == model::Storage::Object) return read_objects(source, options, copier, column, read);
  return read_values(source, column, read);
}

}  // namespace dotwire::dataset_binary
