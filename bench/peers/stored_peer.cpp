#include "peers/stored_peer.h"

#include "base/try.h"
#include "sampling.h"

namespace dotwire::bench {
namespace {

constexpr const char* kWritten = "written";
constexpr const char* kToRead = "to-read";

}  // namespace

Status StoredPeer::write(const model::Table& table, Buffer& out) {
  DOTWIRE_TRY(callers_.learn(table));
  DOTWIRE_TRY(prepare(table));
  stored_ = &table;
  DOTWIRE_TRY(store(table, scratch_.path(kWritten)));
  return read_whole_file(scratch_.path(kWritten), out);
}

Status StoredPeer::read(std::span<const std::uint8_t> bytes, model::Table& table) {
  DOTWIRE_TRY(write_whole_file(scratch_.path(kToRead), bytes));
  return load_table(table);
}

Status StoredPeer::load_table(model::Table& table) {
  DOTWIRE_TRY(callers_.prepare(table));
  DOTWIRE_TRY(const std::size_t rows, load(scratch_.path(kToRead), table));
  callers_.finish(table, rows);
  return {};
}

Result<double> StoredPeer::time_writes(std::uint32_t calls) {
  const double start = wall_nanoseconds();
  for (std::uint32_t i = 0; i < calls; ++i) {
    DOTWIRE_TRY(store(*stored_, scratch_.path(kWritten)));
  }
  return wall_nanoseconds() - start;
}

Result<double> StoredPeer::time_reads(std::uint32_t calls) {
  const double start = wall_nanoseconds();
  for (std::uint32_t i = 0; i < calls; ++i) {
    DOTWIRE_TRY(load_table(timed_));
  }
  return wall_nanoseconds() - start;
}

}  // namespace dotwire::bench
