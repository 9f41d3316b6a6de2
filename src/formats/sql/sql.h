// Tables and sets as SQL: CREATE TABLE with types, keys and defaults, then INSERT. docs/formats/sql.md
#pragma once

#include <vector>

#include "base/drain.h"
#include "dotwire/format.h"

namespace dotwire::sql {

enum class Database : std::uint8_t { Sqlite, Postgresql, SqlServer };

// One transaction: the tables, their rows (the current values of those that are not deleted), then the foreign keys.
// Errors have the path of the row. Nulls are NULL. Line ends are LF unless options.newline says otherwise.
Status put_sqlite(const Document& document, const Options& options, Drain& drain);
Status put_postgresql(const Document& document, const Options& options, Drain& drain);
Status put_sqlserver(const Document& document, const Options& options, Drain& drain);

// What they leave out or change, by path.
void sqlite_losses(const Document& document, const Options& options, std::vector<Loss>& losses);
void postgresql_losses(const Document& document, const Options& options, std::vector<Loss>& losses);
void sqlserver_losses(const Document& document, const Options& options, std::vector<Loss>& losses);

}  // namespace dotwire::sql
