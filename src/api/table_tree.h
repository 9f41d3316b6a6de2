// The tree of tables: columns with what they are, keys, relations, rows one line each.
#pragma once

#include <string>

#include "api/graph_tree.h"
#include "api/tree_path.h"
#include "dotwire/inspect.h"

namespace dotwire {

class TableTree {
 public:
  TableTree(const TreeOptions& options, TreeVisitor& visitor)
      : options_(options), visitor_(visitor), graph_(options, visitor) {}

  // False: the visitor stopped.
  bool show(const model::Table& table, std::string_view name, std::uint32_t depth);
  bool show(const model::TableSet& set);

 private:
  bool columns(const model::Table& table, std::uint32_t depth);
  bool keys(const model::Table& table, std::uint32_t depth);
  bool row_errors(const model::Table& table, const model::RowErrors& errors, std::uint32_t depth);
  bool rows(const model::Table& table, std::uint32_t depth);
  bool properties(const model::PropertyCollection& properties, std::uint32_t depth);
  bool relations(const model::TableSet& set, std::uint32_t depth);
  bool line(std::string_view name, std::string_view type, std::string_view value, std::uint32_t depth);
  bool group(std::string_view name, std::string_view type, std::uint64_t children, std::uint32_t depth);
  bool left_out(std::uint64_t count, std::uint32_t depth);
  std::string row_text(const model::Table& table, std::uint64_t record) const;
  std::string cell_text(const model::Column& column, std::uint64_t record) const;

  const TreeOptions& options_;
  TreeVisitor& visitor_;
  GraphTree graph_;
  TreePath path_;
};

}  // namespace dotwire
