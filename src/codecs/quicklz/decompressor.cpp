#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/reading_limits.h"
#include "codecs/quicklz/block.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::quicklz {
namespace {

// What one control word's items can read: the word, 31 matches of four bytes, and the overshoot of a literal copy.
constexpr std::size_t kReach = kControlSize + kItemsPerControl * 4 + 32;
// What a copy may write behind its end.
constexpr std::size_t kOutputSlack = 64;

// The body. Near its end the rest moves to a zero-padded copy, so that a control word's items need no check of their
// own: what they read is inside the copy, and the next word or the end finds that too much was read.
class Body {
 public:
  Body(Bytes block, std::size_t header_size)
      : at(block.data() + header_size), end_(block.data() + block.size()), begin_(block.data()) {}

  // Where an error is. Items are read some bytes at once, perhaps beyond the end.
  std::uint64_t offset() const { return std::min(place(), end_offset()); }
  bool at_end() const { return at == end_; }
  bool overrun() const { return at > end_; }

  Status next_control(std::uint32_t& control) {
    if (end_ - at < static_cast<std::ptrdiff_t>(kReach)) [[unlikely]] {
      if (end_ - at < static_cast<std::ptrdiff_t>(kControlSize)) {
        return Error(ErrorCode::Truncated, offset(), "the block ends before its content is complete");
      }
      move_to_padding();
    }
    control = load<std::uint32_t>(at);
    if ((control & kControlEnd) == 0) [[unlikely]] {
      return Error(ErrorCode::Malformed, offset(), "control word without its end bit");
    }
    at += kControlSize;
    return {};
  }

  const std::uint8_t* at;

 private:
  std::uint64_t place() const { return moved_ + static_cast<std::uint64_t>(at - begin_); }
  std::uint64_t end_offset() const { return moved_ + static_cast<std::uint64_t>(end_ - begin_); }
  void move_to_padding() {
    if (begin_ == padding_) return;
    const auto rest = static_cast<std::size_t>(end_ - at);
    moved_ = place();
    std::memcpy(padding_, at, rest);
    std::memset(padding_ + rest, 0, sizeof padding_ - rest);
    at = begin_ = padding_;
    end_ = padding_ + rest;
  }

  const std::uint8_t* end_;
  const std::uint8_t* begin_;
  std::uint64_t moved_ = 0;
  std::uint8_t padding_[2 * kReach];
};

void copy_16(std::uint8_t* to, const std::uint8_t* from) { std::memcpy(to, from, 16); }

// Copies whole pieces of 16 bytes: may write up to 15 bytes behind the end, and reads as far behind `from`.
void copy_match(std::uint8_t* to, std::size_t distance, std::size_t length) {
  std::uint8_t* const end = to + length;
  if (distance < 16) [[unlikely]] {
    // The pattern, byte by byte, until a multiple of it spans 16 bytes.
    const std::size_t span = (15 + distance) / distance * distance;
    for (std::size_t i = 0; i < span; ++i) to[i] = *(to + i - distance);
    to += span;
    distance = span;
    if (to >= end) return;
  }
  do {
    copy_16(to, to - distance);
    to += 16;
  } while (to < end);
}

struct Match {
  std::size_t distance;
  std::size_t length;
};

// Two neighbouring places of which none, the first, the second or both are entered, as masks of two slots of 32 bits.
// What is not entered goes to a slot of no use behind the others.
struct TwoSlots {
  std::uint64_t keep;
  std::uint64_t drop;

