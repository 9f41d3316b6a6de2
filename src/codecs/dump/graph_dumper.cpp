#include "codecs/dump/graph_dumper.h"

#include <algorithm>

#include "base/reading_limits.h"
#include "base/unicode.h"
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

Status GraphDumper::dump(const Value& value) {
  frames_.clear();
  values_.clear();
  texts_.clear();
  ids_.clear();
  next_id_ = 1;
  DOTWIRE_TRY(write_value(value));
  while (!frames_.empty()) {
    DOTWIRE_TRY(check_size(0));
    DOTWIRE_TRY(step(frames_.back()));
  }
  return {};
}

Status GraphDumper::check_size(std::uint64_t more) {
  Status status = more == 0 ? drain_.step() : drain_.check(more);
  if (!status.ok()) status.error().set_path(path());
  return status;
}

// Of what is being written; the middle of a deep one is left out.
std::string GraphDumper::path() const {
  constexpr std::size_t kMost = 16;
  std::string text = "root";
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (i == kMost / 2 && frames_.size() > kMost) {
      text += "/...";
      i = frames_.size() - kMost / 2;
    }
    const Frame& frame = frames_[i];
    if (frame.at == frame.start) continue;
    if (frame.step == Step::Members || frame.step == Step::Info) {
      text += '/' + std::string(frame.object->type->members[frame.at - 1].name);
    } else if (frame.step == Step::OwnMembers) {
      text += '/' + std::string(frame.object->type->members[frame.facts->own_members[frame.at - 1]].name);
    } else {
      text += "/[" + std::to_string(frame.at - frame.start - 1) + ']';
    }
  }
  return text;
}

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

void GraphDumper::open(Frame& frame) {
  frame.opened = true;
  switch (frame.step) {
    case Step::Members:
    case Step::OwnMembers: out_.name("members"); return out_.begin_object();
    case Step::Info: out_.name("info"); break;
    case Step::Pairs: out_.name("entries"); break;
    case Step::Items:
    case Step::Values: out_.name("items"); break;
    case Step::Delegates: out_.name("delegate"); break;
    case Step::Pair: return;
  }
  out_.begin_array();
}

void GraphDumper::close(const Frame& frame) {
  switch (frame.step) {
    case Step::Members:
    case Step::OwnMembers: out_.end_object(); break;
    case Step::Pair: break;
    default: out_.end_array(); break;
  }
  if (frame.step == Step::Values || frame.step == Step::Pairs || frame.step == Step::Pair ||
      frame.step == Step::Delegates) {
    values_.resize(frame.start);
  }
  if (frame.closes != nullptr) ids_[frame.closes] = 0;
  if (frame.last) out_.end_object();
}

Status GraphDumper::finish(Frame& frame) {
  if (frame.inside && frame.step == Step::Pairs) out_.end_array();
  if (frame.inside && frame.step != Step::Pairs) out_.end_object();
  const Frame done = frame;
  frames_.pop_back();
  close(done);
  return {};
}

// Writing a value may push a frame, after which `frame` is gone: it is the last thing that each step does.
Status GraphDumper::step(Frame& frame) {
  if (!frame.opened) open(frame);
  switch (frame.step) {
    case Step::Members:
    case Step::OwnMembers:
    case Step::Info: return step_members(frame);
    case Step::Items: return step_items(frame);
    default: return step_values(frame);
  }
}

Status GraphDumper::step_members(Frame& frame) {
  if (frame.at == frame.end) return finish(frame);
  const std::size_t index = frame.step == Step::OwnMembers ? frame.facts->own_members[frame.at] : frame.at;
  const model::Member& member = frame.object->type->members[index];
  ++frame.at;
  if (frame.step == Step::Info) {
    if (frame.inside) out_.end_object();
    frame.inside = true;
    out_.begin_object();
    out_.name("name");
    out_.string(member.name);
    out_.name("as");
    out_.string(entry_type(*frame.facts, member));
    out_.name("value");
  } else {
    out_.name(member.name);
  }
  return write_value(model::value_of(*frame.object, member));
}

Status GraphDumper::step_items(Frame& frame) {
  for (Value value; frame.cursor.next(value);) {
    frame.at += value.count;
    if (value.kind == Value::Kind::Node) return write_value(value);
    DOTWIRE_TRY(check_size(0));
    DOTWIRE_TRY(write_value(value));
  }
  return finish(frame);
}

