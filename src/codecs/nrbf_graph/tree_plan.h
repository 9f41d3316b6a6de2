// How the records of a payload map straight to C++ structs, for types whose objects form a tree: nothing in them
// shares, observes, converts or chooses a class at run time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/byte_reader.h"
#include "codecs/nrbf_graph/fill_plan.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "dotwire/type.h"

namespace dotwire::nrbf {

enum class TreeOp : std::uint8_t {
  Copy4,
  Copy,            // `length` bytes that lie in the stream as in memory
  Value,           // a DateTime, Char or Decimal
  Text,            // std::string in place
  TextOrNull,      // a string behind PointerOps
  Reference,       // a class, list or array in place: comes later, under an id
  Pointer,         // the same behind PointerOps
  Inline,          // a value type in place
  NullableBox,     // PointerOps to a primitive
  NullableInline,  // PointerOps to another value type
  ListItems,
  ListSize,
  Skip4,  // of a List<T>: its version
};

enum class TreeForm : std::uint8_t { Object, List, Array };

struct TreeType;

struct TreeStep {
  TreeOp op = TreeOp::Copy;
  Primitive primitive = Primitive::Null;  // Value, NullableBox
  std::uint32_t target = 0;               // in the struct
  std::uint32_t length = 0;               // Copy
  std::uint32_t flag = 0;                 // model::Type::flag_offset
  TreeType* type = nullptr;               // of the object that is to come, or lies inline
  const model::PointerOps* pointer = nullptr;
};

// A class record that was met, and what to do with the values behind it.
struct TreeRecord {
  TreeType* type = nullptr;
  std::string bytes;  // from behind the object id up to the values
  bool with_library = false;
  std::vector<std::int32_t> libraries;  // ids that must be defined
  std::vector<TreeStep> steps;
};

struct TreeType {
  const model::Type* type = nullptr;
  TreeForm form = TreeForm::Object;
  bool keeps_values = false;  // some member may be absent from payloads: then what was there before stays
  TreeType* array = nullptr;  // List: its inner array
  TreeStep element;           // Array
  std::uint32_t element_size = 0;
  std::uint32_t element_records = 0;  // Array: BinaryTypes that the array may announce, bit by bit
  bool clear_first = false;           // Array: elements must be made anew
  std::vector<std::unique_ptr<TreeRecord>> records;
};

// Owned by one reader; what it gives stays valid as long as it.
class TreePlans {
 public:
  explicit TreePlans(FillOptions options) : options_(options) {}

  // Null if objects of this type can be more than a tree, or need the general reader for another reason.
  TreeType* find(const model::Type& type);

  // Before each payload: forgets class records where too many were met. Records are not valid beyond this.
  void start_payload();

  // The class record at `in`, behind the object id, as values of `type`; moves behind it. Null: not for this reader.
  const TreeRecord* decode_record(TreeType& type, ByteReader& in, bool with_library);

 private:
  TreeType* make(const model::Type& type);
  TreeStep make_step(const model::Type& type);
  bool add_steps(TreeRecord& record, const Shape& shape);
  bool add_list_steps(TreeRecord& record, const Shape& shape, const FillPlan& plan);

  FillOptions options_;
  ShapeStore shapes_;
  std::unordered_map<const model::Type*, std::unique_ptr<TreeType>> types_;
  std::unordered_map<const model::Type*, TreeType*> roots_;  // null: no tree
  const model::Type* last_root_ = nullptr;
  TreeType* last_tree_ = nullptr;
  bool full_ = false;
};

// Whether an object that is read over may show values of an earlier one, in members that the payload lacks.
bool may_keep_values(const model::Type& type);

}  // namespace dotwire::nrbf
