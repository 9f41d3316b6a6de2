// What every job does around its measuring: the head, the documents for programs, the comparison with an earlier run.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "datatable_bench.h"
#include "dotwire/buffer.h"
#include "run_record.h"

namespace dotwire::bench {

class Reports {
 public:
  // Keeps a reference to the options.
  explicit Reports(const Options& options);

  // Reads the baseline, before anything is measured. Returns the exit code, 74 where that failed, which has been said.
  int open();
  // Where text for people goes: stderr while a document goes to stdout.
  std::FILE* out() const { return out_; }
  // Where, when and with what.
  void print_head(const char* method) const;
  // Prints the comparison, writes the documents: rows are JSON objects, members further ones of the document
  // ("\"name\":..."). Returns the exit code.
  int finish(const std::vector<std::string>& rows, std::vector<std::string> members = {}, const std::string& csv = {});

 private:
  const Options& options_;
  RunRecord run_;
  std::FILE* out_;
  Buffer baseline_;
};

// A report of any kind into its file, or to stdout for "-". Returns the exit code: 74 where that failed, which has been
// said.
int write_report(const std::string& file, const std::string& text);

}  // namespace dotwire::bench
