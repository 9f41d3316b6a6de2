// How JSON names the runtime whose writer made a document: as to_string(Dialect) does.
#pragma once

#include <optional>
#include <string_view>

#include "dotwire/format.h"

namespace dotwire::json_values {

// The reverse of to_string(Dialect). Empty: no runtime is called so.
std::optional<Dialect> dialect_named(std::string_view name);

}  // namespace dotwire::json_values
