#include <algorithm>
#include <set>

#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/node_losses.h"
#include "formats/fast_serializer/row_writer.h"
#include "model/auto_number.h"
#include "model/lone_surrogates.h"

namespace dotwire::fast_serializer {

using model::Column;
using model::Node;
using model::RowState;
using model::Table;
using model::TableSet;
using model::ValueKind;

namespace {

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + (count == 1 ? " value is " : " values are ") + std::string(what);
}

bool is_text(ValueKind kind) {
  return kind == ValueKind::String || kind == ValueKind::Chars || kind == ValueKind::SqlString ||
         kind == ValueKind::SqlChars;
}

// Of a cell that is no object.
std::string_view lost_of(const Column& column, std::size_t i, const EncodeOptions& options) {
  if (column.kind() == ValueKind::Uri) return lost_of_uri(column.text(i));
  if (column.storage() == model::Storage::Varying) return is_text(column.kind()) ? lost_of_text(column.text(i)) : "";
  const model::Chunk& chunk = column.chunk(i / model::kChunkRows);
  return lost_of(column.kind(), chunk.bytes.data() + i % model::kChunkRows * column.width(), options);
}

bool may_lose(ValueKind kind) {
  switch (kind) {
    case ValueKind::Single:
    case ValueKind::Double:
    case ValueKind::Decimal:
    case ValueKind::DateTime:
    case ValueKind::Char:
    case ValueKind::Uri:
    case ValueKind::Object: return true;
    default: return is_text(kind);
  }
}

class Losses {
 public:
  Losses(const WriteOptions& options, std::string prefix, std::vector<Loss>& found)
      : options_(options), prefix_(std::move(prefix)), found_(found) {}

  void add(const std::string& path, std::string what) { found_.push_back({prefix_ + path, std::move(what)}); }
  void add_if(bool lost, const std::string& path, std::string_view what) {
    if (lost) add(path, "the Fast Serializer has no place for " + std::string(what));
  }

  void add_lost(const std::string& path, std::string_view what, std::uint64_t count) {
    add(path, counted(count, what) + ", which the Fast Serializer does not keep");
  }

  // Keys and values are written as two arrays.
  void add_properties(const std::string& prefix, const model::PropertyCollection& properties) {
    // Texts are among those that are replaced.
    const auto other = [](const Node* node) {
      return node == nullptr || model::as_string(node) == nullptr ? node : nullptr;
    };
    std::vector<const Node*> keys;
    std::vector<const Node*> values;
    for (const model::Property& property : properties.entries) {
      keys.push_back(other(property.key));
      values.push_back(other(property.value));
    }
    for (const auto* nodes : {&keys, &values}) {
      for (const std::string_view lost : lost_in(*nodes, options_.encode))
        add_lost(prefix + "ExtendedProperties", lost, 1);
    }
  }

  // The paths of texts whose lone surrogates the encoder replaces.
  void add_replaced(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) add_if(true, path, "lone surrogates, which become U+FFFD");
  }

