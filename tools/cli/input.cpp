#include "cli/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace dotwire::cli {
namespace {

// What stat says to reserve; less than it may be there in the end, or more.
std::size_t expected_size(int descriptor) {
  constexpr off_t kMost = off_t{1} << 40;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0) return 0;
  return status.st_size < kMost ? static_cast<std::size_t>(status.st_size) : 0;
}

Error io_error(int number) { return Error(ErrorCode::Io, std::strerror(number)); }

// A file may be as large as it is.
Status read_all(int descriptor, std::uint64_t most, Buffer& out) {
  constexpr std::size_t kStep = std::size_t{1} << 16;
  const std::size_t size = expected_size(descriptor);
  most = std::max<std::uint64_t>(most, size);
  out.reserve(size + 1);
  for (;;) {
    if (out.size() > most) {
      return Error(ErrorCode::LimitExceeded, "the input has no end within " + std::to_string(most) + " bytes");
    }
    const std::size_t room = out.capacity() > out.size() ? out.capacity() - out.size() : kStep;
    std::uint8_t* at = out.reserve_more(room);
    const ssize_t count = ::read(descriptor, at, room);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return io_error(errno);
    if (count == 0) return {};
    out.commit(at + count);
  }
}

}  // namespace

Result<Buffer> read_input(const std::string& name, std::uint64_t most) {
  const bool standard = name == "-";
  if (name.empty()) return Error(ErrorCode::Io, "the name of a file is empty");
  const int descriptor = standard ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return io_error(errno);
  Buffer bytes;
  Status read = read_all(descriptor, most, bytes);
  if (!standard) ::close(descriptor);
  if (!read.ok()) return std::move(read).error();
  return bytes;
}

}  // namespace dotwire::cli
