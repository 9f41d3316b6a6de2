// Bytes of a record that are made once and written often, in a std::string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_writer.h"

namespace dotwire::nrbf {

inline void put_text(std::string& head, std::string_view text) {
  if (text.size() < 0x80) {
    head.push_back(static_cast<char>(text.size()));
    head.append(text);
    return;
  }
  std::uint8_t length[5];
  const std::uint8_t* end = put_7bit(length, static_cast<std::uint32_t>(text.size()));
  head.append(reinterpret_cast<const char*>(length), static_cast<std::size_t>(end - length));
  head.append(text);
}

inline void put_i32(std::string& head, std::int32_t value) {
  head.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace dotwire::nrbf
