// Each format, with each table of the golden corpus: what differs when the table is read again is what was named.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "losses/round_trip.h"
#include "support/golden_tables.h"

namespace dotwire::test {
namespace {

bool is_compared(const Format& format) {
  return format.read != nullptr && format.write != nullptr && format.holds(DocumentKind::Table);
}

// A table of a set by itself, where the format takes one and the name says which.
std::vector<Options> choices_of(const Document& document, const Format& format) {
  std::vector<Options> choices(1);
  if (document.kind() != DocumentKind::TableSet || (format.options & kTakesTable) == 0) return choices;
  const std::vector<const model::Table*> tables = document.tables();
  for (const model::Table* table : tables) {
    const auto same_name = [&](const model::Table* other) { return other->name == table->name; };
    if (table->name.empty() || std::ranges::count_if(tables, same_name) != 1) continue;
    choices.emplace_back().table = table->name;
  }
  return choices;
}

// The first of each kind, by format.
using Findings = std::map<std::string, std::string>;

std::string general(const std::string& path) { return general_loss({path, ""}).path; }

TEST(GoldenLosses, AreAllThatDiffersWhenItIsReadAgain) {
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  Findings unnamed;
  Findings kept;
  std::set<std::string> inherent;  // that was seen
  std::size_t trips = 0;
  for_each_golden_table([&](const std::string& name, const Document& document) {
    for (const Format& format : builtin_formats()) {
      if (!is_compared(format)) continue;
      for (const Options& options : choices_of(document, format)) {
        const Trip trip = round_trip(document, format, options);
        if (!trip.done()) continue;
        ++trips;
        const std::string where = " (" + name + " " + std::string(options.table) + ")";
        for (const std::string& difference : trip.differences.seen) {
          if (!is_named(trip, difference)) {
            unnamed.try_emplace(std::string(format.name) + ": " + general(difference), difference + where);
          }
          inherent.insert(std::string(format.name) + ": " + general(difference));
        }
        for (const Loss& loss : trip.losses) {
          const auto is_same = [&](const Loss& other) { return other.path == loss.path && other.what == loss.what; };
          if (std::ranges::any_of(trip.restored, is_same)) continue;
          const auto is_loss = [&](const std::string& difference) { return names(loss, difference); };
          const bool lost = std::ranges::any_of(trip.differences.seen, is_loss) ||
                            std::ranges::any_of(trip.differences.hidden, is_loss);
          if (lost || is_lost_to_others(loss, trip)) continue;
          kept.try_emplace(std::string(format.name) + ": " + general(loss.path) + ": " + general_loss(loss).what,
                           loss.path + where);
        }
      }
    }
  });
  EXPECT_GT(trips, 100U);
  for (const Format& format : builtin_formats()) {
    for (const InherentLoss& loss : format.inherent) {
      const std::string name = std::string(format.name) + ": " + std::string(loss.path);
      EXPECT_TRUE(inherent.contains(name)) << name << " is never lost";
    }
  }
  for (const auto& [what, example] : unnamed) ADD_FAILURE() << what << " is lost and not named: " << example;
  for (const auto& [what, example] : kept) ADD_FAILURE() << what << " is named and not lost: " << example;
}

}  // namespace
}  // namespace dotwire::test
