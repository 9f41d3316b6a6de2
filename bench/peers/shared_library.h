// A library that is found at run time: this program is built without its headers and runs without it.
#pragma once

#include <memory>
#include <string>

#include "dotwire/result.h"

namespace dotwire::bench {

// Never closed again: such libraries leave threads and handlers behind.
class SharedLibrary {
 public:
  static Result<SharedLibrary> open(const std::string& file);

  // Sets the pointer to the function of that name; remembers a name that is not there.
  template <class Function>
  SharedLibrary& find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(find(name));
    return *this;
  }
  // An error that names what was not found.
  Status all_found() const;

 private:
  SharedLibrary(void* handle, std::string file) : handle_(handle), file_(std::move(file)) {}
  void* find(const char* name);

  void* handle_;
  std::string file_;
  std::string missing_;
};

}  // namespace dotwire::bench
