#include "clr/culture.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

TEST(Culture, NamesAndNumbersGoThereAndBack) {
  const std::pair<std::uint32_t, const char*> cases[] = {
      {127, ""},       {9, "en"},       {1033, "en-US"}, {1031, "de-DE"}, {7, "de"},        {1041, "ja-JP"},
      {2052, "zh-CN"}, {1028, "zh-TW"}, {3082, "es-ES"}, {1078, "af-ZA"}, {1131, "quz-BO"}, {2074, "sr-Latn-CS"}};
  for (const auto& [lcid, name] : cases) {
    EXPECT_EQ(lcid_of_culture(name), lcid) << name;
    EXPECT_EQ(culture_of_lcid(lcid), name) << lcid;
  }
}

TEST(Culture, NamesAreTakenInAnyCase) { EXPECT_EQ(lcid_of_culture("EN-us"), 1033U); }

TEST(Culture, UnknownNamesHaveTheCustomNumber) {
  EXPECT_EQ(lcid_of_culture("xx-YY"), kCustomLcid);
  EXPECT_EQ(lcid_of_culture("en-001"), kCustomLcid);
  EXPECT_EQ(culture_of_lcid(kCustomLcid), std::nullopt);
  EXPECT_EQ(culture_of_lcid(0), std::nullopt);
  EXPECT_EQ(culture_of_lcid(0xFFFFFFFF), std::nullopt);
}

TEST(Culture, SortOrdersAreLeftOut) {
  EXPECT_EQ(culture_of_lcid(0x10407), "de-DE");
  EXPECT_EQ(culture_of_lcid(1034), "es-ES");
}

TEST(Culture, EveryNumberIsFoundByItsName) {
  int count = 0;
  for (std::uint32_t lcid = 1; lcid < 0x10000; ++lcid) {
    const auto name = culture_of_lcid(lcid);
    if (!name || lcid == 1034) continue;
    EXPECT_EQ(lcid_of_culture(*name), lcid) << *name;
    ++count;
  }
  EXPECT_GT(count, 400);
}

}  // namespace
}  // namespace dotwire
