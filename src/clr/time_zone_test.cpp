#include "clr/time_zone.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "clr/date_time.h"

namespace dotwire {
namespace {

constexpr std::int64_t kHour = kTicksPerHour;

std::int64_t at(std::int32_t year, std::int32_t month, std::int32_t day, std::int64_t hour = 0,
                std::int64_t minute = 0) {
  return ticks_from_civil({year, month, day}) + hour * kTicksPerHour + minute * kTicksPerMinute;
}

TimeZone posix_new_york() { return *TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0"); }

std::int32_t offset(const TimeZone& zone, std::int64_t local_ticks, bool daylight_pass = false) {
  ZoneCursor cursor;
  return zone.offset_of_local(local_ticks, daylight_pass, cursor);
}

struct Vector {
  std::int64_t ticks;
  std::int64_t as_local;  // ToLocalTime of the ticks as UTC
  bool ambiguous;
  std::int32_t offset;       // of the ticks as local time
  std::int32_t offset_flag;  // the same with the ambiguous bit
  std::int64_t as_utc;       // ToUniversalTime of the ticks as local time
};

// .NET 10 with TZ=America/New_York.
constexpr Vector kNewYork[] = {
    {587913997231826004, 587913819031826004, false, -297, -297, 587914175431826004},
    {588727727390514161, 588727549190514161, false, -297, -297, 588727905590514161},
    {592639100481634022, 592638922281634022, false, -297, -297, 592639278681634022},
    {594633096000000000, 594632916000000000, false, -300, -300, 594633276000000000},
    {595750770000000000, 595750590000000000, false, -300, -300, 595750950000000000},
    {596334262109867250, 596334082109867250, false, -300, -300, 596334442109867250},
    {598406056604731064, 598405876604731064, false, -300, -300, 598406236604731064},
    {600188110330549948, 600187930330549948, false, -300, -300, 600188290330549948},
    {601837992000000000, 601837812000000000, false, -300, -300, 601838172000000000},
    {605652165000360472, 605652021000360472, false, -240, -240, 605652309000360472},
    {606758903991163975, 606758759991163975, true, -300, -300, 606759083991163975},
    {611802787105869044, 611802643105869044, false, -300, -240, 611802967105869044},
    {621770049003758468, 621769869003758468, false, -240, -240, 621770193003758468},
    {624589073961519721, 624588893961519721, false, -300, -300, 624589253961519721},
    {625084325994325867, 625084181994325867, true, -300, -300, 625084505994325867},
    {629452944000000000, 629452800000000000, false, -240, -240, 629453088000000000},
    {637299432000000000, 637299288000000000, false, -240, -240, 637299576000000000},
    {640349522995104031, 640349342995104031, false, -240, -240, 640349666995104031},
    {646234038000000000, 646233894000000000, false, -300, -240, 646234218000000000},
    {648123731967688865, 648123587967688865, false, -240, -240, 648123875967688865},
    {650444008691615002, 650443828691615002, false, -300, -300, 650444188691615002},
    {652228308437226998, 652228164437226998, false, -240, -240, 652228452437226998},
    {652548276014875183, 652548132014875183, true, -300, -300, 652548456014875183},
    {655390881013845215, 655390701013845215, false, -300, -300, 655391061013845215},
    {657912879003335445, 657912735003335445, true, -300, -300, 657913059003335445},
    {659049568992405102, 659049424992405102, false, -240, -240, 659049712992405102},
    {660120389993776550, 660120245993776550, true, -300, -300, 660120569993776550},
    {661513230000000000, 661513086000000000, false, -240, -240, 661513374000000000},
    {663906420000343323, 663906276000343323, true, -300, -300, 663906600000343323},
    {664220789259439611, 664220645259439611, false, -300, -240, 664220969259439611},
    {664220988004785078, 664220808004785078, false, -300, -300, 664221168004785078},
    {664856018991647949, 664855838991647949, false, -300, -300, 664856198991647949},
    {665484957000642374, 665484813000642374, true, -300, -300, 665485137000642374},
    {666434474991235961, 666434330991235961, false, -300, -300, 666434654991235961},
    {666857961013269850, 666857817013269850, false, -240, -240, 666858105013269850},
};

TEST(TimeZone, NewYorkIsThatOfDotnet) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/America/New_York")) GTEST_SKIP() << "no zone files on this machine";
  const TimeZone zone = *TimeZone::from_text("America/New_York");
  ZoneCursor cursor;
  EXPECT_EQ(zone.base_offset_minutes(), -300);
  for (const Vector& v : kNewYork) {
    const DateTime local = to_local_time(v.ticks, zone, cursor);
    EXPECT_EQ(local.ticks(), v.as_local) << v.ticks;
    EXPECT_EQ(local.ambiguous(), v.ambiguous) << v.ticks;
    EXPECT_EQ(zone.offset_of_local(v.ticks, false, cursor), v.offset) << v.ticks;
    EXPECT_EQ(zone.offset_of_local(v.ticks, true, cursor), v.offset_flag) << v.ticks;
    EXPECT_EQ(to_universal_time(DateTime(v.ticks, DateTimeKind::Local), zone, cursor).ticks(), v.as_utc) << v.ticks;
  }
}

TEST(TimeZone, HistoricOffsetsAreCutToMinutesFromTheBase) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/America/New_York")) GTEST_SKIP() << "no zone files on this machine";
  const TimeZone zone = *TimeZone::from_text("America/New_York");
  EXPECT_EQ(offset(zone, at(1883, 1, 1)), -297);  // 4:56:02 west: golden dates-kinds@ny shows -04:57
  EXPECT_EQ(offset(zone, at(2100, 1, 1)), -300);
  EXPECT_EQ(offset(zone, at(2100, 7, 1)), -240);
}

// Golden dates-changes@ny and dates-kinds@ny.
TEST(TimeZone, SkippedHoursAreStandardTime) {
  const TimeZone zone = posix_new_york();
  EXPECT_EQ(offset(zone, at(2010, 3, 14, 1, 59)), -300);
  EXPECT_EQ(offset(zone, at(2010, 3, 14, 2, 30)), -300);
  EXPECT_EQ(offset(zone, at(2010, 3, 14, 3)), -240);
}

TEST(TimeZone, AmbiguousHoursAreStandardTimeUnlessTheBitSaysDaylight) {
  const TimeZone zone = posix_new_york();
  EXPECT_EQ(offset(zone, at(2010, 11, 7, 0, 59)), -240);
  EXPECT_EQ(offset(zone, at(2010, 11, 7, 1, 30)), -300);
  EXPECT_EQ(offset(zone, at(2010, 11, 7, 1, 30), true), -240);
  EXPECT_EQ(offset(zone, at(2010, 11, 7, 2)), -300);
  EXPECT_EQ(offset(zone, at(2010, 8, 1), true), -240);
  EXPECT_EQ(offset(zone, at(2010, 1, 1), true), -300);
}

TEST(TimeZone, FirstPassThroughAnAmbiguousHourIsMarked) {
  const TimeZone zone = posix_new_york();
  ZoneCursor cursor;
  const DateTime first = to_local_time(at(2010, 11, 7, 5, 30), zone, cursor);
  const DateTime second = to_local_time(at(2010, 11, 7, 6, 30), zone, cursor);
  EXPECT_EQ(first.ticks(), at(2010, 11, 7, 1, 30));
  EXPECT_EQ(second.ticks(), first.ticks());
  EXPECT_TRUE(first.ambiguous());
  EXPECT_FALSE(second.ambiguous());
  EXPECT_EQ(to_universal_time(first, zone, cursor).ticks(), at(2010, 11, 7, 5, 30));
  EXPECT_EQ(to_universal_time(second, zone, cursor).ticks(), at(2010, 11, 7, 6, 30));
}

TEST(TimeZone, CursorNeverChangesTheAnswer) {
  const TimeZone zone = posix_new_york();
  ZoneCursor kept;
  std::uint64_t state = 1;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::int64_t ticks = at(1990, 1, 1) + static_cast<std::int64_t>((state >> 33) % 15'778'800) * kTicksPerMinute;
    ZoneCursor fresh;
    ASSERT_EQ(zone.offset_of_local(ticks, false, kept), zone.offset_of_local(ticks, false, fresh)) << ticks;
    ZoneCursor fresh_utc;
    ASSERT_EQ(zone.to_local(ticks, kept).ticks, zone.to_local(ticks, fresh_utc).ticks) << ticks;
  }
}

