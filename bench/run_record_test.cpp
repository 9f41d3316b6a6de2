#include "run_record.h"

#include <gmock/gmock.h>

namespace dotwire::bench {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(RunRecord, HasTheCommandAsOneWouldTypeIt) {
  const RunRecord run = this_run({"bench", "own", "my tables.bin", "it's", ""});
  EXPECT_EQ(run.command, "dotwire bench own 'my tables.bin' 'it'\\''s' ''");
  EXPECT_THAT(to_string(run), HasSubstr(run.command + "\n"));
}

TEST(RunRecord, NamesMachineDateAndVersions) {
  const RunRecord run = this_run({"bench", "speed"});
  EXPECT_THAT(run.date, MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z"));
  EXPECT_FALSE(run.version.empty());
  for (const auto& [name, version] : run.libraries) EXPECT_THAT(version, MatchesRegex("[0-9]+[.][0-9]+.*")) << name;
  const std::string json = to_json_members(run);
  for (const char* key : {"version", "machine", "processor", "cores", "system", "compiler", "build", "load", "date",
                          "command", "dotwire", "libraries", "libdeflate", "lz4", "xxhash", "zstd"}) {
    EXPECT_THAT(json, HasSubstr("\"" + std::string(key) + "\":"));
  }
}

}  // namespace
}  // namespace dotwire::bench
