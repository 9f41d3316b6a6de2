// The rows of WriteXml (xml-json-formats.md F.1).
#pragma once

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {

// Each row on a line of its own, two blanks deep.
Status write_rows(Buffer& out, const model::Table& table, const WriteOptions& options);

// xmlns:xsi stands on the root for them.
bool may_have_nil(const model::Table& table);

}  // namespace dotwire::dataset_xml
