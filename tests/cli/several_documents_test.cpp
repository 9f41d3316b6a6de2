// Files that hold several documents, one behind the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Buffer three() {
  Buffer bytes = point_payload();
  bytes.append(small_table().bytes());
  bytes.append(point_payload().bytes());
  return bytes;
}

TEST(SeveralDocuments, IdentifyListsThemAll) {
  const TempDir folder;
  Buffer bytes = three();
  const std::string file = put(folder, "three.bin", bytes);
  const ProgramRun result = run({"identify", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr(file + ": binaryformatter, 59 bytes, then 112 that do not belong to it\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  at byte 0: binaryformatter, 59 bytes, "));
  EXPECT_THAT(result.out, HasSubstr("\n  at byte 59: custom-formatter, 53 bytes, System.Data.DataTable\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  at byte 112: binaryformatter, 59 bytes, "));
  EXPECT_THAT(result.out, Not(HasSubstr("of no document")));
  bytes.append(std::string_view("\xFF\xFF\xFF\xFF"));
  EXPECT_THAT(run({"identify", put(folder, "more.bin", bytes)}).out,
              HasSubstr("\n  at byte 171: 4 bytes of no document\n"));
}

TEST(SeveralDocuments, IdentifyListsThemAsJson) {
  const TempDir folder;
  const ProgramRun result = run({"identify", "--json", put(folder, "three.bin", three())});
  EXPECT_THAT(
      result.out,
      HasSubstr(R"("size":59,"trailing":112,"documents":[{"offset":0,"size":59,"format":"binaryformatter","type":")"));
  EXPECT_THAT(result.out,
              HasSubstr(R"({"offset":59,"size":53,"format":"custom-formatter","type":"System.Data.DataTable"})"));
  EXPECT_THAT(result.out, HasSubstr(R"({"offset":112,"size":59,"format":"binaryformatter")"));
}

TEST(SeveralDocuments, InspectSaysWhatFollows) {
  const TempDir folder;
  const std::string file = put(folder, "three.bin", three());
  const ProgramRun result = run({"inspect", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("112 bytes behind the document do not belong to it"));
  EXPECT_THAT(result.err,
              HasSubstr("at byte 59: custom-formatter, 53 bytes, System.Data.DataTable; --offset shows it"));
  EXPECT_THAT(result.err, HasSubstr("at byte 112: binaryformatter, 59 bytes, "));
  const ProgramRun json = run({"inspect", "--json", file});
  EXPECT_THAT(json.out, HasSubstr(R"("number":2,"document":{"offset":59,"size":53,"format":"custom-formatter")"));
  EXPECT_THAT(json.out, HasSubstr(R"("number":3,"document":{"offset":112,"size":59,"format":"binaryformatter")"));
}

TEST(SeveralDocuments, VerifyAndConvertTakeTheFirstAndSayWhatFollows) {
  const TempDir folder;
  const std::string file = put(folder, "three.bin", three());
  const ProgramRun verified = run({"verify", file});
  EXPECT_EQ(verified.code, 0);
  EXPECT_THAT(verified.out,
              HasSubstr("112 bytes behind it do not belong to it, and are not compared; a document of the "
                        "format custom-formatter begins there, at byte 59"));
  const ProgramRun converted = run({"convert", file, "--to", "json"});
  EXPECT_EQ(converted.code, 0);
  EXPECT_THAT(converted.err,
              HasSubstr("112 bytes behind the document are left out: 2 documents follow, the next at byte "
                        "59: custom-formatter, 53 bytes, System.Data.DataTable; --offset takes one"));
  EXPECT_THAT(run({"verify", "--offset", "59", file}).out, HasSubstr(" begins there, at byte 112"));
  EXPECT_THAT(run({"identify", "--offset", "59", file}).out, HasSubstr("\n  at byte 112: binaryformatter, 59 bytes, "));
  EXPECT_THAT(run({"inspect", "--offset", "59", file}).err, HasSubstr(": at byte 112: binaryformatter, 59 bytes, "));
  EXPECT_THAT(run({"convert", "--offset", "59", "--to", "json", file}).err,
              HasSubstr("follows, the next at byte 112:"));
  const ProgramRun third = run({"convert", file, "--offset", "112", "--to", "json"});
  EXPECT_EQ(third.code, 0);
  EXPECT_EQ(third.out, converted.out);
  EXPECT_THAT(third.err, IsEmpty());
}

}  // namespace
}  // namespace dotwire::test
