// RFC 8536, the compiled zone file.
#include <algorithm>

#include "clr/date_time.h"
#include "clr/time_zone.h"
#include "clr/zone_data.h"

namespace dotwire {
namespace {

Error damaged(std::size_t offset, const char* what) { return Error(ErrorCode::Malformed, offset, what); }

// Big-endian access over checked bytes.
class TzifReader {
 public:
  explicit TzifReader(std::span<const std::uint8_t> file) : file_(file) {}

  std::size_t offset() const { return offset_; }
  std::size_t left() const { return file_.size() - offset_; }
  bool skip(std::uint64_t count) {
    if (count > left()) return false;
    offset_ += static_cast<std::size_t>(count);
    return true;
  }
  // The caller has checked that the bytes are there.
  std::uint64_t number(std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value = value << 8 | file_[offset_++];
    return value;
  }
  std::string_view rest() const {
    return std::string_view(reinterpret_cast<const char*>(file_.data()), file_.size()).substr(offset_);
  }

 private:
  std::span<const std::uint8_t> file_;
  std::size_t offset_ = 0;
};

struct Header {
  char version = 0;
  std::uint64_t ut_flags = 0;
  std::uint64_t standard_flags = 0;
  std::uint64_t leaps = 0;
  std::uint64_t changes = 0;
  std::uint64_t types = 0;
  std::uint64_t characters = 0;

  std::uint64_t body(std::uint64_t width) const {
    return changes * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard_flags + ut_flags;
  }
};

Result<Header> decode_header(TzifReader& in) {
  constexpr std::size_t kHeaderSize = 44;
  if (in.left() < kHeaderSize) return Error(ErrorCode::Truncated, in.offset(), "zone file ends in its header");
  if (in.number(4) != 0x545A6966) return damaged(in.offset() - 4, "not a zone file");
  Header header;
  header.version = static_cast<char>(in.number(1));
  in.skip(15);
  header.ut_flags = in.number(4);
  header.standard_flags = in.number(4);
  header.leaps = in.number(4);
  header.changes = in.number(4);
  header.types = in.number(4);
  header.characters = in.number(4);
  return header;
}

std::int64_t ticks_of(std::uint64_t raw, std::size_t width) {
  const auto seconds = width == 4 ? static_cast<std::int32_t>(raw) : static_cast<std::int64_t>(raw);
  constexpr std::int64_t kFar = 400'000'000'000;  // seconds, well beyond the years 1 to 9999
  return std::clamp(seconds, -kFar, kFar) * kTicksPerSecond + kUnixEpochTicks;
}

Status decode_body(TzifReader& in, const Header& header, std::size_t width, ZoneData& zone) {
  const std::size_t start = in.offset();
  if (header.body(width) > in.left()) return Error(ErrorCode::Truncated, start, "zone file ends in its tables");
  if (header.types == 0 || header.types > 256) return damaged(start, "zone file without time types");
  zone.changes.resize(header.changes);
  for (ZoneChange& change : zone.changes) change.ticks = ticks_of(in.number(width), width);
  for (ZoneChange& change : zone.changes) {
    change.type = static_cast<std::uint8_t>(in.number(1));
    if (change.type >= header.types) return damaged(in.offset() - 1, "time type out of range");
  }
  zone.types.resize(header.types);
  for (ZoneType& type : zone.types) {
    type.seconds = static_cast<std::int32_t>(in.number(4));
    if (type.seconds < -93600 || type.seconds > 93600) return damaged(in.offset() - 4, "offset from UTC out of range");
    type.daylight = in.number(1) != 0;
    in.skip(1);
  }
  in.skip(header.characters + header.leaps * (width + 4) + header.standard_flags + header.ut_flags);
  const auto earlier = [](const ZoneChange& a, const ZoneChange& b) { return a.ticks < b.ticks; };
  if (!std::is_sorted(zone.changes.begin(), zone.changes.end(), earlier)) return damaged(start, "changes out of order");
  return {};
}

// The rule between the two line feeds at the end. An empty one says that the last change holds for ever.
Status decode_footer(TzifReader& in, ZoneData& zone) {
  const std::string_view rest = in.rest();
  if (rest.size() < 2 || rest[0] != '\n') return {};
  const std::string_view text = rest.substr(1, rest.find('\n', 1) - 1);
  if (text.empty()) return {};
  Result<PosixRule> rule = parse_posix_rule(text);
  if (!rule.ok()) return std::move(rule.error().set_offset(in.offset() + 1));
  zone.rule = *rule;
  return {};
}

// The standard offset that holds now.
std::int32_t base_seconds(const ZoneData& zone) {
  if (zone.rule) return zone.rule->standard_seconds;
  for (auto change = zone.changes.rbegin(); change != zone.changes.rend(); ++change) {
    if (!zone.types[change->type].daylight) return zone.types[change->type].seconds;
  }
  return zone.types[zone.first_type].seconds;
}

}  // namespace

Result<ZoneData> decode_tzif(std::span<const std::uint8_t> file) {
  TzifReader in(file);
  Result<Header> header = decode_header(in);
  if (!header.ok()) return std::move(header).error();
  std::size_t width = 4;
  if (header->version >= '2') {
    if (!in.skip(header->body(4))) return Error(ErrorCode::Truncated, in.offset(), "zone file ends in its tables");
    header = decode_header(in);
    if (!header.ok()) return std::move(header).error();
    width = 8;
  }
  ZoneData zone;
  if (Status status = decode_body(in, *header, width, zone); !status.ok()) return std::move(status).error();
  if (width == 8) {
    if (Status status = decode_footer(in, zone); !status.ok()) return std::move(status).error();
  }
  for (std::size_t i = zone.types.size(); i-- > 0;) {
    if (!zone.types[i].daylight) zone.first_type = static_cast<std::uint8_t>(i);
  }
  zone.base_minutes = base_seconds(zone) / 60;
  return zone;
}

}  // namespace dotwire
