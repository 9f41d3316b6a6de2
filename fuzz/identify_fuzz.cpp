// identify over anything. It must agree with reading: what it knows is read or damaged, never unknown; what it does
// not know is not read; and the bytes that it counts are all that reading needs.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dotwire/convert.h"
#include "dotwire/identify.h"
#include "dotwire/verify.h"

using namespace dotwire;

namespace {

void give_up(const char* what, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", what, why.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Options options;
  options.limits.depth = 1000;
  options.limits.objects = 100'000;
  options.limits.expansion = std::uint64_t{1} << 22;
  const std::span<const std::uint8_t> input(data, size);
  const Identification found = identify(input, options);
  const Result<Document> document = read_document(input, options);

  const bool unknown = !document.ok() && document.error().code() == ErrorCode::UnknownFormat;
  const bool known = found.format != nullptr || found.damage;
  if (!known && !unknown) {
    give_up("identify does not know", document.ok() ? "what was read" : document.error().to_string());
  }
  if (found.format == nullptr && found.damage) {
    if (document.ok()) give_up("identify takes for damaged", "what was read");
    if (document.error().code() != found.damage->code())
      give_up("identify names other damage", document.error().to_string());
  }
  if (found.format != nullptr && unknown) give_up("reading does not know", std::string(found.format->name));
  if (found.trailing > input.size() && found.measure.layers.empty())
    give_up("trailing", std::to_string(found.trailing));
  if (found.format != nullptr && found.format != recognise_format(input, options) && found.measure.layers.empty()) {
    give_up("recognise_format differs", std::string(found.format->name));
  }
  if (!document.ok() && document.error().message().empty()) give_up("an error without words", "");
  return 0;
}
