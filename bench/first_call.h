// The first call in a process that was just started: cold code, cold caches, new memory. Each is a process of its own.
#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace dotwire::bench {

struct FirstCallEffort {
  double seconds;  // of real time, for one data set
  std::uint32_t least;
  std::uint32_t most;
};

// Fills in first calls and peaks, formats in turns. What a child wrote or read is compared with what was verified here.
// Returns false where it differs or a child failed, which has been said on stderr.
bool measure_first_calls(const Options& options, const DataSet& data, const FirstCallEffort& effort,
                         std::vector<Measurement>& measurements);

}  // namespace dotwire::bench
