// docs/identify.md shows what identify makes of the golden corpus. It is this test's own output: where it changes on
// purpose, put what the failure prints there.
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "dotwire/identify.h"
#include "support/golden.h"

namespace dotwire {
namespace {

std::string answer(const Identification& found) {
  std::string text = found.format != nullptr ? std::string(found.format->name) : "unknown";
  for (const std::string_view layer : found.measure.layers) text += ", in " + std::string(layer);
  if (found.damage) text += ", damaged";
  if (found.format == nullptr && !found.hint.empty())
    text += ": " + found.hint.substr(0, found.hint.find_first_of(",;"));
  return text;
}

using Matrix = std::map<std::string, std::map<std::string, int>>;

Matrix corpus_matrix() {
  Matrix matrix;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format == "expected" || row.format == "contract" || row.format == "format") continue;
    ++matrix[row.format][answer(identify(row.bytes()))];
  }
  return matrix;
}

std::string table_of(const Matrix& matrix) {
  std::string text;
  for (const auto& [format, answers] : matrix) {
    text += "| " + format + " |";
    const char* separator = " ";
    for (const auto& [what, count] : answers) {
      text += separator + std::to_string(count) + " " + what;
      separator = "; ";
    }
    text += " |\n";
  }
  return text;
}

TEST(IdentifyMatrix, IsWhatTheDocumentationShows) {
  if (!test::golden_is_whole()) GTEST_SKIP() << "the table counts the whole corpus: " << test::golden_source();
  std::ifstream file(test::source_root() / "docs/identify.md");
  ASSERT_TRUE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  const std::string table = table_of(corpus_matrix());
  EXPECT_NE(text.str().find(table), std::string::npos) << table;
}

// The rule behind the table, for any part of the corpus: tables and graphs in formats that can be read are found, and
// nothing else is taken for one.
TEST(IdentifyMatrix, TakesNothingForWhatItIsNot) {
  int rows = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored()) continue;
    const std::string& format = row.format;
    const Identification found = identify(row.bytes());
    const std::string name = found.format != nullptr ? std::string(found.format->name) : "";
    ++rows;
    const auto starts = [&](std::string_view part) { return format.substr(0, part.size()) == part; };
    if (format == "lightweight") {
      EXPECT_EQ(name, format) << row.name();
    } else if (starts("binaryformatter")) {
      EXPECT_EQ(name, "binaryformatter") << row.name();
    } else if (starts("bf-remoting-binary") || starts("dataset-bf-remoting-binary")) {
      EXPECT_EQ(name, "datatable-binary") << row.name();
      const bool wrapped = format.find("gzip") != std::string::npos || format.find("deflate") != std::string::npos;
      EXPECT_EQ(found.measure.layers.size(), wrapped ? 1U : 0U) << row.name();
    } else if (starts("bf-remoting-xml") || starts("dataset-bf-remoting-xml")) {
      EXPECT_EQ(name, "datatable-binary-xml") << row.name();
    } else if (starts("xml-diffgram") || starts("dataset-xml-diffgram")) {
      EXPECT_EQ(name, "datatable-diffgram") << row.name();
    } else if (starts("xml-schema") || starts("dataset-xml-schema")) {
      EXPECT_EQ(name, "datatable-xml") << row.name();
    } else if (starts("xsd") || starts("dataset-xsd")) {
      EXPECT_EQ(name, "datatable-xsd") << row.name();
    } else if (starts("json") || starts("soap") || starts("xmlserializer") || format == "expected" ||
               format == "contract") {
      EXPECT_EQ(name, "") << row.name();
    } else if (!name.empty()) {
      EXPECT_EQ(name.substr(0, 9), "datatable") << row.name();
    }
  }
  EXPECT_GT(rows, 100) << test::golden_source();
}

}  // namespace
}  // namespace dotwire
