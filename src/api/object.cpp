#include "dotwire/object.h"

#include <algorithm>

#include "codecs/nrbf_graph/object_reader.h"
#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire {

namespace {

class SelfSerializing final : public nrbf::ClassTypes {
 public:
  explicit SelfSerializing(std::span<const std::string_view> names) : names_(names) {}
  std::optional<std::span<const nrbf::DeclaredMember>> find(std::string_view) const override { return std::nullopt; }
  std::optional<bool> serializes_itself(std::string_view name) const override {
    if (std::ranges::find(names_, name) != names_.end()) return true;
    return std::nullopt;
  }

 private:
  std::span<const std::string_view> names_;
};

}  // namespace

struct Writer::State {
  explicit State(const WriterOptions& options)
      : classes(options.serialize_themselves),
        engine({.strings = static_cast<nrbf::StringIdentity>(options.strings),
                .types = static_cast<nrbf::TypeStyle>(options.types),
                .classes = &classes}) {}

  SelfSerializing classes;
  nrbf::WriteEngine engine;
};

Writer::Writer(WriterOptions options) : state_(new State(options)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

Status Writer::write(const void* object, const model::Type& type, Buffer& out) {
  return state_->engine.write_object(object, type, out);
}

struct Reader::State {
  nrbf::ObjectReader reader;
  bool may_hold_long_chains = false;
};

Reader::Reader(ReaderOptions options)
    : state_(new State{nrbf::ObjectReader({options.limits, options.ignore_unknown_members, options.null_text_as_empty}),
                       options.limits.owning_depth > Limits().owning_depth}) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::uint64_t Reader::payload_size() const { return state_->reader.payload_size(); }

Status Reader::read(std::span<const std::uint8_t> input, void* object, const model::Type& type) {
  if (state_->may_hold_long_chains) release(object, type);
  return state_->reader.read(input, object, type);
}

}  // namespace dotwire