TEST(TimeZone, SouthernRulesEndInTheNextYear) {
  const TimeZone zone = *TimeZone::from_posix("AEST-10AEDT,M10.1.0,M4.1.0/3");
  EXPECT_EQ(offset(zone, at(2010, 1, 1)), 660);
  EXPECT_EQ(offset(zone, at(2010, 7, 1)), 600);
  EXPECT_EQ(offset(zone, at(2010, 12, 31, 23)), 660);
  EXPECT_EQ(offset(zone, at(1, 1, 1)), 660);
}

TEST(TimeZone, ReadsTexts) {
  EXPECT_EQ(TimeZone::from_text("UTC")->base_offset_minutes(), 0);
  EXPECT_EQ(TimeZone::from_text("+02:00")->base_offset_minutes(), 120);
  EXPECT_EQ(TimeZone::from_text("-5")->base_offset_minutes(), -300);
  EXPECT_EQ(TimeZone::from_text("<+0530>-5:30", "nowhere")->base_offset_minutes(), 330);
  EXPECT_EQ(offset(*TimeZone::from_text("XXX1YYY,J60/0,J300/0", "nowhere"), at(2012, 3, 1, 2)), -60 + 60);
  EXPECT_EQ(offset(*TimeZone::from_text("XXX1YYY,59/0,300/0", "nowhere"), at(2012, 2, 29, 2)), -60 + 60);
}

