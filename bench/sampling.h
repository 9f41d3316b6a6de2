// Times calls: interleaved samples, medians, and how far they can be trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dotwire::bench {

// Nanoseconds. Low and high are the 95 % percentile interval of the bootstrapped median, no distribution assumed; of
// fewer than kEnoughSamples it is all of them, and less sure.
struct Interval {
  static constexpr std::size_t kEnoughSamples = 6;

  double median = 0;
  double low = 0;
  double high = 0;
  std::size_t samples = 0;
};

Interval median_interval(std::vector<double> samples);

// Processor time of this thread, so that what else runs on the machine counts only by what it does to the caches.
double thread_nanoseconds();
// Time of the world, for what runs elsewhere.
double wall_nanoseconds();

enum class Clock : std::uint8_t { Thread, Wall };
inline double nanoseconds(Clock clock) { return clock == Clock::Thread ? thread_nanoseconds() : wall_nanoseconds(); }

// Times one kind of call. Short calls are made many times a sample, so that the clock does not count.
class Sampler {
 public:
  explicit Sampler(Clock clock = Clock::Thread) : clock_(clock) {}

  // Makes one call to warm up and one to see how long it takes.
  template <class Call>
  void calibrate(Call&& call) {
    call();
    const double start = nanoseconds(clock_);
    call();
    set_batch(nanoseconds(clock_) - start);
  }

  template <class Call>
  void sample(Call&& call) {
    const double start = nanoseconds(clock_);
    for (std::uint32_t i = 0; i < batch_; ++i) call();
    samples_.push_back((nanoseconds(clock_) - start) / batch_);
  }

  // For what times itself: one call took so long; so many are wanted for a sample; they took so long together.
  void calibrate(double nanoseconds_per_call) { set_batch(nanoseconds_per_call); }
  std::uint32_t calls_a_sample() const { return batch_; }
  void add_sample(double nanoseconds_of_all) { samples_.push_back(nanoseconds_of_all / batch_); }

  Interval interval() const { return median_interval(samples_); }
  const std::vector<double>& samples() const { return samples_; }

 private:
  void set_batch(double nanoseconds_per_call);

  Clock clock_;
  std::uint32_t batch_ = 1;
  std::vector<double> samples_;
};

}  // namespace dotwire::bench
