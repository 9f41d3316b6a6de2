#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"
#include "codecs/quicklz/block.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::quicklz {
namespace {

constexpr std::uint32_t kBytesMask = 0xFFFFFF;
constexpr std::uint64_t kMaxPosition = std::uint64_t{1} << 32;
// The give-up rule keeps the body below the input's size but for one control word's items and the tail.
constexpr std::size_t kOutputSlack = 512;

std::uint8_t* put_header(std::uint8_t* out, Version version, bool compressed, std::size_t block, std::size_t content) {
  const std::uint8_t version_bits = version == Version::V150 ? kFlagVersion150 | 1 << 2 : 0;
  *out = static_cast<std::uint8_t>(version_bits | kFlagLongHeader | (compressed ? kFlagCompressed : 0));
  store(out + 1, static_cast<std::uint32_t>(block));
  store(out + 5, static_cast<std::uint32_t>(content));
  return out + kLongHeader;
}

std::uint8_t* put_stored(Bytes in, std::uint8_t* out, Version version) {
  out = put_header(out, version, false, in.size() + kLongHeader, in.size());
  std::memcpy(out, in.data(), in.size());
  return out + in.size();
}

// Equal bytes at both places, at most `limit`; the first three are known to be equal.
std::size_t match_length(const std::uint8_t* a, const std::uint8_t* b, std::size_t limit) {
  std::size_t length = kMinMatch;
  while (length + 8 <= limit) {
    const std::uint64_t difference = load<std::uint64_t>(a + length) ^ load<std::uint64_t>(b + length);
    if (difference != 0) return length + (static_cast<unsigned>(std::countr_zero(difference)) >> 3);
    length += 8;
  }
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

// Six equal bytes, the first three of them before `at`.
bool in_run(const std::uint8_t* at) {
  return (load<std::uint32_t>(at - 3) ^ load<std::uint32_t>(at - 2)) == 0 && at[1] == at[2];
}

std::uint8_t* put_match(std::uint8_t* out, std::uint32_t slot, std::size_t length) {
  const auto size = static_cast<std::uint32_t>(length);
  if (size < kLongMatch) {
    store(out, static_cast<std::uint16_t>(slot << 4 | (size - 2)));
    return out + 2;
  }
  store(out, static_cast<std::uint16_t>(slot << 4));
  out[2] = static_cast<std::uint8_t>(size);
  return out + 3;
}

// Items gather in a control word, whose place is kept open in front of them.
struct Control {
  std::uint8_t* place;
  std::uint32_t bits = 0;
  std::uint32_t count = 0;

  bool full() const { return count == kItemsPerControl; }
  void close() { store(place, bits | kControlEnd); }
  std::uint8_t* open(std::uint8_t* out) {
    *this = Control{out};
    return out + kControlSize;
  }
};

std::uint8_t* put_tail(const std::uint8_t* at, const std::uint8_t* end, std::uint8_t* out, Control control) {
  for (; at != end; ++at) {
    if (control.full()) {
      control.close();
      out = control.open(out);
    }
    *out++ = *at;
    ++control.count;
  }
  control.close();
  return out;
}

}  // namespace

Compressor::Compressor() : slots_(kSlots) {}

std::uint8_t* Compressor::encode(Bytes in, std::uint8_t* const out_begin, Version version) {
  const std::uint8_t* const begin = in.data();
  const std::uint8_t* const end = begin + in.size();
  const std::uint8_t* const last_start = in.size() > kTail ? end - kTail : begin;  // one past the last match start
  const std::size_t give_up_after = version == Version::V150 ? in.size() / 2 : in.size() / 4 * 3;
  std::uint64_t* const slots = slots_.data();
  const std::uint64_t base = base_;

  const std::uint8_t* at = begin;
  const std::uint8_t* literals = begin;  // start of the current run of literals
  Control control{};
  std::uint8_t* out = control.open(out_begin + kLongHeader);
  while (at < last_start) {
    if (control.full()) {
      const auto read = static_cast<std::size_t>(at - begin);
      if (read > give_up_after && static_cast<std::size_t>(out - out_begin) > read - read / 32) {
        return put_stored(in, out_begin, version);
      }
      control.close();
      out = control.open(out);
    }
    const auto bytes = load<std::uint32_t>(at);
    const std::uint32_t slot = slot_of(bytes);
    const std::uint64_t position = base + static_cast<std::uint64_t>(at - begin);
    const std::uint64_t found = slots[slot];
    slots[slot] = position << 32 | bytes;
    *out = *at;
    const std::uint32_t difference = static_cast<std::uint32_t>(found) ^ bytes;
    if ((difference & kBytesMask) == 0 && found >> 32 >= base) [[unlikely]] {
      const std::uint64_t distance = position - (found >> 32);
      if (distance >= kMinDistance || (distance == 1 && at - literals >= 3 && at - begin > 3 && in_run(at))) {
        control.bits |= 1U << control.count++;
        if (difference != 0) {  // the fourth byte; what comes next does not wait for bytes that are far back
          out = put_match(out, slot, kMinMatch);
          at += kMinMatch;
        } else {
          const std::size_t limit =
              std::min<std::size_t>(kMaxMatch, static_cast<std::size_t>(end - at) - kUncompressedEnd);
          const std::size_t length = match_length(at - distance, at, limit);
          out = put_match(out, slot, length);
          at += length;
        }
        literals = at;
        continue;
      }
    }
    ++control.count;
    ++out;
    ++at;
  }
  out = put_tail(at, end, out, control);
  put_header(out_begin, version, true, static_cast<std::size_t>(out - out_begin), in.size());
  return out;
}

Status Compressor::compress(Bytes in, Buffer& out, const Options& options) {
  if (in.empty()) return {};
  if (in.size() > 0x7FFFFFFF - kOutputSlack) {
    return Error(ErrorCode::NotRepresentable, "QuickLZ blocks hold less than 2 GiB");
  }
  if (base_ + in.size() > kMaxPosition) {
    std::fill(slots_.begin(), slots_.end(), 0);
    base_ = 1;
  }
  // Literals alone take an eighth more until the give-up rule looks at them, halfway or at three quarters.
  std::uint8_t* const begin = out.reserve_more(in.size() + kOutputSlack);
  std::uint8_t* const end = encode(in, begin, options.version);
  DOTWIRE_CHECK(static_cast<std::size_t>(end - begin) <= in.size() + kOutputSlack);
  base_ += in.size();
  out.commit(end);
  return {};
}

Status compress(Bytes in, Buffer& out, const Options& options) { return Compressor().compress(in, out, options); }

}  // namespace dotwire::quicklz
