#include "table_formats.h"

#include <algorithm>

#include "clr/time_zone.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/quicklz/quicklz.h"
#include "formats/custom_formatter/custom_formatter.h"
#include "formats/dataset_binary/drew.h"
#include "formats/dataset_binary/lightweight.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "formats/protobuf_data/protobuf_data.h"

namespace dotwire::bench {
namespace {

// Where the article's tables were written, as its compressed sizes fit: docs/benchmarks.md.
constexpr std::string_view kZoneRule = "CET-1CEST,M3.5.0,M10.5.0/3";
constexpr std::int32_t kLocaleId = 127;  // the invariant culture

const TimeZone& zone() {
  static const TimeZone by_rule = TimeZone::from_posix(kZoneRule).value();
  return by_rule;
}

class Xml : public TableSerializer {
 public:
  Xml() : reader_(read_options()) { write_options_.zone = zone(); }

  Status write(const model::Table& table, Buffer& out) override {
    return dataset_xml::write_xml(table, nullptr, write_options_, out);
  }
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override { return reader_.read(bytes, table); }

 private:
  static dataset_xml::ReadOptions read_options() {
    dataset_xml::ReadOptions options;
    options.dialect = dataset_xml::Dialect::Framework;
    options.zone = zone();
    return options;
  }

  dataset_xml::WriteOptions write_options_;
  dataset_xml::TableReader reader_;

  friend class Diffgram;
};

class Diffgram : public TableSerializer {
 public:
  Diffgram() : reader_(Xml::read_options()) { write_options_.zone = zone(); }

  Status write(const model::Table& table, Buffer& out) override {
    return dataset_xml::write_contract(table, nullptr, dataset_xml::Contract::Data, write_options_, out);
  }
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override { return reader_.read(bytes, table); }

 private:
  dataset_xml::WriteOptions write_options_;
  dataset_xml::TableReader reader_;
};

class BinaryFormatter : public TableSerializer {
 public:
  BinaryFormatter() : writer_({dataset_binary::Dialect::Framework, &zone(), kLocaleId}), reader_({&zone(), {}}) {}

  Status write(const model::Table& table, Buffer& out) override { return writer_.write(table, out); }
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override { return reader_.read(bytes, table); }

 private:
  dataset_binary::Writer writer_;
  dataset_binary::Reader reader_;
};

// QuickLZ over another serializer.
template <class Inner>
class QuickLz : public TableSerializer {
 public:
  Status write(const model::Table& table, Buffer& out) override {
    content_.clear();
    if (Status status = inner_.write(table, content_); !status.ok()) return status;
    return compressor_.compress(content_, out, {quicklz::Version::V141});
  }
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    content_.clear();
    auto header = decompressor_.decompress(bytes, content_);
    if (!header.ok()) return std::move(header).error();
    return inner_.read(content_, table);
  }

 private:
  Inner inner_;
  quicklz::Compressor compressor_;
  quicklz::Decompressor decompressor_;
  Buffer content_;
};

// As the release that the article used: its own list of types, and readers that make 0 of 0.0000. Or as the last one.
class Protobuf : public TableSerializer {
 public:
  explicit Protobuf(bool later = false) {
    write_options_.version = later ? protobuf_data::Version::V4_1 : protobuf_data::Version::V2_0_7;
    read_options_.plain_zero_decimals = !later;
  }

  Status write(const model::Table& table, Buffer& out) override { return writer_.write(table, out, write_options_); }

  // The bytes have no name: who reads fills a table of that name, as the article did, whose XML texts have it.
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    name_ = table.name;
    const std::string_view names[] = {name_};
    protobuf_data::ReadOptions options = read_options_;
    options.names = names;
    auto document = reader_.read(bytes, table, options);
    return document.ok() ? Status() : Status(std::move(document).error());
  }

 private:
  protobuf_data::WriteOptions write_options_;
  protobuf_data::ReadOptions read_options_;
  protobuf_data::Writer writer_;
  protobuf_data::Reader reader_;
  std::string name_;
};

class Custom : public TableSerializer {
 public:
  explicit Custom(bool compress) {
    write_options_.compress = compress;
    read_options_.added_rows = true;  // as the original
  }

  Status write(const model::Table& table, Buffer& out) override { return writer_.write(table, out, write_options_); }

  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    auto document = reader_.read(bytes, table, read_options_);
    return document.ok() ? Status() : Status(std::move(document).error());
  }

 private:
  custom_formatter::WriteOptions write_options_;
  custom_formatter::ReadOptions read_options_;
  custom_formatter::Writer writer_;
  custom_formatter::Reader reader_;
};

