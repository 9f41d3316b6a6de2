// dotwire losses
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "inputs.h"
#include "run.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;

TEST(LossesCommand, ListsForPeopleAndPrograms) {
  const ProgramRun text = run({"losses", "csv"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("\ncolumns/*/Caption: CSV has no place for captions\n"));
  EXPECT_THAT(text.out, HasSubstr("\ncsv does not hold an object graph (refused)\n"));
  const ProgramRun json = run({"losses", "--json", "custom-formatter"});
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(
      json.out,
      HasSubstr("{\"version\":1,\"format\":\"custom-formatter\",\"path\":\"columns/*/ReadOnly\","
                "\"what\":\"the Custom Formatter has no place for ReadOnly\",\"refused\":false,\"inherent\":false}\n"));
  EXPECT_THAT(json.out,
              HasSubstr("\"path\":\"columns/*\",\"what\":\"the Custom Formatter has no place for cells of type "
                        "System.Uri\",\"refused\":true,\"inherent\":false}\n"));
  EXPECT_THAT(json.out, HasSubstr("\"path\":null,"));
  EXPECT_THAT(text.out, HasSubstr("columns/*/TypeName: "));
  EXPECT_THAT(text.out, HasSubstr(" (not named each time)\n"));
}

TEST(LossesCommand, EveryWrittenFormatHasAList) {
  for (const Format& format : builtin_formats()) {
    const ProgramRun done = run({"losses", std::string(format.name)});
    EXPECT_EQ(done.code, format.write != nullptr ? 0 : 64) << format.name << ": " << done.err;
  }
  EXPECT_EQ(run({"losses", "nothing"}).code, 64);
  EXPECT_EQ(run({"losses"}).code, 64);
}

}  // namespace
}  // namespace dotwire::test
