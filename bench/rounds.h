// The harness of all jobs: calls take turns, so that what slows the machine for a while slows them alike.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sampling.h"

namespace dotwire::bench {

struct Effort {
  double seconds;  // by the clock of the rounds
  std::uint32_t least_rounds;
  std::uint32_t most_rounds;
};

// How steady the machine was, out of the samples themselves.
struct Noise {
  // Above either of these the run calls itself noisy.
  static constexpr double kMostSpread = 1.10;
  static constexpr double kMostReach = 0.05;

  std::size_t rounds = 0;
  // A round's slowness is the median over all calls of sample / the call's median. This is the 90th percentile of the
  // rounds over the 10th: 1 where all rounds were alike.
  double spread = 1;
  // How far the interval of a call reaches from its median, as a part of it: the median over all calls.
  double reach = 0;

  bool is_noisy() const { return spread > kMostSpread || reach > kMostReach; }
};

// Of the samples of each call. One that has fewer than another did not stay to the end, and does not count.
Noise noise_of(const std::vector<std::vector<double>>& samples);
// "noisy: ..." with a line break, or empty.
std::string noise_text(const Noise& noise);
// "rounds":..., "round_spread", "typical_reach" and "noisy": members of a row.
std::string noise_json(const Noise& noise);

class Rounds {
 public:
  explicit Rounds(Clock clock = Clock::Thread) : clock_(clock) {}
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  // Calls it twice, to warm up and to see how long it takes. Returns its number. What it refers to outlives run().
  template <class Call>
  std::size_t add(Call call) {
    const std::size_t number = add_sampler();
    Sampler& own = sampler(number);
    own.calibrate(call);
    // The loop stands inside, so that a call costs what it costs.
    add_turn([&own, call] { own.sample(call); });
    return number;
  }

  // For what takes its samples itself: a sampler, which stays where it is, and what fills it in each round.
  std::size_t add_sampler() { return samplers_.emplace_back(clock_), samplers_.size() - 1; }
  Sampler& sampler(std::size_t number) { return samplers_[number]; }
  void add_turn(std::function<void()> turn) { turns_.push_back(std::move(turn)); }

  void run(const Effort& effort);

  Interval time(std::size_t call) const { return samplers_[call].interval(); }
  // Of one after the other, in the same rounds.
  Interval time_of_both(std::size_t first, std::size_t second) const;
  Noise noise() const;

 private:
  Clock clock_;
  std::deque<Sampler> samplers_;
  std::vector<std::function<void()>> turns_;
};

}  // namespace dotwire::bench
