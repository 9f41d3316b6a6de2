#include <gtest/gtest.h>

#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"
#include "support/sha256.h"
#include "support/temp_dir.h"

namespace dotwire::test {
namespace {

TEST(Hex, SkipsCommentsAndWhiteSpace) {
  const Buffer bytes = hex(R"(
    07 00  # 7
    fF41)");
  EXPECT_EQ(to_hex(bytes), "07 00 FF 41");
}

TEST(HexDeathTest, AbortsOnAnythingElse) {
  EXPECT_DEATH(hex("07 0"), "character 3");
  EXPECT_DEATH(hex("0x07"), "character 0");
}

TEST(SameBytes, SaysWhereAndWhat) {
  EXPECT_TRUE(same_text("abc", "abc"));
  const testing::AssertionResult result = same_text("abc", "abd");
  EXPECT_FALSE(result);
  EXPECT_NE(std::string_view(result.message()).find("first difference at byte 2"), std::string_view::npos);
  EXPECT_FALSE(same_text("abc", "ab"));
}

TEST(Sha256, OfNothingIsTheKnownOne) {
  EXPECT_EQ(sha256({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(TempDir, GoesWithWhatItHolds) {
  std::filesystem::path path;
  {
    const TempDir folder;
    path = folder.path();
    write_bytes(folder / "file", as_bytes("text"));
    EXPECT_EQ(read_text(folder / "file"), "text");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Golden, EachStoredFileIsTheOneOfTheManifest) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.stored()) continue;
    const Buffer bytes = row.bytes();
    EXPECT_EQ(bytes.size(), row.size) << row.name();
    EXPECT_EQ(sha256(bytes), row.sha256) << row.name();
    ++count;
  }
  EXPECT_GT(count, 3'000U) << golden_source();
}

TEST(Golden, ReadbacksAreThere) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.note_value("readback").ends_with(".json")) continue;
    EXPECT_EQ(row.expected_after_reading().front(), '{') << row.name();
    ++count;
  }
  EXPECT_GT(count, 100U) << golden_source();
}

TEST(Golden, TellsRefusedFromNotStored) {
  const GoldenRow* refused = find_golden("mono", "graph", "root-null", "binaryformatter");
  ASSERT_NE(refused, nullptr);
  EXPECT_TRUE(refused->refused());
  EXPECT_EQ(refused->note_value("readback"), "");

  const GoldenRow* large = find_golden("mono", "graph", "primitives-graphics-100000-plain", "binaryformatter");
  ASSERT_NE(large, nullptr);
  EXPECT_TRUE(large->not_stored());
  EXPECT_EQ(large->size, 5'541'993U);

  EXPECT_EQ(find_golden("mono", "graph", "no-such-case", "binaryformatter"), nullptr);
}

TEST(Golden, NorthwindIsInBothCorpora) {
  const auto path = shared_data("northwind/golden/nwind.binaryformatter.nrbf.bin");
  ASSERT_TRUE(path.has_value());
  EXPECT_EQ(sha256(read_bytes(*path)), "5870c6cae40aa2d603b9530aa901c5e3f4499ec26c17dd789578110d25f35586");
  EXPECT_FALSE(shared_data("no-such-file").has_value());
}

}  // namespace
}  // namespace dotwire::test
