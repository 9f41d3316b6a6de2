#include "dotwire/identify.h"

#include "api/damage.h"
#include "api/recognise.h"
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

Identification identify(std::span<const std::uint8_t> input, const Options& options) {
  const Recognition best = recognise(input, options);
  Identification found;
  found.format = best.format;
  found.confidence = best.confidence;
  if (found.format == nullptr) {
    const Opened opened = open_layers(input, options);
    if (opened.layers.empty()) {
      found.hint = likely_reason(input, nullptr);
      return found;
    }
    found = identify(opened.content, options);
    found.measure.layers.insert(found.measure.layers.begin(), opened.layers.begin(), opened.layers.end());
    found.trailing += opened.trailing;
    return found;
  }
  if (found.format->measure == nullptr) return found;
  Result<Measure> measure = found.format->measure(input, options);
  if (measure.ok()) {
    found.measure = std::move(measure).value();
    found.trailing = input.size() - found.measure.size;
  } else {
    found.damage = explain(input, *found.format, options, std::move(measure).error());
    found.hint = found.damage->hint();
  }
  return found;
}

}  // namespace dotwire
