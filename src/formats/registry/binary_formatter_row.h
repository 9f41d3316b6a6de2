// BinaryFormatter in the shape of a Format row: its settings.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::binary {

// FormatterTypeStyle. Without it a payload keeps the records that it has, and other documents get types.
inline constexpr SettingRule kSettings[] = {
    {"type-format", "TypesAlways|TypesWhenNeeded|XsdString",
     "which class records name the types of members: all; those of classes that serialize themselves; these, and "
     "strings in place"}};

Status write(const Document& document, const Options& options, Buffer& out);
Status stream(const Document& document, const Options& options, Sink& sink);

}  // namespace dotwire::registry::binary
