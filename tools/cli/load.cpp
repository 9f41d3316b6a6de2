// From what the command line said to what the library takes.
#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

int usage(const std::string& text) {
  note(text);
  return kUsage;
}

int load_file(const std::string& name, Buffer& bytes) {
  if (name.empty()) return kFine;
  Result<Buffer> read = read_input(name, kMostBeside);
  if (!read.ok()) {
    report(name, read.error());
    return read.error().code() == ErrorCode::Io ? kInputOutput : kUsage;
  }
  bytes = std::move(read).value();
  return kFine;
}

int find(const std::string& name, const Format*& format) {
  if (name.empty()) return kFine;
  format = find_format(name);
  return format != nullptr ? kFine : usage("no format is named " + printable(name) + "; `dotwire formats` lists them");
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool set_limit(std::string_view text, Loaded& loaded) {
  Limits& limits = loaded.options.limits;
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, equals);
  const std::optional<std::uint64_t> value = parse_number(text.substr(equals + 1));
  if (!value || *value == 0) return false;
  if (name == "objects") {
    limits.objects = *value;
  } else if (name == "memory") {
    limits.memory = *value;
  } else if (name == "expansion") {
    limits.expansion = *value;
  } else if (name == "input") {
    loaded.most_input = *value;
  } else if (name == "depth" && *value <= UINT32_MAX) {
    limits.depth = static_cast<std::uint32_t>(*value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

int load(const Settings& settings, Loaded& loaded) {
  Options& options = loaded.options;
  for (const Dialect dialect :
       {Dialect::Framework, Dialect::Core2, Dialect::Core3, Dialect::Net10, Dialect::Mono, Dialect::OldMono}) {
    if (settings.dialect == to_string(dialect)) options.dialect = dialect;
  }
  if (settings.newline == "lf") options.newline = Newline::Lf;
  if (settings.newline == "crlf") options.newline = Newline::CrLf;
  options.zone = settings.zone;
  options.table = settings.table;
  options.null_text = settings.null_text;
  options.row_state = settings.row_state;
  options.raw_names = settings.raw_names;
  if (settings.numbers == "json") options.numbers = JsonNumbers::Json;
  if (settings.xml_chars == "error") options.xml_chars = XmlChars::Error;
  if (settings.xml_chars == "escape") options.xml_chars = XmlChars::Escape;
  if (settings.xml_chars == "replace") options.xml_chars = XmlChars::Replace;
  for (const std::string& set : settings.set) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos) return usage("--set " + printable(set) + " is not NAME=VALUE");
    const std::string_view text = set;
    const bool twice =
        std::ranges::any_of(loaded.set, [&](const Setting& other) { return other.name == text.substr(0, equals); });
    if (twice) return usage("--set " + printable(set) + " comes behind another " + printable(set.substr(0, equals)));
    loaded.set.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  options.settings = loaded.set;
  loaded.layers.assign(settings.layers.begin(), settings.layers.end());
  if (loaded.layers.size() > kMostLayers) {
    return usage("--layer may be given " + std::to_string(kMostLayers) + " times: no more are opened again");
  }
  for (const std::string& limit : settings.limits) {
    if (!set_limit(limit, loaded)) {
      return usage("--limit " + printable(limit) +
                   " is not depth=N, objects=N, memory=N, expansion=N or input=N with N from 1");
    }
  }
  if (const int code = find(settings.from, loaded.from); code != kFine) return code;
  if (const int code = find(settings.to, loaded.to); code != kFine) return code;
  if (loaded.from != nullptr && loaded.from->read == nullptr)
    return usage(settings.from + " is only written, not read");
  if (loaded.to != nullptr && loaded.to->write == nullptr) return usage(settings.to + " is only read, not written");
  if (const int code = load_file(settings.schema_file, loaded.schema); code != kFine) return code;
  if (const int code = load_file(settings.contract_file, loaded.contract); code != kFine) return code;
  options.schema = loaded.schema;
  options.schema_name = settings.schema_file;
  options.contract = loaded.contract;
  options.contract_name = settings.contract_file;
  options.first_objects = settings.first_objects;
  loaded.offset = settings.offset;
  if (const int code = load_file(settings.renames_file, loaded.renames); code != kFine) return code;
  options.renames = loaded.renames;
  options.renames_name = settings.renames_file;
  const Status usable = check_options(options);
  return usable.ok() ? kFine : usage(printable(usable.error().message()));
}

}  // namespace dotwire::cli
