#include "formats/registry/fast_serializer_walk.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/memory_budget.h"
#include "base/reading_limits.h"
#include "base/try.h"
#include "formats/fast_serializer/attempts.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/row_walker.h"
#include "formats/fast_serializer/schema_reader.h"
#include "formats/fast_serializer/value_kinds.h"
#include "formats/registry/fast_serializer_row.h"
#include "model/value_text.h"
#include "wire/nrbf/event_text.h"

namespace dotwire::registry::fast {
namespace {

namespace format = dotwire::fast_serializer;
using format::Code;
using format::Shape;

constexpr std::size_t kLongestName = 200;

// table-formats.md 4. Lists have a record with their count, and one for each item.
class FastWalker final : public Event, public format::PartListener, public format::RowVisitor {
 public:
  // `types` must outlive it.
  FastWalker(const format::ReadOptions& how, const format::EnumTypes& types, EventVisitor& visitor,
             WalkSummary& summary)
      : how_(how),
        visitor_(visitor),
        summary_(summary),
        wants_values_(visitor.wants_values()),
        budget_(how.limits),
        objects_(decoder_, budget_, *how.zone, how.limits, recorded_),
        schema_(objects_),
        rows_(decoder_, *how.zone, how.limits) {
    schema_.listen(this);
    objects_.know(types, how.enums.size());
    rows_.know(types, how.enums.size());
  }

  const std::string& unknown_enum() const {
    return objects_.unknown_enum().empty() ? rows_.unknown_enum() : objects_.unknown_enum();
  }

  Status run(Bytes input, format::Dialect dialect, Shape shape) {
    input_ = input;
    shape_ = shape;
    Status done;
    try {
      done = document(dialect);
    } catch (const MemoryLimitReached&) {
      done = memory_error(summary_.payload_size);
    }
    if (done.ok() || summary_.stopped) return {};
    Error error = std::move(done).error();
    names_column_ = in_rows_ && rows_.is_in_value();
    column_ = rows_.column();
    if (error.path().empty()) error.set_path(path(32));
    return error;
  }

  std::string path(std::size_t) const override {
    std::string text = table_path_;
    if (!in_rows_) return text;
    text += (text.empty() ? "rows/[" : "/rows/[") + std::to_string(row_) + "]";
    if (names_column_) text += '/' + column_name();
    return text;
  }

  std::string detail(std::size_t max_text) const override {
    if (!is_record) return value_text(max_text);
    std::string text = nrbf::quoted_part(text_, max_text);
    if (!type_.empty()) text += ", " + nrbf::quoted_part(type_, max_text);
    return text;
  }

  void begin(std::string_view part, const std::uint8_t* at) override {
    is_record = true;
    names_column_ = false;
    depth = table_depth() + (in_rows_ ? part == "Row" ? 1 : 2 : 0);
    kind = summary_.record_kind = part;
    code = at == input_.data() + input_.size() ? 0 : *at;
    offset = summary_.record_offset = offset_of(at);
    index = summary_.record_index = next_index_;
  }

  bool end(const std::uint8_t* at, std::string_view name, std::string_view type) override {
    text_ = name;
    type_ = type;
    length = offset_of(at) - offset;
    summary_.payload_size = offset_of(at);
    summary_.records = ++next_index_;
    return visitor_.visit(*this) || stop();
  }

  bool visit_row(const std::uint8_t* start, const std::uint8_t* at, std::uint32_t flags,
                 std::uint32_t values) override {
    constexpr std::string_view kStates[] = {"unchanged", "deleted", "added", "modified"};
    begin("Row", start);
    std::string text = shape_ == Shape::SimpleTyped ? std::string() : std::string(kStates[flags & 3]) + ", ";
    text += std::to_string(values) + (values == 1 ? " value" : " values");
    return end(at, text, {});
  }

  bool visit_value(const format::RowValue& value) override {
    value_ = &value;
    is_record = false;
    names_column_ = true;
    column_ = value.column;
    depth = table_depth() + 2;
    kind = name_of(value.code);
    code = value.byte;
    offset = summary_.record_offset = offset_of(value.start);
    length = offset_of(value.end) - offset;
    summary_.payload_size = offset_of(value.end);
    return !wants_values_ || visitor_.visit(*this) || stop();
  }

  bool visit_row_error(const std::uint8_t* start, const std::uint8_t* at, std::string_view text) override {
    begin("RowError", start);
    return end(at, text, {});
  }

  bool visit_column_error_count(const std::uint8_t* start, const std::uint8_t* at, std::uint32_t count) override {
    begin("ColumnErrors", start);
    return end(at, std::to_string(count), {});
  }

  bool visit_column_error(const std::uint8_t* start, const std::uint8_t* at, std::uint32_t column,
                          std::string_view text) override {
    begin("ColumnError", start);
    names_column_ = true;
    column_ = column;
    return end(at, text, {});
  }

 private:
  std::uint64_t offset_of(const std::uint8_t* at) const { return static_cast<std::uint64_t>(at - input_.data()); }

  std::uint32_t table_depth() const { return table_path_.empty() ? 0 : 1; }

