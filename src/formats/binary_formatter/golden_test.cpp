// Whole payloads of .NET, Mono and the public: read, written as they were recorded, and to the same bytes.
#include "support/golden.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "formats/binary_formatter/binary_formatter.h"
#include "support/file.h"
#include "support/hex.h"

namespace dotwire::binary_formatter {
namespace {

using test::GoldenRow;

bool is_nrbf(const std::string& format) {
  return format.starts_with("binaryformatter") || format == "bf-remoting-binary" || format == "bf-remoting-xml" ||
         format == "dataset-bf-remoting-binary" || format == "dataset-bf-remoting-xml" || format == "lightweight";
}

Options deep() {
  Options options;
  options.limits.depth = 100'000;
  return options;
}

// What differs, or could not be read; empty: the same bytes.
std::string rewritten(std::span<const std::uint8_t> input, const Options& options) {
  Document document;
  if (const Status read = binary_formatter::read(input, options, document); !read.ok()) return read.error().to_string();
  const Result<Measure> measured = measure(input, options);
  if (!measured.ok()) return "measure: " + measured.error().to_string();
  if (measured->size != document.size) return "measured " + std::to_string(measured->size);
  Buffer out;
  if (const Status wrote = write(document, options, out); !wrote.ok()) return wrote.error().to_string();
  const auto same = test::same_bytes(out, input.first(static_cast<std::size_t>(document.size)));
  return same ? "" : same.message();
}

// Payloads that nobody can read as they were meant, and why.
const std::map<std::string, std::string> kUnreadable = {
    {"mono/trap-primitive-interfaces", "Mono writes primitives in interface fields without their type"},
};

TEST(BinaryFormatterGolden, EveryPayloadIsRewrittenToTheSameBytes) {
  std::map<std::string, std::size_t> counts;
  std::set<std::string> unreadable;
  for (const GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || !is_nrbf(row.format) || row.format.ends_with("deflate") || row.format.ends_with("gzip")) {
      continue;
    }
    Options options = deep();
    Buffer contract;
    if (row.kind == "graph") contract = test::read_bytes(row.contract_path());
    options.contract = contract;
    const std::string problem = rewritten(row.bytes(), options);
    if (kUnreadable.contains(row.runtime + "/" + row.case_name)) {
      EXPECT_NE(problem, "") << row.name();
      unreadable.insert(row.runtime + "/" + row.case_name);
      continue;
    }
    EXPECT_EQ(problem, "") << row.name();
    ++counts[row.format];
  }
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_EQ(unreadable.size(), kUnreadable.size());
  for (const auto& [format, count] : counts) std::printf("%s: %zu\n", format.c_str(), count);
  EXPECT_GT(counts["binaryformatter-typeswhenneeded"], 20U);
  EXPECT_GT(counts["binaryformatter-xsdstring"], 20U);
}

TEST(BinaryFormatterGolden, EveryPublicPayloadIsRewrittenToTheSameBytes) {
  const std::filesystem::path folder = test::source_root().parent_path() / "shared/public/nrbf";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public payloads";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".nrbf") continue;
    const Buffer input = test::read_bytes(entry.path());
    EXPECT_EQ(rewritten(input, deep()), "") << entry.path().filename();
    ++count;
  }
  EXPECT_GT(count, 300U);
}

}  // namespace
}  // namespace dotwire::binary_formatter
