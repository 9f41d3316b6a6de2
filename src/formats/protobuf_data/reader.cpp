#include <algorithm>
#include <optional>
#include <utility>

#include "formats/protobuf_data/cell_decoder.h"
#include "formats/protobuf_data/column_heads.h"
#include "wire/protobuf/fields.h"
#include "wire/protobuf/varint.h"

namespace dotwire::protobuf_data {

using model::Column;
using model::kChunkRows;
using model::Table;
using protobuf::Tag;
using protobuf::WireType;

namespace {

constexpr std::uint32_t kEndGroup = static_cast<std::uint32_t>(WireType::EndGroup);

std::string table_name(std::size_t index, const ReadOptions& options) {
  if (index < options.names.size()) return std::string(options.names[index]);
  return "Table" + std::to_string(index + 1);
}

// As made by Column's constructor, but for its records.
bool is_fresh(const Column& column) {
  return !column.caption_set && column.caption.empty() && !column.namespace_set && column.namespace_uri.empty() &&
         column.prefix.empty() && column.mapping == model::MappingType::Element &&
         column.date_time_mode == model::DateTimeMode::UnspecifiedLocal && column.allow_db_null && !column.read_only &&
         !column.unique && !column.auto_increment && column.auto_increment_seed == 0 &&
         column.auto_increment_step == 1 && !column.auto_increment_current && column.max_length == -1 &&
         column.expression.empty() && column.xml_data_type.empty() && column.simple_type_name.empty() &&
         column.default_value == nullptr && !column.extended_properties && column.assembly.empty();
}

}  // namespace

std::string_view Document::name_of(std::uint32_t table, std::uint32_t column, std::string_view name) const {
  const auto at = std::ranges::lower_bound(renamed, std::pair(table, column), {},
                                           [](const Renamed& one) { return std::pair(one.table, one.column); });
  const bool is_it = at != renamed.end() && at->table == table && at->column == column && at->is == name;
  return is_it ? std::string_view(at->was) : name;
}

// One result after the other. The plans keep their memory.
class ResultReader {
 public:
  // Of a document.
  void begin(const Limits& limits, std::size_t size) {
    memory_left_ = limits.memory;
    nulls_ = model::CellBudget(limits, size);
  }

  // `in` stands behind the tag of a result's group and ends behind the group.
  Status read(ByteReader& in, Table& table, std::uint32_t index, const ReadOptions& options, Document& document) {
    DOTWIRE_TRY(take(model::kTableBytes, in, "more results than the limits allow"));
    DOTWIRE_TRY(decode_columns(in, options.layout));
    name_columns(index, document);
    DOTWIRE_TRY(begin_records(in, options.layout));
    const std::uint8_t* const rows = in.position();
    const std::uint64_t memory = memory_left_;
    const model::CellBudget nulls = nulls_;
    Status status = read_records(in, table, index, options);
    if (!status.ok() && found_nested_) {
      // Once: the columns that hold nested tables are known then.
      in.set_position(rows);
      DOTWIRE_TRY(find_nested(in, options.layout));
      in.set_position(rows);
      memory_left_ = memory;
      nulls_ = nulls;
      status = read_records(in, table, index, options);
    }
    if (!status.ok()) return status;
    for (std::uint32_t i = 0; i < nested_.size(); ++i) {
      if (nested_[i]) document.nested.emplace_back(index, i);
    }
    return end_records(in, options.layout);
  }

 private:
  // What a few bytes of input cost beside cells.
  Status take(std::uint64_t bytes, const ByteReader& in, const char* message) {
    if (!nulls_.take(bytes) || bytes > memory_left_) return Error(ErrorCode::LimitExceeded, in.offset(), message);
    memory_left_ -= bytes;
    return {};
  }

