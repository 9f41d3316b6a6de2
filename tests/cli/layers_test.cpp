// Documents inside text encodings and compressors, as every command sees them.
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libdeflate.h>

#include "dotwire/dotwire.h"
#include "inputs.h"
#include "run.h"
#include "support/file.h"

namespace dotwire::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return k < bytes.size() ? static_cast<std::uint8_t>(bytes[k]) : 0U; };
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

std::string gzip(std::string_view bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), &libdeflate_free_compressor);
  std::string out(bytes.size() + 1000, '\0');
  out.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The payload, compressed, as base64 text.
std::string wrapped() { return base64(gzip(point_payload().text())); }

TEST(Layers, IdentifyNamesThem) {
  const ProgramRun text = run({"identify", "-"}, bytes_of(wrapped()));
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.out, "-: binaryformatter, in base64, in gzip, 59 bytes; root P, L\n");
  EXPECT_THAT(run({"identify", "--json", "-"}, bytes_of(wrapped())).out, HasSubstr("\"layers\":[\"base64\",\"gzip\"]"));
}

// Few bytes that would fill memory are no damage: all commands name the limit, and give the same exit code.
TEST(Layers, ThatHoldTooMuchAreRefusedByName) {
  std::string zeros;
  zeros.resize(20'000'000);
  const TempDir folder;
  for (const std::string_view kind : {"gzip", "zlib", "deflate", "zstd", "lz4"}) {
    for (const bool in_base64 : {false, true}) {
      std::vector<std::string_view> names = {kind};
      if (in_base64) names.push_back("base64");
      Buffer bomb;
      ASSERT_TRUE(put_in_layers(bytes_of(zeros), names, bomb).ok());
      const std::string file = put(folder, "bomb", bomb);
      const std::string says = std::string(kind) + ": the content is larger than Limits::expansion";
      for (const std::vector<std::string>& words :
           {std::vector<std::string>{"identify"}, std::vector<std::string>{"verify"},
            std::vector<std::string>{"inspect"}, std::vector<std::string>{"convert", "--to", "json"},
            std::vector<std::string>{"convert", "--from", "binaryformatter", "--to", "json"}}) {
        std::vector<std::string> all = words;
        all.push_back(file);
        const ProgramRun result = run(all);
        EXPECT_EQ(result.code, 2) << words[0] << kind << in_base64;
        EXPECT_THAT(result.out + result.err, HasSubstr(says)) << words[0];
        EXPECT_THAT(result.out + result.err, Not(HasSubstr("damaged"))) << words[0];
      }
      EXPECT_THAT(run({"identify", "--json", file}).out, HasSubstr(R"("damage":{"error":"limit exceeded",)"));
      EXPECT_EQ(verify(bomb).verdict, Verdict::Refused);
      const Identification found = identify(bomb);
      ASSERT_TRUE(found.damage.has_value());
      EXPECT_EQ(found.damage->code(), ErrorCode::LimitExceeded);
      EXPECT_EQ(found.measure.layers.size(), in_base64 ? 1U : 0U);
    }
  }
  Buffer gzip;
  const std::string_view only[] = {"gzip"};
  ASSERT_TRUE(put_in_layers(bytes_of(zeros), only, gzip).ok());
  EXPECT_EQ(run({"verify", "--limit", "expansion=30000000", put(folder, "bomb", gzip)}).code, 3) << "zeros are nothing";
}

TEST(Layers, EveryCommandReadsThrough) {
  const Buffer payload = point_payload();
  const std::string plain = run({"convert", "--to", "json", "-"}, payload).out;
  ASSERT_FALSE(plain.empty());
  const ProgramRun converted = run({"convert", "--to", "json", "-"}, bytes_of(wrapped()));
  EXPECT_EQ(converted.out, plain);
  EXPECT_THAT(converted.err, HasSubstr("in base64, gzip"));
  EXPECT_EQ(run({"inspect", "-"}, bytes_of(wrapped())).out, run({"inspect", "-"}, payload).out);
  EXPECT_EQ(run({"inspect", "--records", "-"}, bytes_of(wrapped())).out,
            run({"inspect", "--records", "-"}, payload).out);
  const ProgramRun verified = run({"verify", "-"}, bytes_of(wrapped()));
  EXPECT_EQ(verified.code, 0);
  EXPECT_EQ(verified.out, "-: identical (in base64, gzip)\n");
}

TEST(Layers, FromMayNameWhatIsInside) {
  EXPECT_EQ(run({"verify", "--from", "binaryformatter", "-"}, bytes_of(wrapped())).code, 0);
}

TEST(Layers, DamageCountsInside) {
  std::string cut(point_payload().text());
  cut.resize(50);
  const ProgramRun result = run({"identify", "-"}, bytes_of(gzip(cut)));
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.out, EndsWith("in gzip, damaged\n"));
  EXPECT_THAT(result.err, HasSubstr("at byte"));
}

