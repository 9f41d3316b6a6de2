// Verifies and times every format on one data set.
#pragma once

#include <string>
#include <vector>

#include "sampling.h"
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

struct Measurement {
  const TableFormat* format;
  Verdict verdict;
  std::uint64_t size = 0;
  Interval write;
  Interval read;
  Interval copy;  // memcpy of so many bytes, the floor of both
};

struct Effort {
  double seconds;  // for one data set
  std::uint32_t least_rounds;
  std::uint32_t most_rounds;
};

// All formats take turns, so that what slows the machine for a while slows them alike.
std::vector<Measurement> measure(const DataSet& data, const std::vector<const TableFormat*>& formats,
                                 const Effort& effort);

}  // namespace dotwire::bench
