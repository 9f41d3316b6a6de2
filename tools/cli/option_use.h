// Options that only some formats take: given for nothing, they are a mistake.
#pragma once

#include "cli/settings.h"

namespace dotwire::cli {

class OptionUse {
 public:
  OptionUse(const Settings& settings, const Loaded& loaded);
  OptionUse(const Settings& settings, const Loaded& loaded, bool one_file);

  // Options that only matter when a document is written, before any file is read.
  bool check_target() const;
  // For a file of that format. Of one file alone, and where --from says the format, all options must have a use there
  // or in the target: false if one has none, which has been said.
  bool check(const Format& format);
  // After several files: each option must have had a use in one of them, if any of them had a format.
  bool check_all() const;

 private:
  bool check_settings(const Format& format) const;
  bool check_unused(FormatOptions unused, const std::string& where) const;

  FormatOptions given_;
  const std::vector<std::string>& set_;  // "version=4.1"
  FormatOptions used_;                   // by the target, or by a file
  bool alone_;
  const Format* target_;
  bool any_ = false;
};

}  // namespace dotwire::cli
