#include "base/try.h"
#include "codecs/dump/contract.h"
#include "dotwire/identify.h"
#include "formats/registry/dataset_xml_row.h"
#include "formats/registry/zone.h"

namespace dotwire {
namespace {

Status wrong(std::string_view what, std::string_view name, const Error& error) {
  return Error(ErrorCode::InvalidArgument, std::string(what) + " " + std::string(name) + ": " + error.to_string());
}

}  // namespace

Status check_options(const Options& options) {
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
