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
  Measure measure;  // zero when `damage` is there
  // Part::root_type, of graphs whose first object is read alone (kTakesFirst), so that it costs no more than that;
  // empty of others.
  std::string root_type;
  std::uint64_t trailing = 0;   // bytes behind the document
  std::optional<Error> damage;  // why the end could not be found, or layers not be opened (Opened::refused, ::damage)
  std::string hint;             // what the bytes probably are, where the format is unknown or the document damaged
};

// Only which format it is, by the first bytes; null if none. Cheap. Any thread.
const Format* recognise_format(std::span<const std::uint8_t> input, const Options& options = {});

// Says whether options can be used at all, before there is any input: the zone is known, schema and contract can be
// read. InvalidArgument, with the cause, for the first that cannot.
Status check_options(const Options& options);

// One of the documents that stand in an input one behind the other.
struct Part {
  const Format* format = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::string_view note;  // Measure::note
  // Of its root: "Acme.Person, Acme, Version=1.0.0.0, ...", "System.Data.DataTable"; empty where the start does not say
  // it.
  std::string root_type;
};

// The documents from the byte `offset` on, each where the one before ends, up to what is none or damaged. At most
// `most` of them. Looks at each once. Any thread.
std::vector<Part> list_documents(std::span<const std::uint8_t> input, std::uint64_t offset = 0,
                                 const Options& options = {}, std::size_t most = SIZE_MAX);

// "System.Data.DataTable", or the class of a graph's root with its library; "an array", "a value", "null".
std::string root_type(const Document& document);

// Does not fail: bytes may be unknown. Looks through the layers around a document (layers.h): Measure::layers names
// them, sizes and offsets count inside the innermost. Any thread.
Identification identify(std::span<const std::uint8_t> input, const Options& options = {});

// What probably happened to bytes that are no document of a known format, or a damaged one: "base64 text ...", "the
// file is exactly 8,000 bytes long ...". Empty where nothing is likely. `error` may be null.
std::string likely_reason(std::span<const std::uint8_t> input, const Error* error);
// What is said of an input that ends too early and is as long as a column of a database usually is; or empty. Where
// layers were opened, it is the input outside them that a column cut.
std::string column_cut(std::uint64_t size);

}  // namespace dotwire
