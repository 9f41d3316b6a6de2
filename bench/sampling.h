// Times calls: interleaved samples, medians, and how far they can be trusted.
#pragma once

#include <cstdint>
#include <vector>

namespace dotwire::bench {

// Nanoseconds. The true median lies between low and high with 95 % confidence (order statistics, no distribution
// assumed).
struct Interval {
  double median = 0;
  double low = 0;
  double high = 0;
};

Interval median_interval(std::vector<double> samples);

// Processor time of this thread, so that what else runs on the machine counts only by what it does to the caches.
double thread_nanoseconds();

// Times one kind of call. Short calls are made many times a sample, so that the clock does not count.
class Sampler {
 public:
  // Makes one call to warm up and one to see how long it takes.
  template <class Call>
  void calibrate(Call&& call) {
    call();
    const double start = thread_nanoseconds();
    call();
    set_batch(thread_nanoseconds() - start);
  }

  template <class Call>
  void sample(Call&& call) {
    const double start = thread_nanoseconds();
    for (std::uint32_t i = 0; i < batch_; ++i) call();
    samples_.push_back((thread_nanoseconds() - start) / batch_);
  }

  Interval interval() const { return median_interval(samples_); }

 private:
  void set_batch(double nanoseconds_per_call);

  std::uint32_t batch_ = 1;
  std::vector<double> samples_;
};

}  // namespace dotwire::bench
