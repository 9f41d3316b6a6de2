// What a person should know of an object beyond its members.
#pragma once

#include <optional>
#include <string>

#include "dotwire/graph.h"

namespace dotwire {

// A System.Drawing.Color as its state bits say: "known color 191", "#FF102030", with its name where it has one.
std::optional<std::string> color_text(const model::ObjectNode& object);

// An exception about BinaryFormatter itself, which clipboards hold instead of an object where the formatter is off.
bool is_placeholder(const model::ObjectNode& object);

}  // namespace dotwire
