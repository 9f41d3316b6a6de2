#include "codecs/layers/compressed.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include <libdeflate.h>
#include <lz4frame.h>
#include <zlib.h>
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

// One of the framings of deflate data.
struct Framing {
  Inflate inflate;
  int window_bits;  // as zlib tells the framings apart; 0: nothing shows that it is one, so damage is not looked into
};
constexpr Framing kGzip = {libdeflate_gzip_decompress_ex, 16 + MAX_WBITS};
constexpr Framing kZlib = {libdeflate_zlib_decompress_ex, MAX_WBITS};
constexpr Framing kDeflate = {libdeflate_deflate_decompress_ex, 0};

// What is whole of a member that libdeflate calls damaged, and where and why it ends: it says neither itself. zlib has
// looked a few bytes ahead where it stops, but for checksums, which are behind all content.
Result<std::uint64_t> inflate_up_to_damage(const Framing& framing, Bytes input, std::uint64_t at, Buffer& out,
                                           std::uint64_t left) {
  struct End {
    void operator()(z_stream* stream) const { inflateEnd(stream); }
  };
  z_stream state = {};
  if (inflateInit2(&state, framing.window_bits) != Z_OK) return Error(ErrorCode::LimitExceeded, at, "no memory");
  const std::unique_ptr<z_stream, End> stream(&state);
  std::uint64_t next = at;
  std::size_t room = kFirstRoom;
  const std::size_t before = out.size();
  for (;;) {
    if (out.size() - before > left) return too_large(left);
    const Bytes piece = input.subspan(next, std::min<std::size_t>(input.size() - next, std::size_t{1} << 30));
    state.next_in = const_cast<Bytef*>(piece.data());
    state.avail_in = static_cast<uInt>(piece.size());
    state.next_out = out.reserve_more(room);
    state.avail_out = static_cast<uInt>(room);
    const int result = inflate(&state, Z_NO_FLUSH);
    out.commit(state.next_out);
    next += piece.size() - state.avail_in;
    if (result == Z_STREAM_END) return next;
    if (result == Z_MEM_ERROR) return Error(ErrorCode::LimitExceeded, next, "no memory to decompress");
    if (result == Z_BUF_ERROR || (result == Z_OK && next == input.size() && state.avail_out != 0)) {
      return Error(ErrorCode::Truncated, next, "the data end early");
    }
    if (result == Z_OK) {
      room = next_room(out.size() - before, room, left);
      continue;
    }
    const std::string why = state.msg != nullptr ? state.msg : "no whole data";
    const bool is_checksum = why == "incorrect data check" || why == "incorrect length check";
    return Error(ErrorCode::Malformed, is_checksum ? next - sizeof(std::uint32_t) : next, why);
  }
}

// One member at `at`. The library wants all room at once, so it is tried with ever more.
Result<std::uint64_t> inflate_member(const Framing& framing, Bytes input, std::uint64_t at, Buffer& out,
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
    switch (framing.inflate(inflater.handle, member.data(), member.size(), to, room, &used, &made)) {
      case LIBDEFLATE_SUCCESS: out.commit(to + made); return at + used;
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        if (room >= most) return too_large(left);
        room = std::min(most, room * 4);
        if (out.empty()) out = Buffer();  // nothing of the last try is wanted
        break;
      default:
        if (framing.window_bits == 0) return Error(ErrorCode::Malformed, at, "the bytes are no whole deflate data");
        return inflate_up_to_damage(framing, input, at, out, left);
    }
  }
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
    Result<std::uint64_t> end = inflate_member(kGzip, input, at, out, left);
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
  return inflate_member(kZlib, input, 0, out, most_content(input, limits));
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
  return inflate_member(kDeflate, input, 0, out, most_content(input, limits));
}

// --- Zstandard and LZ4 frames

namespace {

struct Step {
  std::size_t used = 0;
  std::size_t made = 0;
  bool is_frame_end = false;
  const char* error = nullptr;
};

class ZstdStream {
 public:
  bool is_ready() const { return stream_ != nullptr; }

