// How many attributes and namespace declarations an element may have, for the reader and for those who write for it.
#pragma once

#include <cstddef>

namespace dotwire::xml {

// Each new name costs hundreds of bytes. Tables of System.Data have far fewer columns.
inline constexpr std::size_t kMostAttributes = std::size_t{1} << 14;

}  // namespace dotwire::xml
