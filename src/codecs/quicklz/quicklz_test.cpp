#include "codecs/quicklz/quicklz.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "codecs/quicklz/reference_test.h"

namespace dotwire::quicklz {
namespace {

using Vector = std::vector<std::uint8_t>;

Vector hex(std::string_view text) {
  Vector bytes;
  int high = -1;
  for (const char c : text) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) continue;
    if (high >= 0) bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
    high = high >= 0 ? -1 : digit;
  }
  return bytes;
}

Vector bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Vector compressed(const Vector& content, Version version = Version::V150) {
  Buffer out;
  EXPECT_TRUE(compress(content, out, {version}).ok());
  return {out.data(), out.data() + out.size()};
}

Vector decompressed(const Vector& block) {
  Buffer out;
  const Result<Header> header = decompress(block, out);
  EXPECT_TRUE(header.ok()) << header.error().to_string();
  return {out.data(), out.data() + out.size()};
}

Error error_of(const Vector& block, const Limits& limits = {}) {
  Buffer out;
  Result<Header> header = decompress(block, out, limits);
  EXPECT_FALSE(header.ok());
  EXPECT_TRUE(out.empty());
  return header.ok() ? Error(ErrorCode::InvalidArgument, "read") : std::move(header).error();
}

struct Draw {
  std::uint64_t state;
  std::uint32_t operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  }
};

// Content of several kinds: letters, few letters, runs, repeated phrases, noise.
Vector content(std::uint32_t seed, std::size_t size) {
  Draw random{seed};
  const std::uint32_t letters[] = {26, 3, 1, 200, 256};
  Vector bytes;
  while (bytes.size() < size) {
    const std::uint32_t kind = seed % 7 == 6 ? random() % 6 : seed % 7;
    if (kind == 5 && bytes.size() > 20) {
      const std::size_t from = random() % bytes.size();
      for (std::size_t i = 0, count = random() % 300; i < count; ++i) bytes.push_back(bytes[from + i]);
    } else {
      const std::uint32_t count = 1 + random() % 40;
      const auto first = static_cast<std::uint8_t>(random());
      for (std::uint32_t i = 0; i < count; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(first + random() % letters[kind % 5]));
      }
    }
  }
  bytes.resize(size);
  return bytes;
}

struct Vectors {
  const char* name;
  Vector content;
  const char* block;
};

TEST(QuickLz, GivesTheBlocksOfTheSpecification) {
  const Vectors vectors[] = {
      {"hello", bytes_of("hello"), "47 12000000 05000000 00000080 68656C6C6F"},
      {"abcdefgh x 3", bytes_of("abcdefghabcdefghabcdefgh"),
       "47 1B000000 18000000 00010080 6162636465666768 7A45 65666768"},
      {"a x 40", Vector(40, 'a'), "47 18000000 28000000 10000080 61616161 707720 61616161"},
  };
  for (const Vectors& vector : vectors) {
    SCOPED_TRACE(vector.name);
    Vector block = hex(vector.block);
    EXPECT_EQ(compressed(vector.content), block);
    EXPECT_EQ(decompressed(block), vector.content);
    block[0] = 0x03;  // 1.4.1
    EXPECT_EQ(compressed(vector.content, Version::V141), block);
    EXPECT_EQ(decompressed(block), vector.content);
  }
}

TEST(QuickLz, StoresWhatDoesNotShrink) {
  const Vector table = hex(R"(
      00 01 54  02 00 00 00
      01 41 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32
      01 53 0D 53 79 73 74 65 6D 2E 53 74 72 69 6E 67
      02 00 00 00
      00 2C 01 00 00  00 02 68 69  01 01)");
  ASSERT_EQ(table.size(), 53U);
  Vector block = hex("46 3E000000 35000000");
  block.insert(block.end(), table.begin(), table.end());
  EXPECT_EQ(compressed(table), block);
  EXPECT_EQ(decompressed(block), table);
}

TEST(QuickLz, EmptyContentIsAnEmptyBlock) {
  EXPECT_TRUE(compressed({}).empty());
  EXPECT_TRUE(decompressed({}).empty());
}

TEST(QuickLz, ReadsShortHeaders) {
  EXPECT_EQ(decompressed(hex("45 0C 05 00000080 68656C6C6F")), bytes_of("hello"));
  EXPECT_EQ(decompressed(hex("44 08 05 68656C6C6F")), bytes_of("hello"));
  EXPECT_EQ(decompressed(hex("00 08 05 68656C6C6F")), bytes_of("hello"));
}

