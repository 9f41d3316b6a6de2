#include "codecs/dump/contract.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "wire/json/pull.h"

namespace dotwire::dump {
namespace {

std::string_view text_of(const json::Value& object, std::string_view name) {
  const json::Value* member = object.find(name);
  return member != nullptr && member->is_string() ? member->text : std::string_view();
}

// The member `name` of `object`, where it is there, is one of these words.
template <class E, std::size_t N>
Status read_word(const json::Value& object, std::string_view name, const char* wrong,
                 const std::array<std::pair<std::string_view, E>, N>& words, E& value) {
  const json::Value* member = object.find(name);
  if (member == nullptr || member->is_null()) return {};
  for (const auto& [word, meaning] : words) {
    if (member->is_string() && member->text == word) return value = meaning, Status();
  }
  return Error(ErrorCode::Malformed, member->offset, wrong + json::shown(member->text));
}

constexpr auto kTypeForms = std::to_array<std::pair<std::string_view, TypeForm>>({
    {"class", TypeForm::Class},
    {"struct", TypeForm::Struct},
    {"enum", TypeForm::Enum},
    {"interface", TypeForm::Interface},
    {"array", TypeForm::Array},
    {"delegate", TypeForm::Delegate},
    {"primitive", TypeForm::Primitive},
});

constexpr auto kBinaryForms = std::to_array<std::pair<std::string_view, BinaryForm>>({
    {"fields", BinaryForm::Fields},
    {"ISerializable", BinaryForm::Serializable},
    {"enum", BinaryForm::Enum},
    {"array", BinaryForm::Array},
    {"primitive", BinaryForm::Primitive},
    {"interface", BinaryForm::Interface},
    {"refused", BinaryForm::Refused},
});

Status read_binary(const json::Value& binary, ContractType& type) {
  type.binary = BinaryForm::None;
  DOTWIRE_TRY(read_word(binary, "as", "no type is written as ", kBinaryForms, type.binary));
  type.written_as = text_of(binary, "writtenAs");
  const json::Value* fields = binary.find("fields");
  if (fields == nullptr) return {};
  type.fields.reserve(fields->count);
  for (const json::Value& field : *fields) {
    type.fields.push_back({text_of(field, "name"), text_of(field, "type"), text_of(field, "declaringType")});
  }
  return {};
}

}  // namespace

Status Contract::add(const json::Value& json) {
  ContractType type;
  type.name = json.name;
  type.form = TypeForm::Class;
  DOTWIRE_TRY(read_word(json, "kind", "no type is a ", kTypeForms, type.form));
  type.assembly = text_of(json, "assembly");
  type.base = text_of(json, "base");
  type.json = &json;
  if (const json::Value* binary = json.find("binary")) {
    DOTWIRE_TRY(read_binary(*binary, type));
  }

  const auto index = static_cast<std::uint32_t>(types_.size());
  by_name_.emplace(type.name, index);
  if (!type.written_as.empty()) {
    const auto [found, is_new] = by_written_name_.emplace(type.written_as, index);
    if (!is_new) found->second = UINT32_MAX;
  }
  types_.push_back(std::move(type));
  return {};
}

Result<Contract> Contract::read(Bytes text, const Limits& limits) {
  Contract contract;
  contract.text_ = Buffer(text);
  DOTWIRE_TRY(contract.root_, json::parse(contract.text_.bytes(), contract.arena_, limits));
  const json::Value* types = contract.root_->find("types");
  if (types == nullptr || !types->is_object()) {
    return Error(ErrorCode::Malformed, contract.root_->offset, "a contract has no object \"types\"");
  }
  contract.types_.reserve(types->count);
  for (const json::Value& type : *types) {
    DOTWIRE_TRY(contract.add(type));
  }
  return contract;
}

const ContractType* Contract::find(std::string_view type) const {
  const auto found = by_name_.find(type);
  return found == by_name_.end() ? nullptr : &types_[found->second];
}

const ContractType* Contract::written_as(std::string_view type) const {
  const auto found = by_written_name_.find(type);
  return found == by_written_name_.end() || found->second == UINT32_MAX ? nullptr : &types_[found->second];
}

}  // namespace dotwire::dump
