// `inspect --records` of the Fast Serializer: each byte of a document belongs to one line.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/convert.h"
#include "dotwire/dotwire.h"
#include "dotwire/inspect.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

constexpr std::size_t kLargest = 40'000;
constexpr const char* kDialects[] = {"a", "b", "c"};

const Format& fast() { return *find_format("fast-serializer"); }

struct Line {
  std::uint64_t offset;
  std::uint64_t length;
  std::string text;

  bool operator==(const Line&) const = default;
};

class Lines final : public EventVisitor {
 public:
  bool visit(const Event& event) override {
    const std::string text = std::string(event.kind) + " = " + event.detail() + " at " + event.path();
    lines.push_back({event.offset, event.length, text});
    overlaps |= event.offset != end;
    end = event.offset + event.length;
    ++kinds[std::string(event.kind)];
    return lines.size() < most;
  }

  std::vector<Line> lines;
  std::map<std::string, int> kinds;
  std::uint64_t end = 0;
  bool overlaps = false;
  std::size_t most = SIZE_MAX;
};

// One dialect and shape, and the settings that write it, and read it where it is not found out.
struct Form {
  std::string_view dialect;
  std::string_view shape;

  std::vector<Setting> settings(bool said) const {
    std::vector<Setting> all = {{"dialect", dialect}, {"shape", shape}};
    if (said) all.insert(all.end(), {{"read-dialect", dialect}, {"read-shape", shape}});
    return all;
  }
  bool typed() const { return shape.find("typed") != std::string_view::npos; }
};

Status walk_form(std::span<const std::uint8_t> in, const Form& form, bool said, EventVisitor& visitor,
                 WalkSummary& summary, const Limits& limits = {}) {
  const std::vector<Setting> settings = form.settings(said || form.typed());
  Options options;
  options.settings = settings;
  options.limits = limits;
  return walk(in, fast(), visitor, summary, options);
}

// Tables and sets of the corpus in all dialects and shapes that hold them: visit(form, bytes).
template <class Visit>
std::size_t for_each_document(Visit&& visit) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    const bool wanted = row.kind != "graph" && row.format.ends_with("bf-remoting-binary");
    if (!wanted || !row.stored() || row.size > kLargest) continue;
    const Buffer bytes = row.bytes();
    const Result<Document> document = read_document(bytes);
    if (!document.ok() || document->kind() == DocumentKind::Graph) continue;
    for (const char* dialect : kDialects) {
      for (const char* shape : {"table", "dataset", "typed-table", "typed-dataset", "simple-typed"}) {
        const Form form{dialect, shape};
        SCOPED_TRACE(row.name() + " " + dialect + " " + shape);
        const std::vector<Setting> settings = form.settings(false);
        Options options;
        options.settings = settings;
        Buffer out;
        if (!write_document(*document, fast(), out, options).ok()) continue;
        visit(form, out);
        ++count;
      }
    }
  }
  return count;
}

TEST(FastSerializerWalk, EachByteBelongsToOneLine) {
  std::map<std::string, int> kinds;
  const std::size_t count = for_each_document([&](const Form& form, const Buffer& in) {
    Lines lines;
    WalkSummary summary;
    const Status walked = walk_form(in, form, false, lines, summary);
    EXPECT_TRUE(walked.ok()) << walked.error().to_string();
    EXPECT_FALSE(lines.overlaps);
    EXPECT_EQ(lines.end, in.size());
    EXPECT_EQ(summary.payload_size, in.size());
    for (const auto& [kind, times] : lines.kinds) kinds[kind] += times;
  });
  if (golden_source() == "none") GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(count, 100U);
  for (const char* kind :
       {"Header", "Table",          "Column",         "Rows",       "Row",      "UniqueConstraint",   "DataSet",
        "Tables", "Strings",        "String",         "Objects",    "RowError", "ColumnError",        "OptimizedInt32",
        "DBNull", "DBNullSequence", "DuplicateValue", "ForeignKey", "Relation", "ExtendedProperties", "ByteArray"}) {
    EXPECT_GT(kinds[kind], 0) << kind;
  }
}

TEST(FastSerializerWalk, WithoutASettingTheDialectIsFound) {
  const std::size_t count = for_each_document([](const Form& form, const Buffer& in) {
    if (form.typed()) return;
    const Result<Measure> read = fast().measure(in, Options());
    ASSERT_TRUE(read.ok());
    const bool is_old = read->note.find("2006") != std::string::npos;
    const Form said{is_old ? "a" : read->note.find("2.0") != std::string::npos ? "b" : "c", form.shape};
    Lines found;
    Lines wanted;
    WalkSummary summary;
    EXPECT_TRUE(walk_form(in, form, false, found, summary).ok());
    EXPECT_TRUE(walk_form(in, said, true, wanted, summary).ok());
    EXPECT_EQ(found.lines, wanted.lines);
  });
  if (golden_source() == "none") GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(count, 100U);
}

