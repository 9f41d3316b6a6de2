#include "clr/type_name.h"

#include <algorithm>

namespace dotwire {
namespace {

Error bad_name(std::size_t offset, const char* what) { return Error(ErrorCode::Malformed, offset, what); }

// A generic argument list that is open while its arguments are read.
struct OpenList {
  std::uint32_t node;  // whose arguments these are
  bool bracketed;      // the current argument has brackets of its own, and may name an assembly
};

class TypeNameParser {
 public:
  TypeNameParser(std::string_view text, const Limits& limits) : text_(text), limit_(limits.type_name_parts) {}

  Result<TypeName> parse() {
    std::uint32_t node = 0;
    if (Status status = open_node(node); !status.ok()) return std::move(status).error();
    while (true) {
      if (Status status = read_name(node); !status.ok()) return std::move(status).error();
      if (starts_arguments()) {
        ++at_;
        if (Status status = open_argument(node, node); !status.ok()) return std::move(status).error();
        continue;
      }
      bool done = false;
      if (Status status = finish(node, done); !status.ok()) return std::move(status).error();
      if (done) return std::move(type_);
    }
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (peek() == ' ') ++at_;
  }

  Status count_part() {
    if (++parts_ > limit_) return Error(ErrorCode::LimitExceeded, at_, "type name has too many parts");
    return {};
  }

  Status open_node(std::uint32_t& node) {
    node = static_cast<std::uint32_t>(type_.nodes.size());
    type_.nodes.emplace_back();
    return count_part();
  }

  // Behind the opening bracket or a comma: an argument of `owner`.
  Status open_argument(std::uint32_t owner, std::uint32_t& node) {
    const bool bracketed = take('[');
    lists_.push_back({owner, bracketed});
    Status status = open_node(node);
    type_.nodes[owner].arguments.push_back(node);
    return status;
  }

  Status read_name(std::uint32_t node) {
    skip_blanks();
    const std::size_t start = at_;
    while (!at_end() && text_.substr(at_, 1).find_first_of("[],*&") == std::string_view::npos) {
      if (text_[at_] == '\\' && ++at_ == text_.size()) return bad_name(start, "type name ends in an escape");
      if (text_[at_] == '+') {
        if (Status status = count_part(); !status.ok()) return status;
      }
      ++at_;
    }
    if (at_ == start) return bad_name(start, "type name is empty");
    type_.nodes[node].name = text_.substr(start, at_ - start);
    return {};
  }

  // "[" opens arguments unless it is "[]", "[,", "[*".
  bool starts_arguments() const {
    return peek() == '[' && at_ + 1 < text_.size() &&
           std::string_view("],*").find(text_[at_ + 1]) == std::string_view::npos;
  }

  Status read_suffixes(std::uint32_t node) {
    while (true) {
      TypeSuffix suffix;
      const std::size_t start = at_;
      if (take('*')) {
        suffix.kind = TypeSuffix::Kind::Pointer;
      } else if (take('&')) {
        suffix.kind = TypeSuffix::Kind::ByRef;
      } else if (take('[')) {
        suffix.variable = take('*');
        while (take(',')) {
          ++suffix.rank;
          take('*');
        }
        if (suffix.rank > 32) return bad_name(start, "array rank is over 32");
        if (suffix.rank > 1) suffix.variable = false;  // any array of several dimensions may have lower bounds
        if (!take(']')) return bad_name(start, "array suffix without its bracket");
      } else {
        return {};
      }
      if (Status status = count_part(); !status.ok()) return status;
      type_.nodes[node].suffixes.push_back(suffix);
    }
  }

  // An assembly name up to the end, or inside brackets up to theirs.
  Status read_assembly(std::uint32_t node, bool inside) {
    skip_blanks();
    const std::size_t start = at_;
    bool quoted = false;
    while (!at_end() && (quoted || !inside || text_[at_] != ']')) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        ++at_;
      else if (text_[at_] == '"')
        quoted = !quoted;
      ++at_;
    }
    if (at_ == start) return bad_name(start, "assembly name is empty");
    type_.nodes[node].assembly = text_.substr(start, at_ - start);
    return {};
  }

