#include "codecs/layers/compressed.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include "base/load.h"
#include "base/reading_limits.h"
#include "base/try.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::layers {
namespace {

constexpr std::size_t kFirstRoom = 65'536;

std::uint64_t most_content(Bytes input, const Limits& limits) { return reading_expansion(limits, input.size()); }

Error too_large(std::uint64_t most) {
  return Error(ErrorCode::LimitExceeded, std::uint64_t{0},
               "the content is larger than Limits::expansion, here " + std::to_string(most) + " bytes");
}

Error truncated(std::uint64_t at, const char* what) {
  return Error(ErrorCode::Truncated, at, std::string("the input ends inside ") + what);
}

// --- gzip, zlib, deflate

struct Inflater {
  Inflater() : handle(libdeflate_alloc_decompressor()) {}
  ~Inflater() { libdeflate_free_decompressor(handle); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  libdeflate_decompressor* handle;
};

using Inflate = libdeflate_result (*)(libdeflate_decompressor*, const void*, std::size_t, void*, std::size_t,
                                      std::size_t*, std::size_t*);

// One member at `at`. The library wants all room at once, so it is tried with ever more.
Result<std::uint64_t> inflate_member(Inflate inflate, Bytes input, std::uint64_t at, const char* what, Buffer& out,
                                     std::uint64_t left) {
  const Inflater inflater;
  if (inflater.handle == nullptr) return Error(ErrorCode::LimitExceeded, at, "no memory to decompress");
  const Bytes member = input.subspan(at);
  // No deflate stream grows by more than this.
  constexpr std::uint64_t kMostGrowth = 1032;
  const std::uint64_t most = std::min(left, member.size() * kMostGrowth + kFirstRoom);
  std::uint64_t room = std::min<std::uint64_t>(most, std::max<std::uint64_t>(kFirstRoom, member.size() * 4));
  for (;;) {
    std::uint8_t* to = out.reserve_more(room);
    std::size_t used = 0;
    std::size_t made = 0;
    switch (inflate(inflater.handle, member.data(), member.size(), to, room, &used, &made)) {
      case LIBDEFLATE_SUCCESS: out.commit(to + made); return at + used;
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        if (room >= most) return too_large(left);
        room = std::min(most, room * 4);
        if (out.empty()) out = Buffer();  // nothing of the last try is wanted
        break;
      default: return Error(ErrorCode::Malformed, at, std::string("the bytes are no whole ") + what + " data");
    }
  }
}

// For what comes behind `made` bytes: as much again, and one byte beyond the most in the end. What is no longer small
// gets the rest at once, which costs nothing before it is filled, where growing would hold the content twice.
std::size_t next_room(std::uint64_t made, std::size_t room, std::uint64_t most) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;
  constexpr std::uint64_t kMostRoom = std::uint64_t{1} << 24;
  constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 28;
  const bool all = made >= kSmall && most <= kMostAtOnce;
  const std::uint64_t wanted = all ? most : std::min(std::max<std::uint64_t>(room, made), kMostRoom);
  return static_cast<std::size_t>(std::min(wanted, most - std::min(most, made) + 1));
}

}  // namespace

Sign sign_of_gzip(Bytes input) {
  // Method 8, and flags of which three are reserved.
  const bool found = input.size() >= 18 && input[0] == 0x1F && input[1] == 0x8B && input[2] == 8 && input[3] < 32;
  return found ? Sign::Strong : Sign::None;
}

Result<std::uint64_t> open_gzip(Bytes input, Buffer& out, const Limits& limits) {
  const std::size_t before = out.size();
  const std::uint64_t most = most_content(input, limits);
  std::uint64_t at = 0;
  do {
    const std::uint64_t left = most - std::min<std::uint64_t>(most, out.size() - before);
    Result<std::uint64_t> end = inflate_member(libdeflate_gzip_decompress_ex, input, at, "gzip", out, left);
    if (!end.ok()) return end.error().code() == ErrorCode::LimitExceeded ? too_large(most) : std::move(end).error();
    at = *end;
  } while (sign_of_gzip(input.subspan(at)) != Sign::None);
  return at;
}

