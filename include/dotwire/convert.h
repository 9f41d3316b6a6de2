// Reading, writing and converting documents of any format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dotwire/format.h"

namespace dotwire {

// Identifies and reads, through the layers around it if there are any (layers.h; Document::note names them, and offsets
// in errors count inside). The input must outlive the document. UnknownFormat if it is none. Any thread. A payload that
// looks like tables but holds none that can be read is read as the plain objects that it is, and Document::note says
// so.
Result<Document> read_document(std::span<const std::uint8_t> input, const Options& options = {});
// As one format.
Result<Document> read_document(std::span<const std::uint8_t> input, const Format& format, const Options& options = {});

// What `target` cannot hold of the document, by path, in document order; then why writing refuses it, or reading what
// is written would, found on a sample of its rows. Empty: the sample of a table comes back equal, but for types that
// the format does not tell (CSV, NDJSON). Ask before write_document().
std::vector<Loss> find_losses(const Document& document, const Format& target, const Options& options = {});

// A loss without the names and numbers of one document: "columns/*/Caption", "rows/*/RowState", "constraints/*". What
// is lost of a table has the same path alone and in a set.
struct FormatLoss {
  std::string path;       // empty: all of the document
  std::string what;       // "..." stands for a text, N for a number
  bool refused = false;   // write_document() fails because of it alone
  bool inherent = false;  // one of Format::inherent: find_losses() does not name it
  friend bool operator==(const FormatLoss&, const FormatLoss&) = default;
};
FormatLoss general_loss(const Loss& loss);

// What `target` cannot carry: first Format::inherent; then find_losses() and write_document() are asked about small
// documents of all kinds that have one thing each, in an order that stays. What find_losses() names at the place of a
// refusal stands for it. Takes some milliseconds. Any thread.
std::vector<FormatLoss> format_losses(const Format& target, const Options& options = {});

// The lines of Options::renames that fit no type of the document: mistakes in them would go unnoticed. InvalidArgument
// where they cannot be read. Of tables all lines. Any thread.
Result<std::vector<std::string>> unused_renames(const Document& document, const Options& options);

// Appends to `out`. What find_losses() names is left out. NotRepresentable if the target holds no such content at all.
Status write_document(const Document& document, const Format& target, Buffer& out, const Options& options = {});
// Piece by piece, where the format can (text formats do). On an error the sink may have got a part.
Status write_document(const Document& document, const Format& target, Sink& sink, const Options& options = {});

}  // namespace dotwire
