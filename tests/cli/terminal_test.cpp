#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kEscape = "\x1B[";

TEST(Colour, IsOnATerminalOnly) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"inspect", "-"}, std::vector<std::string>{"inspect", "--records", "-"}}) {
    EXPECT_THAT(run_on_terminal({.out = true, .err = true}, words, point_payload()).out, HasSubstr(kEscape));
    // Notes alone may go to a terminal: data in a file has no colour.
    EXPECT_THAT(run_on_terminal({.err = true}, words, point_payload()).out, Not(HasSubstr(kEscape)));
    EXPECT_THAT(run(words, point_payload()).out, Not(HasSubstr(kEscape)));
  }
}

TEST(Colour, IsOffWhereTheUserSaysSo) {
  for (const std::vector<std::string>& environment :
       {std::vector<std::string>{"TERM=xterm", "NO_COLOR=1"}, std::vector<std::string>{"TERM=dumb"}}) {
    const Terminal terminal{.out = true, .err = true, .environment = environment};
    EXPECT_THAT(run_on_terminal(terminal, {"inspect", "-"}, point_payload()).out, Not(HasSubstr(kEscape)));
  }
  EXPECT_THAT(run_on_terminal({.out = true, .err = true}, {"inspect", "--json", "-"}, point_payload()).out,
              Not(HasSubstr(kEscape)));
}

TEST(Progress, IsOnATerminalAndGoesAway) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", point_payload());
  const ProgramRun watched = run_on_terminal({.err = true}, {"verify", file, file});
  EXPECT_EQ(watched.code, 0);
  EXPECT_THAT(watched.err, HasSubstr("[2/2]"));
  EXPECT_TRUE(watched.err.ends_with("\r\x1B[K")) << watched.err;
  EXPECT_EQ(watched.out, file + ": identical\n" + file + ": identical\n");
  // Where results scroll by, they are progress enough.
  EXPECT_THAT(run_on_terminal({.out = true, .err = true}, {"verify", file, file}).out, Not(HasSubstr("[2/2]")));
  EXPECT_THAT(run({"verify", file, file}).err, Not(HasSubstr("[2/2]")));
}

TEST(BinaryData, IsNotWrittenToATerminalUnlessAskedFor) {
  const std::vector<std::string> words = {"convert", "-", "--to", "custom-formatter"};
  const ProgramRun refused = run_on_terminal({.out = true}, words, small_table());
  EXPECT_EQ(refused.code, 64);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("-o - to insist"));
  EXPECT_EQ(run_on_terminal({.out = true}, {"convert", "-", "--to", "custom-formatter", "-o", "-"}, small_table()).code,
            0);
  EXPECT_EQ(run_on_terminal({.out = true}, {"convert", "-", "--to", "csv"}, small_table()).out,
            "A,S\r\r\n300,hi\r\r\n,\r\r\n");
}

TEST(Characters, ThatDoNotShowAreEscapedEverywhere) {
  // Right-to-left override, a C1 control, a zero-width blank, line separator, a tag character.
  const std::string text =
      "a\xE2\x80\xAE"
      "b\xC2\x9B"
      "c\xE2\x80\x8B"
      "d\xE2\x80\xA8"
      "e\xF3\xA0\x80\xA1";
  Buffer bytes = point_payload();
  bytes.resize(55);
  bytes.push_back(static_cast<std::uint8_t>(text.size()));
  bytes.append(text);
  bytes.push_back(0x0B);
  for (const char* option : {"--raw-names", "--records", "--json"}) {
    const ProgramRun result = run({"inspect", option, "-"}, bytes);
    EXPECT_EQ(result.code, 0);
    for (const char* sequence : {"\xE2\x80\xAE", "\xC2\x9B", "\xE2\x80\x8B", "\xE2\x80\xA8", "\xF3\xA0\x80\xA1"}) {
      EXPECT_THAT(result.out, Not(HasSubstr(sequence))) << option;
    }
  }
  EXPECT_THAT(run({"inspect", "-"}, bytes).out, HasSubstr(R"("a\u202Eb\u009Bc\u200Bd\u2028e\U000E0021")"));
  EXPECT_THAT(run({"inspect", "--json", "-"}, bytes).out, HasSubstr(R"(a\\u202Eb\\u009Bc\\u200Bd\\u2028e\\U000E0021)"));
}

TEST(Characters, OfNamesInMessagesAreEscaped) {
  Buffer bytes = small_table();
  bytes.resize(bytes.size() - 1);
  const TempDir folder;
  const std::string file = put(folder,
                               "\xE2\x80\xAE"
                               "fdp.bin",
                               bytes);
  for (const char* command : {"identify", "inspect", "verify"}) {
    const ProgramRun result = run({command, file});
    EXPECT_THAT(result.out + result.err, HasSubstr("\\u202Efdp.bin")) << command;
    EXPECT_THAT(result.out + result.err, Not(HasSubstr("\xE2\x80\xAE"))) << command;
  }
}

}  // namespace
}  // namespace dotwire::test