  bool stop() {
    summary_.stopped = true;
    return false;
  }

  Status document(format::Dialect dialect) {
    begin("Header", input_.data());
    Status damage;
    DOTWIRE_TRY(decoder_.open_damaged(input_, dialect, how_.limits, damage));
    const std::uint8_t* at = decoder_.payload();
    if (!end(at, header_text(dialect), {})) return {};
    DOTWIRE_TRY(const bool more, format::is_set(shape_) ? set(at) : one_table(at));
    if (!more) return {};
    if (!decoder_.is_open_ended() && at != decoder_.end()) {
      return Error(ErrorCode::Malformed, offset_of(at),
                   std::to_string(decoder_.end() - at) + " bytes are left of the payload");
    }
    table_path_.clear();
    if (dialect != format::Dialect::C) {
      DOTWIRE_TRY(tables());
    }
    return damage;
  }

  std::string header_text(format::Dialect dialect) const {
    const auto number = load<std::uint32_t>(input_.data());
    if (dialect != format::Dialect::C) return "strings at " + std::to_string(number);
    if (decoder_.is_open_ended()) return "no length";
    return std::to_string(number) + " bytes, " + std::to_string(load<std::uint32_t>(input_.data() + 4)) + " strings, " +
           std::to_string(load<std::uint32_t>(input_.data() + 8)) + " objects";
  }

  // A table of a schema: null where there is none.
  const model::Table* known_table(std::size_t i) const {
    return how_.schema != nullptr && i < how_.schema->tables.size() ? how_.schema->tables[i].get() : nullptr;
  }

  // False: the visitor stopped.
  Result<bool> one_table(const std::uint8_t*& at) {
    return format::is_typed(shape_) ? rows(at, known_table(0)) : table(at, nullptr);
  }

  Result<bool> table(const std::uint8_t*& at, const model::TableSet* set) {
    model::Table& made = *set_.tables.emplace_back(std::make_unique<model::Table>());
    std::vector<std::unique_ptr<model::Column>> old;
    format::TableNote note;
    DOTWIRE_TRY(const std::uint32_t flags, schema_.read_table_head(at, set, old, made, note));
    if ((flags & format::table_flag::kRows) != 0) {
      DOTWIRE_TRY(const bool more, rows(at, &made));
      if (!more) return false;
    }
    if ((flags & format::table_flag::kNoUnique) == 0) {
      DOTWIRE_TRY(schema_.read_unique_constraints(at, made, note));
    }
    return true;
  }

  Result<bool> set(const std::uint8_t*& at) {
    const bool typed = format::is_typed(shape_);
    std::uint32_t flags = format::set_flag::kTables;
    if (!typed) {
      DOTWIRE_TRY(flags, schema_.read_set_head(at, set_));
    }
    if ((flags & format::set_flag::kTables) != 0) {
      begin("Tables", at);
      DOTWIRE_TRY(const std::uint32_t count, schema_.read_item_count(at, "tables"));
      if (!end(at, std::to_string(count), {})) return false;
      for (std::uint32_t i = 0; i < count; ++i) {
        table_path_ = "tables/[" + std::to_string(i) + "]";
        if (!format::Budget::take(budget_.memory, sizeof(model::Table) + kTableSize)) {
          return memory_error(offset_of(at));
        }
        DOTWIRE_TRY(const bool more, typed ? rows(at, known_table(i)) : table(at, &set_));
        if (!more) return false;
      }
      table_path_.clear();
    }
    if (!typed) {
      DOTWIRE_TRY(schema_.read_set_tail(at, flags, set_));
    }
    return true;
  }

  Result<bool> rows(const std::uint8_t*& at, const model::Table* table) {
    begin("Rows", at);
    const bool simple = shape_ == Shape::SimpleTyped;
    const std::uint8_t* const start = at;
    DOTWIRE_TRY(const std::uint32_t count, schema_.read_count(at));
    const std::size_t least = simple ? 1 : 2;
    if (!decoder_.is_damaged() && count > static_cast<std::size_t>(decoder_.end() - at) / least) {
      return Error(ErrorCode::Truncated, offset_of(start), "the input cannot hold so many rows");
    }
    if (!end(at, std::to_string(count), {})) return false;
    in_rows_ = true;
    table_ = table;
    for (row_ = 0; row_ < count; ++row_) {
      names_column_ = false;
      DOTWIRE_TRY(const bool more, rows_.walk(at, table, simple, *this));
      if (!more) return false;
    }
    in_rows_ = false;
    table_ = nullptr;
    return true;
  }

  // Strings and objects behind the payload.
  Status tables() {
    const std::uint8_t* at = decoder_.begin_tables();
    if (at == nullptr) return {};
    begin("Strings", at);
    DOTWIRE_TRY(const std::uint32_t strings, schema_.read_count(at));
    if (!end(at, std::to_string(strings), {})) return {};
    for (std::uint32_t i = 0; i < strings; ++i) {
      begin("String", at);
      std::string_view text;
      const std::uint8_t* const next = decoder_.decode_text(at, text);
      if (next == nullptr) return decoder_.error();
      at = next;
      if (!end(at, text, {})) return {};
    }
    begin("Objects", at);
    DOTWIRE_TRY(const std::uint32_t objects, schema_.read_count(at));
    if (!end(at, std::to_string(objects), {})) return {};
    for (std::uint32_t i = 0; i < objects; ++i) {
      begin("Object", at);
      DOTWIRE_TRY(rows_.skip_object(at));
      if (!end(at, {}, {})) return {};
    }
    return {};
  }

