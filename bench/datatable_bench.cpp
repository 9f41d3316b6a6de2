#include "datatable_bench.h"

#include <cstdio>

namespace dotwire::bench {

int run_datatable_bench(const Options&) {
  std::fputs("no serializer is part of this build\n", stderr);
  return 64;
}

int run_speed_bench(const Options&) {
  std::fputs("no serializer is part of this build\n", stderr);
  return 64;
}

std::string list_formats() { return {}; }

}  // namespace dotwire::bench