  // What stands in front of the rows.
  void add_schema(const Table& table, bool alone) {
    add_if(!table.class_name.empty(), "Class", "the class of a typed DataTable");
    for (const auto& column : table.columns) add_column(*column);
    add_properties({}, table.extended_properties);
    for (const model::UniqueConstraint& key : table.unique_constraints) {
      add_properties("constraints/" + key.name + "/", key.extended_properties);
    }
    for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
      if (!alone) add_properties("constraints/" + key.name + "/", key.extended_properties);
    }
    add_replaced(model::lone_surrogates_of_schema(table));
    if (alone) {
      for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
        add_if(true, "constraints/" + key.name, "foreign keys of a table alone");
      }
      return;
    }
    // Unique constraints come back in front of foreign keys.
    bool foreign = false;
    for (const model::ConstraintRef& ref : table.constraint_order) {
      if (ref.foreign) foreign = true;
      if (!ref.foreign && foreign) {
        add_if(true, "constraints/" + table.unique_constraints[ref.index].name,
               "the place of a unique constraint behind a foreign key");
      }
    }
  }

  void add_rows(const Table& table, bool simple) {
    std::set<std::uint64_t> originals;  // records that are not written
    std::uint64_t edits = 0;
    std::uint64_t states = 0;
    std::uint64_t deleted = 0;
    std::size_t first_edit = 0;
    std::size_t first_state = 0;
    std::size_t first_deleted = 0;
    for (std::size_t i = 0; !table.plain_rows() && i < table.row_count(); ++i) {
      const model::Row row = table.row(i);
      if (row.proposed != model::kNoRecord && edits++ == 0) first_edit = i;
      if (simple && row.state == RowState::Deleted && deleted++ == 0) first_deleted = i;
      if (simple && row.state != RowState::Deleted && row.state != RowState::Unchanged && states++ == 0)
        first_state = i;
    }
    const auto at = [](std::size_t i) { return "rows/[" + std::to_string(i) + "]"; };
    add_if(edits != 0, at(first_edit) + "/Proposed", "proposed values of rows in edit");
    if (deleted != 0) add(at(first_deleted), "a deleted row is left out");
    add_if(states != 0, at(first_state) + "/RowState", "states of rows in the simple form");
    if (simple && !table.row_errors.empty()) {
      add_if(true, at(table.row_errors[0].row) + "/RowError", "errors of rows in the simple form");
    }
    for (const auto& column : table.columns) add_cells(*column);
    if (options_.encode.decimals != DecimalScale::Exact) add_merged(table, simple);
  }

 private:
  void add_column(const Column& column) {
    const std::string path = "columns/" + column.name + "/";
    add_if(column.date_time_mode != model::DateTimeMode::UnspecifiedLocal, path + "DateTimeMode", "DateTimeMode");
    add_if(column.has_styles(), path + "Cells", "LCID and compare options of SqlString");
    add_if(!column.xml_data_type.empty() || !column.simple_type_name.empty() || !column.simple_types.empty(),
           path + "DataType", "XSD types");
    const bool mixed = column.auto_increment_step < 0 ? column.auto_increment_seed > 0 : column.auto_increment_seed < 0;
    add_if(mixed, path + "AutoIncrementSeed", "a seed and a step of different signs");
    add_if(model::says_other_next_number(column), path + "AutoIncrementCurrent",
           "a next number that is not the one behind the last of the rows");
    if (column.default_value != nullptr) add_value(path + "DefaultValue", column.default_value);
    if (column.extended_properties) add_properties(path, *column.extended_properties);
  }

  // Of one value; texts and Chars are among those that are replaced.
  void add_value(const std::string& path, const Node* value) {
    if (model::as_string(value) != nullptr) return;
    for (const std::string_view lost : lost_in(value, options_.encode)) add_lost(path, lost, 1);
  }

  // A run repeats its first value, and an original that equals the current value is that one.
  void add_merged(const Table& table, bool simple) {
    std::vector<std::uint64_t> counts(table.columns.size());
    const auto count_pair = [&](std::size_t a, std::uint64_t a_record, std::size_t b, std::uint64_t b_record) {
      if (is_merged(*table.columns[a], a_record, *table.columns[b], b_record)) ++counts[b];
    };
    const auto count_record = [&](std::uint64_t record) {
      std::size_t first = 0;  // of the run
      for (std::size_t i = 1; i < table.columns.size(); ++i) {
        if (!are_equal(*table.columns[i - 1], *table.columns[i], record)) {
          first = i;
        } else {
          count_pair(first, record, i, record);
        }
      }
    };
    bool may_merge = false;
    for (const auto& column : table.columns) may_merge |= may_differ(column->kind());
    for (std::size_t i = 0; may_merge && i < table.row_count(); ++i) {
      const model::Row row = table.row(i);
      const std::uint64_t record = written_record(row);
      if (record != model::kNoRecord && !(simple && row.state == RowState::Deleted)) count_record(record);
      for (std::size_t c = 0; !simple && row.state == RowState::Modified && c < table.columns.size(); ++c) {
        count_pair(c, row.current, c, row.original);
      }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      add_lost("columns/" + table.columns[i]->name, kMergedLoss, counts[i]);
    }
  }

  static bool is_merged(const Column& a, std::uint64_t a_record, const Column& b, std::uint64_t b_record) {
    if (!may_differ(a.kind()) || !may_differ(b.kind()) || !a.expression.empty() || !b.expression.empty()) {
      return false;
    }
    const Comparable left = comparable_of(a, a_record);
    const Comparable right = comparable_of(b, b_record);
    return left.kind == Comparable::Kind::Value && is_equal(left, right) && !is_identical(left, right);
  }

  // Side by side in a row: one run.
  static bool are_equal(const Column& a, const Column& b, std::uint64_t record) {
    return may_differ(a.kind()) && may_differ(b.kind()) && a.expression.empty() && b.expression.empty() &&
           is_equal(comparable_of(a, record), comparable_of(b, record));
  }

  static Comparable comparable_of(const Column& column, std::uint64_t record) {
    const auto i = static_cast<std::size_t>(record);
    if (column.kind() == ValueKind::Object) return fast_serializer::comparable_of(column.object(i));
    Comparable made;
    if (column.is_null(i)) return made;
    made.kind = Comparable::Kind::Value;
    made.value = column.kind();
    made.bytes = column.chunk(i / model::kChunkRows).bytes.data() + i % model::kChunkRows * column.width();
    return made;
  }

  void add_cells(const Column& column) {
    const std::string path = "columns/" + column.name;
    if (!column.expression.empty()) {
      bool any = false;
      for (std::size_t i = 0; i < column.record_count() && !any; ++i) any = !column.is_null(i);
      add_if(any, path, "values of computed columns, which .NET computes again");
      return;
    }
    if (!may_lose(column.kind())) return;
    std::vector<std::pair<std::string_view, std::uint64_t>> counts;
    const auto count = [&counts](std::string_view lost) {
      const auto known = std::ranges::find(counts, lost, [](const auto& each) { return each.first; });
      known == counts.end() ? void(counts.emplace_back(lost, 1)) : void(++known->second);
    };
    for (std::size_t i = 0; i < column.record_count(); ++i) {
      if (column.is_null(i)) continue;
      if (column.storage() == model::Storage::Object) {
        for (const std::string_view lost : lost_in(column.object(i), options_.encode)) count(lost);
      } else if (const std::string_view lost = lost_of(column, i, options_.encode); !lost.empty()) {
        count(lost);
      }
    }
    for (const auto& [what, number] : counts) add_lost(path, what, number);
  }

  const WriteOptions& options_;
  std::string prefix_;
  std::vector<Loss>& found_;
};

