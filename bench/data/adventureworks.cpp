#include "data/adventureworks.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>

#include "data/csv_values.h"
#include "data/generated_tables.h"

extern "C" {
extern const std::uint8_t dotwire_bench_Product[], dotwire_bench_Product_end[];
extern const std::uint8_t dotwire_bench_ProductDescription[], dotwire_bench_ProductDescription_end[];
extern const std::uint8_t dotwire_bench_ProductPhoto[], dotwire_bench_ProductPhoto_end[];
extern const std::uint8_t dotwire_bench_ProductReview[], dotwire_bench_ProductReview_end[];
}

namespace dotwire::bench {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

struct ColumnSpec {
  std::string_view name;
  ValueKind kind;
  std::uint8_t blanks_up_to = 0;  // nchar
  bool several_lines = false;
};

// The types of instawdb.sql as SqlClient gives them; money and decimal(8, 2) are Decimal.
constexpr ColumnSpec kProduct[] = {
    {"ProductID", ValueKind::Int32},
    {"Name", ValueKind::String},
    {"ProductNumber", ValueKind::String},
    {"MakeFlag", ValueKind::Boolean},
    {"FinishedGoodsFlag", ValueKind::Boolean},
    {"Color", ValueKind::String},
    {"SafetyStockLevel", ValueKind::Int16},
    {"ReorderPoint", ValueKind::Int16},
    {"StandardCost", ValueKind::Decimal},
    {"ListPrice", ValueKind::Decimal},
    {"Size", ValueKind::String},
    {"SizeUnitMeasureCode", ValueKind::String, 3},
    {"WeightUnitMeasureCode", ValueKind::String, 3},
    {"Weight", ValueKind::Decimal},
    {"DaysToManufacture", ValueKind::Int32},
    {"ProductLine", ValueKind::String, 2},
    {"Class", ValueKind::String, 2},
    {"Style", ValueKind::String, 2},
    {"ProductSubcategoryID", ValueKind::Int32},
    {"ProductModelID", ValueKind::Int32},
    {"SellStartDate", ValueKind::DateTime},
    {"SellEndDate", ValueKind::DateTime},
    {"DiscontinuedDate", ValueKind::DateTime},
    {"rowguid", ValueKind::Guid},
    {"ModifiedDate", ValueKind::DateTime},
};
constexpr ColumnSpec kProductDescription[] = {
    {"ProductDescriptionID", ValueKind::Int32},
    {"Description", ValueKind::String},
    {"rowguid", ValueKind::Guid},
    {"ModifiedDate", ValueKind::DateTime},
};
constexpr ColumnSpec kProductPhoto[] = {
    {"ProductPhotoID", ValueKind::Int32},          {"ThumbNailPhoto", ValueKind::Bytes},
    {"ThumbnailPhotoFileName", ValueKind::String}, {"LargePhoto", ValueKind::Bytes},
    {"LargePhotoFileName", ValueKind::String},     {"ModifiedDate", ValueKind::DateTime},
};
constexpr ColumnSpec kProductReview[] = {
    {"ProductReviewID", ValueKind::Int32},    {"ProductID", ValueKind::Int32},
    {"ReviewerName", ValueKind::String},      {"ReviewDate", ValueKind::DateTime},
    {"EmailAddress", ValueKind::String},      {"Rating", ValueKind::Int32},
    {"Comments", ValueKind::String, 0, true}, {"ModifiedDate", ValueKind::DateTime},
};

struct TableSpec {
  std::string_view name;  // without the schema's
  std::string_view field_end;
  std::string_view row_end;
  std::span<const ColumnSpec> columns;
  const std::uint8_t* packed;
  const std::uint8_t* packed_end;
  bool packed_with_lengths;  // fields as adventureworks/pack.py writes them
};

const TableSpec kTables[] = {
    {"Product", "\t", "\n", kProduct, dotwire_bench_Product, dotwire_bench_Product_end, false},
    {"ProductDescription", "\t", "\n", kProductDescription, dotwire_bench_ProductDescription,
     dotwire_bench_ProductDescription_end, false},
    {"ProductPhoto", "+|", "&|\n", kProductPhoto, dotwire_bench_ProductPhoto, dotwire_bench_ProductPhoto_end, true},
    {"ProductReview", "\t", "\n", kProductReview, dotwire_bench_ProductReview, dotwire_bench_ProductReview_end, false},
};

constexpr std::int64_t kTicksPerDay = 864'000'000'000;
constexpr std::int64_t kDaysMoved = 6'177;

// Cuts the next field off `rest`, which starts at a field; nothing if it has no end.
std::optional<std::string_view> cut_field(std::string_view& rest, std::string_view end) {
  const std::size_t at = rest.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view field = rest.substr(0, at);
  rest.remove_prefix(at + end.size());
  return field;
}

std::optional<std::string_view> cut_packed_field(std::string_view& rest) {
  if (rest.size() < 4) return std::nullopt;
  std::uint32_t size = 0;
  for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<std::uint8_t>(rest[i]);
  if (rest.size() - 4 < size) return std::nullopt;
  const std::string_view field = rest.substr(4, size);
  rest.remove_prefix(4 + std::size_t{size});
  return field;
}

std::string text_cell(const ColumnSpec& spec, std::string_view field) {
  std::string text;
  for (const char c : field) {
    if (c == '\n' && spec.several_lines) text += '\r';
    text += c;
  }
  if (text.size() < spec.blanks_up_to) text.append(spec.blanks_up_to - text.size(), ' ');
  return text;
}

std::string_view xsd_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::Boolean: return "boolean";
    case ValueKind::Int16: return "short";
    case ValueKind::Int32: return "int";
    case ValueKind::Decimal: return "decimal";
    case ValueKind::DateTime: return "dateTime";
    case ValueKind::Bytes: return "base64Binary";
    default: return "string";
  }
}

