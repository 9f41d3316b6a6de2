#include "peers/shared_library.h"

#include <dlfcn.h>

namespace dotwire::bench {

Result<SharedLibrary> SharedLibrary::open(const std::string& file) {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error(ErrorCode::Io, dlerror());
  return SharedLibrary(handle, file);
}

void* SharedLibrary::find(const char* name) {
  void* const symbol = dlsym(handle_, name);
  if (symbol == nullptr && missing_.empty()) missing_ = name;
  return symbol;
}

Status SharedLibrary::all_found() const {
  return missing_.empty() ? Status() : Status(Error(ErrorCode::Io, file_ + " has no " + missing_));
}

}  // namespace dotwire::bench