// As the article's: the writer of 2006, which drops the scale of zero and one. Or the form of the last release with all
// scales kept, which its readers read and its writer never writes.
class Fast : public TableSerializer {
 public:
  explicit Fast(bool later = false) {
    write_options_.zone = read_options_.zone = &zone();
    write_options_.encode.dialect = later ? fast_serializer::Dialect::C : fast_serializer::Dialect::A;
    if (later) write_options_.encode.decimals = fast_serializer::DecimalScale::Exact;
    read_options_.dialect = write_options_.encode.dialect;
    read_options_.shape = fast_serializer::Shape::Table;
  }

  Status write(const model::Table& table, Buffer& out) override { return writer_.write(table, out, write_options_); }

  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    auto recorded = reader_.read(bytes, table, read_options_);
    return recorded.ok() ? Status() : Status(std::move(recorded).error());
  }

 private:
  fast_serializer::WriteOptions write_options_;
  fast_serializer::ReadOptions read_options_;
  fast_serializer::Writer writer_;
  fast_serializer::Reader reader_;
};

// The original's two outputs one behind the other; the article counts both.
class Lightweight : public TableSerializer {
 public:
  Lightweight() {
    options_.packing = dataset_binary::Packing::Parts;
    options_.xml.zone = zone();
  }

  Status write(const model::Table& table, Buffer& out) override { return writer_.write(table, nullptr, options_, out); }

  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    auto recorded = reader_.read(bytes, {}, table, set_);
    return recorded.ok() ? Status() : Status(std::move(recorded).error());
  }

 private:
  dataset_binary::LightweightOptions options_;
  dataset_binary::LightweightWriter writer_;
  dataset_binary::LightweightReader reader_;
  model::TableSet set_;
};

class Drew : public TableSerializer {
 public:
  Status write(const model::Table& table, Buffer& out) override {
    const model::Table* tables[] = {&table};
    return writer_.write(tables, {}, dataset_binary::Dialect::Framework, out);
  }

  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override {
    std::uint64_t size = 0;
    return reader_.read(bytes, table, found_, size);
  }

 private:
  dataset_binary::DrewClass found_;
  dataset_binary::DrewWriter writer_;
  dataset_binary::DrewReader reader_;
};

template <class Serializer, auto... arguments>
std::unique_ptr<TableSerializer> make() {
  return std::make_unique<Serializer>(arguments...);
}

const TableFormat kFormats[] = {
    {kXml, "DataTable WriteXml/ReadXml Methods", ".NET Framework, schema, CR LF", make<Xml>},
    {kBinary, "Binary Formatter", ".NET Framework, RemotingFormat.Binary", make<BinaryFormatter>},
    {kBinaryQuickLz, "Compressed Binary Formatter", ".NET Framework, RemotingFormat.Binary, QuickLZ 1",
     make<QuickLz<BinaryFormatter>>},
    {kProtobuf, "Protocol Buffers", "protobuf-net-data 2.0.7", make<Protobuf, false>},
    {kProtobufQuickLz, "Compressed Protocol Buffers", "protobuf-net-data 2.0.7, QuickLZ 1", make<QuickLz<Protobuf>>},
    {kFast, "Fast Serializer", "writer of 2006", make<Fast, false>},
    {kLightweight, "Lightweight Serializer", "two outputs, CR LF", make<Lightweight>},
    {kDrew, "Drew DataSet Formatter", "class of our own", make<Drew>},
    {kCustomQuickLz, "DataTable Custom Formatter", "QuickLZ 1", make<Custom, true>},
    {kCustom, "Uncompressed DataTable Custom Formatter", "", make<Custom, false>},
};

const TableFormat kLaterFormats[] = {
    {kProtobufLater, "Protocol Buffers, last release", "protobuf-net-data 4.1", make<Protobuf, true>, false, kProtobuf},
    {kFastLater, "Fast Serializer, all scales", "2.2, scales of 0.00 and 1.00 kept, which its own writer drops",
     make<Fast, true>, false, kFast},
};

const TableFormat kDiffgram = {"diffgram", "DiffGram and schema", "DataContractSerializer", make<Diffgram>};

}  // namespace

Status write_rows_as_xml(const model::Table& table, Buffer& out) {
  dataset_xml::WriteOptions options;
  options.zone = zone();
  options.schema = false;
  return dataset_xml::write_xml(table, nullptr, options, out);
}

std::span<const TableFormat> table_formats() { return kFormats; }

std::span<const TableFormat> later_formats() { return kLaterFormats; }

const TableFormat* find_table_format(std::string_view name) {
  const auto has_name = [name](const TableFormat& format) { return format.name == name; };
  const auto* found = std::ranges::find_if(kFormats, has_name);
  if (found != std::end(kFormats)) return found;
  found = std::ranges::find_if(kLaterFormats, has_name);
  return found != std::end(kLaterFormats) ? found : nullptr;
}

const TableFormat& diffgram_format() { return kDiffgram; }

}  // namespace dotwire::bench
