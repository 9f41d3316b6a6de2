// Options that BinaryFormatter payloads take: --contract, --offset, --first, --rename-types.
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/golden.h"

namespace dotwire::test {
namespace {

TEST(NrbfOptions, ContractGivesTheTypesOfUntypedClasses) {
  const GoldenRow* row = find_golden("mono", "graph", "library", "binaryformatter-typeswhenneeded");
  if (row == nullptr || !row->stored()) GTEST_SKIP() << "no golden corpus";
  const std::string file = row->path().string();
  const std::string contract = row->contract_path().string();
  const ProgramRun without = run({"convert", file, "--to", "dump"});
  EXPECT_EQ(without.code, 3);
  EXPECT_NE(without.err.find("give --contract"), std::string::npos) << without.err;
  EXPECT_NE(without.err.find("Seeds.Library"), std::string::npos) << without.err;
  EXPECT_EQ(run({"verify", "--contract", contract, file}).out, file + ": identical\n");
  EXPECT_EQ(run({"identify", "--contract", contract, file}).code, 0);
  const ProgramRun wrong = run({"verify", "--contract", file, file});
  EXPECT_NE(wrong.code, 0);
}

TEST(NrbfOptions, OffsetSkipsWhatStandsBefore) {
  const TempDir folder;
  Buffer bytes;
  bytes.append("junk--", 6);
  const Buffer payload = point_payload();
  bytes.append(payload.data(), payload.size());
  bytes.append(payload.data(), payload.size());
  const std::string file = put(folder, "two.bin", bytes);
  const std::string second = std::to_string(6 + payload.size());
  const ProgramRun first = run({"identify", "--offset", "6", file});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find(std::to_string(payload.size()) + " bytes"), std::string::npos) << first.out;
  EXPECT_EQ(run({"verify", "--offset", second, file}).out, file + ": identical\n");
  EXPECT_EQ(run({"verify", "--offset", "1000000", file}).code, 74);
}

TEST(NrbfOptions, FirstShowsAPart) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const ProgramRun part = run({"inspect", "--first", "1", file});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_NE(part.out.find("42"), std::string::npos) << part.out;
  // A part is no payload.
  EXPECT_NE(run({"convert", "--first", "0", file, "--to", "json"}).code, 0);
}

TEST(NrbfOptions, RenamesTypesOnTheWayOut) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const std::string names = put_text(folder, "names", "P => Ns.Point\n");
  const std::string out = (folder / "o.bin").string();
  const ProgramRun done = run({"convert", file, "--to", "binaryformatter", "--rename-types", names, "-o", out});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_NE(run({"inspect", out}).out.find("Ns.Point"), std::string::npos);
  EXPECT_EQ(run({"verify", out}).out, out + ": identical\n");
  const std::string bad = put_text(folder, "bad", "P Ns.Point\n");
  const ProgramRun refused = run({"convert", file, "--to", "binaryformatter", "--rename-types", bad});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("OLD => NEW"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace dotwire::test
