#include "cli/rows.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "cli/json_line.h"
#include "cli/utf8.h"

namespace dotwire::cli {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 17;
constexpr std::size_t kLongestRow = std::size_t{1} << 30;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

Error malformed(std::size_t at, const char* message) { return {ErrorCode::Malformed, at, message}; }

// ---- JSON: just enough to find a member's value

// Behind the closing quote; npos if there is none.
std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

std::size_t skip_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      if (at == std::string_view::npos) return at;
    } else if (c == '{' || c == '[') {
      ++depth, ++at;
    } else if ((c == '}' || c == ']' || c == ',' || is_space(c)) && depth == 0) {
      return at;
    } else {
      if (c == '}' || c == ']') --depth;
      ++at;
    }
    if (depth == 0 && (c == '"' || c == '}' || c == ']')) return at;
  }
  return std::string_view::npos;
}

std::optional<char32_t> four_digits(std::string_view text) {
  char32_t unit = 0;
  if (text.size() < 4) return std::nullopt;
  for (const char c : text.substr(0, 4)) {
    const char lower = static_cast<char>(c | 0x20);
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    unit = unit << 4 | static_cast<char32_t>(digit ? c - '0' : lower - 'a' + 10);
  }
  return unit;
}

// Of the text between the quotes. A lone surrogate is three bytes, which whoever reads the text finds.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    std::optional<char32_t> unit;
    if (c == 'u') unit = four_digits(text.substr(i + 1));
    if (!unit) {
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
      continue;
    }
    i += 4;
    if (*unit >= 0xD800 && *unit < 0xDC00 && text.substr(i + 1).starts_with("\\u")) {
      const std::optional<char32_t> low = four_digits(text.substr(i + 3));
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    append_utf8(out, *unit);
  }
  return out;
}

bool names(std::string_view raw, std::string_view column) {
  return raw.find('\\') == std::string_view::npos ? raw == column : unescape(raw) == column;
}

// A value that is no text, object or array. Numbers by their letters alone.
bool is_bare_value(std::string_view value) {
  if (value == "true" || value == "false" || value == "null") return true;
  const bool begins = value[0] == '-' || (value[0] >= '0' && value[0] <= '9');
  return begins && value.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

Result<std::optional<Cell>> find_member(std::string_view row, std::string_view column) {
  std::size_t at = skip_space(row, 0);
  if (at == row.size() || row[at] != '{') return malformed(at, "the line is no JSON object");
  at = skip_space(row, at + 1);
  std::optional<Cell> found;
  const auto ended = [row, &found](std::size_t end) -> Result<std::optional<Cell>> {
    const std::size_t behind = skip_space(row, end);
    if (behind != row.size()) return malformed(behind, "text follows the line's JSON object");
    return found;
  };
  if (at < row.size() && row[at] == '}') return ended(at + 1);
  for (;;) {
    if (at >= row.size() || row[at] != '"') return malformed(at, "a name is missing in the line's JSON object");
    const std::size_t name_end = skip_string(row, at);
    if (name_end == std::string_view::npos) return malformed(at, "a text of the line's JSON object has no end");
    const std::size_t name_at = at;
    const std::string_view name = row.substr(at + 1, name_end - at - 2);
    at = skip_space(row, name_end);
    if (at >= row.size() || row[at] != ':') return malformed(at, "a colon is missing in the line's JSON object");
    at = skip_space(row, at + 1);
    const std::size_t end = skip_value(row, at);
    if (end == std::string_view::npos || end == at)
      return malformed(at, "a value of the line's JSON object has no end");
    const bool is_bare = row[at] != '"' && row[at] != '{' && row[at] != '[';
    if (is_bare && !is_bare_value(row.substr(at, end - at))) {
      return malformed(at, "a value of the line's JSON object is no JSON");
    }
    if (names(name, column)) {
      if (found) return malformed(name_at, "the line's JSON object has the column's name twice");
      found = Cell{at, end - at};
    }
    at = skip_space(row, end);
    if (at < row.size() && row[at] == '}') return ended(at + 1);
    if (at >= row.size() || row[at] != ',') return malformed(at, "a comma is missing in the line's JSON object");
    at = skip_space(row, at + 1);
  }
}

// ---- CSV

std::size_t field_end(std::string_view row, std::size_t at) {
  bool quoted = false;
  for (; at < row.size(); ++at) {
    if (row[at] == '"') quoted = !quoted;
    if (!quoted &&
        (row[at] == ',' || row[at] == '\n' || (row[at] == '\r' && at + 1 < row.size() && row[at + 1] == '\n'))) {
      break;
    }
  }
  return at;
}

// What the quotes hold, with each pair inside made one.
std::string unquoted(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string(field);
  std::string out;
  for (std::size_t i = 1; i + 1 < field.size(); ++i) {
    out += field[i];
    if (field[i] == '"') ++i;
  }
  return out;
}

std::optional<Cell> nth_field(std::string_view row, std::size_t n) {
  std::size_t at = 0;
  for (std::size_t i = 0;; ++i) {
    const std::size_t end = field_end(row, at);
    if (i == n) return Cell{at, end - at};
    if (end >= row.size() || row[end] != ',') return std::nullopt;
    at = end + 1;
  }
}

Error io_error(const std::string& what = "") {
  return Error(ErrorCode::Io, what.empty() ? std::string(std::strerror(errno)) : what);
}

}  // namespace

