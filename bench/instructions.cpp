#include "instructions.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dotwire::bench {

InstructionCounter::InstructionCounter() {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = PERF_TYPE_HARDWARE;
  what.config = PERF_COUNT_HW_INSTRUCTIONS;
  what.disabled = 1;
  what.exclude_kernel = 1;
  what.exclude_hv = 1;
  constexpr int kThisThread = 0, kAnyProcessor = -1, kNoGroup = -1;
  file_ =
      static_cast<int>(syscall(SYS_perf_event_open, &what, kThisThread, kAnyProcessor, kNoGroup, PERF_FLAG_FD_CLOEXEC));
}

InstructionCounter::~InstructionCounter() {
  if (file_ >= 0) close(file_);
}

bool InstructionCounter::start() {
  return file_ >= 0 && ioctl(file_, PERF_EVENT_IOC_RESET, 0) == 0 && ioctl(file_, PERF_EVENT_IOC_ENABLE, 0) == 0;
}

std::optional<std::uint64_t> InstructionCounter::stop() {
  std::uint64_t count = 0;
  if (ioctl(file_, PERF_EVENT_IOC_DISABLE, 0) != 0 || read(file_, &count, sizeof count) != sizeof count) {
    return std::nullopt;
  }
  // Virtual machines without the counter say 0.
  return count == 0 ? std::nullopt : std::optional(count);
}

}  // namespace dotwire::bench
