// Inputs of the command line's tests, made here or taken from the golden corpus.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "support/temp_dir.h"

namespace dotwire::test {

// A BinaryFormatter payload: class P { Int32 x = 42; String s = "hi" }.
Buffer point_payload();
// The same with a text so long that the payload has about that size.
Buffer long_payload(std::size_t text_size);
// A Custom Formatter document: table "T", Int32 "A" and String "S", rows (300, "hi") and (null, null).
Buffer small_table();

// Writes into the folder and gives the file's name.
std::string put(const TempDir& folder, std::string_view name, std::span<const std::uint8_t> bytes);
std::string put_text(const TempDir& folder, std::string_view name, std::string_view text);

// A golden file's bytes; nothing without a corpus.
std::optional<Buffer> golden(std::string_view runtime, std::string_view kind, std::string_view case_name,
                             std::string_view format);

}  // namespace dotwire::test
