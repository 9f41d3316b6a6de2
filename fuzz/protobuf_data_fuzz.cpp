// What reads must be written, and what was written must read to the same bytes again.
#include <cstdlib>

#include "dotwire/format.h"
#include "formats/protobuf_data/protobuf_data.h"

using namespace dotwire;
using namespace dotwire::protobuf_data;

namespace {

std::vector<const model::Table*> tables_of(const model::TableSet& set) {
  std::vector<const model::Table*> tables;
  for (const auto& table : set.tables) tables.push_back(table.get());
  return tables;
}

void check(Bytes in, Layout layout) {
  static Reader reader;
  static Writer writer;
  static model::TableSet set;
  static Buffer first;
  static Buffer second;
  ReadOptions options;
  options.layout = layout;
  options.limits.memory = std::uint64_t{1} << 28;
  options.limits.objects = 1'000'000;
  identify(in, layout);
  const Result<protobuf_data::Document> document = reader.read(in, set, options);
  if (!document.ok()) return;
  if (document->size > in.size()) std::abort();
  WriteOptions how;
  how.layout = layout;
  how.records_affected = document->records_affected;
  for (const auto& table : set.tables) losses(*table, "", how);
  first.clear();
  second.clear();
  if (!writer.write(tables_of(set), first, how, &*document).ok()) std::abort();
  const Result<protobuf_data::Document> again = reader.read(first, set, options);
  if (!again.ok() || again->size != first.size()) std::abort();
  if (!writer.write(tables_of(set), second, how, &*again).ok()) std::abort();
  if (first.text() != second.text()) std::abort();
}

class Count : public EventVisitor {
 public:
  bool visit(const Event& event) override {
    // Events cover the document without a gap.
    if (event.offset != next_) std::abort();
    next_ = event.offset + event.length;
    event.detail();
    event.path();
    return true;
  }
  std::uint64_t next() const { return next_; }

 private:
  std::uint64_t next_ = 0;
};

// What can be read can be walked, to the same end.
void check_walk(Bytes in, const Format& format) {
  dotwire::Document document;
  Options options;
  options.limits.memory = std::uint64_t{1} << 28;
  options.limits.objects = 1'000'000;
  Count count;
  WalkSummary summary;
  const Status walked = format.walk(in, options, count, summary);
  if (!format.read(in, options, document).ok()) return;
  if (!walked.ok() || count.next() != document.size) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes in(data, size);
  check(in, Layout::Data);
  check(in, Layout::Light);
  static const Format& plain = *find_format("protobuf-net-data");
  static const Format& light = *find_format("protobuf-net-data-light");
  check_walk(in, plain);
  check_walk(in, light);
  return 0;
}
