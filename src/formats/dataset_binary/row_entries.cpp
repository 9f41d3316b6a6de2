// The rows' part of table_entries.h.

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "formats/dataset_binary/column_writer.h"
#include "formats/dataset_binary/hashtable.h"
#include "formats/dataset_binary/table_entries.h"

namespace dotwire::dataset_binary {

using model::BinaryType;
using model::ObjectNode;
using model::RecordedType;
using model::Row;
using model::RowState;
using model::Slot;
using model::Table;

namespace {

constexpr std::uint64_t kMostRecords = 0x7FFFFFC7;  // elements that a .NET array can have

Status check_rows(const Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i]->record_count() != table.record_count()) {
      return Error(ErrorCode::InvalidArgument, "column " + table.columns[i]->name + " has another number of records");
    }
  }
  if (table.row_count() > kMostRecords / 3 || table.record_count() > kMostRecords) {
    return Error(ErrorCode::NotRepresentable, "more rows than a DataTable can have");
  }
  return {};
}

// 9.2. Fails for rows that name records which are not there.
Result<RecordOrder> record_order(const Table& table) {
  RecordOrder order;
  order.count = table.record_count();
  if (table.plain_rows()) return order;
  const auto add = [&](std::uint64_t record) { order.records.push_back(record); };
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const Row row = table.row(i);
    if (row.state != RowState::Added) add(row.original);
    if (row.state == RowState::Added || row.state == RowState::Modified) add(row.current);
    if (row.proposed != model::kNoRecord) add(row.proposed);
  }
  order.count = order.records.size();
  order.as_stored = order.count == table.record_count();
  for (std::size_t i = 0; i < order.records.size(); ++i) {
    if (order.records[i] >= table.record_count() && !table.columns.empty()) {
      return Error(ErrorCode::InvalidArgument, "a row has a record that is not there");
    }
    order.as_stored = order.as_stored && order.records[i] == i;
  }
  return order;
}

const ObjectNode* row_states(const Table& table, GraphBuilder& builder) {
  std::uint32_t* words = nullptr;
  if (table.plain_rows()) return builder.bit_array(table.row_count() * 3, 0, words);
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const Row row = table.row(i);
    changes += row.state == RowState::Deleted ? 2 : row.state == RowState::Unchanged ? 0 : 1;
    changes += row.proposed != model::kNoRecord ? 1 : 0;
  }
  const ObjectNode* bits = builder.bit_array(table.row_count() * 3, changes, words);
  const auto set = [&](std::size_t bit) { words[bit / 32] |= std::uint32_t{1} << (bit % 32); };
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const Row row = table.row(i);
    if (row.state == RowState::Modified || row.state == RowState::Deleted) set(i * 3);
    if (row.state == RowState::Added || row.state == RowState::Deleted) set(i * 3 + 1);
    if (row.proposed != model::kNoRecord) set(i * 3 + 2);
  }
  return bits;
}

// Entries by row index, in the order of a Hashtable that they were added to one by one.
const ObjectNode* by_row(const std::vector<std::int32_t>& rows, const std::vector<Slot>& values,
                         GraphBuilder& builder) {
  std::vector<Slot> ordered_keys;
  std::vector<Slot> ordered_values;
  for (const std::uint32_t i : hashtable_order(rows)) {
    ordered_keys.push_back(builder.boxed_int32(rows[i]));
    ordered_values.push_back(values[i]);
  }
  const HashtableShape shape = shape_of_hashtable(rows.size());
  return builder.hashtable(Shape::Hashtable, ordered_keys, ordered_values, shape.hash_size, shape.version);
}

Slot column_errors(const model::RowErrors& errors, GraphBuilder& builder) {
  std::vector<std::uint32_t> ordinals;
  RecordedType element;
  element.binary_type = BinaryType::String;
  model::ArrayNode* texts = builder.graph().make_array(element, errors.columns.size());
  for (std::size_t i = 0; i < errors.columns.size(); ++i) {
    ordinals.push_back(errors.columns[i].column);
    texts->slots[i] = Slot::in_place(builder.text(errors.columns[i].text));
  }
  const Slot parts[] = {Slot::reference(builder.int32_array(ordinals)), Slot::reference(texts)};
  return Slot::reference(builder.array_list(parts));
}

void add_errors(std::string_view prefix, const Table& table, GraphBuilder& builder) {
  std::vector<std::int32_t> rows;
  std::vector<Slot> texts;
  std::vector<std::int32_t> rows_with_columns;
  std::vector<Slot> lists;
  for (const model::RowErrors& errors : table.row_errors) {
    if (errors.text.empty() && errors.columns.empty()) continue;
    const auto row = static_cast<std::int32_t>(errors.row);
    rows.push_back(row);
    texts.push_back(Slot::in_place(builder.text(errors.text)));
    if (errors.columns.empty()) continue;
    rows_with_columns.push_back(row);
    lists.push_back(column_errors(errors, builder));
  }
  builder.add(prefix, "RowErrors", builder.reference(Shape::Hashtable, by_row(rows, texts, builder)));
  builder.add(prefix, "ColumnErrors", builder.reference(Shape::Hashtable, by_row(rows_with_columns, lists, builder)));
}

}  // namespace

Status add_rows(const Table& table, std::uint32_t index, const WriteOptions& options, GraphBuilder& builder) {
  const std::string prefix = "DataTable_" + std::to_string(index) + ".";
  DOTWIRE_TRY(check_rows(table));
  DOTWIRE_TRY(const RecordOrder order, record_order(table));
  builder.add_int32(prefix, "Rows.Count", static_cast<std::int32_t>(table.row_count()));
  builder.add_int32(prefix, "Records.Count", static_cast<std::int32_t>(order.count));
  builder.add(prefix, "RowStates", builder.reference(Shape::BitArray, row_states(table, builder)));
  std::vector<Slot> storages;
  std::vector<Slot> null_bits;
  storages.reserve(table.columns.size());
  null_bits.reserve(table.columns.size());
  for (std::size_t i = 0; order.count != 0 && i < table.columns.size(); ++i) {
    Result<ColumnArrays> arrays = write_cells(*table.columns[i], table.graph(), order, options, builder);
    if (!arrays.ok()) {
      arrays.error().set_path(prefix + "Records/[" + std::to_string(i) + "]");
      return std::move(arrays).error();
    }
    storages.push_back(arrays->storage);
    null_bits.push_back(arrays->null_bits);
  }
  builder.add(prefix, "Records", builder.reference(Shape::ArrayList, builder.array_list(storages)));
  builder.add(prefix, "NullBits", builder.reference(Shape::ArrayList, builder.array_list(null_bits)));
  add_errors(prefix, table, builder);
  return {};
}

}  // namespace dotwire::dataset_binary
