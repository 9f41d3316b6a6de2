#include "formats/binary_formatter/contract_types.h"

#include "clr/type_name.h"
#include "dotwire/type.h"

namespace dotwire::binary_formatter {
namespace {

using dump::BinaryForm;
using dump::Contract;
using dump::ContractType;
using model::BinaryType;
using nrbf::DeclaredMember;
using nrbf::MemberType;

std::string_view text_of(const json::Value* object, std::string_view name) {
  const json::Value* value = object != nullptr ? object->find(name) : nullptr;
  return value != nullptr && value->is_string() ? value->text : std::string_view();
}

MemberType of(BinaryType type, std::uint8_t primitive = 0) { return {static_cast<std::uint8_t>(type), primitive, {}}; }

// Decimal, DateTime and TimeSpan have no array form of their own (A.8).
bool has_array_form(std::uint8_t primitive) {
  return primitive != 0 && primitive != 5 && primitive != 12 && primitive != 13;
}

}  // namespace

// A.8, from the declared type alone.
MemberType ContractTypes::type_of(const Contract& contract, std::string_view type) const {
  if (type == "System.String") return of(BinaryType::String);
  if (type == "System.Object") return of(BinaryType::Object);
  if (type == "System.String[]") return of(BinaryType::StringArray);
  if (type == "System.Object[]") return of(BinaryType::ObjectArray);
  if (const std::uint8_t code = nrbf::primitive_code(type); code != 0) return of(BinaryType::Primitive, code);
  if (type.ends_with("[]")) {
    const std::uint8_t code = nrbf::primitive_code(type.substr(0, type.size() - 2));
    if (has_array_form(code)) return of(BinaryType::PrimitiveArray, code);
  }
  MemberType other = of(BinaryType::SystemClass);
  const ContractType* declared = contract.find(type);
  const std::string_view written =
      declared != nullptr ? text_of(declared->json->find("binary"), "name") : std::string_view();
  other.name = written.empty() ? type : written;
  return other;
}

ContractTypes::ContractTypes(const Contract& contract) {
  for (const ContractType& type : contract.types()) {
    const auto first = static_cast<std::uint32_t>(members_.size());
    if (type.binary == BinaryForm::Enum || type.form == dump::TypeForm::Enum) {
      const std::uint8_t code = nrbf::primitive_code(text_of(type.json, "underlying"));
      members_.push_back({"value__", of(BinaryType::Primitive, code != 0 ? code : std::uint8_t{8})});
    } else if (type.binary == BinaryForm::Fields) {
      for (const dump::ContractField& field : type.fields)
        members_.push_back({field.name, type_of(contract, field.type)});
    } else {
      continue;
    }
    const Class found{first, static_cast<std::uint32_t>(members_.size()) - first};
    by_type_name_.emplace(type.name, found);
    const std::string_view written = text_of(type.json->find("binary"), "name");
    if (!written.empty()) by_written_name_.emplace(written, found);
  }
}

std::optional<std::span<const DeclaredMember>> ContractTypes::find(std::string_view class_name) const {
  auto found = by_written_name_.find(class_name);
  if (found == by_written_name_.end()) {
    found = by_type_name_.find(to_type_string(class_name));
    if (found == by_type_name_.end()) return std::nullopt;
  }
  return std::span(members_).subspan(found->second.first, found->second.count);
}

LazyContractTypes::~LazyContractTypes() = default;

std::optional<std::span<const DeclaredMember>> LazyContractTypes::find(std::string_view class_name) const {
  if (!read_ && !text_.empty()) {
    read_ = true;
    Result<Contract> contract = Contract::read(text_, limits_);
    if (contract.ok()) {
      contract_ = std::make_unique<Contract>(std::move(contract).value());
      types_ = std::make_unique<ContractTypes>(*contract_);
    } else {
      error_.emplace(std::move(contract).error());
    }
  }
  return types_ != nullptr ? types_->find(class_name) : std::nullopt;
}

}  // namespace dotwire::binary_formatter
