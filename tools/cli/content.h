// A file's document, without the layers around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings.h"
#include "cli/start.h"

namespace dotwire::cli {

struct Content {
  Buffer bytes;
  std::vector<std::string_view> layers;  // outermost first; empty where the file itself is the document
  std::uint64_t trailing = 0;            // bytes of the file behind its layers
  std::uint64_t size = 0;                // bytes of the file from where it was read
  Start start;                           // in the file; inside layers of none
  std::optional<Error> damage;           // Opened::damage, where `bytes` are those before it

  // "in base64, gzip"; empty without layers. Offsets then count inside.
  std::string note() const;
  // For places in it that a reader of the format names: formats that are compressed count inside.
  Start start_for(const Format* format) const;
};

enum class OfDamagedLayers : std::uint8_t {
  Nothing,  // they stay closed: whoever reads them says why. An error where --from says what is inside
  Start,    // what was inside before the damage
};

// Io if the file cannot be read, LimitExceeded of what is too large, itself or in its layers; where the start of
// damaged layers is wanted, Malformed and Truncated of those in which nothing known begins. Layers are opened where the
// file itself is of no known format, or not of the one that --from names while what is inside is. A format that shows
// no signs, such as CSV, is looked for in the layers that say themselves what they are.
Result<Content> read_content(const std::string& file, const Loaded& loaded,
                             OfDamagedLayers wanted = OfDamagedLayers::Nothing);

// Appends the document in the format of --to, in the layers of --layer.
Status write_in_layers(const Document& document, const Loaded& loaded, Buffer& out);

}  // namespace dotwire::cli
