// Completion of commands, options, their choices, and files, for three shells.
#include <string>

#include "cli/command_help.h"

namespace dotwire::cli {
namespace {

using Commands = std::vector<CommandHelp>;

// Words without white space or quotes, as all names and choices here are.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// The commands whose last word may follow.
std::vector<const CommandHelp*> commands_below(const CommandHelp& command, const Commands& commands) {
  std::vector<const CommandHelp*> below;
  const std::string start = command.words.empty() ? "" : command.words + " ";
  for (const CommandHelp& one : commands) {
    if (!one.words.empty() && one.words == start + std::string(last_word(one))) below.push_back(&one);
  }
  return below;
}

std::string head(std::string_view shell) {
  return "# Completion of dotwire; made by `dotwire help --completion " + std::string(shell) + "`.\n";
}

// ---- bash

// Only what bash itself has: the package bash-completion need not be there.
std::string bash_values(const OptionHelp& option, const Commands& commands) {
  if (is_file(option)) return "_dotwire_files -f";
  if (is_folder(option)) return "_dotwire_files -d";
  const std::vector<std::string> words = choices(option, commands);
  return words.empty() ? ":" : "_dotwire_words '" + joined(words) + "'";
}

std::string bash_option_values(const CommandHelp& command, const Commands& commands) {
  std::string out;
  for (const OptionHelp& option : command.options) {
    if (option.value.empty()) continue;
    std::string patterns;
    for (const std::string& name : option.names) {
      patterns += (patterns.empty() ? "" : " | ") + ("'" + command.words + ":" + name + "'");
    }
    out += "    " + patterns + ") " + bash_values(option, commands) + "; return ;;\n";
  }
  return out;
}

std::string bash_words(const CommandHelp& command, const Commands& commands) {
  std::vector<std::string> names;
  for (const OptionHelp& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  std::string out = "    '" + command.words + ":-') _dotwire_words '" + joined(names) + "' ;;\n";
  if (!command.commands.empty()) {
    out += "    '" + command.words + ":') _dotwire_words '" + joined(command.commands) + "' ;;\n";
  } else if (!command.arguments.empty()) {
    out += "    '" + command.words + ":') " + bash_values(command.arguments.front(), commands) + " ;;\n";
  }
  return out;
}

// "'bench speed') command='bench speed' ;;": how the words of a line lead to the command.
std::string command_steps(const Commands& commands, std::string_view form) {
  std::string out;
  for (const CommandHelp& command : commands) {
    if (command.words.empty()) continue;
    const bool top = command.words.find(' ') == std::string::npos;
    out += replaced(replaced(std::string(form), "FROM", (top ? " " : "") + command.words), "TO", command.words);
  }
  return out;
}

std::string bash(const Commands& commands) {
  std::string out = head("bash");
  out += R"(_dotwire_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_dotwire_files() {
  compopt -o filenames 2> /dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
_dotwire() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' kind='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
)" + command_steps(commands, "      'FROM') command='TO' ;;\n") +
         R"(    esac
  done
  # bash parts "--to=csv" into three words.
  if [[ $word == = ]]; then
    word=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case "$command:$before" in
)";
  for (const CommandHelp& command : commands) out += bash_option_values(command, commands);
  out += "  esac\n  [[ $word == -* ]] && kind=-\n  case \"$command:$kind\" in\n";
  for (const CommandHelp& command : commands) out += bash_words(command, commands);
  return out + "  esac\n}\ncomplete -F _dotwire dotwire\n";
}

// ---- zsh

std::string zsh_text(std::string text) {
  for (const std::string_view special : {"\\", "[", "]", ":"}) {
    text = replaced(std::move(text), special, "\\" + std::string(special));
  }
  return replaced(std::move(text), "'", R"('\'')");
}

