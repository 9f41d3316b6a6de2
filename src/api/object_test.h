// Classes that both the golden files of the oracle and tests of their own use, and round trips of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "../../examples/sample_types.h"
#include "dotwire/object.h"
#include "support/golden.h"

namespace cases {

using Text = std::optional<std::string>;

struct Child;
struct Parent {
  Text name;
  std::vector<std::shared_ptr<Child>> children;
};
struct Child {
  Text name;
  Parent* parent = nullptr;
};
struct Link {
  std::int32_t value = 0;
  std::unique_ptr<Link> next;
};
struct Node {
  Text name;
  std::shared_ptr<Node> left;
  std::shared_ptr<Node> right;
};
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
};
enum class DayOfWeek : std::int32_t { Sunday, Friday = 5 };
struct Nullables {
  std::optional<bool> boolean, no_boolean;
  std::optional<std::uint8_t> byte, no_byte;
  std::optional<std::int32_t> int32, no_int32;
  std::optional<std::int64_t> int64, no_int64;
  std::optional<double> real, no_real;
  std::optional<dotwire::Decimal> decimal, no_decimal;
  std::optional<char16_t> character, no_character;
  std::optional<dotwire::DateTime> date, no_date;
  std::optional<dotwire::Guid> guid, no_guid;
  std::optional<DayOfWeek> day, no_day;
};

struct Shape {
  std::int32_t id = 0;
  Text tag;
  std::int32_t internal_number = 0;
  Text label;
  virtual ~Shape() = default;
};
struct Square : Shape {
  double side = 0;
};
struct FilledSquare : Square {
  std::int32_t own_id = 0;
  Text fill;
};

constexpr std::string_view kOracle = samples::kOracle;

}  // namespace cases

template <>
inline constexpr auto dotwire::description<cases::Parent> =
    dotwire::class_type<cases::Parent>("Cases.Parent", cases::kOracle, dotwire::field<&cases::Parent::name>("Name"),
                                       dotwire::field<&cases::Parent::children>("Children", dotwire::as_list));
template <>
inline constexpr auto dotwire::description<cases::Child> =
    dotwire::class_type<cases::Child>("Cases.Child", cases::kOracle, dotwire::field<&cases::Child::name>("Name"),
                                      dotwire::field<&cases::Child::parent>("Parent"));
template <>
inline constexpr auto dotwire::description<cases::Link> =
    dotwire::class_type<cases::Link>("Cases.Link", cases::kOracle, dotwire::field<&cases::Link::value>("Value"),
                                     dotwire::field<&cases::Link::next>("Next"));
template <>
inline constexpr auto dotwire::description<cases::Node> = dotwire::class_type<cases::Node>(
    "Cases.Node", cases::kOracle, dotwire::field<&cases::Node::name>("Name"),
    dotwire::field<&cases::Node::left>("Left"), dotwire::field<&cases::Node::right>("Right"));
template <>
inline constexpr auto dotwire::description<cases::DayOfWeek> = dotwire::enum_type<cases::DayOfWeek>("System.DayOfWeek",
                                                                                                    "");
template <>
inline constexpr auto dotwire::description<cases::Nullables> = dotwire::class_type<cases::Nullables>(
    "Cases.NullableValues", cases::kOracle, dotwire::field<&cases::Nullables::boolean>("Boolean"),
    dotwire::field<&cases::Nullables::no_boolean>("NoBoolean"), dotwire::field<&cases::Nullables::byte>("Byte"),
    dotwire::field<&cases::Nullables::no_byte>("NoByte"), dotwire::field<&cases::Nullables::int32>("Int32"),
    dotwire::field<&cases::Nullables::no_int32>("NoInt32"), dotwire::field<&cases::Nullables::int64>("Int64"),
    dotwire::field<&cases::Nullables::no_int64>("NoInt64"), dotwire::field<&cases::Nullables::real>("Double"),
    dotwire::field<&cases::Nullables::no_real>("NoDouble"), dotwire::field<&cases::Nullables::decimal>("Decimal"),
    dotwire::field<&cases::Nullables::no_decimal>("NoDecimal"), dotwire::field<&cases::Nullables::character>("Char"),
    dotwire::field<&cases::Nullables::no_character>("NoChar"), dotwire::field<&cases::Nullables::date>("DateTime"),
    dotwire::field<&cases::Nullables::no_date>("NoDateTime"), dotwire::field<&cases::Nullables::guid>("Guid"),
    dotwire::field<&cases::Nullables::no_guid>("NoGuid"), dotwire::field<&cases::Nullables::day>("Enum"),
    dotwire::field<&cases::Nullables::no_day>("NoEnum"));
template <>
inline constexpr auto dotwire::description<cases::Shape> =
    dotwire::class_type<cases::Shape>(
        "Cases.Shape", cases::kOracle, dotwire::field<&cases::Shape::id>("id").with_access(dotwire::Access::Private),
        dotwire::field<&cases::Shape::tag>("tag").with_access(dotwire::Access::Protected),
        dotwire::field<&cases::Shape::internal_number>("internalNumber").with_access(dotwire::Access::Protected),
        dotwire::field<&cases::Shape::label>("Label"))
        .derived<cases::Square, cases::FilledSquare>();
template <>
inline constexpr auto dotwire::description<cases::Square> =
    dotwire::class_type<cases::Square>("Cases.Square", cases::kOracle, dotwire::field<&cases::Square::side>("Side"))
        .inherits<cases::Shape>();
template <>
inline constexpr auto dotwire::description<cases::FilledSquare> =
    dotwire::class_type<cases::FilledSquare>(
        "Cases.FilledSquare", cases::kOracle,
        dotwire::field<&cases::FilledSquare::own_id>("id").with_access(dotwire::Access::Private),
        dotwire::field<&cases::FilledSquare::fill>("Fill"))
        .inherits<cases::Square>();
namespace dotwire {

inline std::string hex_text(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

inline Buffer golden(std::string_view case_name) {
  const test::GoldenRow* row = test::find_golden("mono", "graph", case_name, "binaryformatter");
  return row != nullptr ? row->bytes() : Buffer();
}

// Reads the golden file into T and writes the same bytes again.
template <class T>
void expect_round_trip(std::string_view case_name, T& object, WriterOptions options = {}) {
  const Buffer input = golden(case_name);
  ASSERT_FALSE(input.empty()) << case_name;
  Reader reader;
  const Status read = reader.read(input, object);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  Writer writer(options);
  Buffer out;
  const Status written = writer.write(object, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  EXPECT_EQ(hex_text(out), hex_text(input)) << case_name;
}

// Writes and reads back.
template <class T>
void copy(const T& object, T& result, WriterOptions options = {}) {
  Writer writer(options);
  Buffer out;
  const Status written = writer.write(object, out);
  ASSERT_TRUE(written.ok()) << written.error().to_string();
  Reader reader;
  const Status read = reader.read(out, result);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
}

}  // namespace dotwire
