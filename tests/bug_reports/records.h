// BinaryFormatter payloads of bug reports, record by record.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "support/hex.h"

namespace dotwire::test {

// Appends records as [MS-NRBF] has them. Starts with the header (root 1).
class Records {
 public:
  Records() { hex("00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00"); }

  Records& hex(std::string_view digits) {
    out_.append(test::hex(digits).bytes());
    return *this;
  }
  Records& byte(unsigned value) {
    out_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  Records& i32(std::int32_t value) {
    for (int i = 0; i < 4; ++i) byte(static_cast<std::uint32_t>(value) >> 8 * i & 255U);
    return *this;
  }
  Records& i64(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned>(value >> 8 * i & 255U));
    return *this;
  }
  Records& text(std::string_view value) {
    std::size_t left = value.size();
    for (; left >= 128; left >>= 7) byte(static_cast<unsigned>(left & 127U) | 128U);
    byte(static_cast<unsigned>(left));
    out_.append(as_bytes(value));
    return *this;
  }

  // Records. What follows a class's names is the caller's: types, library, values.
  Records& library(std::int32_t id, std::string_view name) { return byte(12).i32(id).text(name); }
  Records& system_class(std::int32_t id, std::string_view name, std::initializer_list<std::string_view> members) {
    return class_info(4, id, name, members);
  }
  Records& library_class(std::int32_t id, std::string_view name, std::initializer_list<std::string_view> members) {
    return class_info(5, id, name, members);
  }
  Records& class_with_id(std::int32_t id, std::int32_t metadata) { return byte(1).i32(id).i32(metadata); }
  Records& string(std::int32_t id, std::string_view value) { return byte(6).i32(id).text(value); }
  Records& reference(std::int32_t id) { return byte(9).i32(id); }
  Records& null() { return byte(10); }
  // A BinaryArray of one dimension, without lower bound, up to its element type.
  Records& array(std::int32_t id, std::int32_t length) { return byte(7).i32(id).byte(0).i32(1).i32(length); }

  std::size_t size() const { return out_.size(); }
  // With MessageEnd.
  Buffer end() {
    byte(11);
    return std::move(out_);
  }
  // Without.
  Buffer cut() { return std::move(out_); }

 private:
  Records& class_info(unsigned kind, std::int32_t id, std::string_view name,
                      std::initializer_list<std::string_view> members) {
    byte(kind).i32(id).text(name).i32(static_cast<std::int32_t>(members.size()));
    for (const std::string_view member : members) text(member);
    return *this;
  }

  Buffer out_;
};

}  // namespace dotwire::test
