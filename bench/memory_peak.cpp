#include "memory_peak.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace dotwire::bench {
namespace {

// A line of /proc/self/status, "VmHWM:	    4912 kB", in bytes. Takes no memory.
std::optional<std::uint64_t> status_value(const char* name) {
  char text[8192];
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return std::nullopt;
  text[size] = '\0';
  const char* const found = std::strstr(text, name);
  if (found == nullptr) return std::nullopt;
  return std::strtoull(found + std::strlen(name), nullptr, 10) * 1024;
}

// Peak resident memory starts anew from what is resident.
bool reset_peak() {
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool reset = write(file, "5", 1) == 1;
  close(file);
  return reset;
}

}  // namespace

MemoryPeak::MemoryPeak() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  if (reset_peak()) before_ = status_value("VmRSS:");
}

std::optional<std::uint64_t> MemoryPeak::bytes() const {
  const std::optional<std::uint64_t> peak = status_value("VmHWM:");
  if (!before_ || !peak) return std::nullopt;
  return *peak > *before_ ? *peak - *before_ : 0;
}

}  // namespace dotwire::bench
