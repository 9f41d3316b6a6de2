#include "cli/command_help.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "dotwire/format.h"

namespace dotwire::cli {
namespace {

OptionHelp describe(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  if (option.get_type_size() != 0) {
    // The parser puts what it checks behind a colon.
    const std::string value = option.get_type_name();
    help.value = value.substr(0, value.find(':'));
  }
  help.description = option.get_description();
  help.required = option.get_required();
  help.repeated = option.get_items_expected_max() > 1;
  return help;
}

// Commands of commands are two levels deep.
void add(const CLI::App& app, const std::string& words, std::vector<CommandHelp>& commands) {
  CommandHelp help;
  help.words = words;
  help.description = app.get_description();
  const CLI::App* above = app.get_parent();
  // A command without a footer has got that of the one above.
  if (above == nullptr || app.get_footer() != above->get_footer()) help.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); })) {
    (option->nonpositional() ? help.options : help.arguments).push_back(describe(*option));
  }
  const auto below = app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
  for (const CLI::App* command : below) help.commands.push_back(command->get_name());
  commands.push_back(std::move(help));
  for (const CLI::App* command : below) {
    add(*command, words.empty() ? command->get_name() : words + " " + command->get_name(), commands);
  }
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string> format_names(bool written) {
  std::vector<std::string> names;
  for (const Format& format : builtin_formats()) {
    if (written ? format.write != nullptr || format.stream != nullptr : format.read != nullptr) {
      names.emplace_back(format.name);
    }
  }
  return names;
}

}  // namespace

std::vector<CommandHelp> describe_commands(const CLI::App& app) {
  std::vector<CommandHelp> commands;
  add(app, "", commands);
  return commands;
}

std::string_view last_word(const CommandHelp& command) {
  const std::string_view words = command.words;
  return words.substr(words.rfind(' ') + 1);
}

std::vector<std::string> choices(const OptionHelp& option, const std::vector<CommandHelp>& commands) {
  if (option.value == "COMMAND") return commands.front().commands;
  const bool written = option.names.empty() || std::ranges::count(option.names, "--to") != 0;
  if (option.value == "FORMAT") return format_names(written);
  if (option.value.find('|') == std::string::npos) return {};
  return split(option.value, '|');
}

bool is_file(const OptionHelp& option) { return option.value == "FILE"; }
bool is_folder(const OptionHelp& option) { return option.value == "FOLDER"; }

}  // namespace dotwire::cli
