#include "cli/command_line.h"

#include <CLI/CLI.hpp>

#include "cli/bench_options.h"
#include "cli/command_help.h"
#include "cli/exit_code.h"
#include "cli/help_texts.h"
#include "cli/output.h"
#include "cli/shared_options.h"

namespace dotwire::cli {
namespace {

// "lf|crlf"
std::string joined(std::span<const std::string_view> choices) {
  std::string text;
  for (const std::string_view choice : choices) (text += text.empty() ? "" : "|") += choice;
  return text;
}

class Parser {
 public:
  explicit Parser(Settings& settings) : settings_(settings), shared_(settings), app_(kIntroduction, "dotwire") {
    app_.footer(kFooter);
    app_.set_help_flag("-h,--help", "Show this help");
    app_.set_version_flag("--version", std::string("dotwire ") + DOTWIRE_VERSION, "Show the version");
    app_.require_subcommand(1);
    add_identify();
    add_inspect();
    add_convert();
    add_verify();
    add_bench(app_, settings_, shared_);
    add_small();
  }

  CLI::App& app() { return app_; }

 private:
  CLI::App* add(const char* name, const char* description, Command command) {
    CLI::App* sub = app_.add_subcommand(name, description);
    sub->callback([this, command] { settings_.command = command; });
    return sub;
  }

  void add_identify() {
    CLI::App* sub = add("identify", "Say what files are", Command::Identify);
    shared_.add_files(sub);
    shared_.add_many(sub);
    shared_.add_contract(sub);
    shared_.add_limits(sub);
    shared_.add_offset(sub);
    shared_.add_json(sub, "One JSON object a file and line");
    exclude(sub, "--column", {"--offset"});
    sub->footer(kIdentifyFooter);
  }

  void add_inspect() {
    CLI::App* sub = add("inspect", "Show what is in files", Command::Inspect);
    shared_.add_plain_files(sub);
    sub->add_flag("--records", settings_.records, "List records and values with their offsets");
    sub->add_flag("--hex", settings_.hex, "The same with their bytes");
    shared_.add_json(sub, "One JSON object a line");
    add_number(sub, "--depth", settings_.tree.depth, "Levels of the tree (16)", 0);
    add_number(sub, "--max-items", settings_.tree.max_items, "Members, items or rows of one parent (100)", 0);
    add_number(sub, "--max-text", settings_.tree.max_text, "Bytes of one text (120)", 0);
    sub->add_flag("--raw-names", settings_.tree.raw_names, "Members and types as they were recorded");
    shared_.add_first(sub);
    shared_.add_reading(sub);
    for (const char* records : {"--records", "--hex"}) {
      exclude(sub, records, {"--depth", "--max-items", "--max-text", "--raw-names", "--first", "--zone", "--schema"});
    }
    exclude(sub, "--hex", {"--json"});
    sub->footer(kInspectFooter);
  }

  void add_convert() {
    CLI::App* sub = add("convert", "Write a file's content in another format", Command::Convert);
    sub->add_option("file", settings_.files, "File, - for standard input; or a folder, with -o FOLDER")
        ->required()
        ->expected(1)
        ->type_name("FILE");
    sub->add_option("--to", settings_.to, "The format to write")->required()->type_name("FORMAT")->check(not_empty());
    sub->add_option("-o,--output", settings_.output, "Where to write instead of standard output")
        ->type_name("FILE")
        ->check(not_empty());
    const std::span<const std::string_view> layers = written_layers();
    sub->add_option("--layer", settings_.layers,
                    "What to put around the written document; given several times, the first is the innermost")
        ->type_name(joined(layers))
        ->check(CLI::IsMember(std::vector<std::string>(layers.begin(), layers.end())))
        ->take_all()
        ->allow_extra_args(false);
    sub->add_option("--loss", loss_, "What to do with what the target cannot hold: error (the default) or warn")
        ->check(CLI::IsMember({"error", "warn"}))
        ->type_name("error|warn")
        ->each([this](const std::string& value) { settings_.losses_are_errors = value == "error"; });
    sub->add_flag("--all", settings_.all,
                  "All documents that stand one behind the other in the file; with -o to files of that folder");
    shared_
        .add_taken(sub, "--dialect", settings_.dialect,
                   "Whose writer to follow: framework, core2, core3, net10, mono, oldmono", kTakesDialect)
        ->check(CLI::IsMember({"framework", "core2", "core3", "net10", "mono", "oldmono"}))
        ->type_name("framework|core2|core3|net10|mono|oldmono");
    shared_.add_taken(sub, "--newline", settings_.newline, "Line ends of text formats: lf or crlf", kTakesNewline)
        ->check(CLI::IsMember({"lf", "crlf"}))
        ->type_name("lf|crlf");
    shared_.add_taken(sub, "--table", settings_.table, "The table of a set, for formats that hold one", kTakesTable)
        ->type_name("NAME")
        ->check(not_empty());
    shared_.add_taken(sub, "--null", settings_.null_text, "CSV: what stands for null", kTakesNull)->type_name("TEXT");
    sub->add_flag("--row-state", settings_.row_state,
                  "CSV, NDJSON, SQL: a column RowState, and deleted rows with the values that they had")
        ->each([this](const std::string&) { settings_.given |= kTakesRowState; });
    shared_
        .add_taken(sub, "--rename-types", settings_.renames_file, "Lines OLD => NEW: other names of types to write",
                   kTakesRenames)
        ->type_name("FILE")
        ->check(not_empty());
    sub->add_flag("--raw-names", settings_.raw_names,
                  "JSON of graphs: members as they were recorded (<Name>k__BackingField)")
        ->each([this](const std::string&) { settings_.given |= kTakesRawNames; });
    shared_
        .add_taken(sub, "--numbers", settings_.numbers,
                   "JSON: 64-bit integers and decimals as text (the default) or as numbers, which many readers round",
                   kTakesNumbers)
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("text|json");
    shared_
        .add_taken(
            sub, "--xml-chars", settings_.xml_chars,
            "XML: characters that it has no place for: error, escape (_x0001_), replace (U+FFFD), or else as .NET",
            kTakesXmlChars)
        ->check(CLI::IsMember({"error", "escape", "replace"}))
        ->type_name("error|escape|replace");
    shared_.add_first(sub);
    shared_.add_many(sub);
    shared_.add_reading(sub);
    exclude(sub, "--column", {"--offset"});
    sub->footer(kConvertFooter);
  }

