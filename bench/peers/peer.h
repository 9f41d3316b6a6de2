// A contestant that is not ours: another runtime, or a database's library.
#pragma once

#include <cstdint>

#include "dotwire/result.h"
#include "table_formats.h"

namespace dotwire::bench {

// It times itself, since what it does happens in another process or leaves files; by the wall clock, since it may have
// threads of its own.
class PeerSerializer : public TableSerializer {
 public:
  // Nanoseconds of so many calls together, of the table that write() saw last.
  virtual Result<double> time_writes(std::uint32_t calls) = 0;
  // Of the bytes that read() saw last.
  virtual Result<double> time_reads(std::uint32_t calls) = 0;
  // How long to run before anything is timed: runtimes compile what they have seen often enough.
  virtual double warm_up_seconds() const { return 0; }
};

}  // namespace dotwire::bench
