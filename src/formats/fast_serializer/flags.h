// Bits of the flags in front of each part (table-formats.md 4.9).
#pragma once

#include <cstdint>

namespace dotwire::fast_serializer {

namespace set_flag {
inline constexpr std::uint32_t kName = 1, kCaseSensitive = 2, kTables = 4, kRelations = 8, kForeignKeys = 0x10,
                               kExtendedProperties = 0x20, kEnforceConstraints = 0x40, kNamespace = 0x80,
                               kPrefix = 0x100, kAll = 0x1FF;
}

namespace table_flag {
inline constexpr std::uint32_t kName = 1, kCaseSensitive = 2, kAmbientCase = 4, kCulture = 8, kColumns = 0x10,
                               kRows = 0x20, kMinimumCapacity = 0x40, kDisplayExpression = 0x80, kNoUnique = 0x100,
                               kExtendedProperties = 0x200, kNamespace = 0x400, kPrefix = 0x800,
                               kRepeatableElement = 0x1000, kTypeName = 0x2000, kAll = 0x3FFF;
}

namespace column_flag {
inline constexpr std::uint32_t kNullable = 1, kNotString = 2, kCaption = 4, kMaxLength = 8, kAutoIncrement = 0x10,
                               kIncrementDefaults = 0x20, kNegativeStep = 0x40, kDefaultValue = 0x80,
                               kExpression = 0x100, kReadOnly = 0x200, kLargestMaxLength = 0x400,
                               kExtendedProperties = 0x800, kPrefix = 0x1000, kMapping = 0x2000, kNamespace = 0x4000,
                               kAll = 0x7FFF;
}

namespace row_flag {
inline constexpr std::uint32_t kOld = 1, kNew = 2, kRowError = 4, kColumnErrors = 8, kAll = 0xF;
}

namespace unique_flag {
inline constexpr std::uint32_t kDefaultName = 1, kSchemaName = 2, kSeveralColumns = 4, kExtendedProperties = 8,
                               kPrimaryKey = 0x10, kAll = 0x1F;
}

namespace foreign_flag {
inline constexpr std::uint32_t kDefaultName = 1, kParentIsPrimaryKey = 2, kSeveralColumns = 4, kAcceptRejectRule = 8,
                               kDeleteRule = 0x10, kUpdateRule = 0x20, kExtendedProperties = 0x40, kSchemaName = 0x80,
                               kAll = 0xFF;
}

namespace relation_flag {
inline constexpr std::uint32_t kName = 1, kNested = 2, kSeveralColumns = 4, kParentIsPrimaryKey = 8,
                               kExtendedProperties = 0x10, kAll = 0x1F;
}

}  // namespace dotwire::fast_serializer
