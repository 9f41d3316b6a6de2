#include "formats/dataset_binary/row_arrays.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "formats/dataset_binary/cell_slots.h"
#include "formats/dataset_binary/column_reader.h"
#include "formats/dataset_binary/framework_views.h"
#include "formats/dataset_binary/scalar_reader.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::BinaryType;
using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::Node;
using model::RecordedType;
using model::Slot;
using model::Table;
using model::ValueKind;

namespace {

constexpr std::uint8_t kJagged = 1;       // BinaryArrayTypeEnumeration
constexpr std::uint8_t kRectangular = 2;  // of 2.4.1.1

Error at_cell(Error error, const Column& column, std::uint64_t row) {
  error.prepend_path("rows/[" + std::to_string(row) + "]/" + column.name);
  return error;
}

Status put_items(const Table& table, std::uint64_t record, std::uint64_t row, Slot* items, GraphBuilder& builder) {
  for (const auto& column : table.columns) {
    Result<Slot> item = item_of(*column, table.graph(), record, builder);
    if (!item.ok()) return at_cell(std::move(item).error(), *column, row);
    *items++ = *item;
  }
  return {};
}

}  // namespace

std::vector<std::uint64_t> item_records(const Table& table) {
  std::vector<std::uint64_t> records;
  records.reserve(table.row_count());
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const model::Row row = table.row(i);
    const bool deleted = row.state == model::RowState::Deleted;
    const std::uint64_t record = row.proposed != model::kNoRecord ? row.proposed : row.current;
    if (!deleted && record != model::kNoRecord) records.push_back(record);
  }
  return records;
}

Result<const ArrayNode*> jagged_items(const Table& table, std::span<const std::uint64_t> records,
                                      GraphBuilder& builder) {
  RecordedType row_type;
  row_type.binary_type = BinaryType::ObjectArray;
  ArrayNode* rows = builder.graph().make_array(row_type, records.size());
  rows->array_kind = kJagged;
  for (std::size_t i = 0; i < records.size(); ++i) {
    ArrayNode* row = builder.graph().make_array(RecordedType{}, table.columns.size());
    DOTWIRE_TRY(put_items(table, records[i], i, row->slots, builder));
    rows->slots[i] = Slot::reference(row);
  }
  return rows;
}

Result<const ArrayNode*> rectangular_items(const Table& table, std::span<const std::uint64_t> records,
                                           GraphBuilder& builder) {
  const std::size_t width = table.columns.size();
  ArrayNode* cells = builder.graph().make_array(RecordedType{}, records.size() * width);
  cells->array_kind = kRectangular;
  cells->rank = 2;
  auto* lengths = builder.arena().allocate_array<std::int32_t>(2);
  lengths[0] = static_cast<std::int32_t>(records.size());
  lengths[1] = static_cast<std::int32_t>(width);
  cells->lengths = lengths;
  for (std::size_t i = 0; i < records.size(); ++i) {
    DOTWIRE_TRY(put_items(table, records[i], i, cells->slots + i * width, builder));
  }
  return cells;
}

namespace {

class Appender {
 public:
  Appender(model::CellBudget& budget, NodeCopier& copier, SharedNodes& shared, Table& table)
      : budget_(budget), copier_(copier), table_(table), shared_(shared) {
    shared_.clear();
  }

  void look_at(const ArrayNode& items) {
    for (std::uint64_t i = 0; i < items.slot_count; ++i) shared_.look_at(items.slots[i]);
  }

  // The next cell of the column.
  Status append(std::size_t index, const Slot& slot, std::size_t records_left) {
    Column& column = *table_.columns[index];
    const Node* node = slot.node();
    if (node == nullptr) return append_default(column);
    if (node->kind == model::NodeKind::String && column.kind() == ValueKind::String) {
      return append_text(column, slot, records_left);
    }
    if (column.storage() == model::Storage::Object) return append_object(column, node);
    Status status = value_of(node, value_);
    if (!status.ok()) return status;
    const bool null = value_.kind == ValueKind::DBNull;
    if (!null && value_.kind != column.kind()) return wrong_kind(column, *node);
    value_.null |= null;
    if (shared_.is_shared(node)) {
      DOTWIRE_TRY(repeat(value_.text.size()));
    }
    append_value(value_, column, column.tail(records_left));
    if (is_boxed(column.kind()) && !value_.null) identify(column, node);
    return {};
  }

  // Something that the payload says once and that costs memory again.
  Status repeat(std::uint64_t bytes) {
    if (budget_.take_text(bytes)) return {};
    return Error(ErrorCode::LimitExceeded, "what is repeated grows beyond Limits::expansion");
  }

  // All cells of an array that was read before.
  Status repeat_cells(const ArrayNode& cells) {
    for (std::uint64_t i = 0; i < cells.slot_count; ++i) {
      const model::StringNode* text = model::as_string(cells.slots[i].node());
      const ArrayNode* bytes = model::as_array(cells.slots[i].node());
      DOTWIRE_TRY(
          repeat(sizeof(Value::fixed) + (text != nullptr ? text->size : 0) + (bytes != nullptr ? bytes->length : 0)));
    }
    return {};
  }

  Status append_default(Column& column) {
    const bool is_object = column.storage() == model::Storage::Object;
    if (!budget_.take_nulls(column, 1)) {
      return Error(ErrorCode::LimitExceeded, "cells without a value grow beyond Limits::expansion");
    }
    if (column.default_value == nullptr || is_object) {
      is_object ? column.append_object(column.default_value) : column.append_null();
      return {};
    }
    DOTWIRE_TRY(value_of(column.default_value, value_));
    DOTWIRE_TRY(repeat(value_.text.size()));
    if (value_.kind != column.kind()) return column.append_null(), Status();
    append_value(value_, column, column.tail(1));
    return {};
  }

