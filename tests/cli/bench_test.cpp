// dotwire bench: what it prints and writes, on little data.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "run.h"
#include "support/temp_dir.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

bool is_built() { return run({"bench", "first-call", "write", "custom", "Synthetic.Type2Small"}).code == 0; }

std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class BenchDatatable : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_built()) GTEST_SKIP() << "built without the benchmarks";
  }

  ProgramRun measure(std::vector<std::string> more) const {
    std::vector<std::string> words = {"bench", "datatable", "--quick", "--rows", "20", "--formats", "custom,xml"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  TempDir folder_;
};

TEST_F(BenchDatatable, SaysWhatIsWrongWithItsOptions) {
  const ProgramRun data = run({"bench", "datatable", "--quick", "--formats", "custom", "--data", "/nonexistent"});
  EXPECT_NE(data.code, 0);
  EXPECT_THAT(data.err, StartsWith("dotwire: --data: cannot open /nonexistent/"));
  EXPECT_THAT(data.err, HasSubstr("No such file or directory"));
  const ProgramRun format = run({"bench", "datatable", "--formats", "nosuch"});
  EXPECT_EQ(format.code, 64);
  EXPECT_THAT(format.err, StartsWith("dotwire: --formats: there is no format nosuch; the formats are\n"));
}

// `dotwire formats` calls some otherwise.
TEST_F(BenchDatatable, TakesTheNamesOfFormatsToo) {
  const ProgramRun result =
      run({"bench", "datatable", "--quick", "--rows", "20", "--formats", "datatable-xml", "--csv", "-"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("xml"));
}

TEST_F(BenchDatatable, RecordsWhatTheRunWas) {
  const ProgramRun result = measure({"--json", "-"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("{\"version\":1,\"machine\":{\"processor\":"));
  EXPECT_THAT(result.out,
              HasSubstr("\"command\":\"dotwire bench datatable --quick --rows 20 --formats custom,xml --json -\""));
  EXPECT_THAT(result.err, HasSubstr(": dotwire bench datatable --quick"));
}

TEST_F(BenchDatatable, MeasuresFirstCallsInProcessesOfTheirOwn) {
  const ProgramRun result = measure({"--csv", "-", "--details"});
  EXPECT_EQ(result.code, 0) << result.err;
  std::istringstream lines(result.out);
  std::string head;
  std::getline(lines, head);
  const auto column = [](const std::string& line, std::size_t number) {
    std::istringstream cells(line);
    std::string cell;
    for (std::size_t i = 0; i <= number; ++i) std::getline(cells, cell, ',');
    return cell;
  };
  const auto number_of = [&head](const std::string& name) {
    return static_cast<std::size_t>(std::count(head.begin(), head.begin() + static_cast<long>(head.find(name)), ','));
  };
  int rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    for (const char* name :
         {"write_ns", "read_ns", "write_anew_ns", "read_anew_ns", "write_first_ns", "read_first_ns"}) {
      EXPECT_GT(std::atof(column(line, number_of(name)).c_str()), 0) << name << " in " << line;
    }
  }
  EXPECT_EQ(rows, 14);
}

TEST_F(BenchDatatable, ShowsTheRankingAndTextOf120Columns) {
  const ProgramRun result = measure({"--details"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\nRanking: "));
  EXPECT_THAT(result.out, HasSubstr("\nAll in all, over the 5 tables"));
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    // The head names machine and command as they are.
    if (line.find("dotwire ") == std::string::npos && line.find(" cores, ") == std::string::npos) {
      EXPECT_LE(line.size(), 120U) << line;
    }
  }
}

TEST_F(BenchDatatable, ComparesWithAnEarlierRun) {
  const std::string file = (folder_ / "before.json").string();
  ASSERT_EQ(measure({"--json", file}).code, 0);
  std::string before = content_of(file);
  const std::size_t size = before.find("\"size\":79342");
  ASSERT_NE(size, std::string::npos);
  before.replace(size, 12, "\"size\":79341");
  std::ofstream(file) << before;

  const ProgramRun result = measure({"--json", "-", "--baseline", file});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("Sizes and allocations:\n  Production.Product custom"));
  EXPECT_THAT(
      result.out,
      HasSubstr(
          R"("sizes":[{"row":"datatable Production.Product custom","what":"size","before":79341.0,"after":79342.0}])"));
  EXPECT_THAT(result.out, HasSubstr(R"("new":[],"gone":[])"));
}

TEST_F(BenchDatatable, ReadsTheBaselineBeforeItMeasures) {
  const std::string file = (folder_ / "none.json").string();
  const ProgramRun result = measure({"--baseline", file});
  EXPECT_EQ(result.code, 74);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "dotwire: cannot open " + file + ": No such file or directory\n");
}

TEST_F(BenchDatatable, ItsChildIsNobodysCommand) {
  EXPECT_THAT(run({"bench", "--help"}).out, Not(HasSubstr("first-call")));
  const ProgramRun written = run({"bench", "first-call", "write", "custom", "Synthetic.Type2Small"});
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, MatchesRegex("[0-9]+ ([0-9]+|-) [0-9a-f]+\n"));
  const std::uint8_t damaged[] = {1, 2, 3};
  EXPECT_EQ(run({"bench", "first-call", "read", "custom", "Synthetic.Type2Small"}, damaged).code, 1);
  EXPECT_EQ(run({"bench", "first-call", "write", "none", "Synthetic.Type2Small"}).code, 64);
}

}  // namespace
}  // namespace dotwire::test
