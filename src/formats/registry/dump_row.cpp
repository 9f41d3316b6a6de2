#include "formats/registry/dump_row.h"

#include <optional>

#include "base/try.h"
#include "codecs/dump/graph_dump.h"
#include "codecs/dump/table_dump.h"

namespace dotwire::registry {
namespace {

Result<std::optional<dump::Contract>> read_contract(const Options& options) {
  if (options.contract.empty()) return std::optional<dump::Contract>();
  Result<dump::Contract> contract = dump::Contract::read(options.contract, options.limits);
  if (contract.ok()) return std::optional<dump::Contract>(std::move(contract).value());
  return Error(ErrorCode::InvalidArgument,
               "contract " + std::string(options.contract_name) + ": " + contract.error().to_string());
}

}  // namespace

Status put_dump(const Document& document, const Options& options, Drain& drain) {
  DOTWIRE_TRY(const std::optional<dump::Contract> contract, read_contract(options));
  const dump::Contract* types = contract ? &*contract : nullptr;
  dump::TableDumpOptions how;
  how.contract = types;
  switch (document.kind()) {
    case DocumentKind::None: break;
    case DocumentKind::Graph: return dump::dump_graph(document.graph(), types, drain);
    case DocumentKind::Table: return dump::dump_table(document.table(), drain, how);
    case DocumentKind::TableSet: return dump::dump_table_set(document.table_set(), drain, how);
  }
  return {};
}

}  // namespace dotwire::registry
