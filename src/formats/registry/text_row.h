// The two ways of writing a text format, from the one function that it has.
#pragma once

#include "base/drain.h"
#include "base/reading_limits.h"
#include "base/try.h"
#include "dotwire/format.h"
#include "formats/text_tables/repeats.h"

namespace dotwire::registry {

using PutText = Status (*)(const Document& document, const Options& options, Drain& drain);

template <PutText kPut>
Status write_text(const Document& document, const Options& options, Buffer& out) {
  DOTWIRE_TRY(text_tables::check_repeats(document, options));
  Drain drain(out, expansion_limit(options.limits));
  return kPut(document, options, drain);
}

template <PutText kPut>
Status stream_text(const Document& document, const Options& options, Sink& sink) {
  DOTWIRE_TRY(text_tables::check_repeats(document, options));
  Buffer waiting;
  Drain drain(waiting, sink, expansion_limit(options.limits));
  return kPut(document, options, drain);
}

}  // namespace dotwire::registry
