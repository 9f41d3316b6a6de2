// The tables of the golden corpus, each read once from the form that keeps most.
#pragma once

#include <string>

#include "dotwire/dotwire.h"
#include "support/golden.h"

namespace dotwire::test {

// Calls visit(name, document) for each that RemotingFormat has in Binary or Xml. Larger documents take long and show
// nothing that smaller ones do not.
template <class Visit>
void for_each_golden_table(Visit&& visit) {
  constexpr std::size_t kLargest = 40'000;
  for (const GoldenRow& row : golden_rows()) {
    const bool binary = row.format == "bf-remoting-binary" || row.format == "dataset-bf-remoting-binary";
    const bool xml = row.format == "bf-remoting-xml" || row.format == "dataset-bf-remoting-xml";
    if ((!binary && !xml) || !row.stored() || row.size > kLargest) continue;
    const Buffer bytes = row.bytes();
    const Result<Document> document = read_document(bytes);
    if (!document.ok() || document->kind() == DocumentKind::Graph) continue;
    visit(row.name(), *document);
  }
}

}  // namespace dotwire::test
