// Standard output: buffered, and what goes wrong with it is not overlooked.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dotwire::cli {

class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // False once writing failed: stop making more.
  bool write(std::string_view text);
  bool flush();
  bool failed() const { return error_ != 0; }

  // Says what went wrong, but nothing when the reader of a pipe has gone (as `head` does). Returns kFine or
  // kInputOutput.
  int finish();

 private:
  bool write_all(std::string_view text);

  std::string waiting_;
  int error_ = 0;  // errno
};

// Whether colours and the like are wanted there.
bool is_terminal(int descriptor);

// Notes for people, on standard error, each one line with the program's name in front.
void note(std::string_view text);

// Writes a whole file: into a new one beside it that takes its name at the end, so that a failure leaves what was
// there. Devices and pipes are written as they are. Empty, or what went wrong.
std::string write_file(const std::string& name, std::string_view bytes);

// Control characters, and bytes that are not UTF-8, as \xNN: for names of files in messages.
std::string printable(std::string_view text);

}  // namespace dotwire::cli
