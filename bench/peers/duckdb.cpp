#include "peers/duckdb.h"

#include <unistd.h>

#include "base/try.h"

namespace dotwire::bench {

DuckDbSerializer::~DuckDbSerializer() { close(); }

void DuckDbSerializer::close() {
  if (connection_ != nullptr) api_->disconnect(&connection_);
  if (database_ != nullptr) api_->close(&database_);
}

Status DuckDbSerializer::prepare(const model::Table& table) {
  close();
  columns_.clear();
  for (const ColumnFacts& column : callers().columns()) columns_.push_back(duck_column_of(column));
  if (api_->open(nullptr, &database_) != 0 || api_->connect(database_, &connection_) != 0) {
    return Error(ErrorCode::Unsupported, "DuckDB does not open a database");
  }
  source_.emplace(*api_, callers().columns());
  source_->set_table(&table);
  DOTWIRE_TRY(source_->register_at(connection_));
  return run("SET threads = 1");
}

Status DuckDbSerializer::store(const model::Table&, const std::string& file) {
  if (!codec_.empty()) {
    const std::string level = codec_ == "zstd" ? ", COMPRESSION_LEVEL 1" : "";
    return run("COPY (FROM dotwire_table()) TO '" + file + "' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION " +
               codec_ + level + ")");
  }
  unlink(file.c_str());
  DOTWIRE_TRY(run("ATTACH '" + file + "' AS stored (BLOCK_SIZE 16384)"));
  DOTWIRE_TRY(run("CREATE TABLE stored.t AS FROM dotwire_table()"));
  return run("DETACH stored");
}

Result<std::size_t> DuckDbSerializer::load(const std::string& file, model::Table& table) {
  if (!codec_.empty()) return append_rows("FROM read_parquet('" + file + "')", table);
  DOTWIRE_TRY(run("ATTACH '" + file + "' AS stored (READ_ONLY)"));
  auto rows = append_rows("FROM stored.t", table);
  DOTWIRE_TRY(run("DETACH stored"));
  return rows;
}

Status DuckDbSerializer::run(const std::string& sql) {
  duckdb_result result{};
  Status status;
  if (api_->query(connection_, sql.c_str(), &result) != 0) {
    status = Error(ErrorCode::Unsupported, api_->result_error(&result));
  }
  api_->destroy_result(&result);
  return status;
}

Result<std::size_t> DuckDbSerializer::append_rows(const std::string& sql, model::Table& table) {
  duckdb_result result{};
  std::size_t rows = 0;
  Status status;
  if (api_->query(connection_, sql.c_str(), &result) != 0) {
    status = Error(ErrorCode::Unsupported, api_->result_error(&result));
  } else {
    while (duckdb_data_chunk chunk = api_->fetch_chunk(result)) {
      append_chunk(*api_, chunk, columns_, table);
      rows += api_->data_chunk_get_size(chunk);
      api_->destroy_data_chunk(&chunk);
    }
  }
  api_->destroy_result(&result);
  if (!status.ok()) return std::move(status).error();
  return rows;
}

std::string DuckDbSerializer::remark() const { return remark_of(callers().columns(), usual_remark); }

}  // namespace dotwire::bench
