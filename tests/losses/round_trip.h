// A document written in a format and read again, and what of the differences was named.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/dotwire.h"
#include "losses/table_differences.h"

namespace dotwire::test {

// Rows alone, which are read with the schema that they lack.
bool takes_other_schema(const Format& format);

struct Trip {
  Status written;
  Status read;  // of what was written
  std::vector<Loss> losses;
  std::vector<Loss> restored;  // of `losses`, what the schema beside the document says after all
  std::span<const InherentLoss> inherent;
  Differences differences;
  bool done() const { return written.ok() && read.ok(); }
};

Trip round_trip(const Document& document, const Format& format, const Options& options = {});

// Whether the difference is one of those that the loss names.
bool names(const Loss& loss, const std::string& difference);
bool is_named(const Trip& trip, const std::string& difference);

// What our reader finds although .NET does not, and rows of which nobody can say what became of them.
bool is_lost_to_others(const Loss& loss, const Trip& trip);

}  // namespace dotwire::test
