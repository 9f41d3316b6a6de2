// protobuf-net-data and protobuf-net-data-light in the shape of Format rows.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::protobuf_table {

inline constexpr SettingRule kDataSettings[] = {
    {"version", "4.1|4.0|3.0|2.1|2.0.7|2.0.6|2.0.5|2.0.3|2.0.1|2.0.0",
     "writing: the release of the library, or the last before it that the list names"},
    {"empty-arrays", "version|empty|null", "writing: byte[] and char[] without elements"},
    {"computed-columns", "version|omit|write", "writing: columns with an expression"},
    {"shifted-values", "no|yes", "writing: with the fault of 3.0 and later behind a computed column"},
    {"zero-decimals", "keep|plain", "reading: 0.00 as it is, or as the 0 that releases up to 3.0 read"},
    {"names", "NAMES", "reading: names of the tables, with commas between"}};

inline constexpr SettingRule kLightSettings[] = {kDataSettings[4], kDataSettings[5]};

Confidence recognise(std::span<const std::uint8_t> input);
Confidence recognise_light(std::span<const std::uint8_t> input);
Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options);
Result<Measure> measure_light(std::span<const std::uint8_t> input, const Options& options);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status read_light(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write(const Document& document, const Options& options, Buffer& out);
Status write_light(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);
void losses_light(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::protobuf_table
