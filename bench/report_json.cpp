#include <cstdio>

#include "article.h"
#include "peers/ratios.h"
#include "report.h"

namespace dotwire::bench {
namespace {

constexpr int kDocumentVersion = 1;
constexpr int kFileError = 74;

}  // namespace

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
      continue;
    }
    char escape[7];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
    out += escape;
  }
  return out + '"';
}

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

}  // namespace

std::string json_interval(const Interval& interval) {
  return "{\"median\":" + number(interval.median) + ",\"low\":" + number(interval.low) +
         ",\"high\":" + number(interval.high) + "}";
}

namespace {

std::string machine_json(const Machine& machine) {
  return "{\"processor\":" + json_text(machine.processor) + ",\"cores\":" + std::to_string(machine.cores) +
         ",\"system\":" + json_text(machine.system) + ",\"compiler\":" + json_text(machine.compiler) + "}";
}

// "same" and "equal" are the good ones; "models" otherwise says where the first difference is.
std::string verdicts_json(const Verdict& verdict) {
  if (verdict.failed() && verdict.first_difference.empty()) {
    return "{\"article\":\"failed\",\"models\":\"failed\",\"message\":" + json_text(verdict.failure) + "}";
  }
  return std::string("{\"article\":") + (verdict.same_xml ? "\"same\"" : "\"differs\"") +
         ",\"models\":" + json_text(verdict.first_difference.empty() ? "equal" : verdict.first_difference) +
         (verdict.remark.empty() ? "" : ",\"remark\":" + json_text(verdict.remark)) + "}";
}

std::string row_json(const SuiteResult& suite, const Measurement& measurement) {
  const TableFormat& format = *measurement.format;
  std::string text = "{\"suite\":\"datatable\",\"data\":" + json_text(suite.data) +
                     ",\"origin\":" + json_text(suite.origin) + ",\"columns\":" + std::to_string(suite.columns) +
                     ",\"rows\":" + std::to_string(suite.rows) + ",\"format\":" + json_text(format.name) +
                     ",\"variant\":" + json_text(format.variant);
  if (!measurement.verdict.failed()) {
    text += ",\"size\":" + std::to_string(measurement.size) + ",\"write_ns\":" + json_interval(measurement.write) +
            ",\"read_ns\":" + json_interval(measurement.read) + ",\"memcpy_ns\":" + json_interval(measurement.copy);
  }
  const ArticleCell* article = suite.as_in_article ? find_article_cell(suite.data, format.name) : nullptr;
  if (article != nullptr && !article->failed()) text += ",\"article_size\":" + std::to_string(article->size);
  text += ratios_json(suite, measurement);
  return text + ",\"verdicts\":" + verdicts_json(measurement.verdict) + "}";
}

}  // namespace

std::string json_report(const Machine& machine, const std::vector<std::string>& rows) {
  std::string text =
      "{\"version\":" + std::to_string(kDocumentVersion) + ",\"machine\":" + machine_json(machine) + ",\"rows\":[";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + rows[i];
  return text + "\n]}\n";
}

std::string json_report(const Machine& machine, const std::vector<SuiteResult>& suites) {
  std::vector<std::string> rows;
  for (const SuiteResult& suite : suites) {
    for (const Measurement& measurement : suite.measurements) rows.push_back(row_json(suite, measurement));
  }
  return json_report(machine, rows);
}

int write_json(const std::string& name, const std::string& text) {
  std::FILE* const file = name == "-" ? stdout : std::fopen(name.c_str(), "wb");
  if (file == nullptr) return std::fprintf(stderr, "cannot create %s\n", name.c_str()), kFileError;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  if (file != stdout) std::fclose(file);
  if (!written) std::fprintf(stderr, "cannot write %s\n", name.c_str());
  return written ? 0 : kFileError;
}

}  // namespace dotwire::bench
