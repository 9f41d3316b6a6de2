// Other names for types on the way out: classes that moved, were renamed or went to another assembly.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// A list of "OLD => NEW" lines; blank lines and lines that begin with # do not count. OLD and NEW are
//   Ns.Type                     a class of any assembly, which stays; nested classes ("Ns.Type+Inner") go along
//   Ns.Type, Assembly           a class of that assembly; NEW gives the new one in full ("Name, Version=...")
//   *, Assembly                 all classes of an assembly
// An assembly in OLD that is a simple name stands for all versions. The first line that fits a name is used, once.
// Constant after reading; any thread.
class TypeRenames {
 public:
  // Malformed, with the line.
  static Result<TypeRenames> read(std::string_view text);

  bool empty() const { return rules_.empty(); }
  // A class name and its library as records have them, generic arguments and arrays of it too. An empty library is the
  // core library; so is a new one that is a name of it.
  struct Name {
    std::string type;
    std::string library;
  };
  // `used` (may be null) is set at the numbers of the lines that are used.
  Name apply(std::string_view type, std::string_view library, const Limits& limits = {},
             std::vector<bool>* used = nullptr) const;
  // The lines, without blanks around them.
  std::vector<std::string_view> lines() const;

 private:
  struct Rule {
    std::string line;
    std::string type;      // empty: all of the assembly
    std::string assembly;  // empty: any
    std::string new_type;
    std::string new_assembly;  // empty: stays
  };
  const Rule* find(std::string_view type, std::string_view assembly) const;
  // The number of the first rule of that type (empty: all) that fits the assembly, if it is less than `best`.
  std::size_t first(std::string_view type, std::string_view assembly, std::size_t best) const;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::vector<Rule> rules_;
  // Numbers of rules by their type, in their order.
  std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>> by_type_;
  std::size_t longest_type_ = 0;
};

// Copies what of the graph has names: objects and arrays. `to` borrows strings, values and the input from `from`, which
// must outlive it. `to` is for GraphWriter: ids and places of libraries are not kept.
// `used` (may be null) says of each line whether it fitted a name.
Status rename_types(const model::Graph& from, const TypeRenames& renames, model::Graph& to, const Limits& limits = {},
                    std::vector<bool>* used = nullptr);

}  // namespace dotwire::nrbf
