// The Custom Formatter's functions in the shape of a Format row.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::custom {

Confidence recognise_plain(std::span<const std::uint8_t> input);
Confidence recognise_compressed(std::span<const std::uint8_t> input);
Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write_plain(const Document& document, const Options& options, Buffer& out);
Status write_compressed(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::custom
