// Which dialect the formats of tables follow for one of Options.
#pragma once

#include "codecs/dataset_xml/dialect.h"
#include "dotwire/format.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::registry {

dataset_binary::Dialect to_binary(Dialect dialect);
dataset_xml::Dialect to_xml(Dialect dialect);

}  // namespace dotwire::registry
