// Counts what the processor executes for a call, where the machine and the kernel give it (perf_event_open).
#pragma once

#include <cstdint>
#include <optional>

namespace dotwire::bench {

class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  // Instructions of this thread in user mode; nothing where they are not given.
  template <class Call>
  std::optional<std::uint64_t> count(Call&& call) {
    if (!start()) return std::nullopt;
    call();
    return stop();
  }

 private:
  bool start();
  std::optional<std::uint64_t> stop();

  int file_;
};

}  // namespace dotwire::bench
