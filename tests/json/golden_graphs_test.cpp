// Every payload of .NET, Mono and the public as JSON and back to the same bytes.
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

bool is_nrbf(const std::string& format) {
  if (format.ends_with("deflate") || format.ends_with("gzip")) return false;
  return format.starts_with("binaryformatter") || format.starts_with("bf-remoting") ||
         format.starts_with("dataset-bf-remoting") || format == "lightweight";
}

Options deep() {
  Options options;
  options.limits.depth = 100'000;
  return options;
}

// What goes wrong on the way; empty: the same bytes.
std::string by_json(std::span<const std::uint8_t> input, const Options& options, std::string& json) {
  const Format& nrbf = *find_format("binaryformatter");
  const Format& as_json = *find_format("json");
  Result<Document> document = read_document(input, nrbf, options);
  if (!document.ok()) return "unreadable: " + document.error().to_string();
  Buffer text;
  if (const Status put = write_document(*document, as_json, text, options); !put.ok()) return put.error().to_string();
  json.assign(reinterpret_cast<const char*>(text.data()), text.size());

  Result<Document> again = read_document(text);
  if (!again.ok()) return again.error().to_string();
  if (again->format != &as_json && again->format->name != "json") return "not found to be JSON";
  Buffer out;
  if (const Status wrote = write_document(*again, nrbf, out); !wrote.ok()) return wrote.error().to_string();
  const auto same = same_bytes(out, input.first(static_cast<std::size_t>(document->size)));
  if (!same) return same.message();

  Buffer second;
  if (const Status put = write_document(*again, as_json, second, options); !put.ok()) return put.error().to_string();
  return same_bytes(second, text) ? "" : "the JSON of the JSON is another";
}

bool has_form(const std::string& json) { return json.find("\n  \"$form\": {") != std::string::npos; }

TEST(GraphJsonGolden, EveryPayloadComesBackByItsJson) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.stored() || !is_nrbf(row.format)) continue;
    Options options = deep();
    Buffer contract;
    if (row.kind == "graph") contract = read_bytes(row.contract_path());
    options.contract = contract;
    options.raw_names = counts.size() % 2 != 0;
    options.numbers = counts.size() % 3 == 0 ? JsonNumbers::Json : JsonNumbers::Text;
    std::string json;
    const std::string problem = by_json(row.bytes(), options, json);
    if (problem.starts_with("unreadable: ")) {
      EXPECT_EQ(row.case_name, "trap-primitive-interfaces") << row.name() << ": " << problem;
      continue;
    }
    EXPECT_EQ(problem, "") << row.name();
    ++counts[row.format].first;
    counts[row.format].second += has_form(json) ? 1 : 0;
  }
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  for (const auto& [format, count] : counts) {
    std::printf("%s: %zu, with a form %zu\n", format.c_str(), count.first, count.second);
  }
  EXPECT_GT(counts["binaryformatter"].first, 20U);
  EXPECT_GT(counts["binaryformatter-typeswhenneeded"].first, 20U);
}

// A field that hides one of a base class, and classes of one name with other members.
// What the payload leaves out is guessed, where that can be done.
TEST(GraphJsonGolden, PayloadsWithoutTypesComeBackWithoutContract) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    const bool untyped = row.format == "binaryformatter-typeswhenneeded" || row.format == "binaryformatter-xsdstring";
    if (!row.stored() || !untyped) continue;
    std::string json;
    const std::string problem = by_json(row.bytes(), deep(), json);
    if (problem.starts_with("unreadable: ")) continue;
    EXPECT_EQ(problem, "") << row.name();
    ++count;
  }
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(count, 40U);
}

TEST(GraphJson, KeysDifferWhereNamesDoNot) {
  const Buffer payload = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 03 00 00 00 09 02 00 00 00 09 03 00 00 00 09 04 00 00 00
    04 02 00 00 00 01 41 02 00 00 00 01 58 01 58 00 01 08 05 00 00 00 06 05 00 00 00 01 62
    04 03 00 00 00 01 41 01 00 00 00 01 59 00 08 06 00 00 00
    04 04 00 00 00 01 41 01 00 00 00 01 5A 00 08 07 00 00 00
    0B)");
  const Result<Document> graph = read_document(payload);
  ASSERT_TRUE(graph.ok()) << graph.error().to_string();
  Buffer json;
  ASSERT_TRUE(write_document(*graph, *find_format("json"), json).ok());
  for (const char* key : {"\"A\": {", "\"A#2\": {", "\"A#3\": {", "\"X\": 5", "\"X#2\": \"b\""}) {
    EXPECT_NE(json.text().find(key), std::string_view::npos) << key << '\n' << json.text();
  }
  const Result<Document> back = read_document(json, *find_format("json"));
  ASSERT_TRUE(back.ok()) << back.error().to_string();
  Buffer out;
  ASSERT_TRUE(write_document(*back, *find_format("binaryformatter"), out).ok());
  EXPECT_TRUE(same_bytes(out, payload));
}

TEST(GraphJsonGolden, EveryPublicPayloadComesBackByItsJson) {
  const std::filesystem::path folder = source_root().parent_path() / "shared/public/nrbf";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public payloads";
  std::size_t count = 0;
  std::size_t forms = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".nrbf") continue;
    std::string json;
    EXPECT_EQ(by_json(read_bytes(entry.path()), deep(), json), "") << entry.path().filename();
    ++count;
    forms += has_form(json) ? 1 : 0;
  }
  std::printf("%zu, with a form %zu\n", count, forms);
  EXPECT_GT(count, 300U);
}

}  // namespace
}  // namespace dotwire::test
