#include "formats/dataset_binary/row_reader.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/try.h"
#include "formats/dataset_binary/column_reader.h"
#include "formats/dataset_binary/column_settings.h"
#include "formats/dataset_binary/framework_views.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Node;
using model::Row;
using model::RowState;
using model::Slot;
using model::Table;
using model::ValueKind;

namespace {

// Builds the names of the seven keys, and errors under them.
class RowKeys {
 public:
  RowKeys(Keys& keys, std::uint32_t index) : keys_(keys) {
    keys_.set_prefix("DataTable_" + std::to_string(index) + ".");
  }
  ~RowKeys() { keys_.set_prefix(""); }
  RowKeys(const RowKeys&) = delete;
  RowKeys& operator=(const RowKeys&) = delete;

  Result<std::uint32_t> count(std::string_view name) { return keys_.count(name); }
  Result<const Node*> node(std::string_view name) { return keys_.node(name); }
  Error at(std::string_view name, Error error) const {
    error.set_path(keys_.full_name(name));
    return error;
  }
  Error at(std::string_view name, std::uint64_t entry, Error error) const {
    error.set_path(keys_.full_name(name) + "/[" + std::to_string(entry) + "]");
    return error;
  }
  Error bad(std::string_view name, std::string message) const {
    return error_at(keys_.full_name(name), std::move(message));
  }

