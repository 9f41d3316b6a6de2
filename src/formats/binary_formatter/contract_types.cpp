#include "formats/binary_formatter/contract_types.h"

#include "clr/type_name.h"
#include "dotwire/type.h"
#include "wire/nrbf/event_text.h"

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

MemberType of(BinaryType type, std::uint8_t primitive = 0) {
  return {static_cast<std::uint8_t>(type), primitive, {}, {}};
}

// Decimal, DateTime and TimeSpan have no array form of their own (A.8).
bool has_array_form(std::uint8_t primitive) {
  return primitive != 0 && primitive != 5 && primitive != 12 && primitive != 13;
}

}  // namespace

// A.8, from the declared type alone.
MemberType ContractTypes::type_of(const Contract& contract, std::string_view type) const {
  if (type == "System.String") return of(BinaryType::String);
  if (type == "System.Object") return {static_cast<std::uint8_t>(BinaryType::Object), 0, type, {}};
  if (type == "System.String[]") return of(BinaryType::StringArray);
  if (type == "System.Object[]") return of(BinaryType::ObjectArray);
  if (const std::uint8_t code = nrbf::primitive_code(type); code != 0) return of(BinaryType::Primitive, code);
  if (type.ends_with("[]")) {
    const std::uint8_t code = nrbf::primitive_code(type.substr(0, type.size() - 2));
    if (has_array_form(code)) return of(BinaryType::PrimitiveArray, code);
  }
  MemberType other = of(BinaryType::SystemClass);
  const ContractType* declared = contract.find(type);
  const json::Value* binary = declared != nullptr ? declared->json->find("binary") : nullptr;
  const std::string_view written = text_of(binary, "name");
  other.name = written.empty() ? type : written;
  other.library = text_of(binary, "library");
  return other;
}

namespace {

std::optional<bool> serializes_itself(const ContractType& type) {
  if (type.binary == BinaryForm::Serializable) return true;
  if (type.binary == BinaryForm::Fields || type.binary == BinaryForm::Enum) return false;
  return std::nullopt;
}

}  // namespace

ContractTypes::ContractTypes(const Contract& contract) {
  for (const ContractType& type : contract.types()) {
    if (const std::optional<bool> itself = binary_formatter::serializes_itself(type); itself.has_value()) {
      for (const std::string_view name : {type.name, text_of(type.json->find("binary"), "name"), type.written_as}) {
        if (!name.empty()) serializes_itself_.emplace(name, *itself);
      }
    }
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

std::optional<bool> ContractTypes::serializes_itself(std::string_view class_name) const {
  auto found = serializes_itself_.find(class_name);
  if (found == serializes_itself_.end()) found = serializes_itself_.find(to_type_string(class_name));
  return found == serializes_itself_.end() ? std::nullopt : std::optional(found->second);
}

LazyContractTypes::~LazyContractTypes() = default;

const ContractTypes* LazyContractTypes::types() const {
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
  return types_.get();
}

std::optional<std::span<const DeclaredMember>> LazyContractTypes::find(std::string_view class_name) const {
  const ContractTypes* known = types();
  return known != nullptr ? known->find(class_name) : std::nullopt;
}

std::optional<bool> LazyContractTypes::serializes_itself(std::string_view class_name) const {
  const ContractTypes* known = types();
  return known != nullptr ? known->serializes_itself(class_name) : std::nullopt;
}

std::string_view PayloadTypes::title() const {
  return contract_.get() != nullptr ? "the contract" : "a guess from its bytes; give --contract";
}

std::optional<std::span<const DeclaredMember>> PayloadTypes::find(std::string_view class_name) const {
  if (const auto declared = contract_.find(class_name); declared.has_value()) return declared;
  if (contract_.error() != nullptr) return std::nullopt;
  if (!guessed_.has_value()) guessed_.emplace(nrbf::guess_types(payload_, contract_.get()));
  return guessed_->ok() ? (*guessed_)->find(class_name) : std::nullopt;
}

std::string PayloadTypes::note() const {
  if (!guessed_.has_value() || !guessed_->ok() || (*guessed_)->members().empty()) return {};
  constexpr std::size_t kShown = 8;
  const std::vector<nrbf::GuessedMember>& members = (*guessed_)->members();
  const auto shown = [](const nrbf::GuessedMember& member) {
    const std::string_view primitive = nrbf::primitive_name(member.type.primitive);
    return member.class_name + "." + member.name + " " +
           (member.type.binary_type == 0 ? std::string(primitive) : std::string("Object"));
  };
  const auto list = [&](bool ambiguous) {
    std::string text;
    std::size_t count = 0;
    for (const nrbf::GuessedMember& member : members) {
      if (ambiguous && !member.is_ambiguous) continue;
      if (count++ < kShown) text += (text.empty() ? "" : ", ") + shown(member);
    }
    return count > kShown ? text + " and " + std::to_string(count - kShown) + " more" : text;
  };
  std::string text = "the payload leaves out types, which were guessed from its bytes: " + list(false);
  const std::string ambiguous = list(true);
  if (!ambiguous.empty()) text += "; the bytes can be read otherwise too at " + ambiguous;
  if ((*guessed_)->is_cut_short()) text += "; not all ways were tried";
  return text + "; --contract says what they are";
}

}  // namespace dotwire::binary_formatter