  Status decode_columns(ByteReader& in, Layout layout) {
    columns_.clear();
    const std::uint8_t group = groups_of(layout).column;
    if (layout == Layout::Light) {
      DOTWIRE_TRY(expect(in, kLightList, "columns are a group of field 1"));
    }
    while (!in.at_end() && *in.position() == group) {
      DOTWIRE_TRY(take(model::kColumnBytes, in, "tables have more columns than the limits allow"));
      in.set_position(in.position() + 1);
      DOTWIRE_TRY(columns_.emplace_back(), decode_column(in, layout));
    }
    nested_.assign(columns_.size(), false);
    return {};
  }

  static Status expect(ByteReader& in, std::uint8_t byte, const char* what) {
    if (in.at_end()) return in.truncated(1);
    if (*in.position() != byte) return Error(ErrorCode::Malformed, in.offset(), what);
    in.set_position(in.position() + 1);
    return {};
  }

  void name_columns(std::uint32_t index, Document& document) {
    names_ = loaded_names(columns_);
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != columns_[i].name) {
        document.renamed.push_back({index, i, std::string(columns_[i].name), names_[i]});
      }
    }
  }

  Status begin_records(ByteReader& in, Layout layout) {
    if (layout == Layout::Data) return {};
    DOTWIRE_TRY(expect(in, end_of(kLightList), "something else than a column among the columns"));
    // The text of the repository numbers the records 2; its code, 1.
    records_ = !in.at_end() && *in.position() == kLightRecordsByText ? kLightRecordsByText : kLightList;
    return expect(in, records_, "records are a group of field 1 behind the columns");
  }

  Status end_records(ByteReader& in, Layout layout) {
    if (layout == Layout::Light) {
      DOTWIRE_TRY(expect(in, end_of(records_), "something else than a record among the records"));
    }
    return expect(in, end_of(groups_of(layout).result), "something else than a record behind the columns of a result");
  }

  // An empty table with the result's columns, made of the old ones where they are the same.
  void prepare_table(Table& table, std::uint32_t index, const ReadOptions& options) {
    std::vector<std::unique_ptr<Column>> old = std::move(table.columns);
    table = Table();
    table.name = table_name(index, options);
    plans_.clear();
    table.columns.reserve(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const model::ValueKind kind = nested_[i] ? model::ValueKind::Bytes : columns_[i].kind;
      if (i < old.size() && old[i]->name == names_[i] && old[i]->kind() == kind &&
          old[i]->type_name == model::clr_name(kind) && is_fresh(*old[i])) {
        old[i]->clear_records();
        table.columns.push_back(std::move(old[i]));
      } else {
        table.add_column(names_[i], kind);
      }
      add_plan(*table.columns.back(), nested_[i], options.layout);
    }
  }

  void add_plan(Column& column, bool nested, Layout layout) {
    ReadPlan plan;
    plan.kind = *cell_kind_of(column.kind());
    plan.width = static_cast<std::uint8_t>(column.width());
    plan.nested = nested;
    plan.may_nest = layout == Layout::Data && plan.kind == CellKind::TimeSpan;
    plan.column = &column;
    plans_.push_back(plan);
  }

  Status read_records(ByteReader& in, Table& table, std::uint32_t index, const ReadOptions& options) {
    prepare_table(table, index, options);
    CellDecoder decoder({in.position(), in.end()}, in.offset(), memory_left_, nulls_, options.plain_zero_decimals);
    const std::uint8_t record = groups_of(options.layout).record;
    const std::uint8_t* at = in.position();
    std::uint64_t rows = 0;
    while (at != in.end() && *at == record) {
      decoder.begin_chunk(plans_);
      std::uint32_t row = 0;
      for (; row < kChunkRows && at != in.end() && *at == record; ++row) {
        const ReadPlan* bad = nullptr;
        at = read_record(decoder, at + 1, record, row, bad);
        if (at == nullptr) [[unlikely]] {
          found_nested_ = decoder.found_nested();
          if (found_nested_) return Error(ErrorCode::Malformed, "nested tables");
          return record_error(decoder.take_error(), rows + row, bad);
        }
      }
      rows += row;
      if (rows > options.limits.objects) {
        return Error(ErrorCode::LimitExceeded, in.offset_of(at), "table has more rows than the limits allow");
      }
      if (!decoder.end_chunk(plans_, row)) return decoder.take_error();
    }
    in.set_position(at);
    table.added_plain_rows(static_cast<std::size_t>(rows));
    return {};
  }

  static Error record_error(Error error, std::uint64_t row, const ReadPlan* bad) {
    std::string path = "rows/[" + std::to_string(row) + "]";
    if (bad != nullptr) path += "/current/" + bad->column->name;
    error.set_path(std::move(path));
    return error;
  }

  // Behind the record's tag, up to and with its end; null pointer on a fault.
  DOTWIRE_ALWAYS_INLINE const std::uint8_t* read_record(CellDecoder& decoder, const std::uint8_t* at,
                                                        std::uint32_t record, std::uint32_t row, const ReadPlan*& bad) {
    const std::uint8_t* const end = decoder.end();
    for (;;) {
      const std::uint8_t* const start = at;
      std::uint64_t tag = 0;
      at = protobuf::take_varint(at, end, tag);
      if (at == nullptr) [[unlikely]]
        return bad_tag(decoder, start);
      const std::uint64_t field = tag >> 3;
      if (field - 1 < plans_.size() && (tag & 7) != kEndGroup) [[likely]] {
        ReadPlan& plan = plans_[static_cast<std::size_t>(field - 1)];
        at = decoder.decode(plan, static_cast<std::uint32_t>(field), static_cast<std::uint32_t>(tag & 7), at, row);
        if (at == nullptr) [[unlikely]] {
          bad = &plan;
          return nullptr;
        }
      } else if (tag == record + 1) {
        return at;
      } else {
        at = skip_field(decoder, start);
        if (at == nullptr) return nullptr;
      }
    }
  }

  DOTWIRE_NOINLINE static const std::uint8_t* bad_tag(CellDecoder& decoder, const std::uint8_t* at) {
    ByteReader in({at, decoder.end()}, decoder.offset_of(at));
    Result<Tag> tag = protobuf::decode_tag(in);
    return decoder.fail(std::move(tag).error());
  }

  // Of a number that is no column's, which readers skip.
  DOTWIRE_NOINLINE static const std::uint8_t* skip_field(CellDecoder& decoder, const std::uint8_t* at) {
    ByteReader in({at, decoder.end()}, decoder.offset_of(at));
    Result<Tag> tag = protobuf::decode_tag(in);
    if (!tag.ok()) return decoder.fail(std::move(tag).error());
    if (tag->type == WireType::EndGroup)
      return decoder.fail(ErrorCode::Malformed, at, "a record ends as another group");
    Status skipped = protobuf::skip_value(in, *tag, kUnknownDepth);
    if (!skipped.ok()) return decoder.fail(std::move(skipped).error());
    return in.position();
  }

  // Sets nested_ for the columns of code 15 that hold bytes.
  Status find_nested(ByteReader& in, Layout layout) {
    found_nested_ = false;
    const std::uint8_t record = groups_of(layout).record;
    while (!in.at_end() && *in.position() == record) {
      in.set_position(in.position() + 1);
      for (;;) {
        DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(in));
        if (protobuf::to_number(tag) == end_of(record)) break;
        if (tag.field <= columns_.size() && tag.type == WireType::Length &&
            columns_[tag.field - 1].kind == model::ValueKind::TimeSpan) {
          nested_[tag.field - 1] = true;
        }
        DOTWIRE_TRY(protobuf::skip_value(in, tag, kUnknownDepth));
      }
    }
    return {};
  }

  std::vector<ColumnHead> columns_;
  std::vector<std::string> names_;
  std::vector<bool> nested_;  // columns
  std::vector<ReadPlan> plans_;
  std::uint64_t memory_left_ = 0;
  model::CellBudget nulls_{0};  // and columns
  std::uint8_t records_ = kLightList;
  bool found_nested_ = false;
};

