#include "cli/option_use.h"

#include <algorithm>
#include <array>

#include "cli/output.h"

namespace dotwire::cli {
namespace {

struct Name {
  FormatOptions bit;
  const char* name;
  bool reads;   // matters when a document is read
  bool writes;  // when one is written
};

constexpr std::array<Name, 14> kNames = {{{kTakesDialect, "--dialect", true, true},
                                          {kTakesNewline, "--newline", false, true},
                                          {kTakesZone, "--zone", true, true},
                                          {kTakesSchema, "--schema", true, false},
                                          {kTakesContract, "--contract", true, true},
                                          {kTakesTable, "--table", true, true},
                                          {kTakesNull, "--null", true, true},
                                          {kTakesRowState, "--row-state", false, true},
                                          {kTakesFirst, "--first", true, false},
                                          {kTakesRenames, "--rename-types", false, true},
                                          {kTakesRawNames, "--raw-names", false, true},
                                          {kTakesNumbers, "--numbers", false, true},
                                          {kTakesXmlChars, "--xml-chars", false, true},
                                          {kTakesSettings, "--set", true, true}}};

FormatOptions reading_options() {
  FormatOptions bits = 0;
  for (const Name& name : kNames) bits |= name.reads ? name.bit : 0;
  return bits;
}

FormatOptions writing_options() {
  FormatOptions bits = 0;
  for (const Name& name : kNames) bits |= name.writes ? name.bit : 0;
  return bits;
}

bool takes(const Format& format, const Name& name) {
  if ((format.options & name.bit) == 0) return false;
  return (name.reads && format.read != nullptr) || (name.writes && format.write != nullptr);
}

std::string formats_that_take(const Name& name) {
  std::string text;
  for (const Format& format : builtin_formats()) {
    if (!takes(format, name)) continue;
    if (!text.empty()) text += ", ";
    text += format.name;
  }
  return text;
}

}  // namespace

OptionUse::OptionUse(const Settings& settings, const Loaded& loaded)
    : OptionUse(settings, loaded, settings.files.size() == 1) {}

OptionUse::OptionUse(const Settings& settings, const Loaded& loaded, bool one_file)
    : given_(settings.given),
      set_(settings.set),
      used_(0),
      alone_(one_file || loaded.from != nullptr),
      target_(loaded.to) {
  if (target_ != nullptr) used_ = target_->options & writing_options();
}

bool OptionUse::check_target() const {
  if (target_ == nullptr) return true;
  return check_unused(given_ & ~reading_options() & ~used_, std::string(target_->name));
}

bool OptionUse::check(const Format& format) {
  any_ = true;
  FormatOptions reads = format.options & reading_options();
  if ((format.options & kNamesTable) == 0) reads &= ~kTakesTable;
  const FormatOptions used = used_ | reads;
  if (!alone_) {
    used_ = used;
    return true;
  }
  std::string where(format.name);
  if (target_ != nullptr && target_ != &format) where += " and " + std::string(target_->name);
  return check_unused(given_ & ~used, where) && check_settings(format);
}

// Each choice must be one of this format or of the target.
bool OptionUse::check_settings(const Format& format) const {
  const auto takes_name = [](const Format* one, std::string_view name) {
    return one != nullptr && std::ranges::any_of(one->settings, [name](const auto& rule) { return rule.name == name; });
  };
  for (const std::string& set : set_) {
    const std::string_view name = std::string_view(set).substr(0, set.find('='));
    if (takes_name(&format, name) || takes_name(target_, name)) continue;
    std::string where(format.name);
    if (target_ != nullptr && target_ != &format) where += " and " + std::string(target_->name);
    note("--set " + printable(set) + " has no use for " + where +
         "; `dotwire formats --settings` lists what they take");
    return false;
  }
  return true;
}

bool OptionUse::check_all() const { return alone_ || !any_ || check_unused(given_ & ~used_, "any of the files"); }

bool OptionUse::check_unused(FormatOptions unused, const std::string& where) const {
  for (const Name& name : kNames) {
    if ((unused & name.bit) == 0) continue;
    note(std::string(name.name) + " has no use for " + where + "; formats that take it: " + formats_that_take(name));
  }
  return unused == 0;
}

}  // namespace dotwire::cli
