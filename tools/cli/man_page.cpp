// dotwire(1): what --help says, in the macros of man(7).
#include <algorithm>
#include <cctype>

#include "cli/command_help.h"
#include "dotwire/format.h"

namespace dotwire::cli {
namespace {

// Text that groff shows as it is: a line must not begin with a control character.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Lines that are set in by two spaces or have columns keep their breaks, a line that ends with a colon before them is a
// heading, and an empty line parts paragraphs.
std::string paragraphs(std::string_view text, bool sections) {
  std::string out;
  bool kept = false;
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const bool in = line.starts_with("  ") || line.find('\t') != std::string_view::npos;
    if (in != kept) out += in ? ".RS 4\n.nf\n" : ".fi\n.RE\n";
    kept = in;
    if (line.empty()) {
      out += ".PP\n";
    } else if (in) {
      out += plain(line.substr(line.starts_with("  ") ? 2 : 0)) + "\n";
    } else if (line.ends_with(':') && i + 1 < lines.size() && lines[i + 1].starts_with("  ")) {
      const std::string heading(line.substr(0, line.size() - 1));
      out += sections ? ".SH " + plain(upper(heading)) + "\n" : plain(line) + "\n";
    } else {
      out += plain(line) + "\n";
    }
  }
  if (kept) out += ".fi\n.RE\n";
  return out;
}

std::string option_line(const OptionHelp& option) {
  std::string line;
  for (const std::string& name : option.names) {
    if (!line.empty()) line += ", ";
    line += bold(name);
  }
  if (!option.value.empty()) line += (line.empty() ? "" : " ") + italic(option.value);
  return line;
}

std::string options_of(const CommandHelp& command) {
  std::string out;
  for (const OptionHelp& option : command.options) {
    out += ".TP\n" + option_line(option) + "\n" + plain(option.description) + "\n";
  }
  return out;
}

std::string synopsis(const CommandHelp& command) {
  std::string line = bold(command.words.empty() ? "dotwire" : "dotwire " + command.words);
  for (const OptionHelp& option : command.options) {
    if (option.required) line += " " + option_line(option);
  }
  // --help is the first of every command.
  if (command.options.size() > 1) line += " [" + italic("OPTION") + "...]";
  if (!command.commands.empty()) line += " " + italic("COMMAND");
  for (const OptionHelp& argument : command.arguments) {
    std::string name = italic(argument.value) + (argument.repeated ? "..." : "");
    line += argument.required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::string formats() {
  std::string out = ".SH FORMATS\n";
  for (const Format& format : builtin_formats()) {
    const bool writes = format.write != nullptr || format.stream != nullptr;
    const char* how = format.read == nullptr ? (writes ? "written" : "shown") : (writes ? "read, written" : "read");
    out += ".TP\n" + bold(format.name) + "\n" + plain(format.title) + " (" + how + ")\n";
  }
  return out;
}

}  // namespace

std::string man_page(const std::vector<CommandHelp>& commands) {
  const CommandHelp& program = commands.front();
  const std::size_t first_line = std::min(program.description.find('\n'), program.description.size());
  std::string title = program.description.substr(0, first_line);
  if (title.ends_with('.')) title.pop_back();
  title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));

  std::string out = ".\\\" Made by `dotwire help --man`.\n.TH DOTWIRE 1 \"\" \"dotwire " DOTWIRE_VERSION "\"\n";
  out += ".SH NAME\ndotwire \\- " + plain(title) + "\n.SH SYNOPSIS\n";
  for (const CommandHelp& command : commands) {
    if (command.commands.empty()) out += synopsis(command) + "\n.br\n";
  }
  out += ".SH DESCRIPTION\n" + paragraphs(program.description, false) + ".SH OPTIONS\n" + options_of(program);
  out += ".SH COMMANDS\n";
  for (const CommandHelp& command : commands) {
    if (command.words.empty()) continue;
    out += ".SS " + plain(command.words) + "\n" + synopsis(command) + "\n.PP\n" + plain(command.description) + ".\n";
    out += options_of(command);
    if (!command.footer.empty()) out += ".PP\n" + paragraphs(command.footer, false);
  }
  out += formats() + paragraphs(program.footer, true);
  return out;
}

}  // namespace dotwire::cli
