#include <cstdio>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "codecs/dump/compare_dumps.h"
#include "codecs/dump/graph_dump.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "formats/binary_formatter/contract_types.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::dump {
namespace {

using test::GoldenRow;

// Streams that nobody can read as they were meant, and why.
const std::map<std::string, std::string> kUnreadable = {
    {"mono/trap-primitive-interfaces", "Mono writes primitives in interface fields without their type"},
};

bool is_wanted(const GoldenRow& row) {
  return row.format.starts_with("binaryformatter") && row.kind == "graph" && row.stored();
}

Limits deep() {
  Limits limits;
  limits.depth = 100'000;
  return limits;
}

std::string difference(const GoldenRow& row, const std::string& expected) {
  const Buffer input = row.bytes();
  const Buffer contract_text = test::read_bytes(row.contract_path());
  Result<Contract> contract = Contract::read(contract_text, deep());
  if (!contract.ok()) return contract.error().to_string();
  const binary_formatter::ContractTypes types(*contract);
  model::Graph graph;
  const Status read = nrbf::read_graph(input, graph, {deep(), &types, 0});
  if (!read.ok()) return read.error().to_string();
  Buffer out;
  const Status dumped = dump_graph(graph, &*contract, out, deep());
  if (!dumped.ok()) return dumped.error().to_string();
  return compare_dumps(out.text(), expected, deep());
}

TEST(GoldenGraphs, AreDumpedAsExpectedJsonSays) {
  std::size_t compared = 0;
  std::set<std::string> unreadable;
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_wanted(row)) continue;
    const std::string name = row.runtime + "/" + row.case_name;
    if (kUnreadable.contains(name)) {
      unreadable.insert(name);
      continue;
    }
    const std::string expected = row.expected_after_reading();
    if (expected.find("\"generated\":true") != std::string::npos) continue;  // has no content of its own
    EXPECT_EQ(difference(row, expected), "") << row.name();
    ++compared;
  }
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GE(compared, test::golden_is_whole() ? 2500U : 1500U);
  EXPECT_EQ(unreadable.size(), kUnreadable.size());
  std::printf("%zu files compared, %s\n", compared, std::string(test::golden_source()).c_str());
}

// What the records do not say is shown as they have it, and nothing is refused.
TEST(GoldenGraphs, AreDumpedWithoutContracts) {
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_wanted(row) || row.format != "binaryformatter" || kUnreadable.contains(row.runtime + "/" + row.case_name))
      continue;
    const Buffer input = row.bytes();
    model::Graph graph;
    ASSERT_TRUE(nrbf::read_graph(input, graph, deep()).ok()) << row.name();
    Buffer out;
    const Status dumped = dump_graph(graph, nullptr, out, deep());
    ASSERT_TRUE(dumped.ok()) << row.name() << dumped.error().to_string();
    Arena arena;
    ASSERT_TRUE(json::parse(out, arena, deep()).ok()) << row.name();
  }
}

}  // namespace
}  // namespace dotwire::dump
