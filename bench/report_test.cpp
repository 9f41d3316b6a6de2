#include "report.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "reports.h"
#include "support/temp_dir.h"

namespace dotwire::bench {
namespace {

TEST(Report, OfRowsIsOneDocument) {
  RunRecord run{};
  run.machine.processor = "a \"b\"";
  run.machine.cores = 2;
  const std::string text = json_report(run, {"{\"suite\":\"speed\"}", "{}"}, {"\"more\":1"});
  EXPECT_TRUE(text.starts_with("{\"version\":1,\"machine\":{\"processor\":\"a \\\"b\\\"\",\"cores\":2,")) << text;
  EXPECT_TRUE(text.ends_with(",\"more\":1,\"rows\":[\n{\"suite\":\"speed\"},\n{}\n]}\n")) << text;
}

TEST(Report, GoesIntoItsFileOrSaysThatItCannot) {
  const test::TempDir folder;
  const std::string file = (folder / "r.json").string();
  EXPECT_EQ(write_report(file, "{}\n"), 0);
  std::ostringstream read;
  read << std::ifstream(file).rdbuf();
  EXPECT_EQ(read.str(), "{}\n");
  EXPECT_EQ(write_report((folder / "none" / "r.json").string(), "{}\n"), 74);
}

}  // namespace
}  // namespace dotwire::bench
