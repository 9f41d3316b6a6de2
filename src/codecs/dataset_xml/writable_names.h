// Names and namespaces that .NET's writers throw on, or that give what no reader takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codecs/dataset_xml/namespaces.h"
#include "dotwire/result.h"

namespace dotwire::dataset_xml {

// NotRepresentable.
Error not_writable(const std::string& path, std::string message);

// What is written with them.
enum class NamedIn : std::uint8_t { Schema, Rows, DiffGram };

// Of a table of the scope, whose namespace is `space`. The path of the error begins in the set where it has several.
Status check_names(const Scope& scope, std::uint32_t table, std::string_view space, NamedIn in);
// Of the set itself, if there is one.
Status check_set_names(const model::TableSet* set, NamedIn in);

}  // namespace dotwire::dataset_xml
