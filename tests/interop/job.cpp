#include "interop/job.h"

#include <fstream>

#include "support/file.h"

namespace dotwire::interop {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

void write_list(const std::filesystem::path& folder, const std::vector<Job>& jobs) {
  std::ofstream out(folder / "list.tsv", std::ios::binary);
  for (const Job& job : jobs) {
    out << job.file << '\t' << job.kind << '\t' << job.case_name << '\t' << job.format << '\t' << job.runtime << '\t'
        << job.control << '\t' << job.how << '\n';
  }
}

std::vector<Job> read_list(const std::filesystem::path& folder) {
  std::vector<Job> jobs;
  std::ifstream in(folder / "list.tsv", std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> fields = split(line);
    fields.resize(7);
    jobs.push_back({fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]});
  }
  return jobs;
}

std::map<std::string, Answer> read_answers(const std::filesystem::path& folder, const std::string& runtime) {
  std::map<std::string, Answer> answers;
  std::ifstream in(folder / ("answers." + runtime + ".tsv"), std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> fields = split(line);
    fields.resize(3);
    answers[fields[0]] = {fields[1], fields[2]};
  }
  return answers;
}

std::string read_dump(const std::filesystem::path& folder, const std::string& file, const std::string& runtime) {
  return test::read_text(folder / (file + "." + runtime + ".json"));
}

}  // namespace dotwire::interop
