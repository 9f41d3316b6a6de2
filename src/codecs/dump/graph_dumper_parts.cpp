// How values, objects and arrays begin, and which of their parts follow.
#include <algorithm>

#include "base/unicode.h"
#include "codecs/dump/graph_dumper.h"
#include "codecs/dump/scalar_json.h"

namespace dotwire::dump {

using model::ArrayNode;
using model::NodeKind;
using model::ObjectNode;
using model::Shape;
using model::Value;
using model::ValueKind;

namespace {

// In ids_: a struct that is being written. Structs have no ids, so that nothing else can be this.
constexpr std::uint32_t kOpen = UINT32_MAX;

}  // namespace

Status GraphDumper::write_value(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null:
      if (value.count > 1) {
        DOTWIRE_TRY(check_size(std::uint64_t{5} * value.count));
      }
      for (std::uint32_t i = 0; i < value.count; ++i) {
        out_.null();
        DOTWIRE_TRY(check_size(0));
      }
      return {};
    case Value::Kind::Primitive: write_fixed(out_, static_cast<ValueKind>(value.primitive), value.pointer); return {};
    case Value::Kind::Text: out_.string(value.text()); return {};
    case Value::Kind::Node: return write_node(*value.node());
  }
  return {};
}

Status GraphDumper::write_node(const model::Node& node) {
  switch (node.kind) {
    case NodeKind::String: out_.string(static_cast<const model::StringNode&>(node).view()); return {};
    case NodeKind::Scalar: write_scalar_node(static_cast<const model::ScalarNode&>(node)); return {};
    case NodeKind::Array: begin_array(static_cast<const ArrayNode&>(node)); return {};
    case NodeKind::Object: return begin_object(static_cast<const ObjectNode&>(node));
  }
  return {};
}

void GraphDumper::write_scalar_node(const model::ScalarNode& node) {
  if (!is_dumped_as_object(node.value_kind)) {
    model::scalar_of(node, view_.scalar);
    return write_scalar(out_, view_.scalar);
  }
  if (node.value_kind == ValueKind::BigInteger) return dump_big_integer(node.text());
  std::uint32_t& id = ids_[&node];
  if (id != 0) {
    out_.begin_object();
    out_.name("ref");
    out_.number(id);
    return out_.end_object();
  }
  id = next_id_;
  dump_text_object(node.value_kind, node.text());
}

// Without a contract only the place tells: .NET writes value types in place, under negative ids.
bool GraphDumper::is_struct(const ObjectNode& object, const TypeFacts& facts) const {
  return facts.value_type || (!has_contract_ && object.id < 0);
}

// Writes "{" and the id or, if the object was met before, all of it: false.
Result<bool> GraphDumper::begin_identity(const ObjectNode& object, const TypeFacts& facts) {
  std::uint32_t& id = ids_[&object];
  if (is_struct(object, facts)) {
    if (id == kOpen) return Error(ErrorCode::NotRepresentable, "the struct " + facts.display + " contains itself");
    id = kOpen;
    out_.begin_object();
    return true;
  }
  out_.begin_object();
  if (id != 0) {
    out_.name("ref");
    out_.number(id);
    out_.end_object();
    return false;
  }
  id = next_id_++;
  out_.name("id");
  out_.number(id);
  return true;
}

// Values without identity.
bool GraphDumper::write_single(const TypeFacts& facts) {
  const auto pointer = [&](std::string_view tag, const std::string& text) {
    out_.begin_object();
    out_.name(tag);
    out_.string(text);
    out_.end_object();
  };
  switch (view_.shape) {
    case Shape::Scalar: write_scalar(out_, view_.scalar); return true;
    case Shape::Pointer: pointer("intPtr", std::to_string(view_.scalar.get<std::int64_t>())); return true;
    case Shape::UPointer: pointer("uintPtr", std::to_string(view_.scalar.get<std::uint64_t>())); return true;
    case Shape::Enum: {
      const Value& value = view_.values[0];
      if (value.kind != Value::Kind::Primitive) return false;
      out_.begin_object();
      out_.name("enum");
      out_.string(facts.display);
      out_.name("value");
      write_fixed(out_, static_cast<ValueKind>(value.primitive), value.pointer);
      out_.end_object();
      return true;
    }
    default: return false;
  }
}

