// Whether a document survives: decode, encode, compare.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/format.h"

namespace dotwire {

enum class Verdict : std::uint8_t {
  Identical,  // writing what was read gives the same bytes
  Different,  // it does not, or could not be written
  Damaged,    // it could not be read
  Unknown,    // no known format, or a part of one that cannot be read yet
  Refused,    // larger or deeper than Limits allow
};
// "identical"
std::string_view to_string(Verdict verdict);

struct Verification {
  Verdict verdict = Verdict::Unknown;
  const Format* format = nullptr;
  std::uint64_t offset = Error::kNoOffset;  // of the first difference or of the damage
  std::string path;                         // where that is in the document; empty where unknown
  std::string kind;                         // of the record or value there that differs
  std::string message;
  std::string hint;
  std::uint64_t trailing = 0;         // bytes behind the document, which are not compared
  std::optional<std::uint64_t> next;  // the offset of another document that begins right behind this one
  std::optional<Error> error;         // of reading or writing
};

// `format` null: identify first; then what lies inside layers (layers.h) is compared, and offsets count there. Any
// thread.
Verification verify(std::span<const std::uint8_t> input, const Format* format = nullptr, const Options& options = {});

}  // namespace dotwire
