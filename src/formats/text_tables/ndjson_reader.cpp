// A table from JSON objects, one a line or all in one array: a pass that finds columns and their types, one that reads.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/arena.h"
#include "base/reading_limits.h"
#include "base/try.h"
#include "formats/text_tables/inferred_types.h"
#include "formats/text_tables/json_cells.h"
#include "formats/text_tables/text_tables.h"
#include "model/cell_budget.h"
#include "wire/json/pull.h"

namespace dotwire::text_tables {
namespace {

using json::Token;
using json::TokenKind;
using model::Column;
using model::ValueKind;

// How a value with a type of its own begins, as put_ndjson() writes it.
constexpr std::string_view kTyped = "{\"$type\":";

// What the values of one column are.
struct Seen {
  bool booleans = false;
  bool numbers = false;
  bool not_finite = false;  // texts that stand for numbers: "NaN"
  bool texts = false;
  bool nested = false;
  bool typed = false;  // {"$type": ..., "$value": ...}
  InferredType number;
  InferredType text;
  std::uint64_t chunks = 0;  // of records, that hold a value: all their cells take memory
  std::size_t next_chunk = 0;

  void see(const Token& value, std::size_t row) {
    if (const std::size_t chunk = row / model::kChunkRows; chunk >= next_chunk) {
      ++chunks;
      next_chunk = chunk + 1;
    }
    switch (value.kind) {
      case TokenKind::True:
      case TokenKind::False: booleans = true; break;
      case TokenKind::Number:
        numbers = true;
        number.see(value.text);
        break;
      case TokenKind::String:
        if (is_no_finite_number(value.text)) {
          not_finite = true;
          number.see(value.text);
        } else {
          texts = true;
        }
        text.see(value.text);
        break;
      default: nested = true; typed |= value.text.starts_with(kTyped);
    }
  }

  ValueKind kind() const {
    const int families = int{booleans} + int{numbers} + int{texts || (not_finite && !numbers)} + int{nested};
    if (families > 1 || typed) return ValueKind::Object;
    if (booleans) return ValueKind::Boolean;
    if (numbers) return number.kind();
    // A text is a date or the like, but no number or Boolean: JSON has those.
    switch (text.kind()) {
      case ValueKind::DateTime:
      case ValueKind::DateTimeOffset:
      case ValueKind::TimeSpan:
      case ValueKind::Guid: return text.kind();
      default: return ValueKind::String;
    }
  }
};

class NdjsonReader {
 public:
  NdjsonReader(Bytes input, const Options& options, Document& document)
      : input_(input), options_(options), document_(document), budget_(options.limits, input.size()) {}

  Status run() {
    document_.size = input_.size();
    model::Table& table = document_.make_table();
    table.name = options_.table.empty() ? "Table1" : std::string(options_.table);
    DOTWIRE_TRY(each_row([&](const Token& name, const Token& value) -> Status {
      DOTWIRE_TRY(const std::size_t column, column_of(name));
      if (value.kind != TokenKind::Null) seen_[column].see(value, rows_);
      return {};
    }));
    const std::size_t rows = rows_;
    DOTWIRE_TRY(check_size());
    for (std::size_t i = 0; i < names_.size(); ++i) table.add_column(names_[i], seen_[i].kind());
    DOTWIRE_TRY(each_row([&](const Token& name, const Token& value) -> Status {
      Column& column = *table.columns[by_name_.find(name.text)->second];
      // What earlier rows lacked.
      column.append_nulls(rows_ - column.record_count());
      Status read = append(table.graph(), column, value, rows);
      if (!read.ok()) {
        Error error(read.error().code(), value.offset, read.error().message());
        error.set_path("columns/" + column.name);
        return error;
      }
      return {};
    }));
    for (const auto& column : table.columns) column->append_nulls(rows_ - column->record_count());
    table.added_plain_rows(rows_);
    return {};
  }

 private:
  // Rows that each have another column make a table that is all nulls: what the input does not pay for has a limit.
  Status check_size() const {
    const std::uint64_t most =
        reading_expansion(options_.limits, input_.size(), kTextGrowth) + 4 * std::uint64_t{input_.size()};
    std::uint64_t bytes = 0;
    for (const Seen& column : seen_) {
      const std::uint64_t records = std::min<std::uint64_t>(column.chunks * model::kChunkRows, rows_);
      bytes += records * std::max<std::uint64_t>(model::cell_width(column.kind()), sizeof(std::uint64_t));
    }
    if (bytes <= most) return {};
    return Error(ErrorCode::LimitExceeded, std::to_string(rows_) + " rows of " + std::to_string(names_.size()) +
                                               " columns, nearly all null, would take more than Limits::expansion");
  }

  Result<std::size_t> column_of(const Token& name) {
    if (const auto found = by_name_.find(name.text); found != by_name_.end()) return found->second;
    if (names_.size() == kMostInferredColumns) {
      return Error(ErrorCode::LimitExceeded, name.offset, "more than 65,536 columns");
    }
    if (!budget_.take_column()) return Error(ErrorCode::LimitExceeded, name.offset, model::kTooManyColumns);
    names_.push_back(std::string(name.text));
    seen_.emplace_back();
    by_name_.emplace(names_.back(), names_.size() - 1);
    return names_.size() - 1;
  }