// Values one by one, key and value, or a delegate's method, declaring type and target.
Status GraphDumper::step_values(Frame& frame) {
  if (frame.at == frame.end) return finish(frame);
  const std::size_t place = frame.at - frame.start;
  Value value = values_[frame.at++];
  switch (frame.step) {
    case Step::Pairs:
      if (place % 2 == 0) {
        if (frame.inside) out_.end_array();
        frame.inside = true;
        out_.begin_array();
      }
      break;
    case Step::Pair: out_.name(place == 0 ? "key" : "value"); break;
    case Step::Delegates:
      if (frame.inside) out_.end_object();
      frame.inside = true;
      out_.begin_object();
      out_.name("method");
      out_.string(value.text());
      out_.name("declaringType");
      out_.string(model::display_name(values_[frame.at++].text()));
      out_.name("target");
      value = values_[frame.at++];
      break;
    default: break;
  }
  return write_value(value);
}

void GraphDumper::begin_array_head(std::string_view element, std::uint64_t length) {
  out_.name("array");
  out_.string(element);
  out_.name("rank");
  out_.number(1);
  out_.name("lengths");
  out_.begin_array();
  out_.unsigned_number(length);
  out_.end_array();
  out_.name("lowerBounds");
  out_.begin_array();
  out_.number(0);
  out_.end_array();
}

void GraphDumper::dump_text_object(ValueKind kind, std::string_view text) {
  if (kind == ValueKind::BigInteger) return dump_big_integer(text);
  out_.begin_object();
  out_.name("id");
  out_.number(next_id_++);
  if (kind == ValueKind::Bytes) {
    begin_array_head("System.Byte", text.size());
    out_.name("hex");
    write_hex(out_, text);
  } else if (kind == ValueKind::Chars) {
    const std::u16string units = wtf8_to_utf16(text);
    begin_array_head("System.Char", units.size());
    out_.name("items");
    out_.begin_array();
    for (const char16_t unit : units) write_fixed(out_, ValueKind::Char, &unit);
    out_.end_array();
  } else {
    out_.name("type");
    out_.string(model::clr_name(kind));
    out_.name("value");
    out_.string(text);
  }
  out_.end_object();
}

namespace {

// The magnitude in 32-bit words, least significant first. Nothing for what is no number, or beyond what is worth the
// work, which grows with the square of the length.
constexpr std::size_t kMaxBigIntegerDigits = 40'000;

std::optional<std::vector<std::uint32_t>> words_of(std::string_view digits) {
  if (digits.empty() || digits.size() > kMaxBigIntegerDigits) return std::nullopt;
  std::vector<std::uint32_t> words;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    auto carry = static_cast<std::uint64_t>(c - '0');
    for (std::uint32_t& word : words) {
      carry += std::uint64_t{word} * 10;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
  }
  return words;
}

}  // namespace

// As .NET keeps it: what fits in an Int32 is in _sign (but for the smallest), the rest in _bits.
void GraphDumper::dump_big_integer(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  const auto words = words_of(negative ? digits.substr(1) : digits);
  out_.begin_object();
  out_.name("type");
  out_.string("System.Numerics.BigInteger");
  if (!words) {
    out_.name("value");
    out_.string(digits);
    return out_.end_object();
  }
  const bool small = words->size() <= 1 && (words->empty() || (*words)[0] <= INT32_MAX);
  const auto magnitude = static_cast<std::int32_t>(small && !words->empty() ? (*words)[0] : 1);
  const std::int32_t sign = negative ? -magnitude : magnitude;
  out_.name("members");
  out_.begin_object();
  out_.name("_sign");
  const std::int32_t shown = words->empty() ? 0 : sign;
  write_fixed(out_, ValueKind::Int32, &shown);
  out_.name("_bits");
  if (small) {
    out_.null();
  } else {
    out_.begin_object();
    out_.name("id");
    out_.number(next_id_++);
    begin_array_head("System.UInt32", words->size());
    out_.name("items");
    out_.begin_array();
    for (const std::uint32_t word : *words) write_fixed(out_, ValueKind::UInt32, &word);
    out_.end_array();
    out_.end_object();
  }
  out_.end_object();
  out_.end_object();
}

Status dump_node(const model::Node* node, const Contract* contract, json::Writer& out, const Limits& limits) {
  Drain drain(out.buffer(), expansion_limit(limits));
  GraphDumper dumper(contract, out, drain);
  return dumper.dump(model::node_value(node));
}

Status dump_graph(const model::Graph& graph, const Contract* contract, Drain& drain) {
  json::Writer writer(drain.buffer(), kDumpLayout);
  writer.begin_object();
  writer.name("root");
  GraphDumper dumper(contract, writer, drain);
  DOTWIRE_TRY(dumper.dump(model::node_value(graph.root())));
  writer.end_object();
  drain.buffer().push_back('\n');
  return drain.finish();
}

Status dump_graph(const model::Graph& graph, const Contract* contract, Buffer& out, const Limits& limits) {
  Drain drain(out, expansion_limit(limits));
  return dump_graph(graph, contract, drain);
}

}  // namespace dotwire::dump
