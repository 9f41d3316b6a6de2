// Each format, with each table of the golden corpus: what differs when the table is read again is what was named.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "losses/table_differences.h"
#include "support/golden_tables.h"

namespace dotwire::test {
namespace {

// CSV and NDJSON tell types by the look of values, which says nothing of what they hold.
bool is_compared(const Format& format) {
  return format.read != nullptr && format.write != nullptr && format.holds(DocumentKind::Table) &&
         format.name != "csv" && format.name != "ndjson";
}

// Rows alone, which are read with the schema that they lack.
bool takes_other_schema(const Format& format) {
  return format.name == "datatable-diffgram" || format.name == "datatable-xml-data";
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

struct Trip {
  bool done = false;  // written, and read again
  std::vector<Loss> losses;
  Differences differences;
};

Trip round_trip(const Document& document, const Format& format, const Options& options) {
  Trip trip;
  trip.losses = find_losses(document, format, options);
  Buffer out;
  Buffer schema;
  if (!write_document(document, format, out, options).ok()) return trip;
  if (takes_other_schema(format)) {
    const Format& xsd = *find_format("datatable-xsd");
    for (const Loss& loss : find_losses(document, xsd, options)) {
      if (!loss.path.ends_with("rows")) trip.losses.push_back(loss);
    }
    if (!write_document(document, xsd, schema, options).ok()) return trip;
  }
  Options reading;
  reading.schema = schema;
  const Result<Document> read = read_document(out, format, reading);
  if (!read.ok()) return trip;
  trip.done = true;
  trip.differences = differences(document, options.table, *read);
  return trip;
}

// "tables/T/" and the rest.
std::pair<std::string, std::string> split(const std::string& path) {
  if (!path.starts_with("tables/")) return {"", path};
  for (const char* part : {"/columns", "/rows", "/constraints", "/TableName", "/Namespace", "/Prefix", "/CaseSensitive",
                           "/Locale", "/MinimumCapacity", "/DisplayExpression", "/ExtendedProperties", "/TypeName"}) {
    const std::size_t at = path.find(part, 7);
    if (at != std::string::npos) return {path.substr(0, at + 1), path.substr(at + 1)};
  }
  return {"", path};
}

// "rows/[3]/Current/A" is "rows/Current/A", and all extended properties of a thing are one.
std::string plain(std::string path) {
  if (path.starts_with("rows/[")) path.erase(4, path.find(']') - 3);
  const std::size_t properties = path.find("ExtendedProperties/");
  if (properties != std::string::npos) path.resize(properties + 18);
  return path;
}

// Whether the difference is one of those that the loss names.
bool names(const Loss& loss, const std::string& difference) {
  const auto [loss_table, loss_rest] = split(loss.path);
  const auto [table, rest] = split(difference);
  const std::string& path = rest;  // a lambda of clang 14 takes no binding
  const std::string named = plain(loss_rest);
  if (loss_table != table) {
    // Tables have these from their set.
    const bool inherited = named == "CaseSensitive" || named == "Locale" || named == "Namespace";
    return loss_table.empty() && inherited && named == path;
  }
  if (named == path) return true;
  // A row that is left out, or all of them; a version of rows.
  if (named == "rows" || named.starts_with("rows/")) {
    // Only modified rows have original values of their own.
    return path.starts_with(named + "/") || (named == "rows/Original" && path == "rows/RowState");
  }
  const auto ends_as = [&](std::string_view property) {
    return path.ends_with(property) && path.starts_with("columns/");
  };
  if (named.starts_with("columns/")) {
    const std::string column = named.substr(8);
    // Its values.
    for (const char* version : {"rows/Current/", "rows/Original/", "rows/Proposed/"}) {
      if (path == version + column) return true;
    }
    // Seed and step without a counter.
    if (named.ends_with("/AutoIncrement")) return path == named + "Seed";
    return false;
  }
  // The place of one among the others, and what a key says of its columns.
  if (named.starts_with("constraints/")) return path == "constraints" || ends_as("/Unique") || ends_as("/AllowDBNull");
  if (named.starts_with("relations/")) return path == "relations";
  return false;
}

// What our reader finds although .NET does not, and rows of which nobody can say what became of them.
bool is_lost_to_others(const Loss& loss, const Trip& trip) {
  if (loss.what.starts_with("another table has the name")) return true;
  const auto [table, path] = split(loss.path);
  return path.starts_with("rows/") && trip.differences.seen.contains(table + "rows");
}

// The first of each kind, by format.
using Findings = std::map<std::string, std::string>;

std::string general(const std::string& path) { return general_loss({path, ""}).path; }

TEST(GoldenLosses, AreAllThatDiffersWhenItIsReadAgain) {
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  Findings unnamed;
  Findings kept;
  std::size_t trips = 0;
  for_each_golden_table([&](const std::string& name, const Document& document) {
    for (const Format& format : builtin_formats()) {
      if (!is_compared(format)) continue;
      for (const Options& options : choices_of(document, format)) {
        const Trip trip = round_trip(document, format, options);
        if (!trip.done) continue;
        ++trips;
        const std::string where = " (" + name + " " + std::string(options.table) + ")";
        for (const std::string& difference : trip.differences.seen) {
          const bool named =
              std::ranges::any_of(trip.losses, [&](const Loss& loss) { return names(loss, difference); });
          if (!named) unnamed.try_emplace(std::string(format.name) + ": " + general(difference), difference + where);
        }
        if (takes_other_schema(format)) continue;
        for (const Loss& loss : trip.losses) {
          const auto is_named = [&](const std::string& difference) { return names(loss, difference); };
          const bool lost = std::ranges::any_of(trip.differences.seen, is_named) ||
                            std::ranges::any_of(trip.differences.hidden, is_named);
          if (lost || is_lost_to_others(loss, trip)) continue;
          kept.try_emplace(std::string(format.name) + ": " + general(loss.path) + ": " + general_loss(loss).what,
                           loss.path + where);
        }
      }
    }
  });
  EXPECT_GT(trips, 100U);
  for (const auto& [what, example] : unnamed) ADD_FAILURE() << what << " is lost and not named: " << example;
  for (const auto& [what, example] : kept) ADD_FAILURE() << what << " is named and not lost: " << example;
}

}  // namespace
}  // namespace dotwire::test
