// MessageFlags of 2.2.1.1, and the codes of values in method records that are no primitives.
#pragma once

#include <cstdint>

namespace dotwire::nrbf {

inline constexpr std::uint32_t kNoArgs = 0x1, kArgsInline = 0x2, kArgsIsArray = 0x4, kArgsInArray = 0x8,
                               kNoContext = 0x10, kContextInline = 0x20, kContextInArray = 0x40,
                               kMethodSignatureInArray = 0x80, kPropertiesInArray = 0x100, kNoReturnValue = 0x200,
                               kReturnValueVoid = 0x400, kReturnValueInline = 0x800, kReturnValueInArray = 0x1000,
                               kExceptionInArray = 0x2000, kGenericMethod = 0x8000;

inline constexpr std::uint8_t kNullCode = 17, kStringCode = 18;

}  // namespace dotwire::nrbf
