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

// Whether its first element declares the prefix of extended properties.
inline bool declares_properties(std::string_view text) {
  const std::size_t schema = text.find("schema ");
  if (schema == std::string_view::npos) return false;
  return text.substr(schema, text.find('>', schema) - schema).find("xmlns:msprop=") != std::string_view::npos;
}

// The prefix of the element around the rows of a DiffGram.
inline std::string_view prefix_of_rows(std::string_view diffgram) {
  const std::size_t start = diffgram.find("<diffgr:diffgram");
  const std::size_t end = start == std::string_view::npos ? start : diffgram.find('>', start);
  const std::size_t element = end == std::string_view::npos ? end : diffgram.find('<', end);
  if (element == std::string_view::npos) return {};
  const std::string_view name =
      diffgram.substr(element + 1, diffgram.find_first_of(" />\r\n\t", element) - element - 1);
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos || name.starts_with("diffgr:") ? std::string_view() : name.substr(0, colon);
}

}  // namespace dotwire::dataset_binary
