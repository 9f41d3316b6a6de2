#include "formats/registry/custom_formatter_walk.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/registry/quicklz_layer.h"
#include "model/value_text.h"
#include "wire/nrbf/event_text.h"

namespace dotwire::registry::custom {
namespace {

namespace format = dotwire::custom_formatter;
using format::CellKind;

constexpr std::size_t kLongestName = 200;

struct WalkColumn {
  std::string_view name;
  std::string_view type_name;
  model::ValueKind kind;
  CellKind cell;
};

// table-formats.md 7.1
class CustomWalker final : public Event {
 public:
  CustomWalker(Bytes input, EventVisitor& visitor, WalkSummary& summary)
      : in_(input), visitor_(visitor), summary_(summary), wants_values_(visitor.wants_values()) {}

  Status run() {
    Status done = document();
    if (done.ok()) return {};
    Error error = std::move(done).error();
    if (error.path().empty()) error.set_path(path(32));
    return error;
  }

  std::string path(std::size_t) const override {
    if (!in_rows_) return {};
    std::string text = "rows/[" + std::to_string(row_) + "]";
    if (!is_record) text += '/' + nrbf::quoted_part(columns_[column_].name, kLongestName);
    return text;
  }

  std::string detail(std::size_t max_text) const override {
    if (!is_record) return cell_text(max_text);
    return nrbf::quoted_part(text_, max_text) + (type_.empty() ? "" : ", " + nrbf::quoted_part(type_, max_text));
  }

 private:
  Status document() {
    begin("Table");
    DOTWIRE_TRY(const std::uint8_t marker, in_.read_u8());
    if (marker == format::kValue) {
      DOTWIRE_TRY(text_, read_text());
    }
    if (!end()) return {};
    begin("ColumnCount");
    DOTWIRE_TRY(const std::size_t columns, in_.read_count(2));
    if (!end()) return {};
    for (std::size_t i = 0; i < columns; ++i) {
      DOTWIRE_TRY(const bool more, column());
      if (!more) return {};
    }
    begin("RowCount");
    DOTWIRE_TRY(const std::size_t rows, in_.read_count(columns_.size()));
    if (!end()) return {};
    if (columns_.empty()) return {};  // rows without cells have no bytes
    in_rows_ = true;
    for (row_ = 0; row_ < rows; ++row_) {
      DOTWIRE_TRY(const bool more, cells());
      if (!more) return {};
    }
    return {};
  }

  Result<std::string_view> read_text() {
    DOTWIRE_TRY(const Bytes bytes, in_.read_prefixed_bytes());
    return as_text(bytes);
  }

  Result<bool> column() {
    begin("Column");
    WalkColumn column{};
    DOTWIRE_TRY(column.name, read_text());
    const std::uint64_t at = in_.offset();
    DOTWIRE_TRY(column.type_name, read_text());
    column.kind = model::value_kind_of(column.type_name);
    const auto cell = format::cell_kind_of(column.kind);
    text_ = column.name;
    type_ = column.type_name;
    if (!end()) return false;
    if (!cell) {
      return Error(ErrorCode::Unsupported, at,
                   "the format has no cells of the type " + nrbf::quoted_part(column.type_name, kLongestName));
    }
    column.cell = *cell;
    columns_.push_back(column);
    return true;
  }

  // The row has no bytes of its own: its cells are its values.
  Result<bool> cells() {
    summary_.record_kind = "Row";
    for (column_ = 0; column_ < columns_.size(); ++column_) {
      is_record = false;
      depth = 1;
      kind = type_of(columns_[column_]);
      offset = summary_.record_offset = in_.offset();
      index = summary_.record_index = next_index_;
      DOTWIRE_TRY(marker_, in_.read_u8());
      if (marker_ > format::kNullReference) {
        return Error(ErrorCode::Malformed, offset, "a cell starts with 0, 1 or 2, not " + std::to_string(marker_));
      }
      value_ = in_.position();
      if (marker_ == format::kValue) {
        DOTWIRE_TRY(skip_value(columns_[column_].cell));
      }
      length = in_.offset() - offset;
      summary_.payload_size = in_.offset();
      if (wants_values_ && !visitor_.visit(*this)) return stop();
    }
    summary_.records = ++next_index_;
    return true;
  }

  static std::string_view type_of(const WalkColumn& column) {
    constexpr std::string_view kSystem = "System.";
    return column.type_name.substr(column.type_name.starts_with(kSystem) ? kSystem.size() : 0);
  }

  Status skip_value(CellKind cell) {
    switch (cell) {
      case CellKind::Boolean:
      case CellKind::Plain1: return skip(1);
      case CellKind::Plain2: return skip(2);
      case CellKind::Plain4: return skip(4);
      case CellKind::Plain8:
      case CellKind::DateTime: return skip(8);
      case CellKind::Plain16:
      case CellKind::Decimal: return skip(16);
      case CellKind::Char: return skip(in_.at_end() ? 1 : *in_.position() < 0x80 ? 1 : *in_.position() < 0xE0 ? 2 : 3);
      case CellKind::Text: {
        DOTWIRE_TRY(read_text());
        return {};
      }
      case CellKind::Bytes: {
        DOTWIRE_TRY(const std::size_t size, in_.read_count(1));
        return skip(size);
      }
      case CellKind::NoValue: return {};
    }
    return {};
  }

  Status skip(std::size_t count) {
    DOTWIRE_TRY(in_.read_bytes(count));
    return {};
  }

  std::string cell_text(std::size_t max_text) const {
    if (marker_ != format::kValue) return marker_ == format::kDBNull ? "DBNull" : "null";
    const WalkColumn& column = columns_[column_];
    const auto size = static_cast<std::size_t>(in_.position() - value_);
    switch (column.cell) {
      case CellKind::Text: {
        ByteReader text({value_, size});
        const Result<Bytes> bytes = text.read_prefixed_bytes();
        return '"' + (bytes.ok() ? nrbf::quoted_part(as_text(*bytes), max_text) : std::string()) + '"';
      }
      case CellKind::Bytes: return std::to_string(size - 4) + " bytes";
      case CellKind::Char: return "'" + nrbf::quoted_part(as_text({value_, size}), max_text) + "'";
      default: return model::value_text(column.kind, value_);
    }
  }

  void begin(std::string_view what) {
    is_record = true;
    depth = 0;
    kind = summary_.record_kind = what;
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
  EventVisitor& visitor_;
  WalkSummary& summary_;
  bool wants_values_;
  std::vector<WalkColumn> columns_;
  std::uint64_t next_index_ = 0;
  bool in_rows_ = false;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
  std::uint8_t marker_ = 0;
  const std::uint8_t* value_ = nullptr;
  std::string_view text_;
  std::string_view type_;
};

}  // namespace

Status walk(std::span<const std::uint8_t> input, const Options&, EventVisitor& visitor, WalkSummary& summary) {
  summary = {};
  return CustomWalker(input, visitor, summary).run();
}

Status walk_compressed(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                       WalkSummary& summary) {
  Buffer content;
  DOTWIRE_TRY(open_quicklz(input, options, content));
  return walk(content, options, visitor, summary);
}

}  // namespace dotwire::registry::custom
