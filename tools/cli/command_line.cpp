#include "cli/command_line.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <CLI/CLI.hpp>

#include "cli/command_help.h"
#include "cli/exit_code.h"
#include "cli/output.h"

#ifdef DOTWIRE_HAS_BENCH
#include "datatable_bench.h"
#endif

namespace dotwire::cli {
namespace {

constexpr const char* kIntroduction =
    "Reads, shows, converts and verifies what .NET's serializers wrote, without .NET.\n"
    "\n"
    "FILE may be - for standard input. Data goes to standard output, notes to standard error.";

constexpr const char* kFooter =
    "Exit codes (of several files the highest):\n"
    "  0 fine   1 differences   2 damaged, or beyond a limit   3 unknown format   4 the target cannot hold the data\n"
    "  64 wrong usage   74 a file could not be read or written\n"
    "\n"
    "Examples:\n"
    "  dotwire identify *.bin\n"
    "  dotwire inspect cache.bin\n"
    "  dotwire convert orders.bin --to csv -o orders.csv\n"
    "  dotwire verify --json *.bin | grep -v identical\n"
    "\n"
    "`dotwire help COMMAND` or `dotwire COMMAND --help` says more of a command.";

constexpr const char* kIdentifyFooter =
    "Keys with --json, one object a line: version, file, format, type, dialect, layers, size, trailing.\n"
    "type is that of the root of a BinaryFormatter graph, read with its first object; size is that of the document,\n"
    "trailing counts the bytes behind it. What is not known is null. Of what is damaged or beyond a limit there is\n"
    "damage as well, an object of error, offset, path, message; and note, a text, where more is known of the content.\n"
    "Documents that follow one another are all listed: documents is an array of offset,\n"
    "size, format, type and note. --offset lets any command begin with one of them.\n"
    "\n"
    "Examples:\n"
    "  dotwire identify session.bin\n"
    "  sqlite3 cache.db \"select writefile('/dev/stdout', value) from cache\" | dotwire identify -\n"
    "  dotwire identify --json blobs/*\n"
    "  dotwire identify --column payload --summary rows.csv";

constexpr const char* kInspectFooter =
    "Without --records or --hex the content is shown as a tree: #5 is an object's id, -> #5 a reference to it.\n"
    "Framework types are shown as what they are (lists with their items, dates as dates); --raw-names shows the\n"
    "members as they were recorded. A damaged file is shown up to the damage.\n"
    "\n"
    "Keys with --json, one object a line: of the tree version, file, depth, path, name, type, id, value, children,\n"
    "left_out; of records version, file, offset, length, record, value, depth, kind, id, path, detail. A last line "
    "with\n"
    "version, file, error, offset, path, message says where a damaged file ends. For each document behind the first\n"
    "there is a line of version, file, number, document, as identify lists it.\n"
    "\n"
    "Examples:\n"
    "  dotwire inspect cache.bin --depth 3\n"
    "  dotwire inspect --records damaged.bin\n"
    "  dotwire inspect --hex - < damaged.bin | less";

constexpr const char* kConvertFooter =
    "What the target cannot hold is named and nothing is written, and the exit code is 4; with --loss warn it is "
    "named\n"
    "when the rest has been written. `dotwire formats` lists the formats.\n"
    "\n"
    "Examples:\n"
    "  dotwire convert orders.bin --to csv > orders.csv\n"
    "  dotwire convert orders.bin --to csv --null NULL --newline lf --loss warn -o orders.csv\n"
    "  dotwire convert graph.bin --to json | jq .root\n"
    "  dotwire convert edited.json --to binaryformatter -o graph.bin\n"
    "  dotwire convert - --to dump < graph.bin\n"
    "  dotwire convert orders.bin --to datatable-xml --layer gzip --layer base64 > orders.txt\n"
    "  dotwire convert rows.ndjson --column payload --to json --resume rows.resume -o read.ndjson";

constexpr const char* kVerifyFooter =
    "Each file is read, written again in the same format, and compared. One line a file: identical, different with "
    "the\n"
    "first byte that differs and where that is, damaged, refused (beyond a limit), or unknown.\n"
    "\n"
    "Keys with --json, one object a line: version, file, format, verdict, offset, path, message.\n"
    "\n"
    "Examples:\n"
    "  dotwire verify *.bin\n"
    "  find archive -type f -print0 | xargs -0 dotwire verify --json > report.ndjson";

constexpr const char* kLossesFooter =
    "Paths and texts are those of `dotwire convert` without the names and numbers of a document: * is any name, N any\n"
    "number. What is refused keeps the whole document from being written. Without --json one line a loss.\n"
    "\n"
    "Keys with --json, one object a line: version, format, path, what, refused. A path of null is the whole document.\n"
    "\n"
    "Examples:\n"
    "  dotwire losses csv\n"
    "  dotwire losses --json protobuf-net-data | jq -r 'select(.refused) | .path'";

class Parser {
 public:
  explicit Parser(Settings& settings) : settings_(settings), app_(kIntroduction, "dotwire") {
    app_.footer(kFooter);
    app_.set_help_flag("-h,--help", "Show this help");
    app_.set_version_flag("--version", std::string("dotwire ") + DOTWIRE_VERSION, "Show the version");
    app_.require_subcommand(1);
    add_identify();
    add_inspect();
    add_convert();
    add_verify();
    add_bench();
    add_small();
  }