RowReader::~RowReader() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Status RowReader::open(const std::string& file, std::string_view column) {
  descriptor_ = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return io_error();
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    file_size_ = static_cast<std::uint64_t>(status.st_size);
  }
  column_ = column;
  if (Status filled = fill(); !filled.ok()) return filled;
  if (buffer_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  const std::size_t first = skip_space(buffer_, at_);
  csv_ = first == buffer_.size() || buffer_[first] != '{';
  if (!csv_) return {};
  Result<bool> any = next_line(head_);
  if (!any.ok()) return std::move(any).error();
  if (!*any) return {};
  return find_field();
}

// In the row of names, where it may stand once.
Status RowReader::find_field() {
  bool found = false;
  for (std::size_t i = 0;; ++i) {
    const std::optional<Cell> name = nth_field(head_, i);
    if (!name) break;
    ++fields_;
    if (unquoted(std::string_view(head_).substr(name->at, name->size)) != column_) continue;
    if (found) return Error(ErrorCode::InvalidArgument, "the file has two columns " + column_);
    found = true;
    field_ = i;
  }
  if (!found) return Error(ErrorCode::InvalidArgument, "the file has no column " + column_);
  return {};
}

Status RowReader::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kStep);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data() + size, kStep);
  } while (count < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count < 0) return io_error();
  bytes_read_ += static_cast<std::uint64_t>(count);
  ended_ = count == 0;
  return {};
}

// A quote opens what may hold line ends, in CSV.
Result<bool> RowReader::next_line(std::string& out) {
  std::size_t looked = at_;
  bool quoted = false;
  for (;;) {
    const std::size_t end = buffer_.find('\n', looked);
    const std::size_t stop = end == std::string::npos ? buffer_.size() : end + 1;
    if (csv_ && std::count(buffer_.begin() + static_cast<std::ptrdiff_t>(looked),
                           buffer_.begin() + static_cast<std::ptrdiff_t>(stop), '"') %
                        2 !=
                    0) {
      quoted = !quoted;
    }
    looked = stop;
    if (end != std::string::npos && !quoted) break;
    if (end != std::string::npos) continue;
    if (ended_) break;
    const std::size_t before = looked - at_;
    if (before > kLongestRow) return Error(ErrorCode::LimitExceeded, "a row has no end within 1 GiB");
    if (Status filled = fill(); !filled.ok()) return std::move(filled).error();
    looked = before;
  }
  if (looked == at_) return false;
  out.append(buffer_, at_, looked - at_);
  at_ = looked;
  return true;
}

Result<bool> RowReader::next(std::string& out) {
  const std::size_t before = out.size();
  for (;;) {
    Result<bool> any = next_line(out);
    if (!any.ok() || !*any || csv_) return any;
    if (skip_space(out, before) != out.size()) return true;
    out.resize(before);
  }
}

Result<std::optional<Cell>> RowReader::find(std::string_view row) const {
  if (!csv_) {
    Result<std::optional<Cell>> cell = find_member(row, column_);
    if (cell.ok() && !asked_.load(std::memory_order_relaxed)) asked_ = true;
    if (cell.ok() && cell->has_value() && !found_.load(std::memory_order_relaxed)) found_ = true;
    return cell;
  }
  const std::optional<Cell> cell = nth_field(row, field_);
  if (!cell) return malformed(0, "the row has fewer fields than the first one");
  return cell;
}

