// Texts of schemas and DiffGrams that stand as strings in a payload.
#pragma once

#include <string_view>

namespace dotwire::dataset_binary {

// The declaration says utf-16, which the text is not here.
inline std::string_view without_declaration(std::string_view text) {
  if (!text.starts_with("<?xml")) return text;
  const std::size_t end = text.find("?>");
  return end == std::string_view::npos ? text : text.substr(end + 2);
}

// Its line ends, by the first.
inline std::string_view newline_of(std::string_view text, std::string_view if_none) {
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return if_none;
  return line != 0 && text[line - 1] == '\r' ? "\r\n" : "\n";
}

}  // namespace dotwire::dataset_binary
