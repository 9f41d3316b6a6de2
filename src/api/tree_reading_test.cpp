// Reading trees straight from the records and reading by way of a graph are one thing to the caller: the same payloads
// are taken, with the same values.
#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../../examples/sample_types.h"
#include "codecs/nrbf_graph/object_reader.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "dotwire/object.h"
#include "support/golden.h"

namespace trees {

using Text = std::optional<std::string>;
enum class Level : std::int16_t { Low = -1, High = 7 };
struct Point {
  std::int32_t x = 0;
  std::int64_t y = 0;
  Level level = Level::Low;
};
struct Leaf {
  std::string text;
  Text note;
  std::uint8_t byte = 0;
  char16_t letter = u'a';
  bool flag = false;
  dotwire::Decimal price;
  dotwire::DateTime day;
  double real = 0;
};
struct Branch {
  Leaf in_place;
  std::unique_ptr<Leaf> owned;
  std::optional<Leaf> maybe;
  std::unique_ptr<Branch> next;
  Point point;
  std::optional<Point> maybe_point;
  std::optional<std::int32_t> number;
  std::optional<dotwire::Decimal> money;
  std::optional<Level> level;
  dotwire::Guid id;
  std::vector<Leaf> leaves;
  std::vector<Leaf> more_leaves;
  std::vector<Point> points;
  std::vector<Point> point_array;
  std::vector<std::optional<Leaf>> holes;
  std::vector<std::string> texts;
  std::vector<Text> nullable_texts;
  std::vector<std::int32_t> numbers;
  std::vector<std::int32_t> number_list;
  std::vector<char16_t> letters;
  std::vector<dotwire::Decimal> prices;
  std::vector<dotwire::DateTime> days;
  std::vector<std::vector<std::int16_t>> jagged;
  std::vector<std::optional<std::int32_t>> nullable_numbers;
};
// As one version of a class has fewer members than another.
struct Old {
  std::string name;
};
struct New {
  std::string name;
  std::int32_t added = 0;
};
struct OldShelf {
  std::vector<Old> items;
};
struct NewShelf {
  std::vector<New> items;
};

constexpr std::string_view kLibrary = "Trees, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";

}  // namespace trees

