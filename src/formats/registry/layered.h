// The functions of a row whose content is another format's document in a QuickLZ block.
#pragma once

#include "base/try.h"
#include "dotwire/format.h"
#include "formats/registry/quicklz_layer.h"

namespace dotwire::registry {

using Recognise = Confidence (*)(std::span<const std::uint8_t> input);

// `Inner` can be read, written and walked. What `Special` knows is of a format without such a row: a whole block of it
// is left to open_layers(), which names that format, while a damaged one is of this row all the same.
template <const Format& Inner, Recognise Special = nullptr>
struct InQuicklz {
  static Confidence recognise(std::span<const std::uint8_t> input) {
    const Confidence confidence = recognise_in_quicklz(input, Inner.recognise);
    if (Special == nullptr || confidence == Confidence::No) return confidence;
    if (recognise_in_quicklz(input, Special) == Confidence::No) return confidence;
    Buffer content;
    return open_quicklz(input, {}, content).ok() ? Confidence::No : confidence;
  }

  static Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
    Buffer content;
    DOTWIRE_TRY(const std::uint64_t size, open_quicklz(input, options, content));
    DOTWIRE_TRY(Measure measure, Inner.measure(content, options));
    measure.size = size;
    measure.layers.insert(measure.layers.begin(), "quicklz");
    return measure;
  }

  static Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
    Buffer content;
    DOTWIRE_TRY(const std::uint64_t size, open_quicklz(input, options, content));
    DOTWIRE_TRY(Inner.read(document.keep(std::move(content)), options, document));
    document.size = size;
    return {};
  }

  static Status write(const Document& document, const Options& options, Buffer& out) {
    Buffer content;
    DOTWIRE_TRY(Inner.write(document, options, content));
    return close_quicklz(content, out);
  }

  static void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
    if (Inner.losses != nullptr) Inner.losses(document, options, losses);
  }

  static Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                     WalkSummary& summary) {
    Buffer content;
    DOTWIRE_TRY(open_quicklz(input, options, content));
    return Inner.walk(content, options, visitor, summary);
  }

  static constexpr Format row(std::string_view name, std::string_view title) {
    return {.name = name,
            .title = title,
            .kinds = Inner.kinds,
            .options = Inner.options,
            .settings = Inner.settings,
            .layered = true,
            .recognise = recognise,
            .measure = measure,
            .read = read,
            .write = write,
            .losses = losses,
            .walk = walk};
  }
};

}  // namespace dotwire::registry
