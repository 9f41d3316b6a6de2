#include "rounds.h"

#include <algorithm>
#include <cmath>

#include "figures.h"

namespace dotwire::bench {
namespace {

double percentile(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(std::lround(part * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

Noise noise_of(const std::vector<std::vector<double>>& samples) {
  std::size_t rounds = 0;
  for (const std::vector<double>& call : samples) rounds = std::max(rounds, call.size());
  if (rounds == 0) return {};
  std::vector<std::vector<double>> slowness(rounds);
  std::vector<double> reaches;
  for (const std::vector<double>& call : samples) {
    const Interval interval = median_interval(call);
    if (call.size() < rounds || interval.median <= 0) continue;
    for (std::size_t i = 0; i < rounds; ++i) slowness[i].push_back(call[i] / interval.median);
    reaches.push_back(std::max(interval.high - interval.median, interval.median - interval.low) / interval.median);
  }
  std::vector<double> medians;
  medians.reserve(slowness.size());
  for (std::vector<double>& round : slowness) medians.push_back(median_interval(std::move(round)).median);
  std::sort(medians.begin(), medians.end());
  const double least = percentile(medians, 0.1);
  return {rounds, least > 0 ? percentile(medians, 0.9) / least : 1, median_interval(std::move(reaches)).median};
}

std::string noise_text(const Noise& noise) {
  if (!noise.is_noisy()) return {};
  return wrapped(format_text("noisy: of %zu rounds the slow ones (90th percentile) took %.2f times the fast ones "
                             "(10th), and an interval reaches %.1f %% from its median; steady is up to %.2f and "
                             "%.0f %%. Compare formats with each other, not with another run.",
                             noise.rounds, noise.spread, noise.reach * 100, Noise::kMostSpread,
                             Noise::kMostReach * 100)) +
         "\n";
}

std::string noise_json(const Noise& noise) {
  return format_text("\"rounds\":%zu,\"round_spread\":%.3f,\"typical_reach\":%.4f,\"noisy\":%s", noise.rounds,
                     noise.spread, noise.reach, noise.is_noisy() ? "true" : "false");
}

void Rounds::run(const Effort& effort) {
  const double start = nanoseconds(clock_);
  for (std::uint32_t round = 0; round < effort.most_rounds; ++round) {
    if (round >= effort.least_rounds && nanoseconds(clock_) - start > effort.seconds * 1e9) break;
    for (const auto& turn : turns_) turn();
  }
}

Interval Rounds::time_of_both(std::size_t first, std::size_t second) const {
  std::vector<double> sums = samplers_[first].samples();
  const std::vector<double>& others = samplers_[second].samples();
  sums.resize(std::min(sums.size(), others.size()));
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += others[i];
  return median_interval(std::move(sums));
}

Noise Rounds::noise() const {
  std::vector<std::vector<double>> samples;
  for (const Sampler& sampler : samplers_) samples.push_back(sampler.samples());
  return noise_of(samples);
}

}  // namespace dotwire::bench
