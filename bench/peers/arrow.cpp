#include "peers/arrow.h"

#include <cstring>

#include "peers/cells.h"

namespace dotwire::bench {
namespace {

using model::Chunk;
using model::Column;
using model::ValueKind;

constexpr std::int64_t kNullable = 2;  // ARROW_FLAG_NULLABLE

std::string format_of(const ColumnFacts& facts) {
  switch (facts.kind) {
    case ValueKind::SByte: return "c";
    case ValueKind::Boolean:
    case ValueKind::Byte: return "C";
    case ValueKind::Int16: return "s";
    case ValueKind::UInt16:
    case ValueKind::Char: return "S";
    case ValueKind::Int32: return "i";
    case ValueKind::UInt32: return "I";
    case ValueKind::UInt64: return "L";
    case ValueKind::Single: return "f";
    case ValueKind::Double: return "g";
    case ValueKind::String: return "U";
    case ValueKind::Bytes: return "Z";
    case ValueKind::Guid: return "w:16";
    case ValueKind::Decimal: return facts.scale < 0 ? "w:16" : "d:38," + std::to_string(facts.scale);
    case ValueKind::DateTime: return facts.plain_dates ? "tsu:" : "l";
    default: return "l";
  }
}

void release_schema(ArrowSchema* schema) { schema->release = nullptr; }
void release_array(ArrowArray* array) { array->release = nullptr; }
void release_stream(ArrowArrayStream* stream) { stream->release = nullptr; }
const char* no_error(ArrowArrayStream*) { return nullptr; }

// Arrow's bit says valid, ours says null.
void put_validity(const Chunk& chunk, Buffer& out) {
  const std::size_t words = (chunk.size + 63) / 64;
  out.resize(words * 8);
  auto* const bits = reinterpret_cast<std::uint64_t*>(out.data());
  chunk.copy_null_bits(bits);
  for (std::size_t i = 0; i < words; ++i) bits[i] = ~bits[i];
}

template <class To, class From, class Turn>
void turn(const Chunk& chunk, Buffer& out, Turn&& value_of) {
  out.resize(chunk.size * sizeof(To));
  for (std::size_t i = 0; i < chunk.size; ++i) {
    const To value = chunk.is_null(i) ? To{} : value_of(chunk.get<From>(i));
    std::memcpy(out.data() + i * sizeof(To), &value, sizeof value);
  }
}

void put_ends(const Chunk& chunk, Buffer& out) {
  out.resize((std::size_t{chunk.size} + 1) * sizeof(std::uint64_t));
  std::memset(out.data(), 0, chunk.ends.empty() ? out.size() : sizeof(std::uint64_t));
  if (!chunk.ends.empty()) std::memcpy(out.data() + 8, chunk.ends.data(), chunk.size * sizeof(std::uint64_t));
}

bool has_values_of_its_own(const ColumnFacts& facts) {
  return facts.kind == ValueKind::Guid || (facts.kind == ValueKind::Decimal && facts.scale >= 0) ||
         (facts.kind == ValueKind::DateTime && facts.plain_dates);
}

void put_values(const ColumnFacts& facts, const Chunk& chunk, Buffer& out) {
  switch (facts.kind) {
    case ValueKind::Guid: return turn<GuidHalves, Guid>(chunk, out, halves_of);
    case ValueKind::Decimal:
      return turn<Int128, Decimal>(chunk, out, [](const Decimal& value) { return digits_of(value); });
    default: return turn<std::int64_t, DateTime>(chunk, out, microseconds_of);
  }
}

}  // namespace

ArrowExport::ArrowExport(const std::vector<ColumnFacts>& columns) : columns_(columns) { make_schema(); }

void ArrowExport::make_schema() {
  fields_.clear();
  field_pointers_.clear();
  texts_.clear();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& format = texts_.emplace_back(format_of(columns_[i]));
    const std::string& name = texts_.emplace_back("c" + std::to_string(i));
    fields_.push_back({format.c_str(), name.c_str(), nullptr, columns_[i].has_nulls ? kNullable : 0, 0, nullptr,
                       nullptr, release_schema, nullptr});
  }
  for (ArrowSchema& field : fields_) field_pointers_.push_back(&field);
}

ArrowArrayStream* ArrowExport::open(const model::Table& table) {
  batches_.clear();
  table_ = &table;
  next_chunk_ = 0;
  stream_ = {get_schema, get_next, no_error, release_stream, this};
  return &stream_;
}

int ArrowExport::get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  auto& self = *static_cast<ArrowExport*>(stream->private_data);
  self.make_schema();  // whoever took the last one may have released its fields
  *out = {"+s",
          "",
          nullptr,
          0,
          static_cast<std::int64_t>(self.fields_.size()),
          self.field_pointers_.data(),
          nullptr,
          release_schema,
          nullptr};
  return 0;
}

int ArrowExport::get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& self = *static_cast<ArrowExport*>(stream->private_data);
  *out = {};
  if (self.columns_.empty() || self.next_chunk_ >= self.table_->columns[0]->chunk_count()) return 0;
  Batch& batch = self.batches_.emplace_back();
  for (std::size_t i = 0; i < self.columns_.size(); ++i) {
    Array& array = batch.columns.emplace_back();
    self.fill(self.columns_[i], *self.table_->columns[i], self.next_chunk_, array);
    batch.children.push_back(&array.array);
  }
  const std::uint32_t rows = self.table_->columns[0]->chunk(self.next_chunk_++).size;
  *out = {rows,
          0,
          0,
          1,
          static_cast<std::int64_t>(batch.children.size()),
          &batch.no_buffer,
          batch.children.data(),
          nullptr,
          release_array,
          nullptr};
  return 0;
}

void ArrowExport::fill(const ColumnFacts& facts, const Column& column, std::size_t index, Array& out) const {
  static constexpr std::uint8_t kNothing[8] = {};
  const Chunk& chunk = column.chunk(index);
  const bool text = column.storage() == model::Storage::Varying;
  if (chunk.null_count != 0) {
    put_validity(chunk, out.validity);
    out.buffers[0] = out.validity.data();
  }
  if (text) {
    put_ends(chunk, out.values);
    out.buffers[1] = out.values.data();
    out.buffers[2] = chunk.bytes.empty() ? kNothing : chunk.bytes.data();
  } else if (has_values_of_its_own(facts)) {
    put_values(facts, chunk, out.values);
    out.buffers[1] = out.values.data();
  } else if (chunk.is_bare()) {
    out.values.resize(chunk.size * std::size_t{column.width()});
    std::memset(out.values.data(), 0, out.values.size());
    out.buffers[1] = out.values.data();
  } else {
    out.buffers[1] = chunk.bytes.data();
  }
  out.array = {chunk.size, chunk.null_count, 0, text ? 3 : 2, 0, out.buffers, nullptr, nullptr, release_array, nullptr};
}

}  // namespace dotwire::bench
