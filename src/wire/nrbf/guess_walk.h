// A walk over the records of a payload that leaves types of members out, which can be taken back to where a member was
// met first: what guess_types.cpp tries ways with.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "wire/nrbf/class_types.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

// How the bytes of a value are told.
enum class Width : std::uint8_t { Unknown, Record, One, Two, Four, Eight, Decimal, Char };

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
  MemberValues values;
};

// A class record's name and members: one for all records of the same bytes, so that what is guessed holds for all.
struct WalkedShape {
  std::string_view name;
  std::uint32_t first = 0;  // of members()
  std::uint32_t count = 0;
};

// Ids of a payload: few bits each where they are as usual.
class GuessedIds {
 public:
  explicit GuessedIds(std::size_t input_size) : dense_(input_size / 4 + 64) {}
  bool contains(std::int32_t id) const {
    return is_dense(id) ? dense_[static_cast<std::size_t>(id)] : sparse_.contains(id);
  }
  // False: it is there, or there are too many.
  bool insert(std::int32_t id) {
    if (!is_dense(id)) return sparse_.size() < kMostSparse && sparse_.insert(id).second;
    if (dense_[static_cast<std::size_t>(id)]) return false;
    return dense_[static_cast<std::size_t>(id)] = true;
  }
  void erase(std::int32_t id) {
    if (is_dense(id)) {
      dense_[static_cast<std::size_t>(id)] = false;
    } else {
      sparse_.erase(id);
    }
  }

 private:
  static constexpr std::size_t kMostSparse = 65'536;
  bool is_dense(std::int32_t id) const { return id >= 0 && static_cast<std::size_t>(id) < dense_.size(); }

  std::vector<bool> dense_;
  std::unordered_set<std::int32_t> sparse_;
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
    std::size_t defined;
    std::size_t wanted;
    std::size_t shapes_of;
    std::vector<Frame> frames;
    double score;
    bool has_root;
  };

  GuessWalk(Bytes input, const ClassTypes* known);

  // Behind the header; false: there is none.
  bool start();
  Outcome run();
  std::uint32_t asked() const { return asked_; }
  // How the value here may be taken, and how usual it is then.
  std::vector<std::pair<double, Width>> ways() const;
  // Takes time in proportion to how deep the walk is.
  Mark mark();
  void restore(const Mark& mark);
  // Once more from the start, to see what the members' values are. Their widths are known.
  void look_at_values();

  bool is_late() const { return budget_ == 0; }
  // How usual the guessed values are, all together.
  double score() const { return score_; }
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
  void spend(std::uint64_t steps) { budget_ -= budget_ < steps ? budget_ : steps; }

  bool is_sound() const { return has_root_ && wanted_.size() == found_ && is_end(); }
  bool is_end() const;
  void leave_finished();
  void filled(std::uint64_t count = 1);
  bool value(const WalkedMember& member);
  bool skip_value(Width width);
  bool skip_char();
  bool define(std::int32_t id);
  bool define_object(std::int32_t id, bool top);
  bool want(std::int32_t id);
  bool record(bool top);
  bool null_run(RecordType type);
  bool typed_primitive(bool top);
  bool primitives(std::uint8_t primitive, std::int64_t length);
  bool primitive_array(std::int32_t id, bool top);
  bool open_array(std::int64_t length);
  bool open_object(std::uint32_t shape);
  bool binary_array(bool top);
  bool additional_info(MemberType& type);
  bool class_record(RecordType type, std::int32_t id);
  bool member_types(std::vector<MemberType>& types);
  std::uint32_t add_untyped_shape(std::string_view name, const std::vector<std::string_view>& names);
  std::uint32_t add_shape(std::string_view name, const std::vector<std::string_view>& names,
                          const std::vector<MemberType>& types);
  double value_score(Width width) const;
  double record_score() const;
  void note(WalkedMember& member) const;

  Bytes input_;
  const ClassTypes* known_;
  std::uint64_t budget_;  // of steps
  std::size_t at_ = 0;
  std::uint32_t asked_ = 0;
  std::int32_t root_ = 0;
  bool has_root_ = false;
  std::vector<Frame> frames_;
  std::vector<WalkedShape> shapes_;
  std::vector<WalkedMember> members_;
  std::unordered_map<std::string_view, std::uint32_t> shape_by_bytes_;
  std::vector<std::uint32_t> order_;                          // of untyped shapes
  std::unordered_map<std::int32_t, std::uint32_t> shape_of_;  // by the id of a class record
  std::vector<std::int32_t> shapes_of_, defined_, wanted_;
  GuessedIds defined_ids_, wanted_ids_;
  std::size_t found_ = 0;  // of `wanted_`
  double score_ = 0;
};

}  // namespace dotwire::nrbf