namespace dotwire {

template <>
inline constexpr auto description<trees::Level> = enum_type<trees::Level>("T.Level", trees::kLibrary);
template <>
inline constexpr auto description<trees::Point> = struct_type<trees::Point>("T.Point", trees::kLibrary,
                                                                            field<&trees::Point::x>("x"),
                                                                            field<&trees::Point::y>("y"),
                                                                            field<&trees::Point::level>("level"));
template <>
inline constexpr auto description<trees::Leaf> = class_type<trees::Leaf>(
    "T.Leaf", trees::kLibrary, field<&trees::Leaf::text>("text"), field<&trees::Leaf::note>("note"),
    field<&trees::Leaf::byte>("byte"), field<&trees::Leaf::letter>("letter"), field<&trees::Leaf::flag>("flag"),
    field<&trees::Leaf::price>("price"), field<&trees::Leaf::day>("day"), field<&trees::Leaf::real>("real"));
template <>
inline constexpr auto description<trees::Branch> = class_type<trees::Branch>(
    "T.Branch", trees::kLibrary, field<&trees::Branch::in_place>("in_place"), field<&trees::Branch::owned>("owned"),
    field<&trees::Branch::maybe>("maybe"), field<&trees::Branch::next>("next"), field<&trees::Branch::point>("point"),
    field<&trees::Branch::maybe_point>("maybe_point"), field<&trees::Branch::number>("number"),
    field<&trees::Branch::money>("money"), field<&trees::Branch::level>("level"), field<&trees::Branch::id>("id"),
    field<&trees::Branch::leaves>("leaves", as_list), field<&trees::Branch::more_leaves>("more_leaves", as_list),
    field<&trees::Branch::points>("points", as_list), field<&trees::Branch::point_array>("point_array"),
    field<&trees::Branch::holes>("holes"), field<&trees::Branch::texts>("texts"),
    field<&trees::Branch::nullable_texts>("nullable_texts", as_list), field<&trees::Branch::numbers>("numbers"),
    field<&trees::Branch::number_list>("number_list", as_list), field<&trees::Branch::letters>("letters"),
    field<&trees::Branch::prices>("prices"), field<&trees::Branch::days>("days", as_list),
    field<&trees::Branch::jagged>("jagged"), field<&trees::Branch::nullable_numbers>("nullable_numbers"));
template <>
inline constexpr auto description<trees::Old> = class_type<trees::Old>("T.Item", trees::kLibrary,
                                                                       field<&trees::Old::name>("name"));
template <>
inline constexpr auto description<trees::New> = class_type<trees::New>(
    "T.Item", trees::kLibrary, field<&trees::New::name>("name"), field<&trees::New::added>("added").may_be_absent());
template <>
inline constexpr auto description<trees::OldShelf> =
    class_type<trees::OldShelf>("T.Shelf", trees::kLibrary, field<&trees::OldShelf::items>("items", as_list));
template <>
inline constexpr auto description<trees::NewShelf> =
    class_type<trees::NewShelf>("T.Shelf", trees::kLibrary, field<&trees::NewShelf::items>("items", as_list));

namespace {

using trees::Branch;
using trees::Leaf;

Leaf leaf(std::string text, trees::Text note = {}) {
  Leaf made;
  made.text = std::move(text);
  made.note = std::move(note);
  made.byte = 200;
  made.letter = u'z';
  made.flag = true;
  made.price = Decimal{};
  made.day = DateTime(630'000'000'000'000'000);
  made.real = 0.5;
  return made;
}

Branch branch() {
  Branch made;
  made.in_place = leaf("in place", "note");
  made.owned = std::make_unique<Leaf>(leaf("owned, with a text of more than sixteen bytes"));
  made.maybe = leaf("");
  made.next = std::make_unique<Branch>();
  made.next->maybe = leaf("\xC3\xA9t\xC3\xA9");
  made.point = {1, -2, trees::Level::High};
  made.maybe_point = trees::Point{3, 4, trees::Level::Low};
  made.number = 5;
  made.money = Decimal{};
  made.level = trees::Level::High;
  made.leaves = {leaf("a"), leaf("b", "c"), leaf("d")};
  made.points = {{1, 2, trees::Level::Low}, {3, 4, trees::Level::High}, {5, 6, trees::Level::Low}, {7, 8, {}}};
  made.point_array = {{9, 10, trees::Level::Low}};
  made.holes.resize(7);
  made.holes[3] = leaf("hole");
  made.texts = {"one", "two", ""};
  made.nullable_texts = {"one", std::nullopt, std::nullopt, "two", std::nullopt};
  made.numbers = {1, 2, 3};
  made.number_list = {4, 5, 6, 7, 8};
  made.letters = {u'a', u'b'};
  made.prices = {Decimal{}, Decimal{}};
  made.days = {DateTime(1), DateTime(2), DateTime(3)};
  made.jagged = {{1, 2}, {}, {3}};
  made.nullable_numbers = {1, std::nullopt, 3};
  return made;
}

// Whether objects of the type are read as trees at all.
template <class T>
bool reads_as_tree(Bytes payload) {
  nrbf::TreeReader reader(nrbf::ReadOptions{});
  T object;
  return reader.read(payload, &object, type_of<T>());
}

struct Outcome {
  bool ok;
  std::string written;  // what was read, written again
};

template <class T>
Outcome read_and_write(nrbf::ObjectReader& reader, Writer& writer, Bytes payload) {
  T object;
  if (!reader.read(payload, &object, type_of<T>()).ok()) return {false, {}};
  Buffer out;
  if (!writer.write(object, out).ok()) return {true, "not writable"};
  return {true, std::string(out.text())};
}

template <class T>
class BothWays {
 public:
  explicit BothWays(Limits limits = {})
      : straight_(nrbf::ReadOptions{limits, false, false, true}),
        by_graph_(nrbf::ReadOptions{limits, false, false, false}) {}

  // Counts payloads that both refuse and that both take.
  void check(Bytes payload, const std::string& what) {
    const Outcome straight = read_and_write<T>(straight_, writer_, payload);
    const Outcome by_graph = read_and_write<T>(by_graph_, writer_, payload);
    EXPECT_EQ(straight.ok, by_graph.ok) << what;
    EXPECT_TRUE(straight.written == by_graph.written) << what;
    ++(straight.ok ? taken_ : refused_);
  }

  void check_cuts_and_changes(Bytes payload) {
    check(payload, "whole");
    ASSERT_EQ(taken_, 1U);
    for (std::size_t size = 0; size < payload.size(); ++size)
      check(payload.first(size), "cut at " + std::to_string(size));
    EXPECT_EQ(taken_, 1U);
    std::vector<std::uint8_t> changed(payload.begin(), payload.end());
    std::mt19937 random(1);
    for (std::size_t at = 0; at < changed.size(); ++at) {
      for (const unsigned by : {1U, 1U + static_cast<unsigned>(random() % 255U)}) {
        changed[at] = static_cast<std::uint8_t>(payload[at] ^ by);
        check(changed, "byte " + std::to_string(at) + " changed by " + std::to_string(by));
      }
      changed[at] = payload[at];
    }
  }

  std::size_t taken_ = 0;
  std::size_t refused_ = 0;

 private:
  nrbf::ObjectReader straight_;
  nrbf::ObjectReader by_graph_;
  Writer writer_;
};

template <class T>
Buffer written(const T& object) {
  Buffer out;
  EXPECT_TRUE(Writer().write(object, out).ok());
  return out;
}

TEST(TreeReading, TakesEveryKindOfMember) {
  const Buffer payload = written(branch());
  // Lists of structs have spare room that is no null: those come by way of the graph.
  Branch plain = branch();
  plain.points.clear();
  const Buffer plain_payload = written(plain);
  EXPECT_TRUE(reads_as_tree<Branch>(plain_payload));
  BothWays<Branch> both;
  both.check(payload, "with spare structs");
  EXPECT_EQ(both.taken_, 1U);
}

TEST(TreeReading, AgreesWithTheGraphOnDamage) {
  Branch object = branch();
  object.points.clear();
  const Buffer payload = written(object);
  BothWays<Branch> both;
  both.check_cuts_and_changes(payload);
  EXPECT_GT(both.taken_, 100U);
  EXPECT_GT(both.refused_, 1000U);
}

TEST(TreeReading, AgreesWithTheGraphOnGoldenPayloads) {
  std::size_t files = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (row.format != "binaryformatter" || !row.stored()) continue;
    if (row.case_name == "library") {
      ++files;
      EXPECT_TRUE(reads_as_tree<samples::Library>(row.bytes()));
      BothWays<samples::Library>().check_cuts_and_changes(row.bytes());
    } else if (row.case_name == "type-c") {
      ++files;
      EXPECT_TRUE(reads_as_tree<samples::C>(row.bytes()));
      BothWays<samples::C>().check_cuts_and_changes(row.bytes());
    }
  }
  EXPECT_GE(files, 2U) << test::golden_source();
}

// One reader, one object, many payloads: nothing of an earlier one may show.
TEST(TreeReading, ReadsOverWhatWasThere) {
  nrbf::ObjectReader reader;
  Writer writer;
  Branch object;
  Branch small;
  Branch full = branch();
  full.points.clear();
  for (const Branch* source : {&full, &small, &full, &small}) {
    const Buffer payload = written(*source);
    ASSERT_TRUE(reader.read(payload, &object, type_of<Branch>()).ok());
    Buffer again;
    ASSERT_TRUE(writer.write(object, again).ok());
    EXPECT_EQ(again.text() == payload.text(), true);
  }
}

TEST(TreeReading, AbsentMembersShowNoValueOfAnEarlierElement) {
  for (const bool trees : {true, false}) {
    nrbf::ObjectReader reader(nrbf::ReadOptions{{}, false, false, trees});
    trees::NewShelf shelf;
    ASSERT_TRUE(reader.read(written(trees::NewShelf{{{"a", 1}, {"b", 2}}}), &shelf, type_of<trees::NewShelf>()).ok());
    ASSERT_EQ(shelf.items[1].added, 2);
    ASSERT_TRUE(reader.read(written(trees::OldShelf{{{"c"}, {"d"}}}), &shelf, type_of<trees::NewShelf>()).ok());
    EXPECT_EQ(shelf.items[1].name, "d");
    EXPECT_EQ(shelf.items[1].added, 0) << (trees ? "straight" : "by graph");
  }
}

TEST(TreeReading, KeepsToTheLimits) {
  Branch object = branch();
  object.points.clear();
  const Buffer payload = written(object);
  for (std::uint64_t objects = 0; objects < 200; objects += 3) {
    Limits limits;
    limits.objects = objects;
    BothWays<Branch>(limits).check(payload, "objects " + std::to_string(objects));
  }
  for (std::uint32_t depth = 0; depth < 6; ++depth) {
    Limits limits;
    limits.depth = depth;
    BothWays<Branch>(limits).check(payload, "depth " + std::to_string(depth));
    limits = {};
    limits.owning_depth = depth;
    BothWays<Branch>(limits).check(payload, "owning depth " + std::to_string(depth));
  }
  for (std::uint64_t expansion = 0; expansion < 4096; expansion += 64) {
    Limits limits;
    limits.expansion = expansion;
    BothWays<Branch>(limits).check(payload, "expansion " + std::to_string(expansion));
  }
}

// More shapes of one class than a reader keeps.
TEST(TreeReading, ForgetsShapesWhenThereAreTooMany) {
  const Buffer payload = written(trees::OldShelf{{{"a"}}});
  nrbf::ObjectReader reader;
  for (int round = 0; round < 100; ++round) {
    // Another id for the library makes another class record. It is named by the library's record, by the class records
    // at their ends, by the List's member and by the array.
    std::string text(payload.text());
    const std::string id("\2\0\0\0", 4);
    std::size_t changes = 0;
    for (std::size_t at = text.find(id, 17); at != std::string::npos; at = text.find(id, at + 4)) {
      text[at] = static_cast<char>(40 + round);
      ++changes;
    }
    ASSERT_EQ(changes, 5U);
    trees::OldShelf shelf;
    const Status read = reader.read(as_bytes(text), &shelf, type_of<trees::OldShelf>());
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    ASSERT_EQ(shelf.items.size(), 1U);
    EXPECT_EQ(shelf.items[0].name, "a");
  }
}

// Strings told apart by address are as distinct as any, but make the writer keep its table of objects.
TEST(TreeWriting, GivesTheBytesOfTheGeneralWriter) {
  Branch object = branch();
  for (std::size_t size = 0; size < 300; ++size) object.texts.push_back(std::string(size, 'x'));
  object.in_place.text = std::string(100'000, 'y');
  object.maybe->text = "lone \xED\xA0\x80 surrogate";
  object.maybe->note = std::string(200, 'z') + "\xED\xBF\xBF";
  object.next->owned = std::make_unique<Leaf>(leaf("\xED\x95\x9C\xEA\xB5\xAD"));
  Writer trees;
  Writer general(WriterOptions{StringIdentity::ByAddress});
  for (int round = 0; round < 3; ++round) {
    Buffer straight;
    Buffer expected;
    ASSERT_TRUE(trees.write(object, straight).ok());
    ASSERT_TRUE(general.write(object, expected).ok());
    EXPECT_TRUE(straight.text() == expected.text()) << "round " << round;
    object.leaves.resize(object.leaves.size() + 2, leaf("more"));
    object.maybe_point.reset();
    object.money.reset();
  }
}

}  // namespace
}  // namespace dotwire