  CLI::App& app() { return app_; }

 private:
  CLI::App* add(const char* name, const char* description, Command command) {
    CLI::App* sub = app_.add_subcommand(name, description);
    sub->callback([this, command] { settings_.command = command; });
    return sub;
  }

  void add_files(CLI::App* sub) {
    sub->add_option("files", settings_.files, "Files or folders, - for standard input")->required()->type_name("FILE");
  }

  void add_plain_files(CLI::App* sub) {
    sub->add_option("files", settings_.files, "Files, - for standard input")->required()->type_name("FILE");
  }

  // An option that only some formats take.
  CLI::Option* add_taken(CLI::App* sub, const char* name, std::string& value, const char* what, FormatOptions bit) {
    CLI::Option* option = sub->add_option(name, value, what);
    option->each([this, bit](const std::string&) { settings_.given |= bit; });
    return option;
  }

  // A whole number from `least` to `most`, which the text says before it is read.
  static CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[least, most](const std::string& text) {
              std::uint64_t value = 0;
              const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
              if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most) {
                return std::string();
              }
              std::string range = "a whole number from " + std::to_string(least);
              if (most != UINT64_MAX) range += " to " + std::to_string(most);
              return "'" + text + "' is not " + range;
            },
            ""};
  }

  template <class T>
  static CLI::Option* add_number(CLI::App* sub, const char* name, T& value, const char* what, std::uint64_t least,
                                 std::uint64_t most = std::numeric_limits<T>::max()) {
    return sub->add_option(name, value, what)->check(whole_number(least, most))->type_name("N");
  }

  static CLI::Validator not_empty() {
    return {[](const std::string& text) { return text.empty() ? std::string("is empty") : std::string(); }, ""};
  }

  // "lf|crlf"
  static std::string joined(std::span<const std::string_view> choices) {
    std::string text;
    for (const std::string_view choice : choices) (text += text.empty() ? "" : "|") += choice;
    return text;
  }

  void add_json(CLI::App* sub, const char* what) { sub->add_flag("--json", settings_.json, what); }

  void add_reading(CLI::App* sub) {
    sub->add_option("--from", settings_.from, "Read as this format instead of finding out")
        ->type_name("FORMAT")
        ->check(not_empty());
    add_taken(sub, "--zone", settings_.zone, "Where local times are: UTC, +01:00, a POSIX rule, or a TZif file",
              kTakesZone)
        ->type_name("ZONE")
        ->check(not_empty());
    add_taken(sub, "--schema", settings_.schema_file, "XML schema, for data without one", kTakesSchema)
        ->type_name("FILE")
        ->check(not_empty());
    add_contract(sub);
    add_offset(sub);
    sub->add_option("--set", settings_.set, "A choice of one format; `dotwire formats --settings` lists them")
        ->type_name("NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false)
        ->each([this](const std::string&) { settings_.given |= kTakesSettings; });
    add_limits(sub);
  }

  void add_limits(CLI::App* sub) {
    sub->add_option("--limit", settings_.limits, "Set a limit: depth=N, objects=N, memory=N, expansion=N, input=N")
        ->type_name("NAME=N")
        ->take_all()
        ->allow_extra_args(false);
  }

  void add_contract(CLI::App* sub) {
    add_taken(sub, "--contract", settings_.contract_file, "contract.json: what a payload does not say of its types",
              kTakesContract)
        ->type_name("FILE")
        ->check(not_empty());
  }

  // Options that would do nothing beside the first are a mistake.
  static void exclude(CLI::App* sub, const char* option, std::initializer_list<const char*> others) {
    for (const char* other : others) sub->get_option(option)->excludes(other);
  }

  void add_offset(CLI::App* sub) {
    add_number(sub, "--offset", settings_.offset, "Where the document starts in the file", 0)->type_name("BYTES");
  }

  void add_first(CLI::App* sub) {
    add_number(sub, "--first", settings_.first_objects, "BinaryFormatter: read the first N objects, not all", 1)
        ->each([this](const std::string&) { settings_.given |= kTakesFirst; });
  }

  void add_many(CLI::App* sub) {
    sub->add_option("--column", settings_.column, "Take base64 or hexadecimal digits of this column of NDJSON or CSV")
        ->type_name("NAME")
        ->check(not_empty());
    add_number(sub, "--jobs", settings_.jobs, "Threads that work (as many as there are processors)", 1, 1024);
    sub->add_option("--resume", settings_.resume_file, "Note here how far the run came, and go on from there")
        ->type_name("FILE")
        ->check(not_empty());
    sub->add_flag("--summary", settings_.summary, "In the end count formats, types and causes of failures");
  }

  void add_identify() {
    CLI::App* sub = add("identify", "Say what files are", Command::Identify);
    add_files(sub);
    add_many(sub);
    add_contract(sub);
    add_limits(sub);
    add_offset(sub);
    add_json(sub, "One JSON object a file and line");
    exclude(sub, "--column", {"--offset"});
    sub->footer(kIdentifyFooter);
  }

  void add_inspect() {
    CLI::App* sub = add("inspect", "Show what is in files", Command::Inspect);
    add_plain_files(sub);
    sub->add_flag("--records", settings_.records, "List records and values with their offsets");
    sub->add_flag("--hex", settings_.hex, "The same with their bytes");
    add_json(sub, "One JSON object a line");
    add_number(sub, "--depth", settings_.tree.depth, "Levels of the tree (16)", 0);
    add_number(sub, "--max-items", settings_.tree.max_items, "Members, items or rows of one parent (100)", 0);
    add_number(sub, "--max-text", settings_.tree.max_text, "Bytes of one text (120)", 0);
    sub->add_flag("--raw-names", settings_.tree.raw_names, "Members and types as they were recorded");
    add_first(sub);
    add_reading(sub);
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
    add_taken(sub, "--dialect", settings_.dialect,
              "Whose writer to follow: framework, core2, core3, net10, mono, oldmono", kTakesDialect)
        ->check(CLI::IsMember({"framework", "core2", "core3", "net10", "mono", "oldmono"}))
        ->type_name("framework|core2|core3|net10|mono|oldmono");
    add_taken(sub, "--newline", settings_.newline, "Line ends of text formats: lf or crlf", kTakesNewline)
        ->check(CLI::IsMember({"lf", "crlf"}))
        ->type_name("lf|crlf");
    add_taken(sub, "--table", settings_.table, "The table of a set, for formats that hold one", kTakesTable)
        ->type_name("NAME")
        ->check(not_empty());
    add_taken(sub, "--null", settings_.null_text, "CSV: what stands for null", kTakesNull)->type_name("TEXT");
    sub->add_flag("--row-state", settings_.row_state,
                  "CSV, NDJSON, SQL: a column RowState, and deleted rows with the values that they had")
        ->each([this](const std::string&) { settings_.given |= kTakesRowState; });
    add_taken(sub, "--rename-types", settings_.renames_file, "Lines OLD => NEW: other names of types to write",
              kTakesRenames)
        ->type_name("FILE")
        ->check(not_empty());
    sub->add_flag("--raw-names", settings_.raw_names,
                  "JSON of graphs: members as they were recorded (<Name>k__BackingField)")
        ->each([this](const std::string&) { settings_.given |= kTakesRawNames; });
    add_taken(sub, "--numbers", settings_.numbers,
              "JSON: 64-bit integers and decimals as text (the default) or as numbers, which many readers round",
              kTakesNumbers)
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("text|json");
    add_taken(sub, "--xml-chars", settings_.xml_chars,
              "XML: characters that it has no place for: error, escape (_x0001_), replace (U+FFFD), or else as .NET",
              kTakesXmlChars)
        ->check(CLI::IsMember({"error", "escape", "replace"}))
        ->type_name("error|escape|replace");
    add_first(sub);
    add_many(sub);
    add_reading(sub);
    exclude(sub, "--column", {"--offset"});
    sub->footer(kConvertFooter);
  }

  void add_verify() {
    CLI::App* sub = add("verify", "Read, write again, and compare", Command::Verify);
    add_files(sub);
    add_many(sub);
    add_json(sub, "One JSON object a file and line");
    add_reading(sub);
    exclude(sub, "--column", {"--offset"});
    sub->footer(kVerifyFooter);
  }

  void add_bench_options(CLI::App* sub) {
    sub->add_flag("--quick", settings_.quick, "Fewer and shorter samples");
    add_json_file(sub);
    sub->add_option("--baseline", settings_.baseline_file,
                    "JSON of an earlier run: say what moved; the exit code stays")
        ->type_name("FILE");
  }

  void add_json_file(CLI::App* sub) {
    sub->add_option("--json", settings_.json_file, "Where the results go as JSON, - for standard output")
        ->type_name("FILE");
  }

  void add_csv(CLI::App* sub) {
    sub->add_option("--csv", settings_.csv_file, "Where the results go as CSV, - for standard output")
        ->type_name("FILE");
  }

  void add_data_sets(CLI::App* sub) {
    add_number(sub, "--rows", settings_.rows, "Rows of the large generated tables", 1);
    sub->add_option("--data", settings_.data_folder, "Folder of the AdventureWorks CSV files")->type_name("FOLDER");
    sub->add_flag("--data-as-published", settings_.data_as_published, "Leave their dates as they are");
  }

  // What `bench datatable` starts for each first call; nobody else does.
  void add_first_call(CLI::App* bench) {
    CLI::App* sub = bench->add_subcommand("first-call", "")->group("");
    sub->callback([this] { settings_.command = Command::BenchFirstCall; });
    sub->add_option("direction", settings_.first_call[0])->required()->check(CLI::IsMember({"write", "read"}));
    sub->add_option("format", settings_.first_call[1])->required();
    sub->add_option("data-set", settings_.first_call[2])->required();
    add_data_sets(sub);
  }

  void add_bench() {
    CLI::App* sub = app_.add_subcommand("bench", "Measure sizes and times, after verifying each round trip");
    sub->require_subcommand(1);
    CLI::App* tables = sub->add_subcommand("datatable", "The seven tables of the DataTable article");
    tables->callback([this] { settings_.command = Command::BenchDatatable; });
    add_bench_options(tables);
    add_csv(tables);
    tables->add_option("--formats", settings_.bench_formats, "Only these, separated by commas")
        ->delimiter(',')
        ->type_name("LIST");
    add_data_sets(tables);
    tables
        ->add_option("--peers", settings_.peers_folder,
                     "Other runtimes and libraries too, from the folder of ./run setup --peers")
        ->type_name("FOLDER");
    tables->add_flag("--details", settings_.details,
                     "More figures: intervals, rates, calls with all made anew and in new processes, memory");
    tables->footer("Examples:\n  dotwire bench datatable --quick\n  dotwire bench datatable --json results.json");
#ifdef DOTWIRE_HAS_BENCH
    tables->footer(
        "Examples:\n  dotwire bench datatable --quick\n  dotwire bench datatable --json results.json\n\nFormats:\n" +
        bench::list_formats());
#endif
    CLI::App* speed = sub->add_subcommand("speed", "Throughput beside a copy of the same memory");
    speed->callback([this] { settings_.command = Command::BenchSpeed; });
    add_bench_options(speed);
    add_csv(speed);
    speed->add_option("--only", settings_.bench_only, "Only rows whose name holds this")->type_name("TEXT");
    add_number(speed, "--count-at", settings_.count_at,
               "No times: run each growth row once at this size, for bench/instructions.sh", 1)
        ->type_name("BYTES");
    exclude(speed, "--count-at", {"--quick", "--json", "--csv", "--baseline"});
    CLI::App* own = sub->add_subcommand("own", "Which format holds tables of your own best");
    own->callback([this] { settings_.command = Command::BenchOwn; });
    add_plain_files(own);
    add_bench_options(own);
    add_csv(own);
    add_reading(own);
    own->footer("Examples:\n  dotwire bench own orders.bin\n  dotwire bench own --from csv --quick sales.csv");
    CLI::App* memory = sub->add_subcommand("memory", "Peak memory of this program over named payloads");
    memory->callback([this] { settings_.command = Command::BenchMemory; });
    add_json_file(memory);
    add_csv(memory);
    add_first_call(sub);
  }

  void add_small() {
    CLI::App* losses = add("losses", "List what a format cannot carry", Command::Losses);
    losses->add_option("format", settings_.to, "The format that would be written")
        ->required()
        ->type_name("FORMAT")
        ->check(not_empty());
    add_json(losses, "One JSON object a loss and line");
    losses->footer(kLossesFooter);
    CLI::App* formats = add("formats", "List the formats", Command::Formats);
    add_json(formats, "One JSON object a format and line");
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
