// Class records without types: what was guessed from the bytes reads them, and the document is written as it was read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "wire/nrbf/guess_types.h"

namespace {

using namespace dotwire;  // NOLINT(google-build-using-namespace): a program of one file

void check(Bytes input) {
  static Buffer first;
  static Buffer second;
  const Result<nrbf::GuessedTypes> guessed = nrbf::guess_types(input);
  if (!guessed.ok()) return;
  const nrbf::GuessedTypes& types = *guessed;
  nrbf::GraphReader reader(nrbf::GraphReadOptions{{}, &types, 0});
  model::Graph graph;
  // The reader knows more rules than the search, such as what a Decimal's text is.
  if (!reader.read(input, graph).ok()) return;
  first.clear();
  second.clear();
  if (!nrbf::rewrite(graph, first).ok()) std::abort();
  model::Graph again;
  if (!reader.read(first, again).ok()) std::abort();
  if (!nrbf::rewrite(again, second).ok() || first.text() != second.text()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check({data, size});
  return 0;
}
