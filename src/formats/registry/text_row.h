// The two ways of writing a text format, from the one function that it has.
#pragma once

#include "base/drain.h"
#include "dotwire/format.h"

namespace dotwire::registry {

using PutText = Status (*)(const Document& document, const Options& options, Drain& drain);

template <PutText kPut>
Status write_text(const Document& document, const Options& options, Buffer& out) {
  Drain drain(out, options.limits.expansion);
  return kPut(document, options, drain);
}

template <PutText kPut>
Status stream_text(const Document& document, const Options& options, Sink& sink) {
  Buffer waiting;
  Drain drain(waiting, sink, options.limits.expansion);
  return kPut(document, options, drain);
}

}  // namespace dotwire::registry