TEST(QuickLz, ReadsBothTheNewerHeadersLevelsAndTellsThem) {
  Buffer out;
  const Result<Header> header = decompress(hex("4F 12000000 05000000 00000080 68656C6C6F FF"), out);
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->level, 3);
  EXPECT_EQ(header->block_size, 18U);  // the byte behind is the caller's
  EXPECT_EQ(out.text(), "hello");
}

TEST(QuickLz, ReadsEveryFormOfLevel3Matches) {
  // Six literals, a match, a literal, four matches, the tail.
  const Vector body =
      hex("400F0080 616263646566"
          "18"        // 1 byte:  distance 6, length 3
          "67"        //
          "2900"      // 2 bytes: distance 10, length 3
          "8602"      // 2 bytes: distance 10, length 4
          "070500"    // 3 bytes: distance 10, length 3
          "837F0500"  // 4 bytes: distance 10, length 258
          "30313233343536373839");
  const std::size_t size = 6 + 3 + 1 + 3 + 4 + 3 + 258 + 10;
  Vector block = {0x4F, static_cast<std::uint8_t>(body.size() + 9), 0, 0, 0, size & 0xFF, size >> 8, 0, 0};
  block.insert(block.end(), body.begin(), body.end());

  Vector expected = bytes_of("abcdefabcg");
  while (expected.size() < size - 10) expected.push_back(expected[expected.size() - 10]);
  for (char digit = '0'; digit <= '9'; ++digit) expected.push_back(static_cast<std::uint8_t>(digit));
  EXPECT_EQ(decompressed(block), expected);
}

TEST(QuickLz, CompressesLikeTheReferenceAndReadsItBack) {
  Compressor compressor;  // reused: what earlier blocks left in its table must not matter
  Decompressor decompressor;
  Buffer block;
  Buffer back;
  for (std::uint32_t seed = 0; seed < 700; ++seed) {
    const Vector bytes = content(seed, seed < 350 ? seed : seed * 17);
    for (const Version version : {Version::V141, Version::V150}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      block.clear();
      back.clear();
      ASSERT_TRUE(compressor.compress(bytes, block, {version}).ok());
      ASSERT_EQ(Vector(block.data(), block.data() + block.size()), ReferenceEncoder(bytes, version).encode());
      const Result<Header> header = decompressor.decompress(block, back);
      ASSERT_TRUE(header.ok()) << header.error().to_string();
      ASSERT_EQ(header->block_size, bytes.empty() ? 0 : block.size());
      ASSERT_EQ(Vector(back.data(), back.data() + back.size()), bytes);
    }
  }
}

TEST(QuickLz, AppendsAndLeavesWhatIsThere) {
  Buffer out(as_bytes("before"));
  ASSERT_TRUE(compress(as_bytes("hello"), out).ok());
  EXPECT_EQ(out.size(), 6U + 18U);
  Buffer back(as_bytes("x"));
  ASSERT_TRUE(decompress(out.bytes().subspan(6), back).ok());
  EXPECT_EQ(back.text(), "xhello");
}

TEST(QuickLz, EveryPrefixOfABlockIsAnError) {
  for (const std::uint32_t seed : {1U, 5U, 6U}) {
    const Vector block = compressed(content(seed, 900));
    for (std::size_t size = 1; size < block.size(); ++size) {
      Vector prefix(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_EQ(error_of(prefix).code(), ErrorCode::Truncated);
      if (size < 9) continue;
      // The same with a header that fits, so that the body itself ends early.
      store(prefix.data() + 1, static_cast<std::uint32_t>(size));
      const Error error = error_of(prefix);
      EXPECT_TRUE(error.code() == ErrorCode::Truncated || error.code() == ErrorCode::Malformed);
    }
  }
}

TEST(QuickLz, DamagedBlocksAreReadWithinBounds) {
  Draw random{1};
  Decompressor decompressor;
  Buffer out;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Vector block = compressed(content(seed, 700));
    for (int round = 0; round < 200; ++round) {
      Vector damaged = block;
      for (int i = 0; i < 3; ++i) damaged[9 + random() % (damaged.size() - 9)] = static_cast<std::uint8_t>(random());
      if (round % 2 == 0 && (damaged[0] & 1) != 0) damaged[0] = 0x4F;  // as level 3
      out.clear();
      const Result<Header> header = decompressor.decompress(damaged, out);
      if (header.ok()) {
        EXPECT_EQ(out.size(), 700U);
      } else {
        EXPECT_TRUE(out.empty());
      }
    }
  }
}

struct Hostile {
  const char* rule;
  const char* block;
  ErrorCode code;
  std::uint64_t offset;
};

