// Writing and reading that tests expect to succeed, or to fail without a trace.
#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "formats/custom_formatter/custom_formatter.h"

namespace dotwire::custom_formatter {

inline Buffer written(const model::Table& table, const WriteOptions& options = {}) {
  Buffer out;
  const Status status = Writer().write(table, out, options);
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return out;
}

inline Error write_error(const model::Table& table, const WriteOptions& options = {}) {
  Buffer out(as_bytes("before"));
  Status status = Writer().write(table, out, options);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(out.text(), "before");
  return status.ok() ? Error(ErrorCode::InvalidArgument, "written") : std::move(status).error();
}

inline model::Table read(Bytes in, const ReadOptions& options = {}) {
  model::Table table;
  const Result<Document> document = Reader().read(in, table, options);
  EXPECT_TRUE(document.ok()) << document.error().to_string();
  EXPECT_EQ(document.ok() ? document->size : 0, in.size());
  return table;
}

inline Error read_error(Bytes in, const ReadOptions& options = {}) {
  model::Table table;
  table.add_column("Old", model::ValueKind::Int32).append(7);
  Result<Document> document = Reader().read(in, table, options);
  EXPECT_FALSE(document.ok());
  EXPECT_TRUE(table.columns.empty());
  EXPECT_EQ(table.row_count(), 0U);
  return document.ok() ? Error(ErrorCode::InvalidArgument, "read") : std::move(document).error();
}

inline std::string text_of(Bytes bytes) { return std::string(as_text(bytes)); }

}  // namespace dotwire::custom_formatter
