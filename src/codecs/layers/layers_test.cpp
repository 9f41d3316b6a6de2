#include "codecs/layers/layers.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include "base/byte_reader.h"
#include "clr/base64.h"
#include "clr/hex.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::layers {
namespace {

// Looks like a payload's start, and holds all byte values.
std::string content(std::size_t size = 5000) {
  std::string text("\0\1\0\0\0\xFF\xFF\xFF\xFF\1\0\0\0\0\0\0\0", 17);
  while (text.size() < size) text.push_back(static_cast<char>(text.size() * 7));
  return text;
}

std::string opened(Kind kind, std::string_view input, const Limits& limits = {}) {
  Buffer out;
  const Result<std::uint64_t> end = open(kind, as_bytes(input), out, limits);
  if (!end.ok()) return "error: " + end.error().to_string();
  return std::string(out.text());
}

using Deflate = std::size_t (*)(libdeflate_compressor*, const void*, std::size_t, void*, std::size_t);

std::string deflated(Deflate deflate, std::string_view text) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), &libdeflate_free_compressor);
  std::string out(text.size() + 1000, '\0');
  out.resize(deflate(compressor.get(), text.data(), text.size(), out.data(), out.size()));
  return out;
}

std::string in_zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string in_lz4(std::string_view text) {
  std::string out(LZ4F_compressFrameBound(text.size(), nullptr), '\0');
  out.resize(LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), nullptr));
  return out;
}

std::string in_quicklz(std::string_view text) {
  Buffer out;
  EXPECT_TRUE(quicklz::compress(as_bytes(text), out).ok());
  return std::string(out.text());
}

std::string as_utf16(std::string_view text, bool mark) {
  std::string out = mark ? "\xFF\xFE" : "";
  for (const char c : text) (out += c) += '\0';
  return out;
}

struct Case {
  Kind kind;
  std::string input;
  Sign sign;
};

std::vector<Case> cases() {
  const std::string text = content();
  const std::string base64 = to_base64(as_bytes(text));
  std::string lines;
  for (std::size_t i = 0; i < base64.size(); i += 76) lines += base64.substr(i, 76) + "\r\n";
  std::string url = base64;
  for (char& c : url) c = c == '+' ? '-' : c == '/' ? '_' : c;
  while (url.back() == '=') url.pop_back();
  const std::string hex = to_hex(as_bytes(text));
  std::string dashes;
  for (std::size_t i = 0; i < hex.size(); i += 2) dashes += (i == 0 ? "" : "-") + hex.substr(i, 2);
  std::string escaped;
  for (const char c : base64) {
    if (c == '/' || c == '+' || c == '=') {
      escaped += "%" + to_upper_hex(as_bytes(std::string_view(&c, 1)));
    } else {
      escaped += c;
    }
  }
  std::string latin1;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      latin1 += c;
    } else {
      latin1 += static_cast<char>(0xC0 | byte >> 6);
      latin1 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return {
      {Kind::Gzip, deflated(libdeflate_gzip_compress, text), Sign::Strong},
      {Kind::Zlib, deflated(libdeflate_zlib_compress, text), Sign::Weak},
      {Kind::Deflate, deflated(libdeflate_deflate_compress, text), Sign::Weak},
      {Kind::Zstd, in_zstd(text), Sign::Strong},
      {Kind::Lz4, in_lz4(text), Sign::Strong},
      {Kind::QuickLz, in_quicklz(text), Sign::Weak},
      {Kind::Base64, base64, Sign::Weak},
      {Kind::Base64, lines, Sign::Weak},
      {Kind::Base64, "\xEF\xBB\xBF\"" + base64 + "\"\n", Sign::Weak},
      {Kind::Base64, "data:application/octet-stream;base64," + base64, Sign::Weak},
      {Kind::Base64Url, url, Sign::Weak},
      {Kind::Hex, hex, Sign::Weak},
      {Kind::Hex, "0x" + hex, Sign::Weak},
      {Kind::Hex, "\\x" + hex, Sign::Weak},
      {Kind::Hex, "X'" + hex + "'", Sign::Weak},
      {Kind::Hex, dashes, Sign::Weak},
      {Kind::Latin1, latin1, Sign::Weak},
  };
}

TEST(Layers, ShowLateSignsOfTextEncodings) {
  const std::string start(6000, 'A');
  for (const auto& [kind, end] : {std::pair(Kind::UrlEncoding, "%2B%3D"), std::pair(Kind::Base64Url, "-_AA")}) {
    const std::vector<Kind> kinds = candidates(as_bytes(start + end));
    EXPECT_NE(std::find(kinds.begin(), kinds.end(), kind), kinds.end()) << to_string(kind);
    EXPECT_EQ(looks_like(kind, as_bytes(start)), Sign::None) << to_string(kind);
  }
}

