#include "api/inside_message.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/convert.h"
#include "wire/protobuf/fields.h"

namespace dotwire {
namespace {

using protobuf::WireType;

constexpr std::size_t kDeepest = 8;
constexpr std::uint32_t kGroups = 64;

struct Field {
  std::string path;  // "3/1"
  Bytes bytes;
  std::size_t depth;
};

// The fields that have bytes; nothing where the input is no message.
std::optional<std::vector<std::pair<std::uint32_t, Bytes>>> fields_of(Bytes message) {
  std::vector<std::pair<std::uint32_t, Bytes>> fields;
  ByteReader in(message);
  while (!in.at_end()) {
    const Result<protobuf::Tag> tag = protobuf::decode_tag(in);
    if (!tag.ok()) return std::nullopt;
    if (tag->type == WireType::Length) {
      const Result<Bytes> bytes = protobuf::decode_length_delimited(in);
      if (!bytes.ok()) return std::nullopt;
      fields.emplace_back(tag->field, *bytes);
    } else if (!protobuf::skip_value(in, *tag, kGroups).ok()) {
      return std::nullopt;
    }
  }
  return fields;
}

// Read whole, since few bytes can look like a table.
bool is_table(Bytes bytes, const Format& format, const Options& options) {
  if (bytes.size() < 4 || format.recognise(bytes) < Confidence::Likely) return false;
  const Result<Document> document = read_document(bytes, format, options);
  return document.ok() && document->size == bytes.size();
}

}  // namespace

std::string table_inside_message(std::span<const std::uint8_t> input, const Options& options) {
  std::vector<Field> waiting{{"", input, 0}};
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const Field message = waiting[i];
    const auto fields = fields_of(message.bytes);
    if (!fields.has_value()) continue;
    for (const auto& [number, bytes] : *fields) {
      const std::string path = (message.path.empty() ? "" : message.path + "/") + std::to_string(number);
      for (const char* name : {"protobuf-net-data", "protobuf-net-data-light"}) {
        const Format* format = find_format(name);
        if (format == nullptr || !is_table(bytes, *format, options)) continue;
        return "a Protocol Buffers message, whose field " + path + ", " + std::to_string(bytes.data() - input.data()) +
               " bytes further on, holds " + name + " (" + std::to_string(bytes.size()) + " bytes)";
      }
      if (message.depth + 1 < kDeepest && bytes.size() > 4) waiting.push_back({path, bytes, message.depth + 1});
    }
  }
  return {};
}

}  // namespace dotwire
