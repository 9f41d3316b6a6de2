#include "dotwire/layers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "api/recognise.h"
#include "codecs/layers/layers.h"

namespace dotwire {
namespace {

using Input = std::span<const std::uint8_t>;

// Nobody wraps deeper on purpose, and each level tries several kinds.
constexpr std::size_t kMostLayers = 6;

// What was found on the best way so far.
struct Way {
  std::vector<std::string_view> layers;
  Buffer content;
  std::uint64_t trailing = 0;
  bool known = false;  // a known format is inside
};

// `layers` says how the input was come by; levels are bounded, so this may call itself.
Way explore(Input input, const Options& options, std::size_t level) {
  Way best;
  if (level == kMostLayers) return best;
  for (const layers::Kind kind : layers::candidates(input)) {
    Buffer content;
    const Result<std::uint64_t> end = layers::open(kind, input, content, options.limits);
    if (!end.ok() || content.empty()) continue;
    Way way;
    way.known = recognise(content, options).format != nullptr;
    if (!way.known) way = explore(content, options, level + 1);
    const bool says_itself = layers::looks_like(kind, input) == layers::Sign::Strong;
    if (!way.known && !says_itself) continue;
    if (way.layers.empty()) way.content = std::move(content);
    way.layers.insert(way.layers.begin(), layers::to_string(kind));
    way.trailing = input.size() - *end;
    if (way.known) return way;
    if (best.layers.empty()) best = std::move(way);
  }
  return best;
}

}  // namespace

Opened open_layers(Input input, const Options& options) {
  Opened opened;
  if (input.empty() || recognise(input, options).format != nullptr) return opened;
  Way way = explore(input, options, 0);
  opened.layers = std::move(way.layers);
  opened.content = std::move(way.content);
  opened.trailing = way.trailing;
  return opened;
}

}  // namespace dotwire
