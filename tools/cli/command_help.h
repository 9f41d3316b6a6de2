// What the commands take, out of the parser: the one source of man page and completions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the name of the library
class App;
}

namespace dotwire::cli {

struct OptionHelp {
  std::vector<std::string> names;  // "-o", "--output"; of a positional argument none
  std::string value;               // "FILE", "lf|crlf"; empty: a flag
  std::string description;
  bool required = false;
  bool repeated = false;
};

struct CommandHelp {
  std::string words;  // "bench speed"; of the program itself empty
  std::string description;
  std::string footer;
  std::vector<OptionHelp> options;
  std::vector<OptionHelp> arguments;
  std::vector<std::string> commands;  // below this one, by their last word
};

// The program first, each command before those below it. Options of the empty group are left out.
std::vector<CommandHelp> describe_commands(const CLI::App& app);

// "speed" of "bench speed".
std::string_view last_word(const CommandHelp& command);

// What may stand for a value: its choices ("lf|crlf", the formats that --from or --to can have, the commands).
std::vector<std::string> choices(const OptionHelp& option, const std::vector<CommandHelp>& commands);
bool is_file(const OptionHelp& option);
bool is_folder(const OptionHelp& option);

// dotwire(1), in the macros of man(7).
std::string man_page(const std::vector<CommandHelp>& commands);

// Completion scripts. Empty for another shell than bash, zsh and fish.
std::string completion_script(std::string_view shell, const std::vector<CommandHelp>& commands);

}  // namespace dotwire::cli