  constexpr TwoSlots(bool first, bool second)
      : keep((first ? kSlots - 1 : 0) | std::uint64_t{second ? kSlots - 1 : 0} << 32),
        drop((first ? 0 : kSlots) | std::uint64_t{second ? 0 : kSlots} << 32) {}
};

// How many literals can stand behind the first place that is not entered: two that wait, and those of a control word.
constexpr std::size_t kMostLiterals = 2 + kItemsPerControl;
// Six places from there on, by the number of literals. The last two of these wait for what comes.
constexpr std::ptrdiff_t kAtOnce = 6;
using SixSlots = std::array<TwoSlots, 3>;
constexpr SixSlots slots_before(std::size_t literals) {
  const auto is_entered = [literals](std::size_t i) { return i + 2 < literals; };
  return {TwoSlots(is_entered(0), is_entered(1)), TwoSlots(is_entered(2), is_entered(3)),
          TwoSlots(is_entered(4), is_entered(5))};
}
template <std::size_t... kLiterals>
constexpr std::array<SixSlots, sizeof...(kLiterals)> make_slots(std::index_sequence<kLiterals...>) {
  return {slots_before(kLiterals)...};
}
constexpr auto kFirstSlots = make_slots(std::make_index_sequence<kMostLiterals + 1>());
// By how many places before a match wait for its bytes.
constexpr TwoSlots kWaitingSlots[] = {{false, false}, {false, true}, {true, true}};

}  // namespace

// Level 1: the table of positions, filled as the compressor fills its own. How many literals stand before a match is
// as good as random in text, so what depends on their number does without jumps. Bytes that were just written are read
// by pieces of one store: a load over two of them waits until both have left the processor.
class Level1 {
 public:
  Level1(Decompressor& owner, const std::uint8_t* begin)
      : slots_(owner.slots_.data()), base_(owner.base_), begin_(begin), next_(begin) {}

  // Reads 8 bytes, of which those behind `out` do not matter.
  void after_literals(const std::uint8_t* out) {
    const std::ptrdiff_t literals = out - next_;
    const SixSlots& slots = kFirstSlots[static_cast<std::size_t>(literals)];
    const auto bytes = load<std::uint64_t>(next_);
    const std::uint32_t position = position_of(next_);
    enter(slots[0], bytes, position);
    enter(slots[1], bytes >> 16, position + 2);
    enter(slots[2], bytes >> 32, position + 4);
    if (literals > kAtOnce + 2) {
      for (next_ += kAtOnce; next_ + 2 < out; ++next_) slots_[slot_of(load<std::uint32_t>(next_))] = position_of(next_);
    }
    next_ = std::max(next_, out - 2);
  }
  // Three bytes stand before each match, since places are entered when three bytes are known.
  void after_match(const std::uint8_t* start, std::size_t distance, const std::uint8_t* out) {
    const std::uint32_t position = position_of(start);
    const std::uint32_t matched = load<std::uint32_t>(start - distance);
    const std::uint64_t bytes = std::uint64_t{matched} << 16 | std::uint64_t{start[-1]} << 8 | start[-2];
    enter(kWaitingSlots[start - next_], bytes, position - 2);
    slots_[slot_of(matched)] = position;
    next_ = out;
  }
  // A slot that this block has not filled gives a distance of 0 or one beyond the start; both fail the caller's check.
  Match decode(const std::uint8_t*& at, const std::uint8_t* out) const {
    const std::uint32_t item = load<std::uint32_t>(at);
    const std::uint32_t position = slots_[item >> 4 & (kSlots - 1)] - base_;
    const auto distance = static_cast<std::size_t>(static_cast<std::uint64_t>(out - begin_) - position);
    const std::uint32_t nibble = item & 15;
    at += nibble != 0 ? 2 : 3;
    return {distance, nibble != 0 ? nibble + 2 : item >> 16 & 0xFF};
  }

 private:
  std::uint32_t position_of(const std::uint8_t* at) const { return base_ + static_cast<std::uint32_t>(at - begin_); }
  // slot_of() of the three bytes from the first byte on, and of those from the second.
  void enter(const TwoSlots& slots, std::uint64_t bytes, std::uint32_t position) {
    const std::uint64_t two = (bytes & 0xFFFFFFFF) | (bytes << 24 & 0xFFFFFFFF00000000);
    const std::uint64_t found = ((two >> 12 ^ two) & slots.keep) | slots.drop;
    slots_[static_cast<std::uint32_t>(found)] = position;
    slots_[found >> 32] = position + 1;
  }

