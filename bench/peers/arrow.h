// A table of ours as arrays of the Arrow C data interface, which other libraries read in place.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/table.h"
#include "peers/callers_table.h"

// The interface's own names: https://arrow.apache.org/docs/format/CDataInterface.html
// NOLINTBEGIN(readability-identifier-naming)
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
// NOLINTEND(readability-identifier-naming)

namespace dotwire::bench {

// Columns "c0", "c1" ... of these types; a batch for each chunk of ours. What lies as Arrow has it is not copied.
//   Decimal of one scale: decimal128, else 16 bytes.  Guid: the 16 bytes of two numbers, GuidHalves.  Plain dates:
//   timestamp in microseconds, else the 64 bits.  Boolean: uint8.  Char: uint16.  TimeSpan: int64.
class ArrowExport {
 public:
  explicit ArrowExport(const std::vector<ColumnFacts>& columns);

  // A new stream of the rows. It lives, as all that it gives, until the next call; the table must live as long.
  ArrowArrayStream* open(const model::Table& table);

 private:
  struct Array {
    ArrowArray array{};
    const void* buffers[3] = {};
    Buffer validity;
    Buffer values;
  };
  struct Batch {
    ArrowArray root{};
    const void* no_buffer = nullptr;
    std::deque<Array> columns;
    std::vector<ArrowArray*> children;
  };

  static int get_schema(ArrowArrayStream* stream, ArrowSchema* out);
  static int get_next(ArrowArrayStream* stream, ArrowArray* out);
  void make_schema();
  void fill(const ColumnFacts& facts, const model::Column& column, std::size_t chunk, Array& out) const;

  std::vector<ColumnFacts> columns_;
  std::deque<std::string> texts_;
  std::vector<ArrowSchema> fields_;
  std::vector<ArrowSchema*> field_pointers_;
  ArrowArrayStream stream_{};
  std::deque<Batch> batches_;
  const model::Table* table_ = nullptr;
  std::size_t next_chunk_ = 0;
};

}  // namespace dotwire::bench