TEST(Layers, GiveWhatIsInside) {
  const std::string text = content();
  for (const Case& one : cases()) {
    SCOPED_TRACE(std::string(to_string(one.kind)) + " of " + std::to_string(one.input.size()) + " bytes");
    EXPECT_EQ(looks_like(one.kind, as_bytes(one.input)), one.sign);
    EXPECT_TRUE(opened(one.kind, one.input) == text);
    const std::vector<Kind> kinds = candidates(as_bytes(one.input));
    EXPECT_NE(std::find(kinds.begin(), kinds.end(), one.kind), kinds.end());
  }
}

TEST(Layers, TextLayersGiveTheirCharacters) {
  const std::string base64 = to_base64(as_bytes(content(100)));
  EXPECT_EQ(opened(Kind::Utf16, as_utf16(base64, true)), base64);
  EXPECT_EQ(opened(Kind::Utf16, as_utf16(base64, false)), base64);
  EXPECT_EQ(opened(Kind::UrlEncoding, "AAEAAAD%2F%2F%2f%2FAQ%3D%3D"), "AAEAAAD////AQ==");
  // '+' is a space if the encoder escapes '+', or has no %20 for it and the text is no base64.
  EXPECT_EQ(opened(Kind::UrlEncoding, "a+b%2Bc"), "a b+c");
  EXPECT_EQ(opened(Kind::UrlEncoding, "a+b%20c"), "a+b c");
  EXPECT_EQ(opened(Kind::UrlEncoding, "a+b%00c"), std::string("a b\0c", 5));
  EXPECT_EQ(opened(Kind::UrlEncoding, "%3Ca+b"), "<a b");
  EXPECT_EQ(opened(Kind::UrlEncoding, "AA+B%2FA%3D"), "AA+B/A=");
}

TEST(Layers, GiveTheLongestTextOfADocument) {
  EXPECT_EQ(
      opened(Kind::XmlText,
             "<?xml version=\"1.0\"?>\r\n<string xmlns=\"http://tempuri.org/\">&lt;a&gt;&#x41;&lt;/a&gt;</string>"),
      "<a>A</a>");
  EXPECT_EQ(opened(Kind::XmlText, "<r><short>ab</short><v>\n  AAEA\n  AAD/\n</v></r>"), "\n  AAEA\n  AAD/\n");
  EXPECT_EQ(opened(Kind::XmlText, "<r>ab<![CDATA[<c>]]><!-- no -->d<b/>efg</r>"), "ab<c>d");
  EXPECT_EQ(opened(Kind::JsonText, "{\"a name that is long\": [1, \"x\", {\"d\": \"\\u003ca>\\n\"}]}"), "<a>\n");
  EXPECT_EQ(opened(Kind::JsonText, "\"text\""), "text");
  for (const char* text : {"<a/>", "<a><b> </b></a>", "<a>text", "<a>text</b>", "<!DOCTYPE a><a>text</a>"}) {
    EXPECT_EQ(opened(Kind::XmlText, text).substr(0, 6), "error:") << text;
  }
  for (const char* text : {"{}", "[1, true]", "{\"a\": \"text\"", "[\"a\"] b", "{\"a\": \"\"}"}) {
    EXPECT_EQ(opened(Kind::JsonText, text).substr(0, 6), "error:") << text;
  }
  EXPECT_EQ(looks_like(Kind::XmlText, as_bytes("\xEF\xBB\xBF\n<a>")), Sign::Weak);
  EXPECT_EQ(looks_like(Kind::JsonText, as_bytes(" [\"a\"]")), Sign::Weak);
  EXPECT_EQ(looks_like(Kind::XmlText, as_bytes("a<b>")), Sign::None);
  EXPECT_EQ(looks_like(Kind::JsonText, as_bytes("1")), Sign::None);
}

TEST(Layers, JoinMembersAndStopAtTheirEnd) {
  const std::string text = content();
  const std::string half = text.substr(0, 2000);
  const std::string rest = text.substr(2000);
  const std::string two = deflated(libdeflate_gzip_compress, half) + deflated(libdeflate_gzip_compress, rest);
  Buffer out;
  const Result<std::uint64_t> end = open(Kind::Gzip, as_bytes(two + "behind"), out, {});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(*end, two.size());
  EXPECT_TRUE(out.text() == text);
  EXPECT_TRUE(opened(Kind::Zstd, in_zstd(half) + in_zstd(rest)) == text);
  EXPECT_TRUE(opened(Kind::Lz4, in_lz4(half) + in_lz4(rest)) == text);
}

