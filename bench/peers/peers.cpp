#include "peers/peers.h"

#include <filesystem>

#include "peers/clickhouse.h"
#include "peers/dotnet.h"
#include "peers/duckdb.h"
#include "peers/sqlite.h"

namespace dotwire::bench {
namespace {

constexpr std::string_view kNet10 = "dotnet10", kMono = "mono";

std::string_view title_of(std::string_view format) {
  if (format == kXml) return "WriteXml/ReadXml";
  if (format == kBinary) return "Binary Formatter";
  if (format == kLightweight) return "Lightweight Serializer";
  if (format == kDrew) return "Drew DataSet Formatter";
  if (format == kCustom) return "Custom Formatter";
  if (format == kProtobufLater) return "protobuf-net-data";
  if (format == kFast) return "Fast Serializer";
  return format;
}

std::string_view how_of(std::string_view format) {
  if (format == kXml) return "WriteXml and ReadXml with schema";
  if (format == kBinary) return "RemotingFormat.Binary";
  if (format == kLightweight) return "object[][] by BinaryFormatter, then the schema";
  if (format == kDrew) return "object[,] by BinaryFormatter";
  if (format == kCustom) return "cells by BinaryWriter and BinaryReader";
  if (format == kProtobufLater) return "the library itself, from build/peers/libraries";
  if (format == kFast) return "AdoNetHelper itself, from build/peers/libraries";
  return "";
}

}  // namespace

Peers::Peers(const std::string& folder, bool quick) {
  const double warm_up_seconds = quick ? 0.2 : 1.5;
  add_dotnet(std::string(kNet10), ".NET 10", {"dotnet", folder + "/net10/DotwireBench.dll"}, false, warm_up_seconds);
  add_dotnet(std::string(kMono), "Mono", {"mono", folder + "/mono/DotwireBench.exe"}, true, warm_up_seconds);
  add_sqlite();
  add_duckdb(folder + "/duckdb/libduckdb.so");
  add_clickhouse(folder + "/clickhouse/libchdb.so");
}

void Peers::add_sqlite() {
  auto api = load_sqlite();
  if (!api.ok()) return leave_out("SQLite", api.error().message());
  add("peer-sqlite", "SQLite " + version_of(**api), "", "rows in a database in memory, sqlite3_serialize",
      [shared = *api] { return std::make_unique<SqliteSerializer>(shared); });
}

void Peers::add(std::string name, const std::string& product, const std::string& what, const std::string& how,
                TableFormat::Make make) {
  const auto keep = [this](std::string text) -> std::string_view { return texts_.emplace_back(std::move(text)); };
  const std::string title = what.empty() ? product : product + " " + what;
  formats_.push_back({keep(std::move(name)), keep(title), keep(product + ", " + how), std::move(make), true});
}

void Peers::leave_out(const std::string& who, const std::string& why) { left_out_.push_back(who + ": " + why); }

void Peers::add_duckdb(const std::string& file) {
  if (!std::filesystem::exists(file)) return leave_out("DuckDB", file + " is not there");
  auto api = load_duckdb(file);
  if (!api.ok()) return leave_out("DuckDB", api.error().message());
  const std::string product = "DuckDB " + std::string((*api)->library_version());
  for (const std::string codec : {"zstd", "snappy", "uncompressed"}) {
    add("peer-duckdb-parquet-" + codec, product, "Parquet " + codec,
        "version 2 pages, " + std::string(codec == "zstd" ? "level 1, " : "") + "one thread",
        [shared = *api, codec] { return std::make_unique<DuckDbSerializer>(shared, codec); });
  }
  add("peer-duckdb-file", product, "file", "blocks of 16 KiB, one thread",
      [shared = *api] { return std::make_unique<DuckDbSerializer>(shared, ""); });
}

void Peers::add_clickhouse(const std::string& file) {
  if (!std::filesystem::exists(file)) return leave_out("ClickHouse", file + " is not there");
  auto clickhouse = ClickHouse::open(file);
  if (!clickhouse.ok()) return leave_out("ClickHouse", clickhouse.error().message());
  const std::string product = "ClickHouse " + (*clickhouse)->version();
  const auto add_format = [&](const char* name, const std::string& what, const char* format, const char* settings) {
    add(name, product, what, "chDB, one thread", [shared = *clickhouse, format, settings] {
      return std::make_unique<ClickHouseSerializer>(shared, format, settings);
    });
  };
  add_format("peer-clickhouse-native", "Native", "Native", "");
  add_format("peer-clickhouse-parquet-zstd", "Parquet zstd", "Parquet",
             "output_format_parquet_compression_method = 'zstd', output_format_compression_level = 1");
  add_format("peer-clickhouse-arrow", "Arrow IPC stream", "ArrowStream",
             "output_format_arrow_compression_method = 'none'");
}

void Peers::add_dotnet(const std::string& prefix, const std::string& who, const std::vector<std::string>& words,
                       bool mono, double warm_up_seconds) {
  if (!std::filesystem::exists(words.back())) return leave_out(who, words.back() + " is not there");
  auto runtime = DotnetRuntime::start(words, mono ? dataset_xml::Dialect::Mono : dataset_xml::Dialect::Net10);
  if (!runtime.ok()) return leave_out(who, runtime.error().to_string());
  const std::string start = prefix + "-";
  for (const std::string& format : (*runtime)->formats()) {
    add(start + format, (*runtime)->name(), std::string(title_of(format)), std::string(how_of(format)),
        [shared = *runtime, format, warm_up_seconds] {
          return std::make_unique<DotnetSerializer>(shared, format, warm_up_seconds);
        });
  }
}

std::string_view own_format_of(std::string_view peer) {
  for (const std::string_view prefix : {kNet10, kMono}) {
    if (peer.starts_with(prefix) && peer.substr(prefix.size()).starts_with('-')) return peer.substr(prefix.size() + 1);
  }
  return {};
}

}  // namespace dotwire::bench
