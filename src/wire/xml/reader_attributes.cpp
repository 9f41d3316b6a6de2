// Attributes and namespace declarations.
#include <algorithm>

#include "base/unicode.h"
#include "wire/xml/characters.h"
#include "wire/xml/most_attributes.h"
#include "wire/xml/reader.h"
#include "wire/xml/scan.h"

namespace dotwire::xml {

// From behind the name to behind '>' or '/>'.
Status Reader::decode_attributes() {
  value_arena_.reset();
  while (true) {
    const char* const gap = at_;
    at_ = skip_space(at_, end_);
    if (at_ == end_) return truncated("a start tag");
    if (*at_ == '>') break;
    if (*at_ == '/') {
      if (end_ - at_ < 2) return truncated("a start tag");
      if (at_[1] != '>') return error(ErrorCode::Malformed, at_, "'/' in a tag without '>' behind it");
      empty_element_ = true;
      ++at_;
      break;
    }
    if (at_ == gap) return error(ErrorCode::Malformed, at_, "white space, '>' or '/>' is expected in the tag");
    const char* const name_at = at_;
    if (attributes_.size() + declarations_.size() >= kMostAttributes) [[unlikely]]
      return error(ErrorCode::LimitExceeded, name_at,
                   "an element with more attributes than " + std::to_string(kMostAttributes));
    DOTWIRE_TRY(const NameId name, decode_name());
    DOTWIRE_TRY(decode_attribute(name_at, name));
  }
  ++at_;
  return resolve_attributes();
}

Status Reader::decode_attribute(const char* name_at, NameId name) {
  if (names_[name].seen == start_tags_) return error(ErrorCode::Malformed, name_at, "an attribute is there twice");
  names_[name].seen = start_tags_;
  at_ = skip_space(at_, end_);
  if (at_ == end_) return truncated("a start tag");
  if (*at_ != '=') return error(ErrorCode::Malformed, at_, "'=' is expected behind the name of an attribute");
  at_ = skip_space(at_ + 1, end_);
  std::string_view value;
  DOTWIRE_TRY(decode_value(value));

  const Name& full = names_[name];
  if (full.prefix == kXmlnsPrefix || (full.prefix == kEmptyString && full.local == kXmlnsPrefix)) {
    return declare(name, value, name_at);
  }
  attributes_.push_back({name, full.local, kEmptyString, value, name_at});
  return {};
}

// The value with its quotes at at_.
Status Reader::decode_value(std::string_view& value) {
  if (at_ == end_) return truncated("a start tag");
  const char quote = *at_;
  if (quote != '"' && quote != '\'') return error(ErrorCode::Malformed, at_, "the attribute's value is not quoted");
  const char* const start = ++at_;
  const char* run = start;
  bool high = false;
  bool bent = false;
  while (true) {
    at_ = find_value_stop(at_, end_, quote, high);
    if (at_ == end_) return truncated("an attribute's value");
    if (*at_ == quote) break;
    if (*at_ == '<') return error(ErrorCode::Malformed, at_, "'<' in an attribute's value");
    const bool reference = *at_ == '&';
    const bool space = is_space(*at_);
    if (!reference && !space && !options_.any_character) {
      return error(ErrorCode::Malformed, at_, "a control character");
    }
    if (!reference && !(space && options_.normalize)) {
      ++at_;
      continue;
    }
    if (!bent) scratch_.clear();
    bent = true;
    scratch_.append(run, at_);
    if (reference) {
      DOTWIRE_TRY(append_reference(scratch_));
    } else {
      at_ += *at_ == '\r' && end_ - at_ > 1 && at_[1] == '\n' ? 2 : 1;
      scratch_.push_back(' ');
    }
    run = at_;
  }
  if (high) {
    DOTWIRE_TRY(check_characters(start, at_));
  }
  if (bent) {
    scratch_.append(run, at_);
    value = value_arena_.copy(scratch_);
  } else {
    value = {start, static_cast<std::size_t>(at_ - start)};
  }
  ++at_;
  return {};
}

// Namespaces 3 and 5: what may be bound to what.
Status Reader::declare(NameId name, std::string_view uri, const char* at) {
  const bool prefixed = names_[name].prefix == kXmlnsPrefix;
  const StringId prefix = prefixed ? names_[name].local : kEmptyString;
  const StringId name_space = intern(uri);
  const auto wrong = [&](const char* message) { return error(ErrorCode::Malformed, at, message); };
  if (prefix == kXmlnsPrefix) return wrong("the prefix xmlns may not be declared");
  if ((prefix == kXmlPrefix) != (name_space == kXmlNamespace)) {
    return wrong("the prefix xml and its namespace belong to each other alone");
  }
  if (name_space == kXmlnsNamespace) return wrong("the namespace of xmlns may not be bound to a prefix");
  if (prefixed && uri.empty()) return wrong("a prefix may not be bound to no namespace");

  if (bindings_.size() <= prefix) bindings_.resize(strings_.size(), kUnbound);
  undo_.push_back({prefix, bindings_[prefix]});
  bindings_[prefix] = name_space;
  declarations_.push_back({prefix, name_space, at});
  return {};
}

Status Reader::resolve_attributes() {
  namespaced_.clear();
  for (Attribute& attribute : attributes_) {
    const StringId prefix = names_[attribute.name].prefix;
    if (prefix == kEmptyString) continue;
    attribute.name_space = resolve(prefix);
    if (attribute.name_space == kUnbound) {
      return error(ErrorCode::Malformed, attribute.at,
                   "prefix '" + std::string(strings_[prefix].substr(0, 60)) + "' is not declared");
    }
    namespaced_.push_back({attribute.name_space, attribute.local, attribute.at});
  }
  return namespaced_.size() > 1 ? check_namespaced_names() : Status();
}

// Namespaces 6.3: two prefixes of one namespace do not make two attributes.
Status Reader::check_namespaced_names() {
  std::sort(namespaced_.begin(), namespaced_.end());
  for (std::size_t i = 1; i < namespaced_.size(); ++i) {
    const NamespacedName& one = namespaced_[i - 1];
    const NamespacedName& other = namespaced_[i];
    if (one.name_space == other.name_space && one.local == other.local) {
      return error(ErrorCode::Malformed, std::max(one.at, other.at), "an attribute is there twice, by its namespace");
    }
  }
  return {};
}

}  // namespace dotwire::xml
