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

namespace {

// Chance that at least `wanted` of `count` draws succeed, each with that chance.
double at_least(std::size_t wanted, std::size_t count, double chance) {
  if (chance >= 1) return 1;
  double sum = 0;
  const double n = static_cast<double>(count);
  for (std::size_t i = wanted; i <= count; ++i) {
    const double k = static_cast<double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(chance) +
                    (n - k) * std::log1p(-chance));
  }
  return sum;
}

// Draws of as many samples with replacement have their order statistic `rank` (from 1) at or below sample `k` if at
// least `rank` of them are among the first k: so what a bootstrap without end comes to is known without drawing.
std::size_t bootstrap_percentile(std::size_t rank, std::size_t count, double share) {
  std::size_t least = 1;
  std::size_t most = count;
  while (least < most) {
    const std::size_t k = least + (most - least) / 2;
    if (at_least(rank, count, static_cast<double>(k) / static_cast<double>(count)) < share) {
      least = k + 1;
    } else {
      most = k;
    }
  }
  return least - 1;
}

}  // namespace

Interval median_interval(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size();
  const std::size_t middle = count / 2;
  const double median = count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  // Of an even number, the outer one of the two in the middle on each side.
  const std::size_t low = bootstrap_percentile((count + 1) / 2, count, 0.025);
  const std::size_t high = bootstrap_percentile(middle + 1, count, 0.975);
  return {median, samples[low], samples[high], count};
}

void Sampler::set_batch(double nanoseconds_per_call) {
  constexpr double kSampleNanoseconds = 200'000;
  const double calls = kSampleNanoseconds / std::max(nanoseconds_per_call, 1.0);
  batch_ = static_cast<std::uint32_t>(std::clamp(calls, 1.0, 100'000.0));
}

}  // namespace dotwire::bench
