#include "codecs/layers/embedded_text.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/arena.h"
#include "wire/json/reader.h"
#include "wire/xml/reader.h"

namespace dotwire::layers {
namespace {

// Behind white space and a byte order mark; 0 where there is nothing.
char first_character(Bytes input) {
  std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : text[at];
}

// A document of somebody else that is nested too deep is no layer that holds too much.
Error not_taken(const Error& error) {
  return Error(ErrorCode::Malformed, error.has_offset() ? error.offset() : 0, error.message());
}

Error no_text() { return Error(ErrorCode::Malformed, 0, "there is no text in it"); }

}  // namespace

Sign sign_of_xml_text(Bytes input) { return first_character(input) == '<' ? Sign::Weak : Sign::None; }

Sign sign_of_json_text(Bytes input) {
  const char first = first_character(input);
  return first == '{' || first == '[' || first == '"' ? Sign::Weak : Sign::None;
}

Result<std::uint64_t> open_xml_text(Bytes input, Buffer& out, const Limits& limits) {
  xml::ReaderOptions options = xml::ReaderOptions::as_xml_text_reader();
  options.limits = limits;
  xml::Reader reader(options);
  if (Status opened = reader.open(input); !opened.ok()) return not_taken(opened.error());
  Buffer text;
  Buffer longest;
  for (;;) {
    const Result<xml::NodeKind> next = reader.next();
    if (!next.ok()) return not_taken(next.error());
    const xml::NodeKind node = *next;
    switch (node) {
      case xml::NodeKind::Text:
      case xml::NodeKind::CData: text.append(reader.text()); continue;
      case xml::NodeKind::Whitespace:
      case xml::NodeKind::Comment:
      case xml::NodeKind::ProcessingInstruction: continue;
      case xml::NodeKind::Start:
      case xml::NodeKind::End:
      case xml::NodeKind::EndOfDocument: break;
    }
    if (text.size() > longest.size()) std::swap(text, longest);
    text.clear();
    if (node == xml::NodeKind::EndOfDocument) break;
  }
  if (longest.empty()) return no_text();
  out.append(longest.bytes());
  return input.size();
}

Result<std::uint64_t> open_json_text(Bytes input, Buffer& out, const Limits& limits) {
  Arena arena;
  json::Reader reader(input, arena, limits);
  std::string_view longest;
  for (;;) {
    const Result<json::Token> token = reader.next();
    if (!token.ok()) return not_taken(token.error());
    if (token->kind == json::TokenKind::End) break;
    if (token->kind == json::TokenKind::String && token->text.size() > longest.size()) longest = token->text;
  }
  if (longest.empty()) return no_text();
  out.append(longest);
  return input.size();
}

}  // namespace dotwire::layers
