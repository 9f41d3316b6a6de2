#include "codecs/dump/type_facts.h"

#include <algorithm>

namespace dotwire::dump {
namespace {

using model::WellKnown;

// Longer chains of bases are not followed: a contract may be circular.
constexpr int kMaxBases = 64;

bool has_member(const model::Type& type, std::string_view name) {
  return std::ranges::any_of(type.members, [&](const model::Member& member) { return member.name == name; });
}

// Their meaning is shown, not their members.
bool is_shown_by_meaning(WellKnown type) { return type != WellKnown::None && type != WellKnown::BigInteger; }

// A derived class is recorded with entries of its own between those of its base, which are known by name.
bool is_framework_entry(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "Version",    "Comparer", "HashSize",    "KeyValuePairs", "Keys",  "Values", "HashCodeProvider", "Capacity",
      "LoadFactor", "Elements", "KeyComparer", "Count",         "Items", "Data",   "ReadOnly"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

const TypeFacts& TypeFactsTable::of(const model::Type& type) {
  std::unique_ptr<TypeFacts>& facts = facts_[&type];
  if (facts == nullptr) facts = make(type);
  return *facts;
}

std::unique_ptr<TypeFacts> TypeFactsTable::make(const model::Type& type) const {
  auto facts = std::make_unique<TypeFacts>();
  facts->display = model::display_name(type.name);
  const WellKnown known = model::well_known(type.name);
  if (is_shown_by_meaning(known)) facts->framework = facts->display;
  facts->value_type = known == WellKnown::KeyValuePair || known == WellKnown::DictionaryEntry;
  facts->is_exception =
      has_member(type, "ClassName") && has_member(type, "RemoteStackIndex") && has_member(type, "InnerException");
  if (contract_ == nullptr) return facts;

  const ContractType* contract = contract_->written_as(facts->display);
  if (contract != nullptr && known == WellKnown::None) {
    facts->info_type = facts->display;
    facts->display = contract->name;
  } else {
    contract = contract_->find(facts->display);
  }
  if (contract == nullptr) return facts;
  facts->value_type |= contract->form == TypeForm::Struct;
  facts->serializable = contract->binary == BinaryForm::Serializable;
  if (known == WellKnown::None) find_framework_base(type, *contract, *facts);
  return facts;
}

void TypeFactsTable::find_framework_base(const model::Type& type, const ContractType& contract,
                                         TypeFacts& facts) const {
  const ContractType* at = &contract;
  std::string_view base;
  for (int i = 0; i < kMaxBases && at != nullptr && !at->base.empty(); ++i) {
    base = at->base;
    if (model::is_collection(model::well_known(base))) break;
    base = {};
    at = contract_->find(at->base);
  }
  if (base.empty()) return;
  facts.framework = base;
  facts.derived = true;
  const std::string_view prefix = model::unqualified_name(base);
  for (std::uint32_t i = 0; i < type.members.size(); ++i) {
    const std::string_view name = type.members[i].name;
    bool own = false;
    if (facts.serializable) {
      own = !is_framework_entry(name);
    } else {
      const auto field = std::ranges::find(contract.fields, name, &ContractField::name);
      own = field == contract.fields.end() ? !name.starts_with(prefix)
                                           : model::well_known(field->declaring_type) == WellKnown::None;
    }
    if (own) facts.own_members.push_back(i);
  }
}

std::string entry_type(const TypeFacts& facts, const model::Member& entry) {
  if (facts.is_exception && entry.name == "Data") return "System.Collections.IDictionary";
  if (facts.is_exception && entry.name == "InnerException") return "System.Exception";
  return model::display_name(entry.recorded);
}

}  // namespace dotwire::dump
