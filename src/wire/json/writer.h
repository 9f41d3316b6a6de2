// JSON text from calls, in the order of the calls.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"

namespace dotwire::json {

struct WriterOptions {
  std::uint32_t indent = 0;                // blanks a level; 0: all on one line
  std::uint32_t break_depth = UINT32_MAX;  // with an indent: what lies deeper stays on its line
  bool ascii = false;                      // \u escapes for all that is not ASCII
};

// Borrows the buffer. The caller keeps the calls in order (a name before each member's value).
class Writer {
 public:
  explicit Writer(Buffer& out, WriterOptions options = {}) : out_(out), options_(options) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void name(std::string_view text) {
    separate();
    put_string(text);
    out_.push_back(':');
    if (options_.indent != 0) out_.push_back(' ');
    after_name_ = true;
  }

  // A name that encode_name() made ready.
  void encoded_name(std::string_view ready) {
    separate();
    std::uint8_t* at = out_.reserve_more(ready.size() + kSpare);
    const char* from = ready.data();
    const std::uint8_t* const end = at + ready.size();
    for (; at < end; at += kSpare, from += kSpare) std::memcpy(at, from, kSpare);
    out_.commit(end);
    after_name_ = true;
  }
  // What name() writes behind the comma, with room behind it that encoded_name() may read.
  std::string encode_name(std::string_view text) const;
  // Without that room.
  static std::string_view without_spare(const std::string& encoded) {
    return std::string_view(encoded).substr(0, encoded.size() - kSpare);
  }

  // WTF-8; lone surrogates become escapes.
  void string(std::string_view text) { separate(), put_string(text); }
  // UTF-16 code units.
  void string(std::u16string_view units);
  void number(std::int64_t value);
  void unsigned_number(std::uint64_t value);
  // Text that is JSON already, such as a number.
  void raw(std::string_view text) { separate(), out_.append(text); }
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }

  Buffer& buffer() { return out_; }

 private:
  static constexpr std::size_t kSpare = 16;

  void open(char bracket) {
    separate();
    out_.push_back(static_cast<std::uint8_t>(bracket));
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_ && depth_ < options_.break_depth && options_.indent != 0) break_line();
    out_.push_back(static_cast<std::uint8_t>(bracket));
    first_ = false;
  }
  void separate() {
    if (after_name_) {
      after_name_ = false;
      return;
    }
    if (!first_) out_.push_back(',');
    if (options_.indent != 0 && depth_ != 0 && depth_ <= options_.break_depth) break_line();
    first_ = false;
  }
  void break_line();
  void put_string(std::string_view text);
  void put_any_string(std::string_view text);
  void put_escape(std::uint8_t byte);
  void put_high_run(const std::uint8_t* at, const std::uint8_t* end);
  const std::uint8_t* put_high_escape(const std::uint8_t* at, const std::uint8_t* end);

  Buffer& out_;
  WriterOptions options_;
  std::uint32_t depth_ = 0;
  bool first_ = true;
  bool after_name_ = false;
};

}  // namespace dotwire::json
