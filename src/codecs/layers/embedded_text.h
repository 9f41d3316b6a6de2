// Documents that stand as text in an XML or JSON document of somebody else: the DataSet in the <string> of an ASMX
// reply, the base64 text of <base64Binary>, of a .resx file's <value> or of {"d": "..."}. What is opened is the longest
// text: of XML the characters of one element between two tags, references and CDATA sections resolved; of JSON a string
// that is no name.
#pragma once

#include "codecs/layers/layers.h"

namespace dotwire::layers {

// Both are weak: every XML or JSON document has some text.
Sign sign_of_xml_text(Bytes input);
Sign sign_of_json_text(Bytes input);

// The document belongs to the layer as a whole. Malformed where it is none, or has no text.
Result<std::uint64_t> open_xml_text(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_json_text(Bytes input, Buffer& out, const Limits& limits);

}  // namespace dotwire::layers
