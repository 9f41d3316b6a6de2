#include "sampling.h"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace dotwire::bench {

double thread_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double wall_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

Interval median_interval(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size();
  const std::size_t middle = count / 2;
  const double median = count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  // The number of samples below the median is binomial with a deviation of sqrt(count) / 2.
  const double reach = 0.98 * std::sqrt(static_cast<double>(count));
  const auto from_middle = static_cast<std::size_t>(std::ceil(reach));
  const std::size_t low = middle > from_middle ? middle - from_middle : 0;
  return {median, samples[low], samples[std::min(count - 1, count - 1 - low)], count};
}

void Sampler::set_batch(double nanoseconds_per_call) {
  constexpr double kSampleNanoseconds = 200'000;
  const double calls = kSampleNanoseconds / std::max(nanoseconds_per_call, 1.0);
  batch_ = static_cast<std::uint32_t>(std::clamp(calls, 1.0, 100'000.0));
}

}  // namespace dotwire::bench