  std::string column_name() const {
    const bool known = table_ != nullptr && column_ < table_->columns.size() && !table_->columns[column_]->name.empty();
    return known ? nrbf::quoted_part(table_->columns[column_]->name, kLongestName)
                 : "[" + std::to_string(column_) + "]";
  }

  std::string value_text(std::size_t max_text) const {
    std::string text = one_value_text(max_text);
    if (value_->original) text += text.empty() ? "original" : ", original";
    if (value_->count > 1) text += (text.empty() ? "" : ", ") + std::to_string(value_->count) + " values";
    return text;
  }

  std::string one_value_text(std::size_t max_text) const {
    switch (value_->code) {
      case Code::Null:
      case Code::NullSequence: return "null";
      case Code::DBNull:
      case Code::DBNullSequence: return "DBNull";
      case Code::DuplicateValue: return "the current value";
      case Code::DuplicateValueSequence:
        if (value_->original) return "the current value";
        break;
      default: break;
    }
    const format::Value& value = value_->value;
    if (value.code == Code::String && value.text.data() == nullptr && value_->byte < 0x80)
      return "its text is not there";
    if (value.code == Code::String) return '"' + nrbf::quoted_part(value.text, max_text) + '"';
    if (value.code == Code::DateTime || value.code == Code::OptimizedDateTime) {
      const Result<DateTime> date = rows_.date_of(value);
      return date.ok() ? model::value_text(model::ValueKind::DateTime, &*date) : "no date";
    }
    const model::ValueKind of = format::kind_of(value.code);
    if (of != model::ValueKind::None) return model::value_text(of, value.bytes);
    return std::to_string(length) + " bytes";
  }

  static constexpr std::uint64_t kTableSize = 4096;

  const format::ReadOptions& how_;
  EventVisitor& visitor_;
  WalkSummary& summary_;
  bool wants_values_;
  Bytes input_;
  Shape shape_ = Shape::Table;
  format::Decoder decoder_;
  format::Budget budget_;
  format::Recorded recorded_;
  format::ObjectReader objects_;
  format::SchemaReader schema_;
  mutable format::RowWalker rows_;  // date_of() moves a cursor
  std::uint64_t next_index_ = 0;
  model::TableSet set_;  // the schema so far, which foreign keys need
  std::string table_path_;
  const model::Table* table_ = nullptr;
  bool in_rows_ = false;
  bool names_column_ = false;
  std::uint64_t row_ = 0;
  std::uint64_t column_ = 0;
  const format::RowValue* value_ = nullptr;
  std::string_view text_;
  std::string_view type_;
};

class Nobody final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

struct Attempt {
  format::Dialect dialect;
  Shape shape;
  format::EnumTypes enums;
};

// The first that is whole, else that which comes furthest.
class BestAttempt {
 public:
  BestAttempt(Bytes input, const format::ReadOptions& how) : input_(input), how_(how) {}

  Attempt find() {
    std::vector<Attempt> attempts;
    for (const format::Dialect dialect : format::dialects_to_try(input_, how_)) {
      for (const Shape shape : format::shapes_to_try(how_, true, true))
        attempts.push_back({dialect, shape, how_.enums});
    }
    best_ = attempts[0];
    // Only the later writers have enums, whose types must be found out.
    if (attempts.size() == 1 && best_.dialect == format::Dialect::A) return best_;
    for (Attempt& attempt : attempts) {
      format::EnumSearch search([&](const format::EnumTypes& types, std::string& unknown) {
        return try_once({attempt.dialect, attempt.shape, types}, unknown);
      });
      if (search.run(attempt.enums).ok()) return attempt;
    }
    return best_;
  }

 private:
  Status try_once(const Attempt& attempt, std::string& unknown) {
    Nobody nobody;
    WalkSummary summary;
    FastWalker walker(how_, attempt.enums, nobody, summary);
    Status status = walker.run(input_, attempt.dialect, attempt.shape);
    unknown = walker.unknown_enum();
    if (summary.payload_size > furthest_) {
      furthest_ = summary.payload_size;
      best_ = attempt;
    }
    return status;
  }

  Bytes input_;
  const format::ReadOptions& how_;
  Attempt best_{};
  std::uint64_t furthest_ = 0;
};

}  // namespace

Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary) {
  summary = {};
  Reading reading;
  DOTWIRE_TRY(reading.open(options));
  // What runs may cost in time.
  reading.how.limits.expansion = reading_expansion(options.limits, input.size());
  const Attempt attempt = BestAttempt(input, reading.how).find();
  return FastWalker(reading.how, attempt.enums, visitor, summary).run(input, attempt.dialect, attempt.shape);
}

}  // namespace dotwire::registry::fast