// What is whole before the cut is listed. Names may be missing: they stand at the end.
TEST(FastSerializerWalk, PrefixesGiveWhatIsBeforeTheCut) {
  std::size_t seen = 0;
  for_each_document([&](const Form& form, const Buffer& in) {
    if (in.size() > 1500 || seen++ % 5 != 0) return;
    Lines whole;
    WalkSummary summary;
    ASSERT_TRUE(walk_form(in, form, true, whole, summary).ok());
    for (std::size_t size = 0; size < in.size(); ++size) {
      Lines part;
      const Status walked = walk_form(in.bytes().first(size), form, true, part, summary);
      ASSERT_FALSE(walked.ok()) << size;
      ASSERT_FALSE(part.overlaps) << size;
      ASSERT_LE(part.end, size);
      ASSERT_EQ(summary.payload_size, part.end);
      const std::size_t wanted = static_cast<std::size_t>(
          std::ranges::count_if(whole.lines, [&](const Line& line) { return line.offset + line.length <= size; }));
      ASSERT_EQ(part.lines.size(), wanted) << size << " " << walked.error().to_string();
      for (std::size_t i = 0; i < wanted; ++i) {
        ASSERT_EQ(part.lines[i].offset, whole.lines[i].offset);
        ASSERT_EQ(part.lines[i].length, whole.lines[i].length);
      }
    }
  });
  if (golden_source() == "none") GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(seen, 50U);
}

TEST(FastSerializerWalk, TheVisitorStopsItAnywhere) {
  std::size_t seen = 0;
  for_each_document([&](const Form& form, const Buffer& in) {
    if (in.size() > 1500 || seen++ % 7 != 0) return;
    Lines whole;
    WalkSummary summary;
    ASSERT_TRUE(walk_form(in, form, false, whole, summary).ok());
    for (std::size_t most = 1; most <= whole.lines.size(); ++most) {
      Lines part;
      part.most = most;
      ASSERT_TRUE(walk_form(in, form, false, part, summary).ok());
      ASSERT_EQ(part.lines.size(), most);
      ASSERT_TRUE(summary.stopped);
    }
  });
}

TEST(FastSerializerWalk, DamagedDocumentsEndInOrder) {
  std::uint32_t state = 5;
  const auto draw = [&state] { return (state = state * 1664525 + 1013904223) >> 8; };
  std::size_t failed = 0;
  for_each_document([&](const Form& form, const Buffer& in) {
    if (in.size() > 3000) return;
    Limits limits;
    limits.memory = 1 << 24;
    limits.expansion = 1 << 20;
    for (int round = 0; round < 20; ++round) {
      Buffer damaged(in.bytes());
      for (std::uint32_t i = 0; i < 1 + draw() % 3; ++i) {
        damaged.data()[draw() % damaged.size()] = static_cast<std::uint8_t>(draw());
      }
      Lines lines;
      WalkSummary summary;
      failed += walk_form(damaged, form, round % 2 == 0, lines, summary, limits).ok() ? 0 : 1;
      ASSERT_FALSE(lines.overlaps);
      ASSERT_LE(lines.end, damaged.size());
    }
  });
  if (golden_source() == "none") GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(failed, 100U);
}

Lines lines_of(std::string_view bytes, std::string_view dialect, std::string_view shape, Status& walked) {
  Lines lines;
  WalkSummary summary;
  walked = walk_form(hex(bytes), {dialect, shape}, true, lines, summary);
  return lines;
}

