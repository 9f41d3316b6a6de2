#include "support/file.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace dotwire::test {
namespace {

void require(bool good, const char* what, const std::filesystem::path& path) {
  if (good) return;
  std::fprintf(stderr, "cannot %s %s\n", what, path.c_str());
  std::abort();
}

}  // namespace

Buffer read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  require(in.good() && std::filesystem::is_regular_file(path), "open", path);
  Buffer bytes;
  bytes.resize(std::filesystem::file_size(path));
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  require(in.good(), "read", path);
  return bytes;
}

std::string read_text(const std::filesystem::path& path) { return std::string(read_bytes(path).text()); }

void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  require(out.good(), "write", path);
}

}  // namespace dotwire::test
