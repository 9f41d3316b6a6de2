// Options that several commands have, and the kinds of values that they take.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/settings.h"

namespace dotwire::cli {

// A whole number from `least` to `most`, which the text says before it is read.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator not_empty();

template <class T>
CLI::Option* add_number(CLI::App* sub, const char* name, T& value, const char* what, std::uint64_t least,
                        std::uint64_t most = std::numeric_limits<T>::max()) {
  return sub->add_option(name, value, what)->check(whole_number(least, most))->type_name("N");
}

// Options that would do nothing beside the first are a mistake.
void exclude(CLI::App* sub, const char* option, std::initializer_list<const char*> others);

// Borrows the settings, which must live as long as the commands.
class SharedOptions {
 public:
  explicit SharedOptions(Settings& settings) : settings_(settings) {}

  // An option that only some formats take.
  CLI::Option* add_taken(CLI::App* sub, const char* name, std::string& value, const char* what,
                         FormatOptions bit) const;
  void add_files(CLI::App* sub) const;
  void add_plain_files(CLI::App* sub) const;
  void add_json(CLI::App* sub, const char* what) const;
  void add_contract(CLI::App* sub) const;
  void add_offset(CLI::App* sub) const;
  void add_limits(CLI::App* sub) const;
  // How a document is read.
  void add_reading(CLI::App* sub) const;
  void add_first(CLI::App* sub) const;
  // Of commands that take many documents.
  void add_many(CLI::App* sub) const;

 private:
  Settings& settings_;
};

}  // namespace dotwire::cli
