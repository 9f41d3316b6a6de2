#include "measure.h"

#include <algorithm>
#include <cstring>

#include "peers/timed_peer.h"

namespace dotwire::bench {
namespace {

// A format with all that it needs for one more round, so that no memory is new.
struct Contestant {
  Contestant(const TableFormat& format, Clock clock)
      : format(&format),
        serializer(format.make()),
        peer(dynamic_cast<PeerSerializer*>(serializer.get())),
        write_times(clock),
        read_times(clock),
        copy_times(clock) {}

  const TableFormat* format;
  std::unique_ptr<TableSerializer> serializer;
  PeerSerializer* peer;  // null: it is timed here
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
  verdict.remark = contestant.serializer->remark();
  return verdict;
}

void note_failure(Contestant& contestant, const Status& status) {
  if (!status.ok()) contestant.verdict = failed(status.error().to_string());
}

void calibrate(Contestant& contestant, const model::Table& original) {
  contestant.copy.resize(contestant.written.size());
  if (contestant.peer != nullptr) {
    note_failure(contestant, calibrate(*contestant.peer, contestant.write_times, contestant.read_times));
  } else {
    contestant.write_times.calibrate([&] { contestant.write(original); });
    contestant.read_times.calibrate([&] { contestant.read(); });
  }
  contestant.copy_times.calibrate([&] { contestant.copy_bytes(); });
}

void sample(Contestant& contestant, const model::Table& original) {
  if (contestant.peer != nullptr) {
    note_failure(contestant, sample(*contestant.peer, contestant.write_times, contestant.read_times));
  } else {
    contestant.write_times.sample([&] { contestant.write(original); });
    contestant.read_times.sample([&] { contestant.read(); });
  }
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
  // One clock for all: peers cannot be timed by this thread's.
  const bool any_peer = std::any_of(formats.begin(), formats.end(), [](auto* format) { return format->peer; });
  const Clock clock = any_peer ? Clock::Wall : Clock::Thread;
  std::vector<std::unique_ptr<Contestant>> contestants;
  for (const TableFormat* format : formats) {
    Contestant& contestant = *contestants.emplace_back(std::make_unique<Contestant>(*format, clock));
    contestant.verdict = xml_status.ok() ? verify(data.table, xml, contestant) : failed(xml_status.error().to_string());
    if (!contestant.verdict.failed()) calibrate(contestant, data.table);
  }
  const double start = nanoseconds(clock);
  for (std::uint32_t round = 0; round < effort.most_rounds; ++round) {
    if (round >= effort.least_rounds && nanoseconds(clock) - start > effort.seconds * 1e9) break;
    for (const auto& contestant : contestants) {
      if (!contestant->verdict.failed()) sample(*contestant, data.table);
    }
  }
  std::vector<Measurement> measurements;
  for (const auto& contestant : contestants) measurements.push_back(measurement_of(*contestant));
  return measurements;
}

}  // namespace dotwire::bench
