#include "support/temp_dir.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace dotwire::test {

TempDir::TempDir() {
  std::string name = (std::filesystem::temp_directory_path() / "dotwire-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    std::perror("mkdtemp");
    std::abort();
  }
  path_ = name;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace dotwire::test
