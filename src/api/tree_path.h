// Where a line of the tree stands, grown and cut as the walk goes.
#pragma once

#include <string>
#include <string_view>

namespace dotwire {

class TreePath {
 public:
  std::size_t size() const { return text_.size(); }
  void cut(std::size_t size) { text_.resize(size); }
  void add(std::string_view step) {
    if (step.empty()) return;
    text_ += '/';
    text_ += step;
  }
  std::string_view view() const { return text_.empty() ? std::string_view("/") : std::string_view(text_); }

 private:
  std::string text_;
};

}  // namespace dotwire
