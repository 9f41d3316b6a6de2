#include "run.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "support/file.h"
#include "support/temp_dir.h"

namespace dotwire::test {
namespace {

[[noreturn]] void start(const std::vector<std::string>& arguments, int in, int out, int err) {
  std::vector<char*> words;
  std::string program = DOTWIRE_PROGRAM;
  words.push_back(program.data());
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::execv(program.c_str(), words.data());
  std::_Exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Files for all three streams: nothing here can wait for anything.
ProgramRun run_with(const std::vector<std::string>& arguments, std::span<const std::uint8_t> input, int out,
                    const TempDir& folder) {
  write_bytes(folder / "in", input);
  const int in = ::open((folder / "in").c_str(), O_RDONLY | O_CLOEXEC);
  const int err = ::open((folder / "err").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const pid_t child = ::fork();
  if (child == 0) start(arguments, in, out, err);
  ProgramRun result;
  result.code = wait_for(child);
  ::close(in);
  ::close(err);
  result.err = read_text(folder / "err");
  return result;
}

}  // namespace

ProgramRun run(const std::vector<std::string>& arguments, std::span<const std::uint8_t> input) {
  const TempDir folder;
  const int out = ::open((folder / "out").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ProgramRun result = run_with(arguments, input, out, folder);
  ::close(out);
  result.out = read_text(folder / "out");
  return result;
}

ProgramRun run_into(const std::string& file, const std::vector<std::string>& arguments) {
  const TempDir folder;
  const int out = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  ProgramRun result = run_with(arguments, {}, out, folder);
  ::close(out);
  return result;
}

ProgramRun run_into_closed_pipe(const std::vector<std::string>& arguments) {
  const TempDir folder;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  ::close(ends[0]);
  ProgramRun result = run_with(arguments, {}, ends[1], folder);
  ::close(ends[1]);
  return result;
}

namespace {

// What comes out of the terminal until the program has let go of it.
std::string read_terminal(int master) {
  std::string text;
  char bytes[4096];
  for (ssize_t count = 0; (count = ::read(master, bytes, sizeof bytes)) > 0;) {
    text.append(bytes, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

ProgramRun run_on_terminal(const Terminal& terminal, const std::vector<std::string>& arguments,
                           std::span<const std::uint8_t> input) {
  const TempDir folder;
  ProgramRun result;
  write_bytes(folder / "in", input);
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) return result;
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  const int in = ::open((folder / "in").c_str(), O_RDONLY | O_CLOEXEC);
  const int file = ::open((folder / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const pid_t child = ::fork();
  if (child == 0) {
    ::clearenv();
    for (const std::string& variable : terminal.environment) ::putenv(const_cast<char*>(variable.c_str()));
    start(arguments, in, terminal.out ? slave : file, terminal.err ? slave : file);
  }
  for (const int descriptor : {slave, in, file}) ::close(descriptor);
  const std::string shown = read_terminal(master);
  ::close(master);
  result.code = wait_for(child);
  (terminal.out ? result.out : result.err) = shown;
  (terminal.out ? result.err : result.out) = read_text(folder / "file");
  return result;
}

}  // namespace dotwire::test