 private:
  Status append_text(Column& column, const Slot& slot, std::size_t records_left) {
    const auto& text = *static_cast<const model::StringNode*>(slot.node());
    if (slot.is_reference()) {
      DOTWIRE_TRY(repeat(text.size));
    }
    Chunk& chunk = column.tail(records_left);
    chunk.bytes.append(text.view());
    chunk.ends.push_back(chunk.bytes.size());
    ++chunk.size;
    column.added(1);
    if (text.size != 0) identify(column, &text);
    return {};
  }

  Status append_object(Column& column, const Node* node) {
    DOTWIRE_TRY(const Node* copy, import_value(node, copier_));
    const model::ScalarNode* scalar = model::as_scalar(copy);
    const bool null = scalar != nullptr && scalar->value_kind == ValueKind::DBNull;
    column.append_object(null ? nullptr : copy);
    return {};
  }

  // Of the last cell.
  void identify(Column& column, const Node* node) {
    const std::uint32_t number = shared_.number(node);
    if (number == 0) return;
    Chunk& chunk = column.chunk((column.record_count() - 1) / kChunkRows);
    const std::size_t before = chunk.identity.size();
    if (before < chunk.size) {
      chunk.identity.resize(kChunkRows);
      std::fill(chunk.identity.data() + before, chunk.identity.data() + kChunkRows, 0U);
    }
    chunk.identity[chunk.size - 1] = number;
  }

  static Status wrong_kind(const Column& column, const Node& node) {
    Value value;
    std::string_view found;
    if (value_of(&node, value).ok()) found = model::clr_name(value.kind);
    if (const auto* object = model::as_object(&node); object != nullptr && found.empty()) found = object->type->name;
    return Error(ErrorCode::TypeMismatch,
                 std::string(found.empty() ? "another value" : found) + " in a column of " + column.type_name);
  }

  model::CellBudget& budget_;
  NodeCopier& copier_;
  Table& table_;
  SharedNodes& shared_;
  Value value_;
};

Status append_jagged(const ArrayNode& rows, Appender& appender, Table& table) {
  const std::size_t width = table.columns.size();
  for (std::uint64_t r = 0; r < rows.slot_count; ++r) {
    if (const ArrayNode* row = as_slots(rows.slots[r].node()); row != nullptr) appender.look_at(*row);
  }
  std::uint64_t number = 0;
  std::int32_t highest = INT32_MIN;  // ids grow, so a lower one is a row that was there before
  for (std::uint64_t r = 0; r < rows.slot_count; ++r, ++number) {
    const ArrayNode* row = as_slots(rows.slots[r].node());
    if (row != nullptr && row->id <= highest) {
      DOTWIRE_TRY(appender.repeat_cells(*row));
    } else if (row != nullptr) {
      highest = row->id;
    }
    if (row == nullptr || row->length > width) {
      Error error(ErrorCode::Malformed, row == nullptr ? std::string("a row that is no object[]")
                                                       : "a row of " + std::to_string(row->length) + " values for " +
                                                             std::to_string(width) + " columns");
      error.prepend_path("rows/[" + std::to_string(number) + "]");
      return error;
    }
    std::size_t column = 0;
    for (std::uint64_t i = 0; i < row->slot_count; ++i) {
      for (std::uint32_t n = row->slots[i].count(); n != 0; --n, ++column) {
        Status status = appender.append(column, row->slots[i], static_cast<std::size_t>(rows.length - number));
        if (!status.ok()) return at_cell(std::move(status).error(), *table.columns[column], number);
      }
    }
    for (; column < width; ++column) {
      DOTWIRE_TRY(appender.append_default(*table.columns[column]));
    }
  }
  table.added_plain_rows(static_cast<std::size_t>(number));
  return {};
}

Status append_rectangular(const ArrayNode& cells, Appender& appender, Table& table) {
  const std::size_t width = table.columns.size();
  if (static_cast<std::size_t>(cells.lengths[1]) != width) {
    return Error(ErrorCode::Malformed,
                 "an array of " + std::to_string(cells.lengths[1]) + " columns for " + std::to_string(width));
  }
  const auto rows = static_cast<std::size_t>(cells.lengths[0]);
  if (width == 0) {
    DOTWIRE_TRY(appender.repeat(rows));
  }
  appender.look_at(cells);
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < cells.slot_count && width != 0; ++i) {
    for (std::uint32_t n = cells.slots[i].count(); n != 0; --n, ++at) {
      Status status = appender.append(at % width, cells.slots[i], rows - at / width);
      if (!status.ok()) return at_cell(std::move(status).error(), *table.columns[at % width], at / width);
    }
  }
  table.added_plain_rows(rows);
  return {};
}

}  // namespace

Status append_items(const ArrayNode& rows, bool repeated, model::CellBudget& budget, NodeCopier& copier,
                    SharedNodes& shared, Table& table) {
  Appender appender(budget, copier, shared, table);
  if (repeated) {
    DOTWIRE_TRY(appender.repeat_cells(rows));
  }
  if (rows.rank == 1) return append_jagged(rows, appender, table);
  if (table.columns.empty() && !budget.take(static_cast<std::uint64_t>(rows.lengths[0]) * model::kEmptyRowBytes)) {
    return Error(ErrorCode::LimitExceeded, "more rows without cells than Limits::expansion allows");
  }
  return append_rectangular(rows, appender, table);
}

}  // namespace dotwire::dataset_binary
