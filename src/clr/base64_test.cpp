#include "clr/base64.h"

#include <vector>

#include <gtest/gtest.h>

namespace dotwire {
namespace {

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<std::uint8_t> sample(std::size_t size) {
  std::vector<std::uint8_t> data(size);
  std::uint32_t state = 12345;
  for (std::uint8_t& byte : data) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return data;
}

// RFC 4648, section 10.
TEST(Base64, HasTheVectorsOfTheRfc) {
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, text] : cases) {
    EXPECT_EQ(to_base64(bytes(plain)), text);
    Buffer out;
    ASSERT_TRUE(decode_base64(text, out).ok()) << text;
    EXPECT_EQ(out.text(), plain);
  }
}

TEST(Base64, TwinsAgreeOnEveryLengthAndCharacter) {
  if (!detail::has_avx2()) GTEST_SKIP() << "this machine has no AVX2";
  for (std::size_t size = 0; size < 400; ++size) {
    const std::vector<std::uint8_t> data = sample(size);
    std::string plain(base64_size(size), '\0');
    detail::put_base64_scalar(plain.data(), data);
    ASSERT_EQ(to_base64(data), plain) << size;
    for (const bool avx2 : {false, true}) {
      Buffer out;
      ASSERT_TRUE(detail::decode_base64_with(plain, out, avx2).ok()) << size;
      ASSERT_TRUE(std::equal(data.begin(), data.end(), out.data(), out.data() + out.size())) << size;
    }
  }
  for (int c = 0; c < 256; ++c) {
    std::string text(64, 'A');
    text[37] = static_cast<char>(c);
    Buffer scalar;
    Buffer vector;
    const Status first = detail::decode_base64_with(text, scalar, false);
    const Status second = detail::decode_base64_with(text, vector, true);
    ASSERT_EQ(first.ok(), second.ok()) << c;
    if (first.ok()) {
      EXPECT_EQ(scalar.text(), vector.text()) << c;
    } else {
      EXPECT_EQ(first.error().offset(), second.error().offset()) << c;
    }
  }
}

TEST(Base64, SkipsWhiteSpaceAnywhere) {
  const std::vector<std::uint8_t> data = sample(200);
  const std::string plain = to_base64(data);
  for (std::size_t step = 1; step < 80; ++step) {
    std::string broken = " ";
    for (std::size_t i = 0; i < plain.size(); i += step) broken += plain.substr(i, step) + "\r\n\t ";
    Buffer out;
    ASSERT_TRUE(decode_base64(broken, out).ok()) << step;
    ASSERT_TRUE(std::equal(data.begin(), data.end(), out.data(), out.data() + out.size())) << step;
  }
}

TEST(Base64, IgnoresUnusedBits) {
  Buffer out;
  ASSERT_TRUE(decode_base64("Zh==", out).ok());
  EXPECT_EQ(out.text(), "f");
}

TEST(Base64, AppendsAndKeepsTheBufferOnErrors) {
  Buffer out;
  out.append(std::string_view("ab"));
  EXPECT_FALSE(decode_base64("Zm9v!", out).ok());
  EXPECT_EQ(out.text(), "ab");
  ASSERT_TRUE(decode_base64("Zm9v", out).ok());
  EXPECT_EQ(out.text(), "abfoo");
}

TEST(Base64, RefusesWhatIsNotBase64) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"Z", 1},     {"Zg", 2},    {"Zg=", 3},   {"=", 0},
                                                         {"Z===", 1},  {"Zg===", 4}, {"Zg=a", 3},  {"Zg==Zg==", 4},
                                                         {"Zm9v=", 4}, {"Zm-v", 2},  {"Zm9vZ", 5}, {"\xC3\xA9", 0}};
  for (const auto& [text, offset] : cases) {
    Buffer out;
    const Status status = decode_base64(text, out);
    ASSERT_FALSE(status.ok()) << text;
    EXPECT_EQ(status.error().code(), ErrorCode::Malformed);
    EXPECT_EQ(status.error().offset(), offset) << text;
  }
}

}  // namespace
}  // namespace dotwire
