// What a person gets from an input: its tree, or what it is in another format. Errors come as "! TEXT".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/convert.h"
#include "dotwire/inspect.h"

namespace dotwire::test {

// "/Name String = hi", a line each; raw names on request. `format` empty: identify.
std::string tree(std::span<const std::uint8_t> input, std::string_view format = {}, bool raw_names = false);

std::string convert(std::span<const std::uint8_t> input, std::string_view from, std::string_view to,
                    const Options& options = {});
std::string convert(std::string_view input, std::string_view from, std::string_view to, const Options& options = {});

// The error of reading, or empty.
std::string reading_error(std::span<const std::uint8_t> input, std::string_view format = "binaryformatter");

}  // namespace dotwire::test