 private:
  Keys& keys_;
};

// 9.2: two bits of state and one for a proposed record behind the others.
Row row_of(const BitsView& states, std::uint64_t index, std::uint64_t& next_record) {
  const bool first = states.get(index * 3);
  const bool second = states.get(index * 3 + 1);
  Row row;
  row.state =
      first ? (second ? RowState::Deleted : RowState::Modified) : (second ? RowState::Added : RowState::Unchanged);
  if (row.state != RowState::Added) row.original = next_record++;
  if (row.state == RowState::Unchanged) row.current = row.original;
  if (row.state == RowState::Added || row.state == RowState::Modified) row.current = next_record++;
  if (states.get(index * 3 + 2)) row.proposed = next_record++;
  return row;
}

bool all_unchanged(const BitsView& states, std::uint64_t bits) {
  std::uint64_t word = 0;
  for (; (word + 1) * 32 <= bits; ++word) {
    if (load<std::uint32_t>(states.words + word * 4) != 0) return false;
  }
  for (std::uint64_t bit = word * 32; bit < bits; ++bit) {
    if (states.get(bit)) return false;
  }
  return true;
}

// Fills the row list, but for tables whose rows are all unchanged.
Status read_states(RowKeys& keys, std::uint32_t rows, std::uint32_t records, Table& table) {
  DOTWIRE_TRY(const Node* node, keys.node("RowStates"));
  Result<BitsView> states = bits_view(node, std::uint64_t{rows} * 3);
  if (!states.ok()) return keys.at("RowStates", std::move(states).error());
  std::uint64_t next_record = rows;
  if (all_unchanged(*states, std::uint64_t{rows} * 3)) {
    if (rows != records) return keys.bad("Records.Count", "does not fit the rows and their states");
    table.added_plain_rows(rows);
    return {};
  }
  next_record = 0;
  for (std::uint32_t i = 0; i < rows; ++i) table.add_row(row_of(*states, i, next_record));
  if (next_record != records) return keys.bad("Records.Count", "does not fit the rows and their states");
  return {};
}

// The elements of an ArrayList with one entry a column, or none at all.
Status read_list(RowKeys& keys, std::string_view name, std::size_t columns, bool required,
                 std::vector<const Node*>& elements) {
  DOTWIRE_TRY(const Node* node, keys.node(name));
  Result<ListView> list = list_view(node);
  if (!list.ok()) return keys.at(name, std::move(list).error());
  if (list->size != columns && (required || list->size != 0)) {
    return keys.bad(name, std::to_string(list->size) + " entries for " + std::to_string(columns) + " columns");
  }
  SlotCursor cursor = list->elements();
  for (std::uint32_t i = 0; i < list->size; ++i) {
    elements.push_back(cursor.next());
    if (elements.back() == nullptr) return keys.at(name, i, Error(ErrorCode::Malformed, "is null"));
  }
  return {};
}

// ExcludeSchema: the storages are all that is known of the columns.
void make_columns_for(const std::vector<const Node*>& storages, Table& table) {
  for (std::size_t i = 0; i < storages.size(); ++i) {
    ValueKind kind = kind_of_storage(storages[i]);
    if (const ArrayNode* array = as_slots(storages[i]); array != nullptr) {
      kind = array->element.binary_type == model::BinaryType::String ? ValueKind::String
                                                                     : model::value_kind_of(array->element.name);
    }
    Column& column = reset_column(table, i, "Column" + std::to_string(i + 1), kind);
    column.date_time_mode = model::DateTimeMode::Unspecified;
  }
  if (table.columns.size() > storages.size()) table.columns.resize(storages.size());
}

Status read_records(RowKeys& keys, std::uint32_t records, const ReadOptions& options, bool make_columns,
                    NodeCopier& copier, ObjectColumns& read_columns, Table& table) {
  std::vector<const Node*> storages;
  std::vector<const Node*> null_bits;
  std::size_t columns = table.columns.size();
  if (make_columns) {
    DOTWIRE_TRY(const Node* node, keys.node("Records"));
    Result<ListView> list = list_view(node);
    if (!list.ok()) return keys.at("Records", std::move(list).error());
    columns = list->size;
  }
  DOTWIRE_TRY(read_list(keys, "Records", columns, records != 0, storages));
  DOTWIRE_TRY(read_list(keys, "NullBits", columns, records != 0, null_bits));
  // Runs of nulls cost nothing in the payload, but 8 bytes each in a column.
  if (std::uint64_t{records} * columns > options.limits.expansion) {
    Error error(ErrorCode::LimitExceeded, "more cells than Limits::expansion allows");
    return keys.at("Records", std::move(error));
  }
  if (make_columns) make_columns_for(storages, table);
  if (records == 0) return {};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column* column = table.columns[i].get();
    const ValueKind stored = kind_of_storage(storages[i]);
    if (column->kind() == ValueKind::Object && stored != ValueKind::Object && column->type_name != "System.Object") {
      column = &change_kind(table, i, stored);
    }
    const ColumnSource source{storages[i], null_bits[i], records};
    const ObjectColumns::Entry entry{column, model::as_array(storages[i])};
    const bool is_text = column->kind() == ValueKind::String;
    bool& shares = is_text ? read_columns.share_strings : read_columns.share_objects;
    Status read = read_cells(source, options, copier, *column, shares);
    if (!read.ok()) return keys.at("Records", i, std::move(read).error());
    if (is_text) read_columns.texts.push_back(entry);
    if (is_boxed(column->kind())) read_columns.boxes.push_back(entry);
  }
  return {};
}

// --- errors of rows

model::RowErrors& errors_of_row(Table& table, std::uint64_t row) {
  const auto at =
      std::lower_bound(table.row_errors.begin(), table.row_errors.end(), row,
                       [](const model::RowErrors& errors, std::uint64_t wanted) { return errors.row < wanted; });
  if (at != table.row_errors.end() && at->row == row) return *at;
  return *table.row_errors.insert(at, model::RowErrors{row, {}, {}});
}

Result<std::uint64_t> row_of_key(const Node* key, const Table& table) {
  const model::ScalarNode* scalar = model::as_scalar(key);
  if (scalar == nullptr || scalar->value_kind != ValueKind::Int32)
    return Error(ErrorCode::Malformed, "key is no Int32");
  const auto row = scalar->get<std::int32_t>();
  if (row < 0 || static_cast<std::size_t>(row) >= table.row_count()) {
    return Error(ErrorCode::Malformed, "row " + std::to_string(row) + " of " + std::to_string(table.row_count()));
  }
  return static_cast<std::uint64_t>(row);
}

