// The format row of BinaryFormatter payloads (MS-NRBF) as object graphs: nrbf_graph, and where a payload ends.
#pragma once

#include "codecs/nrbf_graph/write_options.h"
#include "dotwire/format.h"

namespace dotwire::binary_formatter {

Confidence recognise(std::span<const std::uint8_t> input);
// Walks all records; the runtime is told from the names of assemblies in the first MiB.
Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options);
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);
// Recorded: the records as they were read; otherwise what that runtime's writer does with the content.
Status write(const Document& document, const Options& options, Buffer& out);
// What that runtime's writer does with the content, in a style of its own. The contract of the options says which
// classes serialize themselves.
Status compute(const Document& document, const Options& options, nrbf::TypeStyle style, Buffer& out);
// As recorded, in little memory; otherwise whole.
Status stream(const Document& document, const Options& options, Sink& sink);
Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary);

// The record of the root object up to its first value, or as much of it as is there; empty where it does not stand near
// the start.
std::string_view root_record(std::span<const std::uint8_t> input);

// Whose names stand in the payload; Recorded if none tell.
Dialect guess_dialect(std::span<const std::uint8_t> input);

// Texts that are not in the payload as they are.
void losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::binary_formatter
