// What the runtimes write differently (runtime-differences.md 1, 7.2), and how the machine that writes is set up.
#pragma once

#include <cstdint>
#include <string_view>

#include "clr/number_text.h"
#include "clr/uri.h"

namespace dotwire::dataset_xml {

enum class Dialect : std::uint8_t { Framework, Core2, Net10, Mono };

// The display name of the assembly that holds System.Object.
constexpr std::string_view core_library(Dialect dialect) {
  switch (dialect) {
    case Dialect::Framework:
    case Dialect::Mono: return "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    case Dialect::Core2:
      return "System.Private.CoreLib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";
    case Dialect::Net10:
      return "System.Private.CoreLib, Version=10.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";
  }
  return {};
}

constexpr NumberText number_text(Dialect dialect) {
  return dialect == Dialect::Net10 ? NumberText::Shortest : NumberText::Legacy;
}

// DataSet writes URIs by ToString().
constexpr UriDisplay uri_display(Dialect dialect) {
  return dialect == Dialect::Framework || dialect == Dialect::Mono ? UriDisplay::Framework : UriDisplay::Net;
}

// An xs-typed value in an object column carries xs:xmlns="..." too.
constexpr bool has_stray_attribute(Dialect dialect) { return dialect == Dialect::Net10; }

// XmlSerializer declares xsi before xsd.
constexpr bool declares_xsi_first(Dialect dialect) { return dialect == Dialect::Net10; }

}  // namespace dotwire::dataset_xml
