#include "report.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace dotwire::bench {
namespace {

TEST(Report, OfRowsIsOneDocument) {
  Machine machine{};
  machine.processor = "a \"b\"";
  machine.cores = 2;
  const std::string text = json_report(machine, std::vector<std::string>{"{\"suite\":\"speed\"}", "{}"});
  EXPECT_TRUE(text.starts_with("{\"version\":1,\"machine\":{\"processor\":\"a \\\"b\\\"\",\"cores\":2,")) << text;
  EXPECT_TRUE(text.ends_with("\"rows\":[\n{\"suite\":\"speed\"},\n{}\n]}\n")) << text;
}

TEST(Report, GoesIntoItsFileOrSaysThatItCannot) {
  const test::TempDir folder;
  const std::string file = (folder / "r.json").string();
  EXPECT_EQ(write_json(file, "{}\n"), 0);
  std::ostringstream read;
  read << std::ifstream(file).rdbuf();
  EXPECT_EQ(read.str(), "{}\n");
  EXPECT_EQ(write_json((folder / "none" / "r.json").string(), "{}\n"), 74);
}

}  // namespace
}  // namespace dotwire::bench