template <class T>
bool append_if(Column& column, const std::optional<T>& value) {
  if (value) column.append(*value);
  return value.has_value();
}

// False if the field is no value of the column's type.
bool append_field(Column& column, const ColumnSpec& spec, std::string_view field, bool hex,
                  const AdventureWorksOptions& options) {
  if (field.empty()) return column.append_null(), true;
  switch (spec.kind) {
    case ValueKind::Int32: return append_if(column, parse_integer<std::int32_t>(field));
    case ValueKind::Int16: return append_if(column, parse_integer<std::int16_t>(field));
    case ValueKind::Boolean: return append_if(column, parse_integer<std::uint8_t>(field));
    case ValueKind::Decimal: return append_if(column, parse_decimal(field));
    case ValueKind::Guid: return append_if(column, parse_guid(field));
    case ValueKind::DateTime: {
      const std::optional<std::int64_t> ticks = parse_date_time(field);
      if (!ticks) return false;
      const std::int64_t moved = options.dates_of_2012 ? *ticks - kDaysMoved * kTicksPerDay : *ticks;
      return column.append(DateTime(moved, DateTimeKind::Unspecified)), true;
    }
    case ValueKind::Bytes: {
      if (!hex) return column.append_text(field), true;
      const std::optional<std::string> bytes = parse_hex(field);
      return bytes && (column.append_text(*bytes), true);
    }
    default: return column.append_text(text_cell(spec, field)), true;
  }
}

Result<Table> load_table(const TableSpec& spec, std::string_view content, bool with_lengths,
                         const AdventureWorksOptions& options) {
  Table table;
  table.name = "Production." + std::string(spec.name);
  for (const ColumnSpec& column : spec.columns) {
    Column& added = table.add_column(std::string(column.name), column.kind);
    if (options.read_from_xml) added.xml_data_type = xsd_name(column.kind);
  }
  std::string_view rest = content;
  std::int32_t rows = 0;
  while (!rest.empty()) {
    ++rows;
    for (std::size_t i = 0; i < spec.columns.size(); ++i) {
      const auto offset = static_cast<std::uint64_t>(content.size() - rest.size());
      const bool last = i + 1 == spec.columns.size();
      const auto field = with_lengths ? cut_packed_field(rest) : cut_field(rest, last ? spec.row_end : spec.field_end);
      if (!field) return Error(ErrorCode::Truncated, offset, "the row ends before its last field");
      Column& column = *table.columns[i];
      const bool id = i == 0 && options.ids_from_one;
      if (id) column.append(rows);
      if (!id && !append_field(column, spec.columns[i], *field, !with_lengths, options)) {
        Error error(ErrorCode::Malformed, offset, "not a value of type " + column.type_name);
        error.set_path(table.name + "/[" + std::to_string(rows - 1) + "]/" + column.name);
        return error;
      }
    }
  }
  table.added_plain_rows(static_cast<std::size_t>(rows));
  if (options.read_from_xml) mark_added(table);
  return table;
}

Result<std::string> read_file(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Error(ErrorCode::Io, "cannot open " + path + ": " + std::strerror(errno));
  std::string content;
  std::array<char, 65'536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file)) content.append(block.data(), count);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return Error(ErrorCode::Io, "cannot read " + path);
  return content;
}

Result<Table> load_from(const TableSpec& spec, const std::string& folder, const AdventureWorksOptions& options) {
  if (folder.empty()) {
    const std::string_view packed(reinterpret_cast<const char*>(spec.packed),
                                  static_cast<std::size_t>(spec.packed_end - spec.packed));
    return load_table(spec, packed, spec.packed_with_lengths, options);
  }
  Result<std::string> content = read_file(folder + "/" + std::string(spec.name) + ".csv");
  if (!content.ok()) return std::move(content).error();
  return load_table(spec, *content, false, options);
}

}  // namespace

Result<std::vector<Table>> load_adventureworks(const std::string& folder, const AdventureWorksOptions& options) {
  std::vector<Table> tables;
  for (const TableSpec& spec : kTables) {
    Result<Table> table = load_from(spec, folder, options);
    if (!table.ok()) return std::move(table).error();
    tables.push_back(std::move(table).value());
  }
  return tables;
}

}  // namespace dotwire::bench
