// What some bytes are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/error.h"
#include "dotwire/format.h"

namespace dotwire {

struct Identification {
  const Format* format = nullptr;  // null: unknown
  Confidence confidence = Confidence::No;
  Measure measure;              // zero when `damage` is there
  std::uint64_t trailing = 0;   // bytes behind the document
  std::optional<Error> damage;  // why the end could not be found
  std::string hint;             // what the bytes probably are, where the format is unknown or the document damaged
};

// Only which format it is, by the first bytes; null if none. Cheap. Any thread.
const Format* recognise_format(std::span<const std::uint8_t> input, const Options& options = {});

// Says whether options can be used at all, before there is any input: the zone is known, schema and contract can be
// read. InvalidArgument, with the cause, for the first that cannot.
Status check_options(const Options& options);

// Does not fail: bytes may be unknown. Looks through the layers around a document (layers.h): Measure::layers names
// them, sizes and offsets count inside the innermost. Any thread.
Identification identify(std::span<const std::uint8_t> input, const Options& options = {});

// What probably happened to bytes that are no document of a known format, or a damaged one: "base64 text ...", "the
// file is exactly 8,000 bytes long ...". Empty where nothing is likely. `error` may be null.
std::string likely_reason(std::span<const std::uint8_t> input, const Error* error);

}  // namespace dotwire
