#include "peers/sqlite.h"

#include "base/try.h"
#include "peers/shared_library.h"

// NOLINTBEGIN(readability-identifier-naming): names of SQLite's interface
struct sqlite3;
struct sqlite3_stmt;
// NOLINTEND(readability-identifier-naming)

namespace dotwire::bench {

// Functions of sqlite3.h that are used here.
struct SqliteApi {
  using Destructor = void (*)(void*);

  int (*open)(const char* name, sqlite3** database, int flags, const char* system);
  int (*close)(sqlite3* database);
  int (*exec)(sqlite3* database, const char* sql, int (*row)(void*, int, char**, char**), void* context, char** error);
  const char* (*errmsg)(sqlite3* database);
  int (*prepare)(sqlite3* database, const char* sql, int size, sqlite3_stmt** statement, const char** rest);
  int (*finalize)(sqlite3_stmt* statement);
  int (*step)(sqlite3_stmt* statement);
  int (*reset)(sqlite3_stmt* statement);
  int (*bind_null)(sqlite3_stmt* statement, int parameter);
  int (*bind_int64)(sqlite3_stmt* statement, int parameter, std::int64_t value);
  int (*bind_double)(sqlite3_stmt* statement, int parameter, double value);
  int (*bind_text)(sqlite3_stmt* statement, int parameter, const char* text, int size, Destructor destructor);
  int (*bind_blob)(sqlite3_stmt* statement, int parameter, const void* bytes, int size, Destructor destructor);
  int (*column_type)(sqlite3_stmt* statement, int column);
  std::int64_t (*column_int64)(sqlite3_stmt* statement, int column);
  double (*column_double)(sqlite3_stmt* statement, int column);
  const void* (*column_blob)(sqlite3_stmt* statement, int column);
  int (*column_bytes)(sqlite3_stmt* statement, int column);
  unsigned char* (*serialize)(sqlite3* database, const char* schema, std::int64_t* size, unsigned flags);
  int (*deserialize)(sqlite3* database, const char* schema, unsigned char* bytes, std::int64_t size,
                     std::int64_t capacity, unsigned flags);
  void (*free)(void* memory);
  const char* (*libversion)();
};

namespace {

using model::Column;
using model::ValueKind;

// sqlite3.h
constexpr int kOk = 0, kRow = 100, kDone = 101, kNullType = 5;
constexpr unsigned kReadOnly = 4;
constexpr int kOwnMemoryWithoutLocks = 0x02 | 0x04 | 0x8000;  // READWRITE, CREATE, NOMUTEX

std::string_view declaration_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Single:
    case ValueKind::Double: return "REAL";
    case ValueKind::String: return "TEXT";
    case ValueKind::Bytes:
    case ValueKind::Decimal:
    case ValueKind::Guid: return "BLOB";
    default: return "INTEGER";
  }
}

