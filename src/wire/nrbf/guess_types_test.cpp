#include "wire/nrbf/guess_types.h"

#include <string>

#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "support/hex.h"
#include "wire/nrbf/event_text.h"

namespace dotwire::nrbf {
namespace {

using test::hex;

constexpr const char* kHeader = "00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00 ";

// "B.x Int32, B.s Object?", or the error. "?": ambiguous.
std::string guessed(const std::string& records) {
  const Buffer input = hex((kHeader + records).c_str());
  const Result<GuessedTypes> types = guess_types(input);
  if (!types.ok()) return "! " + types.error().message();
  std::string text;
  for (const GuessedMember& member : types->members()) {
    text += (text.empty() ? "" : ", ") + member.class_name + "." + member.name + " ";
    text += member.type.binary_type == 0 ? std::string(primitive_name(member.type.primitive)) : "Object";
    if (member.is_ambiguous) text += "?";
  }
  return text;
}

TEST(GuessTypes, FindsTheOnlyWayToReadThePayload) {
  // class B { x, s, b }: 7, "t", true
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 03 00 00 00 01 78 01 73 01 62  07 00 00 00  06 02 00 00 00 01 74  01  0B"),
            "B.x Int32, B.s Object, B.b Boolean");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  0A  0B"), "B.x Object?");  // null, or the byte 10
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  2A  0B"), "B.x Byte");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  01  0B"), "B.x Boolean");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  2A 00  0B"), "B.x Int16");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  00 00 00 00 00 00 F8 3F  0B"), "B.x Double");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  00 C0 F3 2B C4 0B CD 08  0B"), "B.x DateTime");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  00 00 C0 3F  0B"), "B.x Single");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  04 31 2E 35 30  0B"), "B.x Decimal");
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 01 00 00 00 01 78  C3 A9  0B"), "B.x Char?");  // or an Int16
}

TEST(GuessTypes, EndsWhereAnotherPayloadBegins) {
  const std::string one = "02 01 00 00 00 01 42 01 00 00 00 01 78  07 00 00 00 0B ";
  EXPECT_EQ(guessed(one + kHeader + one), "B.x Int32");
}

// What the first object leaves open later ones decide.
TEST(GuessTypes, LooksAtAllObjectsOfAClass) {
  EXPECT_EQ(guessed(R"(
    10 01 00 00 00 02 00 00 00  09 02 00 00 00  09 03 00 00 00            # object[2]
    02 02 00 00 00 01 42 01 00 00 00 01 78  0A                            # B { x }: null or 10
    01 03 00 00 00 02 00 00 00  06 04 00 00 00 01 74                      # another B: "t"
    0B
  )"),
            "B.x Object");
}

// An array of structs: elements have the numbers of the writer's count, and the second names the first as its class.
TEST(GuessTypes, ReadsValuesInPlace) {
  EXPECT_EQ(guessed(R"(
    07 01 00 00 00 00 01 00 00 00 02 00 00 00 03 01 50                    # P[2]
    02 FE FF FF FF 01 50 02 00 00 00 01 78 01 79  07 00 00 00  2A 00      # P { x, y }: value 2
    01 FD FF FF FF FE FF FF FF  09 00 00 00  2B 00                        # value 3
    0B
  )"),
            "P.x Int32, P.y Int16");
}

// The number of a value is taken before the libraries that its members need.
TEST(GuessTypes, ReadsLibrariesBetweenValues) {
  EXPECT_EQ(guessed(R"(
    0C 02 00 00 00 01 4C                                                  # library 2 "L"
    03 01 00 00 00 01 42 01 00 00 00 01 76 02 00 00 00                    # B { v } of L
    0C 04 00 00 00 01 4D                                                  # library 4 "M"
    03 FD FF FF FF 01 53 01 00 00 00 01 6F 02 00 00 00 0A                 # value 3: S { o }
    0B
  )"),
            "B.v Object, S.o Object?");
}

