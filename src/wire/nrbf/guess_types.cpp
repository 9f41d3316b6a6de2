#include "wire/nrbf/guess_types.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>
#include <utility>

#include "base/load.h"
#include "wire/nrbf/guess_split.h"
#include "wire/nrbf/guess_walk.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t kBoolean = 1, kByte = 2, kChar = 3, kDecimal = 5, kDouble = 6, kInt16 = 7, kInt32 = 8,
                       kInt64 = 9, kSingle = 11, kDateTime = 13;

// One way to go on at a member that is not known.
struct Way {
  Width width;              // Record, Decimal, Char; One: numbers
  std::uint32_t count = 1;  // Numbers: of so many members
  std::uint32_t size = 0;   // and so many bytes
  bool is_firm = false;     // what follows has an id that only it can have
  double gain = 0;          // bits that it saves for each byte that it tells
};

struct Choice {
  std::uint32_t member;
  std::vector<Way> others;  // to be tried, the best last
  std::uint32_t taken = 0;  // members
  GuessWalk::Mark mark;
  std::uint64_t place = 0;     // GuessWalk::place() there
  std::uint32_t leans_on = 0;  // the first choice whose members the ways from here met again
  bool is_sound = false;       // one of these ways is
};

// A way to read the whole payload.
struct Solution {
  std::int64_t cost;
  std::vector<Width> widths;  // of the members that were met
  std::vector<std::uint32_t> runs;
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

double gain_of(std::int64_t bits, std::uint64_t bytes) {
  return (8.0 * static_cast<double>(bytes) - static_cast<double>(bits)) / static_cast<double>(bytes);
}

// Where values of the first members of runs lie.
class Places final : public GuessWalk::Visitor {
 public:
  explicit Places(const std::vector<WalkedMember>& members) : members_(members), places_(members.size()) {}
  void visit(std::uint32_t member, const std::uint8_t* at) override {
    if (members_[member].run != 0 && places_[member].size() < kMost) places_[member].push_back(at);
  }
  const std::vector<const std::uint8_t*>& of(std::size_t member) const { return places_[member]; }

 private:
  static constexpr std::size_t kMost = 256;
  const std::vector<WalkedMember>& members_;
  std::vector<std::vector<const std::uint8_t*>> places_;
};

// What the values of each member have in common.
class Values final : public GuessWalk::Visitor {
 public:
  explicit Values(std::vector<WalkedMember>& members) : members_(members) {}
  void visit(std::uint32_t index, const std::uint8_t* at) override {
    WalkedMember& member = members_[index];
    MemberValues& values = member.values;
    switch (member.width) {
      case Width::One: values.booleans &= *at <= 1; break;
      case Width::Four: {
        const auto number = std::abs(static_cast<std::int64_t>(load<std::int32_t>(at)));
        values.singles &= number == 0 || (number > 10'000'000 && looks_like_single(load<float>(at)));
        break;
      }
      case Width::Eight: {
        const auto bits = load<std::uint64_t>(at);
        values.dates &= looks_like_date(bits) || bits == 0;
        values.doubles &= bits == 0 || looks_like_double(load<double>(at));
        break;
      }
      default: break;
    }
  }

 private:
  std::vector<WalkedMember>& members_;
};

class Search {
 public:
  // Ways of `bound` bits and more are of no interest.
  Search(Bytes input, const ClassTypes* known, IdRule rule, std::int64_t bound = NumberSplits::kNoWay)
      : walk_(input, known, rule), bound_(bound) {}

  // Whether there is a way.
  bool run() {
    if (!walk_.start()) return false;
    do {
      advance();
    } while (solutions_.size() < kMostSolutions && !walk_.is_late() && back());
    return !solutions_.empty();
  }
  bool is_late() const { return walk_.is_late(); }
  // Bits of the best way.
  std::int64_t cost() const { return cheapest_; }

