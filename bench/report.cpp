#include "report.h"

#include <cstdio>

#include "article.h"
#include "peers/ratios.h"

namespace dotwire::bench {
namespace {

template <class... Arguments>
std::string format_text(const char* format, Arguments... arguments) {
  char text[256];
  const int size = std::snprintf(text, sizeof text, format, arguments...);
  return {text, static_cast<std::size_t>(size)};
}

std::string milliseconds_of_article(double value) { return format_text("%.3f", value); }

// "11.9 (11.8 .. 12.1)"
std::string interval_text(const Interval& interval) {
  return milliseconds(interval.median) + " (" + milliseconds(interval.low) + " .. " + milliseconds(interval.high) + ")";
}

std::string size_difference(std::uint64_t ours, std::uint64_t articles) {
  if (ours == articles) return "same";
  return format_text("%+.3f %%", (static_cast<double>(ours) / static_cast<double>(articles) - 1) * 100);
}

struct Line {
  std::string title, size, articles_size, difference, write, articles_write, read, articles_read, copy;
};

std::string line_text(const Line& line) {
  return format_text("%-40s %12s %12s %10s  %-27s %9s  %-27s %9s  %9s\n", line.title.c_str(), line.size.c_str(),
                     line.articles_size.c_str(), line.difference.c_str(), line.write.c_str(),
                     line.articles_write.c_str(), line.read.c_str(), line.articles_read.c_str(), line.copy.c_str());
}

const ArticleCell* article_cell(const SuiteResult& suite, const Measurement& measurement) {
  return suite.as_in_article ? find_article_cell(suite.data, measurement.format->name) : nullptr;
}

Line line_of(const SuiteResult& suite, const Measurement& measurement) {
  Line line;
  line.title = measurement.format->title;
  const ArticleCell* article = article_cell(suite, measurement);
  if (article != nullptr && article->failed()) {
    line.articles_size = line.articles_write = line.articles_read = "Failed";
  } else if (article != nullptr) {
    line.articles_size = with_commas(article->size);
    line.articles_write = milliseconds_of_article(article->write_ms);
    line.articles_read = milliseconds_of_article(article->read_ms);
  }
  if (measurement.verdict.failed()) {
    line.size = line.write = line.read = "Failed";
    if (article != nullptr && article->failed()) line.difference = "same";
    return line;
  }
  line.size = with_commas(measurement.size);
  if (article != nullptr && !article->failed()) line.difference = size_difference(measurement.size, article->size);
  line.write = interval_text(measurement.write);
  line.read = interval_text(measurement.read);
  line.copy = milliseconds(measurement.copy.median);
  return line;
}

std::string notes(const SuiteResult& suite) {
  std::string text;
  for (const Measurement& measurement : suite.measurements) {
    const Verdict& verdict = measurement.verdict;
    if (verdict.failed()) {
      text += "  " + std::string(measurement.format->title) + ": Failed: " + verdict.failure + "\n";
    }
    if (!verdict.first_difference.empty()) {
      text += "  " + std::string(measurement.format->title) + ": the table read back differs first at " +
              verdict.first_difference + "\n";
    }
    if (!verdict.remark.empty()) {
      text += "  " + std::string(measurement.format->title) + ": " + verdict.remark + "\n";
    }
  }
  return text;
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string milliseconds(double nanoseconds) {
  const double value = nanoseconds / 1e6;
  return format_text(value < 0.01 ? "%.5f" : value < 0.1 ? "%.4f" : value < 10 ? "%.3f" : "%.2f", value);
}

std::string text_report(const SuiteResult& suite) {
  std::string text = suite.data + " (" + std::to_string(suite.columns) + " columns x " + with_commas(suite.rows) +
                     " rows = " + with_commas(suite.columns * suite.rows) + " cells)\n";
  text += line_text({"Description", "Size (bytes)", "article", "", "Serialization (msecs)", "article",
                     "Deserialization (msecs)", "article", "memcpy"});
  for (const Measurement& measurement : suite.measurements) text += line_text(line_of(suite, measurement));
  return text + notes(suite) + ratios_text(suite);
}

}  // namespace dotwire::bench
