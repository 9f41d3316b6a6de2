#include "wire/nrbf/guess_ids.h"

namespace dotwire::nrbf {
namespace {

constexpr std::int32_t kStringInPlace = -1;  // XsdString (A.11)

}  // namespace

bool IdSet::insert(std::int32_t id) {
  if (!is_dense(id)) return sparse_.size() < kMostSparse && sparse_.insert(id).second;
  if (dense_[static_cast<std::size_t>(id)]) return false;
  return dense_[static_cast<std::size_t>(id)] = true;
}
void IdSet::erase(std::int32_t id) {
  if (is_dense(id)) {
    dense_[static_cast<std::size_t>(id)] = false;
  } else {
    sparse_.erase(id);
  }
}

bool GuessIds::start(std::int32_t root, std::int32_t headers) {
  root_ = root;
  if (!is_exact()) return true;
  bool is_new = false;
  if (!ask(root, is_new)) return false;
  if (headers > 0) {
    if (!ask(headers, is_new)) return false;
    queue_.push_back(headers);
  }
  queue_.push_back(root);
  return true;
}

bool GuessIds::ask(std::int32_t id, bool& is_new) {
  is_new = !defined_ids_.contains(id);
  if (!is_new) {
    if (id != last_ && rule_ == IdRule::Burns) ++next_;
  } else {
    if (id != next_ || pending_ != 0 || !define(id)) return false;
    ++next_;
  }
  last_ = id;
  return true;
}

bool GuessIds::define(std::int32_t id) {
  if (id == 0) return false;
  if (id < 0) return true;  // of a value, which may come again
  if (!defined_ids_.insert(id)) return false;
  defined_.push_back(id);
  if (!is_exact() && wanted_ids_.contains(id)) ++found_;
  return true;
}
// An object at the top that nothing refers to would not have been written.
bool GuessIds::define_object(std::int32_t id, bool top) {
  if (top && id != root_ && !wanted_ids_.contains(id)) return false;
  // And what something referred to before is written at the top.
  if (!top && id > 0 && wanted_ids_.contains(id)) return false;
  if (!define(id)) return false;
  if (id == root_) has_root_ = true;
  return true;
}
bool GuessIds::want(std::int32_t id) {
  if (id == 0) return false;
  if (wanted_ids_.contains(id)) return true;
  if (!wanted_ids_.insert(id)) return false;
  wanted_.push_back(id);
  if (defined_ids_.contains(id)) ++found_;
  return true;
}

bool GuessIds::object_at_top(std::int32_t id) {
  if (!is_exact()) return define_object(id, true);
  if (!may_be_object_at_top(id)) return false;
  ++head_;
  return true;
}
bool GuessIds::may_be_object_at_top(std::int32_t id) const {
  if (!is_exact()) return id > 0;
  return pending_ == 0 && head_ < queue_.size() && queue_[head_] == id;
}

bool GuessIds::value_in_place(std::int32_t id) {
  if (!is_exact()) return define_object(id, false);
  if (!may_be_value(id)) return false;
  if (pending_ == 0) {
    ++next_;
  } else {
    pending_ = 0;
  }
  return true;
}
bool GuessIds::may_be_value(std::int32_t id) const {
  if (!is_exact()) return id != 0;
  return id == -(pending_ != 0 ? pending_ : next_);
}

bool GuessIds::string(std::int32_t id) {
  if (id == kStringInPlace) return pending_ == 0;
  if (!is_exact()) return define_object(id, false);
  bool is_new = false;
  return ask(id, is_new) && is_new;
}
bool GuessIds::may_be_string(std::int32_t id) const {
  return id == kStringInPlace || (is_exact() ? id == next_ : id != 0);
}

bool GuessIds::reference(std::int32_t id) {
  if (!is_exact()) return want(id);
  bool is_new = false;
  if (!ask(id, is_new)) return false;
  if (is_new) queue_.push_back(id);
  return true;
}
bool GuessIds::may_be_reference(std::int32_t id) const {
  return is_exact() ? id == next_ || defined_ids_.contains(id) : id != 0;
}

bool GuessIds::library(std::int32_t id, bool top) {
  if (id <= 0) return false;
  if (!is_exact()) {
    if (!define(id)) return false;
  } else {
    if (id == next_ + 1 && !top && pending_ == 0) {
      pending_ = next_++;  // of the value whose members need it
    }
    if (id != next_) return false;
    ++next_;
    last_ = id;
  }
  if (!libraries_.insert(id)) return false;
  library_log_.push_back(id);
  return true;
}
bool GuessIds::may_be_library(std::int32_t id) const { return is_exact() ? id == next_ || id == next_ + 1 : id > 0; }

bool GuessIds::is_complete() const {
  if (is_exact()) return head_ == queue_.size() && pending_ == 0;
  return has_root_ && wanted_.size() == found_;
}

std::uint64_t GuessIds::state() const {
  std::uint64_t state = static_cast<std::uint32_t>(next_);
  for (const std::uint64_t part : {std::uint64_t{head_}, std::uint64_t{queue_.size()}, std::uint64_t{defined_.size()},
                                   std::uint64_t{wanted_.size()}, std::uint64_t{static_cast<std::uint32_t>(last_)},
                                   std::uint64_t{static_cast<std::uint32_t>(pending_)}}) {
    state = state * 0x100'0000'01B3 ^ part;
  }
  return state;
}

GuessIds::Mark GuessIds::mark() const {
  return {defined_.size(), wanted_.size(), library_log_.size(), queue_.size(), head_, next_, last_,
          pending_,        has_root_};
}

void GuessIds::restore(const Mark& mark) {
  for (std::size_t i = mark.defined; i < defined_.size(); ++i) {
    defined_ids_.erase(defined_[i]);
    if (!is_exact() && wanted_ids_.contains(defined_[i])) --found_;
  }
  defined_.resize(mark.defined);
  for (std::size_t i = mark.wanted; i < wanted_.size(); ++i) {
    wanted_ids_.erase(wanted_[i]);
    if (defined_ids_.contains(wanted_[i])) --found_;
  }
  wanted_.resize(mark.wanted);
  for (std::size_t i = mark.libraries; i < library_log_.size(); ++i) libraries_.erase(library_log_[i]);
  library_log_.resize(mark.libraries);
  queue_.resize(mark.queued);
  head_ = mark.head;
  next_ = mark.next;
  last_ = mark.last;
  pending_ = mark.pending;
  has_root_ = mark.has_root;
}

}  // namespace dotwire::nrbf
