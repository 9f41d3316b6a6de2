#include <cstdlib>

#include "codecs/quicklz/quicklz.h"
#include "data/generated_tables.h"
#include "dotwire/convert.h"
#include "speed.h"
#include "table_formats.h"

namespace dotwire::bench {
namespace {

struct TableTrip {
  std::shared_ptr<const model::Table> table;
  std::unique_ptr<TableSerializer> serializer;
  Buffer payload;
  Buffer out;
  model::Table read_back;

  void write() {
    out.clear();
    serializer->write(*table, out).value();
  }
  void read() { serializer->read(payload.bytes(), read_back).value(); }
};

struct TableTargets {
  std::string_view format;
  std::string_view title;
  double write_must, write_goal, read_must, read_goal;  // milliseconds
  std::string_view write_dotnet, read_dotnet;
};

constexpr TableTargets kTargets[] = {
    {kXml, "XML", 11, 6, 27, 14, "33 ms", "102 ms"},
    {kBinary, "BinaryFormatter", 7, 3.5, 10, 5, "45 ms", "102 ms"},
    {kCustom, "Custom Formatter", 4, 2, 5, 3, "", ""},
    {kProtobuf, "protobuf-net-data", 4, 2, 6, 3, "", ""},
    {kFast, "Fast Serializer", 10, 5, 10, 5, "", ""},
    {kLightweight, "Lightweight Serializer", 10, 5, 12, 6, "90 ms", "180 ms"},
    {kDrew, "Drew's DataSetFormatter", 10, 5, 12, 6, "", ""},
};

// Null where the round trip fails.
std::shared_ptr<TableTrip> make_trip(const TableFormat& format, std::shared_ptr<const model::Table> table) {
  auto trip = std::make_shared<TableTrip>();
  trip->table = std::move(table);
  trip->serializer = format.make();
  trip->read_back.name = trip->table->name;
  Status status = trip->serializer->write(*trip->table, trip->payload);
  if (status.ok()) status = trip->serializer->read(trip->payload.bytes(), trip->read_back);
  if (status.ok()) status = trip->serializer->write(trip->read_back, trip->out);
  if (!status.ok()) return report_unusable(format.title, status.error().to_string()), nullptr;
  if (trip->out.text() == trip->payload.text()) return trip;
  return report_unusable(format.title, "what was read is written as other bytes"), nullptr;
}

void add_diffgram_cases(std::vector<SpeedCase>& cases, const std::shared_ptr<const model::Table>& table) {
  const auto trip = make_trip(diffgram_format(), table);
  if (trip == nullptr) return;
  const std::string name = "Type2Large, DiffGram and schema";
  const auto rate = [](double value) { return Target{value, Unit::MegabytesPerSecond}; };
  cases.push_back({name + ", written", trip->payload.size(), [trip] { trip->write(); }, rate(800), rate(1'200), ""});
  cases.push_back({name + ", read", trip->payload.size(), [trip] { trip->read(); }, rate(400), rate(600), ""});
}

// QuickLZ level 1 over the Custom Formatter's document; rates count the content.
void add_quicklz_cases(std::vector<SpeedCase>& cases, const std::string& name, const model::Table& table,
                       double pack_must, double unpack_must) {
  struct Packing {
    quicklz::Compressor compressor;
    quicklz::Decompressor decompressor;
    Buffer content;
    Buffer block;
    Buffer out;

    void pack() {
      out.clear();
      compressor.compress(content, out, {quicklz::Version::V141}).value();
    }
    void unpack() {
      out.clear();
      decompressor.decompress(block, out).value();
    }
  };
  const auto packing = std::make_shared<Packing>();
  find_table_format(kCustom)->make()->write(table, packing->content).value();
  packing->compressor.compress(packing->content, packing->block, {quicklz::Version::V141}).value();
  packing->unpack();
  if (packing->out.text() != packing->content.text()) return report_unusable(name, "the content does not come back");
  const auto rate = [](double value) { return Target{value, Unit::MegabytesPerSecond}; };
  const std::size_t size = packing->content.size();
  cases.push_back(
      {name + ", QuickLZ packing", size, [packing] { packing->pack(); }, rate(pack_must), rate(2 * pack_must), ""});
  cases.push_back({name + ", QuickLZ unpacking", size, [packing] { packing->unpack(); }, rate(unpack_must),
                   rate(2 * unpack_must), ""});
}

// The table as text of one of the formats; what is read again has the same rows.
void add_text_case(std::vector<SpeedCase>& cases, std::string_view format_name, double must) {
  struct Writing {
    Document document;
    Buffer out;
  };
  const auto writing = std::make_shared<Writing>();
  const Format& format = *find_format(format_name);
  const std::string name = "Type2Large, table to " + std::string(format_name);
  writing->document.make_table() = article_type2("Synthetic.Type2Large", 50'000);
  Status status = write_document(writing->document, format, writing->out);
  if (status.ok()) {
    Result<Document> back = read_document(writing->out, format);
    const bool same = back.ok() && back->tables()[0]->row_count() == 50'000;
    status = back.ok() ? Status() : Status(std::move(back).error());
    if (status.ok() && !same) {
      return report_unusable(name, "rows are missing where it is read again");
    }
  }
  if (!status.ok()) return report_unusable(name, status.error().to_string());
  cases.push_back({name,
                   writing->out.size(),
                   [writing, &format] {
                     writing->out.clear();
                     write_document(writing->document, format, writing->out).value();
                   },
                   {must, Unit::MegabytesPerSecond},
                   {},
                   ""});
}

}  // namespace

void add_table_cases(std::vector<SpeedCase>& cases) {
  const auto table = std::make_shared<const model::Table>(article_type2("Synthetic.Type2Large", 50'000));
  for (const TableTargets& target : kTargets) {
    const TableFormat* format = find_table_format(target.format);
    const auto trip = format != nullptr ? make_trip(*format, table) : nullptr;
    if (trip == nullptr) continue;
    const std::string name = "Type2Large, " + std::string(target.title);
    cases.push_back({name + ", written",
                     trip->payload.size(),
                     [trip] { trip->write(); },
                     {target.write_must, Unit::Milliseconds},
                     {target.write_goal, Unit::Milliseconds},
                     target.write_dotnet});
    cases.push_back({name + ", read",
                     trip->payload.size(),
                     [trip] { trip->read(); },
                     {target.read_must, Unit::Milliseconds},
                     {target.read_goal, Unit::Milliseconds},
                     target.read_dotnet});
  }
  add_quicklz_cases(cases, "Type1Large", article_type1("Synthetic.Type1Large", 10'000), 400, 800);
  add_quicklz_cases(cases, "Type2Large", *table, 300, 400);
  add_diffgram_cases(cases, table);
  add_text_case(cases, "csv", 500);
  add_text_case(cases, "json", 300);
}

void add_table_growth(std::vector<GrowthCase>& cases) {
  constexpr std::uint64_t kBytesARow[] = {278, 143, 131, 132, 137, 158, 144};
  for (std::size_t i = 0; i < std::size(kTargets); ++i) {
    const TableFormat* format = find_table_format(kTargets[i].format);
    if (format == nullptr) continue;
    for (const bool read : {false, true}) {
      const std::string name = std::string(kTargets[i].title) + (read ? ", Type2 read" : ", Type2 written");
      cases.push_back({name, [=](std::uint64_t bytes) {
                         const std::uint64_t rows = bytes / kBytesARow[i];
                         const auto trip =
                             make_trip(*format, std::make_shared<const model::Table>(article_type2("Growing", rows)));
                         SpeedCase made;
                         made.name = name;
                         if (trip == nullptr) return made;
                         made.bytes = trip->payload.size();
                         if (read) {
                           made.run = [trip] { trip->read(); };
                         } else {
                           made.run = [trip] { trip->write(); };
                         }
                         return made;
                       }});
    }
  }
}

}  // namespace dotwire::bench
