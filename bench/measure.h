// Verifies and times every format on one data set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allocations.h"
#include "compressed_sizes.h"
#include "rounds.h"
#include "suites.h"
#include "table_formats.h"

namespace dotwire::bench {

// What was said of a round trip before it was timed.
struct Verdict {
  // Why there are no figures: writing or reading failed, or the article's verdict did. Empty: fine.
  std::string failure;
  // The XML text of the table read back equals the original's.
  bool same_xml = false;
  // Path of the first difference of the models; empty: equal.
  std::string first_difference;
  // TableSerializer::remark().
  std::string remark{};

  bool failed() const { return !failure.empty(); }
};

// What writing, or reading, costs beside its time when all is warm and used again. Nothing where it is not given.
struct Costs {
  // With a new serializer, buffer and table for each call, and their end.
  Interval anew;
  // The first call of a new process: measure_first_calls().
  Interval first;
  std::optional<Allocations> allocations;
  std::optional<Allocations> allocations_anew;
  std::optional<std::uint64_t> instructions;
  // Resident memory that the first call gained at its peak, in bytes.
  std::optional<std::uint64_t> peak;
};

struct Measurement {
  const TableFormat* format;
  Verdict verdict;
  std::uint64_t size = 0;
  Interval write;
  Interval read;
  Interval copy;  // memcpy of so many bytes, the floor of both
  Interval round_trip;
  CompressedSizes compressed;
  Costs writing;
  Costs reading;
};

// One clock for all: where there are peers, this thread's cannot time them.
Clock clock_of(const std::vector<const TableFormat*>& formats);

// All formats take turns, so that what slows the machine for a while slows them alike.
std::vector<Measurement> measure(const DataSet& data, const std::vector<const TableFormat*>& formats,
                                 const Effort& effort, Noise* noise = nullptr);

}  // namespace dotwire::bench
