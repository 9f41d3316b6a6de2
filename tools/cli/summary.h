// What a run over many inputs found, counted.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cli/entry.h"

namespace dotwire::cli {

class Summary {
 public:
  void add(const Entry& entry);
  // Of a run that is resumed.
  void add(const std::string& kind, const std::string& name, std::uint64_t count);
  // For people, the most frequent first.
  std::string text() const;

  // kind ("format", "failure") -> name -> how often
  using Counts = std::map<std::string, std::map<std::string, std::uint64_t>>;
  const Counts& counts() const { return counts_; }

 private:
  Counts counts_;
};

// "Acme.Person, Acme, Version=1.0.0.0, ...": the type of a graph's root; DataTable and DataSet of tables.
std::string type_of_content(const Document& document);

}  // namespace dotwire::cli
