// JSON of graphs and tables over anything: what is read is written, and read again to the same; and NRBF payloads by
// their JSON to the same bytes.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dotwire/convert.h"
#include "dotwire/table.h"

using namespace dotwire;

namespace {

void give_up(const char* what, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", what, why.c_str());
  std::abort();
}

const Format& format(const char* name) { return *find_format(name); }

std::string difference(const Document& a, const Document& b) {
  if (a.kind() != b.kind()) return "kind";
  if (a.kind() == DocumentKind::Table) return model::first_difference(a.table(), b.table());
  if (a.kind() == DocumentKind::TableSet) return model::first_difference(a.table_set(), b.table_set());
  return {};
}

// The JSON of what was read from JSON gives the same again.
void write_and_read(const Document& document, const Options& options) {
  Buffer text;
  if (!write_document(document, format("json"), text, options).ok()) return;
  const Result<Document> again = read_document(text, format("json"), options);
  if (!again.ok()) {
    if (again.error().code() == ErrorCode::LimitExceeded) return;
    give_up("written and not read", again.error().to_string());
  }
  if (const std::string path = difference(document, *again); !path.empty()) give_up("read otherwise", path);
  Buffer second;
  const Status written = write_document(*again, format("json"), second, options);
  if (!written.ok() || second.text() != text.text()) give_up("written otherwise", std::string(text.text()));
}

void by_json(const Document& document, const Options& options) {
  Buffer payload;
  if (!write_document(document, format("binaryformatter"), payload, options).ok()) return;
  Buffer text;
  if (!write_document(document, format("json"), text, options).ok()) return;
  const Result<Document> again = read_document(text, format("json"), options);
  if (!again.ok()) {
    if (again.error().code() == ErrorCode::LimitExceeded) return;
    give_up("the JSON of a payload", again.error().to_string());
  }
  Buffer same;
  const Status written = write_document(*again, format("binaryformatter"), same, options);
  if (!written.ok()) give_up("the payload of its JSON", written.error().to_string());
  if (same.text() != payload.text()) give_up("the payload is another", std::string(text.text()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Options options;
  options.limits.depth = 1000;
  options.limits.objects = 100'000;
  options.limits.expansion = std::uint64_t{1} << 24;
  const std::span<const std::uint8_t> input(data, size);
  if (const Result<Document> document = read_document(input, format("json"), options); document.ok()) {
    write_and_read(*document, options);
    if (document->kind() == DocumentKind::Graph) {
      Buffer payload;
      (void)write_document(*document, format("binaryformatter"), payload, options).ok();
    }
  }
  if (const Result<Document> payload = read_document(input, format("binaryformatter"), options); payload.ok()) {
    by_json(*payload, options);
  }
  return 0;
}