TEST(TimeZone, NamesCannotLeaveTheFolder) {
  for (const char* text : {"../../../etc/passwd", "/etc/passwd", "..", "America"}) {
    EXPECT_EQ(TimeZone::from_text(text).error().code(), ErrorCode::InvalidArgument) << text;
  }
}

TEST(TimeZone, RefusesOtherTexts) {
  for (const char* text :
       {"", "+15:00", "+2:60", "++2", "EST", "ES5", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
        "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M0.2.0,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,366,5",
        "EST25", "<EST5", "EST5EDT,M3.2.0,M11.1.0x", "../../../etc/passwd", "/etc/passwd", "America"}) {
    EXPECT_FALSE(TimeZone::from_text(text, "nowhere").ok()) << text;
    EXPECT_FALSE(TimeZone::from_posix(text).ok()) << text;
  }
}

// One change at 1970-01-01 from +00:00 to +01:00 daylight time, version 1.
std::string small_tzif() {
  using namespace std::string_literals;
  return "TZif\0"s + std::string(15, '\0') +
         "\0\0\0\0"s          // UT flags
         "\0\0\0\0"s          // standard flags
         "\0\0\0\0"s          // leap seconds
         "\0\0\0\1"s          // changes
         "\0\0\0\2"s          // types
         "\0\0\0\4"s          // characters
         "\0\0\0\0"s          // 1970-01-01
         "\1"s                // to type 1
         "\0\0\0\0\0\0"s      // type 0: +0, standard
         "\0\0\x0E\x10\1\0"s  // type 1: +3600, daylight
         "UTC\0"s;
}

std::span<const std::uint8_t> bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Tzif, ReadsVersionOne) {
  Result<TimeZone> zone = TimeZone::from_tzif(bytes(small_tzif()));
  ASSERT_TRUE(zone.ok());
  ZoneCursor cursor;
  EXPECT_EQ(zone->to_local(at(1969, 12, 31), cursor).offset_minutes, 0);
  EXPECT_EQ(zone->to_local(at(1970, 1, 1), cursor).offset_minutes, 60);
  EXPECT_EQ(zone->to_local(at(9999, 12, 31), cursor).offset_minutes, 60);
}

