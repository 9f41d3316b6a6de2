// One cell as text and back (xml-json-formats.md 0.2, 0.3, F.1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "clr/time_zone.h"
#include "codecs/dataset_xml/dialect.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// For one thread: it remembers the last period of the zone.
struct CellContext {
  Dialect dialect = Dialect::Framework;
  TimeZone zone;
  mutable ZoneCursor cursor{};
};

// Room that put_cell needs.
inline constexpr std::size_t kCellRoom = 80;

// A value of a kind of Fixed storage, as it lies in the column: plain ASCII that needs no escape, but for Char.
// Writes behind `at` and returns the end.
char* put_cell(char* at, const CellContext& context, model::ValueKind kind, model::DateTimeMode mode,
               const void* value);

// Reads a value of a kind of Fixed storage into `value`, which has cell_width(kind) bytes.
Status parse_cell(const CellContext& context, model::ValueKind kind, model::DateTimeMode mode, std::string_view text,
                  void* value);

// Appends what `text` says to a column of any kind but Object and Chars, to which so many cells come at most.
Status append_cell(const CellContext& context, model::Column& column, std::size_t records, std::string_view text);

// A type's assembly-qualified name as a dialect writes it, and as the model has it: there core types live in the
// Framework's mscorlib, as they do in what BinaryFormatter writes.
std::string type_text_of(std::string_view name, Dialect dialect);

// XmlConvert with RoundtripKind: what a DateTime without a column is written and read as.
char* put_date_time(char* at, const CellContext& context, DateTime value);
Result<DateTime> parse_date_time(const CellContext& context, std::string_view text);

// Text of nothing but white space (Char.IsWhiteSpace), and not empty.
bool is_white_space_only(std::string_view text);

}  // namespace dotwire::dataset_xml
