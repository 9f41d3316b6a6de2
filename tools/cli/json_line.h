// One JSON object on one line, its keys in the order of the calls.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dotwire::cli {

// With its quotes; what a terminal would not show is escaped.
void append_json_text(std::string& out, std::string_view text);

class JsonLine {
 public:
  JsonLine& text(std::string_view key, std::string_view value);
  // Null where it is empty.
  JsonLine& text_or_null(std::string_view key, std::string_view value);
  JsonLine& number(std::string_view key, std::int64_t value);
  JsonLine& unsigned_number(std::string_view key, std::uint64_t value);
  JsonLine& boolean(std::string_view key, bool value);
  JsonLine& null(std::string_view key);
  JsonLine& texts(std::string_view key, std::span<const std::string_view> values);
  JsonLine& object(std::string_view key, const JsonLine& value);
  JsonLine& objects(std::string_view key, std::span<const JsonLine> values);
  // With a line end.
  std::string take() { return std::move(line_) + "}\n"; }

 private:
  void name(std::string_view key);

  std::string line_ = "{";
};

}  // namespace dotwire::cli
