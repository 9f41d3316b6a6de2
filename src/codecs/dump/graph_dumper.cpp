#include "codecs/dump/graph_dumper.h"

namespace dotwire::dump {

using model::Value;

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

}  // namespace dotwire::dump
