// DateTime columns are stored in UTC where their mode is Local or UnspecifiedLocal (table-formats 9.6).
#pragma once

#include "clr/time_zone.h"
#include "dotwire/table.h"
#include "dotwire/values.h"

namespace dotwire::dataset_binary {

// A zone (null: UTC, which needs no look-ups) and where the last one was found.
struct ZoneClock {
  const TimeZone* zone = nullptr;
  ZoneCursor cursor = {};

  // DateTime.ToUniversalTime: what is unspecified counts as local.
  DateTime to_universal(DateTime value) {
    if (zone == nullptr || value.kind() == DateTimeKind::Utc) return DateTime(value.ticks(), DateTimeKind::Utc);
    return to_universal_time(value, *zone, cursor);
  }
  // DateTime.ToLocalTime of a value taken for UTC.
  DateTime to_local(DateTime value) {
    if (zone == nullptr) return DateTime(value.ticks(), DateTimeKind::Local);
    return to_local_time(value.ticks(), *zone, cursor);
  }
};

inline bool is_stored_in_utc(model::DateTimeMode mode) {
  return mode == model::DateTimeMode::Local || mode == model::DateTimeMode::UnspecifiedLocal;
}

}  // namespace dotwire::dataset_binary
