#include "formats/registry/protobuf_data_walk.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "formats/protobuf_data/cell_decoder.h"
#include "formats/protobuf_data/column_heads.h"
#include "model/value_text.h"
#include "wire/nrbf/event_text.h"
#include "wire/protobuf/fields.h"

namespace dotwire::registry::protobuf_table {
namespace {

namespace format = dotwire::protobuf_data;
using format::Layout;
using protobuf::Tag;
using protobuf::WireType;

constexpr std::size_t kLongestName = 200;

std::string_view short_type(model::ValueKind kind) {
  constexpr std::string_view kSystem = "System.";
  return model::clr_name(kind).substr(kSystem.size());
}

// table-formats.md 2.1 and 3. Groups are two records, their start and their end, but for columns, which are one.
class ProtobufWalker final : public Event {
 public:
  ProtobufWalker(Bytes input, Layout layout, EventVisitor& visitor, WalkSummary& summary)
      : in_(input),
        layout_(layout),
        groups_(format::groups_of(layout)),
        visitor_(visitor),
        summary_(summary),
        wants_values_(visitor.wants_values()) {}

  Status run() {
    Status done = document();
    if (done.ok()) return {};
    Error error = std::move(done).error();
    if (error.path().empty()) error.set_path(path(32));
    return error;
  }

  std::string path(std::size_t) const override {
    std::string text = table_ > 1 ? "tables/Table" + std::to_string(table_) : std::string();
    if (!in_rows_) return text;
    text += (text.empty() ? "rows/[" : "/rows/[") + std::to_string(row_) + "]";
    if (!is_record) text += '/' + value_name();
    return text;
  }

  std::string detail(std::size_t max_text) const override {
    if (!is_record) return cell_text(max_text);
    std::string text = nrbf::quoted_part(text_, max_text);
    if (!type_.empty()) text.append(", ").append(type_);
    return text;
  }

 private:
  // Each step gives false where the visitor stopped.
  Status document() {
    if (layout_ == Layout::Light) {
      DOTWIRE_TRY(const bool more, head());
      if (!more) return {};
    }
    while (!in_.at_end() && *in_.position() == groups_.result) {
      DOTWIRE_TRY(const bool more, result());
      if (!more) return {};
    }
    if (table_ == 0) return Error(ErrorCode::Malformed, in_.offset(), "there is no result");
    return {};
  }

  Result<bool> head() {
    for (const std::string_view what : {"Version", "RecordsAffected"}) {
      begin(what, 0);
      DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(in_));
      if (tag.type != WireType::Varint) return Error(ErrorCode::Malformed, offset, "the head is two varints");
      DOTWIRE_TRY(const std::uint64_t value, protobuf::decode_varint(in_));
      number_ = std::to_string(static_cast<std::int64_t>(value));
      text_ = number_;
      if (!end()) return false;
    }
    return true;
  }

  Result<bool> result() {
    ++table_;
    in_rows_ = false;
    columns_.clear();
    if (!group("Result", 0)) return false;
    const bool lists = layout_ == Layout::Light;
    if (lists) {
      DOTWIRE_TRY(const bool more, open_list("Columns"));
      if (!more) return false;
    }
    while (next_is(groups_.column)) {
      DOTWIRE_TRY(const bool more, column());
      if (!more) return false;
    }
    if (lists) {
      DOTWIRE_TRY(const bool closed, close(1));
      if (!closed) return false;
      DOTWIRE_TRY(const bool more, open_list("Records"));
      if (!more) return false;
    }
    in_rows_ = true;
    for (row_ = 0; next_is(groups_.record); ++row_) {
      DOTWIRE_TRY(const bool more, record());
      if (!more) return false;
    }
    in_rows_ = false;
    if (lists) {
      DOTWIRE_TRY(const bool more, close(1));
      if (!more) return false;
    }
    return close(0);
  }

  bool next_is(std::uint8_t byte) const { return !in_.at_end() && *in_.position() == byte; }

  bool group(std::string_view what, std::uint32_t deep) {
    begin(what, deep);
    in_.set_position(in_.position() + 1);
    return end();
  }

  Result<bool> open_list(std::string_view what) {
    if (in_.at_end()) return in_.truncated(1);
    if (!next_is(format::kLightList) && !next_is(format::kLightRecordsByText)) {
      return Error(ErrorCode::Malformed, in_.offset(), "columns and records are groups of their own");
    }
    return group(what, 1);
  }

  // The end of the group that is open.
  Result<bool> close(std::uint32_t deep) {
    begin("EndGroup", deep);
    DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(in_));
    if (tag.type != WireType::EndGroup) {
      return Error(ErrorCode::Malformed, offset, "field " + std::to_string(tag.field) + " where a group should end");
    }
    return end();
  }

