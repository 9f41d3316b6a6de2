#pragma once

#include "dotwire/limits.h"

namespace dotwire::nrbf {

struct ReadOptions {
  Limits limits;
  // Members of the payload that the struct does not describe: .NET ignores them. Otherwise an error, so that nothing is
  // lost in silence.
  bool ignore_unknown_members = false;
  // A null String for a std::string: empty text. Otherwise an error.
  bool null_text_as_empty = false;
  // Read trees without a graph. Tests turn it off to compare both ways.
  bool trees = true;
};

}  // namespace dotwire::nrbf