  Step step(Bytes input, std::uint8_t* to, std::size_t room) {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{to, room, 0};
    const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in);
    if (ZSTD_isError(left) != 0) return {.error = ZSTD_getErrorName(left)};
    return {in.pos, out.pos, left == 0, nullptr};
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
};

class Lz4Stream {
 public:
  Lz4Stream() {
    LZ4F_dctx* made = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) == 0) context_.reset(made);
  }
  bool is_ready() const { return context_ != nullptr; }

  Step step(Bytes input, std::uint8_t* to, std::size_t room) {
    Step done{input.size(), room, false, nullptr};
    const std::size_t left = LZ4F_decompress(context_.get(), to, &done.made, input.data(), &done.used, nullptr);
    if (LZ4F_isError(left) != 0) return {.error = LZ4F_getErrorName(left)};
    done.is_frame_end = left == 0;
    return done;
  }

 private:
  struct Free {
    void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
  };
  std::unique_ptr<LZ4F_dctx, Free> context_;
};

// How much a decompressor is given at once: pieces, and from a place on single bytes.
struct Pieces {
  std::size_t size;
  std::size_t single_from;
  std::size_t at(std::size_t place, std::size_t left) const {
    return std::min(left, place >= single_from ? 1 : std::min(size, single_from - place));
  }
};

// Frames in a row. A damaged one ends at the piece in which the damage is.
template <typename Stream>
Result<std::uint64_t> read_frames(Sign (*sign)(Bytes), Bytes input, const Pieces& pieces, Buffer& out,
                                  std::uint64_t most) {
  Stream stream;
  if (!stream.is_ready()) return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, "no memory to decompress");
  const std::size_t before = out.size();
  std::size_t at = 0;
  std::size_t room = kFirstRoom;
  for (;;) {
    if (out.size() - before > most) return too_large(most);
    std::uint8_t* to = out.reserve_more(room);
    const Step step = stream.step(input.subspan(at, pieces.at(at, input.size() - at)), to, room);
    if (step.error != nullptr) return Error(ErrorCode::Malformed, at, step.error);
    at += step.used;
    out.commit(to + step.made);
    if (step.is_frame_end) {
      if (sign(input.subspan(at)) == Sign::None) return std::uint64_t{at};
    } else if (at == input.size() && step.made < room) {
      return Error(ErrorCode::Truncated, at, "the data end early");
    }
    room = next_room(out.size() - before, room, most);
  }
}

// The libraries do not say where in a piece the damage is, nor give what came before it: so it is looked for in smaller
// ones.
template <typename Stream>
Result<std::uint64_t> open_frames(Sign (*sign)(Bytes), Bytes input, Buffer& out, std::uint64_t most) {
  constexpr std::size_t kPiece = 16'384;
  const std::size_t before = out.size();
  Pieces pieces{input.size(), input.size()};
  Result<std::uint64_t> end = read_frames<Stream>(sign, input, pieces, out, most);
  const bool is_damaged = !end.ok() && end.error().code() == ErrorCode::Malformed;
  for (int pass = 0; is_damaged && pass < 2; ++pass) {
    pieces.size = kPiece;
    if (pass == 1) pieces.single_from = static_cast<std::size_t>(end.error().offset());
    out.resize(before);
    end = read_frames<Stream>(sign, input, pieces, out, most);
    if (end.ok()) break;
  }
  return end;
}

}  // namespace

Sign sign_of_zstd(Bytes input) {
  return input.size() >= 6 && load<std::uint32_t>(input.data()) == 0xFD2FB528U ? Sign::Strong : Sign::None;
}

Result<std::uint64_t> open_zstd(Bytes input, Buffer& out, const Limits& limits) {
  return open_frames<ZstdStream>(sign_of_zstd, input, out, most_content(input, limits));
}

Sign sign_of_lz4(Bytes input) {
  return input.size() >= 11 && load<std::uint32_t>(input.data()) == 0x184D2204U ? Sign::Strong : Sign::None;
}

Result<std::uint64_t> open_lz4(Bytes input, Buffer& out, const Limits& limits) {
  return open_frames<Lz4Stream>(sign_of_lz4, input, out, most_content(input, limits));
}

// --- QuickLZ

Sign sign_of_quicklz(Bytes input) { return quicklz::looks_like(input) ? Sign::Weak : Sign::None; }

Result<std::uint64_t> open_quicklz(Bytes input, Buffer& out, const Limits& limits) {
  DOTWIRE_TRY(const quicklz::Header header, quicklz::decompress(input, out, limits));
  return std::uint64_t{header.block_size};
}

}  // namespace dotwire::layers
