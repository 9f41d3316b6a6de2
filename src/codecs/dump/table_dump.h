// The canonical dump of a table or a set of tables: "table" and "dataset" of the oracle's expected.json.
#pragma once

#include "base/drain.h"
#include "codecs/dump/contract.h"
#include "dotwire/table.h"
#include "wire/json/writer.h"

namespace dotwire::dump {

struct TableDumpOptions {
  // The ...Set members and autoIncrementCurrent: what only a payload tells.
  bool flags = true;
  const Contract* contract = nullptr;  // of the types in object cells
  Limits limits;                       // of those without a drain: expansion
};

// {"table": ...} and {"dataset": ...}, appended. Extended properties whose keys are all strings are listed by ordinal
// key, others in the order of the model. A relation's constraints are those over its columns.
Status dump_table(const model::Table& table, Buffer& out, const TableDumpOptions& options = {});
Status dump_table_set(const model::TableSet& set, Buffer& out, const TableDumpOptions& options = {});
// The same piece by piece; the drain says how much.
Status dump_table(const model::Table& table, Drain& drain, const TableDumpOptions& options = {});
Status dump_table_set(const model::TableSet& set, Drain& drain, const TableDumpOptions& options = {});

}  // namespace dotwire::dump
