// The content of a document as an indented tree.
#pragma once

#include <string>

#include "cli/output.h"
#include "dotwire/inspect.h"

namespace dotwire::cli {

class TreePrinter final : public TreeVisitor {
 public:
  TreePrinter(const std::string& file, bool json, Output& out);

  bool line(const TreeLine& line) override;

 private:
  bool write_json(const TreeLine& line);
  bool write_text(const TreeLine& line);

  const std::string& file_;
  bool json_;
  bool color_;
  Output& out_;
};

}  // namespace dotwire::cli
