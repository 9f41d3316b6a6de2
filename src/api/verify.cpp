#include "dotwire/verify.h"

#include <algorithm>

#include "api/recognise.h"
#include "dotwire/convert.h"
#include "dotwire/identify.h"
#include "dotwire/inspect.h"
#include "dotwire/layers.h"

namespace dotwire {
namespace {

// A wrong option says nothing of the input.
bool is_judged(ErrorCode code) {
  return code != ErrorCode::Unsupported && code != ErrorCode::UnknownFormat && code != ErrorCode::InvalidArgument &&
         code != ErrorCode::Io;
}

void damaged(Error error, std::span<const std::uint8_t> input, Verification& found) {
  const bool unknown = !is_judged(error.code());
  found.verdict = unknown ? Verdict::Unknown : Verdict::Damaged;
  found.offset = error.offset();
  found.path = error.path();
  found.message = error.message();
  found.hint = error.hint().empty() ? likely_reason(input, &error) : error.hint();
  found.error = std::move(error);
}

void compare(std::span<const std::uint8_t> original, std::span<const std::uint8_t> written, Verification& found) {
  const std::size_t shared = std::min(original.size(), written.size());
  const auto [at, other] =
      std::mismatch(original.begin(), original.begin() + static_cast<std::ptrdiff_t>(shared), written.begin());
  found.offset = static_cast<std::uint64_t>(at - original.begin());
  if (found.offset == shared) {
    found.message = "the written document is " + std::to_string(written.size()) + " bytes long, not " +
                    std::to_string(original.size());
    return;
  }
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  found.message = std::string("the byte is ") + kDigits[*at >> 4] + kDigits[*at & 15] + ", written is " +
                  kDigits[*other >> 4] + kDigits[*other & 15];
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Identical: return "identical";
    case Verdict::Different: return "different";
    case Verdict::Damaged: return "damaged";
    case Verdict::Unknown: return "unknown";
  }
  return {};
}

Verification verify(std::span<const std::uint8_t> input, const Format* format, const Options& options) {
  Verification found;
  found.format = format != nullptr ? format : recognise(input, options).format;
  if (const Opened opened = found.format == nullptr ? open_layers(input, options) : Opened(); !opened.layers.empty()) {
    found = verify(opened.content, nullptr, options);
    found.trailing += opened.trailing;
    return found;
  }
  if (found.format == nullptr) {
    damaged(Error(ErrorCode::UnknownFormat, "no known format"), input, found);
    return found;
  }
  Result<Document> document =
      format != nullptr ? read_document(input, *format, options) : read_document(input, options);
  if (!document.ok()) {
    damaged(std::move(document).error(), input, found);
    return found;
  }
  found.format = document->format;
  found.trailing = input.size() - document->size;
  Buffer written;
  Status wrote = write_document(*document, *found.format, written, options);
  if (!wrote.ok()) {
    found.verdict = Verdict::Different;
    found.path = wrote.error().path();
    found.message = "cannot be written: " + wrote.error().message();
    if (wrote.error().code() == ErrorCode::InvalidArgument) found.verdict = Verdict::Unknown;
    found.error = std::move(wrote).error();
    return found;
  }
  const auto original = input.first(static_cast<std::size_t>(document->size));
  if (std::ranges::equal(original, written.bytes())) {
    found.verdict = Verdict::Identical;
    if (found.trailing != 0) {
      found.message = std::to_string(found.trailing) + " bytes behind it do not belong to it, and are not compared";
    }
    if (!document->note.empty()) found.message += (found.message.empty() ? "" : "; ") + document->note;
    return found;
  }
  found.verdict = Verdict::Different;
  compare(original, written, found);
  const Location location = locate(original, *found.format, found.offset, options);
  found.path = location.path;
  found.kind = location.kind;
  return found;
}

}  // namespace dotwire
