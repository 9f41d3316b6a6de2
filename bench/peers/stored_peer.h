// A database that keeps the table in a file; both directions go through its own engine.
#pragma once

#include <string>

#include "peers/callers_table.h"
#include "peers/peer.h"
#include "peers/scratch.h"

namespace dotwire::bench {

// What is timed: from the columns of our table to the complete file, and from the file to such columns. Files lie in
// memory where the system has such a place.
class StoredPeer : public PeerSerializer {
 public:
  Status write(const model::Table& table, Buffer& out) override;
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override;
  Result<double> time_writes(std::uint32_t calls) override;
  Result<double> time_reads(std::uint32_t calls) override;

 protected:
  // Called once a table, before it is stored; not timed.
  virtual Status prepare(const model::Table& table) = 0;
  // Replaces the file.
  virtual Status store(const model::Table& table, const std::string& file) = 0;
  // Appends the records to the columns of an empty table, and says how many they are.
  virtual Result<std::size_t> load(const std::string& file, model::Table& table) = 0;

  const CallersTable& callers() const { return callers_; }

 private:
  Status load_table(model::Table& table);

  Scratch scratch_;
  CallersTable callers_;
  const model::Table* stored_ = nullptr;
  model::Table timed_;
};

}  // namespace dotwire::bench