TEST(FastSerializerWalk, CountsBeyondTheInputTakeNoMemory) {
  Status walked;
  // Columns, rows, tables and values of a row; of whole documents and of such that are cut off.
  for (const char* bytes : {"0B 00 00 00 94 02 FF FF FF FF 07 00 00", "0B 00 00 00 A4 02 FF FF FF FF 07 00 00",
                            "FF 00 00 00 94 02 FF FF FF FF 07", "FF 00 00 00 A4 02 FF FF FF FF 07"}) {
    EXPECT_LE(lines_of(bytes, "a", "table", walked).lines.size(), 3U);
    EXPECT_FALSE(walked.ok()) << bytes;
  }
  EXPECT_LE(lines_of("FF 00 00 00 FF FF FF FF 07", "a", "typed-dataset", walked).lines.size(), 2U);
  EXPECT_FALSE(walked.ok());
  lines_of("FF 00 00 00 01 00 FF FF FF FF 07 80", "a", "typed-table", walked);
  EXPECT_FALSE(walked.ok());
  // A run over all values of a row.
  lines_of("00 00 00 00 01 00 FF FF FF FF 0F C7 85 FE FF FF FF 0F", "c", "typed-table", walked);
  EXPECT_TRUE(walked.ok()) << walked.error().to_string();
  // Arrays in arrays.
  std::string deep = "00 00 00 00 01 00 01";
  for (int i = 0; i < 100'000; ++i) deep += "CB01";
  lines_of(deep, "c", "typed-table", walked);
  ASSERT_FALSE(walked.ok());
  EXPECT_EQ(walked.error().code(), ErrorCode::LimitExceeded);
}

// The table of docs/formats/fast-serializer.md.
constexpr const char* kTable =
    "33000000 B502 B754 02 23B7410000 21B753 04 0302AEAC020100C20200 0C02830103000101 0400 01028EF9FFFFFFB8 "
    "0202A6B771"
    "05 0C53797374656D2E496E743332 03627965 0568656C6C6F 03626164 026365 00";

TEST(FastSerializerWalk, LinesSayWhatIsThere) {
  Status walked;
  const Lines lines = lines_of(kTable, "a", "table", walked);
  ASSERT_TRUE(walked.ok()) << walked.error().to_string();
  std::vector<std::string> texts;
  for (const Line& line : lines.lines) texts.push_back(line.text);
  const std::vector<std::string> wanted = {"Header = strings at 51 at ",
                                           "Table = T at ",
                                           "Columns = 2 at ",
                                           "Column = A, System.Int32 at ",
                                           "Column = S, System.String at ",
                                           "Rows = 4 at ",
                                           "Row = modified, 2 values at rows/[0]",
                                           "OptimizedInt32 = 300 at rows/[0]/A",
                                           "String = \"bye\" at rows/[0]/S",
                                           "DuplicateValue = the current value, original at rows/[0]/A",
                                           "String = \"hello\", original at rows/[0]/S",
                                           "Row = unchanged, 2 values at rows/[1]",
                                           "DBNullSequence = DBNull, 2 values at rows/[1]/A",
                                           "RowError = bad at rows/[1]",
                                           "ColumnErrors = 1 at rows/[1]",
                                           "ColumnError = ce at rows/[1]/S",
                                           "Row = deleted, 2 values at rows/[2]",
                                           "Int32 = -7 at rows/[2]/A",
                                           "YString = \"Y\" at rows/[2]/S",
                                           "Row = added, 2 values at rows/[3]",
                                           "OneInt32 = 1 at rows/[3]/A",
                                           "SingleCharString = \"q\" at rows/[3]/S",
                                           "Strings = 5 at ",
                                           "String = System.Int32 at ",
                                           "String = bye at ",
                                           "String = hello at ",
                                           "String = bad at ",
                                           "String = ce at ",
                                           "Objects = 0 at "};
  EXPECT_EQ(texts, wanted);
}

TEST(FastSerializerWalk, TextsBehindACutAreMissing) {
  const Buffer whole = hex(kTable);
  Lines lines;
  WalkSummary summary;
  const Status walked = walk_form(whole.bytes().first(45), {"a", "table"}, true, lines, summary);
  ASSERT_FALSE(walked.ok());
  EXPECT_EQ(walked.error().code(), ErrorCode::Truncated);
  EXPECT_EQ(walked.error().offset(), 45U);
  EXPECT_EQ(walked.error().path(), "rows/[2]/S");
  ASSERT_EQ(lines.lines.size(), 18U);
  EXPECT_EQ(lines.lines[3].text, "Column = A at ");
  EXPECT_EQ(lines.lines[8].text, "String = its text is not there at rows/[0]/S");
  EXPECT_EQ(lines.lines[17].text, "Int32 = -7 at rows/[2]/A");
}

// Dialect C: a cell of an Object column is the enum Ns.Enu, whose number stands without its width; behind it a text.
constexpr std::string_view kEnum =
    "36 00 00 00 02 00 00 00 00 00 00 00  B4 02 02 23 BB 61 00 00 0D 53 79 73 74 65 6D 2E 4F 62 6A 65 63 74 21 BB 62 "
    "01 00 02  E5 01 00 06 4E 73 2E 45 6E 75 FE FF  BB 78";

TEST(FastSerializerWalk, NumbersOfEnumsAreListedWithTheirWidth) {
  const Buffer in = hex(kEnum);
  Lines lines;
  WalkSummary summary;
  const Status walked = walk(in, fast(), lines, summary);
  ASSERT_TRUE(walked.ok()) << walked.error().to_string();
  EXPECT_EQ(lines.end, in.size());
  EXPECT_EQ(lines.kinds["Enum"], 1);
  EXPECT_EQ(lines.kinds["SingleCharString"], 1);
  EXPECT_EQ(verify(in, &fast()).verdict, Verdict::Identical);
}

TEST(FastSerializerWalk, TheTypeOfAnEnumCanBeSaid) {
  const Setting wrong[] = {{"read-enums", "Ns.Enu:Int32"}};
  Options options;
  options.settings = wrong;
  Lines lines;
  WalkSummary summary;
  EXPECT_FALSE(walk(hex(kEnum), fast(), lines, summary, options).ok());
  EXPECT_EQ(lines.kinds["SingleCharString"], 0);
  const Setting nonsense[] = {{"read-enums", "Ns.Enu"}};
  options.settings = nonsense;
  const Status refused = walk(hex(kEnum), fast(), lines, summary, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace dotwire::test
