#include "cli/rows.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/cells.h"
#include "cli/json_line.h"

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

bool ends_line(std::string_view row, std::size_t at) {
  return row[at] == '\n' || (row[at] == '\r' && at + 1 < row.size() && row[at + 1] == '\n');
}

struct Field {
  Cell cell;
  const char* fault = nullptr;  // RFC 4180 knows no such field
  std::size_t fault_at = 0;
};

// A quote that does not begin a field opens nothing.
Field field_at(std::string_view row, std::size_t at) {
  Field field;
  field.cell.at = at;
  const auto bad = [&field](std::size_t where, const char* what) {
    if (field.fault == nullptr) field.fault = what, field.fault_at = where;
  };
  std::size_t i = at;
  if (i < row.size() && row[i] == '"') {
    for (;;) {
      i = row.find('"', i + 1);
      if (i == std::string_view::npos) {
        bad(at, "a quote that nothing closes");
        i = row.size();
        break;
      }
      ++i;
      if (i == row.size() || row[i] != '"') break;
    }
    if (i < row.size() && row[i] != ',' && !ends_line(row, i)) bad(i, "text behind the closing quote of a field");
  }
  for (; i < row.size() && row[i] != ',' && !ends_line(row, i); ++i) {
    if (row[i] == '"') bad(i, "a quote inside a field that does not begin with one");
  }
  field.cell.size = i - at;
  return field;
}

// Whether the row goes on behind the end of a line, since a field that began with a quote is open. `open`: it was
// before the line.
bool goes_on(std::string_view line, bool open) {
  if (!open && line.find('"') == std::string_view::npos) return false;
  bool begins = !open;  // a field does, at i
  for (std::size_t i = 0; i < line.size();) {
    if (open) {
      i = line.find('"', i);
      if (i == std::string_view::npos) return true;
      const bool is_doubled = ++i < line.size() && line[i] == '"';
      if (is_doubled) ++i;
      open = is_doubled;
    } else if (begins && line[i] == '"') {
      open = true;
      ++i;
    } else {
      i = line.find(',', i);
      if (i == std::string_view::npos) return false;
      ++i;
      begins = true;
      continue;
    }
    begins = false;
  }
  return open;
}

std::optional<Cell> nth_field(std::string_view row, std::size_t n) {
  std::size_t at = 0;
  for (std::size_t i = 0;; ++i) {
    const Cell cell = field_at(row, at).cell;
    const std::size_t end = cell.at + cell.size;
    if (i == n) return cell;
    if (end >= row.size() || row[end] != ',') return std::nullopt;
    at = end + 1;
  }
}

// Of a row whose quotes stand where RFC 4180 has none.
std::optional<Error> fault_of(std::string_view row) {
  if (row.find('"') == std::string_view::npos) return std::nullopt;
  for (std::size_t at = 0;;) {
    const Field field = field_at(row, at);
    if (field.fault != nullptr) return malformed(field.fault_at, field.fault);
    at = field.cell.at + field.cell.size;
    if (at >= row.size() || row[at] != ',') return std::nullopt;
    ++at;
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

// A field in quotes may hold line ends, in CSV. If nothing closes it, the row ends with its first line.
Result<bool> RowReader::next_line(std::string& out) {
  std::size_t line = at_;
  std::size_t looked = at_;
  std::size_t first_size = 0;  // of the first line
  bool open = false;
  for (;;) {
    const std::size_t end = buffer_.find('\n', looked);
    if (end != std::string::npos) {
      looked = end + 1;
      open = csv_ && goes_on(std::string_view(buffer_).substr(line, looked - line), open);
      if (!open) break;
      if (first_size == 0) first_size = looked - at_;
      line = looked;
      continue;
    }
    looked = buffer_.size();
    if (ended_) {
      open = csv_ && goes_on(std::string_view(buffer_).substr(line), open);
      if (open && first_size != 0) looked = at_ + first_size;
      break;
    }
    const std::size_t before = looked - at_;
    const std::size_t line_before = line - at_;
    if (before > kLongestRow) return Error(ErrorCode::LimitExceeded, "a row has no end within 1 GiB");
    if (Status filled = fill(); !filled.ok()) return std::move(filled).error();
    line = line_before;
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
    if (!any.ok() || !*any) return any;
    const std::string_view line = std::string_view(out).substr(before);
    // An empty line is a row where there is one column.
    const bool is_empty = csv_ ? fields_ > 1 && (line == "\n" || line == "\r\n") : skip_space(line, 0) == line.size();
    if (!is_empty) return true;
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
  if (std::optional<Error> fault = fault_of(row)) return std::move(*fault);
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

}  // namespace dotwire::cli
