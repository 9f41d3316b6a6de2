// All of a document but its rows (table-formats.md 4.9).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/table.h"
#include "formats/fast_serializer/object_reader.h"
#include "formats/fast_serializer/part_listener.h"

namespace dotwire::fast_serializer {

// Of one document. Functions move `at` past what they read.
class SchemaReader {
 public:
  explicit SchemaReader(ObjectReader& objects) : objects_(objects), decoder_(objects.decoder()) {}

  // Tells it where parts start and end; null: nobody.
  void listen(PartListener* listener) { listener_ = listener; }

  // Flags and settings, columns, extended properties: up to the rows. `set`: the DataSet around it, or null. Columns of
  // `old` that are as the new ones are taken over. Gives the flags.
  Result<std::uint32_t> read_table_head(const std::uint8_t*& at, const model::TableSet* set,
                                        std::vector<std::unique_ptr<model::Column>>& old, model::Table& table,
                                        TableNote& note);
  Status read_unique_constraints(const std::uint8_t*& at, model::Table& table, TableNote& note);

  // Flags and settings in front of the tables. Gives the flags.
  Result<std::uint32_t> read_set_head(const std::uint8_t*& at, model::TableSet& set);
  // Foreign keys, relations, extended properties, as the flags say.
  Status read_set_tail(const std::uint8_t*& at, std::uint32_t flags, model::TableSet& set);

  Result<std::uint32_t> read_count(const std::uint8_t*& at);
  // Of items that take a byte each at least.
  Result<std::uint32_t> read_item_count(const std::uint8_t*& at, std::string_view what);

 private:
  Result<std::uint32_t> read_flags(const std::uint8_t*& at, std::uint32_t all, std::string_view what);
  Status read_text(const std::uint8_t*& at, std::string& text);
  Status read_columns(const std::uint8_t*& at, std::vector<std::unique_ptr<model::Column>>& old, model::Table& table,
                      TableNote& note);
  Status read_column(const std::uint8_t*& at, std::unique_ptr<model::Column> old, model::Table& table,
                     ColumnNote& note);
  Status read_increment(const std::uint8_t*& at, std::uint32_t flags, model::Column& column);
  Status read_properties(const std::uint8_t*& at, model::Graph& graph, model::PropertyCollection& properties);
  Status read_constraint_name(const std::uint8_t*& at, bool is_default, std::string& name);
  Status read_ordinals(const std::uint8_t*& at, bool several, const model::Table& table,
                       std::vector<std::uint32_t>& columns);
  Result<std::uint32_t> read_table_index(const std::uint8_t*& at, const model::TableSet& set);
  Status read_foreign_key(const std::uint8_t*& at, model::TableSet& set);
  Status read_relation(const std::uint8_t*& at, model::TableSet& set);
  Result<std::uint32_t> read_small(const std::uint8_t*& at, std::uint32_t most, std::string_view what);
  Error error_at(const std::uint8_t* at, ErrorCode code, std::string message) const {
    return Error(code, decoder_.offset_of(at), std::move(message));
  }

  void begin(std::string_view part, const std::uint8_t* at) {
    if (listener_ != nullptr) listener_->begin(part, at);
  }
  Status end(const std::uint8_t* at, std::string_view name, std::string_view type = {});
  Result<std::uint32_t> read_list_head(const std::uint8_t*& at, std::string_view part, std::string_view what);

  ObjectReader& objects_;
  Decoder& decoder_;
  PartListener* listener_ = nullptr;
};

}  // namespace dotwire::fast_serializer
