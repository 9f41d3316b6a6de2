#include "cli/content.h"

#include <utility>

#include "cli/input.h"

namespace dotwire::cli {

std::string Content::note() const {
  std::string text;
  for (const std::string_view layer : layers) text += (text.empty() ? "in " : ", ") + std::string(layer);
  return text;
}

Result<Content> read_content(const std::string& file, const Loaded& loaded) {
  Result<Buffer> input = read_input(file, loaded.offset, loaded.most_input);
  if (!input.ok()) return std::move(input).error();
  Content content;
  content.bytes = std::move(input).value();
  const Format* from = loaded.from;
  const bool shows = from == nullptr || from->recognise != nullptr;
  if (from != nullptr && shows && from->recognise(content.bytes) != Confidence::No) return content;
  Opened opened =
      shows ? open_layers(content.bytes, loaded.options) : open_certain_layers(content.bytes, loaded.options);
  if (opened.layers.empty()) return content;
  if (from != nullptr && shows && from->recognise(opened.content) == Confidence::No) return content;
  content.bytes = std::move(opened.content);
  content.layers = std::move(opened.layers);
  content.trailing = opened.trailing;
  return content;
}

Status write_in_layers(const Document& document, const Loaded& loaded, Buffer& out) {
  if (loaded.layers.empty()) return write_document(document, *loaded.to, out, loaded.options);
  Buffer plain;
  Status written = write_document(document, *loaded.to, plain, loaded.options);
  if (!written.ok()) return written;
  return put_in_layers(plain, loaded.layers, out);
}

}  // namespace dotwire::cli