  GuessedTypes result() {
    GuessedTypes types;
    if (!choices_.empty() || left_ways_out_) types.cut_short();
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

 private:
  static constexpr std::size_t kMostSolutions = 64, kMostWays = 64;
  static constexpr std::uint32_t kMostNumbers = 48;  // that are looked at together
  static constexpr std::uint64_t kFirm = 5;          // bytes of a record with an id
  static constexpr std::size_t kMostDead = 65'536;
  // Ways of so many bits more are none that anyone would take.
  static constexpr std::int64_t kMargin = 10;

  // To the end of the payload, or to where it makes no sense.
  void advance() {
    while (true) {
      switch (walk_.run()) {
        case GuessWalk::Outcome::Senseless: return;
        case GuessWalk::Outcome::Sound: return keep();
        case GuessWalk::Outcome::Asks:
          if (walk_.cost() > cheapest_ + kMargin || walk_.cost() >= bound_) return give_up();
          if (!choose()) return;
      }
    }
  }

  // What costs too much here may not elsewhere.
  void give_up() {
    if (!choices_.empty()) choices_.back().is_sound = true;
  }

  bool choose() {
    lean();
    const std::uint64_t place = walk_.place();
    if (dead_.contains(place)) return false;
    Choice choice{walk_.asked(), find_ways(), 0, walk_.mark(), place, UINT32_MAX, false};
    if (choice.others.empty()) return false;
    choices_.push_back(std::move(choice));
    take_next();
    return true;
  }

  // Which choices the walk met again since it was asked last.
  void lean() {
    const std::uint32_t depth = walk_.take_depth();
    if (!choices_.empty()) choices_.back().leans_on = std::min(choices_.back().leans_on, depth);
  }

  std::vector<Way> find_ways() {
    std::vector<Way> ways;
    if (const GuessWalk::Sight record = walk_.record_at(0); record.bytes != 0) {
      const int name = name_cost(walk_.members()[walk_.asked()].name, Width::Record);
      add_way(ways, {Width::Record}, record.bytes, record.cost + kRecordCost + name);
    }
    if (const GuessWalk::Sight decimal = walk_.decimal_at(0); decimal.bytes != 0) {
      add_way(ways, {Width::Decimal}, decimal.bytes, decimal.cost);
    }
    // A Char of one byte is as wide as a byte.
    if (walk_.is_char_at(0)) add_way(ways, {Width::Char}, walk_.rest()[0] < 0xE0 ? 2 : 3, kCharCost);
    add_numbers(ways);
    std::ranges::stable_sort(
        ways, [](const Way& a, const Way& b) { return std::pair(a.is_firm, a.gain) < std::pair(b.is_firm, b.gain); });
    if (ways.size() > kMostWays) {
      ways.erase(ways.begin(), ways.end() - kMostWays);
      left_ways_out_ = true;
    }
    return ways;
  }

  // Of one member, whose value is so many bytes long. That of a longer record is not known before it is read.
  void add_way(std::vector<Way>& ways, Way way, std::uint64_t bytes, std::int64_t cost) const {
    if (way.width == Width::Record && bytes >= kFirm) {
      way.is_firm = true;
      way.gain = gain_of(cost, bytes);
    } else {
      const GuessWalk::Sight next =
          bytes == 2 && way.width == Width::Record ? GuessWalk::Sight{1, 8} : walk_.follows(bytes, 1);
      if (next.bytes == 0 && !goes_on(1)) return;
      way.is_firm = next.bytes >= kFirm;
      way.gain = gain_of(cost + next.cost, bytes + next.bytes);
    }
    ways.push_back(way);
  }
  // Whether behind so many members there is another one that may be anything.
  bool goes_on(std::uint32_t count) const { return count < walk_.unknown_members(); }

  NumberSplits splits() {
    const std::uint32_t count = std::min(walk_.unknown_members(), kMostNumbers);
    const Bytes rest = walk_.rest();
    const std::uint8_t* place = rest.data();
    NumberSplits splits(std::span(walk_.members()).subspan(walk_.asked(), count), {&place, 1},
                        static_cast<std::uint32_t>(std::min<std::size_t>(rest.size(), std::size_t{8} * count)));
    walk_.spend(splits.steps());
    return splits;
  }

  // Numbers of this member and those behind it, up to where something else may follow.
  void add_numbers(std::vector<Way>& ways) {
    const NumberSplits numbers = splits();
    const std::uint32_t unknown = walk_.unknown_members();
    for (std::uint32_t count = 1; count <= std::min(unknown, kMostNumbers); ++count) {
      for (std::uint32_t size = count; size <= std::min<std::size_t>(8 * count, walk_.rest().size()); ++size) {
        const std::int64_t cost = numbers.cost(count, size);
        if (cost >= NumberSplits::kNoWay) continue;
        GuessWalk::Sight next = walk_.follows(size, count);
        if (next.bytes == 0 && count == kMostNumbers && goes_on(count)) next = {1, 8};
        if (next.bytes == 0) continue;
        ways.push_back({Width::One, count, size, next.bytes >= kFirm, gain_of(cost + next.cost, size + next.bytes)});
      }
    }
  }

  void take_next() {
    Choice& choice = choices_.back();
    const Way way = choice.others.back();
    choice.others.pop_back();
    choice.taken = way.count;
    const auto depth = static_cast<std::uint32_t>(choices_.size() - 1);
    const std::span<WalkedMember> members = std::span(walk_.members()).subspan(choice.member, way.count);
    for (WalkedMember& member : members) member.depth = depth;
    if (way.width != Width::One) {
      members[0].width = way.width;
      return;
    }
    const std::vector<Width> widths = splits().widths(way.count, way.size);
    members[0].run = way.count;
    for (std::uint32_t i = 0; i < way.count; ++i) members[i].width = widths[i];
  }
  // To the last choice that leaves another way; false: there is none.
  bool back() {
    lean();
    while (!choices_.empty()) {
      Choice& choice = choices_.back();
      for (std::uint32_t i = 0; i < choice.taken; ++i) {
        walk_.members()[choice.member + i].width = Width::Unknown;
        walk_.members()[choice.member + i].depth = UINT32_MAX;
      }
      walk_.members()[choice.member].run = 0;
      if (!choice.others.empty()) {
        walk_.restore(choice.mark);
        take_next();
        return true;
      }
      leave_choice();
    }
    return false;
  }

  // Where no way made sense and none leaned on choices before, none will, however the walk comes here.
  void leave_choice() {
    const Choice& choice = choices_.back();
    const auto depth = static_cast<std::uint32_t>(choices_.size() - 1);
    const std::uint32_t leans_on = choice.leans_on;
    const bool is_sound = choice.is_sound;
    if (!is_sound && leans_on >= depth && dead_.size() < kMostDead) dead_.insert(choice.place);
    choices_.pop_back();
    if (choices_.empty()) return;
    choices_.back().leans_on = std::min(choices_.back().leans_on, leans_on);
    choices_.back().is_sound |= is_sound;
  }

  void keep() {
    if (walk_.cost() >= bound_) return give_up();
    Solution solution{walk_.cost(), {}, {}};
    for (const WalkedMember& member : walk_.members()) {
      solution.widths.push_back(member.width);
      solution.runs.push_back(member.run);
    }
    cheapest_ = std::min(cheapest_, solution.cost);
    if (!choices_.empty()) choices_.back().is_sound = true;
    solutions_.push_back(std::move(solution));
  }

  const Solution& best() const { return *std::ranges::min_element(solutions_, {}, &Solution::cost); }

  void mark_ambiguous() {
    const std::vector<Width>& taken = best().widths;
    for (const Solution& solution : solutions_) {
      if (solution.cost > best().cost + kMargin) continue;
      for (std::size_t i = 0; i < std::min(solution.widths.size(), taken.size()); ++i) {
        walk_.members()[i].ambiguous |= solution.widths[i] != taken[i];
      }
    }
  }

  void take_best() {
    const Solution& taken = best();
    std::vector<WalkedMember>& members = walk_.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i].width = i < taken.widths.size() ? taken.widths[i] : Width::Unknown;
      members[i].run = i < taken.runs.size() ? taken.runs[i] : 0;
    }
    split_by_all_objects();
    Values values(members);
    walk_.replay(values);
  }

