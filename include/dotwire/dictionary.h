// A Dictionary<K, V> that keeps its entries in the order of adding, as .NET's does while nothing is removed: what was
// read is written again in the same order.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>

namespace dotwire {

// Entries do not move while others are added. Keys are not to be changed in place. One thread at a time changes it.
template <class K, class V, class Hash = std::hash<K>, class Equal = std::equal_to<K>>
class Dictionary {
 public:
  using key_type = K;
  using mapped_type = V;
  using value_type = std::pair<K, V>;
  using iterator = typename std::deque<value_type>::iterator;
  using const_iterator = typename std::deque<value_type>::const_iterator;

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  iterator begin() { return entries_.begin(); }
  iterator end() { return entries_.end(); }
  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }

  iterator find(const K& key) { return entries_.begin() + index_of(key); }
  const_iterator find(const K& key) const { return entries_.begin() + index_of(key); }
  bool contains(const K& key) const { return find(key) != end(); }

  // The entry of that key, and whether it is new; one that was there stays as it is.
  template <class Key, class... Arguments>
  std::pair<iterator, bool> emplace(Key&& key, Arguments&&... arguments) {
    K made(std::forward<Key>(key));
    const std::size_t hash = Hash{}(made);
    const std::ptrdiff_t found = index_of(made, hash);
    if (static_cast<std::size_t>(found) != entries_.size()) return {entries_.begin() + found, false};
    index_.emplace(hash, entries_.size());
    entries_.emplace_back(std::piecewise_construct, std::forward_as_tuple(std::move(made)),
                          std::forward_as_tuple(std::forward<Arguments>(arguments)...));
    return {std::prev(entries_.end()), true};
  }

  V& operator[](const K& key) { return emplace(key).first->second; }

  void clear() {
    index_.clear();
    entries_.clear();
  }

  // The same entries in the same order.
  friend bool operator==(const Dictionary& left, const Dictionary& right) { return left.entries_ == right.entries_; }

 private:
  std::ptrdiff_t index_of(const K& key) const { return index_of(key, Hash{}(key)); }

  // Where the key is, or the number of entries.
  std::ptrdiff_t index_of(const K& key, std::size_t hash) const {
    const auto [from, to] = index_.equal_range(hash);
    for (auto at = from; at != to; ++at) {
      if (Equal{}(entries_[at->second].first, key)) return static_cast<std::ptrdiff_t>(at->second);
    }
    return static_cast<std::ptrdiff_t>(entries_.size());
  }

  std::deque<value_type> entries_;
  std::unordered_multimap<std::size_t, std::size_t> index_;  // from the hash of a key
};

}  // namespace dotwire