Status GraphDumper::begin_object(const ObjectNode& object) {
  const TypeFacts& facts = types_.of(*object.type);
  if (!facts.framework.empty() || object.type->members.size() == 1) {
    model::look_at(object, facts.framework.empty() ? std::string_view(object.type->name) : facts.framework, view_);
    if (facts.framework.empty() && view_.shape != Shape::Enum) view_.shape = Shape::Object;
    if (write_single(facts)) return {};
  } else {
    view_.shape = Shape::Object;
  }
  DOTWIRE_TRY(const bool is_new, begin_identity(object, facts));
  if (!is_new) return {};
  out_.name("type");
  if (view_.shape == Shape::Delegate) {
    out_.string(model::display_name(view_.type_name));
  } else {
    out_.string(facts.display);
  }
  push_parts(object, facts);
  return {};
}

void GraphDumper::push_parts(const ObjectNode& object, const TypeFacts& facts) {
  Frame frame{};
  frame.object = &object;
  frame.facts = &facts;
  frame.closes = is_struct(object, facts) ? &object : nullptr;
  switch (view_.shape) {
    case Shape::Items:
      if (view_.values.empty()) {
        frame.step = Step::Items;
        frame.cursor = model::ElementCursor(view_.slice);
        frames_.push_back(frame);
      } else {
        push_view(frame, Step::Values);
      }
      break;
    case Shape::Entries: push_view(frame, Step::Pairs); break;
    case Shape::Pair: push_view(frame, Step::Pair); break;
    case Shape::Delegate: push_view(frame, Step::Delegates); break;
    case Shape::Text:
    case Shape::Bits:
      out_.name(view_.shape == Shape::Text ? "value" : "bits");
      out_.string(view_.scalar.text);
      if (frame.closes != nullptr) ids_[frame.closes] = 0;
      out_.end_object();
      return;
    default:
      frame.step = facts.serializable ? Step::Info : Step::Members;
      frame.end = object.type->members.size();
      if (!facts.info_type.empty()) {
        out_.name("infoType");
        out_.string(facts.info_type);
      }
      frames_.push_back(frame);
      return;
  }
  if (!facts.derived) return;
  Frame own{};
  own.step = Step::OwnMembers;
  own.last = false;
  own.object = &object;
  own.facts = &facts;
  own.end = facts.own_members.size();
  frames_.push_back(own);
}

// Takes over the values of view_ and what they borrow from.
void GraphDumper::push_view(Frame frame, Step step) {
  frame.step = step;
  frame.start = frame.at = values_.size();
  values_.insert(values_.end(), view_.values.begin(), view_.values.end());
  frame.end = values_.size();
  texts_.splice(texts_.end(), view_.texts);
  if (view_.hash_order && model::definition_name(frame.facts->display) == "System.Collections.Hashtable") {
    sort_entries(frame.start);
  }
  frames_.push_back(frame);
}

// A Hashtable of strings has another order in each process: it is listed by ordinal key.
void GraphDumper::sort_entries(std::size_t start) {
  struct Entry {
    std::u16string key;
    Value values[2];
  };
  std::vector<Entry> entries;
  for (std::size_t i = start; i < values_.size(); i += 2) {
    const model::StringNode* key = model::as_string(values_[i].node());
    if (key == nullptr) return;
    entries.push_back({wtf8_to_utf16(key->view()), {values_[i], values_[i + 1]}});
  }
  std::ranges::stable_sort(entries, {}, &Entry::key);
  for (std::size_t i = 0; i < entries.size(); ++i)
    std::ranges::copy(entries[i].values, values_.begin() + static_cast<std::ptrdiff_t>(start + 2 * i));
}

void GraphDumper::begin_array(const ArrayNode& array) {
  std::uint32_t& id = ids_[&array];
  out_.begin_object();
  out_.name(id != 0 ? "ref" : "id");
  if (id != 0) {
    out_.number(id);
    return out_.end_object();
  }
  id = next_id_++;
  out_.number(id);
  out_.name("array");
  out_.string(model::display_name(array.element));
  out_.name("rank");
  out_.number(array.rank);
  bool has_bounds = false;
  for (const bool bounds : {false, true}) {
    out_.name(bounds ? "lowerBounds" : "lengths");
    out_.begin_array();
    for (std::size_t i = 0; i < array.rank; ++i) {
      const std::int32_t bound = array.lower_bounds == nullptr ? 0 : array.lower_bounds[i];
      has_bounds |= bound != 0;
      out_.number(bounds ? bound : array.lengths[i]);
    }
    out_.end_array();
  }
  if (array.rank == 1 && !has_bounds && array.is_primitive() && array.element.primitive == Primitive::Byte) {
    out_.name("hex");
    write_hex(out_, {reinterpret_cast<const char*>(array.primitives), static_cast<std::size_t>(array.length)});
    return out_.end_object();
  }
  Frame frame{};
  frame.step = Step::Items;
  frame.cursor = model::ElementCursor({&array, 0, array.length});
  frames_.push_back(frame);
}

}  // namespace dotwire::dump
