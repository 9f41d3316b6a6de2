// A program that answers lines: what runs in another runtime.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dotwire/result.h"

namespace dotwire::bench {

// Asks one line at a time. One thread.
class ChildProcess {
 public:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  // The program is looked for on the path; variables are set beside those of this process. From here on a pipe whose
  // reader is gone is an error, not the end of this process (SIGPIPE).
  static Result<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& words, const Variables& variables);
  // Closes the program's input, and ends it if that does not.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends the words with tabs between them, and gives what stands behind the "ok" of the answer.
  Result<std::string> ask(const std::vector<std::string>& words);

 private:
  ChildProcess(pid_t process, int in, int out) : process_(process), to_(in), from_(out) {}
  Status send(std::string_view line) const;
  Result<std::string> read_line();

  pid_t process_;
  int to_;
  int from_;
  std::string received_;
};

// "ok", "ok TEXT" or "failed MESSAGE".
Result<std::string> parse_answer(std::string_view line);
Result<double> parse_nanoseconds(std::string_view text);

}  // namespace dotwire::bench
