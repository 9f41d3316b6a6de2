#include "cli/resume.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>

#include "cli/input.h"
#include "cli/output.h"

namespace dotwire::cli {
namespace {

constexpr std::string_view kHead = "dotwire resume 2";

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// FNV-1a of all lines before, so that a file that was changed or cut is known.
std::string sum_line(std::string_view text) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return "sum " + std::to_string(sum) + "\n";
}

bool take_number(std::string_view& text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return error == std::errc();
}

bool parse(std::string_view text, const std::string& command, Progress& progress, bool& other) {
  const std::size_t sum = text.rfind("sum ");
  if (sum == std::string_view::npos || text.substr(sum) != sum_line(text.substr(0, sum))) return false;
  text = text.substr(0, sum);
  if (take_line(text) != kHead) return false;
  if (take_line(text) != command) return other = true, false;
  std::string_view line = take_line(text);
  std::uint64_t code = 0;
  if (!take_number(line, progress.inputs) || !take_number(line, progress.output) || !take_number(line, code)) {
    return false;
  }
  progress.code = static_cast<int>(code);
  while (!text.empty()) {
    line = take_line(text);
    std::uint64_t count = 0;
    if (!take_number(line, count)) return false;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return false;
    progress.summary.add(std::string(line.substr(0, space)), std::string(line.substr(space + 1)), count);
  }
  return true;
}

}  // namespace

Status load_progress(const std::string& file, const std::string& command, Progress& progress) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode)) return Error(ErrorCode::InvalidArgument, "it is no regular file");
  Result<Buffer> bytes = read_input(file);
  if (!bytes.ok()) return std::move(bytes).error();
  bool other = false;
  progress.was_saved = parse(bytes->text(), command, progress, other);
  if (progress.was_saved) return {};
  return Error(
      ErrorCode::InvalidArgument,
      other ? "it is of another command, or its files have changed: remove it, or give the same files and options"
            : "it is no file that --resume wrote, or has been changed");
}

Status save_progress(const std::string& file, const std::string& command, const Progress& progress) {
  std::string text = std::string(kHead) + "\n" + command + "\n" + std::to_string(progress.inputs) + " " +
                     std::to_string(progress.output) + " " + std::to_string(progress.code) + "\n";
  for (const auto& [kind, names] : progress.summary.counts()) {
    for (const auto& [name, count] : names) {
      text += std::to_string(count) + " " + kind + " " + printable(name) + "\n";
    }
  }
  text += sum_line(text);
  FileSink sink;
  Status status = sink.open(file);
  if (status.ok()) status = sink.put({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  if (status.ok()) status = sink.close();
  return status;
}

}  // namespace dotwire::cli
