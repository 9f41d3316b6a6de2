#include "peers/clickhouse.h"

#include "base/try.h"
#include "peers/clickhouse_native.h"
#include "peers/shared_library.h"

namespace dotwire::bench {

// The part of chdb.h that is used here; connections and results are only passed on.
struct ChdbApi {
  void** (*connect)(int count, char** arguments);
  void (*close_conn)(void** connection);
  void* (*query)(void* connection, const char* sql, const char* format);
  void (*destroy_query_result)(void* result);
  const char* (*result_buffer)(void* result);
  std::size_t (*result_length)(void* result);
  const char* (*result_error)(void* result);
  int (*arrow_scan)(void* connection, const char* name, ArrowArrayStream* stream);
  int (*arrow_unregister_table)(void* connection, const char* name);
};

namespace {

constexpr const char* kStreamName = "dotwire";

Result<std::unique_ptr<const ChdbApi>> load(const std::string& file) {
  DOTWIRE_TRY(SharedLibrary library, SharedLibrary::open(file));
  auto api = std::make_unique<ChdbApi>();
  library.find(api->connect, "chdb_connect").find(api->close_conn, "chdb_close_conn");
  library.find(api->query, "chdb_query").find(api->destroy_query_result, "chdb_destroy_query_result");
  library.find(api->result_buffer, "chdb_result_buffer").find(api->result_length, "chdb_result_length");
  library.find(api->result_error, "chdb_result_error").find(api->arrow_scan, "chdb_arrow_scan");
  library.find(api->arrow_unregister_table, "chdb_arrow_unregister_table");
  DOTWIRE_TRY(library.all_found());
  return std::unique_ptr<const ChdbApi>(std::move(api));
}

}  // namespace

ClickHouse::ClickHouse(std::unique_ptr<const ChdbApi> api) : api_(std::move(api)) {
  char name[] = "clickhouse";
  char* arguments[] = {name};
  connection_ = api_->connect(1, arguments);
}

ClickHouse::~ClickHouse() {
  if (connection_ != nullptr) api_->close_conn(connection_);
}

Result<std::shared_ptr<ClickHouse>> ClickHouse::open(const std::string& file) {
  static std::weak_ptr<ClickHouse> opened;
  if (auto again = opened.lock()) return again;
  DOTWIRE_TRY(std::unique_ptr<const ChdbApi> api, dotwire::bench::load(file));
  std::shared_ptr<ClickHouse> clickhouse(new ClickHouse(std::move(api)));
  if (clickhouse->connection_ == nullptr) return Error(ErrorCode::Unsupported, "chdb_connect failed");
  Buffer version;
  DOTWIRE_TRY(clickhouse->query("SELECT version()", "TSVRaw", version));
  clickhouse->version_ = version.text().substr(0, version.text().find('\n'));
  Buffer nothing;
  DOTWIRE_TRY(clickhouse->query("SET max_threads = 1, max_insert_threads = 1, engine_file_truncate_on_insert = 1",
                                "Null", nothing));
  opened = clickhouse;
  return clickhouse;
}

Status ClickHouse::query(const std::string& sql, const char* format, Buffer& out) {
  void* const result = api_->query(*connection_, sql.c_str(), format);
  if (result == nullptr) return Error(ErrorCode::Unsupported, "no result");
  Status status;
  if (const char* const error = api_->result_error(result); error != nullptr && *error != '\0') {
    status = Error(ErrorCode::Unsupported, std::string(error).substr(0, 300));
  } else {
    out.append(api_->result_buffer(result), api_->result_length(result));
  }
  api_->destroy_query_result(result);
  return status;
}

Status ClickHouse::query_stream(const std::string& sql, ArrowArrayStream* stream) {
  if (api_->arrow_scan(*connection_, kStreamName, stream) != 0) {
    return Error(ErrorCode::Unsupported, "chdb_arrow_scan failed");
  }
  Buffer nothing;
  Status status = query(sql, "Null", nothing);
  api_->arrow_unregister_table(*connection_, kStreamName);
  return status;
}

Status ClickHouseSerializer::prepare(const model::Table&) {
  structure_.clear();
  columns_.clear();
  for (const ColumnFacts& column : callers().columns()) {
    const std::string name = "c" + std::to_string(&column - callers().columns().data());
    const std::string comma = structure_.empty() ? "" : ", ";
    structure_.append(comma).append(name).append(" ").append(clickhouse_type_of(column));
    columns_ += comma + (column.kind == model::ValueKind::Guid ? "reinterpretAsUUID(" + name + ")" : name);
  }
  arrow_.emplace(callers().columns());
  return {};
}

std::string ClickHouseSerializer::file_table(const std::string& file) const {
  return "file('" + file + "', '" + format_ + "', '" + structure_ + "')";
}

Status ClickHouseSerializer::store(const model::Table& table, const std::string& file) {
  return clickhouse_->query_stream("INSERT INTO FUNCTION " + file_table(file) +
                                       (settings_.empty() ? "" : " SETTINGS ") + settings_ + " SELECT " + columns_ +
                                       " FROM arrowstream(dotwire)",
                                   arrow_->open(table));
}

Result<std::size_t> ClickHouseSerializer::load(const std::string& file, model::Table& table) {
  result_.clear();
  DOTWIRE_TRY(clickhouse_->query("SELECT * FROM " + file_table(file), "Native", result_));
  return append_native(result_, callers().columns(), table);
}

std::string ClickHouseSerializer::remark() const { return remark_of(callers().columns(), usual_remark); }

}  // namespace dotwire::bench
