#include "include_check/include_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"
#include "support/temp_dir.h"

namespace dotwire::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kPage = R"(
```layers
base:
wire/*: base
model: base
codecs/*: base wire/* model public
codecs/outer: codecs/inner
tools: public
include base: error
include model: table
```
)";

std::vector<std::string> check(std::string_view file, std::string_view text) {
  const TempDir root;
  const std::filesystem::path path = root / file;
  std::filesystem::create_directories(path.parent_path());
  write_bytes(path, as_bytes(text));
  return check_includes(root.path(), parse_layers(kPage));
}

TEST(IncludeCheck, AllowsItselfAndWhatLiesBelow) {
  EXPECT_THAT(check("src/codecs/x/a.cpp",
                    "#include <vector>\n#include \"codecs/x/a.h\"\n#include \"wire/xml/b.h\"\n#include \"base/c.h\"\n"),
              IsEmpty());
}

TEST(IncludeCheck, RejectsUpwardsAndSideways) {
  EXPECT_THAT(check("src/base/a.cpp", "\n#include \"model/b.h\"\n"),
              ElementsAre("src/base/a.cpp:2: base may not include model/b.h"));
  EXPECT_THAT(check("src/wire/xml/a.cpp", "#include \"wire/json/b.h\"\n"),
              ElementsAre("src/wire/xml/a.cpp:1: wire/xml may not include wire/json/b.h"));
}

TEST(IncludeCheck, TakesListedEdgesBetweenCodecsInOneDirection) {
  EXPECT_THAT(check("src/codecs/outer/a.h", "#include \"codecs/inner/b.h\"\n"), IsEmpty());
  EXPECT_EQ(check("src/codecs/inner/a.h", "#include \"codecs/outer/b.h\"\n").size(), 1U);
}

TEST(IncludeCheck, CountsAPublicHeaderToItsLayer) {
  EXPECT_THAT(check("src/wire/xml/a.cpp", "#include \"dotwire/error.h\"\n"), IsEmpty());
  EXPECT_EQ(check("src/wire/xml/a.cpp", "#include \"dotwire/table.h\"\n").size(), 1U);
  EXPECT_EQ(check("src/model/a.cpp", "#include \"dotwire/convert.h\"\n").size(), 1U);
  EXPECT_THAT(check("src/codecs/x/a.cpp", "#include \"dotwire/convert.h\"\n"), IsEmpty());
  EXPECT_EQ(check("include/dotwire/error.h", "#include \"dotwire/table.h\"\n").size(), 1U);
}

TEST(IncludeCheck, KeepsPrivateHeadersOutOfPublicOnesAndTools) {
  EXPECT_EQ(check("include/dotwire/convert.h", "#include \"base/a.h\"\n").size(), 1U);
  EXPECT_EQ(check("tools/cli/a.cpp", "#include \"base/a.h\"\n").size(), 1U);
  EXPECT_THAT(check("tools/cli/a.cpp", "#include \"cli/options.h\"\n"), IsEmpty());
  EXPECT_THAT(check("tools/cli/a.cpp", "#include \"dotwire/convert.h\"\n#include \"dotwire/table.h\"\n"), IsEmpty());
}

TEST(IncludeCheck, TestsMayUseTheTestSupportAndTheExamples) {
  EXPECT_THAT(check("src/base/a_test.cpp", "#include \"../../examples/a.h\"\n"), IsEmpty());
  EXPECT_THAT(check("src/base/a_test.cpp", "#include \"support/hex.h\"\n"), IsEmpty());
  EXPECT_EQ(check("src/base/a.cpp", "#include \"support/hex.h\"\n").size(), 1U);
}

TEST(IncludeCheck, TheTreeKeepsToTheTable) {
  const LayerTable table = parse_layers(read_text(source_root() / "docs/architecture.md"));
  ASSERT_FALSE(table.may_include.empty());
  EXPECT_THAT(check_includes(source_root(), table), IsEmpty());
}

}  // namespace
}  // namespace dotwire::test
