// DuckDB: Parquet, and a database file of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "peers/duckdb_api.h"
#include "peers/duckdb_columns.h"
#include "peers/stored_peer.h"

namespace dotwire::bench {

// One thread.
class DuckDbSerializer : public StoredPeer {
 public:
  // Empty: a database file; else the codec of Parquet, "zstd" (at level 1, which is hardly larger than 3 and twice as
  // fast), "snappy" or "uncompressed".
  DuckDbSerializer(std::shared_ptr<const DuckDbApi> api, std::string codec)
      : api_(std::move(api)), codec_(std::move(codec)) {}
  ~DuckDbSerializer() override;

  std::string remark() const override;

 protected:
  Status prepare(const model::Table& table) override;
  Status store(const model::Table& table, const std::string& file) override;
  Result<std::size_t> load(const std::string& file, model::Table& table) override;

 private:
  void close();
  Status run(const std::string& sql);
  Result<std::size_t> append_rows(const std::string& sql, model::Table& table);

  std::shared_ptr<const DuckDbApi> api_;
  std::string codec_;
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
  std::optional<DuckSource> source_;
  std::vector<DuckColumn> columns_;
};

}  // namespace dotwire::bench
