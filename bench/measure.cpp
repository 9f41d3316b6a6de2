#include "measure.h"

#include <cstring>

namespace dotwire::bench {
namespace {

// A format with all that it needs for one more round, so that no memory is new.
struct Contestant {
  explicit Contestant(const TableFormat& format) : format(&format), serializer(format.make()) {}

  const TableFormat* format;
  std::unique_ptr<TableSerializer> serializer;
  Verdict verdict;
  Buffer written;  // what was verified
  Buffer out;
  Buffer copy;
  model::Table table;
  Sampler write_times;
  Sampler read_times;
  Sampler copy_times;

  // Not optimised away: whatever happened to `out` may be looked at.
  static void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

  void write(const model::Table& original) {
    out.clear();
    if (!serializer->write(original, out).ok()) std::abort();
    keep(out.data());
  }
  void read() {
    if (!serializer->read(written.bytes(), table).ok()) std::abort();
    keep(&table);
  }
  void copy_bytes() {
    std::memcpy(copy.data(), written.data(), written.size());
    keep(copy.data());
  }
};

Verdict failed(std::string why) { return {std::move(why), false, {}}; }

Verdict verify(const model::Table& original, const Buffer& original_xml, Contestant& contestant) {
  if (Status status = contestant.serializer->write(original, contestant.written); !status.ok()) {
    return failed(status.error().to_string());
  }
  if (Status status = contestant.serializer->read(contestant.written.bytes(), contestant.table); !status.ok()) {
    return failed(status.error().to_string());
  }
  Buffer xml;
  if (Status status = write_rows_as_xml(contestant.table, xml); !status.ok()) return failed(status.error().to_string());
  Verdict verdict;
  verdict.same_xml = xml.text() == original_xml.text();
  if (!verdict.same_xml) verdict.failure = "the XML text of the table read back differs from the original's";
  verdict.first_difference = model::first_difference(original, contestant.table);
  return verdict;
}

void calibrate(Contestant& contestant, const model::Table& original) {
  contestant.copy.resize(contestant.written.size());
  contestant.write_times.calibrate([&] { contestant.write(original); });
  contestant.read_times.calibrate([&] { contestant.read(); });
  contestant.copy_times.calibrate([&] { contestant.copy_bytes(); });
}

void sample(Contestant& contestant, const model::Table& original) {
  contestant.write_times.sample([&] { contestant.write(original); });
  contestant.read_times.sample([&] { contestant.read(); });
  contestant.copy_times.sample([&] { contestant.copy_bytes(); });
}

Measurement measurement_of(const Contestant& contestant) {
  return {contestant.format,
          contestant.verdict,
          contestant.written.size(),
          contestant.write_times.interval(),
          contestant.read_times.interval(),
          contestant.copy_times.interval()};
}

}  // namespace

std::vector<Measurement> measure(const DataSet& data, const std::vector<const TableFormat*>& formats,
                                 const Effort& effort) {
  Buffer xml;
  const Status xml_status = write_rows_as_xml(data.table, xml);
  std::vector<std::unique_ptr<Contestant>> contestants;
  for (const TableFormat* format : formats) {
    Contestant& contestant = *contestants.emplace_back(std::make_unique<Contestant>(*format));
    contestant.verdict = xml_status.ok() ? verify(data.table, xml, contestant) : failed(xml_status.error().to_string());
    if (!contestant.verdict.failed()) calibrate(contestant, data.table);
  }
  const double start = thread_nanoseconds();
  for (std::uint32_t round = 0; round < effort.most_rounds; ++round) {
    if (round >= effort.least_rounds && thread_nanoseconds() - start > effort.seconds * 1e9) break;
    for (const auto& contestant : contestants) {
      if (!contestant->verdict.failed()) sample(*contestant, data.table);
    }
  }
  std::vector<Measurement> measurements;
  for (const auto& contestant : contestants) measurements.push_back(measurement_of(*contestant));
  return measurements;
}

}  // namespace dotwire::bench