Sign sign_of_zlib(Bytes input) {
  if (input.size() < 8 || (input[0] & 0x0F) != 8 || input[0] >> 4 > 7 || (input[1] & 0x20) != 0) return Sign::None;
  return (input[0] * 256 + input[1]) % 31 == 0 ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_zlib(Bytes input, Buffer& out, const Limits& limits) {
  return inflate_member(libdeflate_zlib_decompress_ex, input, 0, "zlib", out, most_content(input, limits));
}

// A first block of a kind that exists; of a stored one the length and its complement.
Sign sign_of_deflate(Bytes input) {
  if (input.size() < 3) return Sign::None;
  const unsigned type = input[0] >> 1 & 3;
  if (type == 3) return Sign::None;
  if (type != 0) return Sign::Weak;
  const bool fits = input.size() >= 5 && (load<std::uint16_t>(&input[1]) ^ load<std::uint16_t>(&input[3])) == 0xFFFF;
  return fits ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_deflate(Bytes input, Buffer& out, const Limits& limits) {
  return inflate_member(libdeflate_deflate_decompress_ex, input, 0, "deflate", out, most_content(input, limits));
}

// --- Zstandard

Sign sign_of_zstd(Bytes input) {
  return input.size() >= 6 && load<std::uint32_t>(input.data()) == 0xFD2FB528U ? Sign::Strong : Sign::None;
}

Result<std::uint64_t> open_zstd(Bytes input, Buffer& out, const Limits& limits) {
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  const std::unique_ptr<ZSTD_DStream, Free> stream(ZSTD_createDStream());
  if (stream == nullptr) return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, "no memory to decompress");
  const std::size_t before = out.size();
  const std::uint64_t most = most_content(input, limits);
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  std::uint64_t end = 0;
  std::size_t room = kFirstRoom;
  for (;;) {
    if (out.size() - before > most) return too_large(most);
    ZSTD_outBuffer to{out.reserve_more(room), room, 0};
    const std::size_t left = ZSTD_decompressStream(stream.get(), &to, &in);
    if (ZSTD_isError(left) != 0) {
      return Error(ErrorCode::Malformed, in.pos, std::string("zstd data: ") + ZSTD_getErrorName(left));
    }
    out.commit(static_cast<std::uint8_t*>(to.dst) + to.pos);
    if (left == 0) {
      end = in.pos;
      if (sign_of_zstd(input.subspan(end)) == Sign::None) return end;
    } else if (in.pos == in.size && to.pos < to.size) {
      return truncated(in.pos, "zstd data");
    }
    room = next_room(out.size() - before, room, most);
  }
}

// --- LZ4 frames

Sign sign_of_lz4(Bytes input) {
  return input.size() >= 11 && load<std::uint32_t>(input.data()) == 0x184D2204U ? Sign::Strong : Sign::None;
}

Result<std::uint64_t> open_lz4(Bytes input, Buffer& out, const Limits& limits) {
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) != 0) {
    return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, "no memory to decompress");
  }
  struct Free {
    void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
  };
  const std::unique_ptr<LZ4F_dctx, Free> context(made);
  const std::size_t before = out.size();
  const std::uint64_t most = most_content(input, limits);
  std::size_t at = 0;
  std::size_t room = kFirstRoom;
  for (;;) {
    if (out.size() - before > most) return too_large(most);
    std::uint8_t* to = out.reserve_more(room);
    std::size_t made_bytes = room;
    std::size_t used = input.size() - at;
    const std::size_t left = LZ4F_decompress(context.get(), to, &made_bytes, input.data() + at, &used, nullptr);
    if (LZ4F_isError(left) != 0) {
      return Error(ErrorCode::Malformed, at, std::string("lz4 data: ") + LZ4F_getErrorName(left));
    }
    at += used;
    out.commit(to + made_bytes);
    if (left == 0) {
      if (sign_of_lz4(input.subspan(at)) == Sign::None) return std::uint64_t{at};
    } else if (at == input.size() && made_bytes < room) {
      return truncated(at, "lz4 data");
    }
    room = next_room(out.size() - before, room, most);
  }
}

// --- QuickLZ

Sign sign_of_quicklz(Bytes input) { return quicklz::looks_like(input) ? Sign::Weak : Sign::None; }

Result<std::uint64_t> open_quicklz(Bytes input, Buffer& out, const Limits& limits) {
  DOTWIRE_TRY(const quicklz::Header header, quicklz::decompress(input, out, limits));
  return std::uint64_t{header.block_size};
}

}  // namespace dotwire::layers
