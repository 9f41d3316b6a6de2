// The list of what a format cannot carry, against every table of the golden corpus.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/golden_tables.h"

namespace dotwire::test {
namespace {

using Texts = std::set<std::string>;

// "columns/*/Caption: CSV has no place for captions", but for names of types and the names that things get.
std::string text_of(const FormatLoss& loss) {
  std::string text = loss.path + ": " + loss.what;
  for (const std::string_view before : {"of type ", "column is of ", ": becomes "}) {
    const std::size_t at = text.find(before);
    if (at == std::string::npos) continue;
    const std::size_t name = at + before.size();
    text.replace(name, std::min(text.find(", ", name), text.size()) - name, "...");
  }
  return text;
}

Texts texts_of(const std::vector<FormatLoss>& losses) {
  Texts texts;
  for (const FormatLoss& loss : losses) texts.insert(text_of(loss));
  return texts;
}

std::vector<const Format*> written_formats() {
  std::vector<const Format*> formats;
  for (const Format& format : builtin_formats()) {
    if (format.write != nullptr) formats.push_back(&format);
  }
  return formats;
}

// With each table of a set by itself as well, where the format takes one.
template <class Visit>
void for_each_choice(const Document& document, const Format& format, Visit&& visit) {
  visit(Options());
  if (document.kind() != DocumentKind::TableSet || (format.options & kTakesTable) == 0) return;
  for (const model::Table* table : document.tables()) {
    Options options;
    options.table = table->name;
    if (!table->name.empty()) visit(options);
  }
}

TEST(FormatLosses, NameEachLossOfTheCorpus) {
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  std::map<const Format*, Texts> lists;
  for (const Format* format : written_formats()) lists[format] = texts_of(format_losses(*format));
  std::set<std::string> missing;
  std::size_t losses = 0;
  for_each_golden_table([&](const std::string& name, const Document& document) {
    SCOPED_TRACE(name);
    for (const auto& [format, texts] : lists) {
      for_each_choice(document, *format, [&, &texts = texts, format = format](const Options& options) {
        for (const Loss& loss : find_losses(document, *format, options)) {
          ++losses;
          const FormatLoss general = general_loss(loss);
          if (!texts.contains(text_of(general))) {
            missing.insert(std::string(format->name) + ": " + general.path + ": " + general.what + " (" + loss.path +
                           ")");
          }
        }
      });
    }
  });
  EXPECT_GT(losses, 10'000U);
  EXPECT_EQ(missing, std::set<std::string>());
}

TEST(FormatLosses, AreInTheSameOrderEachTime) {
  for (const Format* format : written_formats()) {
    const std::vector<FormatLoss> once = format_losses(*format);
    EXPECT_EQ(once, format_losses(*format)) << format->name;
    std::set<std::tuple<std::string, std::string, bool>> distinct;
    for (const FormatLoss& loss : once) distinct.emplace(loss.path, loss.what, loss.refused);
    EXPECT_EQ(distinct.size(), once.size()) << format->name;
  }
}

TEST(FormatLosses, SayWhatIsRefused) {
  const auto has = [](const char* format, const FormatLoss& loss) {
    const std::vector<FormatLoss> losses = format_losses(*find_format(format));
    return std::find(losses.begin(), losses.end(), loss) != losses.end();
  };
  EXPECT_TRUE(has("csv", {"columns/*/Caption", "CSV has no place for captions", false}));
  EXPECT_TRUE(has("csv", {"constraints/*", "CSV has no place for primary keys", false}));
  EXPECT_TRUE(has("csv", {"", "the format holds one table and the set has N: name one", true}));
  EXPECT_TRUE(has("csv", {"", "csv does not hold an object graph", true}));
  EXPECT_TRUE(has("drew", {"rows/*/RowState", "Drew's DataSetFormatter has no place for states of rows", false}));
  EXPECT_TRUE(has("binaryformatter", {"", "binaryformatter does not hold a table", true}));
  EXPECT_TRUE(has("datatable-reply", {"", "datatable-reply can only be read", true}));
}

TEST(FormatLosses, PathsHaveNoNames) {
  const auto path = [](const char* text) { return general_loss({text, ""}).path; };
  EXPECT_EQ(path("tables/Orders/columns/Total/Expression"), "columns/*/Expression");
  EXPECT_EQ(path("tables/Orders"), "tables/*");
  EXPECT_EQ(path("rows/[3]/Original"), "rows/*/Original");
  EXPECT_EQ(path("rows/[3]/Current/Amount"), "rows/*/Current/*");
  EXPECT_EQ(path("rows/[3]"), "rows/*");
  EXPECT_EQ(path("constraints/Constraint1"), "constraints/*");
  EXPECT_EQ(path("constraints/FK/UpdateRule"), "constraints/*/UpdateRule");
  EXPECT_EQ(path("tables/T/constraints/Key"), "constraints/*");
  EXPECT_EQ(path("relations/Orders_Lines"), "relations/*");
  EXPECT_EQ(path("columns/A/ExtendedProperties/Key"), "columns/*/ExtendedProperties/*");
  EXPECT_EQ(path("ExtendedProperties/Key"), "ExtendedProperties/*");
  EXPECT_EQ(path("columns/a/b"), "columns/*");
  EXPECT_EQ(path("columns/a/b/Caption"), "columns/*/Caption");
  EXPECT_EQ(path("tables/a/b/columns/c/d/Caption"), "columns/*/Caption");
  EXPECT_EQ(path("tables/T/rows"), "rows");
  EXPECT_EQ(path("DataSetName"), "DataSetName");
  EXPECT_EQ(path(""), "");
  EXPECT_EQ(general_loss({"", "3 values are UTC, \"a\" and 7 (2 rows)"}).what, "N values are UTC, ... and N");
}

}  // namespace
}  // namespace dotwire::test
