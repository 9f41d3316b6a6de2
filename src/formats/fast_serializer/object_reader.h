// Values that become nodes of a graph: cells of Object columns, defaults, extended properties, elements of arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clr/time_zone.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "formats/dataset_binary/scalar_reader.h"
#include "formats/fast_serializer/budget.h"
#include "formats/fast_serializer/comparable.h"
#include "formats/fast_serializer/enum_types.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "wire/fast_serializer/decoder.h"

namespace dotwire::fast_serializer {

inline constexpr std::string_view kBitVectorType = "System.Collections.Specialized.BitVector32";

enum class ElementKind : std::uint8_t { Null, DBNull, Node };

struct Element {
  ElementKind kind = ElementKind::Null;
  const model::Node* node = nullptr;
};
inline Element node_element(const model::Node* node) { return {ElementKind::Node, node}; }

// What a value of its own takes.
inline constexpr std::uint64_t kNodeSize = sizeof(model::ScalarNode);

// Of one document. Functions move `at` past what they read.
class ObjectReader {
 public:
  ObjectReader(Decoder& decoder, Budget& budget, const TimeZone& zone, const Limits& limits, Recorded& recorded)
      : decoder_(decoder), budget_(budget), zone_(zone), payloads_(limits), recorded_(recorded) {}

  // Underlying types of enums, which must outlive the reader; of `said` of them somebody is certain. Without them none
  // is known.
  void know(const EnumTypes& types, std::size_t said) {
    enums_ = &types;
    is_guessing_ = types.size() != said;
  }
  // Then only what AdoNetHelper writes is a document.
  bool is_guessing() const { return is_guessing_; }
  // The enum that was an error because its type is not among them, or empty.
  const std::string& unknown_enum() const { return unknown_enum_; }

  // The value at `at`, whatever it is.
  Result<Element> read(const std::uint8_t*& at, model::Graph& graph);
  // An object array's body, run by run: extended properties.
  Result<std::vector<Element>> read_body(const std::uint8_t*& at, model::Graph& graph);
  // A string of 4.3; a null reference is refused.
  Result<std::string_view> read_string(const std::uint8_t*& at);
  // What stands in a BinaryFormatter payload behind the code, as the value of a column's cell.
  Status read_payload_value(const std::uint8_t*& at, dataset_binary::Value& value);
  // Equal values side by side that were not taken together, in arrays and rows: the original's writer does so never.
  void note_neighbours(const Comparable& first, const Comparable& second) {
    if (recorded_.decimals != DecimalScale::Exact && is_equal(first, second) && !is_identical(first, second)) {
      recorded_.decimals = DecimalScale::Exact;
    }
  }
  // Notes what the options of the writer must have been.
  void note(const Value& value) {
    if (value.plain) recorded_.optimize = false;
    if (value.spare_scale && recorded_.decimals == DecimalScale::Default) recorded_.decimals = DecimalScale::Preserve;
    if (value.code == Code::Decimal && is_exact(value.get<Decimal>())) recorded_.decimals = DecimalScale::Exact;
  }
  Result<DateTime> date_of(const Value& value, const std::uint8_t* at);

  Decoder& decoder() { return decoder_; }
  Budget& budget() { return budget_; }
  Recorded& recorded() { return recorded_; }

 private:
  // A zero or one with a scale, which only DecimalScale::Exact writes so.
  static bool is_exact(const Decimal& value);

  // An array that is being filled.
  struct Frame {
    Code code;
    std::uint32_t length = 0;
    std::uint64_t filled = 0;
    bool repeat = false;  // the value that comes is that of a DuplicateValueSequence
    std::string_view type;
    const model::Node* last = nullptr;  // the element before, where it is an object
    std::vector<model::Slot> slots;
    std::vector<Element> elements;  // of read_body()
    const std::uint8_t* start = nullptr;
  };

  Result<Element> run(const std::uint8_t*& at, model::Graph& graph, std::size_t base);
  // False: a frame was pushed, whose elements come next.
  Result<bool> begin_value(const std::uint8_t*& at, model::Graph& graph, Element& element);
  Result<bool> begin_complex(const std::uint8_t*& at, Code code, model::Graph& graph, Element& element);
  Status push(const std::uint8_t*& at, const std::uint8_t* start, Code code, std::string_view type);
  Status push_typed(const std::uint8_t*& at, const std::uint8_t* start, Code code);
  // True: the code was that of a run, which is done or whose value comes next.
  Result<bool> take_run(const std::uint8_t*& at);
  Status add(Frame& frame, const Element& element, std::uint64_t count, const std::uint8_t* at);
  Status deliver(const std::uint8_t*& at, const Element& element);
  Element finish(Frame& frame, model::Graph& graph);
  Result<const model::Node*> read_array(const std::uint8_t*& at, Code code, model::Graph& graph);
  Result<const model::Node*> read_packed_array(const std::uint8_t*& at, Code code, model::Graph& graph);
  Result<const model::Node*> read_payload(const std::uint8_t*& at, model::Graph& graph);
  Result<const model::Node*> read_enum(const std::uint8_t*& at, Code code, model::Graph& graph);
  // The underlying type of an enum whose number stands in its short form, or as it is.
  Result<Primitive> underlying_of(const std::uint8_t* start, std::string_view name, bool is_short,
                                  std::uint64_t number);
  const model::Node* bit_array(std::uint32_t count, Bytes bits, model::Graph& graph);
  const model::Node* bit_vector(std::int32_t data, model::Graph& graph);
  const model::Node* array_list(const std::vector<model::Slot>& items, std::uint64_t count, model::Graph& graph);
  model::RecordedType element_type(std::string_view type, model::Graph& graph);
  Result<const model::Node*> scalar(const Value& value, const std::uint8_t* at, model::Graph& graph);
  Status open_payload(const std::uint8_t*& at);
  Status take_memory(std::uint64_t bytes, const std::uint8_t* at);
  Error error_at(const std::uint8_t* at, ErrorCode code, std::string message) const {
    return Error(code, decoder_.offset_of(at), std::move(message));
  }

  Decoder& decoder_;
  Budget& budget_;
  const TimeZone& zone_;
  ZoneCursor cursor_;
  nrbf::GraphReader payloads_;
  model::Graph payload_;
  Recorded& recorded_;
  std::uint32_t payloads_asked_ = 0;  // whose they are
  std::vector<Frame> frames_;
  const EnumTypes* enums_ = nullptr;
  std::string unknown_enum_;
  bool is_guessing_ = false;
};

}  // namespace dotwire::fast_serializer
