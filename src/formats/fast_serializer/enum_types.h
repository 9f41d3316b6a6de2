// The underlying types of enums. A document names an enum's type, and says its number's width not at all where the
// number stands as it is (type code E5, table-formats.md 4.5): the original's reader asks the loaded class.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/error.h"
#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire::fast_serializer {

// By full name: "Ns.Colour".
using EnumTypes = std::map<std::string, Primitive, std::less<>>;

// "Ns.Colour:Byte,Ns.Level:Int64". Nothing where it is none.
std::optional<EnumTypes> parse_enum_types(std::string_view text);

// What is not said is found out: of the four widths that a number may have, the one with which the whole document can
// be read, and is such as AdoNetHelper writes. Each enum costs a few readings, most of which end at its first number.
class EnumSearch {
 public:
  // Reads the document. An enum that is not among the types is an error, and its name is put into `unknown`.
  using Attempt = std::function<Status(const EnumTypes& types, std::string& unknown)>;

  // Pass std::ref() of what would need memory of its own. With `any` the first width that fits does; otherwise two that
  // fit are an error.
  explicit EnumSearch(Attempt attempt, bool any = false) : attempt_(std::move(attempt)), any_(any) {}

  // The last attempt that was made is the one with the types that are left in `types`.
  Status run(EnumTypes& types);

 private:
  Status find(EnumTypes& types);

  Attempt attempt_;
  bool any_;
  bool gave_up_ = false;      // the error is one of the search
  std::uint64_t offset_ = 0;  // of the last number whose width was not known
  int readings_ = 0;
};

}  // namespace dotwire::fast_serializer
