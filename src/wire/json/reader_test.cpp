#include "wire/json/reader.h"

#include <string>

#include <gtest/gtest.h>

#include "wire/json/document.h"

namespace dotwire::json {
namespace {

Result<const Value*> parse_text(std::string_view text, Arena& arena, const Limits& limits = {}) {
  return parse(as_bytes(text), arena, limits);
}

// "code@offset", or "ok".
std::string outcome(std::string_view text) {
  Arena arena;
  Result<const Value*> value = parse_text(text, arena);
  if (value.ok()) return "ok";
  return std::string(to_string(value.error().code())) + "@" + std::to_string(value.error().offset());
}

TEST(JsonDocument, LimitOfMemory) {
  std::string text = "[0";
  for (int i = 0; i < 20'000; ++i) text += ",0";
  text += ']';
  Arena arena;
  Limits limits;
  limits.memory = 1 << 16;
  const Result<const Value*> refused = parse(as_bytes(text), arena, limits);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded);
  EXPECT_GT(refused.error().offset(), 100U);
  EXPECT_LT(refused.error().offset(), text.size());
  arena.reset();
  limits.memory = 1 << 24;
  EXPECT_TRUE(parse(as_bytes(text), arena, limits).ok());
}

std::string text_of(std::string_view json) {
  Arena arena;
  Result<const Value*> value = parse_text(json, arena);
  return value.ok() ? std::string((*value)->text) : value.error().to_string();
}

TEST(JsonReader, GivesTokensInOrderWithOffsets) {
  Arena arena;
  Reader reader(as_bytes(R"( {"a": [1, true], "b": null} )"), arena);
  std::string seen;
  for (;;) {
    Result<Token> token = reader.next();
    ASSERT_TRUE(token.ok());
    if (token->kind == TokenKind::End) break;
    seen += std::to_string(static_cast<int>(token->kind)) + ":" + std::to_string(token->offset) + " ";
  }
  EXPECT_EQ(seen, "1:1 5:2 3:7 7:8 8:11 4:15 5:18 10:23 2:27 ");
}

TEST(JsonReader, KeepsTheSpellingOfNumbers) {
  for (const std::string_view text : {"0", "-0", "1.50", "1e5", "-12.0E-300", "123456789012345678901234567890"}) {
    EXPECT_EQ(text_of(text), text);
  }
}

TEST(JsonReader, RejectsMalformedNumbersAndWords) {
  EXPECT_EQ(outcome("[01]"), "malformed@1");
  EXPECT_EQ(outcome("[-]"), "malformed@1");
  EXPECT_EQ(outcome("[1.]"), "malformed@1");
  EXPECT_EQ(outcome("[1e+]"), "malformed@1");
  EXPECT_EQ(outcome("[+1]"), "malformed@1");
  EXPECT_EQ(outcome("[NaN]"), "malformed@1");
  EXPECT_EQ(outcome("[trux]"), "malformed@1");
}

TEST(JsonReader, DecodesEscapes) {
  EXPECT_EQ(text_of(R"("\"\\\/\b\f\n\r\t\u0041\u00e9")"), "\"\\/\b\f\n\r\tA\xC3\xA9");
  EXPECT_EQ(text_of(R"("before \\ after, long enough")"), "before \\ after, long enough");
  EXPECT_EQ(text_of(R"("\ud83d\ude00")"), "\xF0\x9F\x98\x80");
}

TEST(JsonReader, KeepsLoneSurrogatesAsWtf8) {
  EXPECT_EQ(text_of(R"("\ud800")"), "\xED\xA0\x80");
  EXPECT_EQ(text_of(R"("\udc00\ud800")"), "\xED\xB0\x80\xED\xA0\x80");
  EXPECT_EQ(text_of(R"("\ud800\ud83d\ude00")"), "\xED\xA0\x80\xF0\x9F\x98\x80");
}

TEST(JsonReader, RejectsBadStrings) {
  EXPECT_EQ(outcome("\"a\nb\""), "malformed@2");
  EXPECT_EQ(outcome("\"\\n a\nb\""), "malformed@5");
  EXPECT_EQ(outcome(R"("\x")"), "malformed@1");
  EXPECT_EQ(outcome(R"("\u12g4")"), "malformed@5");
  EXPECT_EQ(outcome("\"a\xFF\""), "malformed@2");
  EXPECT_EQ(outcome("\"\xED\xA0\x80\""), "malformed@1") << "surrogates must be escaped";
}

TEST(JsonReader, RejectsBrokenStructure) {
  EXPECT_EQ(outcome("[1 2]"), "malformed@3");
  EXPECT_EQ(outcome("[1,]"), "malformed@3");
  EXPECT_EQ(outcome("{\"a\" 1}"), "malformed@5");
  EXPECT_EQ(outcome("{a:1}"), "malformed@1");
  EXPECT_EQ(outcome("[}"), "malformed@1");
  EXPECT_EQ(outcome("1 2"), "malformed@2");
}

TEST(JsonReader, EveryPrefixIsTruncated) {
  const std::string_view text = R"({"a":[1,"\u0041\n",true,null,-1.5e+3],"b":{"c":"d"}})";
  ASSERT_EQ(outcome(text), "ok");
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(outcome(text.substr(0, size)), "truncated@" + std::to_string(size)) << size;
  }
}

TEST(JsonReader, LimitsDepth) {
  Limits limits;
  limits.depth = 3;
  Arena arena;
  EXPECT_TRUE(parse_text("[[[]]]", arena, limits).ok());
  Result<const Value*> deep = parse_text("[[[[]]]]", arena, limits);
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code(), ErrorCode::LimitExceeded);
  EXPECT_EQ(deep.error().offset(), 3U);
}

TEST(JsonReader, ReadsAMillionLevelsWhenAllowed) {
  constexpr std::size_t kDepth = 1'000'000;
  Limits limits;
  limits.depth = kDepth;
  Arena arena;
  const std::string text = std::string(kDepth, '[') + std::string(kDepth, ']');
  EXPECT_TRUE(parse_text(text, arena, limits).ok());
}

TEST(JsonDocument, FindsMembersAndListsItems) {
  Arena arena;
  Result<const Value*> value = parse_text(R"({"n":1,"list":["x",{"y":false}],"n":2})", arena);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ((*value)->count, 3U);
  EXPECT_EQ((*value)->find("n")->text, "1");
  EXPECT_EQ((*value)->find("none"), nullptr);
  std::string kinds;
  for (const Value& item : *(*value)->find("list")) kinds += std::to_string(static_cast<int>(item.kind));
  EXPECT_EQ(kinds, "35");
}

}  // namespace
}  // namespace dotwire::json
