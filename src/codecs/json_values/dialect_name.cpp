#include "codecs/json_values/dialect_name.h"

#include "base/try.h"

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

Result<Dialect> read_dialect(json::Pull& in) {
  DOTWIRE_TRY(const std::string_view name, in.read_text());
  for (const Dialect dialect :
       {Dialect::Framework, Dialect::Core2, Dialect::Core3, Dialect::Net10, Dialect::Mono, Dialect::OldMono}) {
    if (to_string(dialect) == name) return dialect;
  }
  return Error(ErrorCode::Malformed, in.offset(), "no runtime is called " + json::shown(name));
}

}  // namespace json_values
}  // namespace dotwire
