// The table model: a System.Data.DataTable or DataSet, column by column.
//
// Columns store records, as .NET does; a row names up to three of them (original, current, proposed). In a table that
// was filled and accepted, row r is record r. Reading from several threads is safe while nobody changes the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/values.h"

namespace dotwire::model {

inline constexpr std::size_t kChunkRows = 65'536;

// Chunk::identity of a cell that is the same string object as the metadata's of that text (names, captions, defaults,
// errors), which count as one object for each text. Empty texts are so always: .NET has one empty string.
inline constexpr std::uint32_t kMetadataString = 0xFFFFFFFF;

// Uninitialised memory for plain values that keeps its capacity.
template <class T>
class PodArray {
 public:
  T* data() { return reinterpret_cast<T*>(bytes_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.data()); }
  std::size_t size() const { return bytes_.size() / sizeof(T); }
  bool empty() const { return bytes_.empty(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  void resize(std::size_t count) { bytes_.resize(count * sizeof(T)); }
  void reserve(std::size_t count) { bytes_.reserve(count * sizeof(T)); }
  void clear() { bytes_.clear(); }
  void push_back(T value) { bytes_.append(&value, sizeof(T)); }

 private:
  Buffer bytes_;
};

// How the cells of a column lie in memory.
enum class Storage : std::uint8_t {
  Fixed,    // `width` bytes a cell, as in values.h
  Varying,  // WTF-8 text or bytes, back to back
  Object,   // a node of the table's graph
};

// System.Data.SqlTypes that are larger than a word.
struct SqlDecimalCell {
  std::uint32_t words[4];  // magnitude, least significant first
  std::uint8_t precision;
  std::uint8_t scale;
  std::uint8_t negative;
  std::uint8_t unused;
  friend bool operator==(const SqlDecimalCell&, const SqlDecimalCell&) = default;
};
struct SqlDateTimeCell {
  std::int32_t days;   // since 1900-01-01
  std::int32_t ticks;  // 1/300 s
  friend bool operator==(const SqlDateTimeCell&, const SqlDateTimeCell&) = default;
};
struct DateTimeOffsetCell {
  std::int64_t clock_ticks;
  std::int64_t offset_minutes;
  friend bool operator==(const DateTimeOffsetCell&, const DateTimeOffsetCell&) = default;
};

// Storage of a kind, and bytes a cell (0 unless Fixed). SqlBoolean..SqlSingle lie as their values: bool, uint8, int16,
// int32, int64, int64 (SqlMoney, in 1/10,000), double, float, Guid. DateTimeOffset lies as DateTimeOffsetCell.
Storage storage_of(ValueKind kind);
std::uint32_t cell_width(ValueKind kind);
bool is_sql(ValueKind kind);
// "System.Int32" and so on; empty for Object.
std::string_view clr_name(ValueKind kind);
// The kind of a CLR type name without assembly ("System.Byte[]"); Object if it is none of the single-valued ones.
ValueKind value_kind_of(std::string_view clr_type_name);

// How a SqlString compares: its LCID and System.Data.SqlTypes.SqlCompareOptions. By default what `new SqlString(text)`
// has on a machine with United States settings.
struct SqlStringStyle {
  std::int32_t locale_id = 1033;
  std::int32_t compare_options = 25;  // IgnoreCase, IgnoreKanaType, IgnoreWidth

  friend bool operator==(const SqlStringStyle&, const SqlStringStyle&) = default;
};

// Up to kChunkRows records of one column. Chunks never move, nor do cells within a Fixed chunk.
//
// Where all records are null it may be bare: it has a size and a null_count, but no memory for cells. Wide and sparse
// tables rest on that. Column::tail() makes the memory before a value comes.
struct Chunk {
  std::uint32_t size = 0;  // records
  std::uint32_t null_count = 0;
  Buffer bytes;                  // Fixed: size * width, zero where null. Varying: all cells back to back
  PodArray<std::uint64_t> ends;  // Varying: where each record ends in `bytes`
  // Bit set = null. May end before the last record, behind the last null. Empty: the first null_count are the nulls.
  PodArray<std::uint64_t> nulls;
  // String, and kinds that .NET keeps boxed (Guid, byte[], Uri ...): equal numbers are one object, in all columns of
  // the table or set; 0: an object of its own. Empty: all are.
  PodArray<std::uint32_t> identity;
  PodArray<const Node*> objects;  // Object; null pointer = null
  // SqlString: of each record up to the last that has another than the default.
  std::vector<SqlStringStyle> styles;

  bool is_null(std::size_t i) const {
    if (null_count == 0) return false;
    return i / 64 < nulls.size() ? (nulls[i / 64] >> (i % 64) & 1) != 0 : nulls.empty() && i < null_count;
  }
  // For one record after the other.
  void set_null_bit(std::size_t i);
  // Copies bits for all records, (size + 63) / 64 words.
  void copy_null_bits(std::uint64_t* words) const;
  // Whether `nulls` has a bit for each record.
  bool has_all_null_bits() const { return nulls.size() * 64 >= size; }
  SqlStringStyle style(std::size_t i) const { return i < styles.size() ? styles[i] : SqlStringStyle(); }
  bool is_bare() const { return size != 0 && bytes.empty() && ends.empty() && objects.empty(); }

  // Of a null record: empty, or zero.
  std::string_view text(std::size_t i) const {
    if (ends.empty()) [[unlikely]]
      return {};
    const std::uint64_t start = i == 0 ? 0 : ends[i - 1];
    return {reinterpret_cast<const char*>(bytes.data()) + start, static_cast<std::size_t>(ends[i] - start)};
  }
  template <class T>
  T get(std::size_t i) const {
    if (bytes.empty()) [[unlikely]]
      return {};
    return reinterpret_cast<const T*>(bytes.data())[i];
  }
};

enum class MappingType : std::uint8_t { Element = 1, Attribute = 2, SimpleContent = 3, Hidden = 4 };
enum class DateTimeMode : std::uint8_t { Local = 1, Unspecified = 2, UnspecifiedLocal = 3, Utc = 4 };

// Name and value as graph values: keys are strings nearly always.
struct Property {
  const Node* key = nullptr;
  const Node* value = nullptr;  // null pointer: a null reference
};

// In the order of the payload, or of adding. `recorded` keeps what a Hashtable payload says beside its entries.
struct PropertyCollection {
  std::vector<Property> entries;
  std::int32_t hash_size = 0;  // 0: not recorded
  std::int32_t version = -1;   // -1: not recorded
  bool empty() const { return entries.empty(); }
};

// A restriction of an XSD simple type, as System.Data keeps it.
struct SimpleType {
  std::string name;  // empty: of the column alone
  std::string namespace_uri;
  std::string base;  // "string", or "namespace:name" of a named type, which comes next then
  std::int32_t length = -1;
  std::int32_t max_length = -1;
  friend bool operator==(const SimpleType&, const SimpleType&) = default;
};

class Column {
 public:
  Column(std::string column_name, ValueKind kind);

  std::string name;
  std::string type_name;  // CLR name without assembly: "System.Int32"
  std::string assembly;   // display name as recorded; empty: the framework's home of that type, by dialect
  std::string caption;
  bool caption_set = false;
  std::string namespace_uri;
  bool namespace_set = false;
  std::string prefix;
  MappingType mapping = MappingType::Element;
  DateTimeMode date_time_mode = DateTimeMode::UnspecifiedLocal;
  bool allow_db_null = true;
  bool read_only = false;
  bool unique = false;  // has a single-column unique constraint
  bool auto_increment = false;
  std::int64_t auto_increment_seed = 0;
  std::int64_t auto_increment_step = 1;
  std::optional<std::string> auto_increment_current;  // decimal digits: the next number, where a payload says it
  std::int32_t max_length = -1;
  std::string expression;
  std::string xml_data_type;
  std::string simple_type_name;  // of a named XSD simple type
  // Of a schema: from the column's own type to the one that restricts a type of XSD. Empty: what `kind` and
  // `max_length` say, as for most columns.
  std::vector<SimpleType> simple_types;
  const Node* default_value = nullptr;                    // null pointer: DBNull
  std::optional<PropertyCollection> extended_properties;  // absent: never touched

  ValueKind kind() const { return kind_; }
  Storage storage() const { return storage_; }
  std::uint32_t width() const { return width_; }

  std::size_t record_count() const { return record_count_; }
  std::size_t chunk_count() const { return (record_count_ + kChunkRows - 1) / kChunkRows; }
  const Chunk& chunk(std::size_t i) const { return *chunks_[i]; }
  Chunk& chunk(std::size_t i) { return *chunks_[i]; }

  // The chunk that the next records go to, with `room` for at least one. A writer of many cells fills it by hand
  // (bytes, ends or objects, nulls, then size) and calls added(). Its memory is reserved for kChunkRows records
  // of Fixed and Object storage; of Varying storage only `ends` is. A reader that knows how few `records` come says so.
  Chunk& tail(std::size_t records = kChunkRows);
  std::size_t room() const { return kChunkRows - record_count_ % kChunkRows; }
  void added(std::size_t records) { record_count_ += records; }

  // Costs no memory while all records of a chunk are null.
  void append_null() { append_nulls(1); }
  void append_nulls(std::size_t records);
  // Of Fixed storage: T is the value's type in values.h, or a cell struct above.
  template <class T>
  void append(T value) {
    Chunk& chunk = tail();
    *reinterpret_cast<T*>(chunk.bytes.data() + std::size_t{chunk.size} * sizeof(T)) = value;
    chunk.bytes.resize(chunk.bytes.size() + sizeof(T));
    ++chunk.size;
    ++record_count_;
  }
  void append_text(std::string_view text);  // Varying
  void append_object(const Node* node);     // Object; null pointer: null

  // Of a SqlString.
  SqlStringStyle style(std::size_t record) const { return at(record).style(record % kChunkRows); }
  // Whether a SqlString compares in another way than the default.
  bool has_styles() const;

  bool is_null(std::size_t record) const { return at(record).is_null(record % kChunkRows); }
  template <class T>
  T get(std::size_t record) const {
    return at(record).template get<T>(record % kChunkRows);
  }
  std::string_view text(std::size_t record) const { return at(record).text(record % kChunkRows); }
  // Null pointer: null.
  const Node* object(std::size_t record) const {
    const Chunk& chunk = at(record);
    return chunk.objects.empty() ? nullptr : chunk.objects[record % kChunkRows];
  }

  // Forgets all records and keeps the memory.
  void clear_records();
  // Takes the memory of a column of the same kind, which ends without records, as does this one.
  void take_memory(Column& other);

 private:
  const Chunk& at(std::size_t record) const { return *chunks_[record / kChunkRows]; }
  Chunk& last_chunk();
  void make_null_cells(Chunk& chunk, std::size_t records) const;

  ValueKind kind_;
  Storage storage_;
  std::uint32_t width_;
  std::size_t record_count_ = 0;
  std::vector<std::unique_ptr<Chunk>> chunks_;  // may hold more than are in use
};

enum class RowState : std::uint8_t { Unchanged = 0, Added = 1, Modified = 2, Deleted = 3 };

inline constexpr std::uint64_t kNoRecord = ~std::uint64_t{0};

// Unchanged: original == current. Added: no original. Deleted: no current. In edit: a proposed one beside.
struct Row {
  RowState state = RowState::Unchanged;
  std::uint64_t original = kNoRecord;
  std::uint64_t current = kNoRecord;
  std::uint64_t proposed = kNoRecord;
};

struct ColumnError {
  std::uint32_t column;
  std::string text;
};
struct RowErrors {
  std::uint64_t row;
  std::string text;  // empty: none of the row itself
  std::vector<ColumnError> columns;
};

struct UniqueConstraint {
  std::string name;
  std::vector<std::uint32_t> columns;
  bool primary_key = false;
  PropertyCollection extended_properties;
};

enum class Rule : std::uint8_t { None = 0, Cascade = 1, SetNull = 2, SetDefault = 3 };

// Tables by index in their set; 0 and itself in a table alone.
struct ForeignKeyConstraint {
  std::string name;
  std::uint32_t parent_table = 0;
  std::uint32_t child_table = 0;
  std::vector<std::uint32_t> parent_columns;
  std::vector<std::uint32_t> child_columns;
  Rule accept_reject_rule = Rule::None;
  Rule update_rule = Rule::Cascade;
  Rule delete_rule = Rule::Cascade;
  PropertyCollection extended_properties;
};

// Constraints keep the order of the collection: `foreign` says which of the two vectors, `index` where.
struct ConstraintRef {
  bool foreign;
  std::uint32_t index;
};

struct Relation {
  std::string name;
  std::uint32_t parent_table = 0;
  std::uint32_t child_table = 0;
  std::vector<std::uint32_t> parent_columns;
  std::vector<std::uint32_t> child_columns;
  bool nested = false;
  std::optional<PropertyCollection> extended_properties;
};

inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

class Table {
 public:
  Table();
  Table(Table&&) noexcept;
  Table& operator=(Table&&) noexcept;
  ~Table();

  std::string name;
  std::string namespace_uri;
  bool namespace_set = false;
  std::string prefix;
  bool case_sensitive = false;
  bool case_sensitive_set = false;
  std::optional<bool> recorded_case_sensitive;  // where a payload says otherwise than the DataSet, which decides
  std::string locale;                           // culture name, "" the invariant one
  bool locale_set = false;                      // false: inherited, that is the current culture of whoever reads
  std::optional<std::int32_t> locale_id;        // LCID as recorded, where no name is known for it or several share it
  std::int32_t minimum_capacity = 50;
  std::string display_expression;
  std::string type_name;  // XSD complex type; nearly always empty
  // Of a typed DataTable: its class and assembly as recorded; empty for DataTable itself.
  std::string class_name;
  std::string class_assembly;
  bool nested_in_data_set = true;
  bool repeatable_element = false;
  std::uint64_t min_occurs = 1;  // of the element in a schema
  std::uint64_t max_occurs = 1;
  PropertyCollection extended_properties;

  // Columns never move while they are in the table.
  std::vector<std::unique_ptr<Column>> columns;
  std::vector<UniqueConstraint> unique_constraints;
  std::vector<ForeignKeyConstraint> foreign_keys;
  std::vector<ConstraintRef> constraint_order;
  std::vector<RowErrors> row_errors;  // in row order
  // DataRow's number, by which a DiffGram names a row. Empty: row r has r + 1, as where rows were made in their order.
  std::vector<std::uint64_t> row_ids;

  Column& add_column(std::string column_name, ValueKind kind);
  // By exact name; null if there is none.
  const Column* find_column(std::string_view column_name) const;
  // Ordinals of the primary key's columns; empty without one.
  std::span<const std::uint32_t> primary_key() const;

  // Rows that were all accepted need no list: row r is record r, Unchanged.
  bool plain_rows() const { return rows_.empty(); }
  std::size_t row_count() const { return rows_.empty() ? plain_row_count_ : rows_.size(); }
  Row row(std::size_t i) const { return rows_.empty() ? Row{RowState::Unchanged, i, i, kNoRecord} : rows_[i]; }
  std::size_t record_count() const { return columns.empty() ? row_count() : columns[0]->record_count(); }
  // Says that `count` records were appended to every column, each an accepted row.
  void added_plain_rows(std::size_t count);
  // Turns to the explicit list.
  void add_row(Row row);
  void set_row(std::size_t i, Row row);
  void clear_rows();
  // Takes the memory of a table that is done with, where columns are of one kind at one place. Both end without rows.
  void take_memory(Table& other);

  // Holds the nodes of object cells, defaults and extended properties.
  Graph& graph() { return *graph_; }
  const Graph& graph() const { return *graph_; }

  // Text key and text value, the common case.
  void set_extended_property(std::string_view key, std::string_view value);

 private:
  void make_explicit();

  std::unique_ptr<Graph> graph_;
  std::size_t plain_row_count_ = 0;
  std::vector<Row> rows_;
};

struct TableSet {
  std::string name = "NewDataSet";
  std::string namespace_uri;
  std::string prefix;
  bool case_sensitive = false;
  std::string locale;
  bool locale_set = false;
  std::optional<std::int32_t> locale_id;
  bool enforce_constraints = true;
  bool exclude_schema = false;  // SchemaSerializationMode.ExcludeSchema
  std::string type_name;        // of a typed DataSet: its class and assembly as recorded; empty for DataSet itself
  std::string assembly;
  PropertyCollection extended_properties;
  std::vector<std::unique_ptr<Table>> tables;
  std::vector<Relation> relations;
  std::unique_ptr<Graph> graph;  // holds the nodes of extended_properties here and of the relations

  TableSet();
  TableSet(TableSet&&) noexcept;
  TableSet& operator=(TableSet&&) noexcept;
  ~TableSet();
};

// The path of the first difference that a user of the tables could see ("rows/[3]/current/Amount"), or empty.
// What only a payload records (capacities, identity of strings, assembly texts) is not compared.
std::string first_difference(const Table& a, const Table& b);
std::string first_difference(const TableSet& a, const TableSet& b);

}  // namespace dotwire::model
