#include "codecs/nrbf_graph/rename_types.h"

#include "codecs/nrbf_graph/payload_test.h"
#include "support/golden.h"

namespace dotwire::nrbf {
namespace {

TypeRenames renames(std::string_view text) {
  Result<TypeRenames> read = TypeRenames::read(text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().to_string());
  return std::move(read).value();
}

std::string applied(const TypeRenames& list, std::string_view type, std::string_view library) {
  const TypeRenames::Name name = list.apply(type, library);
  return name.type + " | " + name.library;
}

TEST(TypeRenames, FindNamesWhereverTheyStand) {
  const TypeRenames list = renames("# comment\n\nNs.Old => New.Name\n");
  EXPECT_EQ(applied(list, "Ns.Old", "Lib, Version=1.0.0.0"), "New.Name | Lib, Version=1.0.0.0");
  EXPECT_EQ(applied(list, "Ns.Old[][]", "Lib"), "New.Name[][] | Lib");
  EXPECT_EQ(applied(list, "Ns.Old+Inner", "Lib"), "New.Name+Inner | Lib");
  EXPECT_EQ(applied(list, "Ns.Older", "Lib"), "Ns.Older | Lib");
  EXPECT_EQ(applied(list, "System.Collections.Generic.List`1[[Ns.Old, Lib, Version=1.0.0.0]]", ""),
            "System.Collections.Generic.List`1[[New.Name, Lib, Version=1.0.0.0]] | ");
}

TEST(TypeRenames, MayAskForTheAssembly) {
  const TypeRenames list = renames("Ns.A, Old => Ns.B, New, Version=2.0.0.0\r\n*, Old => *, Rest\n");
  EXPECT_EQ(applied(list, "Ns.A", "Old, Version=1.0.0.0"), "Ns.B | New, Version=2.0.0.0");
  EXPECT_EQ(applied(list, "Ns.A", "Other"), "Ns.A | Other");
  EXPECT_EQ(applied(list, "Ns.C", "Old, Version=7.0.0.0"), "Ns.C | Rest");
  EXPECT_EQ(applied(list, "X`1[[Ns.C, Old, Version=1.0.0.0]]", "Other"), "X`1[[Ns.C, Rest]] | Other");
}

// Rules are found by their type, but the first in the list counts, whatever it is: against a search one by one.
TEST(TypeRenames, UseTheFirstLineThatFits) {
  const std::vector<std::string> olds = {"A",          "A+B",    "A+B+C",    "AB", "A, Lib",
                                         "A+B, Other", "*, Lib", "*, Other", "+",  "A+"};
  const std::vector<std::string> types = {"A", "A+B", "A+B+C", "A+B+C+D", "AB", "AB+C", "A+", "+", "+A", "B", "A++B"};
  for (std::size_t first = 0; first < olds.size(); ++first) {
    for (std::size_t second = 0; second < olds.size(); ++second) {
      const auto line = [&](std::size_t old, const char* name) {
        const std::string& text = olds[old];
        return text + " => " + (text[0] == '*' ? "*, " + std::string(name) : name);
      };
      const TypeRenames both = renames(line(first, "First") + "\n" + line(second, "Second"));
      const TypeRenames one = renames(line(first, "First"));
      const TypeRenames other = renames(line(second, "Second"));
      for (const std::string& type : types) {
        for (const char* library : {"Lib", "Other"}) {
          const std::string none = type + " | " + library;
          const std::string by_first = applied(one, type, library);
          const std::string wanted = by_first != none ? by_first : applied(other, type, library);
          EXPECT_EQ(applied(both, type, library), wanted) << olds[first] << " then " << olds[second] << ": " << type;
        }
      }
    }
  }
  EXPECT_EQ(applied(renames("A+B => X"), "A+B+C", "Lib"), "X+C | Lib");
  EXPECT_EQ(applied(renames("A => X"), "AB+C", "Lib"), "AB+C | Lib");
}

TEST(TypeRenames, TakeTheNamesOfTheCoreLibraryForOne) {
  const TypeRenames list = renames("*, mscorlib => *, System.Private.CoreLib, Version=10.0.0.0\n");
  EXPECT_EQ(applied(list, "System.Int32", ""), "System.Int32 | ");
  EXPECT_EQ(applied(list, "L`1[[System.Int32, System.Private.CoreLib, Version=4.0.0.0]]", ""),
            "L`1[[System.Int32, System.Private.CoreLib, Version=10.0.0.0]] | ");
}

TEST(TypeRenames, SayWhichLineIsWrong) {
  for (const std::string_view bad :
       {"A => B\nA B\n", "x\n => B\n", "x => y\n* => *, B\n", "a=>b\n*, A => B, C\n", "A => \xFE\n"}) {
    const Result<TypeRenames> read = TypeRenames::read(bad);
    ASSERT_FALSE(read.ok()) << bad;
    EXPECT_EQ(read.error().code(), ErrorCode::Malformed);
  }
  EXPECT_EQ(TypeRenames::read("A => B\nA B\n").error().line(), 2U);
}

TEST(RenameTypes, WritesWhatDotNetWouldForTheNewNames) {
  const Buffer input = test_payload::payload(R"(
    0C 02 00 00 00 01 4C                                            # library 2 "L"
    05 01 00 00 00 01 41 01 00 00 00 01 78 04 01 41 02 00 00 00 02 00 00 00   # class A { A x } of L
    09 03 00 00 00
    01 03 00 00 00 01 00 00 00 0A
    0B
  )");
  const Buffer expected = test_payload::payload(R"(
    0C 02 00 00 00 01 4D
    05 01 00 00 00 02 42 42 01 00 00 00 01 78 04 02 42 42 02 00 00 00 02 00 00 00
    09 03 00 00 00
    01 03 00 00 00 01 00 00 00 0A
    0B
  )");
  model::Graph graph;
  ASSERT_TRUE(read_graph(input, graph).ok());
  model::Graph renamed;
  ASSERT_TRUE(rename_types(graph, renames("A, L => BB, M\n"), renamed).ok());
  Buffer out;
  ASSERT_TRUE(GraphWriter().write(renamed, out).ok());
  EXPECT_TRUE(test::same_bytes(out, expected));
}

// Other names and back again, for all payloads: nothing else changes.
TEST(RenameTypesGolden, ThereAndBackGivesTheSameBytes) {
  const TypeRenames there = renames("*, Oracle => *, Delphi, Version=3.0.0.0\n");
  const TypeRenames back = renames("*, Delphi => *, Oracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null\n");
  std::size_t count = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (!row.stored() || row.format != "binaryformatter" || row.case_name.starts_with("trap-primitive-interfaces")) {
      continue;
    }
    const Buffer input = row.bytes();
    model::Graph graph;
    GraphReadOptions options;
    options.limits.depth = 100'000;
    ASSERT_TRUE(read_graph(input, graph, options).ok()) << row.name();
    model::Graph other;
    ASSERT_TRUE(rename_types(graph, there, other).ok()) << row.name();
    Buffer renamed;
    ASSERT_TRUE(GraphWriter().write(other, renamed).ok()) << row.name();
    // Holders of types and delegates have names in texts, which stay.
    const bool in_texts = renamed.text().find("SerializationHolder") != std::string_view::npos;
    EXPECT_TRUE(in_texts || renamed.text().find("Oracle, Version") == std::string_view::npos) << row.name();
    ASSERT_TRUE(read_graph(renamed, graph, options).ok()) << row.name();
    ASSERT_TRUE(rename_types(graph, back, other).ok()) << row.name();
    Buffer again;
    ASSERT_TRUE(GraphWriter().write(other, again).ok()) << row.name();
    EXPECT_TRUE(test::same_bytes(again, input)) << row.name();
    ++count;
  }
  EXPECT_TRUE(count > 100 || test::golden_rows().empty());
}

}  // namespace
}  // namespace dotwire::nrbf
