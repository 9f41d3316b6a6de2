#include "wire/nrbf/guess_types.h"

#include <algorithm>

#include "wire/nrbf/guess_walk.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t kBoolean = 1, kByte = 2, kChar = 3, kDecimal = 5, kDouble = 6, kInt16 = 7, kInt32 = 8,
                       kInt64 = 9, kSingle = 11, kDateTime = 13;

struct Choice {
  std::uint32_t member;
  std::vector<Width> others;  // to be tried, the best last
  GuessWalk::Mark mark;
};

// A way to read the whole payload.
struct Solution {
  double score;
  std::vector<Width> widths;  // of the members that were met
};

MemberType type_of(const WalkedMember& member) {
  const auto primitive = [](std::uint8_t code) { return MemberType{0, code, {}, {}}; };
  const MemberValues& values = member.values;
  switch (member.width) {
    case Width::One: return primitive(values.booleans ? kBoolean : kByte);
    case Width::Two: return primitive(kInt16);
    case Width::Four: return primitive(values.singles ? kSingle : kInt32);
    case Width::Eight: return primitive(values.dates ? kDateTime : values.doubles ? kDouble : kInt64);
    case Width::Decimal: return primitive(kDecimal);
    case Width::Char: return primitive(kChar);
    default: return {};
  }
}

class Search {
 public:
  Search(Bytes input, const ClassTypes* known) : walk_(input, known) {}

  Result<GuessedTypes> run() {
    if (!walk_.start()) return not_found("no SerializedStreamHeader record");
    do {
      advance();
    } while (solutions_.size() < kMostSolutions && !walk_.is_late() && back());
    if (solutions_.empty()) {
      return not_found(walk_.is_late() ? "guessing them takes too long" : "no way to read the bytes makes sense");
    }
    return result();
  }

 private:
  static constexpr std::size_t kMostSolutions = 64;
  static constexpr double kMargin = 3;

  static Error not_found(const std::string& why) {
    return Error(ErrorCode::Unsupported,
                 "the payload does not say the types of members, and " + why + "; give --contract");
  }

  // To the end of the payload, or to where it makes no sense.
  void advance() {
    while (true) {
      switch (walk_.run()) {
        case GuessWalk::Outcome::Senseless: return;
        case GuessWalk::Outcome::Sound: return keep();
        case GuessWalk::Outcome::Asks: choose(); break;
      }
    }
  }

  void choose() {
    Choice choice{walk_.asked(), {}, walk_.mark()};
    std::vector<std::pair<double, Width>> ways = walk_.ways();
    std::ranges::stable_sort(ways, {}, &std::pair<double, Width>::first);
    for (const auto& [score, width] : ways) choice.others.push_back(width);
    choices_.push_back(std::move(choice));
    take_next();
  }
  void take_next() {
    Choice& choice = choices_.back();
    walk_.members()[choice.member].width = choice.others.back();
    choice.others.pop_back();
  }
  // To the last choice that leaves another way; false: there is none.
  bool back() {
    while (!choices_.empty()) {
      Choice& choice = choices_.back();
      if (!choice.others.empty()) {
        walk_.restore(choice.mark);
        take_next();
        return true;
      }
      walk_.members()[choice.member].width = Width::Unknown;
      choices_.pop_back();
    }
    return false;
  }

  void keep() {
    Solution solution{walk_.score(), {}};
    for (const WalkedMember& member : walk_.members()) solution.widths.push_back(member.width);
    solutions_.push_back(std::move(solution));
  }

  const Solution& best() const { return *std::ranges::max_element(solutions_, {}, &Solution::score); }

  // Ways of values that are far less usual are none that anyone would take.
  void mark_ambiguous() {
    const std::vector<Width>& taken = best().widths;
    for (const Solution& solution : solutions_) {
      if (solution.score < best().score - kMargin) continue;
      for (std::size_t i = 0; i < std::min(solution.widths.size(), taken.size()); ++i) {
        walk_.members()[i].ambiguous |= solution.widths[i] != taken[i];
      }
    }
  }

  void take_best() {
    const std::vector<Width>& taken = best().widths;
    std::vector<WalkedMember>& members = walk_.members();
    for (std::size_t i = 0; i < members.size(); ++i) members[i].width = i < taken.size() ? taken[i] : Width::Unknown;
    walk_.look_at_values();
  }

  GuessedTypes result() {
    GuessedTypes types;
    if (!choices_.empty()) types.cut_short();
    mark_ambiguous();
    take_best();
    for (const std::uint32_t index : walk_.untyped()) {
      const WalkedShape& shape = walk_.shape(index);
      std::vector<DeclaredMember> declared;
      for (std::uint32_t i = 0; i < shape.count; ++i) {
        const WalkedMember& member = walk_.members()[shape.first + i];
        if (member.width == Width::Unknown) continue;
        const MemberType type = member.guessed ? type_of(member) : member.type;
        declared.push_back({member.name, type});
        if (member.guessed) types.add({std::string(shape.name), std::string(member.name), type, member.ambiguous});
      }
      if (!declared.empty()) types.add(shape.name, std::move(declared));
    }
    return types;
  }

  GuessWalk walk_;
  std::vector<Choice> choices_;
  std::vector<Solution> solutions_;
};

}  // namespace

std::optional<std::span<const DeclaredMember>> GuessedTypes::find(std::string_view class_name) const {
  const auto found = classes_.find(std::string(class_name));
  if (found == classes_.end()) return std::nullopt;
  return found->second.declared;
}

void GuessedTypes::add(std::string_view class_name, std::vector<DeclaredMember> declared) {
  Class& made = classes_[std::string(class_name)];
  for (const DeclaredMember& member : declared) {
    if (std::ranges::find(made.declared, member.name, &DeclaredMember::name) != made.declared.end()) continue;
    made.names.emplace_back(member.name);
    made.declared.push_back({made.names.back(), member.type});
  }
}

Result<GuessedTypes> guess_types(Bytes input, const ClassTypes* known) { return Search(input, known).run(); }

}  // namespace dotwire::nrbf
