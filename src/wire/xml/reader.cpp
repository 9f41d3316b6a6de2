#include "wire/xml/reader.h"

#include "base/unicode.h"
#include "wire/xml/characters.h"
#include "wire/xml/scan.h"

namespace dotwire::xml {
namespace {

constexpr std::string_view kXmlNamespaceText = "http://www.w3.org/XML/1998/namespace";
constexpr std::string_view kXmlnsNamespaceText = "http://www.w3.org/2000/xmlns/";

constexpr std::size_t kLongestName = UINT32_MAX / 4;

std::string shown(std::string_view name) {
  constexpr std::size_t kMost = 60;
  return name.size() <= kMost ? std::string(name) : std::string(name.substr(0, kMost)) + "...";
}

std::string_view between(const char* from, const char* to) { return {from, static_cast<std::size_t>(to - from)}; }

}  // namespace

Reader::Reader(const ReaderOptions& options) : options_(options) {
  for (const std::string_view text : {std::string_view(), std::string_view("xml"), kXmlNamespaceText,
                                      std::string_view("xmlns"), kXmlnsNamespaceText}) {
    strings_.intern(text);
  }
  // Name 0 is the empty one, which no tag has: what name() gives before the first.
  names_.push_back({"<></>", 0, kEmptyString, kEmptyString, 0, 0});
  name_table_.intern({});
}

Status Reader::open(Bytes document) {
  failed_ = true;
  document_.converted.clear();
  DOTWIRE_TRY(decode_document(document, options_.limits, document_));
  return check_start();
}

Status Reader::open_text(std::string_view text) {
  failed_ = true;
  document_ = Document{};
  document_.text = text;
  return check_start();
}

Status Reader::check_start() {
  Result<Declaration> declaration = decode_declaration(document_.text);
  if (!declaration.ok()) {
    Error error = std::move(declaration).error();
    set_place(error, document_, static_cast<std::size_t>(error.offset()));
    return error;
  }
  declaration_ = *declaration;
  begin();
  return {};
}

void Reader::begin() {
  at_ = document_.text.data() + declaration_.end;
  end_ = document_.text.data() + document_.text.size();
  node_begin_ = at_;
  name_ = 0;
  last_start_ = 0;
  empty_element_ = pending_end_ = root_seen_ = failed_ = false;
  open_.clear();
  attributes_.clear();
  declarations_.clear();
  undo_.clear();
  bindings_.assign(kXmlnsNamespace + 1, kUnbound);
  bindings_[kEmptyString] = kEmptyString;
  bindings_[kXmlPrefix] = kXmlNamespace;
}

Error Reader::error(ErrorCode code, const char* at, std::string message) const {
  Error error(code, std::move(message));
  set_place(error, document_, index_of(at));
  return error;
}

Error Reader::truncated(const char* what) const {
  return error(ErrorCode::Truncated, end_, std::string("the document ends inside ") + what);
}

Error Reader::fail(Error error) {
  failed_ = true;
  return error;
}

bool Reader::at_text(std::string_view what) const { return between(at_, end_).starts_with(what); }

Result<NodeKind> Reader::next() {
  if (failed_) [[unlikely]]
    return Error(ErrorCode::InvalidArgument, "no document is being read");
  if (pending_end_) {
    pending_end_ = false;
    node_begin_ = at_;
    pop();
    return NodeKind::End;
  }
  node_begin_ = at_;
  Result<NodeKind> node = at_ != end_ && *at_ == '<' ? decode_markup() : decode_text();
  if (!node.ok()) [[unlikely]]
    failed_ = true;
  return node;
}

Result<NodeKind> Reader::decode_markup() {
  if (end_ - at_ < 2) return truncated("markup");
  const char second = at_[1];
  if (second == '/') return decode_end_tag();
  if (second == '?') return decode_instruction();
  if (second != '!') return decode_start_tag();
  if (at_text("<!--")) return decode_comment();
  if (at_text("<![CDATA[")) return decode_cdata();
  for (const std::string_view whole : {"<!--", "<![CDATA[", "<!DOCTYPE"}) {
    if (whole.starts_with(between(at_, end_))) return truncated("markup");
  }
  if (at_text("<!DOCTYPE")) return error(ErrorCode::Unsupported, "a document type declaration (DTD) is refused");
  return error(ErrorCode::Malformed, "'<!' begins neither a comment nor a CDATA section");
}

// A known name is found by its bytes; a new one is checked and added.
Result<NameId> Reader::decode_name() {
  const char* const start = at_;
  at_ = skip_name(at_, end_);
  const std::string_view raw = between(start, at_);
  const NameId known = name_table_.find(raw);
  if (known != StringTable::kNone && known != 0) return known;
  if (at_ == end_) return truncated("a tag");
  return add_name(raw, start);
}

Result<NameId> Reader::add_name(std::string_view raw, const char* at) {
  if (raw.empty()) return error(ErrorCode::Malformed, at, "a name is expected");
  const std::size_t wrong = check_qualified_name(raw);
  if (wrong != kGoodName) return error(ErrorCode::Malformed, at + wrong, "this character may not stand in a name here");
  if (raw.size() > kLongestName) return error(ErrorCode::LimitExceeded, at, "the name is too long");
  return insert_name(raw);
}

NameId Reader::intern_name(std::string_view raw) {
  const NameId known = name_table_.find(raw);
  if (known != StringTable::kNone && known != 0) return known;
  if (raw.size() > kLongestName || check_qualified_name(raw) != kGoodName) return kNoName;
  return insert_name(raw);
}

NameId Reader::insert_name(std::string_view raw) {
  const std::size_t colon = raw.find(':');
  const bool prefixed = colon != std::string_view::npos;
  char* tags = name_arena_.allocate_array<char>(2 * raw.size() + 5);
  char* to = tags;
  for (const std::string_view part :
       {std::string_view("<"), raw, std::string_view("></"), raw, std::string_view(">")}) {
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  const StringId prefix = prefixed ? intern(raw.substr(0, colon)) : kEmptyString;
  const StringId local = intern(prefixed ? raw.substr(colon + 1) : raw);
  names_.push_back({tags, static_cast<std::uint32_t>(raw.size()), prefix, local, 0, 0});
  return name_table_.intern(raw);
}

Result<NodeKind> Reader::decode_start_tag() {
  if (open_.empty() && root_seen_) return error(ErrorCode::Malformed, "a second root element");
  ++at_;
  attributes_.clear();
  declarations_.clear();
  empty_element_ = false;
  ++start_tags_;

  const Name& likely = names_[names_[last_start_].likely_next];
  NameId name = names_[last_start_].likely_next;
  if (name != 0 && static_cast<std::size_t>(end_ - at_) > likely.size &&
      equal_bytes(at_, likely.tags + 1, likely.size) && !kNameByte[static_cast<std::uint8_t>(at_[likely.size])]) {
    at_ += likely.size;
  } else {
    DOTWIRE_TRY(name, decode_name());
    names_[last_start_].likely_next = name;
  }
  last_start_ = name;

  const std::size_t undo = undo_.size();
  if (at_ != end_ && *at_ == '>') [[likely]] {
    ++at_;
  } else {
    DOTWIRE_TRY(decode_attributes());
  }
  DOTWIRE_TRY(push(name));
  open_.back().undo = undo;
  pending_end_ = empty_element_;
  return NodeKind::Start;
}

Status Reader::push(NameId name) {
  if (open_.size() >= options_.limits.depth) {
    return error(ErrorCode::LimitExceeded,
                 "elements are nested deeper than the limit of " + std::to_string(options_.limits.depth));
  }
  const StringId name_space = resolve(names_[name].prefix);
  if (name_space == kUnbound) {
    return error(ErrorCode::Malformed, node_begin_ + 1,
                 "prefix '" + shown(strings_[names_[name].prefix]) + "' is not declared");
  }
  root_seen_ = true;
  name_ = name;
  name_space_ = name_space;
  open_.push_back({name, name_space, undo_.size()});
  return {};
}

void Reader::pop() {
  const Open& top = open_.back();
  name_ = top.name;
  name_space_ = top.name_space;
  while (undo_.size() > top.undo) {
    bindings_[undo_.back().prefix] = undo_.back().before;
    undo_.pop_back();
  }
  open_.pop_back();
}

Result<NodeKind> Reader::decode_end_tag() {
  if (open_.empty()) return error(ErrorCode::Malformed, "an end tag without a start tag");
  const Name& name = names_[open_.back().name];
  const std::string_view tag = name.end_tag();
  const std::string_view left = between(at_, end_);
  if (left.size() >= tag.size() && equal_bytes(left.data(), tag.data(), tag.size())) [[likely]] {
    at_ += tag.size();
    pop();
    return NodeKind::End;
  }
  const std::string_view raw = name.raw();
  const char* const name_end = skip_name(at_ + 2, end_);
  if (between(at_ + 2, name_end) != raw) {
    if (name_end == end_) return truncated("an end tag");
    return error(ErrorCode::Malformed,
                 "end tag '" + shown(between(at_ + 2, name_end)) + "' where that of '" + shown(raw) + "' is expected");
  }
  const char* const close = skip_space(name_end, end_);
  if (close == end_) return truncated("an end tag");
  if (*close != '>') return error(ErrorCode::Malformed, close, "'>' is expected at the end of an end tag");
  at_ = close + 1;
  pop();
  return NodeKind::End;
}

Result<NodeKind> Reader::end_of_document() {
  if (!open_.empty()) return truncated(("element '" + shown(names_[open_.back().name].raw()) + "'").c_str());
  if (!root_seen_) return error(ErrorCode::Truncated, end_, "the document has no root element");
  failed_ = true;
  return NodeKind::EndOfDocument;
}

const Attribute* Reader::find_attribute(StringId name_space, StringId local) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.local == local && attribute.name_space == name_space) return &attribute;
  }
  return nullptr;
}

StringId Reader::resolve_prefix(std::string_view prefix) const {
  const StringId id = strings_.find(prefix);
  return id == StringTable::kNone ? kUnbound : resolve(id);
}

}  // namespace dotwire::xml
