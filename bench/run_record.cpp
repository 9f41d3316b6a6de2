#include "run_record.h"

#include <time.h>

#include <libdeflate.h>
#include <lz4.h>
#include <xxhash.h>
#include <zstd.h>

#include "figures.h"

namespace dotwire::bench {
namespace {

constexpr int kDocumentVersion = 1;

std::string utc_now() {
  const time_t now = time(nullptr);
  tm parts{};
  gmtime_r(&now, &parts);
  return format_text("%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

// As one would type it.
std::string quoted(const std::string& argument) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:+@%";
  if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) return argument;
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string xxhash_version() {
  const unsigned number = XXH_versionNumber();  // 802: 0.8.2
  return format_text("%u.%u.%u", number / 10'000, number / 100 % 100, number % 100);
}

}  // namespace

RunRecord this_run(const std::vector<std::string>& arguments) {
  std::string command = "dotwire";
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  return {this_machine(),
          utc_now(),
          std::move(command),
          DOTWIRE_VERSION,
          {{"libdeflate", LIBDEFLATE_VERSION_STRING},
           {"lz4", LZ4_versionString()},
           {"xxhash", xxhash_version()},
           {"zstd", ZSTD_versionString()}}};
}

std::string to_string(const RunRecord& run) {
  std::string text = run.date + ", dotwire " + run.version + ": " + run.command + "\n" + to_string(run.machine);
  for (const auto& [name, version] : run.libraries) text.append(", ").append(name).append(" ").append(version);
  return text + "\n";
}

std::string to_json_members(const RunRecord& run) {
  const Machine& machine = run.machine;
  std::string libraries;
  for (const auto& [name, version] : run.libraries) {
    libraries += (libraries.empty() ? "" : ",") + json_text(name) + ":" + json_text(version);
  }
  return "\"version\":" + std::to_string(kDocumentVersion) +
         ",\"machine\":{\"processor\":" + json_text(machine.processor) + ",\"cores\":" + std::to_string(machine.cores) +
         ",\"system\":" + json_text(machine.system) + ",\"compiler\":" + json_text(machine.compiler) +
         ",\"build\":" + json_text(machine.build) + format_text(",\"load\":%.2f", machine.load) +
         "},\"date\":" + json_text(run.date) + ",\"command\":" + json_text(run.command) +
         ",\"dotwire\":" + json_text(run.version) + ",\"libraries\":{" + libraries + "}";
}

}  // namespace dotwire::bench
