// How the two writers that .NET puts tables through differ: XmlTextWriter, with or without indentation, and the text
// writer of XmlDictionaryWriter (DataContractSerializer).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "wire/xml/escape.h"

namespace dotwire::dataset_xml {

struct Markup {
  bool indent = true;
  bool dictionary = false;
  std::string_view newline = "\r\n";
  xml::Unfit unfit = xml::Unfit::AsDotnet;

  // The end of a tag without content.
  std::string_view empty_end() const { return dictionary ? "/>" : " />"; }
  // What stands before markup at a depth.
  std::string line(std::size_t depth) const {
    if (!indent) return {};
    return std::string(newline) + std::string(2 * depth, ' ');
  }
  // False where the text has a character that cannot be written.
  bool append_text(Buffer& out, std::string_view text) const { return xml::append_text(out, text, dictionary, unfit); }
  bool append_value(Buffer& out, std::string_view value) const {
    return xml::append_value(out, value, dictionary, unfit);
  }
  // A value that is a name, or begins with one.
  bool append_name(Buffer& out, std::string_view name) const {
    return xml::append_value(out, name, dictionary, xml::for_names(unfit));
  }
};

}  // namespace dotwire::dataset_xml