TEST(Layers, RefuseDamageAndKeepTheBuffer) {
  for (const Case& one : cases()) {
    if (one.sign != Sign::Strong && one.kind != Kind::Zlib && one.kind != Kind::QuickLz) continue;
    for (std::size_t size = 0; size < one.input.size(); size += 1 + one.input.size() / 100) {
      Buffer out;
      out.append("before");
      const bool ok = open(one.kind, as_bytes(one.input).first(size), out, {}).ok();
      // Of QuickLZ nothing is nothing.
      EXPECT_TRUE(!ok || (one.kind == Kind::QuickLz && size == 0)) << to_string(one.kind) << " cut at " << size;
      EXPECT_EQ(out.text(), "before");
    }
  }
  EXPECT_EQ(opened(Kind::UrlEncoding, "abc%2").substr(0, 6), "error:");
  EXPECT_EQ(opened(Kind::UrlEncoding, "abc%zz").substr(0, 6), "error:");
  EXPECT_EQ(opened(Kind::Hex, "abc").substr(0, 6), "error:");
  EXPECT_EQ(opened(Kind::Base64, "abcde").substr(0, 6), "error:");
  EXPECT_EQ(opened(Kind::Latin1, "a\xE2\x82\xAC").substr(0, 6), "error:");
}

// What came before the damage is there, and the place of the damage is named.
TEST(Layers, GiveWhatComesBeforeDamage) {
  const std::string text = content(300'000);
  for (const Kind kind : {Kind::Gzip, Kind::Zlib, Kind::Zstd, Kind::Lz4}) {
    Buffer whole;
    ASSERT_TRUE(write(to_string(kind), as_bytes(text), whole).ok());
    // The checksum is the last but for gzip's length.
    const std::size_t checksum = whole.size() - (kind == Kind::Gzip ? 8 : 4);
    for (std::size_t size = 20; size < whole.size(); size += 1 + whole.size() / 50) {
      SCOPED_TRACE(std::string(to_string(kind)) + " cut at " + std::to_string(size));
      Buffer out;
      const Result<std::uint64_t> end = open_up_to_damage(kind, whole.bytes().first(size), out, {});
      ASSERT_FALSE(end.ok());
      EXPECT_EQ(end.error().code(), ErrorCode::Truncated);
      EXPECT_EQ(end.error().offset(), size);
      EXPECT_TRUE(text.starts_with(out.text()));
    }
    Buffer all;
    EXPECT_FALSE(open_up_to_damage(kind, whole.bytes().first(checksum), all, {}).ok());
    EXPECT_EQ(all.size(), text.size()) << to_string(kind);
    for (const std::size_t at : {checksum, std::size_t{30}, whole.size() / 2}) {
      SCOPED_TRACE(std::string(to_string(kind)) + " wrong at " + std::to_string(at));
      std::string damaged(whole.text());
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      Buffer out;
      const Result<std::uint64_t> end = open_up_to_damage(kind, as_bytes(damaged), out, {});
      ASSERT_FALSE(end.ok());
      EXPECT_EQ(end.error().code(), ErrorCode::Malformed);
      EXPECT_GE(end.error().offset() + 4, at);
      if (at != checksum) continue;
      EXPECT_LT(end.error().offset(), checksum + 4);
      EXPECT_TRUE(out.text() == text);
    }
  }
}

// A small input that would fill memory.
TEST(Layers, KeepToTheLimit) {
  const std::string zeros(10'000'000, '\0');
  Limits limits;
  limits.expansion = 1'000'000;
  const std::string inputs[] = {deflated(libdeflate_gzip_compress, zeros), deflated(libdeflate_zlib_compress, zeros),
                                deflated(libdeflate_deflate_compress, zeros), in_zstd(zeros), in_lz4(zeros)};
  const Kind kinds[] = {Kind::Gzip, Kind::Zlib, Kind::Deflate, Kind::Zstd, Kind::Lz4};
  for (std::size_t i = 0; i < 5; ++i) {
    Buffer out;
    const Result<std::uint64_t> end = open(kinds[i], as_bytes(inputs[i]), out, limits);
    ASSERT_FALSE(end.ok()) << to_string(kinds[i]);
    EXPECT_EQ(end.error().code(), ErrorCode::LimitExceeded) << to_string(kinds[i]);
    EXPECT_LT(out.capacity(), 4'000'000U) << to_string(kinds[i]);
    // Where nothing was chosen the input's length counts.
    EXPECT_EQ(open(kinds[i], as_bytes(inputs[i]), out, {}).ok(), 64 * inputs[i].size() >= zeros.size());
    limits.expansion = zeros.size();
    ASSERT_TRUE(open(kinds[i], as_bytes(inputs[i]), out, limits).ok()) << to_string(kinds[i]);
    EXPECT_TRUE(out.text() == zeros);
    limits.expansion = 1'000'000;
  }
}

TEST(Layers, SeeNoneInOtherData) {
  for (const std::string_view text : {"", "hello", "<xml/>", "{\"a\":1}", "a,b\n1,2\n"}) {
    for (const Kind kind : candidates(as_bytes(text))) {
      EXPECT_NE(looks_like(kind, as_bytes(text)), Sign::Strong) << text;
    }
  }
  for (const Kind kind : {Kind::Base64, Kind::Base64Url, Kind::Hex, Kind::UrlEncoding, Kind::Utf16}) {
    EXPECT_EQ(looks_like(kind, as_bytes("<?xml version=\"1.0\"?><a b=\"%41\"/>")), Sign::None);
  }
}

}  // namespace
}  // namespace dotwire::layers
