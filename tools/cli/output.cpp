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

int write_and_close(int descriptor, std::string_view bytes) {
  int error = write_to(descriptor, bytes);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

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

std::string write_file(const std::string& name, std::string_view bytes) {
  if (!is_regular_or_new(name)) {
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
    const int error = descriptor < 0 ? errno : write_and_close(descriptor, bytes);
    return error == 0 ? std::string() : std::strerror(error);
  }
  std::string part = name + ".XXXXXX";
  const int descriptor = ::mkstemp(part.data());
  if (descriptor < 0) return std::strerror(errno);
  struct stat status {};
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, ::stat(name.c_str(), &status) == 0 ? status.st_mode & 07777 : 0666 & ~mask);
  int error = write_and_close(descriptor, bytes);
  if (error == 0 && ::rename(part.c_str(), name.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(part.c_str());
  return std::strerror(error);
}

std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t size = utf8_sequence_size(text.substr(i));
    // C1 controls are C2 80 to C2 9F; terminals obey some.
    const bool control =
        byte < 0x20 || byte == 0x7F || (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0);
    if (size == 0 || control) {
      shown += "\\x";
      shown += kDigits[byte >> 4];
      shown += kDigits[byte & 15];
      ++i;
      continue;
    }
    shown += text.substr(i, size);
    i += size;
  }
  return shown;
}

}  // namespace dotwire::cli
