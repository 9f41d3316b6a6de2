#include "peers/peers.h"

#include <filesystem>

#include "peers/dotnet.h"
#include "peers/sqlite.h"

namespace dotwire::bench {
namespace {

constexpr std::string_view kNet10 = "dotnet10", kMono = "mono";

std::string_view title_of(std::string_view format) {
  if (format == kXml) return "WriteXml/ReadXml";
  if (format == kBinary) return "Binary Formatter";
  if (format == kLightweight) return "Lightweight Serializer";
  return format;
}

std::string_view variant_of(std::string_view format) {
  if (format == kXml) return "WriteXml and ReadXml with schema";
  if (format == kBinary) return "RemotingFormat.Binary";
  if (format == kLightweight) return "object[][] by BinaryFormatter, then the schema";
  return "";
}

}  // namespace

Peers::Peers(const std::string& folder, bool quick) {
  const double warm_up_seconds = quick ? 0.2 : 1.5;
  add_dotnet(std::string(kNet10), ".NET 10", {"dotnet", folder + "/net10/DotwireBench.dll"}, false, warm_up_seconds);
  add_dotnet(std::string(kMono), "Mono", {"mono", folder + "/mono/DotwireBench.exe"}, true, warm_up_seconds);
  add_sqlite();
}

void Peers::add_sqlite() {
  auto api = load_sqlite();
  if (!api.ok()) return leave_out("SQLite", api.error().message());
  add("peer-sqlite", "SQLite " + version_of(**api), "rows in a database in memory, sqlite3_serialize",
      [shared = *api] { return std::make_unique<SqliteSerializer>(shared); });
}

void Peers::add(std::string name, std::string title, std::string variant, TableFormat::Make make) {
  const auto keep = [this](std::string text) -> std::string_view { return texts_.emplace_back(std::move(text)); };
  formats_.push_back({keep(std::move(name)), keep(std::move(title)), keep(std::move(variant)), std::move(make), true});
}

void Peers::leave_out(const std::string& who, const std::string& why) { left_out_.push_back(who + ": " + why); }

void Peers::add_dotnet(const std::string& prefix, const std::string& who, const std::vector<std::string>& words,
                       bool mono, double warm_up_seconds) {
  if (!std::filesystem::exists(words.back())) return leave_out(who, words.back() + " is not there");
  auto runtime = DotnetRuntime::start(words, mono ? dataset_xml::Dialect::Mono : dataset_xml::Dialect::Net10);
  if (!runtime.ok()) return leave_out(who, runtime.error().to_string());
  for (const std::string& format : (*runtime)->formats()) {
    add(prefix + "-" + format, (*runtime)->name() + " " + std::string(title_of(format)),
        std::string(variant_of(format)), [shared = *runtime, format, warm_up_seconds] {
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