  void add_verify() {
    CLI::App* sub = add("verify", "Read, write again, and compare", Command::Verify);
    shared_.add_files(sub);
    shared_.add_many(sub);
    shared_.add_json(sub, "One JSON object a file and line");
    shared_.add_reading(sub);
    exclude(sub, "--column", {"--offset"});
    sub->footer(kVerifyFooter);
  }

  void add_small() {
    CLI::App* losses = add("losses", "List what a format cannot carry", Command::Losses);
    losses->add_option("format", settings_.to, "The format that would be written")
        ->required()
        ->type_name("FORMAT")
        ->check(not_empty());
    shared_.add_json(losses, "One JSON object a loss and line");
    losses->footer(kLossesFooter);
    CLI::App* formats = add("formats", "List the formats", Command::Formats);
    shared_.add_json(formats, "One JSON object a format and line");
    formats->add_flag("--settings", settings_.list_settings, "What --set takes, instead");
    app_.add_subcommand("version", "Show the version")->callback([] {
      throw CLI::CallForVersion(std::string("dotwire ") + DOTWIRE_VERSION, 0);
    });
    CLI::App* help = app_.add_subcommand("help", "List the commands, or show the help of one");
    help->add_option("command", help_words_, "The command")->type_name("COMMAND");
    // Used when the program is built, and so not shown.
    help->add_flag("--man", man_)->group("");
    help->add_option("--completion", shell_)->check(CLI::IsMember({"bash", "zsh", "fish"}))->group("");
    help->callback([this] { show_help(); });
  }

  // Finds the command that the words name, and asks for its help.
  void show_help() {
    if (man_) help_text_ = man_page(describe_commands(app_));
    if (!shell_.empty()) help_text_ = completion_script(shell_, describe_commands(app_));
    // An app that has parsed the word help would show the help of that command.
    Settings unused;
    if (help_words_.empty() && help_text_.empty()) help_text_ = Parser(unused).app().help();
    if (!help_text_.empty()) throw CLI::CallForHelp();
    CLI::App* app = &app_;
    std::string before;
    for (const std::string& word : help_words_) {
      const auto subs = app->get_subcommands([&word](CLI::App* sub) { return sub->get_name() == word; });
      if (subs.empty()) throw CLI::ValidationError("help", "there is no command " + word);
      if (!before.empty()) before += ' ';
      before += app->get_name();
      app = subs.front();
    }
    help_text_ = app->help(before);
    throw CLI::CallForHelp();
  }

 public:
  // Of `help COMMAND`; empty otherwise.
  const std::string& help_text() const { return help_text_; }

 private:
  Settings& settings_;
  SharedOptions shared_;
  CLI::App app_;
  std::string loss_;
  std::vector<std::string> help_words_;
  bool man_ = false;
  std::string shell_;
  std::string help_text_;
};

int print(const std::string& text) {
  Output out;
  out.write(text);
  if (!text.ends_with('\n')) out.write("\n");
  return out.finish();
}

// "datatable, speed, own, memory"; those without a group are not shown.
std::string commands_of(const CLI::App& app) {
  std::string known;
  for (const CLI::App* sub : app.get_subcommands(
           [](const CLI::App* each) { return !each->get_name().empty() && !each->get_group().empty(); })) {
    known += (known.empty() ? "" : ", ") + sub->get_name();
  }
  return known;
}

// Names the commands where the words name none of them.
std::string what_is_wrong(const CLI::App& app, const std::vector<std::string>& words, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string path;
  std::size_t next = 0;
  for (; !command->get_subcommands().empty(); ++next) {
    command = command->get_subcommands().front();
    path += command->get_name() + " ";
  }
  const std::string known = commands_of(*command);
  if (known.empty() || (next < words.size() && words[next].starts_with('-'))) return printable(error.what());
  if (next == words.size()) return path.empty() ? "a command is needed" : path + "needs one of " + known;
  return "there is no command " + path + printable(words[next]) + "; there are " + known;
}

}  // namespace

std::optional<Settings> parse_command_line(int argc, char** argv, int& code) {
  Settings settings;
  settings.arguments.assign(argv + (argc > 0 ? 1 : 0), argv + argc);
  Parser parser(settings);
  try {
    parser.app().parse(argc, argv);
    return settings;
  } catch (const CLI::CallForHelp&) {
    code = print(parser.help_text().empty() ? parser.app().help() : parser.help_text());
  } catch (const CLI::CallForVersion& version) {
    code = print(version.what());
  } catch (const CLI::ParseError& error) {
    note(what_is_wrong(parser.app(), settings.arguments, error));
    note("`dotwire --help` says more");
    code = kUsage;
  }
  return std::nullopt;
}

}  // namespace dotwire::cli
