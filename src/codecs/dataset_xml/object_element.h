// The element that a cell of a graph value is written into.
#pragma once

#include <string>
#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/markup.h"

namespace dotwire::dataset_xml {

// What the cells of a row's plan have in common.
struct ObjectWriteContext {
  const CellContext& cells;
  Markup markup;
  std::string end_line;   // before an end tag behind items: newline and indentation, or nothing
  std::string item_line;  // before an item
  // Prefixes that stand for their namespaces already.
  bool xsi_bound = false;
  bool xs_bound = false;
  bool msdata_bound = false;
  // A default namespace is in force around the element.
  bool default_bound = false;
};

// The column's element: its name as it is written, and what that has to declare.
struct ObjectElement {
  std::string_view name;
  std::string_view declarations;
};

}  // namespace dotwire::dataset_xml
