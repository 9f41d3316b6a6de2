// The ids of a payload, as its writer gave them out (nrbf-soap.md A.7): what a record's id must be, where all before it
// are known. Can be taken back to an earlier place.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace dotwire::nrbf {

// Ids of a payload: few bits each where they are as usual.
class IdSet {
 public:
  explicit IdSet(std::size_t input_size) : dense_(input_size / 4 + 64) {}
  bool contains(std::int32_t id) const {
    return is_dense(id) ? dense_[static_cast<std::size_t>(id)] : sparse_.contains(id);
  }
  // False: it is there, or there are too many.
  bool insert(std::int32_t id);
  void erase(std::int32_t id);

 private:
  static constexpr std::size_t kMostSparse = 65'536;
  bool is_dense(std::int32_t id) const { return id >= 0 && static_cast<std::size_t>(id) < dense_.size(); }

  std::vector<bool> dense_;
  std::unordered_set<std::int32_t> sparse_;
};

// Who wrote the payload.
enum class IdRule : std::uint8_t {
  Burns,  // .NET and Mono: numbers in order, one lost where a known object is asked for again; objects first in, first
          // out
  Keeps,  // old Mono: none is lost
  Any,    // whoever: ids are unique, references lead somewhere, and what stands at the top was referred to before
};

class GuessIds {
 public:
  GuessIds(IdRule rule, std::size_t input_size)
      : rule_(rule), defined_ids_(input_size), wanted_ids_(input_size), libraries_(input_size) {}

  // Of the header. False: no writer begins so.
  bool start(std::int32_t root, std::int32_t headers);

  // A record of that id may stand here; it is noted.
  bool object_at_top(std::int32_t id);
  bool value_in_place(std::int32_t id);  // a class record among values
  bool string(std::int32_t id);          // among values
  bool reference(std::int32_t id);
  bool library(std::int32_t id, bool top);
  // What the next of these may be, as far as that can be said; nothing is noted.
  bool may_be_object_at_top(std::int32_t id) const;
  bool may_be_value(std::int32_t id) const;
  bool may_be_string(std::int32_t id) const;
  bool may_be_reference(std::int32_t id) const;
  bool may_be_library(std::int32_t id) const;

  bool is_library(std::int32_t id) const { return libraries_.contains(id); }
  // All that was referred to is there.
  bool is_complete() const;
  // Objects and strings so far.
  std::size_t count() const { return defined_.size() + wanted_.size(); }

  // A number for all of it, as far as few numbers can say it.
  std::uint64_t state() const;

  struct Mark {
    std::size_t defined, wanted, libraries, queued, head;
    std::int32_t next, last, pending;
    bool has_root;
  };
  Mark mark() const;
  void restore(const Mark& mark);

 private:
  bool is_exact() const { return rule_ != IdRule::Any; }
  bool ask(std::int32_t id, bool& is_new);
  bool define(std::int32_t id);
  bool define_object(std::int32_t id, bool top);
  bool want(std::int32_t id);

  IdRule rule_;
  std::int32_t root_ = 0;
  bool has_root_ = false;
  // Exact rules: the next number, what was asked for last, a value's number that was taken before libraries of its
  // members, and objects that wait to be written.
  std::int32_t next_ = 1;
  std::int32_t last_ = 0;
  std::int32_t pending_ = 0;
  std::vector<std::int32_t> queue_;
  std::size_t head_ = 0;
  // Exact rules: what was asked for. Otherwise: what has its record.
  IdSet defined_ids_;
  std::vector<std::int32_t> defined_;
  // IdRule::Any: what was referred to.
  IdSet wanted_ids_;
  std::vector<std::int32_t> wanted_;
  std::size_t found_ = 0;  // of `wanted_`
  IdSet libraries_;
  std::vector<std::int32_t> library_log_;
};

}  // namespace dotwire::nrbf
