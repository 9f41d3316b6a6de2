// How the members of one class record map to those of one C++ struct.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dotwire/graph.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

enum class FillOp : std::uint8_t {
  Copy,   // `length` bytes of primitives
  Value,  // a Slot
};

struct FillPlan;

struct FillStep {
  FillOp op;
  std::uint32_t source;  // in the node's data
  std::uint32_t target;  // in the struct
  std::uint32_t length;
  const model::Type* type;
  std::string_view name;
};

struct FillPlan {
  std::vector<FillStep> steps;
  // List<T>
  std::uint32_t items = 0;
  std::uint32_t size = 0;
  // Dictionary<K, V>; no pairs: it is empty
  std::uint32_t pairs = 0;
  bool has_pairs = false;
};

struct FillOptions {
  bool ignore_unknown_members;
};

// Members by name. Fails where names or kinds do not fit.
Result<FillPlan> make_fill_plan(const model::Type& payload, const model::Type& target, FillOptions options);

}  // namespace dotwire::nrbf
