// Every kind of member that bind.h describes, empty and filled: what Writer makes of it Reader and the document reader
// take, and it comes back as it was.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dotwire/dotwire.h"

namespace kinds {

struct Thing {
  std::string text;
};
struct Value {
  std::int32_t number = 5;
};
enum class Colour : std::int16_t { Red, Green };
// Written as a Thing, and as a Value.
struct AsThing {
  int number = 3;
};
struct AsValue {
  int number = 3;
};

void to_thing(const AsThing& from, Thing& to) { to.text = std::to_string(from.number); }
const char* from_thing(AsThing& to, const Thing& from) {
  if (from.text.empty()) return "no number";
  to.number = std::stoi(from.text);
  return nullptr;
}
void to_value(const AsValue& from, Value& to) { to.number = from.number; }
const char* from_value(AsValue& to, const Value& from) {
  to.number = from.number;
  return nullptr;
}

template <class T>
struct Holder {
  std::int32_t before = 1;
  T member{};
  std::int32_t after = 2;
};

struct Animal {
  virtual ~Animal() = default;
  std::string name;
};
struct Dog : Animal {
  std::int32_t tricks = 0;
};
struct Unlisted : Animal {
  std::int32_t lost = 7;
};

struct Nested {
  std::int32_t number = 0;
  std::vector<Nested> children;
};
struct Chain {
  std::int32_t number = 0;
  std::shared_ptr<Chain> next;
};
struct ByName {
  std::map<std::string, ByName> children;
};

}  // namespace kinds

template <>
inline constexpr auto dotwire::description<kinds::Thing> =
    dotwire::class_type<kinds::Thing>("My.Thing", "My", dotwire::field<&kinds::Thing::text>("text"));
template <>
inline constexpr auto dotwire::description<kinds::Value> =
    dotwire::struct_type<kinds::Value>("My.Value", "My", dotwire::field<&kinds::Value::number>("number"));
template <>
inline constexpr auto dotwire::description<kinds::Colour> = dotwire::enum_type<kinds::Colour>("My.Colour", "My");
template <>
inline constexpr auto dotwire::description<kinds::AsThing> =
    dotwire::converted_type<kinds::AsThing, kinds::Thing, &kinds::to_thing, &kinds::from_thing>();
template <>
inline constexpr auto dotwire::description<kinds::AsValue> =
    dotwire::converted_type<kinds::AsValue, kinds::Value, &kinds::to_value, &kinds::from_value>();
template <class T>
inline constexpr auto dotwire::description<kinds::Holder<T>> = dotwire::class_type<kinds::Holder<T>>(
    "My.Holder", "My", dotwire::field<&kinds::Holder<T>::before>("before"),
    dotwire::field<&kinds::Holder<T>::member>("member"), dotwire::field<&kinds::Holder<T>::after>("after"));
template <>
inline constexpr auto dotwire::description<kinds::Dog> =
    dotwire::class_type<kinds::Dog>("My.Dog", "My", dotwire::field<&kinds::Dog::tricks>("tricks"))
        .inherits<kinds::Animal>();
template <>
inline constexpr auto dotwire::description<kinds::Animal> =
    dotwire::class_type<kinds::Animal>("My.Animal", "My", dotwire::field<&kinds::Animal::name>("name"))
        .derived<kinds::Dog>();
template <>
inline constexpr auto dotwire::description<kinds::Nested> =
    dotwire::class_type<kinds::Nested>("My.Nested", "My", dotwire::field<&kinds::Nested::number>("number"),
                                       dotwire::field<&kinds::Nested::children>("children"));
template <>
inline constexpr auto dotwire::description<kinds::Chain> = dotwire::class_type<kinds::Chain>(
    "My.Chain", "My", dotwire::field<&kinds::Chain::number>("number"), dotwire::field<&kinds::Chain::next>("next"));
template <>
inline constexpr auto dotwire::description<kinds::ByName> =
    dotwire::class_type<kinds::ByName>("My.ByName", "My", dotwire::field<&kinds::ByName::children>("children"));

