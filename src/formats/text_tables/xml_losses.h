// What DataSet XML says otherwise than a table does, and nothing else in losses.cpp knows of: values without a text of
// their own, rows that stand inside one another, relations.
#pragma once

#include <string>
#include <vector>

#include "dotwire/format.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {

// What the schema and the rows of one table at `prefix` leave out (losses.cpp).
void xml_table_losses(const model::Table& table, const std::string& prefix, const XmlHolds& what,
                      std::vector<Loss>& losses);
// What a set says of itself.
void xml_set_losses(const model::TableSet& set, const XmlHolds& what, std::vector<Loss>& losses);

// What the schema of a table at `prefix` says otherwise, and that of a set beside its tables. `set` may be null: the
// table is alone.
void xml_schema_losses(const model::Table& table, const model::TableSet* set, const std::string& prefix,
                       std::vector<Loss>& losses);
void xml_schema_losses(const model::TableSet& set, bool remoting, std::vector<Loss>& losses);

// Values whose text does not give them again. Time in proportion to the cells of such columns.
void xml_cell_losses(const model::Column& column, const std::string& path, const XmlHolds& what,
                     std::vector<Loss>& losses);

// Values that are refused, and rows in which something else stands for null: numbers of AutoIncrement, defaults.
void xml_record_losses(const model::Table& table, const std::string& prefix, const XmlHolds& what,
                       std::vector<Loss>& losses);
// Dates that the zone's clock does not show, or shows twice. Time in proportion to the dates of such columns.
void xml_clock_losses(const model::Column& column, const std::string& path, const XmlHolds& what,
                      std::vector<Loss>& losses);

// Where the root of rows without a schema is read as a row itself, as .NET reads it.
void xml_root_losses(const model::Table& table, const model::TableSet* set, std::vector<Loss>& losses);
void xml_root_losses(const model::TableSet& set, std::vector<Loss>& losses);

// What a DataSet says beside a table of it that is written alone: who reads that gets the table.
void xml_around_losses(const model::TableSet& set, std::vector<Loss>& losses);
// CaseSensitive of the set, where the table itself does not have it from there.
void inherited_case_losses(const model::TableSet& set, const model::Table& table, std::vector<Loss>& losses);

void xml_edit_losses(const model::Table& table, const std::string& prefix, std::vector<Loss>& losses);

// Hidden columns.
void xml_row_losses(const model::Table& table, const std::string& prefix, const XmlHolds& what,
                    std::vector<Loss>& losses);

}  // namespace dotwire::text_tables
