#include "dotwire/identify.h"

#include "api/damage.h"
#include "api/recognise.h"
#include "dotwire/convert.h"
#include "dotwire/layers.h"

namespace dotwire {
namespace {

void ask(std::span<const Format> formats, std::span<const std::uint8_t> input, Recognition& best) {
  for (const Format& format : formats) {
    if (format.recognise == nullptr || best.confidence == Confidence::Certain) continue;
    const Confidence confidence = format.recognise(input);
    if (confidence > best.confidence) best = {&format, confidence};
  }
}

// Reads no more than the first object where the format takes that.
std::string first_root_type(std::span<const std::uint8_t> document, const Format& format, const Options& options) {
  Options few = options;
  few.first_objects = 1;
  const Result<Document> read = read_document(document, format, few);
  return read.ok() ? root_type(*read) : std::string();
}

// Without opening layers.
Identification identify_content(std::span<const std::uint8_t> input, const Options& options) {
  const Recognition best = recognise(input, options);
  Identification found;
  found.format = best.format;
  found.confidence = best.confidence;
  if (found.format == nullptr) {
    found.hint = likely_reason(input, nullptr);
    return found;
  }
  if (found.format->measure == nullptr) {
    found.measure.size = input.size();
    return found;
  }
  Result<Measure> measure = found.format->measure(input, options);
  if (measure.ok()) {
    found.measure = std::move(measure).value();
    found.trailing = input.size() - found.measure.size;
    if ((found.format->options & kTakesFirst) != 0) found.root_type = first_root_type(input, *found.format, options);
  } else {
    found.damage = explain(input, *found.format, options, std::move(measure).error());
    found.hint = found.damage->hint();
  }
  return found;
}

}  // namespace

Recognition recognise(std::span<const std::uint8_t> input, const Options& options) {
  Recognition best;
  ask(options.more_formats, input, best);
  ask(builtin_formats(), input, best);
  return best;
}

const Format* recognise_format(std::span<const std::uint8_t> input, const Options& options) {
  return recognise(input, options).format;
}

std::string root_type(const Document& document) {
  if (document.kind() == DocumentKind::Table) return "System.Data.DataTable";
  if (document.kind() == DocumentKind::TableSet) return "System.Data.DataSet";
  if (document.kind() != DocumentKind::Graph) return "";
  const model::Node* root = document.graph().root();
  if (root == nullptr) return "null";
  if (root->kind == model::NodeKind::String) return "System.String";
  if (root->kind == model::NodeKind::Array) return "an array";
  if (root->kind != model::NodeKind::Object) return "a value";
  const model::Type& type = *static_cast<const model::ObjectNode&>(*root).type;
  std::string name(type.name);
  if (!type.library.empty()) name += ", " + std::string(type.library);
  return name;
}

std::vector<Part> list_documents(std::span<const std::uint8_t> input, std::uint64_t offset, const Options& options,
                                 std::size_t most) {
  std::vector<Part> parts;
  while (offset < input.size() && parts.size() < most) {
    const auto rest = input.subspan(static_cast<std::size_t>(offset));
    const Format* format = recognise(rest, options).format;
    if (format == nullptr || format->measure == nullptr) break;
    const Result<Measure> measure = format->measure(rest, options);
    if (!measure.ok() || measure->size == 0) break;
    Part part{format, offset, measure->size, measure->note, {}};
    part.root_type = first_root_type(rest.first(static_cast<std::size_t>(measure->size)), *format, options);
    parts.push_back(std::move(part));
    offset += measure->size;
  }
  return parts;
}

// Layers are opened once, to their own bound: what is compressed into itself has no end.
Identification identify(std::span<const std::uint8_t> input, const Options& options) {
  Opened opened = open_layers(input, options);
  if (opened.refused) {
    Identification refused;
    refused.measure.layers = std::move(opened.layers);
    refused.damage = std::move(opened.refused);
    return refused;
  }
  if (opened.layers.empty()) return identify_content(input, options);
  Identification found = identify_content(opened.content, options);
  // A column that was too short cut the text that it held, not what is inside.
  if (found.damage && found.damage->code() == ErrorCode::Truncated) {
    if (std::string cut = column_cut(input.size()); !cut.empty()) {
      found.damage->set_hint(cut);
      found.hint = std::move(cut);
    }
  }
  if (opened.damage) {
    found.measure.size = 0;
    found.trailing = 0;
    found.hint.clear();
    found.damage = std::move(opened.damage);
  }
  found.measure.layers.insert(found.measure.layers.begin(), opened.layers.begin(), opened.layers.end());
  found.trailing += opened.trailing;
  return found;
}

}  // namespace dotwire
