// Culture names and LCIDs, as .NET has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dotwire {

inline constexpr std::uint32_t kInvariantLcid = 127;  // name ""
inline constexpr std::uint32_t kCustomLcid = 4096;    // of cultures without a number of their own

// In any case; kCustomLcid for a name that has no number.
std::uint32_t lcid_of_culture(std::string_view name);

// Nothing for a number that names no culture, kCustomLcid included. A sort order in the upper bits is left out.
std::optional<std::string_view> culture_of_lcid(std::uint32_t lcid);

}  // namespace dotwire
