// A check that memory safety rests on: it stays in release builds.
#pragma once

#include <cstdlib>

#define DOTWIRE_CHECK(condition)   \
  do {                             \
    if (!(condition)) [[unlikely]] \
      std::abort();                \
  } while (false)

#if defined(__GNUC__)
#define DOTWIRE_NOINLINE __attribute__((noinline))
#define DOTWIRE_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define DOTWIRE_NOINLINE
#define DOTWIRE_ALWAYS_INLINE inline
#endif