  // Calls `take` for each member of each row, and counts the rows.
  template <class Take>
  Status each_row(Take take) {
    rows_ = 0;
    Arena arena;
    std::size_t at = 0;
    while (at < input_.size() && (input_[at] == ' ' || input_[at] == '\t' || input_[at] == '\r' || input_[at] == '\n' ||
                                  (at < 3 && input_[at] >= 0xBB))) {
      ++at;
    }
    if (at < input_.size() && input_[at] == '[') return placed(array(arena, take), 0);
    for (at = 0; at < input_.size();) {
      const void* end = std::memchr(input_.data() + at, '\n', input_.size() - at);
      const std::size_t size =
          end == nullptr ? input_.size() - at
                         : static_cast<std::size_t>(static_cast<const std::uint8_t*>(end) - input_.data()) - at;
      DOTWIRE_TRY(placed(line(input_.subspan(at, size), arena, take), at));
      at += size + 1;
    }
    return {};
  }

  // Offsets count from the line that was read.
  Status placed(Status status, std::size_t start) const {
    if (status.ok() || !status.error().has_offset()) return status;
    Error error = std::move(status).error();
    error.set_offset(error.offset() + start);
    json::set_place(error, input_);
    return error;
  }

  template <class Take>
  Status array(Arena& arena, Take& take) {
    json::Reader reader(input_, arena, options_.limits);
    DOTWIRE_TRY(Token token, reader.next());
    for (;;) {
      DOTWIRE_TRY(token, reader.next());
      if (token.kind == TokenKind::EndArray) break;
      DOTWIRE_TRY(row(reader, token, input_, take));
    }
    DOTWIRE_TRY(token, reader.next());  // the end, and nothing behind it
    return {};
  }

  template <class Take>
  Status line(Bytes text, Arena& arena, Take& take) {
    bool blank = true;
    for (const std::uint8_t byte : text) blank = blank && (byte == ' ' || byte == '\t' || byte == '\r');
    if (blank) return {};
    json::Reader reader(text, arena, options_.limits);
    DOTWIRE_TRY(Token token, reader.next());
    DOTWIRE_TRY(row(reader, token, text, take));
    DOTWIRE_TRY(token, reader.next());
    return {};
  }

  template <class Take>
  Status row(json::Reader& reader, const Token& open, Bytes text, Take& take) {
    if (open.kind != TokenKind::BeginObject) {
      return Error(ErrorCode::Malformed, open.offset, "a row is no object");
    }
    members_.clear();
    for (;;) {
      DOTWIRE_TRY(const Token name, reader.next());
      if (name.kind == TokenKind::EndObject) break;
      if (!members_.insert(name.text).second) {
        return Error(ErrorCode::Malformed, name.offset,
                     "the row has two members of the name " + json::shown(name.text));
      }
      DOTWIRE_TRY(Token value, reader.next());
      if (value.kind == TokenKind::BeginObject || value.kind == TokenKind::BeginArray) {
        DOTWIRE_TRY(value.text, raw(reader, value, text));
      }
      DOTWIRE_TRY(take(name, value));
    }
    ++rows_;
    return {};
  }

  // An object or array as it is spelled.
  static Result<std::string_view> raw(json::Reader& reader, const Token& open, Bytes text) {
    const std::size_t depth = reader.depth() - 1;
    Token last = open;
    while (reader.depth() > depth) {
      DOTWIRE_TRY(last, reader.next());
    }
    return std::string_view(reinterpret_cast<const char*>(text.data()) + open.offset,
                            static_cast<std::size_t>(last.offset + 1 - open.offset));
  }

  static Status append(model::Graph& graph, Column& column, const Token& value, std::size_t rows) {
    if (value.kind == TokenKind::Null) {
      column.append_null();
      return {};
    }
    const std::string_view text = value.kind == TokenKind::True    ? "true"
                                  : value.kind == TokenKind::False ? "false"
                                                                   : value.text;
    if (column.storage() != model::Storage::Object) return append_inferred(column, text, rows);
    model::Chunk& chunk = column.tail(rows);
    DOTWIRE_TRY(const model::Node* node, make_node(graph, value, text));
    chunk.objects.push_back(node);
    ++chunk.size;
    column.added(1);
    return {};
  }

  // A value with a type of its own, in a column of several.
  static Result<const model::Node*> make_node(model::Graph& graph, const Token& value, std::string_view text) {
    if (value.kind == TokenKind::BeginObject && text.starts_with(kTyped)) {
      Arena arena;
      json::Pull in({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, arena, {});
      // What is none stays text.
      if (Result<const model::Node*> typed = read_node_value(in, graph); typed.ok()) return typed;
    }
    const bool spelled_by_json =
        value.kind == TokenKind::Number || value.kind == TokenKind::True || value.kind == TokenKind::False;
    InferredType type;
    if (spelled_by_json) type.see(text);
    const ValueKind kind = type.kind();
    if (!spelled_by_json || kind == ValueKind::String) return static_cast<const model::Node*>(graph.make_string(text));
    model::ScalarNode* node = graph.make_scalar(kind);
    DOTWIRE_TRY(load_inferred(kind, text, node->value));
    return static_cast<const model::Node*>(node);
  }

  Bytes input_;
  const Options& options_;
  Document& document_;
  model::SchemaBudget budget_;
  std::vector<std::string> names_;
  std::vector<Seen> seen_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> by_name_;
  std::unordered_set<std::string_view> members_;  // of the row
  std::size_t rows_ = 0;
};

}  // namespace

Status read_ndjson(Bytes input, const Options& options, Document& document) {
  return NdjsonReader(input, options, document).run();
}

}  // namespace dotwire::text_tables
