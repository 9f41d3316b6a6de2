#include <cstdio>
#include <cstdlib>

#include "../examples/sample_types.h"
#include "dotwire/object.h"
#include "hand_written_library.h"
#include "speed.h"

namespace dotwire::bench {
namespace {

samples::Library library_of_congress() {
  using samples::Text;
  const auto book = [](const Text& first, const Text& middle, const Text& last, const Text& title, std::int32_t year) {
    return samples::BookOf<false>{samples::PersonOf<false>{first, middle, last}, title, year};
  };
  samples::Library library;
  library.name = "Library Of Congress";
  library.books = {
      book("Barack", std::nullopt, "Obama", "Dreams from My Father: A Story of Race and Inheritance", 1995),
      book("Lewis", std::nullopt, "Caroll", "Alice's Adventures in Wonderland", 1865),
      book("Kurt", std::nullopt, "Vonnegut", "Welcome to the Monkey House", 1968),
      book("Orson", "Scott", "Card", "Ender's Game", 1985),
  };
  return library;
}

// One C++ object with what writes and reads it again and again.
template <class T>
struct Trip {
  T object;
  T read_back;
  Buffer payload;
  Buffer out;
  Writer writer;
  Reader reader;

  void write() {
    out.clear();
    writer.write(object, out).value();
  }
  void read() { reader.read(payload.bytes(), read_back).value(); }

  // What was read is written as the same bytes.
  bool checked(std::string_view name) {
    Status status = writer.write(object, payload);
    if (status.ok()) status = reader.read(payload.bytes(), read_back);
    if (status.ok()) status = writer.write(read_back, out);
    if (!status.ok()) return report_unusable(name, status.error().to_string()), false;
    if (out.text() != payload.text()) return report_unusable(name, "what was read is written as other bytes"), false;
    return true;
  }
};

template <class T>
void add_trip(std::vector<SpeedCase>& cases, const std::string& name, T object, const Target (&targets)[4],
              std::string_view write_dotnet, std::string_view read_dotnet) {
  const auto trip = std::make_shared<Trip<T>>();
  trip->object = std::move(object);
  if (!trip->checked(name)) return;
  const std::uint64_t size = trip->payload.size();
  cases.push_back({name + ", written", size, [trip] { trip->write(); }, targets[0], targets[1], write_dotnet});
  cases.push_back({name + ", read", size, [trip] { trip->read(); }, targets[2], targets[3], read_dotnet});
}

// protobuf-net's Northwind orders as BinaryFormatter wrote them, from the folder `shared` beside the checkout, or
// wherever DOTWIRE_SHARED says.
std::string northwind_file() {
  const char* shared = std::getenv("DOTWIRE_SHARED");
  return std::string(shared != nullptr ? shared : "../shared") +
         "/data/northwind/golden/nwind.binaryformatter.nrbf.bin";
}

// Empty if it is not there.
Buffer northwind_payload(const std::string& path) {
  Buffer payload;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return payload;
  constexpr std::size_t kBlock = 65'536;
  for (std::size_t count = 1; count != 0;) {
    std::uint8_t* const room = payload.reserve_more(kBlock);
    count = std::fread(room, 1, kBlock, file);
    payload.commit(room + count);
  }
  std::fclose(file);
  return payload;
}

void add_northwind(std::vector<SpeedCase>& cases) {
  constexpr std::string_view kName = "NRBF, Northwind";
  const std::string path = northwind_file();
  const Buffer payload = northwind_payload(path);
  if (payload.empty()) return report_unusable(kName, "there is no " + path + "; DOTWIRE_SHARED says where shared is");
  samples::Database database;
  if (Status status = Reader().read(payload.bytes(), database); !status.ok()) {
    return report_unusable(kName, status.error().to_string());
  }
  constexpr Target kTargets[] = {
      {0.6, Unit::Milliseconds}, {0.3, Unit::Milliseconds}, {0.9, Unit::Milliseconds}, {0.5, Unit::Milliseconds}};
  add_trip(cases, std::string(kName), std::move(database), kTargets, "5.8 ms", "4.3 ms");
}

std::vector<double> doubles(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i) / 3;
  return values;
}

void add_doubles(std::vector<SpeedCase>& cases) {
  constexpr std::string_view kName = "NRBF, double[1,000,000]";
  constexpr Target kTargets[] = {{5'000, Unit::MegabytesPerSecond},
                                 {8'000, Unit::MegabytesPerSecond},
                                 {5'000, Unit::MegabytesPerSecond},
                                 {8'000, Unit::MegabytesPerSecond}};
  add_trip(cases, std::string(kName), doubles(1'000'000), kTargets, "", "");
}

// The same bytes by code made for this one object.
void add_library_by_hand(std::vector<SpeedCase>& cases) {
  struct ByHand {
    samples::Library object = library_of_congress();
    samples::Library read_back;
    Buffer payload;
    Buffer out;
  };
  constexpr std::string_view kName = "by hand: Library";
  const auto trip = std::make_shared<ByHand>();
  write_library_by_hand(trip->object, trip->payload);
  Buffer described;
  const bool same = Writer().write(trip->object, described).ok() && described.text() == trip->payload.text() &&
                    read_library_by_hand(trip->payload.bytes(), trip->read_back) && trip->read_back == trip->object;
  if (!same) return report_unusable(kName, "its bytes are not those of the described object");
  const auto write = [trip] {
    trip->out.clear();
    write_library_by_hand(trip->object, trip->out);
  };
  const auto read = [trip] {
    if (!read_library_by_hand(trip->payload.bytes(), trip->read_back)) std::abort();
  };
  // Told in ns like the described object, and held to nothing.
  constexpr Target kNanoseconds{0, Unit::Nanoseconds};
  cases.push_back({std::string(kName) + ", written", trip->payload.size(), write, kNanoseconds, kNanoseconds, ""});
  cases.push_back({std::string(kName) + ", read", trip->payload.size(), read, kNanoseconds, kNanoseconds, ""});
}

}  // namespace

void add_typed_cases(std::vector<SpeedCase>& cases) {
  constexpr Target kLibrary[] = {
      {300, Unit::Nanoseconds}, {150, Unit::Nanoseconds}, {800, Unit::Nanoseconds}, {400, Unit::Nanoseconds}};
  add_trip(cases, "NRBF, Library", library_of_congress(), kLibrary, "6.0 us", "7.8 us");
  add_library_by_hand(cases);
  add_northwind(cases);
  add_doubles(cases);
}

// Arrays, which are held to memcpy of their size.
void add_typed_growth(std::vector<GrowthCase>& cases) {
  for (const bool read : {false, true}) {
    const std::string name = std::string("NRBF, double[] ") + (read ? "read" : "written");
    cases.push_back({name, [name, read](std::uint64_t bytes) {
                       std::vector<SpeedCase> made;
                       add_trip(made, name, doubles(bytes / sizeof(double)), {}, "", "");
                       return made.empty() ? SpeedCase() : made[read ? 1 : 0];
                     }});
  }
}

}  // namespace dotwire::bench
