// Reading, writing and converting documents of any format.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dotwire/format.h"

namespace dotwire {

// Identifies and reads. The input must outlive the document. UnknownFormat if it is none. Any thread.
Result<Document> read_document(std::span<const std::uint8_t> input, const Options& options = {});
// As one format.
Result<Document> read_document(std::span<const std::uint8_t> input, const Format& format, const Options& options = {});

// What `target` cannot hold of the document, by path, in document order. Ask before write_document().
std::vector<Loss> find_losses(const Document& document, const Format& target, const Options& options = {});

// Appends to `out`. What find_losses() names is left out. NotRepresentable if the target holds no such content at all.
Status write_document(const Document& document, const Format& target, Buffer& out, const Options& options = {});

}  // namespace dotwire
