// What serializers take from the types of a graph and no payload says: contract.json of the oracle (its README).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "wire/json/document.h"

namespace dotwire::dump {

enum class TypeForm : std::uint8_t { Class, Struct, Enum, Interface, Array, Delegate, Primitive };
enum class BinaryForm : std::uint8_t { None, Fields, Serializable, Enum, Array, Primitive, Interface, Refused };

struct ContractField {
  std::string_view name;  // as it is written
  std::string_view type;
  std::string_view declaring_type;
};

// TYPE is Type.ToString() throughout.
struct ContractType {
  std::string_view name;
  TypeForm form = TypeForm::Class;
  std::string_view assembly;  // simple name
  std::string_view base;      // empty where of no interest
  // What BinaryFormatter and SoapFormatter write.
  BinaryForm binary = BinaryForm::None;
  std::string_view written_as;  // TYPE that GetObjectData sets instead
  std::vector<ContractField> fields;
  // All of it: the parts for the other serializers are read from here.
  const json::Value* json = nullptr;
};

// Constant after reading; safe from several threads.
class Contract {
 public:
  static Result<Contract> read(Bytes text, const Limits& limits = {});

  const json::Value& json() const { return *root_; }
  const ContractType* find(std::string_view type) const;
  // The one type that writes itself under the name of `type`; null if there is none or there are several.
  const ContractType* written_as(std::string_view type) const;
  const std::vector<ContractType>& types() const { return types_; }

 private:
  Contract() = default;
  Status add(const json::Value& type);

  Buffer text_;
  Arena arena_;
  const json::Value* root_ = nullptr;
  std::vector<ContractType> types_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::unordered_map<std::string_view, std::uint32_t> by_written_name_;  // UINT32_MAX: several
};

}  // namespace dotwire::dump
