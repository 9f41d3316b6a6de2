#include "formats/dataset_binary/object_columns.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dotwire::dataset_binary {

using model::Chunk;
using model::kChunkRows;
using model::Node;
using model::Slot;
using nrbf::TextColumn;

namespace {

// Of objects that have several places. 0: not numbered yet. Keys as in text_columns.h.
using Numbers = std::unordered_map<std::uintptr_t, std::uint32_t>;

std::uintptr_t key_of(const ObjectColumns& columns, const Node* node) {
  const bool text = columns.direct != nullptr && node->kind == model::NodeKind::String;
  return text ? columns.direct->key_of(node) : nrbf::key_of_node(node);
}

// A reference to a string is a further place of it.
void add_shared_texts(const ObjectColumns& columns, Numbers& numbers) {
  for (const ObjectColumns::Entry& entry : columns.texts) {
    if (entry.texts != nullptr) {
      for (const TextColumn::Reference& reference : entry.texts->references) {
        if (!entry.column->text(reference.cell).empty()) numbers.emplace(reference.key, 0);
      }
      continue;
    }
    for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
      const Slot slot = entry.cells->slots[i];
      const model::StringNode* text = model::as_string(slot.node());
      if (text != nullptr && slot.is_reference() && text->size != 0) numbers.emplace(key_of(columns, text), 0);
    }
  }
}

void add_shared_objects(const std::vector<ObjectColumns::Entry>& columns, Numbers& numbers) {
  std::unordered_set<const Node*> seen;
  for (const ObjectColumns::Entry& entry : columns) {
    for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
      const Node* node = entry.cells->slots[i].node();
      if (node != nullptr && !seen.insert(node).second) numbers.emplace(nrbf::key_of_node(node), 0);
    }
  }
}

// Numbers go by the order of the cells, so that equal payloads give equal numbers.
class Numbering {
 public:
  Numbering(const ObjectColumns& columns, Numbers& numbers) : columns_(columns), numbers_(numbers) {
    for (const auto& [key, number] : numbers) {
      if (nrbf::is_id(key)) ids_.push_back(nrbf::id_of(key));
    }
    std::sort(ids_.begin(), ids_.end());
  }

  void number(const ObjectColumns::Entry& entry) {
    if (entry.texts != nullptr) return number_texts(*entry.texts, *entry.column);
    std::size_t record = 0;
    for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
      const Slot slot = entry.cells->slots[i];
      if (slot.node() != nullptr) put(*entry.column, record, key_of(columns_, slot.node()));
      record += slot.count();
    }
  }

 private:
  void put(model::Column& column, std::size_t record, std::uintptr_t key) {
    const auto found = numbers_.find(key);
    if (found == numbers_.end()) return;
    if (found->second == 0) found->second = ++last_;
    Chunk& chunk = column.chunk(record / kChunkRows);
    if (chunk.identity.empty()) {
      chunk.identity.resize(chunk.size);
      std::fill_n(chunk.identity.data(), chunk.size, 0U);
    }
    chunk.identity[record % kChunkRows] = found->second;
  }

  // References, and the strings in place that have other places too. Both come in the order of their cells.
  void number_texts(const TextColumn& texts, model::Column& column) {
    auto reference = texts.references.begin();
    const auto put_references = [&](std::uint32_t end) {
      for (; reference != texts.references.end() && reference->cell < end; ++reference) {
        put(column, reference->cell, reference->key);
      }
    };
    for (auto id = std::lower_bound(ids_.begin(), ids_.end(), texts.first_id); id != ids_.end() && *id < texts.end_id;
         ++id) {
      const std::uint32_t cell = texts.find(*id).value();
      put_references(cell);
      put(column, cell, nrbf::key_of_id(*id));
    }
    put_references(UINT32_MAX);
  }

  const ObjectColumns& columns_;
  Numbers& numbers_;
  std::uint32_t last_ = 0;
  std::vector<std::int64_t> ids_;
};

// Object ids of strings that stand in columns. Those of other strings nearly all lie before.
struct IdRange {
  std::int64_t lowest = INT64_MAX;
  std::int64_t highest = INT64_MIN;
};

IdRange ids_of_cells(const ObjectColumns& columns) {
  IdRange range;
  const auto widen = [&](std::int64_t first, std::int64_t last) {
    range.lowest = std::min(range.lowest, first);
    range.highest = std::max(range.highest, last);
  };
  for (const ObjectColumns::Entry& entry : columns.texts) {
    if (entry.texts != nullptr) {
      if (entry.texts->first_id != entry.texts->end_id) widen(entry.texts->first_id, entry.texts->end_id - 1);
      continue;
    }
    const Slot* slots = entry.cells->slots;
    const Slot* end = slots + entry.cells->slot_count;
    const auto in_place = [](const Slot& slot) { return slot.node() != nullptr && !slot.is_reference(); };
    const Slot* first = std::find_if(slots, end, in_place);
    if (first == end) continue;
    while (!in_place(end[-1])) --end;
    for (const Slot* slot : {first, end - 1}) widen(slot->node()->id, slot->node()->id);
  }
  return range;
}

}  // namespace

void set_identities(const ObjectColumns& columns, const MetadataStrings& metadata) {
  Numbers numbers;
  const IdRange ids = ids_of_cells(columns);
  for (const Node* node : metadata) {
    if (node->id < ids.lowest || node->id > ids.highest) continue;
    if (model::as_string(node)->size != 0) numbers.emplace(key_of(columns, node), model::kMetadataString);
  }
  if (columns.share_strings) {
    add_shared_texts(columns, numbers);
    for (const Node* node : metadata) {
      const auto found = numbers.find(key_of(columns, node));
      if (found != numbers.end()) found->second = model::kMetadataString;
    }
  }
  if (columns.share_objects) add_shared_objects(columns.boxes, numbers);
  if (numbers.empty()) return;
  Numbering numbering(columns, numbers);
  for (const ObjectColumns::Entry& entry : columns.texts) numbering.number(entry);
  for (const ObjectColumns::Entry& entry : columns.boxes) numbering.number(entry);
}

}  // namespace dotwire::dataset_binary
