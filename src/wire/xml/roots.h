// Documents of several root elements, as WriteXmlSchema makes them for several namespaces.
#pragma once

#include <string_view>

#include "wire/xml/reader.h"

namespace dotwire::xml {

// Whether, behind white space and comments, the next node is another element of that name.
bool another_follows(const Reader& reader, std::string_view raw_name);

}  // namespace dotwire::xml