std::string zsh_values(const OptionHelp& option, const Commands& commands) {
  std::string out = ":" + zsh_text(option.value) + ":";
  if (is_file(option)) return out + "_files";
  if (is_folder(option)) return out + "_files -/";
  const std::vector<std::string> words = choices(option, commands);
  return words.empty() ? out + " " : out + "(" + joined(words) + ")";
}

std::string zsh_function(const CommandHelp& command) {
  return "_dotwire" + (command.words.empty() ? "" : "_" + replaced(command.words, " ", "_"));
}

std::string zsh_commands(const CommandHelp& command, const Commands& commands) {
  std::string list;
  std::string cases;
  for (const CommandHelp* below : commands_below(command, commands)) {
    const std::string name(last_word(*below));
    list += " " + name + "\\:\"" + zsh_text(below->description) + "\"";
    cases += "    " + name + ") " + zsh_function(*below) + " ;;\n";
  }
  return "    '1:command:((" + list.substr(1) + "))' '*::argument:->below' && return\n  [[ $state == below ]] || " +
         "return\n  case $line[1] in\n" + cases + "  esac\n";
}

std::string zsh(const Commands& commands) {
  std::string out = "#compdef dotwire\n" + head("zsh");
  for (const CommandHelp& command : commands) {
    out += zsh_function(command) + "() {\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n";
    out += "  _arguments -C \\\n";
    for (const OptionHelp& option : command.options) {
      for (const std::string& name : option.names) {
        const char* end = option.value.empty() ? "" : name.starts_with("--") ? "=" : "+";
        out += std::string("    '") + (option.repeated ? "*" : "") + name + end + "[" + zsh_text(option.description) +
               "]" + (option.value.empty() ? "" : zsh_values(option, commands)) + "' \\\n";
      }
    }
    if (!command.commands.empty()) {
      out += zsh_commands(command, commands);
    } else if (!command.arguments.empty()) {
      out += "    '*" + zsh_values(command.arguments.front(), commands) + "'\n";
    } else {
      out += "    && return\n";
    }
    out += "}\n";
  }
  return out + "_dotwire \"$@\"\n";
}

// ---- fish

std::string fish_quoted(std::string text) {
  text = replaced(std::move(text), "\\", "\\\\");
  return "'" + replaced(std::move(text), "'", "\\'") + "'";
}

std::string fish_values(const OptionHelp& option, const Commands& commands) {
  if (is_file(option)) return " -r -F";
  if (is_folder(option)) return " -x -a '(__fish_complete_directories)'";
  const std::vector<std::string> words = choices(option, commands);
  return " -x" + (words.empty() ? "" : " -a " + fish_quoted(joined(words)));
}

std::string fish_option(const OptionHelp& option, const Commands& commands) {
  std::string out;
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.value.empty()) out += fish_values(option, commands);
  return out + " -d " + fish_quoted(option.description);
}

std::string fish(const Commands& commands) {
  std::string out = head("fish");
  out += R"(function __dotwire_in
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
)" + command_steps(commands, "            case 'FROM'\n                set command 'TO'\n") +
         R"(        end
    end
    test "$command" = "$argv"
end
complete -c dotwire -f
)";
  for (const CommandHelp& command : commands) {
    const std::string start = "complete -c dotwire -n \"__dotwire_in '" + command.words + "'\"";
    for (const OptionHelp& option : command.options) out += start + fish_option(option, commands) + "\n";
    for (const CommandHelp* below : commands_below(command, commands)) {
      out += start + " -a " + std::string(last_word(*below)) + " -d " + fish_quoted(below->description) + "\n";
    }
    if (command.arguments.empty()) continue;
    const OptionHelp& argument = command.arguments.front();
    out += start + (is_file(argument) ? " -F" : fish_values(argument, commands)) + "\n";
  }
  return out;
}

}  // namespace

std::string completion_script(std::string_view shell, const Commands& commands) {
  if (shell == "bash") return bash(commands);
  if (shell == "zsh") return zsh(commands);
  if (shell == "fish") return fish(commands);
  return "";
}

}  // namespace dotwire::cli
