// Member types of untyped class records (nrbf-soap.md A.11), from the descriptors of the C++ types that are read.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dotwire/type.h"
#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

// Knows the classes, structs and enums that can be reached from one type. A reader's own: one thread.
class DescriptorTypes final : public ClassTypes {
 public:
  void set_root(const model::Type& root);

  std::string_view title() const override { return "the description of the C++ type"; }
  std::optional<std::span<const DeclaredMember>> find(std::string_view class_name) const override;

 private:
  const model::Type* find_type(std::string_view class_name) const;

  const model::Type* root_ = nullptr;
  mutable std::map<const model::Type*, std::vector<DeclaredMember>> members_;
};

}  // namespace dotwire::nrbf
