// Arrays of strings straight into columns.
#include <algorithm>

#include "base/copy_text.h"
#include "base/reading_limits.h"
#include "base/unicode.h"
#include "codecs/nrbf_graph/decoder.h"
#include "codecs/nrbf_graph/text_columns.h"

namespace dotwire::nrbf {

using model::Chunk;
using model::kChunkRows;
using model::StringNode;

// Fills one column. What is not as .NET writes it (an id out of order, a reference ahead, a library in between) or
// wrong stops it: the general way says what it is.
class TextColumnDecoder {
 public:
  TextColumnDecoder(const TextColumns& texts, const IdTable& ids, TextColumn& to, const std::uint8_t* at,
                    const std::uint8_t* end, std::uint64_t objects_left, std::uint64_t most_referenced)
      : texts_(texts),
        ids_(ids),
        to_(to),
        next_id_(to.first_id),
        at_(at),
        end_(end),
        objects_left_(objects_left),
        most_referenced_(most_referenced) {}

  bool decode(std::uint64_t length) {
    while (length != 0) {
      const std::size_t count = std::min<std::uint64_t>(length, kChunkRows);
      Chunk& chunk = to_.column.tail(count);
      if (!fill(chunk, count)) return false;
      chunk.size = static_cast<std::uint32_t>(count);
      to_.column.added(count);
      length -= count;
    }
    close_run();
    to_.end_id = next_id_;
    return nulls_ == 0;
  }

  const std::uint8_t* position() const { return at_; }
  std::uint64_t objects_left() const { return objects_left_; }
  std::uint64_t records() const { return records_; }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool fill(Chunk& chunk, std::size_t count) {
    chunk.ends.resize(count);
    ends_ = chunk.ends.data();
    bytes_ = chunk.bytes.reserve_more(1);
    room_ = chunk.bytes.capacity();
    size_ = 0;
    const auto first_cell = static_cast<std::uint32_t>(to_.column.record_count());
    for (cell_ = 0; cell_ < count;) {
      if (nulls_ != 0) {
        for (; cell_ < count && nulls_ != 0; --nulls_, ++cell_) {
          ends_[cell_] = size_;
          chunk.set_null_bit(cell_);
        }
        continue;
      }
      if (!apart_) {
        decode_short_texts(count);
        if (cell_ == count) break;
      }
      if (left() >= 6 && *at_ == static_cast<std::uint8_t>(RecordType::BinaryObjectString)) [[likely]] {
        if (!decode_text(chunk, first_cell)) return false;
      } else if (!decode_other(chunk, first_cell)) {
        return false;
      }
    }
    chunk.bytes.resize(size_);
    return true;
  }

  // Strings of ordinary make, as many as come: fewer than 128 ASCII bytes under the next id. All state is in registers.
  DOTWIRE_ALWAYS_INLINE void decode_short_texts(std::size_t count) {
    const std::uint8_t* at = at_;
    const std::uint8_t* const end = end_;
    std::uint8_t* const bytes = bytes_;
    std::uint64_t* const ends = ends_;
    const std::size_t first = cell_;
    const std::size_t last = first + static_cast<std::size_t>(std::min<std::uint64_t>(count - first, objects_left_));
    const std::size_t room = room_;
    std::size_t filled = size_;
    std::size_t cell = first;
    const std::int64_t id = next_id_ - static_cast<std::int64_t>(first);
    for (; cell < last; ++cell) {
      const auto left = static_cast<std::size_t>(end - at);
      if (left < 6 || at[0] != static_cast<std::uint8_t>(RecordType::BinaryObjectString)) break;
      const std::size_t size = at[5];
      if (load<std::int32_t>(at + 1) != id + static_cast<std::int64_t>(cell) || size >= 0x80) break;
      if (size > left - 6 || size > room - filled || !copy_text(bytes + filled, at + 6, size)) break;
      filled += size;
      ends[cell] = filled;
      at += 6 + size;
    }
    const std::size_t done = cell - first;
    next_id_ += static_cast<std::int64_t>(done);
    records_ += done;
    objects_left_ -= done;
    cell_ = cell;
    size_ = filled;
    at_ = at;
  }

