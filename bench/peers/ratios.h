// How dotwire stands beside the real serializers of one run.
#pragma once

#include <string>

#include "report.h"

namespace dotwire::bench {

// How many times longer a row of .NET took than ours of the same format; 0 for all other rows.
struct Ratios {
  double write = 0;
  double read = 0;
};
Ratios ratios_of(const SuiteResult& suite, const Measurement& measurement);

// "dotwire is 12.3 x (written) and 20.1 x (read) as fast as .NET 10.0.12: XML", a line for each such row.
std::string ratios_text(const SuiteResult& suite);
// ",\"dotwire_faster\":{\"write\":12.34,\"read\":20.12}", or nothing.
std::string ratios_json(const SuiteResult& suite, const Measurement& measurement);

}  // namespace dotwire::bench
