#include "formats/registry/zone.h"

#include <cstdio>
#include <string>

#include "base/try.h"
#include "dotwire/buffer.h"

namespace dotwire::registry {
namespace {

// Zone files are some kilobytes long.
constexpr std::size_t kLongest = std::size_t{1} << 20;

Result<Buffer> read_zone_file(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return Error(ErrorCode::Io, "the zone file " + name + " cannot be opened");
  Buffer bytes;
  bytes.resize(kLongest);
  bytes.resize(std::fread(bytes.data(), 1, kLongest, file));
  std::fclose(file);
  return bytes;
}

}  // namespace

Result<TimeZone> zone_of(const Options& options) {
  if (options.zone.empty()) return TimeZone();
  if (options.zone.front() != '/' && options.zone.front() != '.') {
    Result<TimeZone> zone = TimeZone::from_text(options.zone);
    if (zone.ok()) return zone;
    return Error(ErrorCode::InvalidArgument, "zone " + std::string(options.zone) + ": " + zone.error().message());
  }
  DOTWIRE_TRY(const Buffer file, read_zone_file(std::string(options.zone)));
  Result<TimeZone> zone = TimeZone::from_tzif(file);
  if (zone.ok()) return zone;
  return Error(ErrorCode::InvalidArgument, "zone " + std::string(options.zone) + ": " + zone.error().message());
}

}  // namespace dotwire::registry
