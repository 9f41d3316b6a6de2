// protobuf-net-data, and protobuf-net-data-light: a DataReader's results in Protocol Buffers. table-formats.md 2 and 3,
// docs/formats/protobuf-net-data.md.
//
//   protobuf-net-data: each result is a group of field 1; in it each column a group of field 2 (1 name, 2 type code),
//   then each row a group of field 3, whose field n is the value of column n. Null is no field.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "codecs/plain_tables/losses.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::protobuf_data {

enum class Layout : std::uint8_t {
  Data,   // protobuf-net-data
  Light,  // protobuf-net-data-light: other numbers of fields and types, and a head
};

// The releases of protobuf-net-data that write or refuse something else than the one before.
enum class Version : std::uint8_t {
  V2_0_0,  // 2.0.0.452, 2.0.1.470: no Single, Double, Char; zero-length arrays are null
  V2_0_1,  // 2.0.1.480, 2.0.2.480: Single and Double
  V2_0_3,  // 2.0.3.480, 2.0.4.480: computed columns are left out
  V2_0_5,  // 2.0.5.480: Char, zero-length arrays
  V2_0_6,  // 2.0.5.601 to 2.0.6.668: no nested tables
  V2_0_7,  // 2.0.7.668, 2.1: TimeSpan. The article's
  V3_0,    // 3.0, 4.0: other texts of errors
  V4_1,    // 4.1: DateTimeOffset
};

struct WriteOptions {
  Layout layout = Layout::Data;
  Version version = Version::V4_1;
  // As the options of the library's writer. Nothing: as the version does by itself.
  std::optional<bool> empty_arrays_as_null;
  std::optional<bool> computed_columns;
  // As 3.0 and later: where a computed column is left out, those behind it get the values of the columns one place
  // before them, and the last one's are lost. NotRepresentable where the types differ, on which the library fails.
  bool shifted_values = false;
  // Light: of the reader that the result came from; a DataTable's says 0.
  std::int32_t records_affected = 0;
};

struct ReadOptions {
  Layout layout = Layout::Data;
  // As the readers of protobuf-net up to 2.3.6, which protobuf-net-data up to 3.0 uses: 0.00 is read as 0.
  bool plain_zero_decimals = false;
  // Names of the tables, in their order. Those without one are Table1, Table2 and so on.
  std::span<const std::string_view> names;
  Limits limits;
};

// What reading found beside the tables.
struct Document {
  Layout layout = Layout::Data;
  std::uint64_t size = 0;             // bytes that the results took of the input
  std::int32_t records_affected = 0;  // Light
  // Columns (table, column) whose cells are nested tables, as 2.0.0 to 2.0.5 wrote them: here Byte[] with the bytes of
  // a document of their own, with the zeros behind it.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nested;
  // Columns of results may have no name, or one that another column has. They are named as DataTable.Load does.
  struct Renamed {
    std::uint32_t table;
    std::uint32_t column;
    std::string was;
    std::string is;
  };
  std::vector<Renamed> renamed;

  // The name in the bytes of a column that is still named so.
  std::string_view name_of(std::uint32_t table, std::uint32_t column, std::string_view name) const;
};

class ResultReader;
class ResultWriter;

// One thread each; owns its plans.
class Reader {
 public:
  Reader();
  ~Reader();

  // Replaces the set's tables by the results, of which there is at least one. Tables and columns that fit keep their
  // memory, so reading again into the same set is fast. On failure the set has no tables. Results end where no other
  // begins; bytes behind them are the caller's matter: see Document::size.
  Result<Document> read(Bytes in, model::TableSet& set, const ReadOptions& options = {});
  // The same for one result. Unsupported where there are several.
  Result<Document> read(Bytes in, model::Table& table, const ReadOptions& options = {});

 private:
  std::unique_ptr<ResultReader> results_;
  model::TableSet one_;
};

// One thread each; owns its plans.
class Writer {
 public:
  Writer();
  ~Writer();

  // Appends the tables' current (or proposed) values as one document; deleted rows are left out, as by DataTableReader.
  // Fails with NotRepresentable and the path of what the version cannot hold; what it leaves out in silence, losses()
  // says. On failure `out` is as before. `recorded` is what reading said of these tables.
  Status write(std::span<const model::Table* const> tables, Buffer& out, const WriteOptions& options = {},
               const Document* recorded = nullptr);
  Status write(const model::Table& table, Buffer& out, const WriteOptions& options = {});

 private:
  std::unique_ptr<ResultWriter> results_;
};

// What a document of this format would not hold of the table.
using Loss = plain_tables::Loss;
std::vector<Loss> losses(const model::Table& table, const std::string& prefix, const WriteOptions& options = {});

// Whether results begin here: a column with name and type code must stand at the start, or nothing but empty results.
enum class Likeness : std::uint8_t { None, Empty, Result };
Likeness identify(Bytes in, Layout layout);

}  // namespace dotwire::protobuf_data
