#include "codecs/nrbf_graph/dialects.h"

#include <map>

#include "codecs/nrbf_graph/payload_test.h"
#include "support/golden.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {
namespace {

using test_payload::payload;

// string[5]: a, b, a, a, c, as each of the two rules numbers them (nrbf-soap.md A.7).
Buffer strings(bool burning) {
  return payload(std::string(R"(
    11 01 00 00 00 05 00 00 00
    06 02 00 00 00 01 61  06 03 00 00 00 01 62
    09 02 00 00 00        09 02 00 00 00
  )") + (burning ? "06 05 00 00 00 01 63 0B" : "06 04 00 00 00 01 63 0B"));
}

TEST(Dialects, TableHasOneRowForEach) {
  ASSERT_EQ(dialect_table().size(), 6U);
  for (const DialectSwitches& row : dialect_table()) {
    EXPECT_NE(row.dialect, Dialect::Recorded);
    EXPECT_EQ(&switches_of(row.dialect), &row);
  }
  EXPECT_EQ(switches_of(Dialect::Recorded).dialect, Dialect::Framework);
}

TEST(Dialects, IdsTellOldMono) {
  EXPECT_EQ(burns_ids(strings(true)), std::optional<bool>(true));
  EXPECT_EQ(burns_ids(strings(false)), std::optional<bool>(false));
  EXPECT_EQ(guess_dialect(strings(true)), Dialect::Recorded);
  EXPECT_EQ(guess_dialect(strings(false)), Dialect::OldMono);
  // Nothing repeated, numbers of no rule, and what is no payload.
  EXPECT_FALSE(burns_ids(payload("06 01 00 00 00 00 0B")).has_value());
  EXPECT_FALSE(burns_ids(payload("11 01 00 00 00 01 00 00 00 06 09 00 00 00 00 0B")).has_value());
  EXPECT_FALSE(burns_ids(test::hex("01 02")).has_value());
}

// The least id there is has no positive counterpart.
TEST(Dialects, TakeAnyIdOfAValueInPlace) {
  const Buffer input = payload(R"(
    10 01 00 00 00 02 00 00 00
    04 FF FF FF FF 01 56 01 00 00 00 01 6E 00 08 05 00 00 00
    01 00 00 00 80 FF FF FF FF 06 00 00 00
    0B
  )");
  EXPECT_FALSE(burns_ids(input).has_value());
  model::Graph graph;
  ASSERT_TRUE(read_graph(input, graph).ok());
}

// The writer follows the same switch.
TEST(Dialects, WriterNumbersAsTheDialectDoes) {
  for (const DialectSwitches& row : dialect_table()) {
    const Buffer input = strings(row.burns_ids);
    for (const bool burning : {true, false}) {
      const Buffer source = strings(burning);
      model::Graph graph;
      ASSERT_TRUE(read_graph(source, graph).ok());
      Buffer out;
      ASSERT_TRUE(GraphWriter(row.dialect).write(graph, out).ok());
      EXPECT_TRUE(test::same_bytes(out, input)) << static_cast<int>(row.dialect);
    }
  }
}

TEST(Dialects, WriterRefusesMessagesOfRuntimesWithoutThem) {
  const Buffer call = test::hex(R"(
    00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
    15 12 00 00 00  12 03 41 64 64  12 04 43 61 6C 63  01 00 00 00  08 05 00 00 00  0B     # Calc.Add(5)
  )");
  model::Graph graph;
  ASSERT_TRUE(read_graph(call, graph).ok());
  for (const DialectSwitches& row : dialect_table()) {
    Buffer out;
    const Status written = GraphWriter(row.dialect).write(graph, out);
    EXPECT_EQ(written.ok(), row.writes_messages) << static_cast<int>(row.dialect);
    if (!written.ok()) continue;
    EXPECT_TRUE(test::same_bytes(out, call)) << static_cast<int>(row.dialect);
  }
}

Buffer named(std::string_view text) {
  Buffer out = payload("06 01 00 00 00");
  out.push_back(static_cast<std::uint8_t>(text.size()));
  out.append(text.data(), text.size());
  out.push_back(0x0B);
  return out;
}

TEST(Dialects, NamesTellTheRuntime) {
  EXPECT_EQ(guess_dialect(named("System.Private.CoreLib, Version=10.0.0.0")), Dialect::Net10);
  EXPECT_EQ(guess_dialect(named("System.Private.CoreLib, Version=6.0.0.0")), Dialect::Core3);
  EXPECT_EQ(guess_dialect(named("System.Private.CoreLib, Version=4.0.0.0")), Dialect::Core2);
  EXPECT_EQ(guess_dialect(named("mscorlib, Version=2.0.0.0")), Dialect::Framework);
  EXPECT_EQ(guess_dialect(named("ExceptionMethod")), Dialect::Mono);
  EXPECT_EQ(guess_dialect(named("ExceptionMethod WatsonBuckets")), Dialect::Recorded);
  EXPECT_EQ(guess_dialect(named("mscorlib, Version=4.0.0.0")), Dialect::Recorded);
}

// What .NET 10 and Mono wrote is never taken for another's, and each row's switches are those of its golden files.
TEST(Dialects, AgreeWithTheGoldenFiles) {
  std::map<std::string, std::map<Dialect, std::size_t>> guesses;
  std::size_t burning = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter") continue;
    if (row.runtime == "mono" && row.case_name.starts_with("trap-primitive-interfaces")) continue;
    const Buffer input = row.bytes();
    ++guesses[row.runtime][guess_dialect(input)];
    const std::optional<bool> burns = burns_ids(input);
    EXPECT_NE(burns, std::optional<bool>(false)) << row.name();
    burning += burns.has_value() ? 1 : 0;
    const std::string_view text = input.text();
    const DialectSwitches& switches = switches_of(row.runtime == "mono" ? Dialect::Mono : Dialect::Net10);
    if (text.find("ExceptionMethod") != std::string_view::npos) {
      EXPECT_EQ(text.find("WatsonBuckets") != std::string_view::npos, switches.has_watson_buckets) << row.name();
    }
    if (row.case_name == "primitives-pointers") {
      EXPECT_NE(text.find(switches.uintptr_member), std::string_view::npos) << row.name();
    }
    if (row.case_name == "trap-primitive-interfaces") {
      EXPECT_EQ(switches.boxes_in_interfaces, !row.unreadable()) << row.name();
    }
    if (row.case_name == "trap-derived-list") {
      EXPECT_EQ(text.find("\x06_items") != std::string_view::npos, switches.doubles_list_fields) << row.name();
    }
  }
  if (guesses.empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(burning, 20U);
  for (const auto& [dialect, count] : guesses["mono"]) {
    EXPECT_TRUE(dialect == Dialect::Mono || dialect == Dialect::Recorded) << static_cast<int>(dialect) << " " << count;
  }
  for (const auto& [dialect, count] : guesses["net10"]) {
    EXPECT_TRUE(dialect == Dialect::Net10 || dialect == Dialect::Recorded) << static_cast<int>(dialect) << " " << count;
  }
  EXPECT_GE(guesses["net10"][Dialect::Net10], test::golden_is_whole() ? 4U : 1U);
  EXPECT_GT(guesses["mono"][Dialect::Mono], 1U);
}

// What serializes itself has types even where TypesWhenNeeded leaves them out.
TEST(Dialects, DecimalIsTypedWhereItSerializesItself) {
  for (const auto& [runtime, dialect] : {std::pair("mono", Dialect::Mono), std::pair("net10", Dialect::Net10)}) {
    const test::GoldenRow* row = test::find_golden(runtime, "graph", "root-decimal", "binaryformatter-typeswhenneeded");
    if (row == nullptr || !row->stored()) GTEST_SKIP() << "no golden corpus";
    const Buffer input = row->bytes();
    const bool typed = input.data()[17] == static_cast<std::uint8_t>(RecordType::SystemClassWithMembersAndTypes);
    EXPECT_EQ(typed, switches_of(dialect).serializes_decimal) << runtime;
  }
}

}  // namespace
}  // namespace dotwire::nrbf
