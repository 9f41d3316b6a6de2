// What moved between an earlier run and this one: `dotwire bench ... --baseline FILE`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::bench {

// A time moved when the 95 % intervals do not overlap and the medians are further apart than this.
inline constexpr double kBeyondNoise = 1.05;

struct Change {
  std::string row;   // "datatable Synthetic.Type2Small xml"
  std::string what;  // "write_ns"
  double before = 0;
  double after = 0;

  double ratio() const { return after / before; }
};

struct Comparison {
  std::string file;
  std::string date;     // of the earlier run
  std::string command;  // likewise
  // Processor, system, compiler and the like that are not the same, as "compiler: g++ 12 > g++ 13".
  std::vector<std::string> differences;
  std::size_t rows = 0;   // that both have
  std::size_t times = 0;  // that both have
  // Of these, how many have too few samples to tell, here or there.
  std::size_t unsure = 0;
  // How memcpy itself moved, the median over the rows; 0: not known. Times are told as they are, not corrected by it.
  double copy_ratio = 0;
  std::vector<Change> slower;
  std::vector<Change> faster;
  // Sizes and numbers of allocations, which have no noise; allocated bytes and instructions from 1 % on.
  std::vector<Change> sizes;
  // Rows.
  std::vector<std::string> now_failed;
  std::vector<std::string> no_longer_failed;
  std::vector<std::string> added;
  std::vector<std::string> gone;
};

// What this run was asked for: rows of another kind are not gone.
struct Asked {
  std::vector<std::string> formats;  // empty: all
  std::string only;                  // a part of the row's name
};

// An earlier report, read before anything is measured.
Result<Buffer> read_baseline(const std::string& file);
// Both are documents of json_report().
Result<Comparison> compare(const std::string& file, std::span<const std::uint8_t> before, std::string_view after,
                           const Asked& asked);

std::string baseline_text(const Comparison& comparison);
// "baseline":{...}, a member of the document.
std::string baseline_json(const Comparison& comparison);

}  // namespace dotwire::bench
