// What readers and writers of RemotingFormat.Binary may be told.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/error.h"
#include "dotwire/limits.h"

namespace dotwire {
class TimeZone;
}

namespace dotwire::dataset_binary {

class TextObjects;

// Whose bytes are written: assembly names, the key of a column's type, and what is refused
// (runtime-differences.md 7.1).
enum class Dialect : std::uint8_t { Framework, Mono, Net10 };

struct ReadOptions {
  // Where the reader lives: columns of DateTimeMode Local and UnspecifiedLocal are stored in UTC. Null: UTC.
  // Borrowed for the time of the calls.
  const TimeZone* zone = nullptr;
  Limits limits;
  // Columns of so many strings or more are filled straight from the records: a shorter one costs more than it saves.
  // 0: none is. Tests compare both ways.
  std::uint32_t direct_from = 256;
  // Whether Reader::text_objects() is wanted.
  bool record_texts = false;
};

struct WriteOptions {
  Dialect dialect = Dialect::Framework;
  const TimeZone* zone = nullptr;  // where the writer lives, as above
  // The culture of tables without a Locale of their own: that of the writing thread in .NET.
  std::int32_t unset_locale_id = 127;
  // Of the payload that is written again: Reader::text_objects(). Empty: equal texts are one object.
  std::span<const TextObjects> texts = {};
};

// Something that a table has and the format has not: where, and what becomes of it.
struct Loss {
  std::string path;
  std::string reason;
};

// An Error with its path, outermost key first.
Error error_at(std::string_view path, std::string message, ErrorCode code = ErrorCode::Malformed);

}  // namespace dotwire::dataset_binary
