// Values of a graph's nodes, as WriteObject writes them (table-formats.md 4.5, 4.8).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clr/time_zone.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/format.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/scalar_writer.h"
#include "formats/fast_serializer/comparable.h"
#include "model/well_known.h"
#include "wire/fast_serializer/encoder.h"

namespace dotwire::fast_serializer {

// Of one document at a time.
class ObjectWriter {
 public:
  explicit ObjectWriter(Encoder& encoder) : encoder_(encoder) {}

  // Before each document. `forms`: bytes of nodes that are written as they were read; null: none are.
  void start(const TimeZone& zone, dotwire::Dialect runtime,
             const std::unordered_map<const model::Node*, std::string>* forms);

  // Appends to the encoder's buffer. A null pointer is a null reference. Errors have no path.
  Status write(const model::Node* node, const model::Graph& graph);
  // Behind a cell that goes as a payload of BinaryFormatter.
  Status write_payload(const dataset_binary::CellView& cell);
  // An object array's body: its length, and values with their runs.
  Status write_body(const std::vector<const model::Node*>& values, const model::Graph& graph);

  Status write_bytes(std::string_view bytes);
  Status write_chars(std::string_view text);
  Status write_type(std::string_view name);
  std::uint8_t* put_date(std::uint8_t* at, DateTime value) {
    return encoder_.put_value(at, value, to_binary(value, *zone_, cursor_));
  }
  // `lasting`: until the document ends.
  Status write_string(std::string_view text, bool lasting = true);
  // Equals of each other; where decimals are exact, with the same bytes: one may stand for both.
  bool is_run(const Comparable& a, const Comparable& b) const {
    return is_equal(a, b) && (encoder_.options().decimals != DecimalScale::Exact || is_identical(a, b));
  }
  // "System.Int32", and "Ns.T, Assembly, Version=..." of what does not live in mscorlib.
  std::string type_string(std::string_view type, std::string_view assembly) const;

 private:
  // An array whose elements are being written.
  struct Frame {
    std::vector<const model::Node*> values;
    std::size_t next = 0;
    std::size_t run = 0;  // more elements that stand for the value being written
    bool with_runs = true;
  };

  Status run(const model::Graph& graph, std::size_t base);
  Status begin(const model::Node* node, const model::Graph& graph);
  Status begin_array(const model::ArrayNode& array, const model::Graph& graph);
  Status begin_list(const model::ObjectNode& object, const model::View& view, const model::Graph& graph);
  Status begin_object(const model::ObjectNode& object, const model::Graph& graph);
  Status push(std::vector<const model::Node*> values, bool with_runs);
  Status write_scalar(const model::ScalarNode& scalar);
  Status write_primitives(const model::ArrayNode& array);
  Status write_packed(const model::ArrayNode& array);
  Status write_guids(const std::vector<const model::Node*>& values);
  Status write_enum(const model::ObjectNode& object, const model::View& view);
  void put_bits(const std::vector<bool>& bits);
  Status write_node_payload(const model::Node* node, const model::Graph& graph);
  Status write_graph(model::Slot root);
  void put_count(std::uint64_t count);
  void put_code(Code code) { encoder_.out().push_back(byte_of(code, encoder_.dialect())); }
  std::string element_string(const model::ArrayNode& array, const model::Graph& graph) const;
  std::vector<const model::Node*> values_of(const model::ArraySlice& slice);

  Encoder& encoder_;
  const TimeZone* zone_ = nullptr;
  ZoneCursor cursor_;
  dotwire::Dialect runtime_ = dotwire::Dialect::Framework;
  const std::unordered_map<const model::Node*, std::string>* forms_ = nullptr;
  dataset_binary::GraphBuilder builder_;
  model::Graph texts_;  // of strings that have no node
  std::vector<Frame> frames_;
};

}  // namespace dotwire::fast_serializer