  Result<bool> column() {
    begin("Column", layout_ == Layout::Light ? 2 : 1);
    in_.set_position(in_.position() + 1);
    DOTWIRE_TRY(columns_.emplace_back(), format::decode_column(in_, layout_));
    text_ = columns_.back().name;
    type_ = short_type(columns_.back().kind);
    return end();
  }

  Result<bool> record() {
    const std::uint32_t deep = layout_ == Layout::Light ? 2 : 1;
    if (!group("Record", deep)) return false;
    for (;;) {
      if (in_.at_end()) return in_.truncated(1);
      ByteReader peek = in_;
      DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(peek));
      if (tag.type == WireType::EndGroup && protobuf::to_number(tag) == format::end_of(groups_.record)) {
        return close(deep);
      }
      DOTWIRE_TRY(const bool more, value(deep + 1));
      if (!more) return false;
    }
  }

  Result<bool> value(std::uint32_t deep) {
    is_record = false;
    depth = deep;
    offset = summary_.record_offset = in_.offset();
    DOTWIRE_TRY(tag_, protobuf::decode_tag(in_));
    kind = column_of_value() == nullptr ? "unknown" : short_type(column_of_value()->kind);
    code = static_cast<std::uint8_t>(tag_.type);
    value_ = in_.position();
    DOTWIRE_TRY(protobuf::skip_value(in_, tag_, format::kUnknownDepth));
    length = in_.offset() - offset;
    summary_.payload_size = in_.offset();
    return !wants_values_ || visitor_.visit(*this) || stop();
  }

  const format::ColumnHead* column_of_value() const {
    return tag_.field - 1 < columns_.size() ? &columns_[tag_.field - 1] : nullptr;
  }

  std::string value_name() const {
    const format::ColumnHead* column = column_of_value();
    return column != nullptr ? nrbf::quoted_part(column->name, kLongestName) : "field " + std::to_string(tag_.field);
  }

  // By the reader's own decoder, into a column of one row.
  std::string cell_text(std::size_t max_text) const {
    const format::ColumnHead* head = column_of_value();
    const auto size = static_cast<std::size_t>(in_.position() - value_);
    std::string bytes = std::to_string(size) + " bytes";
    if (head == nullptr || (head->kind == model::ValueKind::TimeSpan && tag_.type == WireType::Length)) return bytes;
    model::Column column("", head->kind);
    format::ReadPlan plan;
    plan.kind = *format::cell_kind_of(head->kind);
    plan.width = static_cast<std::uint8_t>(column.width());
    plan.column = &column;
    std::vector<format::ReadPlan> plans = {plan};
    std::uint64_t memory = std::uint64_t{1} << 20;
    model::CellBudget nulls(0);
    format::CellDecoder decoder({value_, size}, 0, memory, nulls, false);
    decoder.begin_chunk(plans);
    if (decoder.decode(plans[0], tag_.field, static_cast<std::uint32_t>(tag_.type), value_, 0) == nullptr ||
        !decoder.end_chunk(plans, 1)) {
      return bytes;
    }
    if (head->kind == model::ValueKind::Bytes) return std::to_string(column.text(0).size()) + " bytes";
    if (column.storage() == model::Storage::Varying) return '"' + nrbf::quoted_part(column.text(0), max_text) + '"';
    return model::value_text(head->kind, column.chunk(0).bytes.data());
  }

  void begin(std::string_view what, std::uint32_t deep) {
    is_record = true;
    depth = deep;
    kind = summary_.record_kind = what;
    code = in_.at_end() ? 0 : *in_.position() & 7;
    offset = summary_.record_offset = in_.offset();
    index = summary_.record_index = next_index_;
    text_ = type_ = {};
  }

  // False: the visitor stopped.
  bool end() {
    length = in_.offset() - offset;
    summary_.payload_size = in_.offset();
    summary_.records = ++next_index_;
    return visitor_.visit(*this) || stop();
  }

  bool stop() {
    summary_.stopped = true;
    return false;
  }

  ByteReader in_;
  Layout layout_;
  format::Groups groups_;
  EventVisitor& visitor_;
  WalkSummary& summary_;
  bool wants_values_;
  std::vector<format::ColumnHead> columns_;
  std::uint64_t next_index_ = 0;
  std::size_t table_ = 0;  // from 1
  bool in_rows_ = false;
  std::size_t row_ = 0;
  Tag tag_;
  const std::uint8_t* value_ = nullptr;
  std::string number_;
  std::string_view text_;
  std::string_view type_;
};

}  // namespace

Status walk(std::span<const std::uint8_t> input, const Options&, EventVisitor& visitor, WalkSummary& summary) {
  summary = {};
  return ProtobufWalker(input, Layout::Data, visitor, summary).run();
}

Status walk_light(std::span<const std::uint8_t> input, const Options&, EventVisitor& visitor, WalkSummary& summary) {
  summary = {};
  return ProtobufWalker(input, Layout::Light, visitor, summary).run();
}

}  // namespace dotwire::registry::protobuf_table