class Database {
 public:
  explicit Database(const SqliteApi& api) : api_(api) {}
  ~Database() {
    if (statement_ != nullptr) api_.finalize(statement_);
    if (handle_ != nullptr) api_.close(handle_);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Status open() { return checked(api_.open(":memory:", &handle_, kOwnMemoryWithoutLocks, nullptr)); }
  Status run(const std::string& sql) { return checked(api_.exec(handle_, sql.c_str(), nullptr, nullptr, nullptr)); }
  Status prepare(const std::string& sql) {
    return checked(api_.prepare(handle_, sql.c_str(), -1, &statement_, nullptr));
  }
  Status checked(int code) const {
    return code == kOk || code == kDone ? Status() : Status(Error(ErrorCode::Unsupported, api_.errmsg(handle_)));
  }

  sqlite3* handle() const { return handle_; }
  sqlite3_stmt* statement() const { return statement_; }

 private:
  const SqliteApi& api_;
  sqlite3* handle_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

// Binds without copies: the table outlives the step.
class RowWriter {
 public:
  RowWriter(const SqliteApi& api, sqlite3_stmt* statement) : api_(api), statement_(statement) {}

  void bind(int parameter, const Column& column, std::size_t record) const {
    if (column.is_null(record)) {
      api_.bind_null(statement_, parameter);
      return;
    }
    switch (column.kind()) {
      case ValueKind::Single: return real(parameter, column.get<float>(record));
      case ValueKind::Double: return real(parameter, column.get<double>(record));
      case ValueKind::Decimal:
      case ValueKind::Guid: return wide(parameter, column, record);
      case ValueKind::String: return text(parameter, column.text(record));
      case ValueKind::Bytes: return blob(parameter, column.text(record));
      default: api_.bind_int64(statement_, parameter, integer(column, record));
    }
  }

 private:
  static std::int64_t integer(const Column& column, std::size_t record) {
    switch (column.kind()) {
      case ValueKind::SByte: return column.get<std::int8_t>(record);
      case ValueKind::Int16: return column.get<std::int16_t>(record);
      case ValueKind::Int32: return column.get<std::int32_t>(record);
      default: break;
    }
    switch (column.width()) {
      case 1: return column.get<std::uint8_t>(record);
      case 2: return column.get<std::uint16_t>(record);
      case 4: return column.get<std::uint32_t>(record);
      default: return column.get<std::int64_t>(record);
    }
  }
  void real(int parameter, double value) const { api_.bind_double(statement_, parameter, value); }
  void text(int parameter, std::string_view value) const {
    api_.bind_text(statement_, parameter, value.empty() ? "" : value.data(), static_cast<int>(value.size()), nullptr);
  }
  void blob(int parameter, std::string_view value) const {
    api_.bind_blob(statement_, parameter, value.empty() ? "" : value.data(), static_cast<int>(value.size()), nullptr);
  }
  void wide(int parameter, const Column& column, std::size_t record) const {
    const std::size_t in_chunk = record % model::kChunkRows;
    blob(parameter,
         {reinterpret_cast<const char*>(column.chunk(record / model::kChunkRows).bytes.data()) + in_chunk * 16, 16});
  }

  const SqliteApi& api_;
  sqlite3_stmt* statement_;
};

class RowReader {
 public:
  RowReader(const SqliteApi& api, sqlite3_stmt* statement) : api_(api), statement_(statement) {}

  Status append(int index, Column& column) const {
    if (api_.column_type(statement_, index) == kNullType) return column.append_null(), Status();
    switch (column.kind()) {
      case ValueKind::Single: column.append(static_cast<float>(api_.column_double(statement_, index))); break;
      case ValueKind::Double: column.append(api_.column_double(statement_, index)); break;
      case ValueKind::Decimal: return append_wide<Decimal>(index, column);
      case ValueKind::Guid: return append_wide<Guid>(index, column);
      case ValueKind::String:
      case ValueKind::Bytes: column.append_text(bytes(index)); break;
      default: append_integer(api_.column_int64(statement_, index), column);
    }
    return {};
  }

 private:
  std::string_view bytes(int index) const {
    const void* const data = api_.column_blob(statement_, index);
    return {static_cast<const char*>(data), static_cast<std::size_t>(api_.column_bytes(statement_, index))};
  }
  template <class T>
  Status append_wide(int index, Column& column) const {
    const std::string_view value = bytes(index);
    if (value.size() != sizeof(T)) return Error(ErrorCode::Malformed, "blob of another size");
    T out;
    std::memcpy(&out, value.data(), sizeof out);
    column.append(out);
    return {};
  }
  static void append_integer(std::int64_t value, Column& column) {
    switch (column.width()) {
      case 1: return column.append(static_cast<std::uint8_t>(value));
      case 2: return column.append(static_cast<std::uint16_t>(value));
      case 4: return column.append(static_cast<std::uint32_t>(value));
      default: return column.append(value);
    }
  }

  const SqliteApi& api_;
  sqlite3_stmt* statement_;
};

std::string create_statement(const std::vector<ColumnFacts>& columns) {
  std::string sql = "CREATE TABLE t (";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    sql += (i == 0 ? "c" : ", c") + std::to_string(i) + " " + std::string(declaration_of(columns[i].kind));
  }
  return sql + ")";
}

std::string insert_statement(std::size_t columns) {
  std::string sql = "INSERT INTO t VALUES (?";
  for (std::size_t i = 1; i < columns; ++i) sql += ",?";
  return sql + ")";
}

}  // namespace

