// The rows of a table, piece by piece and into nothing (table-formats.md 4.9, rows block).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dotwire/table.h"
#include "formats/fast_serializer/object_reader.h"

namespace dotwire::fast_serializer {

// One value of a row, or a run of equal ones.
struct RowValue {
  const std::uint8_t* start = nullptr;
  const std::uint8_t* end = nullptr;
  std::uint8_t byte = 0;
  Code code = Code::Null;    // as it stands there
  Value value;               // where it is a simple one, for runs the one that is repeated
  std::uint64_t column = 0;  // the first
  std::uint64_t count = 1;
  bool original = false;  // of a modified row
};

// Who gets them. False: walking ends.
class RowVisitor {
 public:
  virtual bool visit_row(const std::uint8_t* start, const std::uint8_t* end, std::uint32_t flags,
                         std::uint32_t length) = 0;
  virtual bool visit_value(const RowValue& value) = 0;
  virtual bool visit_row_error(const std::uint8_t* start, const std::uint8_t* end, std::string_view text) = 0;
  virtual bool visit_column_error_count(const std::uint8_t* start, const std::uint8_t* end, std::uint32_t count) = 0;
  virtual bool visit_column_error(const std::uint8_t* start, const std::uint8_t* end, std::uint32_t column,
                                  std::string_view text) = 0;

 protected:
  ~RowVisitor() = default;
};

class RowWalker {
 public:
  // Memory and objects are limited for each value: nothing is kept.
  RowWalker(Decoder& decoder, const TimeZone& zone, const Limits& limits)
      : decoder_(decoder), limits_(limits), budget_(limits), objects_(decoder, budget_, zone, limits, recorded_) {}

  void know(const EnumTypes& types, std::size_t said) { objects_.know(types, said); }
  const std::string& unknown_enum() const { return objects_.unknown_enum(); }

  // One row. `table`: its columns, or null. False: the visitor ended it.
  Result<bool> walk(const std::uint8_t*& at, const model::Table* table, bool simple, RowVisitor& visitor);
  // Any value, which is dropped.
  Status skip_object(const std::uint8_t*& at);
  // Whether an error is one of the value in column().
  bool is_in_value() const { return in_value_; }
  std::uint64_t column() const { return column_; }
  Result<DateTime> date_of(const Value& value) { return objects_.date_of(value, decoder_.payload()); }

 private:
  Result<bool> walk_values(const std::uint8_t*& at, std::uint32_t length, bool originals, RowVisitor& visitor);
  Result<bool> walk_errors(const std::uint8_t*& at, std::uint32_t flags, RowVisitor& visitor);
  Status read_element(const std::uint8_t*& at, std::uint32_t length, RowValue& element);
  Status read_value(const std::uint8_t*& at, RowValue& element);
  Status check_type(const std::uint8_t* at, Code code, std::uint64_t column) const;
  void renew_budget();
  Result<std::uint32_t> read_count(const std::uint8_t*& at);
  Result<std::string_view> read_text(const std::uint8_t*& at);
  Error error_at(const std::uint8_t* at, ErrorCode code, std::string message) const {
    return Error(code, decoder_.offset_of(at), std::move(message));
  }

  Decoder& decoder_;
  const Limits& limits_;
  Budget budget_;
  Recorded recorded_;
  ObjectReader objects_;
  const model::Table* table_ = nullptr;
  bool in_value_ = false;
  std::uint64_t column_ = 0;
};

}  // namespace dotwire::fast_serializer
