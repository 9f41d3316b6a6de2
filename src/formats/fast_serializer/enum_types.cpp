#include "formats/fast_serializer/enum_types.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"

namespace dotwire::fast_serializer {
namespace {

// For all enums of a document together: a hostile one may have many.
constexpr int kMostReadings = 40;

struct Underlying {
  std::string_view name;
  Primitive primitive;
};
constexpr std::array<Underlying, 8> kUnderlying = {{{"Byte", Primitive::Byte},
                                                    {"SByte", Primitive::SByte},
                                                    {"Int16", Primitive::Int16},
                                                    {"UInt16", Primitive::UInt16},
                                                    {"Int32", Primitive::Int32},
                                                    {"UInt32", Primitive::UInt32},
                                                    {"Int64", Primitive::Int64},
                                                    {"UInt64", Primitive::UInt64}}};

// One for each width, the usual ones first.
constexpr Primitive kCandidates[] = {Primitive::Int32, Primitive::Byte, Primitive::Int16, Primitive::Int64};

std::uint64_t offset_of(const Error& error) { return error.has_offset() ? error.offset() : 0; }

}  // namespace

std::optional<EnumTypes> parse_enum_types(std::string_view text) {
  EnumTypes types;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view entry = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    bool known = false;
    for (const Underlying& each : kUnderlying) {
      if (each.name != entry.substr(colon + 1)) continue;
      types[std::string(entry.substr(0, colon))] = each.primitive;
      known = true;
    }
    if (!known) return std::nullopt;
  }
  return types;
}

Status EnumSearch::run(EnumTypes& types) {
  const std::size_t said = types.size();
  DOTWIRE_TRY(find(types));
  std::string unknown;
  return types.size() == said || any_ ? Status() : attempt_(types, unknown);
}

Status EnumSearch::find(EnumTypes& types) {
  if (++readings_ > kMostReadings) {
    gave_up_ = true;
    return Error(ErrorCode::LimitExceeded, offset_, "too many enums whose numbers stand without their width");
  }
  std::string unknown;
  Status status = attempt_(types, unknown);
  if (unknown.empty()) return status;
  const std::uint64_t at = offset_ = offset_of(status.error());
  std::optional<EnumTypes> found;
  for (const Primitive candidate : kCandidates) {
    EnumTypes more = types;
    more[unknown] = candidate;
    Status tried = find(more);
    if (gave_up_) return tried;
    if (!tried.ok()) {
      // What stops the reading that comes furthest is most likely what is meant.
      if (offset_of(tried.error()) > offset_of(status.error())) status = std::move(tried);
      continue;
    }
    if (found) {
      gave_up_ = true;
      return Error(ErrorCode::Unsupported, at,
                   "numbers of the enum " + unknown +
                       " stand without their width, and more than one fits: say its underlying type");
    }
    found = std::move(more);
    if (any_) break;
  }
  if (!found) return status;
  types = std::move(*found);
  return {};
}

}  // namespace dotwire::fast_serializer