Status read_row_error(const Node* value, std::uint64_t row, MetadataStrings& strings, Table& table) {
  DOTWIRE_TRY(const std::optional<std::string_view> text, text_of(value, strings));
  errors_of_row(table, row).text = text.value_or(std::string_view());
  return {};
}

// ArrayList { int[] ordinals, string[] messages }
Status read_column_errors(const Node* value, std::uint64_t row, MetadataStrings& strings, Table& table) {
  DOTWIRE_TRY(const ListView list, list_view(value));
  SlotCursor parts = list.elements();
  if (list.size != 2) return Error(ErrorCode::Malformed, "is no pair of ordinals and texts");
  DOTWIRE_TRY(const Int32View ordinals, int32_view(parts.next()));
  const ArrayNode* texts = as_slots(parts.next());
  if (texts == nullptr || texts->length != ordinals.count) {
    return Error(ErrorCode::Malformed, "has another number of texts than of ordinals");
  }
  model::RowErrors& errors = errors_of_row(table, row);
  SlotCursor cursor(*texts);
  for (std::uint64_t i = 0; i < ordinals.count; ++i) {
    if (ordinals[i] < 0 || static_cast<std::size_t>(ordinals[i]) >= table.columns.size()) {
      return Error(ErrorCode::Malformed, "error of column " + std::to_string(ordinals[i]));
    }
    DOTWIRE_TRY(const std::optional<std::string_view> text, text_of(cursor.next(), strings));
    errors.columns.push_back({static_cast<std::uint32_t>(ordinals[i]), std::string(text.value_or(std::string_view()))});
  }
  return {};
}

using ReadError = Status (*)(const Node*, std::uint64_t, MetadataStrings&, Table&);

Status read_errors(RowKeys& keys, std::string_view name, ReadError read_one, MetadataStrings& strings, Table& table) {
  DOTWIRE_TRY(const Node* node, keys.node(name));
  Result<HashtableView> errors = hashtable_view(node);
  if (!errors.ok()) return keys.at(name, std::move(errors).error());
  SlotCursor row_keys(*errors->keys);
  SlotCursor values(*errors->values);
  std::vector<std::pair<std::uint64_t, const Node*>> entries;
  for (std::uint64_t i = 0; i < errors->count; ++i) {
    Result<std::uint64_t> row = row_of_key(row_keys.next(), table);
    if (!row.ok()) return keys.at(name, i, std::move(row).error());
    entries.emplace_back(*row, values.next());
  }
  // In row order, so that each goes behind the one before.
  std::sort(entries.begin(), entries.end());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i != 0 && entries[i].first == entries[i - 1].first) return keys.bad(name, "two entries of one row");
    Status read = read_one(entries[i].second, entries[i].first, strings, table);
    if (!read.ok()) return keys.at(name, i, std::move(read).error());
  }
  return {};
}

// --- identity of strings

// Of objects that have several places. 0: not numbered yet.
using Numbers = std::unordered_map<const Node*, std::uint32_t>;

// A reference to a string is a further place of it.
void add_shared_texts(const std::vector<ObjectColumns::Entry>& columns, Numbers& numbers) {
  for (const ObjectColumns::Entry& entry : columns) {
    for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
      const Slot slot = entry.cells->slots[i];
      const model::StringNode* text = model::as_string(slot.node());
      if (text != nullptr && slot.is_reference() && text->size != 0) numbers.emplace(text, 0);
    }
  }
}

void add_shared_objects(const std::vector<ObjectColumns::Entry>& columns, Numbers& numbers) {
  std::unordered_set<const Node*> seen;
  for (const ObjectColumns::Entry& entry : columns) {
    for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
      const Node* node = entry.cells->slots[i].node();
      if (node != nullptr && !seen.insert(node).second) numbers.emplace(node, 0);
    }
  }
}

