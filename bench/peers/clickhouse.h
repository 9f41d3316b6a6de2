// ClickHouse as a library (chDB): Native, Parquet and Apache Arrow's stream format.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dotwire/buffer.h"
#include "peers/arrow.h"
#include "peers/stored_peer.h"

namespace dotwire::bench {

struct ChdbApi;

// The one connection that a process has.
class ClickHouse {
 public:
  static Result<std::shared_ptr<ClickHouse>> open(const std::string& file);
  ~ClickHouse();
  ClickHouse(const ClickHouse&) = delete;
  ClickHouse& operator=(const ClickHouse&) = delete;

  const std::string& version() const { return version_; }
  // Appends the result.
  Status query(const std::string& sql, const char* format, Buffer& out);
  // The stream is a table, `arrowstream(dotwire)`, for this query.
  Status query_stream(const std::string& sql, ArrowArrayStream* stream);

 private:
  explicit ClickHouse(std::unique_ptr<const ChdbApi> api);

  std::unique_ptr<const ChdbApi> api_;
  void** connection_ = nullptr;
  std::string version_;
};

// One thread where the work is done, beside those that the library has anyway.
class ClickHouseSerializer : public StoredPeer {
 public:
  // A format's name there, and settings for writing: "Parquet", "output_format_...='zstd'" or nothing.
  ClickHouseSerializer(std::shared_ptr<ClickHouse> clickhouse, std::string format, std::string settings)
      : clickhouse_(std::move(clickhouse)), format_(std::move(format)), settings_(std::move(settings)) {}

  std::string remark() const override;

 protected:
  Status prepare(const model::Table& table) override;
  Status store(const model::Table& table, const std::string& file) override;
  Result<std::size_t> load(const std::string& file, model::Table& table) override;

 private:
  std::string file_table(const std::string& file) const;

  std::shared_ptr<ClickHouse> clickhouse_;
  std::string format_;
  std::string settings_;
  std::string structure_;  // "c0 Int32, c1 Nullable(String)"
  std::string columns_;    // what of the stream goes into them
  std::optional<ArrowExport> arrow_;
  Buffer result_;
};

}  // namespace dotwire::bench
