#include "model/node_pass.h"

#include <atomic>

namespace dotwire::model {

std::uint32_t next_pass() {
  static std::atomic<std::uint32_t> passes{0};
  std::uint32_t pass = passes.fetch_add(1, std::memory_order_relaxed) + 1;
  if (pass == 0) pass = passes.fetch_add(1, std::memory_order_relaxed) + 1;
  return pass;
}

}  // namespace dotwire::model
