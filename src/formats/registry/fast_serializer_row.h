// The Fast Serializer's functions in the shape of a Format row.
#pragma once

#include "clr/time_zone.h"
#include "dotwire/format.h"
#include "formats/fast_serializer/fast_serializer.h"

namespace dotwire::registry::fast {

inline constexpr SettingRule kSettings[] = {
    {"dialect", "auto|a|b|c", "whose SerializationWriter: of 2006, 2.0 or 2.2; auto: as it was read, else a"},
    {"shape", "auto|table|dataset|typed-table|typed-dataset|simple-typed",
     "which method of AdoNetHelper; auto: as it was read, else table or dataset"},
    {"optimize", "auto|yes|no", "OptimizeForSize; auto: as it was read, else yes"},
    {"decimal-scale", "auto|default|preserve|exact",
     "scales of Decimals: dropped as by the original, as by PreserveDecimalScale, or none; auto: as it was read"},
    {"culture", "NAME", "of a DataSet without one of its own, which the writer's was; the invariant one otherwise"},
    {"read-dialect", "auto|a|b|c", "the same of the document that is read"},
    {"read-shape", "auto|table|dataset|typed-table|typed-dataset|simple-typed", "the same; typed forms need --schema"},
    {"read-enums", "TYPES",
     "underlying types of enums, where the document does not tell them: \"Ns.Colour:Byte,Ns.Level:Int64\""},
};

// How a document is read, and what that refers to.
struct Reading {
  TimeZone zone;
  Document schema;
  model::TableSet tables;
  fast_serializer::ReadOptions how;

  Reading() = default;
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  Status open(const Options& options);
};

Confidence recognise(std::span<const std::uint8_t> input);
Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::fast