  // Behind a name or a closed argument list: suffixes, the assembly, and every list that closes here. `node` becomes
  // the next argument to read.
  Status finish(std::uint32_t& node, bool& done) {
    while (true) {
      if (Status status = read_suffixes(node); !status.ok()) return status;
      skip_blanks();
      const bool inside = !lists_.empty();
      if (!inside || lists_.back().bracketed) {
        if (take(',')) {
          if (Status status = read_assembly(node, inside); !status.ok()) return status;
        }
      }
      if (!inside) {
        done = at_end();
        return done ? Status() : bad_name(at_, "unexpected character behind a type name");
      }
      const OpenList list = lists_.back();
      lists_.pop_back();
      if (list.bracketed && !take(']')) return bad_name(at_, "generic argument without its bracket");
      skip_blanks();
      if (take(',')) {
        skip_blanks();
        return open_argument(list.node, node);
      }
      if (!take(']')) return bad_name(at_, "generic arguments without their bracket");
      node = list.node;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t limit_;
  std::uint32_t parts_ = 0;
  std::vector<OpenList> lists_;
  TypeName type_;
};

void append_suffix(std::string& out, const TypeSuffix& suffix) {
  switch (suffix.kind) {
    case TypeSuffix::Kind::Pointer: out += '*'; return;
    case TypeSuffix::Kind::ByRef: out += '&'; return;
    case TypeSuffix::Kind::Array: break;
  }
  out += '[';
  if (suffix.variable) out += '*';
  out.append(suffix.rank - 1, ',');
  out += ']';
}

// Where the writer stands in a node: its name is written, and so many of its arguments.
struct WriteFrame {
  std::uint32_t node;
  std::uint32_t next_argument;
};

}  // namespace

Result<TypeName> parse_type_name(std::string_view text, const Limits& limits) {
  return TypeNameParser(text, limits).parse();
}

std::string to_text(const TypeName& type, TypeNameForm form) {
  const bool assemblies = form != TypeNameForm::ToString;
  std::string out;
  std::vector<WriteFrame> stack{{0, 0}};
  out += type.root().name;
  while (!stack.empty()) {
    WriteFrame& frame = stack.back();
    const TypeName::Node& node = type.nodes[frame.node];
    if (frame.next_argument < node.arguments.size()) {
      out += frame.next_argument == 0 ? '[' : ',';
      const std::uint32_t argument = node.arguments[frame.next_argument++];
      if (assemblies && !type.nodes[argument].assembly.empty()) out += '[';
      out += type.nodes[argument].name;
      stack.push_back({argument, 0});
      continue;
    }
    if (!node.arguments.empty()) out += ']';
    for (const TypeSuffix& suffix : node.suffixes) append_suffix(out, suffix);
    const bool outermost = frame.node == 0;
    if (!node.assembly.empty() && assemblies && (!outermost || form == TypeNameForm::AssemblyQualified)) {
      out += ", ";
      out += node.assembly;
      if (!outermost) out += ']';
    }
    stack.pop_back();
  }
  return out;
}

std::string to_type_string(std::string_view class_name, const Limits& limits) {
  if (class_name.find_first_of("[,") == std::string_view::npos) return std::string(class_name);
  Result<TypeName> type = parse_type_name(class_name, limits);
  return type.ok() ? to_text(*type, TypeNameForm::ToString) : std::string(class_name);
}

bool same_type(std::string_view a, std::string_view b, const Limits& limits) {
  if (a == b) return true;
  const Result<TypeName> left = parse_type_name(a, limits);
  if (!left.ok()) return false;
  const Result<TypeName> right = parse_type_name(b, limits);
  if (!right.ok() || !equal_without_assemblies(*left, *right)) return false;
  return std::equal(left->nodes.begin(), left->nodes.end(), right->nodes.begin(),
                    [](const TypeName::Node& x, const TypeName::Node& y) {
                      if (x.assembly.empty() || y.assembly.empty()) return true;
                      return simple_name(x.assembly) == simple_name(y.assembly) ||
                             (is_framework_assembly(x.assembly) && is_framework_assembly(y.assembly));
                    });
}

bool equal_without_assemblies(const TypeName& a, const TypeName& b) {
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                    [](const TypeName::Node& left, const TypeName::Node& right) {
                      return left.name == right.name && left.arguments == right.arguments &&
                             left.suffixes == right.suffixes;
                    });
}

}  // namespace dotwire
