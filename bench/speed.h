// The speed figures: what is timed, and what it is held to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sampling.h"

namespace dotwire::bench {

enum class Unit : std::uint8_t { None, MegabytesPerSecond, Milliseconds, Nanoseconds };

// A figure to reach: at least so many MB/s, or at most so long. 0: none, and the unit only says how times are told.
struct Target {
  double value = 0;
  Unit unit = Unit::None;
};

struct SpeedCase {
  std::string name;
  std::uint64_t bytes = 0;  // of the payload
  std::function<void()> run;
  Target must;
  Target goal;
  // What .NET 10 took on a like machine, as text; not measured here.
  std::string_view dotnet;
};

struct SpeedResult {
  const SpeedCase* subject;
  Interval time;
  Interval copy;  // memcpy of `bytes` in the same rounds
};

// Parts of the list. What they need lives as long as the cases.
void add_nrbf_cases(std::vector<SpeedCase>& cases);
void add_typed_cases(std::vector<SpeedCase>& cases);
void add_table_cases(std::vector<SpeedCase>& cases);

// ns/byte of one shape of payload at several sizes.
struct GrowthCase {
  std::string name;
  // Makes a payload of about so many bytes, and what is done with it.
  std::function<SpeedCase(std::uint64_t bytes)> make;
};
void add_nrbf_growth(std::vector<GrowthCase>& cases);
void add_typed_growth(std::vector<GrowthCase>& cases);
void add_table_growth(std::vector<GrowthCase>& cases);

// For stderr: the case is left out, or has no `run`, because its answer could not be checked.
void report_unusable(std::string_view name, std::string_view why);

}  // namespace dotwire::bench
