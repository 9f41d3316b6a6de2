#include "codecs/dataset_xml/nesting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "base/try.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/node_text.h"
#include "wire/xml/string_table.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::Relation;
using model::Row;
using model::RowState;
using model::Table;
using model::ValueKind;

template <class T>
void append_bytes(std::string& key, T value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

void append_text_part(std::string& key, std::string_view text) {
  append_bytes(key, std::uint64_t{text.size()});
  key += text;
}

// Case does not count for ASCII letters where the table says so.
void append_string_part(std::string& key, std::string_view text, bool case_sensitive) {
  const std::size_t start = key.size() + sizeof(std::uint64_t);
  append_text_part(key, text);
  if (case_sensitive) return;
  for (std::size_t i = start; i < key.size(); ++i) {
    if (key[i] >= 'A' && key[i] <= 'Z') key[i] = static_cast<char>(key[i] - 'A' + 'a');
  }
}

template <class T>
void append_float(std::string& key, T value) {
  append_bytes(key, value == 0 ? T{0} : std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value);
}

// 1.0 is 1.00.
void append_number_text(std::string& key, std::string_view text) {
  if (text.find('.') != std::string_view::npos) {
    while (text.ends_with('0')) text.remove_suffix(1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  append_text_part(key, text);
}

// Values that are equal to .NET have equal keys.
void append_key_part(std::string& key, const Column& column, std::uint64_t record, bool case_sensitive) {
  const CellContext cells;
  if (column.is_null(record)) return key.push_back('\0');
  key.push_back('\1');
  std::array<char, kCellRoom> room;
  const model::Chunk& chunk = column.chunk(record / model::kChunkRows);
  const std::size_t i = record % model::kChunkRows;
  switch (column.kind()) {
    case ValueKind::Double:
    case ValueKind::SqlDouble: return append_float(key, chunk.get<double>(i));
    case ValueKind::Single:
    case ValueKind::SqlSingle: return append_float(key, chunk.get<float>(i));
    case ValueKind::DateTime: return append_bytes(key, chunk.get<DateTime>(i).ticks());
    case ValueKind::DateTimeOffset: {
      const auto cell = chunk.get<model::DateTimeOffsetCell>(i);
      return append_bytes(key, cell.clock_ticks - cell.offset_minutes * 600'000'000);
    }
    case ValueKind::Decimal:
    case ValueKind::SqlDecimal: {
      const char* const end =
          put_cell(room.data(), cells, column.kind(), column.date_time_mode, chunk.bytes.data() + i * column.width());
      return append_number_text(key, {room.data(), static_cast<std::size_t>(end - room.data())});
    }
    case ValueKind::String:
    case ValueKind::SqlString: return append_string_part(key, chunk.text(i), case_sensitive);
    default: break;
  }
  switch (column.storage()) {
    case model::Storage::Fixed:
      key.append(reinterpret_cast<const char*>(chunk.bytes.data()) + i * column.width(), column.width());
      break;
    case model::Storage::Varying: append_text_part(key, chunk.text(i)); break;
    case model::Storage::Object: {
      const Result<std::string> text = plain_text(chunk.objects[i], cells);
      append_text_part(key, text.ok() ? *text : std::string());
      break;
    }
  }
}

// One side of a relation.
struct Side {
  const Table& table;
  const std::vector<std::uint32_t>& columns;

  // False if all of it is null: then it relates to nothing.
  bool key_of(std::uint64_t record, std::string& key) const {
    key.clear();
    bool any = false;
    for (const std::uint32_t index : columns) {
      const Column& column = *table.columns[index];
      any |= !column.is_null(record);
      append_key_part(key, column, record, table.case_sensitive);
    }
    return any;
  }
};

bool in_range(const Table& table, const std::vector<std::uint32_t>& columns) {
  return !columns.empty() &&
         std::all_of(columns.begin(), columns.end(), [&](std::uint32_t index) { return index < table.columns.size(); });
}

// Parent rows by their key.
class ParentIndex {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static constexpr std::uint64_t kSeveral = kNone - 1;

  template <class RecordOf>
  ParentIndex(const Side& parent, RecordOf record_of) {
    std::string key;
    for (std::uint64_t i = 0; i < parent.table.row_count(); ++i) {
      const std::uint64_t record = record_of(parent.table.row(i));
      if (record == model::kNoRecord || !parent.key_of(record, key)) continue;
      const std::uint32_t id = keys_.intern(key);
      if (id == rows_.size()) {
        rows_.push_back(i);
      } else {
        rows_[id] = kSeveral;
      }
    }
  }
  std::uint64_t find(std::string_view key) const {
    const std::uint32_t id = keys_.find(key);
    return id == xml::StringTable::kNone ? kNone : rows_[id];
  }

 private:
  xml::StringTable keys_;
  std::vector<std::uint64_t> rows_;
};

std::uint64_t current_record(const Row& row) { return row.state == RowState::Deleted ? model::kNoRecord : row.current; }
std::uint64_t original_record(const Row& row) { return row.original; }

bool has_deleted(const Table& table) {
  if (table.plain_rows()) return false;
  for (std::uint64_t i = 0; i < table.row_count(); ++i) {
    if (table.row(i).state == RowState::Deleted) return true;
  }
  return false;
}

}  // namespace

std::uint64_t visible_record(const Row& row) {
  if (row.state == RowState::Deleted) return model::kNoRecord;
  return row.proposed != model::kNoRecord ? row.proposed : row.current;
}

Result<Nesting> Nesting::of(const Scope& scope) {
  Nesting nesting;
  nesting.by_parent_.resize(scope.tables.size());
  nesting.inside_.resize(scope.tables.size());
  nesting.originals_.resize(scope.tables.size());
  for (const Relation& relation : scope.relations) {
    if (!relation.nested) continue;
    DOTWIRE_TRY(nesting.add(scope, relation));
  }
  for (auto& originals : nesting.originals_) {
    std::stable_sort(originals.begin(), originals.end(),
                     [](const Original& a, const Original& b) { return a.row < b.row; });
  }
  return nesting;
}

Status Nesting::add(const Scope& scope, const Relation& relation) {
  if (relation.parent_table >= scope.tables.size() || relation.child_table >= scope.tables.size()) return {};
  const Side parent{*scope.tables[relation.parent_table], relation.parent_columns};
  const Side child{*scope.tables[relation.child_table], relation.child_columns};
  if (!in_range(parent.table, parent.columns) || !in_range(child.table, child.columns) ||
      parent.columns.size() != child.columns.size()) {
    return Error(ErrorCode::InvalidArgument, "relation " + relation.name + " is over columns that are not there");
  }
  const ParentIndex parents(parent, current_record);
  const std::uint64_t count = child.table.row_count();
  std::vector<bool>& inside = inside_[relation.child_table];
  inside.resize(count);
  std::vector<std::uint64_t> parent_of(count, ParentIndex::kNone);
  Link link;
  link.parent_table = relation.parent_table;
  link.child_table = relation.child_table;
  link.starts.resize(parent.table.row_count() + 1);
  std::string key;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t record = visible_record(child.table.row(i));
    if (record == model::kNoRecord || !child.key_of(record, key)) continue;
    const std::uint64_t at = parents.find(key);
    if (at == ParentIndex::kNone) continue;
    if (at == ParentIndex::kSeveral || inside[i]) {
      Error error(ErrorCode::NotRepresentable, "a nested row has several parents");
      error.prepend_path(child.table.name + "/rows/[" + std::to_string(i) + "]");
      return error;
    }
    inside[i] = true;
    parent_of[i] = at;
    ++link.starts[at + 1];
  }
  for (std::size_t i = 1; i < link.starts.size(); ++i) link.starts[i] += link.starts[i - 1];
  link.rows.resize(link.starts.back());
  std::vector<std::uint64_t> order(count);
  for (std::uint64_t i = 0; i < count; ++i) order[i] = i;
  if (!child.table.row_ids.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return row_id(child.table, a) < row_id(child.table, b); });
  }
  std::vector<std::uint64_t> next = link.starts;
  for (const std::uint64_t i : order) {
    if (parent_of[i] != ParentIndex::kNone) link.rows[next[parent_of[i]]++] = i;
  }
  by_parent_[relation.parent_table].push_back(static_cast<std::uint32_t>(links_.size()));
  links_.push_back(std::move(link));
  if (has_deleted(child.table)) add_original_parents(scope, relation);
  return {};
}

void Nesting::add_original_parents(const Scope& scope, const Relation& relation) {
  const Side parent{*scope.tables[relation.parent_table], relation.parent_columns};
  const Side child{*scope.tables[relation.child_table], relation.child_columns};
  const ParentIndex parents(parent, original_record);
  std::string key;
  for (std::uint64_t i = 0; i < child.table.row_count(); ++i) {
    const Row row = child.table.row(i);
    if (row.state != RowState::Deleted || row.original == model::kNoRecord) continue;
    if (!child.key_of(row.original, key)) continue;
    const std::uint64_t at = parents.find(key);
    if (at >= ParentIndex::kSeveral) continue;
    originals_[relation.child_table].push_back({i, {relation.parent_table, at}});
  }
}

std::optional<RowPlace> Nesting::original_parent(std::uint32_t table, std::uint64_t row) const {
  const std::vector<Original>& originals = originals_[table];
  const auto found = std::lower_bound(originals.begin(), originals.end(), row,
                                      [](const Original& entry, std::uint64_t value) { return entry.row < value; });
  if (found == originals.end() || found->row != row) return std::nullopt;
  return found->parent;
}

}  // namespace dotwire::dataset_xml
