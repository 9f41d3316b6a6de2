#include <string>

#include "base/text_scan.h"
#include "base/try.h"
#include "base/unicode.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/csv_fields.h"
#include "formats/text_tables/text_tables.h"
#include "model/value_text.h"

namespace dotwire::text_tables {
namespace {

// Nothing that needs quotes or a closer look: no separator, quote, line end, and no byte ED, the lead of surrogates.
bool is_plain(std::string_view text, char separator) {
  const char* at = text.data();
  const char* const end = at + text.size();
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto is = [&](char c) { return _mm_cmpeq_epi8(block, _mm_set1_epi8(c)); };
    const __m128i marks = _mm_or_si128(_mm_or_si128(is(separator), is('"')), _mm_or_si128(is('\r'), is('\n')));
    if (_mm_movemask_epi8(_mm_or_si128(marks, is(static_cast<char>(0xED)))) != 0) return false;
  }
#endif
  for (; at != end; ++at) {
    if (*at == separator || *at == '"' || *at == '\r' || *at == '\n' || *at == static_cast<char>(0xED)) return false;
  }
  return true;
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// How fields are spelled.
struct Spelling {
  std::string_view null_text;
  char separator;
};

bool needs_quotes(std::string_view field, const Spelling& how) {
  if (field.empty() || (!how.null_text.empty() && field == how.null_text)) return true;
  if (field.front() == ' ' || field.back() == ' ' || field.starts_with(kByteOrderMark)) return true;
  return field.find(how.separator) != std::string_view::npos || field.find_first_of("\"\r\n") != std::string_view::npos;
}

// Puts quotes around what was appended behind `start`, and doubles those in it.
void quote(Buffer& out, std::size_t start) {
  const std::string field(out.text().substr(start));
  out.resize(start);
  out.push_back('"');
  for (const char c : field) {
    if (c == '"') out.push_back('"');
    out.push_back(static_cast<std::uint8_t>(c));
  }
  out.push_back('"');
}

void replace_lone_surrogates(Buffer& out, std::size_t start) {
  const std::string_view field = out.text().substr(start);
  if (field.find('\xED') == std::string_view::npos || find_lone_surrogate(field) == kValid) return;
  const std::string replaced = wtf8_to_utf8(field);
  out.resize(start);
  out.append(replaced);
}

void finish_field(Buffer& out, std::size_t start, const Spelling& how) {
  replace_lone_surrogates(out, start);
  if (needs_quotes(out.text().substr(start), how)) quote(out, start);
}

void append_cell(const model::Column& column, std::size_t record, const Spelling& how, Buffer& out) {
  if (column.is_null(record)) return out.append(how.null_text);
  if (column.kind() == model::ValueKind::String) {
    const std::string_view text = column.text(record);
    if (!text.empty() && text.front() != ' ' && text.back() != ' ' && text != how.null_text &&
        is_plain(text, how.separator)) {
      return out.append(text);
    }
  }
  const std::size_t start = out.size();
  if (column.kind() == model::ValueKind::DateTime) {
    // The clock alone and Z for UTC; that a value is local, losses say.
    DateTime value = column.get<DateTime>(record);
    if (value.kind() == DateTimeKind::Local) value = DateTime(value.ticks(), DateTimeKind::Unspecified);
    return out.append(model::value_text(column.kind(), &value));
  }
  if (append_cell_text(column, record, out)) finish_field(out, start, how);
}

}  // namespace

Status put_csv(const Document& document, const Options& options, Drain& drain) {
  DOTWIRE_TRY(const model::Table* table, pick_table(document, options));
  const std::string_view line_end = options.newline == Newline::Lf ? "\n" : "\r\n";
  const Spelling how{options.null_text, csv_separator(options)};
  const auto separator = static_cast<std::uint8_t>(how.separator);
  Buffer& out = drain.buffer();
  const std::size_t column_count = table->columns.size();
  for (std::size_t i = 0; i < column_count; ++i) {
    if (i != 0) out.push_back(separator);
    const std::size_t start = out.size();
    out.append(table->columns[i]->name);
    finish_field(out, start, {{}, how.separator});
  }
  DOTWIRE_TRY(check_row_state(*table, options));
  if (options.row_state) {
    if (column_count != 0) out.push_back(separator);
    out.append(kRowStateColumn);
  }
  out.append(line_end);
  for (std::size_t r = 0; r < table->row_count(); ++r) {
    const model::Row row = table->row(r);
    const std::uint64_t record = record_to_write(row, options);
    if (record == model::kNoRecord) continue;
    for (std::size_t i = 0; i < column_count; ++i) {
      if (i != 0) out.push_back(separator);
      append_cell(*table->columns[i], static_cast<std::size_t>(record), how, out);
    }
    if (options.row_state) {
      if (column_count != 0) out.push_back(separator);
      out.append(row_state_name(row.state));
    }
    out.append(line_end);
    Status step = drain.step();
    if (!step.ok()) {
      step.error().set_path("tables/" + table->name + "/rows/[" + std::to_string(r) + "]");
      return step;
    }
  }
  return drain.finish();
}

}  // namespace dotwire::text_tables