// Numbers go by the order of the cells, so that equal payloads give equal numbers.
void set_identities_of(const ObjectColumns::Entry& entry, Numbers& numbers, std::uint32_t& last) {
  std::size_t record = 0;
  for (std::uint64_t i = 0; i < entry.cells->slot_count; ++i) {
    const Slot slot = entry.cells->slots[i];
    const auto found = slot.node() == nullptr ? numbers.end() : numbers.find(slot.node());
    if (found != numbers.end()) {
      if (found->second == 0) found->second = ++last;
      Chunk& chunk = entry.column->chunk(record / kChunkRows);
      if (chunk.identity.empty()) {
        chunk.identity.resize(chunk.size);
        std::fill_n(chunk.identity.data(), chunk.size, 0U);
      }
      chunk.identity[record % kChunkRows] = found->second;
    }
    record += slot.count();
  }
}

// Object ids of strings that stand in columns. Those of other strings nearly all lie before.
struct IdRange {
  std::int32_t lowest = INT32_MAX;
  std::int32_t highest = INT32_MIN;
};

IdRange ids_of_cells(const ObjectColumns& columns) {
  IdRange range;
  const auto widen = [&](const Slot& slot) {
    if (slot.node() == nullptr || slot.is_reference()) return;
    range.lowest = std::min(range.lowest, slot.node()->id);
    range.highest = std::max(range.highest, slot.node()->id);
  };
  for (const ObjectColumns::Entry& entry : columns.texts) {
    const Slot* slots = entry.cells->slots;
    const Slot* end = slots + entry.cells->slot_count;
    const auto in_place = [](const Slot& slot) { return slot.node() != nullptr && !slot.is_reference(); };
    const Slot* first = std::find_if(slots, end, in_place);
    if (first == end) continue;
    widen(*first);
    while (!in_place(end[-1])) --end;
    widen(end[-1]);
  }
  return range;
}

}  // namespace

void set_identities(const ObjectColumns& columns, const MetadataStrings& metadata) {
  Numbers numbers;
  const IdRange ids = ids_of_cells(columns);
  for (const Node* node : metadata) {
    if (node->id < ids.lowest || node->id > ids.highest) continue;
    if (model::as_string(node)->size != 0) numbers.emplace(node, model::kMetadataString);
  }
  if (columns.share_strings) {
    add_shared_texts(columns.texts, numbers);
    for (const Node* node : metadata) {
      const auto found = numbers.find(node);
      if (found != numbers.end()) found->second = model::kMetadataString;
    }
  }
  if (columns.share_objects) add_shared_objects(columns.boxes, numbers);
  if (numbers.empty()) return;
  std::uint32_t last = 0;
  for (const ObjectColumns::Entry& entry : columns.texts) set_identities_of(entry, numbers, last);
  for (const ObjectColumns::Entry& entry : columns.boxes) set_identities_of(entry, numbers, last);
}

Status read_rows(Keys& all_keys, std::uint32_t index, const ReadOptions& options, bool make_columns, NodeCopier& copier,
                 ObjectColumns& read_columns, Table& table) {
  RowKeys keys(all_keys, index);
  DOTWIRE_TRY(const std::uint32_t rows, keys.count("Rows.Count"));
  DOTWIRE_TRY(const std::uint32_t records, keys.count("Records.Count"));
  DOTWIRE_TRY(read_states(keys, rows, records, table));
  DOTWIRE_TRY(read_records(keys, records, options, make_columns, copier, read_columns, table));
  DOTWIRE_TRY(read_errors(keys, "RowErrors", read_row_error, all_keys.strings(), table));
  return read_errors(keys, "ColumnErrors", read_column_errors, all_keys.strings(), table);
}

}  // namespace dotwire::dataset_binary
