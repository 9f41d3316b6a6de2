#include "process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dotwire::bench {
namespace {

constexpr int kNone = -1;

// posix_spawn's list of what happens to files in the child.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void use(int file, int as) { posix_spawn_file_actions_adddup2(&actions_, file, as); }
  void use_nowhere(int as, int mode) { posix_spawn_file_actions_addopen(&actions_, as, "/dev/null", mode, 0); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::string read_all(int file) {
  std::string text;
  char block[4096];
  for (ssize_t count = 0; (count = read(file, block, sizeof block)) > 0;) {
    text.append(block, static_cast<std::size_t>(count));
  }
  return text;
}

// Its id, or -1.
pid_t start(const std::vector<std::string>& arguments, const FileActions& files) {
  static char program[] = "dotwire";
  std::vector<char*> words = {program};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_t child = kNone;
  return posix_spawn(&child, "/proc/self/exe", files.get(), nullptr, words.data(), environ) == 0 ? child : kNone;
}

}  // namespace

ChildRun run_again(const std::vector<std::string>& arguments, ChildOutput output, int input) {
  ChildRun run;
  int ends[2] = {kNone, kNone};
  if (output == ChildOutput::Kept && pipe2(ends, O_CLOEXEC) != 0) return run;
  FileActions files;
  if (input == kNone) {
    files.use_nowhere(STDIN_FILENO, O_RDONLY);
  } else {
    lseek(input, 0, SEEK_SET);
    files.use(input, STDIN_FILENO);
  }
  if (output == ChildOutput::Kept) {
    files.use(ends[1], STDOUT_FILENO);
  } else {
    files.use_nowhere(STDOUT_FILENO, O_WRONLY);
  }
  files.use_nowhere(STDERR_FILENO, O_WRONLY);
  const pid_t child = start(arguments, files);
  if (output == ChildOutput::Kept) {
    close(ends[1]);
    if (child != kNone) run.out = read_all(ends[0]);
    close(ends[0]);
  }
  int status = 0;
  rusage usage{};
  if (child == kNone || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)) return run;
  run.code = WEXITSTATUS(status);
  run.peak = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return run;
}

}  // namespace dotwire::bench
