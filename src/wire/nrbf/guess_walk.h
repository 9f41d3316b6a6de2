// A walk over the records of a payload that leaves types of members out, which can be taken back to where a member was
// met first: what guess_types.cpp tries ways with.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire/nrbf/class_types.h"
#include "wire/nrbf/guess_cost.h"
#include "wire/nrbf/guess_ids.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

// What the values of a member are, all together.
struct MemberValues {
  bool booleans = true;
  bool singles = true;
  bool doubles = true;
  bool dates = true;
};

struct WalkedMember {
  std::string_view name;
  MemberType type;  // where it is known
  Width width = Width::Unknown;
  bool guessed = false;
  bool ambiguous = false;
  // The first of so many numbers that follow one another, whose bytes may be split otherwise; 0: not the first.
  std::uint32_t run = 0;
  std::uint32_t depth = UINT32_MAX;  // of the choice that gave it its width
  MemberValues values;
};

// A class record's name and members: one for all records of the same bytes, so that what is guessed holds for all.
struct WalkedShape {
  std::string_view name;
  std::uint32_t first = 0;  // of members()
  std::uint32_t count = 0;
};

class GuessWalk {
 public:
  enum class Outcome : std::uint8_t {
    Sound,      // MessageEnd, and all is as it must be
    Senseless,  // the bytes are no payload, or the time is over
    Asks,       // the width of asked() is not known
  };
  struct Frame {
    bool is_array = false;
    std::uint32_t shape = 0;
    std::uint64_t next = 0;  // member
    std::uint64_t left = 0;  // values to come
  };
  // What undoing needs to know.
  struct Mark {
    std::size_t at;
    std::uint32_t asked;
    std::size_t shapes_of;
    GuessIds::Mark ids;
    std::vector<Frame> frames;
    std::int64_t cost;
  };
  // Where values of guessed members lie.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    virtual void visit(std::uint32_t member, const std::uint8_t* at) = 0;
  };
  // What may stand at a place: bytes of it that can be told, and what they cost. No bytes: nothing may.
  struct Sight {
    std::uint64_t bytes = 0;
    std::int64_t cost = 0;
  };

  GuessWalk(Bytes input, const ClassTypes* known, IdRule rule);

  // Behind the header; false: there is none, or not with these ids.
  bool start();
  Outcome run();
  std::uint32_t asked() const { return asked_; }
  // The member that is asked for, and those behind it that are not known either.
  std::uint32_t unknown_members() const;
  // A number for where the walk is and what it expects.
  std::uint64_t place() const;
  // The least depth of members that were read since this was asked last.
  std::uint32_t take_depth() { return std::exchange(depth_, UINT32_MAX); }
  Bytes rest() const { return input_.subspan(at_); }
  // What the next record may be, if the place is `offset` bytes further on; array elements may be runs of nulls.
  Sight record_at(std::uint64_t offset, bool in_array = false) const;
  Sight decimal_at(std::uint64_t offset) const;
  bool is_char_at(std::uint64_t offset) const;
  // What may follow `count` members of the asked object, `offset` bytes further on. One byte and no cost: anything.
  Sight follows(std::uint64_t offset, std::uint32_t count) const;

  // Takes time in proportion to how deep the walk is.
  Mark mark();
  void restore(const Mark& mark);
  // Once more from the start, through the members' values. Their widths are known.
  void replay(Visitor& visitor);

  void spend(std::uint64_t steps) { budget_ -= budget_ < steps ? budget_ : steps; }
  bool is_late() const { return budget_ == 0; }
  // Bits that it takes to say what was read, however it was read.
  std::int64_t cost() const { return cost_; }
  std::vector<WalkedMember>& members() { return members_; }
  const WalkedShape& shape(std::uint32_t index) const { return shapes_[index]; }
  // Untyped ones, in the order of the payload.
  const std::vector<std::uint32_t>& untyped() const { return order_; }

 private:
  std::size_t left() const { return input_.size() - at_; }
  bool read_i32(std::int32_t& value);
  bool read_u8(std::uint8_t& value);
  bool skip(std::uint64_t count);
  bool read_text(std::string_view& text);

  bool is_end(std::size_t at) const;
  Sight top_at(std::uint64_t offset) const;
  void leave_finished();
  void filled(std::uint64_t count = 1);
  bool value(const WalkedMember& member);
  bool skip_value(Width width);
  std::int64_t value_cost(const WalkedMember& member, std::size_t start) const;
  bool skip_char();
  bool object(std::int32_t id, bool top) { return top ? ids_.object_at_top(id) : ids_.value_in_place(id); }
  bool record(bool top);
  bool library(bool top);
  bool string(bool top);
  bool class_with_id(bool top);
  bool null_run(RecordType type);
  bool typed_primitive(bool top);
  bool primitives(std::uint8_t primitive, std::int64_t length);
  bool primitive_array(bool top);
  bool open_array(std::int64_t length);
  bool open_object(std::uint32_t shape);
  bool binary_array(bool top);
  bool additional_info(MemberType& type);
  bool class_record(RecordType type, std::int32_t id);
  bool member_types(std::vector<MemberType>& types);
  void remember_shape(std::int32_t id, std::uint32_t shape);
  std::uint32_t add_untyped_shape(std::string_view name, const std::vector<std::string_view>& names);
  std::uint32_t add_shape(std::string_view name, const std::vector<std::string_view>& names,
                          const std::vector<MemberType>& types);

  Bytes input_;
  const ClassTypes* known_;
  std::uint64_t budget_;  // of steps
  std::size_t at_ = 0;
  std::uint32_t asked_ = 0;
  std::vector<Frame> frames_;
  std::vector<WalkedShape> shapes_;
  std::vector<WalkedMember> members_;
  std::unordered_map<std::string_view, std::uint32_t> shape_by_bytes_;
  std::vector<std::uint32_t> order_;                          // of untyped shapes
  std::unordered_map<std::int32_t, std::uint32_t> shape_of_;  // by the id of a class record
  std::vector<std::int32_t> shapes_of_;                       // ids in it, in order
  GuessIds ids_;
  GuessIds::Mark at_start_;
  std::int64_t cost_ = 0;
  std::uint32_t depth_ = UINT32_MAX;
};

}  // namespace dotwire::nrbf
