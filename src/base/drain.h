// A buffer that a writer fills, and that is emptied into a sink from time to time; bounded.
#pragma once

#include <algorithm>
#include <cstdint>

#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "dotwire/sink.h"

namespace dotwire {

class Drain {
 public:
  // All goes to `out`, behind what is there.
  Drain(Buffer& out, std::uint64_t most) : Drain(out, nullptr, most) {}
  // `scratch` holds what the sink has not got yet.
  Drain(Buffer& scratch, Sink& sink, std::uint64_t most) : Drain(scratch, &sink, most) {}
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;

  Buffer& buffer() { return buffer_; }
  // What was written so far.
  std::uint64_t size() const { return passed_ + (buffer_.size() - start_); }
  std::uint64_t most() const { return most_; }

  // Between the parts of a document, each of which stays in the buffer as a whole. LimitExceeded beyond `most` bytes.
  Status step() {
    if (buffer_.size() - start_ <= next_) [[likely]]
      return {};
    return pass_on();
  }
  // Whether `more` bytes may still come.
  Status check(std::uint64_t more) const {
    if (more <= most_ && size() <= most_ - more) return {};
    return too_large();
  }
  // At the end.
  Status finish() {
    if (size() > most_) return too_large();
    return sink_ == nullptr ? Status() : pass_on();
  }

 private:
  static constexpr std::uint64_t kFull = std::uint64_t{1} << 16;

  Drain(Buffer& buffer, Sink* sink, std::uint64_t most)
      : buffer_(buffer),
        sink_(sink),
        most_(most),
        start_(buffer.size()),
        next_(sink == nullptr ? most : std::min(most, kFull)) {}

  static Error too_large() {
    return Error(ErrorCode::LimitExceeded, "the text that is written grows beyond Limits::expansion");
  }

  Status pass_on() {
    if (size() > most_) return too_large();
    Status put = sink_->put(buffer_.bytes().subspan(start_));
    passed_ = size();
    buffer_.resize(start_);
    next_ = std::min(most_ - passed_, kFull);
    return put;
  }

  Buffer& buffer_;
  Sink* sink_;
  std::uint64_t most_;
  std::size_t start_;
  std::uint64_t next_;        // bytes in the buffer at which to look
  std::uint64_t passed_ = 0;  // bytes that the sink has got
};

}  // namespace dotwire
