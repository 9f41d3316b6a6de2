#include "formats/registry/table_dialects.h"

namespace dotwire::registry {

namespace binary = dotwire::dataset_binary;

binary::Dialect to_binary(Dialect dialect) {
  switch (dialect) {
    case Dialect::Core2:
    case Dialect::Core3:
    case Dialect::Net10: return binary::Dialect::Net10;
    case Dialect::OldMono:
    case Dialect::Mono: return binary::Dialect::Mono;
    case Dialect::Recorded:
    case Dialect::Framework: break;
  }
  return binary::Dialect::Framework;
}

dataset_xml::Dialect to_xml(Dialect dialect) {
  switch (dialect) {
    case Dialect::Recorded:
    case Dialect::Framework: return dataset_xml::Dialect::Framework;
    case Dialect::Core2: return dataset_xml::Dialect::Core2;
    case Dialect::Core3:
    case Dialect::Net10: return dataset_xml::Dialect::Net10;
    case Dialect::OldMono:
    case Dialect::Mono: return dataset_xml::Dialect::Mono;
  }
  return dataset_xml::Dialect::Framework;
}

}  // namespace dotwire::registry
