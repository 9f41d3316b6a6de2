// Runs this program once more, as a process of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dotwire::bench {

enum class ChildOutput : std::uint8_t { Kept, Dropped };

struct ChildRun {
  int code = -1;  // what it returned; -1: it could not be started, or a signal ended it
  std::string out;
  // Peak resident memory as the kernel counted it, with what this process held when it started the child.
  std::uint64_t peak = 0;
};

// `input` is a file for its standard input, read from the start; -1: /dev/null.
ChildRun run_again(const std::vector<std::string>& arguments, ChildOutput output, int input = -1);

}  // namespace dotwire::bench
