#include "report.h"

#include <algorithm>

#include "article.h"
#include "peers/ratios.h"

namespace dotwire::bench {
namespace {

std::string milliseconds_of_article(double value) { return format_text("%.3f", value); }

// "11.9 +-1.3%": how far the interval reaches to its farther side.
std::string time_text(const Interval& interval) {
  const double reach = std::max(interval.high - interval.median, interval.median - interval.low);
  return milliseconds(interval.median) + format_text(" +-%3.1f%%", reach / interval.median * 100);
}

std::string size_difference(std::uint64_t ours, std::uint64_t articles) {
  if (ours == articles) return "same";
  return format_text("%+.2f%%", (static_cast<double>(ours) / static_cast<double>(articles) - 1) * 100);
}

struct Line {
  std::string title, size, articles_size, difference, write, articles_write, read, articles_read;
};

std::string line_text(const Line& line) {
  std::string text = format_text("%-39s %10s %10s %8s %15s %8s %15s %8s", line.title.c_str(), line.size.c_str(),
                                 line.articles_size.c_str(), line.difference.c_str(), line.write.c_str(),
                                 line.articles_write.c_str(), line.read.c_str(), line.articles_read.c_str());
  text.resize(text.find_last_not_of(' ') + 1);
  return text + "\n";
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
  line.write = time_text(measurement.write);
  line.read = time_text(measurement.read);
  return line;
}

// A copy of the largest document.
std::string floor_line(const SuiteResult& suite) {
  const Measurement* largest = nullptr;
  for (const Measurement& one : suite.measurements) {
    if (!one.verdict.failed() && (largest == nullptr || one.size > largest->size)) largest = &one;
  }
  if (largest == nullptr) return {};
  Line line;
  line.title = "memcpy of the largest";
  line.size = with_commas(largest->size);
  line.write = line.read = time_text(largest->copy);
  return line_text(line);
}

std::string notes(const SuiteResult& suite) {
  std::string text;
  for (const Measurement& measurement : suite.measurements) {
    const Verdict& verdict = measurement.verdict;
    if (verdict.failed()) {
      text += wrapped("  " + std::string(measurement.format->title) + ": Failed: " + verdict.failure) + "\n";
    }
    if (!verdict.first_difference.empty()) {
      text += wrapped("  " + std::string(measurement.format->title) + ": the table read back differs first at " +
                      verdict.first_difference) +
              "\n";
    }
    if (!verdict.remark.empty()) {
      text += wrapped("  " + std::string(measurement.format->title) + ": " + verdict.remark) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string text_report(const SuiteResult& suite) {
  std::string text = suite.data + " (" + std::to_string(suite.columns) + " columns x " + with_commas(suite.rows) +
                     " rows = " + with_commas(suite.columns * suite.rows) + " cells)\n";
  text += line_text({"", "bytes", "article", "", "write, ms", "article", "read, ms", "article"});
  for (const Measurement& measurement : suite.measurements) text += line_text(line_of(suite, measurement));
  return text + floor_line(suite) + notes(suite) + ratios_text(suite) + noise_text(suite.noise);
}

}  // namespace dotwire::bench
