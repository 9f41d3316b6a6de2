// Tables as text that other programs read: CSV (RFC 4180), NDJSON and JSON. docs/formats/text-tables.md
#pragma once

#include <vector>

#include "base/drain.h"
#include "clr/time_zone.h"
#include "clr/uri.h"
#include "dotwire/format.h"

namespace dotwire::text_tables {

// What stands between the fields.
struct CsvSeparator {
  std::string_view name;
  char character;
};
inline constexpr CsvSeparator kCsvSeparators[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"pipe", '|'}};
inline constexpr SettingRule kCsvSettings[] = {
    {"separator", "comma|semicolon|tab|pipe", "what stands between the fields, read and written"}};

// One header line of column names, then the current values of the rows that are not deleted. Line ends are CR LF unless
// options.newline says otherwise. Null is an empty field and the empty text is "", unless options.null_text is given.
Status put_csv(const Document& document, const Options& options, Drain& drain);
// The separator is that of the setting of that name.
// The reverse: a table named options.table, or Table1. The types of the columns come from their values
// (inferred_types.h). Rows are taken as they come; errors have byte, line and column.
Status read_csv(std::span<const std::uint8_t> input, const Options& options, Document& document);
// One object a row and line.
Status put_ndjson(const Document& document, const Options& options, Drain& drain);
// The reverse, and one array of objects: columns in the order in which their names come, with types by the look of
// their values. What a row lacks is null. Objects and arrays in a row stay as JSON text, but for
// {"$type": ..., "$value": ...}; a column of several kinds is
// one of Object. Errors have byte, line and column.
Status read_ndjson(std::span<const std::uint8_t> input, const Options& options, Document& document);
// The whole table or set: names, columns with their facets, keys, relations, rows with their states.
Status put_json(const Document& document, const Options& options, Drain& drain);

// Whether it is what put_json() writes.
Confidence recognise_json(std::span<const std::uint8_t> input);
// The reverse. Errors have line, column and path. What was left out as {"$object": true} is an error. Texts are copied.
Status read_json(std::span<const std::uint8_t> input, const Options& options, Document& document);

// What they leave out, by path.
void csv_losses(const Document& document, const Options& options, std::vector<Loss>& losses);
void ndjson_losses(const Document& document, const Options& options, std::vector<Loss>& losses);
void json_losses(const Document& document, const Options& options, std::vector<Loss>& losses);

// What every document of theirs lacks: types, and what goes with them.
inline constexpr InherentLoss kCsvInherent[] = {
    {"TableName", "CSV has no place for the name of a table: it is that of the file"},
    {"columns/*/TypeName", "CSV has no types: they are told by the look of the values"},
};
inline constexpr InherentLoss kNdjsonInherent[] = {
    {"TableName", "NDJSON has no place for the name of a table: it is that of the file"},
    {"columns/*/TypeName", "NDJSON has no types but those of JSON: others are told by the look of the values"},
};

// Of SQL, which has keys, nullability, defaults, lengths and numbering: all else that a database has no place for.
void relational_losses(const Document& document, const Options& options, std::vector<Loss>& losses);

// Of DataSet XML, which has a place for names and values, with `schema` for what a column is, without `rows` for no
// data, with `states` for the versions of rows and their errors; `remoting` is the schema that BinaryFormatter
// takes. Without `surrogates` the writer makes U+FFFD of lone ones; with it, it says itself what comes of them.
// Cells that the writer refuses.
enum class RefusedText : std::uint8_t { None, LoneSurrogates, AllUnfit };
struct XmlHolds {
  bool schema = false;
  bool rows = true;
  bool states = false;
  bool remoting = false;
  bool surrogates = true;
  bool cells = true;  // false: the values are held by something else than XML, as they are
  RefusedText refused = RefusedText::None;
  TimeZone zone{};  // that local dates are written and read in
  UriDisplay uris = UriDisplay::Framework;
};
void xml_losses(const model::TableSet& set, const XmlHolds& what, std::vector<Loss>& losses);
// Of a table alone; `set` says what is around it, and may be null.
void xml_losses(const model::Table& table, const model::TableSet* set, const XmlHolds& what, std::vector<Loss>& losses);

// "Unchanged", "Added", "Modified", "Deleted".
std::string_view row_state_name(model::RowState state);
inline constexpr std::string_view kRowStateColumn = "RowState";
// With options.row_state: NotRepresentable where a column has that name already.
Status check_row_state(const model::Table& table, const Options& options);
// The record of a row that text formats write; kNoRecord: the row is left out.
std::uint64_t record_to_write(const model::Row& row, const Options& options);

// The table that options.table names, or the only one.
Result<const model::Table*> pick_table(const Document& document, const Options& options);

}  // namespace dotwire::text_tables
