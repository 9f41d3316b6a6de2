// XML documents node by node, and what a table's document starts with.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry {

// Events of elements, texts and comments. An element's event is its start tag; its path counts the elements of one
// name: "NewDataSet/Orders[3]/Id".
Status walk_xml(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                WalkSummary& summary);
// Reads it all, as well-formed XML.
Result<Measure> measure_xml(std::span<const std::uint8_t> input, const Options& options);

enum class XmlStart : std::uint8_t {
  NoXml,
  Other,
  Rows,            // a root that DataTable or DataSet give by themselves, without a schema
  RowsWithSchema,  // an inline schema of System.Data's
  Schema,          // xs:schema with System.Data's attributes
  DiffGram,
  Contract,     // a DataTable or DataSet by DataContractSerializer: schema and DiffGram in an element of that name
  NetContract,  // the same by NetDataContractSerializer
  Reply,        // schema and DiffGram deeper in a document
};
// Looks at the first MiB of UTF-8 text, which may be damaged or cut.
XmlStart xml_start(std::span<const std::uint8_t> input);

}  // namespace dotwire::registry
