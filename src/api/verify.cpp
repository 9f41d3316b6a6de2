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
  found.verdict = is_judged(error.code()) ? Verdict::Damaged : Verdict::Unknown;
  if (error.code() == ErrorCode::LimitExceeded) found.verdict = Verdict::Refused;
  found.offset = error.offset();
  found.path = error.path();
  found.message = error.message();
  found.hint = error.hint().empty() ? likely_reason(input, &error) : error.hint();
  found.error = std::move(error);
}

// Compares what is written with what was read, so that no second copy of it is held.
class Comparison final : public Sink {
 public:
  explicit Comparison(std::span<const std::uint8_t> original) : original_(original) {}

  Status put(std::span<const std::uint8_t> bytes) override {
    const std::size_t shared = std::min(bytes.size(), original_.size() - std::min(original_.size(), size_));
    const auto from = original_.begin() + static_cast<std::ptrdiff_t>(std::min(size_, original_.size()));
    const auto [at, other] = std::mismatch(from, from + static_cast<std::ptrdiff_t>(shared), bytes.begin());
    if (at != from + static_cast<std::ptrdiff_t>(shared)) {
      offset_ = static_cast<std::size_t>(at - original_.begin());
      written_ = *other;
      differs_ = true;
      return Error(ErrorCode::Io, "the rest does not matter");
    }
    size_ += bytes.size();
    return {};
  }

  bool found_byte() const { return differs_; }
  bool is_same() const { return !differs_ && size_ == original_.size(); }

  void report(Verification& found) const {
    if (!differs_) {
      found.offset = std::min(size_, original_.size());
      found.message =
          "the written document is " + std::to_string(size_) + " bytes long, not " + std::to_string(original_.size());
      return;
    }
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const std::uint8_t read = original_[offset_];
    found.offset = offset_;
    found.message = std::string("the byte is ") + kDigits[read >> 4] + kDigits[read & 15] + ", written is " +
                    kDigits[written_ >> 4] + kDigits[written_ & 15];
  }

 private:
  std::span<const std::uint8_t> original_;
  std::size_t size_ = 0;
  bool differs_ = false;
  std::size_t offset_ = 0;
  std::uint8_t written_ = 0;
};

// JSON without the white space between its values, which programs set as they like.
class ValuesComparison final : public Sink {
 public:
  explicit ValuesComparison(std::span<const std::uint8_t> original) : original_(original) {}

  Status put(std::span<const std::uint8_t> bytes) override {
    for (const std::uint8_t byte : bytes) {
      if (!in_text_ && is_space(byte)) continue;
      while (!in_text_ && at_ < original_.size() && is_space(original_[at_])) ++at_;
      if (at_ == original_.size() || original_[at_] != byte) {
        differs_ = true;
        return Error(ErrorCode::Io, "the rest does not matter");
      }
      ++at_;
      if (byte == '"' && !escaped_) in_text_ = !in_text_;
      escaped_ = in_text_ && byte == '\\' && !escaped_;
    }
    return {};
  }

  bool is_same() const { return !differs_ && std::all_of(original_.begin() + at_, original_.end(), is_space); }

 private:
  static bool is_space(std::uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

  std::span<const std::uint8_t> original_;
  std::size_t at_ = 0;
  bool in_text_ = false;
  bool escaped_ = false;
  bool differs_ = false;
};

bool is_same_json(std::span<const std::uint8_t> original, const Document& document, const Format& format,
                  const Options& options) {
  if (format.name != "json") return false;
  ValuesComparison comparison(original);
  return write_document(document, format, comparison, options).ok() && comparison.is_same();
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Identical: return "identical";
    case Verdict::Different: return "different";
    case Verdict::Damaged: return "damaged";
    case Verdict::Unknown: return "unknown";
    case Verdict::Refused: return "refused";
  }
  return {};
}

Verification verify(std::span<const std::uint8_t> input, const Format* format, const Options& options) {
  Verification found;
  found.format = format != nullptr ? format : recognise(input, options).format;
  Opened opened = found.format == nullptr ? open_layers(input, options) : Opened();
  if (opened.refused) {
    damaged(std::move(*opened.refused), input, found);
    return found;
  }
  if (opened.damage) {
    found.format = recognise(opened.content, options).format;
    damaged(std::move(*opened.damage), opened.content, found);
    found.hint.clear();
    return found;
  }
  if (!opened.layers.empty()) {
    // Not opened again: what is compressed into itself has no end.
    if (const Format* inside = recognise(opened.content, options).format; inside != nullptr) {
      found = verify(opened.content, inside, options);
    } else {
      damaged(Error(ErrorCode::UnknownFormat, "no known format"), opened.content, found);
    }
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
  const auto original = input.first(static_cast<std::size_t>(document->size));
  Comparison comparison(original);
  Status wrote = write_document(*document, *found.format, comparison, options);
  if (!wrote.ok() && !comparison.found_byte()) {
    found.verdict = wrote.error().code() == ErrorCode::LimitExceeded ? Verdict::Refused : Verdict::Different;
    found.path = wrote.error().path();
    found.message = "cannot be written: " + wrote.error().message();
    if (wrote.error().code() == ErrorCode::InvalidArgument) found.verdict = Verdict::Unknown;
    found.error = std::move(wrote).error();
    return found;
  }
  const bool is_same = comparison.is_same();
  if (is_same || is_same_json(original, *document, *found.format, options)) {
    found.verdict = Verdict::Identical;
    if (!is_same) found.message = "but for white space between values";
    if (found.trailing != 0) {
      if (!found.message.empty()) found.message += "; ";
      found.message += std::to_string(found.trailing) + " bytes behind it do not belong to it, and are not compared";
      for (const Part& next : list_documents(input, document->size, options, 1)) {
        found.message += "; a document of the format " + std::string(next.format->name) + " begins there";
        found.next = next.offset;
      }
    }
    if (!document->note.empty()) {
      found.message = document->note + (found.message.empty() ? "" : "; ") + found.message;
    }
    return found;
  }
  found.verdict = Verdict::Different;
  comparison.report(found);
  const Location location = locate(original, *found.format, found.offset, options);
  found.path = location.path;
  found.kind = location.kind;
  return found;
}

}  // namespace dotwire