TEST(QuickLz, RejectsWhatNoCompressorWrites) {
  const Hostile cases[] = {
      {"size negative", "47 FFFFFFFF 05000000 00000080 6868", ErrorCode::Malformed, 1},
      {"size less than the header", "47 08000000 05000000 00000080 6868", ErrorCode::Malformed, 1},
      {"content negative", "47 12000000 FFFFFFFF 00000080 68656C6C6F", ErrorCode::Malformed, 5},
      {"content of 2 GiB from 9 bytes", "47 12000000 FFFFFF7F 00000080 68656C6C6F", ErrorCode::Malformed, 5},
      {"content 0 but compressed", "47 12000000 00000000 00000080 68656C6C6F", ErrorCode::Malformed, 5},
      {"stored size differs", "46 0E000000 06000000 68656C6C6F", ErrorCode::Malformed, 5},
      {"level 2", "4B 12000000 05000000 00000080 68656C6C6F", ErrorCode::Unsupported, 0},
      {"streaming", "57 12000000 05000000 00000080 68656C6C6F", ErrorCode::Unsupported, 0},
      {"bit 7", "C7 12000000 05000000 00000080 68656C6C6F", ErrorCode::Malformed, 0},
      {"control word without end", "47 12000000 05000000 00000000 68656C6C6F", ErrorCode::Malformed, 9},
      {"match in the tail", "47 12000000 05000000 04000080 68656C6C6F", ErrorCode::Malformed, 13},
      {"bytes left", "47 13000000 05000000 00000080 68656C6C6F 00", ErrorCode::Malformed, 18},
      {"slot never filled", "47 1B000000 18000000 00010080 6162636465666768 7B45 65666768", ErrorCode::Malformed, 21},
      {"match too long", "47 18000000 28000000 10000080 61616161 707721 61616161", ErrorCode::Malformed, 17},
      {"match of length 2", "47 18000000 28000000 10000080 61616161 707702 61616161", ErrorCode::Malformed, 17},
      {"level 3 distance 0", "4F 18000000 28000000 10000080 61616161 000000 61616161", ErrorCode::Malformed, 17},
      {"level 3 distance too far", "4F 18000000 28000000 10000080 61616161 140000 61616161", ErrorCode::Malformed, 17},
  };
  for (const Hostile& hostile : cases) {
    SCOPED_TRACE(hostile.rule);
    const Error error = error_of(hex(hostile.block));
    EXPECT_EQ(error.code(), hostile.code) << error.to_string();
    EXPECT_EQ(error.offset(), hostile.offset) << error.to_string();
    EXPECT_TRUE(error.has_offset());
  }
}

TEST(QuickLz, HoldsToTheExpansionLimit) {
  Limits limits;
  limits.expansion = 39;
  EXPECT_EQ(error_of(compressed(Vector(40, 'a')), limits).code(), ErrorCode::LimitExceeded);
}

TEST(QuickLz, LooksLikeABlockOnlyWithAWholeHeaderThatFits) {
  EXPECT_TRUE(looks_like(hex("47 12000000 05000000 00000080 68656C6C6F")));
  EXPECT_FALSE(looks_like(hex("47 12000000 05000000 00000080 68656C6C")));
  EXPECT_FALSE(looks_like(hex("47 12")));
  EXPECT_FALSE(looks_like({}));
  EXPECT_FALSE(looks_like(bytes_of("Gzip or anything else, even text")));
}

// What is there of a cut block is a prefix of the content, and grows with the block.
TEST(QuickLzStart, GivesWhatACutBlockHolds) {
  Vector content;
  for (int i = 0; i < 2000; ++i) content.push_back(static_cast<std::uint8_t>(i % 97 + i / 300));
  const Vector block = compressed(content);
  std::size_t longest = 0;
  for (std::size_t size = 9; size < block.size(); ++size) {
    Buffer start;
    Decompressor().decompress_start(Bytes(block).first(size), start, 1U << 16);
    ASSERT_LE(start.size(), content.size());
    ASSERT_GE(start.size(), longest) << size;
    longest = start.size();
    ASSERT_TRUE(std::equal(start.data(), start.data() + start.size(), content.data())) << size;
  }
  EXPECT_GT(longest, content.size() - 100);
  Buffer bounded;
  Decompressor().decompress_start(block, bounded, 100);
  EXPECT_LE(bounded.size(), 100U);
  EXPECT_GT(bounded.size(), 50U);
  Buffer nothing;
  Decompressor().decompress_start(bytes_of("Gzip or anything else, even text"), nothing, 100);
  Decompressor().decompress_start({}, nothing, 100);
  EXPECT_TRUE(nothing.empty());
}

}  // namespace
}  // namespace dotwire::quicklz