TEST(Tzif, EveryPrefixIsTruncated) {
  const std::string file = small_tzif();
  for (std::size_t size = 0; size < file.size(); ++size) {
    Result<TimeZone> zone = TimeZone::from_tzif(bytes(file.substr(0, size)));
    ASSERT_FALSE(zone.ok()) << size;
    EXPECT_EQ(zone.error().code(), ErrorCode::Truncated) << size;
  }
}

TEST(Tzif, RejectsATypeThatIsNotThere) {
  std::string file = small_tzif();
  file[48] = 2;  // the change's type; there are 0 and 1
  Result<TimeZone> zone = TimeZone::from_tzif(bytes(file));
  ASSERT_FALSE(zone.ok());
  EXPECT_EQ(zone.error().code(), ErrorCode::Malformed);
  EXPECT_EQ(zone.error().offset(), 48U);
}

TEST(Tzif, RejectsCountsTheFileCannotHold) {
  std::string file = small_tzif();
  file[32] = '\x7F';  // 2130706433 changes
  EXPECT_EQ(TimeZone::from_tzif(bytes(file)).error().code(), ErrorCode::Truncated);
}

// table-formats.md 1.
TEST(DateTimeBinary, LocalTicksTravelAsUtc) {
  const TimeZone zone = posix_new_york();
  ZoneCursor cursor;
  const DateTime local(at(2010, 8, 17, 14, 30), DateTimeKind::Local);
  const std::int64_t data = to_binary(local, zone, cursor);
  EXPECT_EQ(static_cast<std::uint64_t>(data),
            static_cast<std::uint64_t>(at(2010, 8, 17, 18, 30)) | std::uint64_t{1} << 63);
  EXPECT_EQ(*from_binary(data, zone, cursor), local);
  const DateTime utc(5, DateTimeKind::Utc);
  EXPECT_EQ(*from_binary(to_binary(utc, zone, cursor), zone, cursor), utc);
}

TEST(DateTimeBinary, WrapsBeforeTheYearOne) {
  const TimeZone zone = TimeZone::fixed(60);
  ZoneCursor cursor;
  const DateTime early(5, DateTimeKind::Local);  // UTC would be an hour before the year 1
  EXPECT_EQ(to_binary(DateTime(5, DateTimeKind::Local), TimeZone(), cursor = {}), -9223372036854775803);
  cursor = {};
  const std::int64_t data = to_binary(early, zone, cursor);
  EXPECT_EQ(static_cast<std::uint64_t>(data) & DateTime::kTicksMask, (std::uint64_t{1} << 62) - kHour + 5);
  EXPECT_EQ(*from_binary(data, zone, cursor), early);
}

TEST(DateTimeBinary, RefusesTicksBehindTheYear9999) {
  ZoneCursor cursor;
  EXPECT_FALSE(from_binary(DateTime::kMaxTicks + 1, TimeZone(), cursor).ok());
  EXPECT_FALSE(
      from_binary(static_cast<std::int64_t>(0x8000000000000000U + DateTime::kMaxTicks + 1), TimeZone(), cursor).ok());
}

TEST(XsdDateTime, OffsetsGiveLocalTime) {
  const TimeZone zone = posix_new_york();
  ZoneCursor cursor;
  const auto read = [&](const char* text) { return to_date_time(*parse_xsd_date_time(text), zone, cursor); };
  EXPECT_EQ(read("2010-08-17T14:30:00+02:00"), DateTime(at(2010, 8, 17, 8, 30), DateTimeKind::Local));
  EXPECT_EQ(read("2010-08-17T14:30:00Z"), DateTime(at(2010, 8, 17, 14, 30), DateTimeKind::Utc));
  EXPECT_EQ(read("2010-08-17T14:30:00"), DateTime(at(2010, 8, 17, 14, 30), DateTimeKind::Unspecified));
  EXPECT_EQ(read("0001-01-01T00:00:00+05:00"), DateTime(0, DateTimeKind::Local));
  EXPECT_EQ(read("9999-12-31T23:59:59.9999999-05:00").ticks(), DateTime::kMaxTicks);
}

}  // namespace
}  // namespace dotwire
