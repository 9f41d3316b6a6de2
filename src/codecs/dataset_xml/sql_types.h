// The types of SQL Server's schemas (FOR XML ..., XMLSCHEMA), which a schema imports from the net. Nothing is fetched:
// they are known here as what they restrict.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace dotwire::dataset_xml {

inline constexpr std::string_view kSqlTypes = "http://schemas.microsoft.com/sqlserver/2004/sqltypes";

// "nvarchar" -> "string"; empty if there is no such type.
constexpr std::string_view xsd_type_of_sql_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 30> kTypes = {{
      {"char", "string"},
      {"nchar", "string"},
      {"varchar", "string"},
      {"nvarchar", "string"},
      {"text", "string"},
      {"ntext", "string"},
      {"varbinary", "base64Binary"},
      {"binary", "base64Binary"},
      {"image", "base64Binary"},
      {"timestamp", "base64Binary"},
      {"timestampNumeric", "long"},
      {"decimal", "decimal"},
      {"numeric", "decimal"},
      {"bigint", "long"},
      {"int", "int"},
      {"smallint", "short"},
      {"tinyint", "unsignedByte"},
      {"bit", "boolean"},
      {"float", "double"},
      {"real", "float"},
      {"datetime", "dateTime"},
      {"smalldatetime", "dateTime"},
      {"datetime2", "dateTime"},
      {"date", "date"},
      {"time", "time"},
      {"money", "decimal"},
      {"smallmoney", "decimal"},
      {"uniqueidentifier", "string"},
      {"xml", "anyType"},
      {"datetimeoffset", "dateTime"},
  }};
  for (const auto& [sql, xsd] : kTypes) {
    if (sql == name) return xsd;
  }
  return {};
}

}  // namespace dotwire::dataset_xml