  bool decode_text(Chunk& chunk, std::uint32_t first_cell) {
    const auto id = load<std::int32_t>(at_ + 1);
    if (id < next_id_) return false;
    if (apart_ || id != next_id_) {
      close_run();
      if (to_.runs.empty()) to_.first_id = id;
      to_.runs.push_back({id, id, first_cell + static_cast<std::uint32_t>(cell_)});
      next_id_ = id;
      apart_ = false;
    }
    const std::uint8_t* text = at_ + 6;
    std::size_t size = at_[5];
    if (size >= 0x80) [[unlikely]] {
      ByteReader in(Bytes(at_ + 5, left() - 5));
      const Result<std::int32_t> length = in.read_7bit_i32();
      if (!length.ok() || *length < 0) return false;
      size = static_cast<std::size_t>(*length);
      text = in.position();
    }
    if (size > static_cast<std::size_t>(end_ - text) || objects_left_ == 0) [[unlikely]]
      return false;
    if (room_ - size_ < size) [[unlikely]]
      grow(chunk, size);
    if (!copy_text(bytes_ + size_, text, size) && !is_valid_utf8(as_text({text, size}))) [[unlikely]]
      return false;
    size_ += size;
    ends_[cell_++] = size_;
    ++next_id_;
    ++records_;
    --objects_left_;
    at_ = text + size;
    return true;
  }

  void close_run() {
    if (!to_.runs.empty()) to_.runs.back().end = next_id_;
  }

  // Nulls and references.
  bool decode_other(Chunk& chunk, std::uint32_t first_cell) {
    apart_ = true;
    if (at_ == end_) return false;
    const auto record = static_cast<RecordType>(*at_);
    ++records_;
    switch (record) {
      case RecordType::ObjectNull:
        ++at_;
        nulls_ = 1;
        return true;
      case RecordType::ObjectNullMultiple256:
        if (left() < 2) return false;
        nulls_ = at_[1];
        at_ += 2;
        return nulls_ != 0;
      case RecordType::ObjectNullMultiple: {
        if (left() < 5) return false;
        const auto count = load<std::int32_t>(at_ + 1);
        at_ += 5;
        nulls_ = static_cast<std::uint32_t>(count);
        return count > 0;
      }
      case RecordType::MemberReference: return left() >= 5 && decode_reference(chunk, first_cell);
      default: return false;
    }
  }

  bool decode_reference(Chunk& chunk, std::uint32_t first_cell) {
    const auto id = load<std::int32_t>(at_ + 1);
    at_ += 5;
    close_run();
    const std::optional<std::uint32_t> here = to_.find(id);
    const TextPlace other = here ? TextPlace() : texts_.find(id);
    std::uintptr_t key = key_of_id(id);
    std::size_t size = 0;
    if (here && *here >= first_cell) {
      const std::size_t cell = *here - first_cell;
      const std::uint64_t start = cell == 0 ? 0 : ends_[cell - 1];
      size = static_cast<std::size_t>(ends_[cell] - start);
      if (!may_repeat(size)) return false;
      if (room_ - size_ < size) grow(chunk, size);
      put(chunk, bytes_ + start, size);
    } else {
      const bool in_column = here || other.column != nullptr;
      const StringNode* node = in_column ? nullptr : model::as_string(ids_.find_node(id));
      if (!in_column && node == nullptr) return false;
      if (node != nullptr) key = key_of_node(node);
      const std::string_view text = node != nullptr ? node->view() : here ? to_.column.text(*here) : other.text();
      size = text.size();
      if (!may_repeat(size)) return false;
      put(chunk, reinterpret_cast<const std::uint8_t*>(text.data()), size);
    }
    to_.references.push_back({first_cell + static_cast<std::uint32_t>(cell_), key});
    ends_[cell_++] = size_;
    return true;
  }

