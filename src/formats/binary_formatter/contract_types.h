// A contract (contract.json) as what the NRBF reader asks of classes whose records leave the types of members out.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codecs/dump/contract.h"
#include "dotwire/limits.h"
#include "wire/nrbf/class_types.h"
#include "wire/nrbf/guess_types.h"

namespace dotwire::binary_formatter {

// Classes are found by the name that the contract says they are written under, and by Type.ToString() of it, so that
// the contract of one runtime serves payloads of the other. Constant; any thread.
class ContractTypes final : public nrbf::ClassTypes {
 public:
  // Keeps nothing of `contract` but its texts, which must outlive this.
  explicit ContractTypes(const dump::Contract& contract);

  std::optional<std::span<const nrbf::DeclaredMember>> find(std::string_view class_name) const override;
  std::optional<bool> serializes_itself(std::string_view class_name) const override;

 private:
  struct Class {
    std::uint32_t first;  // in members_
    std::uint32_t count;
  };
  nrbf::MemberType type_of(const dump::Contract& contract, std::string_view type) const;

  std::vector<nrbf::DeclaredMember> members_;
  std::unordered_map<std::string_view, Class> by_written_name_;
  std::unordered_map<std::string_view, Class> by_type_name_;
  // By both names, and by the one that GetObjectData sets instead.
  std::unordered_map<std::string_view, bool> serializes_itself_;
};

// Reads the contract when it is first asked, so that payloads with types cost nothing. One thread.
class LazyContractTypes final : public nrbf::ClassTypes {
 public:
  // `text` must outlive this. Empty: knows nothing.
  LazyContractTypes(std::span<const std::uint8_t> text, const Limits& limits) : text_(text), limits_(limits) {}
  ~LazyContractTypes() override;

  std::optional<std::span<const nrbf::DeclaredMember>> find(std::string_view class_name) const override;
  std::optional<bool> serializes_itself(std::string_view class_name) const override;
  // What is wrong with the contract, if it was read and something is.
  const Error* error() const { return error_ ? &*error_ : nullptr; }
  // Null where there is no contract, so that the reader can say so.
  const nrbf::ClassTypes* get() const { return text_.empty() ? nullptr : this; }

 private:
  const ContractTypes* types() const;

  std::span<const std::uint8_t> text_;
  Limits limits_;
  mutable bool read_ = false;
  mutable std::unique_ptr<dump::Contract> contract_;
  mutable std::unique_ptr<ContractTypes> types_;
  mutable std::optional<Error> error_;
};

// What the contract says, else what the bytes of one payload allow (wire/nrbf/guess_types.h). One thread.
class PayloadTypes final : public nrbf::ClassTypes {
 public:
  PayloadTypes(std::span<const std::uint8_t> payload, std::span<const std::uint8_t> contract, const Limits& limits)
      : payload_(payload), contract_(contract, limits) {}

  std::string_view title() const override;
  std::optional<std::span<const nrbf::DeclaredMember>> find(std::string_view class_name) const override;
  const Error* contract_error() const { return contract_.error(); }
  // For people: what was guessed, and what could be otherwise. Empty: nothing was.
  std::string note() const;

 private:
  std::span<const std::uint8_t> payload_;
  LazyContractTypes contract_;
  mutable std::optional<Result<nrbf::GuessedTypes>> guessed_;
};

}  // namespace dotwire::binary_formatter
