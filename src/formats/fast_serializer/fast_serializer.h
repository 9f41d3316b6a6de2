// SimmoTech's Fast Serializer: AdoNetHelper over SerializationWriter and SerializationReader (table-formats.md 4,
// docs/formats/fast-serializer.md).
//
//   DataTable      flags, name and settings, columns, rows, unique constraints
//   DataSet        flags, name and settings, tables, foreign keys, relations
//   typed forms    rows alone: the schema is that of a class of the program
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/byte_reader.h"
#include "clr/time_zone.h"
#include "dotwire/buffer.h"
#include "dotwire/format.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/fast_serializer/enum_types.h"
#include "wire/fast_serializer/codes.h"
#include "wire/fast_serializer/encoder.h"

namespace dotwire::fast_serializer {

// Which method of AdoNetHelper wrote it. No document says.
enum class Shape : std::uint8_t {
  Table,         // SerializeDataTable
  DataSet,       // SerializeDataSet
  TypedTable,    // SerializeTypedDataTable: rows with their states
  TypedDataSet,  // SerializeTypedDataSet: the rows of each table
  SimpleTyped,   // SerializeSimpleTypedDataTable: current values
};
constexpr bool is_typed(Shape shape) { return shape >= Shape::TypedTable; }
constexpr bool is_set(Shape shape) { return shape == Shape::DataSet || shape == Shape::TypedDataSet; }

struct ReadOptions {
  // Nothing: all that may be are tried, and the first that gives a whole document counts.
  std::optional<Dialect> dialect;
  std::optional<Shape> shape;
  // Tables with the columns of typed forms. Null: these cannot be read. Their rows are not looked at.
  const model::TableSet* schema = nullptr;
  // Underlying types of enums whose numbers stand without their width. Of others it is found out where only one makes a
  // document of the input.
  EnumTypes enums;
  // Where the reader lives: local times of less than whole milliseconds are stored in UTC. Null: UTC.
  const TimeZone* zone = nullptr;
  Limits limits;
};

// What a column's record says and no Column holds.
struct ColumnNote {
  bool increment_defaults = true;  // the flag that stands for seed and step
  bool null_default = true;        // of a SqlTypes column: its default, which is its null, is written
  std::string type;                // as written: "System.Int32"; empty for strings
};
struct TableNote {
  std::vector<ColumnNote> columns;
  std::vector<std::string> unique_schema_names;
  std::string type_namespace;  // of Table::type_name
  bool has_type_name = false;
};
struct KeyNote {
  bool parent_is_primary_key = false;
  std::string schema_name;
};

// What reading found beside the tables: with it, writing gives the same bytes. Valid with the tables that were read.
struct Recorded {
  std::uint64_t size = 0;  // bytes of the input
  Dialect dialect = Dialect::A;
  Shape shape = Shape::Table;
  bool optimize = true;
  bool open_ended = false;  // C: the length was never filled in
  DecimalScale decimals = DecimalScale::Default;
  // Whose BinaryFormatter wrote the values that go by it; Recorded where nothing says.
  dotwire::Dialect runtime = dotwire::Dialect::Recorded;
  std::vector<TableNote> tables;
  std::vector<KeyNote> foreign_keys;  // in the order of the document
  std::vector<bool> relation_is_primary_key;
  // Null references in cells of columns that are not computed: they come back as DBNull.
  std::uint64_t null_references = 0;
  // Tokenized objects, which no value of AdoNetHelper refers to. They are read and not kept.
  std::uint64_t tokenized_objects = 0;
  // The underlying types with which it was read: those of the options, and what was found out.
  EnumTypes enums;
  // Values that stand as a payload of BinaryFormatter or as the name of a type, code included.
  std::unordered_map<const model::Node*, std::string> forms;
};

// What was read: one of the two.
struct Content {
  std::unique_ptr<model::Table> table;
  std::unique_ptr<model::TableSet> set;
};

// Keeps its buffers. One thread each.
class Reader {
 public:
  Reader();
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Replaces the table's content; columns that fit keep their memory. The table borrows nothing from the input. A
  // DataSet is a TypeMismatch. On failure the table is empty. Bytes behind the document are the caller's matter.
  Result<Recorded> read(Bytes in, model::Table& table, const ReadOptions& options = {});
  // The same of a DataSet; a table is a TypeMismatch.
  Result<Recorded> read(Bytes in, model::TableSet& set, const ReadOptions& options = {});
  // Whichever it is.
  Result<Recorded> read(Bytes in, Content& content, const ReadOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct WriteOptions {
  EncodeOptions encode;
  // For a table Table, TypedTable or SimpleTyped, for a set DataSet or TypedDataSet. Nothing: Table or DataSet.
  std::optional<Shape> shape;
  // Of a document that was read and not changed; null: what the original writer does. Its dialect and options are not
  // looked at: see options_of().
  const Recorded* recorded = nullptr;
  const model::TableSet* around = nullptr;  // the DataSet of a table that is written alone: settings come of it
  const TimeZone* zone = nullptr;           // where the writer lives
  std::int32_t unset_locale_id = 127;       // the culture of a DataSet without one of its own
  // Whose BinaryFormatter writes the values that go by it.
  dotwire::Dialect runtime = dotwire::Dialect::Framework;
  // SimpleTyped: the original fails on deleted rows and on errors.
  bool omit_deleted_rows = false;
};

// To write a document as it was read.
WriteOptions options_of(const Recorded& recorded);

// Keeps its buffers. One thread each.
class Writer {
 public:
  Writer();
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Appends. Fails with NotRepresentable and a path on what cannot be written at all; what is left out in silence,
  // losses() says. On failure `out` is as before.
  Status write(const model::Table& table, Buffer& out, const WriteOptions& options = {});
  Status write(const model::TableSet& set, Buffer& out, const WriteOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a document would not hold, by path.
void losses(const model::Table& table, const WriteOptions& options, std::vector<Loss>& found);
void losses(const model::TableSet& set, const WriteOptions& options, std::vector<Loss>& found);

// Whether it starts like a DataTable or DataSet in one of the dialects: the head must decode, not the rows. The typed
// forms have nothing to be known by.
bool identify(Bytes in, const Limits& limits = {});

}  // namespace dotwire::fast_serializer
