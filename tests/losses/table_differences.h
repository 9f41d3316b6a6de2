// All differences of two documents that a .NET user could see, as paths like those of losses.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "dotwire/format.h"

namespace dotwire::test {

// One property of one thing: "tables/T/columns/A/Caption", "constraints/K", "rows/RowState", "rows/Current/A".
//
//   columns/A            is not there; `columns` where their order differs
//   columns/A/TypeName   is of another type
//   constraints/K        differs in something, or is not there; `constraints` where their order differs
//   rows                 are more or fewer; `rows/Deleted`: only those that are deleted are missing
//   rows/Current/A       some cell of that version; `rows/Current`: the values of an edit took its place
struct Differences {
  std::set<std::string> seen;
  // What no user sees of these tables, though somebody may: that a table has set its culture itself, names of XSD
  // types, and all that stands around a table in its DataSet.
  std::set<std::string> hidden;
};

// What a format without types keeps of a cell: its text, as CSV and NDJSON write it.
enum class CellTexts : std::uint8_t { None, Csv, Ndjson };

// Of a set, only the table of that name where one is named. A table may be compared with a set of one.
// With `texts` cells of columns that differ in type are the same where their texts, or the numbers in them, are.
Differences differences(const Document& a, std::string_view table, const Document& b, CellTexts texts = {});

}  // namespace dotwire::test
