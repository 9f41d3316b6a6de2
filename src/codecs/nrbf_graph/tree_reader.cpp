#include "codecs/nrbf_graph/tree_reader.h"

#include <algorithm>
#include <cstring>

#include "base/load.h"
#include "codecs/nrbf_graph/tree_values.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

using model::Type;

TreeReader::Entry* TreeReader::grow(std::vector<Entry>& entries, std::size_t index) {
  if (index > most_ids_) return nullptr;
  entries.resize(std::min(std::max(entries.size() * 2, index + 64), most_ids_ + 1));
  first_entry_ = entries_.data();  // these may be the negative ones
  entry_count_ = entries_.size();
  return &entries[index];
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
      case RecordType::MessageEnd:
        payload_size_ = static_cast<std::uint64_t>(at + 1 - input.data());
        return waiting_ == 0;
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

// The class record at `at`. `announced`: its id waits for it; otherwise it is a value in place.
const std::uint8_t* TreeReader::read_class(const std::uint8_t* at, TreeType& type, void* target, std::uint32_t depth,
                                           std::uint32_t nesting, bool announced) {
  if (left(at) < 9 || objects_left_-- == 0 || nesting >= options_.limits.depth) return nullptr;
  const std::uint8_t kind = *at;
  const auto id = load<std::int32_t>(at + 1);
  at += 5;
  const TreeRecord* record = nullptr;
  if (kind == record_code(RecordType::ClassWithId)) {
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
    const bool with_library = kind == record_code(RecordType::ClassWithMembersAndTypes);
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

}  // namespace dotwire::nrbf
