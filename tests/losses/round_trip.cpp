#include "losses/round_trip.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dotwire::test {
namespace {

// "tables/T/" and the rest.
std::pair<std::string, std::string> split(const std::string& path) {
  if (!path.starts_with("tables/")) return {"", path};
  for (const char* part :
       {"/columns", "/rows", "/constraints", "/TableName", "/Namespace", "/Prefix", "/CaseSensitive", "/Locale",
        "/MinimumCapacity", "/DisplayExpression", "/ExtendedProperties", "/TypeName", "/Class"}) {
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

// Of values and rows.
bool is_of_data(const Loss& loss) {
  const std::string path = split(loss.path).second;
  return path.starts_with("rows/") || (path.starts_with("columns/") && path.find('/', 8) == std::string::npos);
}

}  // namespace

bool takes_other_schema(const Format& format) {
  return format.name == "datatable-diffgram" || format.name == "datatable-xml-data";
}

Trip round_trip(const Document& document, const Format& format, const Options& options) {
  Trip trip;
  trip.inherent = format.inherent;
  trip.losses = find_losses(document, format, options);
  Buffer out;
  Buffer schema;
  trip.written = write_document(document, format, out, options);
  if (!trip.written.ok()) return trip;
  if (takes_other_schema(format)) {
    std::ranges::remove_copy_if(trip.losses, std::back_inserter(trip.restored), is_of_data);
    const Format& xsd = *find_format("datatable-xsd");
    for (const Loss& loss : find_losses(document, xsd, options)) {
      if (!loss.path.ends_with("rows")) trip.losses.push_back(loss);
    }
    trip.written = write_document(document, xsd, schema, options);
    if (!trip.written.ok()) return trip;
  }
  Options reading;
  reading.schema = schema;
  Result<Document> read = read_document(out, format, reading);
  if (!read.ok()) {
    trip.read = std::move(read).error();
    return trip;
  }
  const CellTexts texts = format.name == "csv"      ? CellTexts::Csv
                          : format.name == "ndjson" ? CellTexts::Ndjson
                                                    : CellTexts::None;
  trip.differences = differences(document, options.table, *read, texts);
  return trip;
}

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
  if (named == path || (named == "columns" && path.starts_with("columns/"))) return true;
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

bool is_lost_to_others(const Loss& loss, const Trip& trip) {
  if (loss.what.starts_with("another table has the name")) return true;
  if (loss.what.ends_with(".NET does not read the payload")) return true;
  const auto [table, path] = split(loss.path);
  return path.starts_with("rows/") && trip.differences.seen.contains(table + "rows");
}

bool is_named(const Trip& trip, const std::string& difference) {
  const std::string general = general_loss({difference, ""}).path;
  if (std::ranges::find(trip.inherent, general, &InherentLoss::path) != trip.inherent.end()) return true;
  return std::ranges::any_of(trip.losses, [&](const Loss& loss) { return names(loss, difference); });
}

}  // namespace dotwire::test
