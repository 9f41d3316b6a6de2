// Tables made of the generator: two that stand for those of the DataTable article, and two of our own.
#pragma once

#include <cstdint>

#include "dotwire/table.h"

namespace dotwire::bench {

// Four columns: the row's number and three texts of 10, 10 and 100 letters. The article has "Synthetic.Type2Small" with
// 10 rows and "Synthetic.Type2Large" with 50,000, of the same sizes; the letters are our own.
model::Table article_type2(std::string name, std::uint64_t rows);

// 36 columns, two of each of 18 types; the rows repeat a pool of 64. "Synthetic.Type1Large" has 10,000 rows.
// The large table has the article's size in the article's own format; the values are our own.
model::Table article_type1(std::string name, std::uint64_t rows, bool with_char = true);

// "GeneratedTypes18": 36 columns, each type once without and once with nulls.
model::Table types18(std::uint64_t rows, bool with_char = true);

// "GeneratedFourColumns": Id (the key), Name, Amount, Created.
model::Table four_columns(std::uint64_t rows);

// Turns accepted rows into added ones: rows that a program made and did not accept.
void mark_added(model::Table& table);

}  // namespace dotwire::bench
