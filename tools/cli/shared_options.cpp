#include "cli/shared_options.h"

#include <charconv>

namespace dotwire::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
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

CLI::Validator not_empty() {
  return {[](const std::string& text) { return text.empty() ? std::string("is empty") : std::string(); }, ""};
}

void exclude(CLI::App* sub, const char* option, std::initializer_list<const char*> others) {
  for (const char* other : others) sub->get_option(option)->excludes(other);
}

CLI::Option* SharedOptions::add_taken(CLI::App* sub, const char* name, std::string& value, const char* what,
                                      FormatOptions bit) const {
  CLI::Option* option = sub->add_option(name, value, what);
  option->each([&settings = settings_, bit](const std::string&) { settings.given |= bit; });
  return option;
}

void SharedOptions::add_files(CLI::App* sub) const {
  sub->add_option("files", settings_.files, "Files or folders, - for standard input")->required()->type_name("FILE");
}

void SharedOptions::add_plain_files(CLI::App* sub) const {
  sub->add_option("files", settings_.files, "Files, - for standard input")->required()->type_name("FILE");
}

void SharedOptions::add_json(CLI::App* sub, const char* what) const { sub->add_flag("--json", settings_.json, what); }

void SharedOptions::add_reading(CLI::App* sub) const {
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
      ->each([&settings = settings_](const std::string&) { settings.given |= kTakesSettings; });
  add_limits(sub);
}

void SharedOptions::add_limits(CLI::App* sub) const {
  sub->add_option("--limit", settings_.limits, "Set a limit: depth=N, objects=N, memory=N, expansion=N, input=N")
      ->type_name("NAME=N")
      ->take_all()
      ->allow_extra_args(false);
}

void SharedOptions::add_contract(CLI::App* sub) const {
  add_taken(sub, "--contract", settings_.contract_file, "contract.json: what a payload does not say of its types",
            kTakesContract)
      ->type_name("FILE")
      ->check(not_empty());
}

void SharedOptions::add_offset(CLI::App* sub) const {
  add_number(sub, "--offset", settings_.offset, "Where the document starts in the file", 0)->type_name("BYTES");
}

void SharedOptions::add_first(CLI::App* sub) const {
  add_number(sub, "--first", settings_.first_objects, "BinaryFormatter: read the first N objects, not all", 1)
      ->each([&settings = settings_](const std::string&) { settings.given |= kTakesFirst; });
}

void SharedOptions::add_many(CLI::App* sub) const {
  sub->add_option("--column", settings_.column,
                  "Take base64, hexadecimal digits, JSON or XML of this column of NDJSON or CSV")
      ->type_name("NAME")
      ->check(not_empty());
  add_number(sub, "--jobs", settings_.jobs, "Threads that work (as many as there are processors)", 1, 1024);
  sub->add_option("--resume", settings_.resume_file, "Note here how far the run came, and go on from there")
      ->type_name("FILE")
      ->check(not_empty());
  sub->add_flag("--summary", settings_.summary, "In the end count formats, types and causes of failures");
}

}  // namespace dotwire::cli