constexpr std::string_view kSchemaLoss = "rows alone are written: names and columns are those of the reader's class";

}  // namespace

void losses(const Table& table, const WriteOptions& options, std::vector<Loss>& found) {
  const Shape shape = options.shape.value_or(Shape::Table);
  Losses losses(options, {}, found);
  const model::TableSet* const set = options.around;
  if (is_typed(shape)) {
    found.push_back({"columns", std::string(kSchemaLoss)});
  } else {
    const bool inherits = !table.locale_set && (!table.locale.empty() || (set != nullptr && set->locale_set));
    losses.add_if(inherits, "Locale", "the culture of its DataSet");
    losses.add_schema(table, true);
  }
  losses.add_rows(table, shape == Shape::SimpleTyped);
}

void losses(const TableSet& set, const WriteOptions& options, std::vector<Loss>& found) {
  const bool typed = is_typed(options.shape.value_or(Shape::DataSet));
  if (typed) {
    found.push_back({"tables", std::string(kSchemaLoss)});
  } else {
    Losses losses(options, {}, found);
    losses.add_if(!set.locale_set && options.unset_locale_id != 127, "Locale", "an unset culture of a DataSet");
    losses.add_replaced(model::lone_surrogates_of_schema(set));
    losses.add_properties({}, set.extended_properties);
    for (const model::Relation& relation : set.relations) {
      if (!relation.extended_properties) continue;
      losses.add_properties("relations/" + relation.name + "/", *relation.extended_properties);
    }
    losses.add_if(set.exclude_schema, "SchemaSerializationMode", "SchemaSerializationMode.ExcludeSchema");
    losses.add_if(!set.type_name.empty(), "TypeName", "the class of a typed DataSet");
  }
  for (const auto& table : set.tables) {
    Losses losses(options, "tables/" + table->name + "/", found);
    if (!typed) losses.add_schema(*table, false);
    losses.add_rows(*table, false);
  }
}

}  // namespace dotwire::fast_serializer
