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

// Offsets and lengths of all records and values.
std::string widths_of(std::span<const std::uint8_t> input, const Options& options) {
  class Lengths final : public EventVisitor {
   public:
    bool visit(const Event& event) override {
      text += std::to_string(event.offset) + '+' + std::to_string(event.length) + ' ';
      return true;
    }
    bool wants_values() const override { return true; }
    std::string text;
  };
  Lengths lengths;
  WalkSummary summary;
  const Status walked = walk(input, options, lengths, summary);
  return walked.ok() ? lengths.text : walked.error().to_string();
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

// The payload of one style written in another: what .NET wrote in that one, from the same objects.
struct Style {
  const char* format;
  nrbf::TypeStyle style;
};
constexpr Style kStyles[] = {
    {"binaryformatter", nrbf::TypeStyle::Always},
    {"binaryformatter-typeswhenneeded", nrbf::TypeStyle::WhenNeeded},
    {"binaryformatter-xsdstring", nrbf::TypeStyle::XsdString},
    {"binaryformatter-asm-simple",
     nrbf::TypeStyle::Always},  // AssemblyFormat is for looking assemblies up, not for writing
    {"binaryformatter-asm-full", nrbf::TypeStyle::Always},
};

std::string written_in_style(const GoldenRow& from, const GoldenRow& to, nrbf::TypeStyle style) {
  Options options = deep();
  const Buffer contract = test::read_bytes(from.contract_path());
  options.contract = contract;
  const Buffer input = from.bytes();
  Document document;
  if (const Status read = binary_formatter::read(input, options, document); !read.ok()) return read.error().to_string();
  options.dialect = from.runtime == "mono" ? Dialect::Mono : Dialect::Net10;
  Buffer out;
  if (const Status wrote = compute(document, options, style, out); !wrote.ok()) return wrote.error().to_string();
  const auto same = test::same_bytes(out, to.bytes());
  return same ? "" : same.message();
}

// Out of payloads with types, and of those without, whose types the contract says.
TEST(BinaryFormatterGolden, EveryPayloadIsComputedInEveryStyle) {
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  std::map<std::string, std::size_t> counts;
  for (const GoldenRow& row : test::golden_rows()) {
    const bool untyped = row.format == "binaryformatter-typeswhenneeded";
    if (!row.stored() || row.kind != "graph" || (row.format != "binaryformatter" && !untyped)) continue;
    if (kUnreadable.contains(row.runtime + "/" + row.case_name)) continue;
    for (const Style& style : kStyles) {
      const GoldenRow* other = test::find_golden(row.runtime, "graph", row.case_name, style.format);
      if (other == nullptr || !other->stored()) continue;
      EXPECT_EQ(written_in_style(row, *other, style.style), "") << row.name() << " as " << style.format;
      ++counts[row.format + " as " + style.format];
    }
  }
  for (const auto& [formats, count] : counts) {
    std::printf("%s: %zu\n", formats.c_str(), count);
    EXPECT_GT(count, 20U);
  }
  EXPECT_EQ(counts.size(), 10U);
}

// Classes of the program whose members' types nobody says: what is tried must give the same bytes, and the widths that
// the contract has, unless it is said that there are other ways, or too many to try them all.
TEST(BinaryFormatterGolden, PayloadsWithoutTypesAreReadWithoutContract) {
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  std::size_t guessed = 0;
  std::size_t ambiguous = 0;
  std::size_t unread = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    const bool untyped = row.format == "binaryformatter-typeswhenneeded" || row.format == "binaryformatter-xsdstring";
    if (!row.stored() || !untyped || kUnreadable.contains(row.runtime + "/" + row.case_name)) continue;
    const Buffer input = row.bytes();
    Document document;
    if (const Status read = binary_formatter::read(input, deep(), document); !read.ok()) {
      EXPECT_NE(read.error().message().find("give --contract"), std::string::npos)
          << row.name() << read.error().message();
      std::printf("%s: %s\n", row.name().c_str(), read.error().to_string().c_str());
      ++unread;
      continue;
    }
    EXPECT_EQ(rewritten(input, deep()), "") << row.name();
    if (document.note.empty()) continue;
    ++guessed;
    const bool says_so = document.note.find("otherwise too") != std::string::npos ||
                         document.note.find("not all ways") != std::string::npos;
    ambiguous += says_so ? 1 : 0;
    if (says_so) continue;
    const Buffer contract = test::read_bytes(row.contract_path());
    Options options = deep();
    options.contract = contract;
    EXPECT_EQ(widths_of(input, deep()), widths_of(input, options)) << row.name() << document.note;
  }
  std::printf("guessed %zu, of them %zu ambiguous; not read %zu\n", guessed, ambiguous, unread);
  EXPECT_GT(guessed, 10U);
  EXPECT_LE(unread * 100, guessed);
  EXPECT_LT(ambiguous * 4, guessed);
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
