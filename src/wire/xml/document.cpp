#include "wire/xml/document.h"

#include <algorithm>

#include "base/unicode.h"
#include "wire/xml/scan.h"

namespace dotwire::xml {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

template <std::size_t n>
bool is_one_of(std::string_view name, const std::string_view (&names)[n]) {
  return std::any_of(names, names + n, [&](std::string_view one) { return equal_ignoring_case(name, one); });
}

constexpr std::string_view kUtf8Names[] = {"utf-8", "utf8", "us-ascii", "ascii"};
constexpr std::string_view kUtf16Names[] = {"utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2", "iso-10646-ucs-2"};
constexpr std::string_view kLatin1Names[] = {"iso-8859-1", "iso8859-1", "latin1"};
constexpr std::string_view kWindows1252Names[] = {"windows-1252", "cp1252", "x-ansi"};

// What stands at 80 to 9F in Windows-1252, where Latin-1 has control characters. Those without a character keep theirs.
constexpr char16_t kWindows1252[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                     0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

Error malformed(std::size_t offset, std::string message) {
  return Error(ErrorCode::Malformed, offset, std::move(message));
}

// The `name="value"` pairs of a declaration, in their order.
class DeclarationParts {
 public:
  explicit DeclarationParts(std::string_view text) : text_(text) {}

  std::size_t offset() const { return at_; }
  bool at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void skip(std::size_t count) { at_ += count; }
  bool skip_space() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ != start;
  }
  Error wrong(std::string message) const {
    if (at_ >= text_.size()) return Error(ErrorCode::Truncated, at_, "the document ends inside its declaration");
    return malformed(at_, std::move(message));
  }

  // Behind the name of a part: = and the quoted value.
  Result<std::string_view> value() {
    skip_space();
    if (!at("=")) return wrong("'=' is expected in the XML declaration");
    skip(1);
    skip_space();
    if (!at("\"") && !at("'")) return wrong("a quoted value is expected in the XML declaration");
    const std::size_t close = text_.find(text_[at_], at_ + 1);
    if (close == std::string_view::npos) {
      return Error(ErrorCode::Truncated, text_.size(), "the document ends inside its declaration");
    }
    const std::string_view value = text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_encoding_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || !letter(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-'; });
}

Status convert_utf16(Bytes bytes, bool big_endian, const Limits& limits, Document& document) {
  if (bytes.size() % 2 != 0) {
    return Error(ErrorCode::Truncated, document.mark_size + bytes.size(), "UTF-16 text has an odd number of bytes");
  }
  if (bytes.size() > limits.memory / 3) return Error(ErrorCode::LimitExceeded, 0, "the UTF-16 document is too large");
  std::u16string units(bytes.size() / 2, u'\0');
  for (std::size_t i = 0; i < units.size(); ++i) {
    const unsigned first = bytes[2 * i];
    const unsigned second = bytes[2 * i + 1];
    units[i] = static_cast<char16_t>(big_endian ? first << 8 | second : second << 8 | first);
  }
  document.converted = utf16_to_wtf8(units);
  document.text = document.converted;
  document.encoding = big_endian ? Encoding::Utf16BigEndian : Encoding::Utf16LittleEndian;
  return {};
}

// Encodings of one byte a character.
void convert_bytes(std::string_view bytes, bool windows_1252, Document& document) {
  document.converted.clear();
  document.converted.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    const bool differs = windows_1252 && byte >= 0x80 && byte < 0xA0;
    append_code_point(document.converted, differs ? kWindows1252[byte - 0x80] : byte);
  }
  document.text = document.converted;
  document.encoding = Encoding::Latin1;
}

bool is_utf16(Bytes bytes, std::uint8_t first, std::uint8_t second) {
  return bytes.size() >= 2 && bytes[0] == first && bytes[1] == second;
}

Status apply_declared_encoding(const Declaration& declaration, const Limits& limits, Document& document) {
  const std::string_view name = declaration.encoding;
  if (name.empty() || is_one_of(name, kUtf8Names)) return {};
  // The text was a string, which says UTF-16, and was saved as UTF-8 then. .NET reads it from strings alone.
  if (is_one_of(name, kUtf16Names)) return {};
  const bool windows_1252 = is_one_of(name, kWindows1252Names);
  if (!windows_1252 && !is_one_of(name, kLatin1Names)) {
    return Error(ErrorCode::Unsupported, document.mark_size, "encoding " + std::string(name.substr(0, 40)));
  }
  if (document.mark_size != 0) return malformed(0, "the declared encoding contradicts the byte order mark");
  if (document.text.size() > limits.memory / 2) {
    return Error(ErrorCode::LimitExceeded, 0, "the document is too large to convert");
  }
  convert_bytes(document.text, windows_1252, document);
  return {};
}

}  // namespace

Result<Declaration> decode_declaration(std::string_view text) {
  Declaration declaration;
  DeclarationParts parts(text);
  if (!parts.at("<?xml") || text.size() == 5 || !is_space(text[5])) return declaration;
  declaration.present = true;
  parts.skip(5);
  parts.skip_space();
  if (!parts.at("version")) return parts.wrong("the XML declaration must begin with the version");
  parts.skip(7);
  const std::size_t version_offset = parts.offset();
  DOTWIRE_TRY(const std::string_view version, parts.value());
  if (version != "1.0") return malformed(version_offset, "only XML version 1.0 is known");

  bool spaced = parts.skip_space();
  if (spaced && parts.at("encoding")) {
    parts.skip(8);
    const std::size_t offset = parts.offset();
    DOTWIRE_TRY(declaration.encoding, parts.value());
    if (!is_encoding_name(declaration.encoding)) return malformed(offset, "not the name of an encoding");
    spaced = parts.skip_space();
  }
  if (spaced && parts.at("standalone")) {
    parts.skip(10);
    const std::size_t offset = parts.offset();
    DOTWIRE_TRY(const std::string_view standalone, parts.value());
    if (standalone != "yes" && standalone != "no") return malformed(offset, "standalone is neither yes nor no");
    declaration.standalone = standalone == "yes" ? Standalone::Yes : Standalone::No;
    parts.skip_space();
  }
  if (!parts.at("?>")) return parts.wrong("'?>' is expected at the end of the XML declaration");
  parts.skip(2);
  declaration.end = parts.offset();
  return declaration;
}

Status decode_document(Bytes bytes, const Limits& limits, Document& document) {
  document.mark_size = 0;
  document.encoding = Encoding::Utf8;
  document.text = as_text(bytes);
  if (is_utf16(bytes, 0xFF, 0xFE) || is_utf16(bytes, 0xFE, 0xFF)) {
    if (bytes.size() >= 4 && bytes[0] == 0xFF && bytes[2] == 0 && bytes[3] == 0) {
      return Error(ErrorCode::Unsupported, 0, "UTF-32 text");
    }
    document.mark_size = 2;
    return convert_utf16(bytes.subspan(2), bytes[0] == 0xFE, limits, document);
  }
  if (is_utf16(bytes, '<', 0) || is_utf16(bytes, 0, '<')) {
    return convert_utf16(bytes, bytes[0] == 0, limits, document);
  }
  if (document.text.starts_with(kUtf8Mark)) {
    document.mark_size = kUtf8Mark.size();
    document.text.remove_prefix(kUtf8Mark.size());
  }
  Result<Declaration> declaration = decode_declaration(document.text);
  if (!declaration.ok()) {
    Error error = std::move(declaration).error();
    set_place(error, document, static_cast<std::size_t>(error.offset()));
    return error;
  }
  return apply_declared_encoding(*declaration, limits, document);
}

std::uint64_t byte_offset(const Document& document, std::size_t index) {
  const std::string_view before = document.text.substr(0, index);
  if (document.encoding == Encoding::Utf8) return document.mark_size + before.size();
  const std::uint64_t units = utf16_length(before);
  return document.encoding == Encoding::Latin1 ? units : document.mark_size + 2 * units;
}

void set_place(Error& error, const Document& document, std::size_t index) {
  std::uint32_t line = 1;
  std::size_t line_start = 0;
  const std::string_view text = document.text;
  for (std::size_t i = 0; i < std::min(index, text.size()); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (!ends) continue;
    ++line;
    line_start = i + 1;
  }
  error.set_offset(byte_offset(document, index));
  error.set_position(line, static_cast<std::uint32_t>(index - line_start + 1));
}

}  // namespace dotwire::xml
