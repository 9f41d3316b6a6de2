// Text, references, CDATA sections, comments and processing instructions.
#include <algorithm>
#include <cstring>

#include "base/unicode.h"
#include "wire/xml/characters.h"
#include "wire/xml/reader.h"
#include "wire/xml/scan.h"

namespace dotwire::xml {
namespace {

std::string_view between(const char* from, const char* to) { return {from, static_cast<std::size_t>(to - from)}; }

// EF BF BE and EF BF BF: U+FFFE and U+FFFF.
const char* find_noncharacter(const char* at, const char* end) {
  while (end - at >= 3) {
    at = static_cast<const char*>(std::memchr(at, 0xEF, static_cast<std::size_t>(end - at)));
    if (at == nullptr || end - at < 3) return nullptr;
    if (static_cast<std::uint8_t>(at[1]) == 0xBF && static_cast<std::uint8_t>(at[2]) >= 0xBE) return at;
    ++at;
  }
  return nullptr;
}

// Text that goes on in another node: a pair of surrogates must not stay in two pieces.
void append_wtf8(std::string& to, std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (text.size() >= 3 && byte(0) == 0xED && byte(1) >= 0xB0) {
    const char* at = text.data();
    append_utf16_unit(to, static_cast<char16_t>(next_code_point(at, at + 3)));
    text.remove_prefix(3);
  }
  to.append(text);
}

struct Entity {
  std::string_view reference;
  char character;
};
constexpr Entity kEntities[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}};

constexpr std::uint32_t kBeyondUnicode = 0x110000;

int digit_of(char c, bool hex) {
  if (c >= '0' && c <= '9') return c - '0';
  if (hex && c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (hex && c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Result<NodeKind> Reader::decode_text() {
  const char* const start = at_;
  const char* const solid = skip_space(start, end_);
  if (open_.empty()) return decode_text_outside();
  if (solid == end_) return end_of_document();
  if (*solid == '<' &&
      (!options_.normalize || std::memchr(start, '\r', static_cast<std::size_t>(solid - start)) == nullptr)) {
    text_ = between(start, solid);
    at_ = solid;
    return NodeKind::Whitespace;
  }
  bool high = false;
  const char* const stop = find_text_stop(start, end_, high);
  if (stop != end_ && *stop == '<') [[likely]] {
    if (high) {
      DOTWIRE_TRY(check_characters(start, stop));
    }
    text_ = between(start, stop);
    at_ = stop;
    return NodeKind::Text;
  }
  return decode_bent_text(stop, high);
}

// Before and behind the root element.
Result<NodeKind> Reader::decode_text_outside() {
  const char* const solid = skip_space(at_, end_);
  if (at_ == end_) return end_of_document();
  if (solid != end_ && *solid != '<') {
    return error(ErrorCode::Malformed, solid,
                 root_seen_ ? "text behind the root element" : "text before the root element");
  }
  text_ = between(at_, solid);
  at_ = solid;
  return NodeKind::Whitespace;
}

// Text that holds more than plain characters; `stop` is the first byte that is not. Only white space and references
// among them bend it: everything up to there is copied then.
Result<NodeKind> Reader::decode_bent_text(const char* stop, bool high) {
  const char* const start = at_;
  const char* run = start;
  bool bent = false;
  bool solid = false;
  at_ = stop;
  scratch_.clear();
  while (at_ != end_ && *at_ != '<') {
    const char c = *at_;
    const bool line_end = c == '\r' && options_.normalize;
    if (c == '&' || line_end) {
      bent = true;
      solid |= c == '&';
      scratch_.append(run, at_);
      if (c == '&') {
        DOTWIRE_TRY(append_reference(scratch_));
      } else {
        at_ += end_ - at_ > 1 && at_[1] == '\n' ? 2 : 1;
        scratch_.push_back('\n');
      }
      run = at_;
    } else if (c == ']' && at_text("]]>")) {
      return error(ErrorCode::Malformed, at_, "']]>' in text");
    } else if (c != ']' && !is_space(c) && !options_.any_character) {
      return error(ErrorCode::Malformed, at_, "a control character");
    } else {
      ++at_;
    }
    at_ = find_text_stop(at_, end_, high);
  }
  if (at_ == end_) return end_of_document();
  if (high) {
    DOTWIRE_TRY(check_characters(start, at_));
  }
  if (bent) scratch_.append(run, at_);
  text_ = bent ? std::string_view(scratch_) : between(start, at_);
  if (solid || skip_space(text_.data(), text_.data() + text_.size()) != text_.data() + text_.size())
    return NodeKind::Text;
  return NodeKind::Whitespace;
}

// 4.1 References. at_ is on '&'.
Status Reader::append_reference(std::string& to) {
  const char* const start = at_;
  if (end_ - at_ < 2) return truncated("a reference");
  if (at_[1] != '#') {
    const std::string_view left = between(at_ + 1, end_);
    for (const Entity& entity : kEntities) {
      if (!left.starts_with(entity.reference)) continue;
      to.push_back(entity.character);
      at_ += 1 + entity.reference.size();
      return {};
    }
    if (skip_name(at_ + 1, end_) == end_) return truncated("a reference");
    return error(ErrorCode::Malformed, start, "'&' begins no entity that XML knows (amp, lt, gt, quot, apos)");
  }
  const bool hex = end_ - at_ > 2 && at_[2] == 'x';
  at_ += hex ? 3 : 2;
  const char* const digits = at_;
  std::uint32_t code = 0;
  for (int digit; at_ != end_ && (digit = digit_of(*at_, hex)) >= 0; ++at_) {
    code = std::min(code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit), kBeyondUnicode);
  }
  if (at_ == end_) return truncated("a reference");
  if (at_ == digits || *at_ != ';')
    return error(ErrorCode::Malformed, start, "a character reference without number or ';'");
  if (code >= kBeyondUnicode || !(is_char(code) || options_.any_character_reference)) {
    return error(ErrorCode::Malformed, start, "a reference to what is no character in XML");
  }
  ++at_;
  if (code >= 0xD800 && code <= 0xDFFF) {
    append_utf16_unit(to, static_cast<char16_t>(code));
  } else {
    append_code_point(to, code);
  }
  return {};
}

// For text with bytes beyond ASCII.
Status Reader::check_characters(const char* from, const char* to) const {
  const std::string_view text = between(from, to);
  const std::size_t invalid = options_.any_character ? find_invalid_wtf8(text) : find_invalid_utf8(text);
  if (invalid != kValid) return error(ErrorCode::Malformed, from + invalid, "not UTF-8");
  if (options_.any_character) return {};
  const char* const noncharacter = find_noncharacter(from, to);
  if (noncharacter != nullptr)
    return error(ErrorCode::Malformed, noncharacter, "U+FFFE or U+FFFF is no character in XML");
  return {};
}

void Reader::append_normalized(std::string& to, const char* from, const char* end) const {
  while (from != end) {
    const auto* cr = static_cast<const char*>(std::memchr(from, '\r', static_cast<std::size_t>(end - from)));
    if (cr == nullptr) break;
    to.append(from, cr);
    to.push_back('\n');
    from = cr + (end - cr > 1 && cr[1] == '\n' ? 2 : 1);
  }
  to.append(from, end);
}

// Sets text_ to what stands before `close`, and moves behind that.
Status Reader::decode_section(std::string_view close, const char* what) {
  const std::string_view left = between(at_, end_);
  const std::size_t size = left.find(close);
  if (size == std::string_view::npos) return truncated(what);
  const char* const stop = at_ + size;
  bool high = false;
  for (const char* at = at_; at != stop; ++at) {
    high |= static_cast<std::uint8_t>(*at) >= 0x80;
    if (!is_char(static_cast<std::uint8_t>(*at)) && !options_.any_character) {
      return error(ErrorCode::Malformed, at, "a control character");
    }
  }
  if (high) {
    DOTWIRE_TRY(check_characters(at_, stop));
  }
  text_ = between(at_, stop);
  if (options_.normalize && text_.find('\r') != std::string_view::npos) {
    scratch_.clear();
    append_normalized(scratch_, at_, stop);
    text_ = scratch_;
  }
  at_ = stop + close.size();
  return {};
}

Result<NodeKind> Reader::decode_comment() {
  at_ += 4;
  const std::size_t dashes = between(at_, end_).find("--");
  if (dashes == std::string_view::npos) return truncated("a comment");
  const char* const behind = at_ + dashes + 2;
  if (behind == end_) return truncated("a comment");
  if (*behind != '>') return error(ErrorCode::Malformed, at_ + dashes, "'--' in a comment");
  DOTWIRE_TRY(decode_section("-->", "a comment"));
  return NodeKind::Comment;
}

Result<NodeKind> Reader::decode_cdata() {
  if (open_.empty()) return error(ErrorCode::Malformed, "a CDATA section outside the root element");
  at_ += 9;
  DOTWIRE_TRY(decode_section("]]>", "a CDATA section"));
  return NodeKind::CData;
}

// 2.6; Namespaces 7: targets hold no colon.
Result<NodeKind> Reader::decode_instruction() {
  at_ += 2;
  const char* const start = at_;
  at_ = skip_name(at_, end_);
  if (at_ == end_) return truncated("a processing instruction");
  target_ = between(start, at_);
  const std::size_t wrong = check_nc_name(target_);
  if (wrong != kGoodName)
    return error(ErrorCode::Malformed, start + wrong, "not the target of a processing instruction");
  if (target_.size() == 3 && (target_[0] | 32) == 'x' && (target_[1] | 32) == 'm' && (target_[2] | 32) == 'l') {
    return error(ErrorCode::Malformed, "an XML declaration can only stand at the very start");
  }
  const char* const content = skip_space(at_, end_);
  if (content == at_ && !at_text("?>")) {
    if (end_ - at_ < 2) return truncated("a processing instruction");
    return error(ErrorCode::Malformed, at_, "white space or '?>' is expected behind the target");
  }
  at_ = content;
  DOTWIRE_TRY(decode_section("?>", "a processing instruction"));
  return NodeKind::ProcessingInstruction;
}

Result<std::string_view> Reader::read_content(bool whitespace) {
  std::string_view only;
  std::size_t pieces = 0;
  while (true) {
    DOTWIRE_TRY(const NodeKind node, next());
    switch (node) {
      case NodeKind::End: return pieces > 1 ? std::string_view(content_) : only;
      case NodeKind::Whitespace:
        if (!whitespace) break;
        [[fallthrough]];
      case NodeKind::Text:
      case NodeKind::CData:
        if (++pieces == 1) {
          // What is in the reader's own memory would be overwritten by the next node.
          if (text_.data() == scratch_.data()) content_.assign(text_);
          only = text_.data() == scratch_.data() ? std::string_view(content_) : text_;
          break;
        }
        if (pieces == 2 && only.data() != content_.data()) content_.assign(only);
        append_wtf8(content_, text_);
        break;
      case NodeKind::Start: return fail(error(ErrorCode::Malformed, "an element where only text is expected"));
      case NodeKind::Comment:
      case NodeKind::ProcessingInstruction:
      case NodeKind::EndOfDocument: break;
    }
  }
}

Status Reader::skip() {
  const std::size_t depth = open_.size() - 1;
  while (true) {
    DOTWIRE_TRY(const NodeKind node, next());
    if (node == NodeKind::End && open_.size() == depth) return {};
  }
}

}  // namespace dotwire::xml
