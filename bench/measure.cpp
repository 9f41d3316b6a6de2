#include "measure.h"

#include <algorithm>
#include <cstring>

#include "instructions.h"
#include "peers/timed_peer.h"

namespace dotwire::bench {
namespace {

// Not optimised away: whatever is there may be looked at.
void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

// A format with all that it needs for one more round, so that no memory is new.
struct Contestant {
  Contestant(const TableFormat& format, const model::Table& original)
      : format(&format),
        original(&original),
        serializer(format.make()),
        peer(dynamic_cast<PeerSerializer*>(serializer.get())) {
    table.name = original.name;
  }

  const TableFormat* format;
  const model::Table* original;
  std::unique_ptr<TableSerializer> serializer;
  PeerSerializer* peer;  // null: it is timed here
  Verdict verdict;
  Buffer written;  // what was verified
  Buffer out;
  Buffer copy;
  model::Table table;
  // Numbers of its calls.
  std::size_t write_call = 0, read_call = 0, copy_call = 0, write_anew_call = 0, read_anew_call = 0;

  void write() {
    out.clear();
    if (!serializer->write(*original, out).ok()) std::abort();
    keep(out.data());
  }
  void read() {
    if (!serializer->read(written.bytes(), table).ok()) std::abort();
    keep(&table);
  }
  void write_anew() const {
    Buffer bytes;
    if (!format->make()->write(*original, bytes).ok()) std::abort();
    keep(bytes.data());
  }
  void read_anew() const {
    model::Table read;
    read.name = original->name;
    if (!format->make()->read(written.bytes(), read).ok()) std::abort();
    keep(&read);
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

void note_failure(Contestant& one, const Status& status) {
  if (!status.ok()) one.verdict = failed(status.error().to_string());
}

// It times itself, writing and reading in one turn.
void add_peer(Rounds& rounds, Contestant& one) {
  Sampler& writes = rounds.sampler(one.write_call = rounds.add_sampler());
  Sampler& reads = rounds.sampler(one.read_call = rounds.add_sampler());
  note_failure(one, calibrate(*one.peer, writes, reads));
  rounds.add_turn([&one, &writes, &reads] {
    if (!one.verdict.failed()) note_failure(one, sample(*one.peer, writes, reads));
  });
}

void add_calls(Rounds& rounds, Contestant& one) {
  one.copy.resize(one.written.size());
  if (one.peer != nullptr) {
    add_peer(rounds, one);
  } else {
    one.write_call = rounds.add([&one] { one.write(); });
    one.read_call = rounds.add([&one] { one.read(); });
  }
  one.copy_call = rounds.add([&one] { one.copy_bytes(); });
  // Peers may need what they wrote to read it, and what they take is their own matter.
  if (one.format->peer) return;
  one.write_anew_call = rounds.add([&one] { one.write_anew(); });
  one.read_anew_call = rounds.add([&one] { one.read_anew(); });
}

template <class Call>
std::optional<Allocations> allocations_of(Call&& call) {
  AllocationCounter counter;
  call();
  return counter.count();
}

// Counts are the same each time, so that one call of each tells them.
void count_costs(InstructionCounter& counter, Contestant& one, Measurement& measurement) {
  Costs& writing = measurement.writing;
  Costs& reading = measurement.reading;
  writing.allocations = allocations_of([&one] { one.write(); });
  reading.allocations = allocations_of([&one] { one.read(); });
  writing.allocations_anew = allocations_of([&one] { one.write_anew(); });
  reading.allocations_anew = allocations_of([&one] { one.read_anew(); });
  writing.instructions = counter.count([&one] { one.write(); });
  reading.instructions = counter.count([&one] { one.read(); });
}

Measurement measurement_of(InstructionCounter& counter, const Rounds& rounds, Contestant& one) {
  Measurement measurement{};
  measurement.format = one.format;
  measurement.verdict = one.verdict;
  if (one.verdict.failed()) return measurement;
  measurement.size = one.written.size();
  measurement.compressed = compressed_sizes(one.written);
  measurement.write = rounds.time(one.write_call);
  measurement.read = rounds.time(one.read_call);
  measurement.copy = rounds.time(one.copy_call);
  measurement.round_trip = rounds.time_of_both(one.write_call, one.read_call);
  if (one.format->peer) return measurement;
  measurement.writing.anew = rounds.time(one.write_anew_call);
  measurement.reading.anew = rounds.time(one.read_anew_call);
  count_costs(counter, one, measurement);
  return measurement;
}

}  // namespace

Clock clock_of(const std::vector<const TableFormat*>& formats) {
  const bool any_peer = std::any_of(formats.begin(), formats.end(), [](auto* format) { return format->peer; });
  return any_peer ? Clock::Wall : Clock::Thread;
}

std::vector<Measurement> measure(const DataSet& data, const std::vector<const TableFormat*>& formats,
                                 const Effort& effort, Noise* noise) {
  Buffer xml;
  const Status xml_status = write_rows_as_xml(data.table, xml);
  Rounds rounds(clock_of(formats));
  std::vector<std::unique_ptr<Contestant>> contestants;
  for (const TableFormat* format : formats) {
    Contestant& contestant = *contestants.emplace_back(std::make_unique<Contestant>(*format, data.table));
    contestant.verdict = xml_status.ok() ? verify(data.table, xml, contestant) : failed(xml_status.error().to_string());
    if (!contestant.verdict.failed()) add_calls(rounds, contestant);
  }
  rounds.run(effort);
  if (noise != nullptr) *noise = rounds.noise();
  InstructionCounter counter;
  std::vector<Measurement> measurements;
  measurements.reserve(contestants.size());
  for (const auto& contestant : contestants) measurements.push_back(measurement_of(counter, rounds, *contestant));
  return measurements;
}

}  // namespace dotwire::bench
