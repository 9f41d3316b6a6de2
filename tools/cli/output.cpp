#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/exit_code.h"
#include "cli/utf8.h"
#include "dotwire/event.h"

namespace dotwire::cli {
namespace {

constexpr std::size_t kFull = std::size_t{1} << 16;

// 0, or errno.
int write_to(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

Status error_of(int error) { return Error(ErrorCode::Io, std::strerror(error)); }

bool is_regular_or_new(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

}  // namespace

bool Output::write(std::string_view text) {
  if (failed()) return false;
  if (waiting_.size() + text.size() > kFull && !flush()) return false;
  if (text.size() >= kFull) return write_all(text);
  waiting_ += text;
  return true;
}

bool Output::flush() {
  const bool fine = write_all(waiting_);
  waiting_.clear();
  return fine;
}

bool Output::write_all(std::string_view text) {
  if (failed()) return false;
  error_ = write_to(STDOUT_FILENO, text);
  return !failed();
}

int Output::finish() {
  flush();
  if (!failed()) return kFine;
  if (error_ != EPIPE) note(std::string("standard output: ") + std::strerror(error_));
  return kInputOutput;
}

bool is_terminal(int descriptor) {
  const char* terminal = std::getenv("TERM");
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != 0) return false;
  return ::isatty(descriptor) != 0 && (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

void note(std::string_view text) {
  std::string line = "dotwire: ";
  line += text;
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

FileSink::~FileSink() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

Status FileSink::open(const std::string& name) {
  name_ = name;
  if (!is_regular_or_new(name)) {
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ < 0 ? error_of(errno) : Status();
  }
  // Of a link the file is replaced that it names.
  if (char* real = ::realpath(name.c_str(), nullptr); real != nullptr) {
    name_ = real;
    std::free(real);
  }
  std::string part = name_ + ".XXXXXX";
  descriptor_ = ::mkstemp(part.data());
  if (descriptor_ < 0) return error_of(errno);
  part_ = part;
  struct stat status {};
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, ::stat(name_.c_str(), &status) == 0 ? status.st_mode & 07777 : 0666 & ~mask);
  return {};
}

Status FileSink::put(std::span<const std::uint8_t> bytes) {
  const int error = write_to(descriptor_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return error == 0 ? Status() : error_of(error);
}

Status FileSink::close() {
  int error = ::close(descriptor_) != 0 ? errno : 0;
  descriptor_ = -1;
  if (error == 0 && !part_.empty() && ::rename(part_.c_str(), name_.c_str()) != 0) error = errno;
  if (error != 0) return error_of(error);
  part_.clear();
  return {};
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_sequence_size(text.substr(i));
    const char32_t code_point = size == 0 ? 0 : utf8_code_point(text.substr(i, size));
    char escape[16] = "";
    if (size == 0 || code_point < 0x80) {
      const bool shows = size != 0 && !is_unprintable(code_point);
      if (!shows) std::snprintf(escape, sizeof escape, "\\x%02X", static_cast<unsigned char>(text[i]));
    } else if (is_unprintable(code_point)) {
      std::snprintf(escape, sizeof escape, code_point > 0xFFFF ? "\\U%08X" : "\\u%04X",
                    static_cast<unsigned>(code_point));
    }
    if (escape[0] != 0) {
      shown += escape;
    } else {
      shown += text.substr(i, size);
    }
    i += size == 0 ? 1 : size;
  }
  return shown;
}

}  // namespace dotwire::cli
