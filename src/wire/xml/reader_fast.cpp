// The usual shapes of elements in documents of rows, whole. Each says no, without moving, where anything is unusual.
#include "wire/xml/reader.h"
#include "wire/xml/scan.h"

namespace dotwire::xml {

bool Reader::try_start(NameId name, StringId name_space) {
  if (pending_end_ || failed_ || open_.empty() || open_.size() >= options_.limits.depth) return false;
  if (name >= names_.size()) return false;
  const char* const at = skip_space(at_, end_);
  const std::string_view tag = names_[name].start_tag();
  if (static_cast<std::size_t>(end_ - at) < tag.size() || !equal_bytes(at, tag.data(), tag.size())) return false;
  if (resolve(names_[name].prefix) != name_space) return false;
  node_begin_ = at;
  at_ = at + tag.size();
  name_ = last_start_ = name;
  name_space_ = name_space;
  empty_element_ = false;
  attributes_.clear();
  declarations_.clear();
  open_.push_back({name, name_space, undo_.size()});
  return true;
}

bool Reader::try_leaf(NameId name, StringId name_space, std::string_view& text) {
  if (pending_end_ || failed_ || open_.empty() || open_.size() >= options_.limits.depth) return false;
  if (name >= names_.size()) return false;
  const Name& full = names_[name];
  const char* const at = skip_space(at_, end_);
  const std::string_view start = full.start_tag();
  const std::string_view end = full.end_tag();
  if (static_cast<std::size_t>(end_ - at) < start.size() || !equal_bytes(at, start.data(), start.size())) return false;
  if (resolve(full.prefix) != name_space) return false;
  const char* const content = at + start.size();
  bool high = false;
  const char* const stop = find_text_stop(content, end_, high);
  if (static_cast<std::size_t>(end_ - stop) < end.size() || !equal_bytes(stop, end.data(), end.size())) return false;
  if (high && !check_characters(content, stop).ok()) return false;
  node_begin_ = at;
  text = {content, static_cast<std::size_t>(stop - content)};
  at_ = stop + end.size();
  return true;
}

bool Reader::try_end() {
  if (pending_end_ || failed_ || open_.empty()) return false;
  const std::string_view tag = names_[open_.back().name].end_tag();
  const char* const at = skip_space(at_, end_);
  if (static_cast<std::size_t>(end_ - at) < tag.size() || !equal_bytes(at, tag.data(), tag.size())) return false;
  node_begin_ = at;
  at_ = at + tag.size();
  pop();
  return true;
}

}  // namespace dotwire::xml