  std::uint32_t* slots_;
  std::uint32_t base_;
  const std::uint8_t* begin_;
  const std::uint8_t* next_;  // first position that is not in the table yet
};

namespace {

// Level 3: distances stand in the matches.
class Level3 {
 public:
  void after_literals(const std::uint8_t*) {}
  void after_match(const std::uint8_t*, std::size_t, const std::uint8_t*) {}
  Match decode(const std::uint8_t*& at, const std::uint8_t*) const {
    const std::uint32_t item = load<std::uint32_t>(at);
    if ((item & 3) == 0) return at += 1, Match{item >> 2 & 0x3F, 3};
    if ((item & 3) == 1) return at += 2, Match{item >> 2 & 0x3FFF, 3};
    if ((item & 3) == 2) return at += 2, Match{item >> 6 & 0x3FF, (item >> 2 & 0xF) + 3};
    if ((item & 0x7F) != 3) return at += 3, Match{item >> 7 & 0x1FFFF, (item >> 2 & 0x1F) + 2};
    return at += 4, Match{item >> 15, (item >> 7 & 0xFF) + 3};
  }
};

struct Output {
  std::uint8_t* begin;
  std::uint8_t* tail;       // matches start in front of this
  std::uint8_t* match_end;  // and do not reach behind this
  std::uint8_t* end;

  Output(std::uint8_t* to, std::size_t size)
      : begin(to),
        tail(to + (size > kTail ? size - kTail : 0)),
        match_end(to + (size > kUncompressedEnd ? size - kUncompressedEnd : 0)),
        end(to + size) {}
};

// The last bytes, all literals, whose control bits are clear.
Status decode_tail(Body& body, std::uint32_t control, std::uint8_t* out, const Output& output) {
  while (out != output.end) {
    if (control == 1) {
      DOTWIRE_TRY(body.next_control(control));
    }
    const auto items = static_cast<std::ptrdiff_t>(std::bit_width(control) - 1);
    const std::ptrdiff_t count = std::min(items, output.end - out);
    if ((control & ((1U << count) - 1)) != 0) {
      return Error(ErrorCode::Malformed, body.offset(), "match in the last ten bytes");
    }
    std::memcpy(out, body.at, static_cast<std::size_t>(count));
    out += count;
    body.at += count;
    control >>= count;
  }
  if (body.overrun()) return Error(ErrorCode::Truncated, "the block ends before its content is complete");
  if (!body.at_end()) return Error(ErrorCode::Malformed, body.offset(), "bytes behind the last item of the block");
  return {};
}

// As far as the block's bytes go and whole items fit. Returns the end of what is sure.
template <class Level>
std::uint8_t* decode_start(Body& body, Level level, const Output& output) {
  std::uint8_t* out = output.begin;
  std::uint8_t* sure = out;
  std::uint32_t control = 1;
  while (out < output.tail) {
    if (control == 1 && !body.next_control(control).ok()) break;
    while (control != 1 && (control & 1) == 0 && out < output.tail) {
      *out++ = *body.at++;
      control >>= 1;
      if (body.overrun()) return sure;
      sure = out;
    }
    level.after_literals(out);
    if (control == 1 || out >= output.tail) continue;
    const Match match = level.decode(body.at, out);
    if (body.overrun() || match.distance - 1 >= static_cast<std::size_t>(out - output.begin) ||
        match.length < kMinMatch || static_cast<std::ptrdiff_t>(match.length) > output.match_end - out) {
      break;
    }
    copy_match(out, match.distance, match.length);
    level.after_match(out, match.distance, out + match.length);
    sure = out += match.length;
    control >>= 1;
  }
  return sure;
}

template <class Level>
Status decode_body(Body& body, Level level, const Output& output) {
  std::uint8_t* out = output.begin;
  std::uint32_t control = 1;
  while (out < output.tail) {
    if (control == 1) {
      DOTWIRE_TRY(body.next_control(control));
    }

    const auto literals = std::min<std::ptrdiff_t>(std::countr_zero(control), output.tail - out);
    copy_16(out, body.at);
    copy_16(out + 16, body.at + 16);
    out += literals;
    body.at += literals;
    control >>= literals;
    level.after_literals(out);
    if (control == 1 || out >= output.tail) continue;

    const std::uint8_t* const item = body.at;
    const Match match = level.decode(body.at, out);
    if (match.distance - 1 >= static_cast<std::size_t>(out - output.begin)) [[unlikely]] {
      body.at = item;
      return Error(ErrorCode::Malformed, body.offset(), "match with bytes that are not there");
    }
    if (match.length < kMinMatch || static_cast<std::ptrdiff_t>(match.length) > output.match_end - out) [[unlikely]] {
      body.at = item;
      return Error(ErrorCode::Malformed, body.offset(), "match is too short or too long");
    }
    copy_match(out, match.distance, match.length);
    level.after_match(out, match.distance, out + match.length);
    out += match.length;
    control >>= 1;
  }
  return decode_tail(body, control, out, output);
}

Status check_limits(const Header& header, const Limits& limits) {
  const bool grows = header.content_size > expansion_limit(limits);
  if (!grows && header.content_size <= limits.memory) return {};
  return Error(ErrorCode::LimitExceeded, header.header_size == kLongHeader ? 5 : 2,
               "content of " + std::to_string(header.content_size) +
                   " bytes is more than Limits::" + (grows ? "expansion" : "memory") + " allows");
}

}  // namespace

