#include "formats/dataset_binary/row_reader.h"

#include <algorithm>

#include "base/try.h"
#include "formats/dataset_binary/column_reader.h"
#include "formats/dataset_binary/column_settings.h"
#include "formats/dataset_binary/framework_views.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Column;
using model::Node;
using model::Row;
using model::RowState;
using model::Table;
using model::ValueKind;

namespace {

// Builds the names of the seven keys, and errors under them.
class RowKeys {
 public:
  RowKeys(Keys& keys, std::uint32_t index) : keys_(keys) { keys_.set_prefix("DataTable_", index); }
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
Status read_states(RowKeys& keys, std::uint32_t rows, std::uint32_t records, model::CellBudget& budget, Table& table) {
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
  if (!budget.take(rows * sizeof(Row))) {
    return keys.at("RowStates", Error(ErrorCode::LimitExceeded, "more rows than Limits::expansion allows"));
  }
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
  elements.reserve(list->size);
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
    const ArrayNode* array = model::as_array(storages[i]);
    if (array != nullptr && array->rank == 1 && !array->is_primitive()) {
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
  if (make_columns) {
    if (!read_columns.budget.take(columns * model::kColumnBytes)) {
      return keys.at("Records", Error(ErrorCode::LimitExceeded, "more columns than Limits::expansion allows"));
    }
    make_columns_for(storages, table);
  }
  if (records == 0) return {};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column* column = table.columns[i].get();
    const ValueKind stored = kind_of_storage(storages[i]);
    if (column->kind() == ValueKind::Object && stored != ValueKind::Object && column->type_name != "System.Object") {
      column = &change_kind(table, i, stored);
    }
    Status read = read_cells({storages[i], null_bits[i], records}, options, copier, *column, read_columns);
    if (!read.ok()) return keys.at("Records", i, std::move(read).error());
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

}  // namespace

Status read_rows(Keys& all_keys, std::uint32_t index, const ReadOptions& options, bool make_columns, NodeCopier& copier,
                 ObjectColumns& read_columns, Table& table) {
  RowKeys keys(all_keys, index);
  DOTWIRE_TRY(const std::uint32_t rows, keys.count("Rows.Count"));
  DOTWIRE_TRY(const std::uint32_t records, keys.count("Records.Count"));
  if (table.columns.empty() && !read_columns.budget.take(rows * model::kEmptyRowBytes)) {
    return keys.at("Rows.Count", Error(ErrorCode::LimitExceeded, "more rows than Limits::expansion allows"));
  }
  DOTWIRE_TRY(read_states(keys, rows, records, read_columns.budget, table));
  DOTWIRE_TRY(read_records(keys, records, options, make_columns, copier, read_columns, table));
  DOTWIRE_TRY(read_errors(keys, "RowErrors", read_row_error, all_keys.strings(), table));
  return read_errors(keys, "ColumnErrors", read_column_errors, all_keys.strings(), table);
}

}  // namespace dotwire::dataset_binary