Result<std::shared_ptr<const SqliteApi>> load_sqlite() {
  DOTWIRE_TRY(SharedLibrary library, SharedLibrary::open("libsqlite3.so.0"));
  const auto api = std::make_shared<SqliteApi>();
  library.find(api->open, "sqlite3_open_v2").find(api->close, "sqlite3_close").find(api->exec, "sqlite3_exec");
  library.find(api->errmsg, "sqlite3_errmsg").find(api->prepare, "sqlite3_prepare_v2");
  library.find(api->finalize, "sqlite3_finalize").find(api->step, "sqlite3_step").find(api->reset, "sqlite3_reset");
  library.find(api->bind_null, "sqlite3_bind_null").find(api->bind_int64, "sqlite3_bind_int64");
  library.find(api->bind_double, "sqlite3_bind_double").find(api->bind_text, "sqlite3_bind_text");
  library.find(api->bind_blob, "sqlite3_bind_blob").find(api->column_type, "sqlite3_column_type");
  library.find(api->column_int64, "sqlite3_column_int64").find(api->column_double, "sqlite3_column_double");
  library.find(api->column_blob, "sqlite3_column_blob").find(api->column_bytes, "sqlite3_column_bytes");
  library.find(api->serialize, "sqlite3_serialize").find(api->deserialize, "sqlite3_deserialize");
  library.find(api->free, "sqlite3_free").find(api->libversion, "sqlite3_libversion");
  DOTWIRE_TRY(library.all_found());
  return std::shared_ptr<const SqliteApi>(api);
}

std::string version_of(const SqliteApi& api) { return api.libversion(); }

Status SqliteSerializer::write(const model::Table& table, Buffer& out) {
  if (learned_ != &table) {
    DOTWIRE_TRY(callers_.learn(table));
  }
  learned_ = &table;
  Database database(*api_);
  DOTWIRE_TRY(database.open());
  DOTWIRE_TRY(database.run("PRAGMA journal_mode=OFF"));
  DOTWIRE_TRY(database.run(create_statement(callers_.columns())));
  DOTWIRE_TRY(database.run("BEGIN"));
  DOTWIRE_TRY(database.prepare(insert_statement(table.columns.size())));
  const RowWriter writer(*api_, database.statement());
  for (std::size_t record = 0; record < table.row_count(); ++record) {
    int parameter = 0;
    for (const auto& column : table.columns) writer.bind(++parameter, *column, record);
    DOTWIRE_TRY(database.checked(api_->step(database.statement())));
    api_->reset(database.statement());
  }
  DOTWIRE_TRY(database.run("COMMIT"));
  std::int64_t size = 0;
  unsigned char* const bytes = api_->serialize(database.handle(), "main", &size, 0);
  if (bytes == nullptr) return Error(ErrorCode::Unsupported, "sqlite3_serialize gave nothing");
  out.append(bytes, static_cast<std::size_t>(size));
  api_->free(bytes);
  return {};
}

Status SqliteSerializer::read(std::span<const std::uint8_t> bytes, model::Table& table) {
  DOTWIRE_TRY(callers_.prepare(table));
  Database database(*api_);
  DOTWIRE_TRY(database.open());
  const auto size = static_cast<std::int64_t>(bytes.size());
  auto* const content = const_cast<unsigned char*>(bytes.data());  // which it only reads, as the flag says
  DOTWIRE_TRY(database.checked(api_->deserialize(database.handle(), "main", content, size, size, kReadOnly)));
  DOTWIRE_TRY(database.prepare("SELECT * FROM t"));
  const RowReader reader(*api_, database.statement());
  std::size_t rows = 0;
  int code = 0;
  for (; (code = api_->step(database.statement())) == kRow; ++rows) {
    int index = 0;
    for (const auto& column : table.columns) {
      DOTWIRE_TRY(reader.append(index++, *column));
    }
  }
  DOTWIRE_TRY(database.checked(code));
  callers_.finish(table, rows);
  return {};
}

std::string SqliteSerializer::remark() const {
  return remark_of(callers_.columns(), [](const ColumnFacts& column) -> const char* {
    switch (column.kind) {
      case ValueKind::Decimal: return "Decimal as 16 bytes";
      case ValueKind::Guid: return "Guid as 16 bytes";
      case ValueKind::DateTime: return "DateTime as its 64 bits";
      case ValueKind::TimeSpan: return "TimeSpan as ticks";
      case ValueKind::Char: return "Char as a number";
      default: return nullptr;
    }
  });
}

}  // namespace dotwire::bench
