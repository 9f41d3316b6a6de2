#include <cstdio>

#include "article.h"
#include "report.h"

namespace dotwire::bench {
namespace {

constexpr int kDocumentVersion = 1;

std::string quoted(std::string_view text) {
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

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string interval_json(const Interval& interval) {
  return "{\"median\":" + number(interval.median) + ",\"low\":" + number(interval.low) +
         ",\"high\":" + number(interval.high) + "}";
}

std::string machine_json(const Machine& machine) {
  return "{\"processor\":" + quoted(machine.processor) + ",\"cores\":" + std::to_string(machine.cores) +
         ",\"system\":" + quoted(machine.system) + ",\"compiler\":" + quoted(machine.compiler) + "}";
}

// "same" and "equal" are the good ones; "models" otherwise says where the first difference is.
std::string verdicts_json(const Verdict& verdict) {
  if (verdict.failed() && verdict.first_difference.empty()) {
    return "{\"article\":\"failed\",\"models\":\"failed\",\"message\":" + quoted(verdict.failure) + "}";
  }
  return std::string("{\"article\":") + (verdict.same_xml ? "\"same\"" : "\"differs\"") +
         ",\"models\":" + quoted(verdict.first_difference.empty() ? "equal" : verdict.first_difference) + "}";
}

std::string row_json(const SuiteResult& suite, const Measurement& measurement) {
  const TableFormat& format = *measurement.format;
  std::string text = "{\"suite\":\"datatable\",\"data\":" + quoted(suite.data) + ",\"origin\":" + quoted(suite.origin) +
                     ",\"columns\":" + std::to_string(suite.columns) + ",\"rows\":" + std::to_string(suite.rows) +
                     ",\"format\":" + quoted(format.name) + ",\"variant\":" + quoted(format.variant);
  if (!measurement.verdict.failed()) {
    text += ",\"size\":" + std::to_string(measurement.size) + ",\"write_ns\":" + interval_json(measurement.write) +
            ",\"read_ns\":" + interval_json(measurement.read) + ",\"memcpy_ns\":" + interval_json(measurement.copy);
  }
  const ArticleCell* article = suite.as_in_article ? find_article_cell(suite.data, format.name) : nullptr;
  if (article != nullptr) text += ",\"article_size\":" + std::to_string(article->size);
  return text + ",\"verdicts\":" + verdicts_json(measurement.verdict) + "}";
}

}  // namespace

std::string json_report(const Machine& machine, const std::vector<SuiteResult>& suites) {
  std::string text =
      "{\"version\":" + std::to_string(kDocumentVersion) + ",\"machine\":" + machine_json(machine) + ",\"rows\":[";
  bool first = true;
  for (const SuiteResult& suite : suites) {
    for (const Measurement& measurement : suite.measurements) {
      text += first ? "\n" : ",\n";
      text += row_json(suite, measurement);
      first = false;
    }
  }
  return text + "\n]}\n";
}

}  // namespace dotwire::bench
