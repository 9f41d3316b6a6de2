#include "peers/child_process.h"

#include <gmock/gmock.h>

namespace dotwire::bench {
namespace {

using testing::HasSubstr;

std::unique_ptr<ChildProcess> start_shell(const std::string& script, const ChildProcess::Variables& variables = {}) {
  auto child = ChildProcess::start({"sh", "-c", script}, variables);
  return child.ok() ? std::move(child).value() : nullptr;
}

TEST(ChildProcess, AnswersAreOkOrFailed) {
  EXPECT_EQ(parse_answer("ok").value(), "");
  EXPECT_EQ(parse_answer("ok 12 3").value(), "12 3");
  EXPECT_EQ(parse_answer("ok 12\r").value(), "12");
  EXPECT_EQ(parse_answer("failed IOException: no such file").error().message(), "IOException: no such file");
  EXPECT_EQ(parse_answer("okay").error().code(), ErrorCode::Malformed);
  EXPECT_EQ(parse_answer("").error().code(), ErrorCode::Malformed);
  EXPECT_THAT(parse_answer("Unhandled exception").error().message(), HasSubstr("Unhandled exception"));
}

TEST(ChildProcess, TimesAreWholeNanoseconds) {
  EXPECT_EQ(parse_nanoseconds("1234567890123").value(), 1234567890123.0);
  for (const char* text : {"", "-1", "12 ", "1.5", "x"}) EXPECT_FALSE(parse_nanoseconds(text).ok()) << text;
}

TEST(ChildProcess, AnswersOneLineForEachLine) {
  const auto child = start_shell(R"(while read line; do echo "ok $line"; done)");
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->ask({"time-write", "xml", "3"}).value(), "time-write\txml\t3");
  EXPECT_EQ(child->ask({"runtime"}).value(), "runtime");
}

TEST(ChildProcess, SeesVariablesBesideOurs) {
  const auto child = start_shell(R"(read line; echo "ok $TZ $HOME$PATH")", {{"TZ", "UTC"}});
  ASSERT_NE(child, nullptr);
  const std::string answer = child->ask({"x"}).value();
  EXPECT_THAT(answer, HasSubstr("UTC "));
  EXPECT_GT(answer.size(), 4U);
}

TEST(ChildProcess, AProgramThatEndsIsAnError) {
  const auto child = start_shell("read line; echo ok");
  ASSERT_NE(child, nullptr);
  EXPECT_TRUE(child->ask({"x"}).ok());
  EXPECT_EQ(child->ask({"x"}).error().code(), ErrorCode::Io);
  EXPECT_EQ(child->ask({"x"}).error().code(), ErrorCode::Io);
}

TEST(ChildProcess, AProgramThatIsNotThereIsAnError) {
  EXPECT_EQ(ChildProcess::start({"dotwire-no-such-program"}, {}).error().code(), ErrorCode::Io);
}

}  // namespace
}  // namespace dotwire::bench
