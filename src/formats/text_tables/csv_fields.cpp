#include "formats/text_tables/csv_fields.h"

#include <cstring>

#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {

char csv_separator(const Options& options) {
  char separator = ',';
  for (const Setting& setting : options.settings) {
    if (setting.name != kCsvSettings[0].name) continue;
    for (const CsvSeparator& known : kCsvSeparators) {
      if (setting.value == known.name) separator = known.character;
    }
  }
  return separator;
}

Error CsvFields::error_at(std::size_t offset, std::uint32_t line, std::size_t line_start, std::string message,
                          ErrorCode code) {
  Error error(code, offset, std::move(message));
  error.set_position(line, static_cast<std::uint32_t>(offset - line_start + 1));
  return error;
}

Status CsvFields::next(CsvField& field) {
  start_ = at_;
  start_line_ = line_;
  start_line_start_ = line_start_;
  field.quoted = at_ != input_.size() && input_[at_] == '"';
  if (field.quoted) return next_quoted(field);
  const auto* text = reinterpret_cast<const char*>(input_.data());
  while (at_ != input_.size()) {
    const char c = text[at_];
    if (c == separator_ || c == '\n' || c == '\r') break;
    if (c == '"') return error_here("a quote inside a field that does not begin with one");
    ++at_;
  }
  field.text = {text + start_, at_ - start_};
  return end_field(field);
}

Status CsvFields::next_quoted(CsvField& field) {
  const auto* text = reinterpret_cast<const char*>(input_.data());
  unquoted_.clear();
  std::size_t piece = ++at_;
  for (;;) {
    if (at_ == input_.size()) return field_error("a field in quotes that is not closed");
    const char c = text[at_];
    if (c == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    if (c != '"') {
      ++at_;
      continue;
    }
    if (at_ + 1 == input_.size() || text[at_ + 1] != '"') break;
    unquoted_.append(text + piece, at_ + 1 - piece);
    at_ += 2;
    piece = at_;
  }
  if (unquoted_.empty()) {
    field.text = {text + piece, at_ - piece};
  } else {
    unquoted_.append(text + piece, at_ - piece);
    field.text = unquoted_;
  }
  ++at_;
  return end_field(field);
}

Status CsvFields::end_field(CsvField& field) {
  field.ends_row = true;
  if (at_ == input_.size()) return {};
  if (input_[at_] == static_cast<std::uint8_t>(separator_)) {
    ++at_;
    field.ends_row = false;
    return {};
  }
  switch (input_[at_]) {
    case '\r':
      if (at_ + 1 == input_.size() || input_[at_ + 1] != '\n') return error_here("a CR without an LF");
      ++at_;
      [[fallthrough]];
    case '\n':
      ++at_;
      ++line_;
      line_start_ = at_;
      return {};
    default: return error_here("text behind a closing quote");
  }
}

}  // namespace dotwire::text_tables
