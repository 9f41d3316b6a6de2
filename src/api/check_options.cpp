#include <algorithm>

#include "base/try.h"
#include "base/unicode.h"
#include "codecs/dump/contract.h"
#include "dotwire/identify.h"
#include "formats/registry/dataset_xml_row.h"
#include "formats/registry/zone.h"

namespace dotwire {
namespace {

Status wrong(std::string_view what, std::string_view name, const Error& error) {
  return Error(ErrorCode::InvalidArgument, std::string(what) + " " + std::string(name) + ": " + error.to_string());
}

bool allows(const SettingRule& rule, std::string_view value) {
  if (rule.values.find_first_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos) return true;
  for (std::string_view rest = rule.values; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    if (rest.substr(0, end) == value) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Whether some format takes it; if not, `known` gathers what the name may be set to.
bool some_format_takes(const Setting& setting, std::span<const Format> formats, std::string& known) {
  for (const Format& format : formats) {
    for (const SettingRule& rule : format.settings) {
      if (rule.name != setting.name) continue;
      if (allows(rule, setting.value)) return true;
      known += (known.empty() ? "" : ", ") + std::string(rule.values) + " (" + std::string(format.name) + ")";
    }
  }
  return false;
}

Status check_setting(const Setting& setting, const Options& options) {
  if (!is_valid_utf8(setting.value)) {
    return Error(ErrorCode::InvalidArgument, "setting " + std::string(setting.name) + " is not UTF-8");
  }
  std::string known;
  if (some_format_takes(setting, options.more_formats, known)) return {};
  if (some_format_takes(setting, builtin_formats(), known)) return {};
  std::string text = "setting " + std::string(setting.name) + "=" + std::string(setting.value) + ": ";
  text +=
      known.empty() ? "no format has one of that name; `dotwire formats --settings` lists them" : "it may be " + known;
  return Error(ErrorCode::InvalidArgument, std::move(text));
}

}  // namespace

Status check_options(const Options& options) {
  if (!is_valid_utf8(options.null_text) || options.null_text.find_first_of(",\"\r\n") != std::string_view::npos) {
    return Error(ErrorCode::InvalidArgument,
                 "the text for null must be UTF-8 without comma, quote and line break: it stands bare in a field");
  }
  for (const Setting& setting : options.settings) {
    DOTWIRE_TRY(check_setting(setting, options));
  }
  const Result<TimeZone> zone = registry::zone_of(options);
  if (!zone.ok()) return Error(ErrorCode::InvalidArgument, zone.error().message());
  if (!options.schema_name.empty() || !options.schema.empty()) {
    Document table;
    const Status schema =
        registry::xml_table::read_form(options.schema, options, registry::xml_table::Form::Schema, table);
    if (!schema.ok()) return wrong("schema", options.schema_name, schema.error());
  }
  if (!options.contract_name.empty() || !options.contract.empty()) {
    const Result<dump::Contract> contract = dump::Contract::read(options.contract, options.limits);
    if (!contract.ok()) return wrong("contract", options.contract_name, contract.error());
  }
  return {};
}

}  // namespace dotwire
