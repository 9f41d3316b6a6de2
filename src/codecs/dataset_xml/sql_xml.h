// Cells of SqlXml, whose content stands as XML inside the column's element.
#pragma once

#include <string>
#include <string_view>

#include "codecs/dataset_xml/markup.h"
#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// The element around the content.
struct SqlXmlPlace {
  Markup markup;
  std::string_view name;
  std::string_view line;     // before its end tag, where markup stands inside: newline and indentation
  bool has_default = false;  // a default namespace is in force inside
};

// From behind the start tag's attributes to the end of the element. NotRepresentable where `xml` is not well-formed.
Status append_sql_xml(Buffer& out, const SqlXmlPlace& place, std::string_view xml);

// Behind the start tag of the column's element: reads to its end. White space alone counts as indentation, which .NET
// does not see either; prefixes that are declared further out are declared where they are used.
Result<std::string> read_sql_xml(xml::Reader& reader);

// What reading gives of what append_sql_xml() writes.
Result<std::string> sql_xml_as_read(std::string_view xml);

}  // namespace dotwire::dataset_xml