  // What the first object of a class left open.
  void split_by_all_objects() {
    std::vector<WalkedMember>& members = walk_.members();
    Places places(members);
    walk_.replay(places);
    for (std::size_t first = 0; first < members.size(); ++first) {
      const std::uint32_t count = members[first].run;
      if (count == 0 || places.of(first).empty()) continue;
      const std::span<WalkedMember> run = std::span(members).subspan(first, count);
      std::uint32_t size = 0;
      for (const WalkedMember& member : run) size += bytes_of(member.width);
      const NumberSplits splits(run, places.of(first), size);
      const std::vector<Width> widths = splits.widths(count, size);
      const std::vector<bool> doubtful = splits.doubtful(kMargin);
      for (std::uint32_t i = 0; i < count; ++i) {
        run[i].width = widths[i];
        run[i].ambiguous = run[i].ambiguous || doubtful[i];
      }
    }
  }

  GuessWalk walk_;
  std::int64_t bound_;
  std::vector<Choice> choices_;
  std::vector<Solution> solutions_;
  std::int64_t cheapest_ = NumberSplits::kNoWay;
  bool left_ways_out_ = false;
  std::unordered_set<std::uint64_t> dead_;  // places from which no way makes sense
};

Error not_found(const std::string& why) {
  return Error(ErrorCode::Unsupported,
               "the payload does not say the types of members, and " + why + "; give --contract");
}

Error too_late() { return not_found("guessing them takes too long"); }

}  // namespace

std::optional<std::span<const DeclaredMember>> GuessedTypes::find(std::string_view class_name) const {
  const auto found = classes_.find(std::string(class_name));
  if (found == classes_.end()) return std::nullopt;
  return found->second.declared;
}

void GuessedTypes::add(std::string_view class_name, const std::vector<DeclaredMember>& declared) {
  Class& made = classes_[std::string(class_name)];
  // Of one record two members may have one name; further records of the class only add names.
  const bool is_first = made.declared.empty();
  for (const DeclaredMember& member : declared) {
    const bool is_there = std::ranges::find(made.declared, member.name, &DeclaredMember::name) != made.declared.end();
    if (is_there && !is_first) continue;
    made.names.emplace_back(member.name);
    made.declared.push_back({made.names.back(), member.type});
  }
}

// By the rules of .NET's writer first, which leave the fewest ways; old Mono's only differ where references repeat.
Result<GuessedTypes> guess_types(Bytes input, const ClassTypes* known) {
  Search burns(input, known, IdRule::Burns);
  const bool is_found = burns.run();
  if (!is_found && burns.is_late()) return too_late();
  Search keeps(input, known, IdRule::Keeps, burns.cost());
  if (keeps.run()) return keeps.result();
  if (is_found) return burns.result();
  Search any(input, known, IdRule::Any);
  if (any.run()) return any.result();
  return keeps.is_late() || any.is_late() ? too_late() : not_found("no way to read the bytes makes sense");
}

}  // namespace dotwire::nrbf
