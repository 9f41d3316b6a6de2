#include "formats/registry/binary_formatter_row.h"

#include "base/try.h"
#include "formats/binary_formatter/binary_formatter.h"

namespace dotwire::registry::binary {
namespace {

nrbf::TypeStyle style_of(std::string_view name) {
  if (name == "TypesWhenNeeded") return nrbf::TypeStyle::WhenNeeded;
  return name == "XsdString" ? nrbf::TypeStyle::XsdString : nrbf::TypeStyle::Always;
}

// Whoever writes JSON by hand may ask for records that no reader takes.
bool is_by_hand(const Document& document) { return document.format != nullptr && document.format->name == "json"; }

// What was written is read. What takes more types than are at hand, or more than the limits, may still be right.
Status check_readable(std::span<const std::uint8_t> payload, const Document& document, const Options& options) {
  if (document.partial) return {};
  Options reading = options;
  reading.first_objects = 0;
  Document again;
  const Status read = binary_formatter::read(payload, reading, again);
  const bool broken =
      !read.ok() && (read.error().code() == ErrorCode::Malformed || read.error().code() == ErrorCode::Truncated ||
                     read.error().code() == ErrorCode::OutOfRange);
  if (!broken) return {};
  Error error(ErrorCode::NotRepresentable, "it would give a payload that cannot be read: " + read.error().message());
  error.set_path(read.error().path());
  return error;
}

Status put(const Document& document, const Options& options, Buffer& out) {
  const std::string_view style = find_setting(options, kSettings[0].name);
  if (style.empty()) return binary_formatter::write(document, options, out);
  return binary_formatter::compute(document, options, style_of(style), out);
}

}  // namespace

Status write(const Document& document, const Options& options, Buffer& out) {
  const std::size_t start = out.size();
  DOTWIRE_TRY(put(document, options, out));
  if (!is_by_hand(document)) return {};
  return check_readable(out.bytes().subspan(start), document, options);
}

Status stream(const Document& document, const Options& options, Sink& sink) {
  if (find_setting(options, kSettings[0].name).empty() && !is_by_hand(document)) {
    return binary_formatter::stream(document, options, sink);
  }
  Buffer whole;
  DOTWIRE_TRY(write(document, options, whole));
  return sink.put(whole);
}

}  // namespace dotwire::registry::binary
