#include "formats/dataset_binary/column_writer.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "formats/dataset_binary/cell_slots.h"
#include "formats/dataset_binary/zone_times.h"
#include "model/value_kinds.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::BinaryType;
using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::RecordedType;
using model::Slot;
using model::ValueKind;

namespace {

bool is_primitive(ValueKind kind) { return kind >= ValueKind::Boolean && kind <= ValueKind::UInt64; }

// --- null bits

Slot write_null_bits(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  std::uint32_t* words = nullptr;
  const auto* bits = builder.bit_array(order.count, order.count, words);
  if (order.as_stored) {
    std::vector<std::uint64_t> copied;
    for (std::size_t c = 0; c < column.chunk_count(); ++c) {
      const Chunk& chunk = column.chunk(c);
      if (chunk.null_count == 0) continue;
      copied.resize((std::size_t{chunk.size} + 63) / 64);
      chunk.copy_null_bits(copied.data());
      std::memcpy(words + c * (kChunkRows / 32), copied.data(), (std::size_t{chunk.size} + 31) / 32 * 4);
    }
  } else {
    for (std::uint64_t i = 0; i < order.count; ++i) {
      if (column.is_null(order.record(i))) words[i / 32] |= std::uint32_t{1} << (i % 32);
    }
  }
  return Slot::reference(bits);
}

// --- primitives

// The cells side by side: where they lie if one chunk holds them all, else a copy.
std::uint8_t* copy_cells(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  const std::size_t width = column.width();
  auto* cells = static_cast<std::uint8_t*>(builder.arena().allocate(order.count * width + 1));
  if (order.as_stored) {
    std::uint8_t* to = cells;
    for (std::size_t c = 0; c < column.chunk_count(); ++c) {
      const Chunk& chunk = column.chunk(c);
      const std::size_t size = chunk.size * width;
      chunk.is_bare() ? std::memset(to, 0, size) : std::memcpy(to, chunk.bytes.data(), size);
      to += size;
    }
    return cells;
  }
  for (std::uint64_t i = 0; i < order.count; ++i) {
    const std::uint64_t record = order.record(i);
    const Chunk& chunk = column.chunk(record / kChunkRows);
    if (chunk.is_bare()) {
      std::memset(cells + i * width, 0, width);
    } else {
      std::memcpy(cells + i * width, chunk.bytes.data() + record % kChunkRows * width, width);
    }
  }
  return cells;
}

void dates_to_utc(const Column& column, const RecordOrder& order, const WriteOptions& options, std::uint8_t* cells) {
  auto* dates = reinterpret_cast<DateTime*>(cells);
  ZoneClock clock{options.zone};
  for (std::uint64_t i = 0; i < order.count; ++i) {
    if (!column.is_null(order.record(i))) dates[i] = clock.to_universal(dates[i]);
  }
}

Slot write_primitives(const Column& column, const RecordOrder& order, const WriteOptions& options,
                      GraphBuilder& builder) {
  const bool converted = column.kind() == ValueKind::DateTime && is_stored_in_utc(column.date_time_mode);
  const std::uint8_t* cells = nullptr;
  if (order.as_stored && column.chunk_count() == 1 && !converted && !column.chunk(0).is_bare()) {
    cells = column.chunk(0).bytes.data();
  } else {
    std::uint8_t* copy = copy_cells(column, order, builder);
    if (converted) dates_to_utc(column, order, options, copy);
    cells = copy;
  }
  return Slot::reference(builder.array_over(static_cast<Primitive>(column.kind()), order.count, cells));
}

// --- text

bool has_identities(const Chunk& chunk) {
  const std::uint32_t* numbers = chunk.identity.data();
  return std::any_of(numbers, numbers + chunk.identity.size(), [](std::uint32_t number) { return number != 0; });
}

// Whether a cell is an empty text, which is one object with all other empty texts.
bool has_empty_texts(const Chunk& chunk) {
  if (chunk.is_bare()) return false;
  std::uint64_t start = 0;
  std::size_t empty = 0;
  for (std::size_t i = 0; i < chunk.size; ++i) {
    empty += chunk.ends[i] == start ? 1 : 0;
    start = chunk.ends[i];
  }
  return empty > chunk.null_count;
}

bool needs_nodes(const Column& column) {
  for (std::size_t c = 0; c < column.chunk_count(); ++c) {
    if (has_identities(column.chunk(c)) || has_empty_texts(column.chunk(c))) return true;
  }
  return false;
}

// Bits for all records, in the chunk or in the arena; null where none is null.
const std::uint64_t* null_words(const Chunk& chunk, GraphBuilder& builder) {
  if (chunk.null_count == 0) return nullptr;
  if (chunk.has_all_null_bits()) return chunk.nulls.data();
  auto* words = builder.arena().allocate_array<std::uint64_t>((std::size_t{chunk.size} + 63) / 64);
  chunk.copy_null_bits(words);
  return words;
}

const std::uint64_t* text_ends(const Chunk& chunk, GraphBuilder& builder) {
  if (!chunk.is_bare()) return chunk.ends.data();
  auto* ends = builder.arena().allocate_array<std::uint64_t>(chunk.size);
  std::fill_n(ends, chunk.size, 0);
  return ends;
}

// Straight from the chunks.
Slot write_text_chunks(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  RecordedType element;
  element.binary_type = BinaryType::String;
  ArrayNode* array = builder.graph().make_array(element, 0);
  array->length = order.count;
  array->lengths = builder.arena().make<std::int32_t>(static_cast<std::int32_t>(order.count));
  array->slots = nullptr;
  array->chunk_count = static_cast<std::uint32_t>(column.chunk_count());
  auto* chunks = builder.arena().allocate_array<model::TextElements>(array->chunk_count);
  auto* lengths = builder.arena().allocate_array<std::uint32_t>(array->chunk_count);
  for (std::uint32_t c = 0; c < array->chunk_count; ++c) {
    const Chunk& chunk = column.chunk(c);
    chunks[c] = {reinterpret_cast<const char*>(chunk.bytes.data()), text_ends(chunk, builder), 0,
                 null_words(chunk, builder), nullptr};
    lengths[c] = chunk.size;
  }
  array->chunks = chunks;
  array->chunk_lengths = lengths;
  return Slot::reference(array);
}

Slot write_texts(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  if (order.as_stored && !needs_nodes(column)) return write_text_chunks(column, order, builder);
  RecordedType element;
  element.binary_type = BinaryType::String;
  ArrayNode* array = builder.graph().make_array(element, order.count);
  for (std::uint64_t i = 0; i < order.count; ++i) {
    const std::uint64_t record = order.record(i);
    const Chunk& chunk = column.chunk(record / kChunkRows);
    if (chunk.is_null(record % kChunkRows)) continue;
    array->slots[i] = Slot::in_place(text_node(chunk, record % kChunkRows, builder));
  }
  return Slot::reference(array);
}

// --- objects and structs

// Kinds whose storage is an array of the type itself; the rest lie in an object[].
bool has_typed_storage(ValueKind kind) {
  return kind == ValueKind::DateTimeOffset || kind == ValueKind::BigInteger || model::is_sql(kind);
}

Shape shape_of_storage(ValueKind kind) {
  if (kind == ValueKind::DateTimeOffset) return Shape::DateTimeOffset;
  return kind == ValueKind::BigInteger ? Shape::BigInteger : shape_of_sql(kind);
}

Result<Slot> write_values(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  ArrayNode* array = builder.graph().make_array(builder.recorded(shape_of_storage(column.kind())), order.count);
  for (std::uint64_t i = 0; i < order.count; ++i) {
    DOTWIRE_TRY(const TypedSlot value, typed_value(cell_view(column, order.record(i)), builder));
    array->slots[i] = value.slot;
  }
  return Slot::reference(array);
}

Result<Slot> write_boxed(const Column& column, const RecordOrder& order, GraphBuilder& builder) {
  ArrayNode* array = builder.graph().make_array(RecordedType{}, order.count);
  for (std::uint64_t i = 0; i < order.count; ++i) {
    const std::uint64_t record = order.record(i);
    const CellView cell = cell_view(column, record);
    if (cell.null) continue;
    DOTWIRE_TRY(array->slots[i], shared_value(cell, column, record, builder));
  }
  return Slot::reference(array);
}

// A local date is stored with its UTC ticks, and still says Local.
Slot with_utc_date(Slot slot, ZoneClock& clock, GraphBuilder& builder) {
  const model::ScalarNode* scalar = model::as_scalar(slot.node());
  if (scalar == nullptr || scalar->value_kind != ValueKind::DateTime || clock.zone == nullptr) return slot;
  const DateTime date = scalar->get<DateTime>();
  if (date.kind() != DateTimeKind::Local) return slot;
  const DateTime utc(clock.to_universal(date).ticks(), DateTimeKind::Local);
  return Slot::in_place(builder.graph().make_scalar(ValueKind::DateTime, utc));
}

// A column of an enum is stored as an array of its integers. Their kind, where the cells are nothing else; or Object.
ValueKind kind_of_enum(const Column& column, const RecordOrder& order) {
  ValueKind kind = ValueKind::Object;
  if (column.type_name == "System.Object") return kind;
  for (std::uint64_t i = 0; i < order.count; ++i) {
    if (column.is_null(order.record(i))) continue;
    const model::ScalarNode* scalar = model::as_scalar(column.object(order.record(i)));
    if (scalar == nullptr || !model::is_integer(scalar->value_kind)) return ValueKind::Object;
    if (kind != ValueKind::Object && kind != scalar->value_kind) return ValueKind::Object;
    kind = scalar->value_kind;
  }
  return kind;
}

Slot write_enums(const Column& column, ValueKind kind, const RecordOrder& order, GraphBuilder& builder) {
  const std::size_t width = model::cell_width(kind);
  auto* cells = static_cast<std::uint8_t*>(builder.arena().allocate(order.count * width + 1));
  std::memset(cells, 0, order.count * width);
  for (std::uint64_t i = 0; i < order.count; ++i) {
    if (column.is_null(order.record(i))) continue;
    std::memcpy(cells + i * width, model::as_scalar(column.object(order.record(i)))->value, width);
  }
  return Slot::reference(builder.array_over(static_cast<Primitive>(kind), order.count, cells));
}

Result<Slot> write_objects(const Column& column, const model::Graph& nodes, const RecordOrder& order,
                           const WriteOptions& options, GraphBuilder& builder) {
  if (const ValueKind kind = kind_of_enum(column, order); kind != ValueKind::Object) {
    return write_enums(column, kind, order, builder);
  }
  ArrayNode* array = builder.graph().make_array(RecordedType{}, order.count);
  ZoneClock clock{options.zone};
  for (std::uint64_t i = 0; i < order.count; ++i) {
    DOTWIRE_TRY(const Slot slot, boxed_value(column.object(order.record(i)), nodes, builder));
    array->slots[i] = with_utc_date(slot, clock, builder);
  }
  return Slot::reference(array);
}

}  // namespace

Result<ColumnArrays> write_cells(const Column& column, const model::Graph& nodes, const RecordOrder& order,
                                 const WriteOptions& options, GraphBuilder& builder) {
  ColumnArrays arrays;
  arrays.null_bits = write_null_bits(column, order, builder);
  if (is_primitive(column.kind())) {
    arrays.storage = write_primitives(column, order, options, builder);
  } else if (column.kind() == ValueKind::String) {
    arrays.storage = write_texts(column, order, builder);
  } else if (column.storage() == model::Storage::Object) {
    DOTWIRE_TRY(arrays.storage, write_objects(column, nodes, order, options, builder));
  } else if (has_typed_storage(column.kind())) {
    DOTWIRE_TRY(arrays.storage, write_values(column, order, builder));
  } else {
    DOTWIRE_TRY(arrays.storage, write_boxed(column, order, builder));
  }
  return arrays;
}

}  // namespace dotwire::dataset_binary
