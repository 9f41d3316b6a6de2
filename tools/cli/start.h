// Where a document stands in its file: what is found in it is named by the place in the file.
#pragma once

#include <cstdint>
#include <span>

#include "cli/json_line.h"
#include "dotwire/dotwire.h"

namespace dotwire::cli {

// Nothing of it for a document that lies in layers: there offsets count inside.
struct Start {
  std::uint64_t offset = 0;
  std::uint32_t lines = 0;   // that end before it
  std::uint32_t column = 0;  // bytes before it in its own line
};

// Right behind some bytes that begin at `start`.
Start start_behind(std::span<const std::uint8_t> bytes, const Start& start = {});

struct LineAndColumn {
  std::uint32_t line = 0;  // from 1; 0: of no text
  std::uint32_t column = 0;
};
LineAndColumn position_in_file(const Error& error, const Start& start);

// The key "offset" with the place in the file, null where there is none.
void add_offset(JsonLine& line, std::uint64_t offset, const Start& start);

}  // namespace dotwire::cli
