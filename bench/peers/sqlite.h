// SQLite: the rows in a table of a database in memory, as the bytes of its file.
#pragma once

#include <memory>
#include <string>

#include "peers/callers_table.h"
#include "table_formats.h"

namespace dotwire::bench {

struct SqliteApi;
// The system's library.
Result<std::shared_ptr<const SqliteApi>> load_sqlite();
// "3.40.1"
std::string version_of(const SqliteApi& api);

class SqliteSerializer : public TableSerializer {
 public:
  explicit SqliteSerializer(std::shared_ptr<const SqliteApi> api) : api_(std::move(api)) {}

  Status write(const model::Table& table, Buffer& out) override;
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override;
  std::string remark() const override;

 private:
  std::shared_ptr<const SqliteApi> api_;
  CallersTable callers_;
  const model::Table* learned_ = nullptr;
};

}  // namespace dotwire::bench
