#include "peers/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/try.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace dotwire::bench {
namespace {

constexpr int kAnswerMilliseconds = 600'000;
constexpr int kEndMilliseconds = 3'000;

Error system_error(const std::string& what) { return {ErrorCode::Io, what + ": " + std::strerror(errno)}; }

std::vector<std::string> environment_with(const ChildProcess::Variables& variables) {
  std::vector<std::string> lines;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string_view name = std::string_view(*line).substr(0, std::string_view(*line).find('='));
    const auto is_set = [name](const auto& variable) { return variable.first == name; };
    if (std::none_of(variables.begin(), variables.end(), is_set)) lines.emplace_back(*line);
  }
  for (const auto& [name, value] : variables) lines.emplace_back(name).append("=").append(value);
  return lines;
}

// Null-terminated; borrows from the lines.
std::vector<char*> pointers_to(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  pointers.reserve(lines.size() + 1);
  for (std::string& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void close_both() const {
    if (read_end >= 0) close(read_end);
    if (write_end >= 0) close(write_end);
  }
};

bool has_ended(pid_t process, int milliseconds) {
  for (int waited = 0; waited <= milliseconds; waited += 10) {
    if (waitpid(process, nullptr, WNOHANG) != 0) return true;
    usleep(10'000);
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::vector<std::string>& words,
                                                          const Variables& variables) {
  signal(SIGPIPE, SIG_IGN);
  Pipe to, from;
  if (!to.open() || !from.open()) {
    to.close_both();
    return system_error("pipe");
  }
  std::vector<std::string> arguments = words;
  std::vector<std::string> environment = environment_with(variables);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.read_end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from.write_end, STDOUT_FILENO);
  pid_t process = 0;
  errno = posix_spawnp(&process, words[0].c_str(), &actions, nullptr, pointers_to(arguments).data(),
                       pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0) {
    const Error error = system_error(words[0]);
    to.close_both();
    from.close_both();
    return Error(error.code(), error.message());
  }
  close(to.read_end);
  close(from.write_end);
  return std::unique_ptr<ChildProcess>(new ChildProcess(process, to.write_end, from.read_end));
}

ChildProcess::~ChildProcess() {
  close(to_);
  close(from_);
  if (has_ended(process_, kEndMilliseconds)) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

Result<std::string> ChildProcess::ask(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : "\t") + word;
  if (Status sent = send(line + "\n"); !sent.ok()) return std::move(sent).error();
  auto answer = read_line();
  return answer.ok() ? parse_answer(*answer) : std::move(answer);
}

Status ChildProcess::send(std::string_view line) const {
  while (!line.empty()) {
    const ssize_t written = ::write(to_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("the program has ended");
    line.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<std::string> ChildProcess::read_line() {
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    pollfd waiting = {from_, POLLIN, 0};
    const int ready = poll(&waiting, 1, kAnswerMilliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Error(ErrorCode::Io, "no answer from the program");
    char bytes[4096];
    const ssize_t count = ::read(from_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Error(ErrorCode::Io, "the program has ended");
    received_.append(bytes, static_cast<std::size_t>(count));
  }
}

Result<std::string> parse_answer(std::string_view line) {
  constexpr std::string_view kOk = "ok", kFailed = "failed ";
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line == kOk) return std::string();
  if (line.starts_with("ok ")) return std::string(line.substr(kOk.size() + 1));
  if (line.starts_with(kFailed)) return Error(ErrorCode::Unsupported, std::string(line.substr(kFailed.size())));
  return Error(ErrorCode::Malformed, "answer is neither ok nor failed: " + std::string(line.substr(0, 200)));
}

Result<double> parse_nanoseconds(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Error(ErrorCode::Malformed, "no time: " + std::string(text.substr(0, 200)));
  }
  return static_cast<double>(value);
}

}  // namespace dotwire::bench
