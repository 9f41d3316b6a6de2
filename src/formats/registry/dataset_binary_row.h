// DataTable and DataSet by BinaryFormatter in the shape of Format rows: RemotingFormat.Binary, and Xml.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::dataset {

Confidence recognise(std::span<const std::uint8_t> input);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write(const Document& document, const Options& options, Buffer& out);
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

Confidence recognise_xml(std::span<const std::uint8_t> input);
Status read_xml(std::span<const std::uint8_t> input, const Options& options, Document& document);
Status write_xml(const Document& document, const Options& options, Buffer& out);
void losses_xml(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::registry::dataset
