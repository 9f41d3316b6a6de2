// What values lose when they are written.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dotwire/graph.h"
#include "wire/fast_serializer/encoder.h"

namespace dotwire::fast_serializer {

inline constexpr std::string_view kMergedLoss = "equal to the one before but for kind, scale or offset";

// Of a value of fixed size; empty: nothing.
std::string_view lost_of(model::ValueKind kind, const std::uint8_t* bytes, const EncodeOptions& options);
std::string_view lost_of_text(std::string_view text);
std::string_view lost_of_uri(std::string_view text);

// Of an object, and of all that stands in arrays and ArrayLists in it, each once. Null: nothing.
std::vector<std::string_view> lost_in(const model::Node* node, const EncodeOptions& options);
// Of an array's elements, as those of extended properties are.
std::vector<std::string_view> lost_in(const std::vector<const model::Node*>& values, const EncodeOptions& options);

}  // namespace dotwire::fast_serializer
