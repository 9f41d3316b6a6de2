// A folder for what peers take and give as files, in memory where the system has such a place.
#pragma once

#include <string>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::bench {

// Gone with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

// Both in one piece.
Status write_whole_file(const std::string& path, std::span<const std::uint8_t> bytes);
// Appends.
Status read_whole_file(const std::string& path, Buffer& out);

}  // namespace dotwire::bench