// A damaged layer has one place and one exit code, whatever the command and the way; only inspect shows what was
// inside.
TEST(Layers, DamagedAreNamedByEveryCommand) {
  const Buffer payload = point_payload();
  const TempDir folder;
  for (const std::string_view kind : {"gzip", "zlib", "zstd", "lz4"}) {
    for (const bool in_base64 : {false, true}) {
      std::vector<std::string_view> names = {kind};
      Buffer layer;
      ASSERT_TRUE(put_in_layers(payload, names, layer).ok());
      // The last byte of a checksum or a length.
      layer.data()[layer.size() - 1] ^= 1;
      Buffer damaged;
      const std::string_view base64[] = {"base64"};
      ASSERT_TRUE(put_in_layers(layer, std::span(base64).first(in_base64 ? 1 : 0), damaged).ok());
      const std::string file = put(folder, "damaged", damaged);
      const std::string says = std::string(in_base64 ? "inside base64, " : "") + std::string(kind) + ": ";
      for (const std::vector<std::string>& words :
           {std::vector<std::string>{"identify"}, std::vector<std::string>{"verify"},
            std::vector<std::string>{"verify", "--from", "binaryformatter"}, std::vector<std::string>{"inspect"},
            std::vector<std::string>{"inspect", "--records"}, std::vector<std::string>{"convert", "--to", "json"},
            std::vector<std::string>{"convert", "--from", "binaryformatter", "--to", "json"},
            std::vector<std::string>{"convert", "--all", "--to", "json"}}) {
        SCOPED_TRACE(says + words[0] + (words.size() > 1 ? words[1] : ""));
        std::vector<std::string> all = words;
        all.push_back(file);
        const ProgramRun result = run(all);
        EXPECT_EQ(result.code, 2);
        EXPECT_THAT(result.out + result.err, HasSubstr(says));
        EXPECT_THAT(result.out + result.err, HasSubstr("at byte"));
        EXPECT_THAT(result.err, Not(HasSubstr("record")));
        if (words[0] == "convert") {
          EXPECT_EQ(result.out, "");
        }
        if (words[0] == "inspect") {
          EXPECT_THAT(result.out, HasSubstr("P"));
        }
      }
      EXPECT_THAT(run({"identify", file}).out, HasSubstr("binaryformatter, in "));
      EXPECT_THAT(run({"verify", "--json", file}).out, HasSubstr(R"("verdict":"damaged")"));
      EXPECT_THAT(run({"identify", "--json", file}).out, HasSubstr(R"("damage":{"error":"malformed",)"));
      EXPECT_THAT(run({"inspect", "--json", file}).out, HasSubstr(R"("error":"malformed",)"));
    }
  }
}

// With --offset places are those of the file.
TEST(Layers, DamagedBehindOtherBytes) {
  std::string cut = gzip(point_payload().text());
  cut.resize(cut.size() - 9);
  const std::string file = "12345" + cut;
  for (const std::string_view command : {"identify", "verify", "inspect"}) {
    const ProgramRun result = run({std::string(command), "--offset", "5", "-"}, bytes_of(file));
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_THAT(result.out + result.err, HasSubstr("at byte " + std::to_string(file.size()))) << command;
  }
}

TEST(Layers, WhatIsBehindThemIsTrailing) {
  EXPECT_THAT(run({"identify", "--json", "-"}, bytes_of(gzip(point_payload().text()) + "behind")).out,
              HasSubstr("\"size\":59,\"trailing\":6"));
}

TEST(Layers, AnUnknownContentStaysUnknown) {
  const ProgramRun result = run({"identify", "--json", "-"}, bytes_of(gzip("nothing that anybody knows, only text")));
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.out, HasSubstr("\"format\":null"));
  EXPECT_THAT(result.out, HasSubstr("\"layers\":[\"gzip\"]"));
}

// There are gzip files that hold themselves: layers are opened to a bound, by every function.
TEST(Layers, AreOpenedToABound) {
  std::string text = "nothing that anybody knows, only text";
  for (int i = 0; i < 40; ++i) text = gzip(text);
  EXPECT_EQ(identify(bytes_of(text)).measure.layers.size(), 6U);
  EXPECT_EQ(verify(bytes_of(text)).verdict, Verdict::Unknown);
  const Result<Document> document = read_document(bytes_of(text));
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code(), ErrorCode::UnknownFormat);
}

TEST(Layers, TheLibraryReadsThroughToo) {
  const std::string text = wrapped();
  Result<Document> document = read_document(bytes_of(text));
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  EXPECT_EQ(document->note, "in base64 gzip");
  EXPECT_EQ(document->size, text.size());
  EXPECT_EQ(verify(bytes_of(text)).verdict, Verdict::Identical);
  const Identification found = identify(bytes_of(text));
  EXPECT_EQ(found.measure.layers.size(), 2U);
  EXPECT_EQ(found.measure.size, 59U);
}

}  // namespace
}  // namespace dotwire::test
