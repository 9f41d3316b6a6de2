// --set NAME=VALUE.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A short number, a Decimal with a scale, an empty array: what choices are about.
Buffer table_of_choices() {
  const std::string json =
      R"({"$table":"T","columns":[{"name":"N","type":"System.Int16"},{"name":"M","type":"System.Decimal"},)"
      R"({"name":"B","type":"System.Byte[]"}],"rows":[{"N":-5,"M":"12.00","B":""}]})";
  return Buffer(std::span(reinterpret_cast<const std::uint8_t*>(json.data()), json.size()));
}

ProgramRun written(const std::string& format, const std::string& setting) {
  std::vector<std::string> words = {"convert", "-", "--from", "json", "--to", format, "--loss", "warn"};
  if (!setting.empty()) words.insert(words.end(), {"--set", setting});
  return run(words, table_of_choices());
}

struct Choice {
  const char* format;
  const char* setting;
};

TEST(Settings, AChoiceChangesTheBytes) {
  for (const Choice& choice :
       {Choice{"fast-serializer", "dialect=b"}, Choice{"fast-serializer", "dialect=c"},
        Choice{"fast-serializer", "shape=typed-table"}, Choice{"fast-serializer", "shape=simple-typed"},
        Choice{"fast-serializer", "optimize=no"}, Choice{"protobuf-net-data", "version=2.0.1"},
        Choice{"protobuf-net-data", "empty-arrays=null"}}) {
    const ProgramRun plain = written(choice.format, "");
    const ProgramRun chosen = written(choice.format, choice.setting);
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_EQ(chosen.code, 0) << choice.setting << ": " << chosen.err;
    EXPECT_NE(chosen.out, plain.out) << choice.setting;
    EXPECT_FALSE(chosen.out.empty());
  }
}

TEST(Settings, WhatIsNoChoiceIsRefusedByTheOnesThereAre) {
  struct Case {
    Choice choice;
    const char* says;
  };
  for (const Case& one :
       {Case{{"fast-serializer", "dialect=d"}, "auto|a|b|c"}, Case{{"fast-serializer", "dialect="}, "auto|a|b|c"},
        Case{{"fast-serializer", "shape=row"}, "auto|table|dataset|typed-table|typed-dataset|simple-typed"},
        Case{{"fast-serializer", "optimize=maybe"}, "auto|yes|no"},
        Case{{"fast-serializer", "decimal-scale=2"}, "auto|default|preserve|exact"},
        Case{{"fast-serializer", "read-dialect=A"}, "auto|a|b|c"},
        Case{{"fast-serializer", "read-shape=rows"}, "auto|table|dataset|typed-table|typed-dataset|simple-typed"},
        Case{{"protobuf-net-data", "version=9"}, "2.0.6"}, Case{{"protobuf-net-data", "empty-arrays=1"}, "null"},
        Case{{"protobuf-net-data", "computed-columns=some"}, "omit"}}) {
    const ProgramRun result = written(one.choice.format, one.choice.setting);
    EXPECT_EQ(result.code, 64) << one.choice.setting << ": " << result.err;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr("setting " + std::string(one.choice.setting)));
    EXPECT_THAT(result.err, HasSubstr(one.says)) << one.choice.setting;
  }
}

TEST(Settings, AreRefusedWhereTheFormatHasNone) {
  for (const Choice& choice : {Choice{"custom-formatter", "dialect=a"}, Choice{"ndjson", "shape=table"},
                               Choice{"sql-sqlite", "version=4.1"}}) {
    const ProgramRun result = written(choice.format, choice.setting);
    EXPECT_EQ(result.code, 64) << choice.format << ' ' << choice.setting << ": " << result.err;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr("--set has no use for "));
    EXPECT_THAT(result.err, HasSubstr("fast-serializer, protobuf-net-data"));
  }
  for (const char* format : {"fast-serializer", "protobuf-net-data"}) {
    const ProgramRun unknown = written(format, "speed=1");
    EXPECT_EQ(unknown.code, 64) << unknown.err;
    EXPECT_THAT(unknown.err, HasSubstr("setting speed=1"));
  }
}

TEST(Settings, OfReadingAreTaken) {
  const ProgramRun typed = written("fast-serializer", "shape=typed-table");
  const Buffer bytes(std::span(reinterpret_cast<const std::uint8_t*>(typed.out.data()), typed.out.size()));
  // Rows alone are no document of their own, but their records can be listed.
  const ProgramRun listed =
      run({"inspect", "--records", "-", "--from", "fast-serializer", "--set", "read-shape=typed-table"}, bytes);
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("Row unchanged, 3 values  at rows/[0]\n"));
  EXPECT_THAT(listed.out, HasSubstr("Int16 = -5  at rows/[0]/[0]\n"));
}

}  // namespace
}  // namespace dotwire::test
