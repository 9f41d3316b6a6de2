// The parts of a document (table-formats.md 4.9).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/row_writer.h"

namespace dotwire::fast_serializer {

// Of one document. Errors have paths, but nothing is taken back.
class DocumentWriter {
 public:
  DocumentWriter(Encoder& encoder, ObjectWriter& objects, RowWriter& rows, const WriteOptions& options)
      : encoder_(encoder), objects_(objects), rows_(rows), options_(options), recorded_(options.recorded) {}

  // `set`: the DataSet around it, or null.
  Status write_table(const model::Table& table, const model::TableSet* set, std::size_t index);
  Status write_set(const model::TableSet& set);
  Status write_rows_of(const model::TableSet& set);
  Status write_rows(const model::Table& table, bool simple) {
    return rows_.write(table, simple, options_.omit_deleted_rows);
  }

 private:
  void put_count(std::uint64_t count);
  std::uint32_t flags_of(const model::Table& table, const model::TableSet* set, const TableNote* note) const;
  Status write_culture(const std::string& name, bool is_set, const std::optional<std::int32_t>& recorded);
  Status write_column(const model::Table& table, std::size_t index, const ColumnNote* note);
  Status write_properties(const model::PropertyCollection& properties, const model::Graph& graph);
  Status write_constraint_name(const std::string& name);
  void put_ordinals(const std::vector<std::uint32_t>& columns);
  Status write_unique_constraints(const model::Table& table, const TableNote* note);
  Status write_foreign_keys(const model::TableSet& set);
  Status write_foreign_key(const model::TableSet& set, const model::Table& table,
                           const model::ForeignKeyConstraint& key, const KeyNote* note);
  Status write_relation(const model::TableSet& set, std::size_t index);

  Encoder& encoder_;
  ObjectWriter& objects_;
  RowWriter& rows_;
  const WriteOptions& options_;
  const Recorded* recorded_;
};

inline bool has_properties(const std::optional<model::PropertyCollection>& properties) {
  return properties && !properties->empty();
}

}  // namespace dotwire::fast_serializer