Decompressor::Decompressor() : slots_(kSlots + 1) {}

Result<Header> Decompressor::decompress(Bytes in, Buffer& out, const Limits& limits) {
  if (in.empty()) return Header{};
  DOTWIRE_TRY(const Header header, decode_header(in));
  DOTWIRE_TRY(check_limits(header, limits));
  if (!header.compressed) {
    out.append(in.data() + header.header_size, header.content_size);
    return header;
  }

  if (base_ > UINT32_MAX - header.content_size) {
    std::fill(slots_.begin(), slots_.end(), 0);
    base_ = 1;
  }
  std::uint8_t* const begin = out.reserve_more(header.content_size + kOutputSlack);
  const Output output(begin, header.content_size);
  Body body(in.first(header.block_size), header.header_size);
  Status status =
      header.level == 1 ? decode_body(body, Level1(*this, begin), output) : decode_body(body, Level3(), output);
  base_ += header.content_size;
  if (!status.ok()) return std::move(status).error();
  out.commit(output.end);
  return header;
}

void Decompressor::decompress_start(Bytes in, Buffer& out, std::uint32_t most) {
  const Result<Header> header = decode_start_of_header(in);
  if (!header.ok()) return;
  const Bytes block = in.first(std::min<std::size_t>(in.size(), header->block_size));
  if (!header->compressed) {
    const Bytes content = block.subspan(header->header_size);
    return out.append(content.first(std::min<std::size_t>(content.size(), most)));
  }
  const std::uint32_t size = std::min(header->content_size, most);
  if (base_ > UINT32_MAX - size) {
    std::fill(slots_.begin(), slots_.end(), 0);
    base_ = 1;
  }
  std::uint8_t* const begin = out.reserve_more(size + kOutputSlack);
  const Output output(begin, size);
  Body body(block, header->header_size);
  std::uint8_t* const end =
      header->level == 1 ? decode_start(body, Level1(*this, begin), output) : decode_start(body, Level3(), output);
  base_ += size;
  out.commit(end);
}

Result<Header> decompress(Bytes in, Buffer& out, const Limits& limits) {
  return Decompressor().decompress(in, out, limits);
}

}  // namespace dotwire::quicklz
