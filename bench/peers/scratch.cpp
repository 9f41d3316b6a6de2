#include "peers/scratch.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>

namespace dotwire::bench {
namespace {

Error file_error(const char* verb, const std::string& path) {
  return {ErrorCode::Io, std::string("cannot ") + verb + " " + path};
}

}  // namespace

Scratch::Scratch() {
  std::error_code ignored;
  const std::filesystem::path in_memory = "/dev/shm";
  for (const std::filesystem::path& place : {in_memory, std::filesystem::temp_directory_path(ignored)}) {
    std::string folder = (place / "dotwire-peers-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) continue;
    folder_ = folder;
    return;
  }
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

Status write_whole_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return file_error("create", path);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return std::fclose(file) == 0 && written ? Status() : Status(file_error("write", path));
}

Status read_whole_file(const std::string& path, Buffer& out) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return file_error("open", path);
  struct stat status = {};
  const bool known = fstat(fileno(file), &status) == 0;
  const std::size_t size = known ? static_cast<std::size_t>(status.st_size) : 0;
  const std::size_t got = std::fread(out.reserve_more(size), 1, size, file);
  out.resize(out.size() + got);
  std::fclose(file);
  return known && got == size ? Status() : Status(file_error("read", path));
}

}  // namespace dotwire::bench