namespace dotwire {
namespace {

using kinds::AsThing;
using kinds::AsValue;
using kinds::Colour;
using kinds::Holder;
using kinds::Thing;
using kinds::Value;

// Something where there was nothing, on every level.
template <class T>
void fill(T& value) {
  if constexpr (requires { typename T::mapped_type; }) {
    value[typename T::key_type()];
    for (auto& pair : value) fill(pair.second);
  } else if constexpr (requires { value = std::make_unique<typename T::element_type>(); }) {
    auto made = std::make_unique<std::remove_const_t<typename T::element_type>>();
    fill(*made);
    value = std::move(made);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = "t\xC3\xA9xt";
  } else if constexpr (requires { value.resize(3); }) {
    value.resize(3);
    fill(value[1]);
  } else if constexpr (requires { value.emplace(); }) {
    fill(value.emplace());
  }
}

template <class T>
class TypedKind : public testing::Test {};
using Kinds = testing::Types<
    bool, char16_t, Decimal, DateTime, TimeSpan, Guid, DateTimeOffset, Colour, Value, Thing, AsThing, AsValue,
    std::optional<std::int32_t>, std::optional<char16_t>, std::optional<Decimal>, std::optional<DateTime>,
    std::optional<Guid>, std::optional<DateTimeOffset>, std::optional<Colour>, std::optional<Value>,
    std::optional<Thing>, std::optional<AsThing>, std::optional<AsValue>, std::optional<std::string>,
    std::optional<std::vector<std::int32_t>>, std::optional<std::vector<Thing>>, std::optional<List<std::string>>,
    std::optional<std::map<std::string, std::int32_t>>, std::shared_ptr<std::string>, std::unique_ptr<Thing>,
    std::shared_ptr<Thing>, std::unique_ptr<std::vector<Thing>>, std::shared_ptr<List<std::string>>,
    std::unique_ptr<std::map<std::string, Thing>>, std::unique_ptr<AsThing>>;
using Lists =
    testing::Types<std::vector<Guid>, List<Guid>, std::vector<DateTimeOffset>, List<DateTimeOffset>, List<Decimal>,
                   List<DateTime>, std::vector<TimeSpan>, List<Colour>, std::vector<Colour>, List<Value>,
                   std::vector<Value>, List<Thing>, std::vector<Thing>, List<AsThing>, std::vector<AsThing>,
                   List<AsValue>, std::vector<AsValue>, List<char16_t>, List<Bool>, List<std::optional<std::int32_t>>,
                   List<std::optional<Value>>, std::vector<std::optional<Guid>>, std::vector<std::optional<Thing>>,
                   List<std::optional<AsValue>>, List<std::shared_ptr<Thing>>, List<std::vector<std::int32_t>>,
                   std::vector<std::optional<std::vector<Thing>>>, std::vector<std::map<std::string, std::int32_t>>,
                   std::vector<std::vector<std::vector<Value>>>, std::map<std::string, Guid>,
                   std::map<Colour, std::vector<Thing>>, std::map<std::string, std::optional<Thing>>,
                   std::map<std::string, std::map<std::string, Value>>,
                   std::unordered_map<std::string, std::vector<Guid>>, Dictionary<std::string, DateTimeOffset>>;

template <class T>
void goes_round(bool filled) {
  Holder<T> object;
  if (filled) fill(object.member);
  Buffer out;
  const Status written = Writer().write(object, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  const auto document = read_document(out.bytes());
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  Holder<T> back;
  const Status read = Reader().read(out.bytes(), back);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  Buffer again;
  ASSERT_TRUE(Writer().write(back, again).ok());
  EXPECT_EQ(again.text(), out.text());
}

TYPED_TEST_SUITE(TypedKind, Kinds);
TYPED_TEST(TypedKind, GoesRoundEmptyAndFilled) {
  goes_round<TypeParam>(false);
  goes_round<TypeParam>(true);
}

template <class T>
class TypedContainer : public testing::Test {};
TYPED_TEST_SUITE(TypedContainer, Lists);
TYPED_TEST(TypedContainer, GoesRoundEmptyAndFilled) {
  goes_round<TypeParam>(false);
  goes_round<TypeParam>(true);
}

// .NET's arrays have zeros there, whatever a C++ struct starts with.
TEST(TypedList, SpareRoomIsZeros) {
  Holder<List<Value>> object;
  object.member.resize(3);
  Buffer out;
  ASSERT_TRUE(Writer().write(object, out).ok());
  const auto document = read_document(out.bytes());
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  const std::string_view bytes = out.text();
  // The last of the array's four structs ends before MessageEnd.
  EXPECT_EQ(bytes.substr(bytes.size() - 5), std::string_view("\0\0\0\0\x0B", 5));
  EXPECT_NE(bytes.substr(bytes.size() - 5 - 9 - 4, 4), std::string_view("\0\0\0\0", 4));
}

TEST(TypedText, ThatIsNoTextIsNotWritten) {
  for (const std::string& text : {std::string("\xFF\xFE"), std::string(40, 'a') + "\xC3", std::string("a\x80")}) {
    Buffer out;
    for (const StringIdentity strings : {StringIdentity::Distinct, StringIdentity::ByValue}) {
      const Status written = Writer({strings}).write(Thing{text}, out);
      ASSERT_FALSE(written.ok());
      EXPECT_EQ(written.error().code(), ErrorCode::NotRepresentable);
      EXPECT_THAT(written.error().to_string(), testing::HasSubstr("not UTF-8 at byte"));
    }
    const Holder<std::vector<std::string>> texts{1, {"fine", text}, 2};
    EXPECT_FALSE(Writer().write(texts, out).ok());
  }
  // A writer is as good as new after that.
  Writer writer;
  Buffer out;
  EXPECT_FALSE(writer.write(Thing{"\xFF"}, out).ok());
  EXPECT_TRUE(writer.write(Thing{"lone \xED\xA0\x80"}, out).ok());
}

TEST(TypedPointer, RefusesAClassThatIsNotDescribed) {
  Holder<std::shared_ptr<kinds::Animal>> object;
  object.member = std::make_shared<kinds::Unlisted>();
  Buffer out;
  const Status written = Writer().write(object, out);
  ASSERT_FALSE(written.ok());
  EXPECT_THAT(written.error().to_string(), testing::HasSubstr("My.Animal"));
  EXPECT_FALSE(Writer().write(object.member, out).ok());
  object.member = std::make_shared<kinds::Dog>();
  EXPECT_TRUE(Writer().write(object, out).ok());
  object.member = std::make_shared<kinds::Animal>();
  EXPECT_TRUE(Writer().write(object, out).ok());
  object.member = std::make_shared<kinds::Unlisted>();
  release(object);
  EXPECT_EQ(object.member, nullptr);
}

kinds::Nested nested(int depth) {
  kinds::Nested root;
  kinds::Nested* at = &root;
  for (int i = 0; i < depth; ++i) at = &at->children.emplace_back();
  return root;
}

TEST(TypedDepth, CountsContainersAsPointers) {
  kinds::Nested deep = nested(50'000);
  Buffer out;
  ASSERT_TRUE(Writer().write(deep, out).ok());
  release(deep);
  EXPECT_TRUE(deep.children.empty());
  kinds::Nested back;
  const Status read = Reader().read(out.bytes(), back);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::LimitExceeded);
  release(back);
  ReaderOptions options;
  options.limits.owning_depth = 60'000;
  EXPECT_TRUE(Reader(options).read(out.bytes(), back).ok());
  release(back);
  EXPECT_TRUE(back.children.empty());

  kinds::ByName names;
  kinds::ByName* at = &names;
  for (int i = 0; i < 20'000; ++i) at = &at->children["x"];
  Buffer of_names;
  ASSERT_TRUE(Writer().write(names, of_names).ok());
  release(names);
  EXPECT_TRUE(names.children.empty());
  kinds::ByName names_back;
  const Status names_read = Reader().read(of_names.bytes(), names_back);
  ASSERT_FALSE(names_read.ok());
  EXPECT_EQ(names_read.error().code(), ErrorCode::LimitExceeded);
  release(names_back);
}

// The destructors of what was there would recurse.
TEST(TypedDepth, ReadsOverALongChain) {
  kinds::Chain chain;
  for (int i = 0; i < 300'000; ++i) {
    auto next = std::make_shared<kinds::Chain>();
    next->next = std::move(chain.next);
    chain.next = std::move(next);
  }
  Buffer out;
  ASSERT_TRUE(Writer().write(chain, out).ok());
  ReaderOptions options;
  options.limits.owning_depth = 1'000'000;
  Reader reader(options);
  ASSERT_TRUE(reader.read(out.bytes(), chain).ok());
  ASSERT_TRUE(reader.read(out.bytes(), chain).ok());
  release(chain);
}

TEST(TypedRelease, LeavesNothing) {
  struct Parts {
    Holder<std::string> text{1, "text"};
    Holder<std::optional<std::string>> maybe{1, "text"};
    Holder<List<std::string>> list{1, {}};
    Holder<std::map<std::string, Thing>> map{1, {{"a", {"b"}}}};
    Holder<std::optional<Value>> value{1, Value{}};
    Holder<std::optional<std::vector<Thing>>> things{1, std::vector<Thing>(2)};
    Holder<std::shared_ptr<Thing>> shared{1, std::make_shared<Thing>()};
  } parts;
  parts.list.member.resize(2);
  const std::shared_ptr<Thing> kept = parts.shared.member;
  kept->text = "kept";
  release(parts.text);
  release(parts.maybe);
  release(parts.list);
  release(parts.map);
  release(parts.value);
  release(parts.things);
  release(parts.shared);
  EXPECT_TRUE(parts.text.member.empty());
  EXPECT_FALSE(parts.maybe.member.has_value());
  EXPECT_TRUE(parts.list.member.empty());
  EXPECT_TRUE(parts.map.member.empty());
  EXPECT_FALSE(parts.value.member.has_value());
  EXPECT_FALSE(parts.things.member.has_value());
  EXPECT_EQ(parts.shared.member, nullptr);
  EXPECT_EQ(kept->text, "kept");
  EXPECT_EQ(parts.text.before, 1);
}

}  // namespace
}  // namespace dotwire
