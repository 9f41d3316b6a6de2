#include "codecs/json_values/dialect_name.h"

namespace dotwire {

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::Recorded: return {};
    case Dialect::Framework: return "framework";
    case Dialect::Core2: return "core2";
    case Dialect::Core3: return "core3";
    case Dialect::Net10: return "net10";
    case Dialect::Mono: return "mono";
    case Dialect::OldMono: return "oldmono";
  }
  return {};
}

namespace json_values {

std::optional<Dialect> dialect_named(std::string_view name) {
  for (const Dialect dialect :
       {Dialect::Framework, Dialect::Core2, Dialect::Core3, Dialect::Net10, Dialect::Mono, Dialect::OldMono}) {
    if (to_string(dialect) == name) return dialect;
  }
  return {};
}

}  // namespace json_values
}  // namespace dotwire
