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
  std::optional<Error> damage;

  bool is_whole() const { return known && !damage; }
};

Error named(layers::Kind kind, const Error& error) {
  return Error(error.code(), error.offset(), std::string(layers::to_string(kind)) + ": " + error.message());
}

// Offsets in what `outer` holds are none of the input.
void place_inside(std::span<const std::string_view> outer, std::optional<Error>& error) {
  if (!error || outer.empty()) return;
  std::string message = "inside " + std::string(outer.back()) + ", " + error->message();
  if (error->has_offset()) message += ", at byte " + std::to_string(error->offset()) + " there";
  error.emplace(error->code(), std::move(message));
}

bool says_itself(layers::Kind kind, Input input) { return layers::looks_like(kind, input) == layers::Sign::Strong; }

// Of other layers what begins like them is too often something else.
bool shows_damage(layers::Kind kind, Input input) { return kind == layers::Kind::Zlib || says_itself(kind, input); }

// The better one is left in `best`: one with a document, whole or not, before one without.
void take_better(Way& best, Way&& way) {
  if (!best.layers.empty() && (best.known || !way.known)) return;
  if (!way.refused && !way.known) way.refused = std::move(best.refused);
  best = std::move(way);
}

// Nobody wraps deeper than kMostLayers on purpose, and each level tries several kinds. Levels are bounded, so this may
// call itself.
Way explore(Input input, const Options& options, std::size_t level) {
  Way best;
  if (level == kMostLayers) return best;
  for (const layers::Kind kind : layers::candidates(input)) {
    Buffer content;
    const Result<std::uint64_t> end = layers::open_up_to_damage(kind, input, content, options.limits);
    const bool is_limit = !end.ok() && end.error().code() == ErrorCode::LimitExceeded;
    if (!end.ok() && !is_limit && !shows_damage(kind, input)) continue;
    Way way;
    if (!is_limit && !content.empty()) {
      way.known = recognise(content, options).format != nullptr;
      if (!way.known && end.ok()) way = explore(content, options, level + 1);
    }
    if (!end.ok() && !way.known) {
      if (!best.refused && (is_limit || says_itself(kind, input))) best.refused = named(kind, end.error());
      continue;
    }
    if (content.empty() || (!way.known && !says_itself(kind, input) && !way.refused)) continue;
    if (way.layers.empty()) way.content = std::move(content);
    way.layers.insert(way.layers.begin(), layers::to_string(kind));
    if (end.ok()) way.trailing = input.size() - *end;
    if (!end.ok()) way.damage = named(kind, end.error());
    if (way.is_whole()) return way;
    take_better(best, std::move(way));
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
  opened.damage = std::move(way.damage);
  const std::span<const std::string_view> layers = opened.layers;
  place_inside(layers, opened.refused);
  if (opened.damage) place_inside(layers.first(layers.size() - 1), opened.damage);
  return opened;
}

Opened open_certain_layers(Input input, const Options& options) {
  Opened opened;
  while (opened.layers.size() < kMostLayers) {
    const Input inside = opened.layers.empty() ? input : opened.content.bytes();
    const std::vector<layers::Kind> kinds = layers::candidates(inside);
    if (kinds.empty() || !says_itself(kinds[0], inside)) break;
    Buffer content;
    const Result<std::uint64_t> end = layers::open(kinds[0], inside, content, options.limits);
    if (!end.ok()) {
      opened.refused = named(kinds[0], end.error());
      place_inside(opened.layers, opened.refused);
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
