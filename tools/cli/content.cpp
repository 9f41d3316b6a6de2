#include "cli/content.h"

#include <utility>

#include "cli/input.h"

namespace dotwire::cli {

std::string Content::note() const {
  std::string text;
  for (const std::string_view layer : layers) text += (text.empty() ? "in " : ", ") + std::string(layer);
  return text;
}

Start Content::start_for(const Format* format) const { return format != nullptr && format->layered ? Start() : start; }

Result<Content> read_content(const std::string& file, const Loaded& loaded, OfDamagedLayers wanted) {
  Result<Buffer> input = read_input(file, loaded.most_input);
  if (!input.ok()) {
    Error error = std::move(input).error();
    if (error.code() == ErrorCode::LimitExceeded) error.set_hint("--limit input=N takes more of a pipe");
    return error;
  }
  if (loaded.offset > input->size()) {
    return Error(ErrorCode::Io, "it has only " + std::to_string(input->size()) + " bytes");
  }
  Content content;
  content.bytes = std::move(input).value();
  if (loaded.offset != 0) {
    const auto before = content.bytes.bytes().first(static_cast<std::size_t>(loaded.offset));
    content.start = start_behind(before);
    content.bytes = Buffer(content.bytes.bytes().subspan(before.size()));
  }
  content.size = content.bytes.size();
  const Format* from = loaded.from;
  const bool shows = from == nullptr || from->recognise != nullptr;
  if (from != nullptr && shows && from->recognise(content.bytes) != Confidence::No) return content;
  Opened opened =
      shows ? open_layers(content.bytes, loaded.options) : open_certain_layers(content.bytes, loaded.options);
  for (std::optional<Error>* error : {&opened.refused, &opened.damage}) {
    if (*error && (*error)->has_offset()) (*error)->set_offset((*error)->offset() + content.start.offset);
  }
  const bool is_damaged = opened.damage || (opened.refused && opened.refused->code() != ErrorCode::LimitExceeded);
  if (from == nullptr && is_damaged && wanted == OfDamagedLayers::Nothing) return content;
  if (opened.refused) return std::move(*opened.refused);
  if (opened.layers.empty()) return content;
  if (from != nullptr && shows && from->recognise(opened.content) == Confidence::No) return content;
  if (opened.damage && wanted == OfDamagedLayers::Nothing) return std::move(*opened.damage);
  content.bytes = std::move(opened.content);
  content.layers = std::move(opened.layers);
  content.trailing = opened.trailing;
  content.damage = std::move(opened.damage);
  content.start = {};
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
