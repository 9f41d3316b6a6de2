// What reads must be written, and what was written must read to the same bytes again.
#include <cstdlib>

#include "base/reading_limits.h"
#include "formats/fast_serializer/fast_serializer.h"

using namespace dotwire;
using namespace dotwire::fast_serializer;

namespace {

ReadOptions small() {
  ReadOptions options;
  options.limits.memory = std::uint64_t{1} << 26;
  options.limits.expansion = std::uint64_t{1} << 20;
  options.limits.objects = 1'000'000;
  return options;
}

Status write(const Content& content, const WriteOptions& options, Buffer& out) {
  static Writer writer;
  out.clear();
  return content.set ? writer.write(*content.set, out, options) : writer.write(*content.table, out, options);
}

void check_losses(const Content& content, const WriteOptions& options) {
  std::vector<Loss> found;
  content.set ? losses(*content.set, options, found) : losses(*content.table, options, found);
}

void check(Bytes in, ReadOptions options) {
  static Reader reader;
  static Buffer first;
  static Buffer second;
  Content content;
  const Result<Recorded> recorded = reader.read(in, content, options);
  if (!recorded.ok()) return;
  if (recorded->size > in.size()) std::abort();
  check_losses(content, options_of(*recorded));
  // Objects of a payload may be such as no writer takes.
  if (!write(content, options_of(*recorded), first).ok()) return;
  options.dialect = recorded->dialect;
  options.shape = recorded->shape;
  options.enums = recorded->enums;
  options.limits.expansion = 16 * expansion_limit(options.limits);
  options.limits.memory *= 16;
  Content again;
  const Result<Recorded> second_time = reader.read(first, again, options);
  if (!second_time.ok()) std::abort();
  if (!write(again, options_of(*second_time), second).ok()) std::abort();
  if (first.text() != second.text()) std::abort();
}

// Two columns for the forms without a schema of their own.
const model::TableSet& schema() {
  static const model::TableSet kSchema = [] {
    model::TableSet set;
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables[0]->add_column("A", model::ValueKind::Int32);
    set.tables[0]->add_column("S", model::ValueKind::String);
    set.tables[0]->add_column("O", model::ValueKind::Object);
    return set;
  }();
  return kSchema;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes in(data, size);
  check(in, small());
  ReadOptions typed = small();
  typed.schema = &schema();
  for (const Shape shape : {Shape::TypedTable, Shape::TypedDataSet, Shape::SimpleTyped}) {
    typed.shape = shape;
    check(in, typed);
  }
  Limits limits;
  limits.expansion = std::uint64_t{1} << 20;
  identify(in, limits);
  return 0;
}
