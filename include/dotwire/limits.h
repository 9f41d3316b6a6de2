// What a reader accepts before it gives up. On by default: input is never trusted.
#pragma once

#include <cstdint>
#include <optional>

namespace dotwire {

struct Limits {
  // Nesting of elements, records and values in the document.
  std::uint32_t depth = 10'000;
  // Objects, arrays, strings and XML nodes that a reader may make.
  std::uint64_t objects = 1'000'000'000;
  // Bytes that one call may hold in memory beside its input: readers stop with LimitExceeded before they hold more. Not
  // counted: what is small and of a fixed size, C++ objects that are filled, and tables read from XML, whose size
  // follows the input's.
  std::uint64_t memory = std::uint64_t{16} << 30;
  // Bytes that nulls, repeats, compressed blocks and text that is written may grow into. Not set: 1 GiB, and in reading
  // a share of the input and no more (SECURITY.md).
  std::optional<std::uint64_t> expansion;
  // Owning pointers and containers of objects that lie deeper in one another than this are not built in C++ structs:
  // their destructors recurse. Raise it, and free with dotwire::release().
  std::uint32_t owning_depth = 10'000;
  // Parts of one type name: generic arguments, array ranks, nested names.
  std::uint32_t type_name_parts = 4'096;
};

}  // namespace dotwire
