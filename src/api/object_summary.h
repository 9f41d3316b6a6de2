// What a framework object is in a few words, shown beside its members: an exception's message, an image's kind and
// size.
#pragma once

#include <cstddef>
#include <string>

#include "dotwire/graph.h"

namespace dotwire {

// By its type's name and recorded members (nrbf-soap.md A.10). Empty where there is nothing to say. Texts are cut at
// `max_text` bytes.
std::string object_summary(const model::ObjectNode& object, std::size_t max_text);

// How a dictionary or set compares, where that is not its default: "ordinal, ignoring case", "by Acme.ByLength".
std::string comparer_summary(const model::ObjectNode& collection, std::size_t max_text);

// "PNG, 16 x 16": an image file by its first bytes; empty if it is none that is known.
std::string image_summary(const std::uint8_t* data, std::size_t size);

}  // namespace dotwire
