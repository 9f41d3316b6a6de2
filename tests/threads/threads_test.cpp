// What the public headers promise of threads: descriptors are shared, each thread has a Reader and a Writer of its own,
// and a graph may be read by several. The preset `tsan` looks for races here.
#include <barrier>
#include <thread>

#include <gtest/gtest.h>

#include "codecs/nrbf_graph/graph_reader.h"
#include "dotwire/graph.h"
#include "dotwire/object.h"

namespace threads {

enum class Kind : std::int32_t { Plain, Special = 7 };
struct Place {
  double x = 0;
  double y = 0;
  friend bool operator==(const Place&, const Place&) = default;
};
// Owns its like, so that its descriptor is met while it is being made.
struct Tree {
  std::optional<std::string> name;
  Kind kind = Kind::Plain;
  Place place;
  std::optional<std::int32_t> number;
  std::vector<Tree> children;
  std::map<std::string, std::int32_t> counts;
  friend bool operator==(const Tree&, const Tree&) = default;
};
struct Shared {
  std::shared_ptr<Place> one;
  std::shared_ptr<Place> other;
};

constexpr const char* kLibrary = "Threads, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";

}  // namespace threads

template <>
inline constexpr auto dotwire::description<threads::Kind> = dotwire::enum_type<threads::Kind>("Threads.Kind",
                                                                                              threads::kLibrary);
template <>
inline constexpr auto dotwire::description<threads::Place> =
    dotwire::class_type<threads::Place>("Threads.Place", threads::kLibrary, dotwire::property<&threads::Place::x>("X"),
                                        dotwire::property<&threads::Place::y>("Y"));
template <>
inline constexpr auto dotwire::description<threads::Tree> = dotwire::class_type<threads::Tree>(
    "Threads.Tree", threads::kLibrary, dotwire::property<&threads::Tree::name>("Name"),
    dotwire::property<&threads::Tree::kind>("Kind"), dotwire::property<&threads::Tree::place>("Place"),
    dotwire::property<&threads::Tree::number>("Number"),
    dotwire::property<&threads::Tree::children>("Children", dotwire::as_list),
    dotwire::property<&threads::Tree::counts>("Counts"));
template <>
inline constexpr auto dotwire::description<threads::Shared> = dotwire::class_type<threads::Shared>(
    "Threads.Shared", threads::kLibrary, dotwire::property<&threads::Shared::one>("One"),
    dotwire::property<&threads::Shared::other>("Other"));

namespace dotwire {
namespace {

using ::threads::Kind;
using ::threads::Place;
using ::threads::Shared;
using ::threads::Tree;

constexpr int kThreads = 4;
constexpr int kRounds = 50;

// Runs `work(i)` on each thread, all from the same moment on.
template <class Work>
void on_all_threads(Work work) {
  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

Tree sample(int seed) {
  Tree tree{"root " + std::to_string(seed), Kind::Special, {1.5, -2}, seed, {}, {{"a", 1}, {"b", seed}}};
  for (int i = 0; i < 5; ++i) tree.children.push_back({std::nullopt, Kind::Plain, {}, std::nullopt, {}, {}});
  tree.children[3].children.push_back({"leaf", Kind::Plain, {3, 4}, -1, {}, {}});
  return tree;
}

// The first test, so that all threads ask for descriptors that nobody has made yet.
TEST(Threads, DescriptorsAreMadeOnceWhoeverAsksFirst) {
  std::vector<const model::Type*> trees(kThreads);
  std::vector<const model::Type*> shared(kThreads);
  on_all_threads([&](int i) {
    // In different orders, since a descriptor makes those of its members.
    if (i % 2 == 0) trees[i] = &type_of<Tree>();
    shared[i] = &type_of<Shared>();
    trees[i] = &type_of<Tree>();
    EXPECT_EQ(trees[i]->members.size(), 6U);
    EXPECT_EQ(shared[i]->members.size(), 2U);
  });
  for (int i = 1; i < kThreads; ++i) {
    EXPECT_EQ(trees[i], trees[0]);
    EXPECT_EQ(shared[i], shared[0]);
  }
}

TEST(Threads, EachWithAReaderAndAWriterGetsWhatOneAloneGets) {
  std::vector<Buffer> expected(kThreads);
  for (int i = 0; i < kThreads; ++i) ASSERT_TRUE(Writer().write(sample(i), expected[i]).ok());
  on_all_threads([&](int i) {
    Writer writer;
    Reader reader;
    for (int round = 0; round < kRounds; ++round) {
      Buffer payload;
      ASSERT_TRUE(writer.write(sample(i), payload).ok());
      ASSERT_EQ(payload.text(), expected[i].text());
      Tree read;
      ASSERT_TRUE(reader.read(payload.bytes(), read).ok());
      ASSERT_EQ(read, sample(i));
    }
  });
}

TEST(Threads, MayWriteOneObjectAtTheSameTime) {
  const auto place = std::make_shared<Place>(Place{1, 2});
  const Shared object{place, place};
  Buffer expected;
  ASSERT_TRUE(Writer().write(object, expected).ok());
  on_all_threads([&](int) {
    Writer writer;
    Reader reader;
    for (int round = 0; round < kRounds; ++round) {
      Buffer payload;
      ASSERT_TRUE(writer.write(object, payload).ok());
      ASSERT_EQ(payload.text(), expected.text());
      Shared read;
      ASSERT_TRUE(reader.read(payload.bytes(), read).ok());
      ASSERT_EQ(read.one, read.other);
    }
  });
}

std::size_t count_objects(const model::Graph& graph) {
  std::size_t count = 0;
  std::vector<const model::Node*> open = {graph.root()};
  while (!open.empty()) {
    const model::Node* node = open.back();
    open.pop_back();
    if (node == nullptr || node->kind != model::NodeKind::Object) continue;
    ++count;
    const auto& object = static_cast<const model::ObjectNode&>(*node);
    for (const model::Member& member : object.type->members) {
      if (member.recorded.binary_type != model::BinaryType::Primitive) open.push_back(object.slot(member).node());
    }
  }
  return count;
}

TEST(Threads, MayReadOneGraphWhileOthersReadTheirOwn) {
  Buffer payload;
  ASSERT_TRUE(Writer().write(sample(1), payload).ok());
  nrbf::GraphReader first;
  model::Graph graph;
  model::Graph other;
  ASSERT_TRUE(first.read(payload.bytes(), graph).ok());
  const std::size_t objects = count_objects(graph);
  ASSERT_GT(objects, 3U);
  on_all_threads([&](int i) {
    for (int round = 0; round < kRounds; ++round) {
      EXPECT_EQ(count_objects(graph), objects);
      // The first graph shares class records with the reader that made it.
      if (i != 0) continue;
      EXPECT_TRUE(first.read(payload.bytes(), other).ok());
    }
  });
}

}  // namespace
}  // namespace dotwire
