// Small documents that each have one thing that a format may have no place for.
#pragma once

#include <vector>

#include "dotwire/format.h"

namespace dotwire {

// Of that kind, the plain one first, then by what they have: facets of tables and columns, kinds of cells, special
// values, keys, rows, and what only sets have. Every table is there alone and in a set.
std::vector<Document> loss_probes(DocumentKind kind);

}  // namespace dotwire
