// "classes": the class records of a graph from its JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dotwire/graph.h"
#include "formats/graph_json/type_text.h"
#include "wire/json/pull.h"

namespace dotwire::graph_json {

struct ReadClass {
  model::Type* type = nullptr;
  bool is_struct = false;
  std::vector<std::string_view> keys;                          // of the members, in order
  std::unordered_map<std::string_view, std::uint32_t> by_key;  // where there are many

  // The member that goes by that name; `guess` is looked at first. Past the end if there is none.
  std::uint32_t find(std::string_view key, std::uint32_t guess) const;
};

// Types live in the graph; texts borrow from the input or the graph's arena.
class ClassReader {
 public:
  ClassReader(json::Pull& in, model::Graph& graph) : in_(in), graph_(graph) {}

  // The value of "libraries", which stands before "classes" where there is a "$form".
  Status read_libraries();
  // The value of "classes".
  Status read_classes();
  // A TYPE: a text, or {"class": NAME, "library"?: NAME}.
  Result<model::RecordedType> read_type();

  // Null if there is none.
  ReadClass* find(std::string_view key);
  bool has_libraries() const { return has_libraries_; }

 private:
  // As "members" has it; what it means shows when all classes are known.
  struct DeclaredMember {
    std::string_view key;
    std::string_view type;
    bool is_class = false;  // said as an object
    std::int32_t library = kCore;
    std::string_view name;  // as recorded
  };
  struct DeclaredClass {
    std::string_view key;
    std::string_view name;
    std::int32_t library = kCore;
    bool is_struct = false;
    std::uint64_t offset = 0;
    std::vector<DeclaredMember> members;
  };

  Result<DeclaredClass> read_class();
  Status read_members(DeclaredClass& declared);
  Status read_names(DeclaredClass& declared);
  Status read_declared_type(DeclaredMember& member);
  Result<std::int32_t> read_library();
  Status add_library(std::string_view key, const model::Library& library, std::uint64_t offset);
  model::RecordedType resolve(const DeclaredMember& member) const;
  void make_class(const DeclaredClass& declared);

  json::Pull& in_;
  model::Graph& graph_;
  bool has_libraries_ = false;
  std::unordered_map<std::string_view, std::int32_t> library_ids_;
  std::unordered_map<std::int32_t, std::string_view> library_names_;
  ClassLibraries class_libraries_;
  std::unordered_map<std::string_view, ReadClass> classes_;
};

}  // namespace dotwire::graph_json