namespace {

// table-formats.md 3: version and RecordsAffected, in this order.
Status decode_light_head(ByteReader& in, Document& document) {
  DOTWIRE_TRY(const Tag version_tag, protobuf::decode_tag(in));
  if (version_tag != Tag{1, WireType::Varint}) {
    return Error(ErrorCode::Malformed, in.offset() - 1, "the version is no varint of field 1");
  }
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const std::uint64_t version, protobuf::decode_varint(in));
  if (version != 1) return Error(ErrorCode::Unsupported, start, "there is no version " + std::to_string(version));
  const std::uint64_t affected_start = in.offset();
  DOTWIRE_TRY(const Tag affected_tag, protobuf::decode_tag(in));
  if (affected_tag != Tag{2, WireType::Varint}) {
    return Error(ErrorCode::Malformed, affected_start, "RecordsAffected is no varint of field 2");
  }
  DOTWIRE_TRY(const std::uint64_t affected, protobuf::decode_varint(in));
  const auto wide = static_cast<std::int64_t>(affected);
  if (wide < INT32_MIN || wide > INT32_MAX) {
    return Error(ErrorCode::OutOfRange, affected_start + 1, "RecordsAffected is no Int32");
  }
  document.records_affected = static_cast<std::int32_t>(wide);
  return {};
}

}  // namespace

