// What the dump must know of an object's type: from its record, the contract and the framework's own types.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codecs/dump/contract.h"
#include "model/well_known.h"

namespace dotwire::dump {

struct TypeFacts {
  std::string display;        // Type.ToString()
  std::string info_type;      // the recorded name, where the type writes itself under another
  std::string framework;      // the framework type that it is or derives from; empty: by its members
  bool value_type = false;    // the contract says so
  bool serializable = false;  // its members are SerializationInfo entries
  bool is_exception = false;
  // With a framework base: indices of the members that are its own.
  std::vector<std::uint32_t> own_members;
  bool derived = false;
};

// Facts are made once for each Type of a graph. One thread.
class TypeFactsTable {
 public:
  explicit TypeFactsTable(const Contract* contract) : contract_(contract) {}

  const TypeFacts& of(const model::Type& type);

 private:
  std::unique_ptr<TypeFacts> make(const model::Type& type) const;
  void find_framework_base(const model::Type& type, const ContractType& contract, TypeFacts& facts) const;

  const Contract* contract_;
  std::unordered_map<const model::Type*, std::unique_ptr<TypeFacts>> facts_;
};

// The type that an entry was given with. A record names the value's own type, but for the entries of exceptions.
std::string entry_type(const TypeFacts& facts, const model::Member& entry);

}  // namespace dotwire::dump
