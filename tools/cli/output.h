// Standard output: buffered, and what goes wrong with it is not overlooked.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dotwire/sink.h"

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

// Writes a file: a new one beside it takes its name at the end, so that a failure leaves what was there. Devices and
// pipes are written as they are. Errors are Io.
class FileSink final : public Sink {
 public:
  FileSink() = default;
  // What was not closed goes.
  ~FileSink() override;
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  Status open(const std::string& name);
  Status put(std::span<const std::uint8_t> bytes) override;
  Status close();

 private:
  std::string name_;
  std::string part_;  // the new file's name; empty: none, or it has its name
  int descriptor_ = -1;
};

// Characters that do not show, and bytes that are not UTF-8, as escapes: for names and texts in messages.
std::string printable(std::string_view text);

}  // namespace dotwire::cli