  // Text by reference costs the payload next to nothing: not more of it than anyone would take.
  bool may_repeat(std::size_t size) {
    to_.referenced_bytes += size;
    return to_.referenced_bytes <= most_referenced_;
  }

  void put(Chunk& chunk, const std::uint8_t* text, std::size_t size) {
    if (room_ - size_ < size) [[unlikely]]
      grow(chunk, size);
    if (size != 0) std::memcpy(bytes_ + size_, text, size);
    size_ += size;
  }

  DOTWIRE_NOINLINE void grow(Chunk& chunk, std::size_t more) {
    chunk.bytes.resize(size_);
    bytes_ = chunk.bytes.reserve_more(more) - size_;
    room_ = chunk.bytes.capacity();
  }

  const TextColumns& texts_;
  const IdTable& ids_;
  TextColumn& to_;
  std::int64_t next_id_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t objects_left_;
  std::uint64_t most_referenced_;
  std::uint64_t records_ = 0;
  bool apart_ = true;  // the next string does not follow the one before
  std::uint32_t nulls_ = 0;
  // Of the chunk.
  std::uint64_t* ends_ = nullptr;
  std::uint8_t* bytes_ = nullptr;
  std::size_t room_ = 0;
  std::uint64_t size_ = 0;
  std::size_t cell_ = 0;
};

// False: nothing has happened.
bool Decoder::decode_texts(model::ArrayNode& node) {
  if (node.length < texts_->fewest() || node.length > slots_ahead_ || node.length > left()) return false;
  const std::int64_t first_id = std::max<std::int64_t>(state_.ids.free_from(), 1);
  if (first_id > INT32_MAX) return false;
  TextColumn& column = texts_->add(node, first_id);
  const std::uint64_t most = reading_expansion(state_.options.limits, static_cast<std::uint64_t>(end_ - begin_));
  TextColumnDecoder decoder(*texts_, state_.ids, column, at_, end_, objects_left_,
                            most - std::min(most, texts_->referenced_bytes()));
  if (!decoder.decode(node.length)) {
    texts_->drop_last();
    return false;
  }
  texts_->add_referenced_bytes(column.referenced_bytes);
  state_.ids.skip(column.first_id, column.end_id);
  slots_ahead_ -= node.length;
  at_ = decoder.position();
  objects_left_ = decoder.objects_left();
  records_ += decoder.records();
  return true;
}

// The node of a string in a column, made when it is first referred to from elsewhere. Null: there is no such string.
const model::Node* Decoder::text_node(std::int32_t id) {
  const TextPlace place = texts_ == nullptr ? TextPlace() : texts_->find(id);
  if (place.column == nullptr) return nullptr;
  auto* node = make_node<StringNode>(model::NodeKind::String, RecordType::BinaryObjectString, id);
  const std::string_view text = place.text();
  node->text = text.data();
  node->size = static_cast<std::uint32_t>(text.size());
  state_.ids.set_skipped(id, node);
  return node;
}

const model::Node* Decoder::text_of_key(std::uintptr_t key) {
  if (!is_id(key)) return node_of(key);
  const auto id = static_cast<std::int32_t>(id_of(key));
  const model::Node* node = state_.ids.find_node(id);
  return node != nullptr ? node : text_node(id);
}

void Decoder::expand_texts(const TextColumn& texts) {
  model::ArrayNode& array = *texts.array;
  auto* slots = static_cast<Slot*>(arena_.allocate(array.length * sizeof(Slot)));
  for (std::uint64_t i = 0; i < array.length; ++i) slots[i] = Slot();
  for (const TextColumn::Run& run : texts.runs) {
    std::uint32_t cell = run.cell;
    for (std::int64_t id = run.id; id < run.end; ++id) slots[cell++] = Slot::in_place(text_of_key(key_of_id(id)));
  }
  for (const TextColumn::Reference& reference : texts.references) {
    slots[reference.cell] = Slot::reference(text_of_key(reference.key));
  }
  array.slots = slots;
  array.slot_count = array.length;
}

}  // namespace dotwire::nrbf
