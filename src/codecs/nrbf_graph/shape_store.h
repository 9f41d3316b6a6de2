// Class records that a reader has met: their members, and how to decode an instance. Payloads of one program repeat
// them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/byte_reader.h"
#include "dotwire/type.h"
#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

enum class StepOp : std::uint8_t {
  Copy,      // `length` bytes that lie in the stream as in memory
  DateTime,  // 8 bytes whose ticks are checked
  Char,      // one UTF-8 sequence
  Decimal,   // text
  Value,     // a record, into a Slot
};

// One stretch of an instance's data.
struct Step {
  StepOp op;
  std::uint32_t member;   // index of the (first) member
  std::uint32_t offset;   // in the object
  std::uint32_t length;   // Copy
  std::uint32_t allowed;  // Value: bit n set = record type n may stand here
};

struct DecodePlan {
  std::span<const Step> steps;
  bool kept;                // lives as long as the reader, not only as the graph
  bool untyped;             // the record left out the types of members
  std::uint64_t min_bytes;  // that the values of an instance take at least
};

// What a class record says behind its object id.
struct Shape {
  std::string_view name;
  std::span<const model::Member> members;
  std::int32_t library_id;
  std::uint32_t size;  // bytes of an instance's data
  const DecodePlan* plan;
};

// Record types that may hold a value of this binary type, as a bit mask.
std::uint32_t allowed_records(model::BinaryType type);

// What follows a BinaryType: primitive code, class name, library id.
Result<model::RecordedType> decode_additional_info(ByteReader& in, model::BinaryType type);

// Shapes are found by their bytes, so that what is found needs no further checks. Never forgets, so that graphs may
// share ownership; stops learning when it is full.
class ShapeStore {
 public:
  // Before the first class record of a payload.
  void start_payload();
  // Decodes 2.3.1.1 ClassInfo and what follows it up to the values, `with_library` for record 5. Shapes that the store
  // does not keep live in `fallback`. Moves `in` behind the class record.
  Result<Shape> decode(ByteReader& in, bool with_library, Arena& fallback);
  // The same for records 2 and 3, whose members' types come from elsewhere: where nobody knows them, that is an error
  // of the record, which begins at the offset `record`. Such shapes are not kept.
  Result<Shape> decode_untyped(ByteReader& in, bool with_library, Arena& arena, const ClassTypes* types,
                               std::uint64_t record);

 private:
  struct Entry {
    Bytes bytes;
    bool with_library;
    Shape shape;
  };
  // Members of a class that the store does not keep, for those that follow with the same ones.
  struct Section {
    Bytes bytes;
    Shape shape;
  };
  static constexpr std::size_t kSections = 64;
  static constexpr std::size_t kSlots = 512;
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

  Arena arena_;
  // More than programs have; a payload with a class an object should not cost less for being small.
  static constexpr std::size_t kMostShapes = 1024;
  std::array<std::vector<Entry>, kSlots> entries_;
  std::size_t count_ = 0;
  std::vector<Section> sections_;  // empty, or kSections by hash; of this payload only
  std::vector<model::Member> scratch_;
};

}  // namespace dotwire::nrbf