std::string RowReader::row_without_content() const {
  if (csv_) return std::string(fields_ - 1, ',') + "\n";
  std::string text = "{";
  append_json_text(text, column_);
  return text + ":null}\n";
}

// ---- content of cells

namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> base64_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  constexpr std::string_view kAll = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    digits[static_cast<unsigned char>(kAll[i])] = static_cast<std::uint8_t>(i);
  }
  digits['-'] = 62;
  digits['_'] = 63;
  return digits;
}

constexpr std::array<std::uint8_t, 256> hex_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  for (std::uint8_t i = 0; i < 10; ++i) digits['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) digits['a' + i] = digits['A' + i] = static_cast<std::uint8_t>(10 + i);
  return digits;
}

constexpr auto kBase64 = base64_digits();
constexpr auto kHex = hex_digits();

// All digits, an even number of them: base64 of a payload has letters beyond F in its first bytes.
bool is_hex(std::string_view text) {
  return text.size() % 2 == 0 &&
         std::ranges::all_of(text, [](char c) { return kHex[static_cast<unsigned char>(c)] != kNone; });
}

Buffer decode_hex(std::string_view text) {
  Buffer out;
  std::uint8_t* to = out.reserve_more(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    *to++ = static_cast<std::uint8_t>(kHex[static_cast<unsigned char>(text[i])] << 4 |
                                      kHex[static_cast<unsigned char>(text[i + 1])]);
  }
  out.commit(to);
  return out;
}

Result<Buffer> decode_base64(std::string_view text) {
  while (!text.empty() && (text.back() == '=' || is_space(text.back()))) text.remove_suffix(1);
  Buffer out;
  std::uint8_t* to = out.reserve_more(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = kBase64[static_cast<unsigned char>(text[i])];
    if (digit == kNone) {
      if (is_space(text[i])) continue;
      return malformed(i, "the cell is neither base64 nor hexadecimal digits");
    }
    bits = bits << 6 | digit;
    count += 6;
    if (count >= 8) {
      count -= 8;
      *to++ = static_cast<std::uint8_t>(bits >> count);
    }
  }
  if (count == 6) return malformed(text.size(), "the cell's base64 is cut");
  out.commit(to);
  return out;
}

}  // namespace

namespace {

// Neither base64 nor hexadecimal digits begin so: the document is there as its text.
bool is_text_document(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[') || text.starts_with('<');
}

Buffer copy_of(std::string_view text) {
  return Buffer({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

Result<std::optional<Buffer>> decode_cell(std::string_view cell, bool csv, bool is_plain_text) {
  std::string own;
  if (csv) {
    if (cell.starts_with('"')) cell = own = unquoted(cell);
  } else {
    if (cell == "null") return std::optional<Buffer>();
    if (is_text_document(cell)) return std::optional<Buffer>(copy_of(cell));
    if (!cell.starts_with('"')) return malformed(0, "the cell is no text");
    cell = cell.substr(1, cell.size() - 2);
    if (cell.find('\\') != std::string_view::npos) {
      // SQL's "\x0001" is "\\x0001" in JSON.
      cell = own = unescape(cell);
    }
  }
  if (is_plain_text && !cell.empty()) return std::optional<Buffer>(copy_of(cell));
  while (!cell.empty() && is_space(cell.front())) cell.remove_prefix(1);
  if (cell.empty()) return std::optional<Buffer>();
  if (is_text_document(cell)) return std::optional<Buffer>(copy_of(cell));
  const bool marked = cell.starts_with("0x") || cell.starts_with("0X") || cell.starts_with("\\x");
  if (marked && is_hex(cell.substr(2))) return std::optional<Buffer>(decode_hex(cell.substr(2)));
  if (is_hex(cell)) return std::optional<Buffer>(decode_hex(cell));
  Result<Buffer> bytes = decode_base64(cell);
  if (!bytes.ok()) return std::move(bytes).error();
  return std::optional<Buffer>(std::move(*bytes));
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string text_cell(std::string_view text, bool csv) {
  std::string out;
  if (!csv) {
    append_json_text(out, text);
    return out;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace dotwire::cli
