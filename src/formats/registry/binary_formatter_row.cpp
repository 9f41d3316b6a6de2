#include "formats/registry/binary_formatter_row.h"

#include "base/try.h"
#include "formats/binary_formatter/binary_formatter.h"

namespace dotwire::registry::binary {
namespace {

nrbf::TypeStyle style_of(std::string_view name) {
  if (name == "TypesWhenNeeded") return nrbf::TypeStyle::WhenNeeded;
  return name == "XsdString" ? nrbf::TypeStyle::XsdString : nrbf::TypeStyle::Always;
}

}  // namespace

Status write(const Document& document, const Options& options, Buffer& out) {
  const std::string_view style = find_setting(options, kSettings[0].name);
  if (style.empty()) return binary_formatter::write(document, options, out);
  return binary_formatter::compute(document, options, style_of(style), out);
}

Status stream(const Document& document, const Options& options, Sink& sink) {
  if (find_setting(options, kSettings[0].name).empty()) return binary_formatter::stream(document, options, sink);
  Buffer whole;
  DOTWIRE_TRY(write(document, options, whole));
  return sink.put(whole);
}

}  // namespace dotwire::registry::binary
