// Errors as people read them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/json_line.h"
#include "cli/start.h"
#include "dotwire/dotwire.h"

namespace dotwire::cli {

// "FILE: truncated at byte 12, record 3 (ClassWithId) (#1/Lines): needs 4 bytes, 1 is left; probably the ...". `format`
// may be null, and `input` empty: then no record is named. Places are those of the file in which the input begins at
// `start`.
void report(const std::string& file, const Error& error, std::span<const std::uint8_t> input = {},
            const Format* format = nullptr, const Options& options = {}, const Start& start = {});

// The same without file and hint, as one text.
std::string where(const Error& error, std::span<const std::uint8_t> input, const Format* format, const Options& options,
                  const Start& start = {});

// error, offset, path, message
void add_error(JsonLine& line, const Error& error, const Start& start);
JsonLine error_json(const Error& error, const Start& start);

// "FILE: unknown format; it is ..."
void report_unknown(const std::string& file, std::string_view hint);

// "FILE: columns/A/Caption: ..."; of the whole document without a path.
std::string loss_text(const std::string& file, const Loss& loss);

// The lines that these write, without the program's name.
std::string report_text(const std::string& file, const Error& error, std::span<const std::uint8_t> input = {},
                        const Format* format = nullptr, const Options& options = {}, const Start& start = {});
std::string unknown_text(const std::string& file, std::string_view hint);

}  // namespace dotwire::cli
