// Types of the members of untyped class records (A.11), found by trying: a payload's bytes can be split into members in
// few ways so that every record is one, every reference leads somewhere, and the last record is MessageEnd.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

// A member whose type nobody knew.
struct GuessedMember {
  std::string class_name;
  std::string name;
  MemberType type;
  bool is_ambiguous = false;  // there is another way, of values that are about as usual
};

class GuessedTypes final : public ClassTypes {
 public:
  std::string_view title() const override { return "the payload"; }
  std::optional<std::span<const DeclaredMember>> find(std::string_view class_name) const override;

  // In the order in which the payload has them.
  const std::vector<GuessedMember>& members() const { return members_; }
  // Not all ways were tried, since there are too many.
  bool is_cut_short() const { return cut_short_; }

  void add(std::string_view class_name, const std::vector<DeclaredMember>& declared);
  void add(GuessedMember member) { members_.push_back(std::move(member)); }
  void cut_short() { cut_short_ = true; }

 private:
  struct Class {
    std::deque<std::string> names;  // that `declared` borrows
    std::vector<DeclaredMember> declared;
  };
  std::unordered_map<std::string, Class> classes_;
  std::vector<GuessedMember> members_;
  bool cut_short_ = false;
};

// `known` (may be null) and the framework's classes are believed. Of several ways that of the most usual values is
// taken: numbers near 0, dates of these centuries. How wide a number is the bytes decide, what it is they only suggest:
// four bytes are an Int32 unless all of them look like a Single. Unsupported where no way makes sense, or none was
// found in time; remoting messages are not tried. Time is bounded by the size of the input.
Result<GuessedTypes> guess_types(Bytes input, const ClassTypes* known = nullptr);

}  // namespace dotwire::nrbf
