// Payloads that were made to cost more than they are (nrbf-soap.md B.4): refused, or read in memory and time that
// follow their size. Memory is counted where it is asked for; time is bounded generously, against quadratic reading
// only.
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>

#include "base/arena.h"
#include "codecs/nrbf_graph/payload_test.h"
#include "wire/nrbf/record_walker.h"

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> most{0};

void* counted_or_null(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) return nullptr;
  const std::size_t now = held += malloc_usable_size(memory);
  if (now > most) most = now;
  return memory;
}

void* counted(std::size_t size) {
  void* memory = counted_or_null(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void released(void* memory) {
  if (memory != nullptr) held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// All of this program's containers, but not arenas, which take pages: those say themselves what they hold.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void operator delete(void* memory) noexcept { released(memory); }
void operator delete[](void* memory) noexcept { released(memory); }
void operator delete(void* memory, std::size_t) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t) noexcept { released(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { released(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { released(memory); }

namespace dotwire::nrbf {
namespace {

using model::Graph;

class Records {
 public:
  Records() : out_(test_payload::payload("")) {}
  Records& u8(std::initializer_list<int> bytes) {
    for (const int byte : bytes) out_.push_back(static_cast<std::uint8_t>(byte));
    return *this;
  }
  Records& i32(std::int64_t value) {
    const auto narrow = static_cast<std::int32_t>(value);
    out_.append(&narrow, 4);
    return *this;
  }
  Records& text(std::string_view text) {
    std::size_t length = text.size();
    for (; length >= 0x80; length >>= 7) u8({static_cast<int>(length & 0x7F) | 0x80});
    u8({static_cast<int>(length)});
    out_.append(text.data(), text.size());
    return *this;
  }
  // A class of `count` members, all of that binary type.
  Records& class_record(std::int32_t id, std::string_view name, std::int32_t count, int binary_type) {
    u8({4}).i32(id).text(name).i32(count);
    for (std::int32_t i = 0; i < count; ++i) text("m" + std::to_string(i));
    for (std::int32_t i = 0; i < count; ++i) u8({binary_type});
    return *this;
  }
  Buffer end() {
    u8({0x0B});
    return std::move(out_);
  }

 private:
  Buffer out_;
};

enum class Outcome { Read, Refused };

// Reads within 4 x input + 16 MB, and 50 ms + 50 ms a MB a hundredfold. Gives the error's code.
std::optional<ErrorCode> read_hostile(const Buffer& input, Outcome outcome, const char* what) {
  const std::size_t before = held;
  most = before;
  const auto start = std::chrono::steady_clock::now();
  std::optional<ErrorCode> code;
  std::size_t used = 0;
  {
    Graph graph;
    GraphReader reader;
    const Status status = reader.read(input, graph);
    EXPECT_EQ(status.ok(), outcome == Outcome::Read) << what << ": " << (status.ok() ? "" : status.error().to_string());
    if (!status.ok()) code = status.error().code();
    used = graph.arena().used();
    if (status.ok()) {
      Buffer out;
      EXPECT_TRUE(rewrite(graph, out).ok()) << what;
      EXPECT_TRUE(test::same_bytes(out, input)) << what;
    }
  }
  const auto took = std::chrono::steady_clock::now() - start;
  const std::size_t bound = 4 * input.size() + (std::size_t{16} << 20);
  EXPECT_LT(std::max(used, std::size_t{most} - before), bound) << what << ", " << input.size() << " bytes";
  EXPECT_LT(took, std::chrono::milliseconds(5000 + input.size() / 200)) << what;
  // The walker, which identify and inspect use, must stand it too.
  class Nothing final : public EventVisitor {
   public:
    bool visit(const Event&) override { return true; }
    bool wants_values() const override { return false; }
  } nothing;
  WalkSummary summary;
  const Status walked = walk_records(input, {}, nothing, summary);
  EXPECT_TRUE(outcome == Outcome::Refused || walked.ok()) << what;
  return code;
}

TEST(HostilePayload, LengthsOverTheData) {
  for (const int record : {16, 17}) {
    EXPECT_EQ(read_hostile(Records().u8({record}).i32(1).i32(2147483591).end(), Outcome::Refused, "array"),
              ErrorCode::Malformed);
  }
  for (const int primitive : {1, 3, 5, 6, 8, 13}) {
    EXPECT_EQ(read_hostile(Records().u8({15}).i32(1).i32(2147483591).u8({primitive}).end(), Outcome::Refused, "values"),
              ErrorCode::Truncated);
  }
  Records many;
  many.u8({16}).i32(1).i32(20'000);
  for (std::int32_t i = 2; i < 20'002; ++i) many.u8({16}).i32(i).i32(2147483591).u8({0x0E}).i32(2147483591);
  read_hostile(many.end(), Outcome::Read, "many long arrays of nulls");
}

TEST(HostilePayload, RunsOfNulls) {
  read_hostile(Records().u8({16}).i32(1).i32(2147483591).u8({0x0E}).i32(2147483591).end(), Outcome::Read, "single");
  read_hostile(Records().u8({7}).i32(1).u8({2}).i32(2).i32(32768).i32(65535).u8({2, 0x0E}).i32(32768LL * 65535).end(),
               Outcome::Read, "rectangular");
  Records many;
  many.u8({16}).i32(1).i32(255 * 100'000);
  for (int i = 0; i < 100'000; ++i) many.u8({0x0D, 0xFF});
  read_hostile(many.end(), Outcome::Read, "short runs");
}

TEST(HostilePayload, SharedReferences) {
  Records levels;  // object[2] of the next level twice, 64 levels deep: 2^64 paths
  for (std::int32_t i = 1; i <= 64; ++i) levels.u8({16}).i32(i).i32(2).u8({9}).i32(i + 1).u8({9}).i32(i + 1);
  read_hostile(levels.u8({6}).i32(65).text("end").end(), Outcome::Read, "levels");
}

TEST(HostilePayload, NestingWithoutEnd) {
  Records arrays;
  for (std::int32_t i = 1; i <= 1'000'000; ++i) arrays.u8({16}).i32(i).i32(1);
  EXPECT_EQ(read_hostile(arrays.u8({0x0A}).end(), Outcome::Refused, "arrays"), ErrorCode::LimitExceeded);
  // A struct whose one member is the struct itself.
  Records structs;
  structs.u8({4}).i32(1).text("S").i32(1).text("s").u8({3}).text("S");
  for (std::int32_t i = 2; i <= 1'000'000; ++i) structs.u8({1}).i32(-i).i32(1);
  EXPECT_EQ(read_hostile(structs.u8({0x0A}).end(), Outcome::Refused, "structs"), ErrorCode::LimitExceeded);
  // A value type that refers to itself.
  read_hostile(Records().u8({4}).i32(1).text("S").i32(1).text("s").u8({3}).text("S").u8({9}).i32(1).end(),
               Outcome::Read, "cycle");
}

TEST(HostilePayload, ReferenceChains) {
  Records chain;  // each object refers to the next, 300,000 of them
  chain.u8({4}).i32(1).text("N").i32(1).text("n").u8({2, 9}).i32(2);
  for (std::int32_t i = 2; i < 300'000; ++i) chain.u8({1}).i32(i).i32(1).u8({9}).i32(i + 1);
  read_hostile(chain.u8({1}).i32(300'000).i32(1).u8({0x0A}).end(), Outcome::Read, "chain");
}

// One class record of many members, and objects of nine bytes that each ask for all of them.
TEST(HostilePayload, ObjectsOfALargeClass) {
  Records nested;
  nested.class_record(1, "Big", 50'000, 2);
  for (std::int32_t i = 2; i < 9'000; ++i) nested.u8({1}).i32(-i).i32(1);
  EXPECT_EQ(read_hostile(nested.end(), Outcome::Refused, "nested"), ErrorCode::Truncated);
}

TEST(HostilePayload, CountsOverTheData) {
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{INT32_MAX}}) {
    read_hostile(Records().u8({4}).i32(1).text("A").i32(count).text("x").end(), Outcome::Refused, "members");
    read_hostile(Records().u8({2}).i32(1).text("A").i32(count).text("x").end(), Outcome::Refused, "untyped members");
    read_hostile(Records().u8({21}).i32(2).u8({18, 0, 18, 0}).i32(count).end(), Outcome::Refused, "arguments");
    read_hostile(Records().u8({7}).i32(1).u8({2}).i32(count).end(), Outcome::Refused, "rank");
  }
  read_hostile(Records().u8({6}).i32(1).u8({0xFF, 0xFF, 0xFF, 0xFF, 0x07, 'a'}).end(), Outcome::Refused, "string");
}

TEST(HostilePayload, Libraries) {
  const auto libraries = [](std::int32_t count) {
    Records out;
    for (std::int32_t i = 2; i < count + 2; ++i) out.u8({12}).i32(i).text("L");
    return out.u8({6}).i32(1).text("").end();
  };
  EXPECT_EQ(read_hostile(libraries(1'000'000), Outcome::Refused, "a million"), ErrorCode::LimitExceeded);
  read_hostile(libraries(60'000), Outcome::Read, "many");
}

TEST(HostilePayload, Ids) {
  Records sparse;  // far apart, so that no table by number can hold them
  sparse.u8({16}).i32(1).i32(50'000);
  for (std::int64_t i = 0; i < 50'000; ++i) sparse.u8({6}).i32(1'000'000 + i * 40'000).text("some text of a string");
  read_hostile(sparse.end(), Outcome::Read, "sparse");
  EXPECT_EQ(
      read_hostile(Records().u8({1}).i32(1).i32(2).u8({4}).i32(2).text("A").i32(0).end(), Outcome::Refused, "forward"),
      ErrorCode::Malformed);
}

TEST(HostilePayload, NamesOfTypes) {
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "A`1[[";
  read_hostile(Records().u8({4}).i32(1).text(deep).i32(0).end(), Outcome::Read, "deep generics");
  Records many;  // one long name, and untyped records that would have it parsed for each member
  std::string tuple = "System.Tuple`2[[" + std::string(60'000, 'x') + ", y],[System.Int32, z]]";
  many.u8({2}).i32(1).text(tuple).i32(2).text("m_Item1").text("m_Item2").u8({0x0A, 1, 2, 3, 4});
  read_hostile(many.end(), Outcome::Read, "a long generic argument");
}

}  // namespace
}  // namespace dotwire::nrbf
