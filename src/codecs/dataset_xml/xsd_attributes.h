// What attributes of parts of a schema may say (XML Schema 1.0, 3), as .NET's reader of schemas takes them: it refuses
// the others, and so do we, since what they say would be lost, or a word misspelt would count as its default.
#pragma once

#include <string>
#include <string_view>

#include "codecs/dataset_xml/xsd.h"

namespace dotwire::dataset_xml {

// What is wrong with an attribute without a namespace, or empty.
std::string fault_of_attribute(XsdTag part, std::string_view local, std::string_view value);

}  // namespace dotwire::dataset_xml