// Two objects of six bytes: of the first alone it could be either.
TEST(GuessTypes, SplitsNumbersByAllObjects) {
  const auto objects = [](const char* first, const char* second) {
    return guessed(std::string("10 01 00 00 00 02 00 00 00  09 02 00 00 00  09 03 00 00 00 ") +
                   "02 02 00 00 00 01 42 02 00 00 00 01 78 01 79 " + first + " 01 03 00 00 00 02 00 00 00 " + second +
                   " 0B");
  };
  EXPECT_EQ(objects("00 00 00 00 00 00", "01 00 01 00 00 00"), "B.x Int16, B.y Int32");
  EXPECT_EQ(objects("00 00 00 00 00 00", "01 00 00 00 01 00"), "B.x Int32, B.y Int16");
}

TEST(GuessTypes, TakesStringsInPlace) {
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 02 00 00 00 01 78 01 73  07 00 00 00  06 FF FF FF FF 01 74  0B"),
            "B.x Int32, B.s Object");
}

// Where the numbers are those of no .NET, what goes together counts.
TEST(GuessTypes, ReadsOtherWritersIds) {
  EXPECT_EQ(guessed("02 01 00 00 00 01 42 02 00 00 00 01 78 01 73  07 00 00 00  06 63 00 00 00 01 74  0B"),
            "B.x Int32, B.s Object");
  // Old Mono: the second reference to the text takes no number.
  EXPECT_EQ(guessed(R"(
    02 01 00 00 00 01 42 04 00 00 00 01 61 01 62 01 63 01 64
    06 02 00 00 00 01 74  06 03 00 00 00 01 75  09 02 00 00 00  06 04 00 00 00 01 76
    0B
  )"),
            "B.a Object, B.b Object, B.c Object, B.d Object");
}

TEST(GuessTypes, BelievesWhoKnows) {
  class OnlyX final : public ClassTypes {
   public:
    std::optional<std::span<const DeclaredMember>> find(std::string_view class_name) const override {
      if (class_name != "B") return std::nullopt;
      return members_;
    }

   private:
    std::vector<DeclaredMember> members_ = {{"x", {0, 2, {}, {}}}};
  };
  const OnlyX known;
  const Buffer input =
      hex((kHeader + std::string("02 01 00 00 00 01 42 02 00 00 00 01 78 01 79  0A  2A 00 00 00  0B")).c_str());
  const Result<GuessedTypes> types = guess_types(input, &known);
  ASSERT_TRUE(types.ok()) << types.error().to_string();
  ASSERT_EQ(types->members().size(), 1U);
  EXPECT_EQ(types->members()[0].name, "y");
  EXPECT_EQ(types->members()[0].type.primitive, 8);
  EXPECT_EQ((*types->find("B"))[0].type.primitive, 2);
}

TEST(GuessTypes, RefusesWhatMakesNoSense) {
  const std::string why = "no way to read the bytes makes sense";
  for (const char* records : {
           "02 01 00 00 00 01 42 01 00 00 00 01 78  07 00 00 00",           // no end
           "02 01 00 00 00 01 42 01 00 00 00 01 78  09 05 00 00 00 FF 0B",  // nothing has the id 5
           "02 02 00 00 00 01 42 01 00 00 00 01 78  07 0B",                 // no root
           "03 01 00 00 00 01 42 01 00 00 00 01 78 07 00 00 00  07 0B",     // no library
           "02 01 00 00 00 01 42 FF FF FF 7F 01 78",                        // more members than bytes
           "02 01 00 00 00 01 42 01 00 00 00 01 78  07 00 00 00 0B 55",     // something behind the end
           "15 01 00 00 00",                                                // a remoting message
       }) {
    EXPECT_NE(guessed(records).find(why), std::string::npos) << records << guessed(records);
  }
}

// A class of many members that all can be anything: the time grows with the bytes, not with the ways.
TEST(GuessTypes, EndsInTimeWhereThereAreTooManyWays) {
  std::string records = "02 01 00 00 00 01 42 C8 00 00 00 ";
  for (int i = 0; i < 200; ++i) {
    char name[16];
    std::snprintf(name, sizeof(name), "02 %02X %02X ", 'a' + i / 26, 'a' + i % 26);
    records += name;
  }
  std::string zeros = records;
  for (int i = 0; i < 400; ++i) zeros += "00 ";
  EXPECT_EQ(guessed(zeros + "FF").substr(0, 1), "!");
  const std::string some = guessed(zeros + "0B");
  EXPECT_TRUE(some.starts_with("!") || some.find('?') != std::string::npos) << some;
}

}  // namespace
}  // namespace dotwire::nrbf
