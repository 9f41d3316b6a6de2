#include "dotwire/object.h"

#include "codecs/nrbf_graph/object_reader.h"
#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire {

struct Writer::State {
  nrbf::WriteEngine engine;
};

Writer::Writer(WriterOptions options)
    : state_(new State{nrbf::WriteEngine({static_cast<nrbf::StringIdentity>(options.strings)})}) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

Status Writer::write(const void* object, const model::Type& type, Buffer& out) {
  return state_->engine.write_object(object, type, out);
}

struct Reader::State {
  nrbf::ObjectReader reader;
};

Reader::Reader(ReaderOptions options)
    : state_(
          new State{nrbf::ObjectReader({options.limits, options.ignore_unknown_members, options.null_text_as_empty})}) {
}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Status Reader::read(std::span<const std::uint8_t> input, void* object, const model::Type& type) {
  return state_->reader.read(input, object, type);
}

}  // namespace dotwire
