#include "formats/sql/literals.h"

#include <cmath>
#include <cstring>
#include <string>

#include "base/unicode.h"
#include "formats/text_tables/cells.h"
#include "model/value_text.h"

namespace dotwire::sql {
namespace {

using model::Column;
using model::ValueKind;

// Replaces what was appended behind `start` by what `put` makes of it.
template <class Put>
void rewrite(Buffer& out, std::size_t start, Put put) {
  const std::string text(out.text().substr(start));
  out.resize(start);
  put(text);
}

void append_hex(Buffer& out, std::string_view bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::uint8_t* at = out.reserve_more(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    *at++ = static_cast<std::uint8_t>(kDigits[byte >> 4]);
    *at++ = static_cast<std::uint8_t>(kDigits[byte & 15]);
  }
  out.commit(at);
}

void append_binary(Buffer& out, std::string_view bytes, Database database) {
  switch (database) {
    case Database::Sqlite: out.append(std::string_view("X'")); break;
    case Database::Postgresql: out.append(std::string_view("'\\x")); break;
    case Database::SqlServer: out.append(std::string_view("0x")); break;
  }
  append_hex(out, bytes);
  if (database != Database::SqlServer) out.push_back('\'');
}

std::string_view no_number(double value, bool single, Database database) {
  const bool is_nan = std::isnan(value);
  switch (database) {
    case Database::Sqlite: return is_nan ? "NULL" : value < 0 ? "-9e999" : "9e999";
    case Database::Postgresql:
      if (single) return is_nan ? "'NaN'::real" : value < 0 ? "'-Infinity'::real" : "'Infinity'::real";
      return is_nan      ? "'NaN'::double precision"
             : value < 0 ? "'-Infinity'::double precision"
                         : "'Infinity'::double precision";
    default: return "NULL";
  }
}

// With an exponent, so that no decimal number is made on the way.
void append_real(Buffer& out, double value, std::string_view text, bool single, Database database) {
  if (!std::isfinite(value)) return out.append(no_number(value, single, database));
  // A minus of its own would be that of an exact number, whose zero has no sign.
  if (value == 0 && std::signbit(value) && database == Database::Postgresql) {
    return out.append(std::string_view(single ? "'-0'::real" : "'-0'::double precision"));
  }
  out.append(text);
  if (text.find('E') == std::string_view::npos) out.append(std::string_view("E0"));
}

// "-1.02:03:04.5" as '-1 days -02:03:04.5'.
void append_interval(Buffer& out, std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t colon = text.find(':');
  const std::size_t point = text.find('.');
  out.push_back('\'');
  const std::string_view sign = negative ? "-" : "";
  if (point < colon) {
    out.append(sign);
    out.append(text.substr(0, point));
    out.append(std::string_view(" days "));
    text.remove_prefix(point + 1);
  }
  out.append(sign);
  out.append(text);
  out.push_back('\'');
}

void append_spelled(Buffer& out, const ColumnPlan& plan, std::string_view text, Database database) {
  switch (plan.literal) {
    case Literal::Number: return out.append(text);
    case Literal::Boolean: {
      const bool yes = text == "true";
      if (database == Database::Postgresql) return out.append(std::string_view(yes ? "TRUE" : "FALSE"));
      return out.push_back(yes ? '1' : '0');
    }
    case Literal::Clock:
      if (text.ends_with('Z')) text.remove_suffix(1);
      if (const std::size_t blank = text.find(' '); blank != std::string_view::npos) text = text.substr(0, blank);
      return append_text(out, text, database);
    case Literal::Interval: return append_interval(out, text);
    default: return append_text(out, text, database);
  }
}

}  // namespace

void append_name(Buffer& out, std::string_view name, Database database) {
  const bool brackets = database == Database::SqlServer;
  const char close = brackets ? ']' : '"';
  out.push_back(brackets ? '[' : '"');
  for (const char c : name) {
    if (c == close) out.push_back(static_cast<std::uint8_t>(c));
    out.push_back(static_cast<std::uint8_t>(c));
  }
  out.push_back(static_cast<std::uint8_t>(close));
}

void append_text(Buffer& out, std::string_view text, Database database) {
  const bool odd = text.find('\xED') != std::string_view::npos && find_lone_surrogate(text) != kValid;
  const std::string valid = odd ? wtf8_to_utf8(text) : std::string();
  if (odd) text = valid;
  const std::string_view open = database == Database::SqlServer ? "N'" : "'";
  out.append(open);
  for (std::size_t at = 0;;) {
    const std::size_t stop = text.find_first_of(std::string_view("'\0", 2), at);
    out.append(text.substr(at, stop - at));
    if (stop == std::string_view::npos) break;
    if (text[stop] == '\'') {
      out.append(std::string_view("''"));
    } else if (database == Database::Postgresql) {
      out.append(std::string_view("\xEF\xBF\xBD"));
    } else {
      out.append(std::string_view(database == Database::Sqlite ? "'||char(0)||" : "'+NCHAR(0)+"));
      out.append(open);
    }
    at = stop + 1;
  }
  out.push_back('\'');
}

void append_cell(Buffer& out, const ColumnPlan& plan, std::size_t record, Database database) {
  const Column& column = *plan.column;
  if (column.is_null(record)) return out.append(std::string_view("NULL"));
  if (plan.literal == Literal::Binary) return append_binary(out, column.text(record), database);
  if (column.storage() == model::Storage::Varying) return append_spelled(out, plan, column.text(record), database);
  const std::size_t start = out.size();
  if (!text_tables::append_cell_text(column, record, out)) return out.append(std::string_view("NULL"));
  if (plan.literal == Literal::Number) return;
  rewrite(out, start, [&](std::string_view text) {
    if (plan.literal != Literal::Real) return append_spelled(out, plan, text, database);
    const bool single = column.kind() == ValueKind::Single || column.kind() == ValueKind::SqlSingle;
    append_real(out, single ? double{column.get<float>(record)} : column.get<double>(record), text, single, database);
  });
}

bool append_default(Buffer& out, const ColumnPlan& plan, Database database) {
  const model::Node* node = plan.column->default_value;
  if (node == nullptr || plan.literal == Literal::Binary || plan.literal == Literal::Real) return false;
  const model::ScalarNode* scalar = model::as_scalar(node);
  if (scalar != nullptr && (scalar->sql_null || scalar->value_kind != plan.column->kind())) return false;
  if (scalar == nullptr && (model::as_string(node) == nullptr || plan.literal != Literal::Text)) return false;
  Buffer text;
  if (!text_tables::append_node_text(node, text)) return false;
  // An expression stands in parentheses: U+0000 makes one of a text.
  const bool is_expression = text.text().find('\0') != std::string_view::npos;
  if (is_expression) out.push_back('(');
  append_spelled(out, plan, text.text(), database);
  if (is_expression) out.push_back(')');
  return true;
}

}  // namespace dotwire::sql
