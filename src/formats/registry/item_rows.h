// Formats that hold rows as arrays of object, in the shape of a Format row: the Lightweight Serializer and Drew's
// DataSetFormatter.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::lightweight {

inline constexpr SettingRule kSettings[] = {
    {"packing", "stream|parts", "schema and rows in one payload, or the rows' payload and then the schema's text"}};

Confidence recognise(std::span<const std::uint8_t> input);
Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::lightweight

namespace dotwire::registry::drew {

inline constexpr SettingRule kSettings[] = {
    {"class", "NAME", "full name of the formatter's table class in the program that reads"},
    {"assembly", "NAME", "display name of that program's assembly"}};

Confidence recognise(std::span<const std::uint8_t> input);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::drew
