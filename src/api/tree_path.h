// Where a line of the tree stands, grown and cut as the walk goes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dotwire {

class TreePath {
 public:
  // Steps that are shown of a longer path, half of them from either end: so that a chain of N objects takes no N^2
  // bytes.
  static constexpr std::size_t kMostSteps = 256;

  std::size_t size() const { return text_.size(); }
  void cut(std::size_t size) {
    text_.resize(size);
    while (!starts_.empty() && starts_.back() >= size) starts_.pop_back();
  }
  void add(std::string_view step) {
    if (step.empty()) return;
    starts_.push_back(text_.size());
    text_ += '/';
    text_ += step;
  }
  // Lives until the path changes, or the next call.
  std::string_view view() const {
    if (text_.empty()) return "/";
    if (starts_.size() <= kMostSteps) return text_;
    constexpr std::size_t kHalf = kMostSteps / 2;
    shown_.assign(text_, 0, starts_[kHalf]);
    shown_ += "/...";
    shown_.append(text_, starts_[starts_.size() - kHalf]);
    return shown_;
  }

 private:
  std::string text_;
  std::vector<std::size_t> starts_;  // of each step, at its '/'
  mutable std::string shown_;
};

}  // namespace dotwire