Reader::Reader() : results_(std::make_unique<ResultReader>()) {}
Reader::~Reader() = default;

Result<Document> Reader::read(Bytes bytes, model::TableSet& set, const ReadOptions& options) {
  Document document;
  document.layout = options.layout;
  ByteReader in(bytes);
  results_->begin(options.limits, bytes.size());
  std::vector<std::unique_ptr<Table>> old = std::move(set.tables);
  set.tables.clear();
  const auto read_all = [&]() -> Status {
    if (options.layout == Layout::Light) {
      DOTWIRE_TRY(decode_light_head(in, document));
    }
    const std::uint8_t result = groups_of(options.layout).result;
    if (in.at_end()) return Error(ErrorCode::Truncated, in.offset(), "there is no result");
    while (!in.at_end() && *in.position() == result) {
      in.set_position(in.position() + 1);
      const std::size_t index = set.tables.size();
      if (index >= options.limits.objects) {
        return Error(ErrorCode::LimitExceeded, in.offset(), "more results than the limits allow");
      }
      set.tables.push_back(index < old.size() ? std::move(old[index]) : std::make_unique<Table>());
      Status status = results_->read(in, *set.tables.back(), static_cast<std::uint32_t>(index), options, document);
      if (status.ok()) continue;
      // The first result of several is nearly always the only one: its path is the shorter.
      if (index != 0 && !status.error().path().empty()) {
        Error error = std::move(status).error();
        error.prepend_path("tables/" + table_name(index, options));
        return error;
      }
      return status;
    }
    if (set.tables.empty()) return Error(ErrorCode::Malformed, in.offset(), "a result is a group of field 1 or 3");
    return {};
  };
  Status status = read_all();
  if (!status.ok()) {
    set.tables.clear();
    return std::move(status).error();
  }
  document.size = in.offset();
  return document;
}

Result<Document> Reader::read(Bytes bytes, Table& table, const ReadOptions& options) {
  one_.tables.clear();
  one_.tables.push_back(std::make_unique<Table>(std::move(table)));
  table = Table();
  Result<Document> document = read(bytes, one_, options);
  if (!document.ok()) return document;
  if (one_.tables.size() != 1) {
    return Error(ErrorCode::Unsupported, std::to_string(one_.tables.size()) + " results are no single table");
  }
  table = std::move(*one_.tables[0]);
  return document;
}

}  // namespace dotwire::protobuf_data
