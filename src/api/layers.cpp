#include "dotwire/layers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "api/recognise.h"
#include "base/try.h"
#include "codecs/layers/layers.h"

namespace dotwire {
namespace {

using Input = std::span<const std::uint8_t>;

// What was found on the best way so far.
struct Way {
  std::vector<std::string_view> layers;
  Buffer content;
  std::uint64_t trailing = 0;
  bool known = false;  // a known format is inside
  std::optional<Error> refused;
};

Error too_much(layers::Kind kind, const Error& error) {
  return Error(ErrorCode::LimitExceeded, error.offset(), std::string(layers::to_string(kind)) + ": " + error.message());
}

// Nobody wraps deeper than kMostLayers on purpose, and each level tries several kinds. Levels are bounded, so this may
// call itself.
Way explore(Input input, const Options& options, std::size_t level) {
  Way best;
  if (level == kMostLayers) return best;
  for (const layers::Kind kind : layers::candidates(input)) {
    Buffer content;
    const Result<std::uint64_t> end = layers::open(kind, input, content, options.limits);
    if (!end.ok() && end.error().code() == ErrorCode::LimitExceeded && !best.refused) {
      best.refused = too_much(kind, end.error());
    }
    if (!end.ok() || content.empty()) continue;
    Way way;
    way.known = recognise(content, options).format != nullptr;
    if (!way.known) way = explore(content, options, level + 1);
    const bool says_itself = layers::looks_like(kind, input) == layers::Sign::Strong;
    if (!way.known && !says_itself && !way.refused) continue;
    if (way.layers.empty()) way.content = std::move(content);
    way.layers.insert(way.layers.begin(), layers::to_string(kind));
    way.trailing = input.size() - *end;
    if (way.known) return way;
    if (best.layers.empty()) {
      if (!way.refused) way.refused = std::move(best.refused);
      best = std::move(way);
    }
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
  opened.refused = std::move(way.refused);
  return opened;
}

Opened open_certain_layers(Input input, const Options& options) {
  Opened opened;
  while (opened.layers.size() < kMostLayers) {
    const Input inside = opened.layers.empty() ? input : opened.content.bytes();
    const std::vector<layers::Kind> kinds = layers::candidates(inside);
    if (kinds.empty() || layers::looks_like(kinds[0], inside) != layers::Sign::Strong) break;
    Buffer content;
    const Result<std::uint64_t> end = layers::open(kinds[0], inside, content, options.limits);
    if (!end.ok()) {
      if (end.error().code() == ErrorCode::LimitExceeded) opened.refused = too_much(kinds[0], end.error());
      break;
    }
    if (opened.layers.empty()) opened.trailing = input.size() - *end;
    opened.layers.push_back(layers::to_string(kinds[0]));
    opened.content = std::move(content);
  }
  return opened;
}

std::span<const std::string_view> written_layers() { return layers::written_names(); }

Status put_in_layers(Input content, std::span<const std::string_view> layers, Buffer& out) {
  if (layers.size() > kMostLayers) {
    return Error(ErrorCode::InvalidArgument, std::to_string(layers.size()) + " layers are more than the " +
                                                 std::to_string(kMostLayers) + " that are opened again");
  }
  if (layers.empty()) out.append(content);
  Buffer inner;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const bool outermost = i + 1 == layers.size();
    Buffer next;
    DOTWIRE_TRY(layers::write(layers[i], i == 0 ? content : inner.bytes(), outermost ? out : next));
    inner = std::move(next);
  }
  return {};
}

}  // namespace dotwire
