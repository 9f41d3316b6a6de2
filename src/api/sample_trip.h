// What the formats' own lists of losses do not know of: a part of the tables is written and read again.
#pragma once

#include <string_view>
#include <vector>

#include "dotwire/format.h"

namespace dotwire {

// Such a loss begins with it, and says where and why behind it.
inline constexpr std::string_view kNotReadAgain = "what is written is not read again";

// Adds why the target refuses the sample, or why its reader refuses what was written. Where nothing was lost so far,
// the first difference too. `document` holds tables that are sound (model/table_check.h), and the target holds such.
// Costs what names and settings cost, and little for values.
void add_losses_of_sample(const Document& document, const Format& target, const Options& options,
                          std::vector<Loss>& losses);

}  // namespace dotwire
