// A format inside one QuickLZ block: the article's "Compressed Binary Formatter" and its like.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry {

// Whether a QuickLZ block stands at the start whose content begins with what `inner` recognises.
Confidence recognise_in_quicklz(std::span<const std::uint8_t> input,
                                Confidence (*inner)(std::span<const std::uint8_t>));

// Decompresses into `content` and gives the block's size in the input.
Result<std::uint64_t> open_quicklz(std::span<const std::uint8_t> input, const Options& options, Buffer& content);

Status close_quicklz(const Buffer& content, Buffer& out);

}  // namespace dotwire::registry
