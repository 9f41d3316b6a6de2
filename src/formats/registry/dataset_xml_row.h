// WriteXml and WriteXmlSchema of one table in the shape of Format rows.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::xml_table {

Confidence recognise_with_schema(std::span<const std::uint8_t> input);
Confidence recognise_rows(std::span<const std::uint8_t> input);
Confidence recognise_schema(std::span<const std::uint8_t> input);

Status read_with_schema(std::span<const std::uint8_t> input, const Options& options, Document& document);
// The columns come from options.schema.
Status read_rows(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status read_schema(std::span<const std::uint8_t> input, const Options& options, Document& document);

Status write_with_schema(const Document& document, const Options& options, Buffer& out);
Status write_rows(const Document& document, const Options& options, Buffer& out);
Status write_schema(const Document& document, const Options& options, Buffer& out);

void losses_with_schema(const Document& document, const Options& options, std::vector<Loss>& losses);
void losses_of_rows(const Document& document, const Options& options, std::vector<Loss>& losses);
void losses_of_schema(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::xml_table
