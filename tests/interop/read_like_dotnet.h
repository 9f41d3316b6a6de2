// Reads a file as the oracle does, and dumps what it is.
#pragma once

#include <span>
#include <string>

#include "dotwire/result.h"
#include "interop/job.h"

namespace dotwire::interop {

// As the job's case and format: rows without a schema go to the case's own columns, and what .NET's readers lose is
// lost here too.
Result<std::string> read_like_dotnet(const Job& job, std::span<const std::uint8_t> input, const std::string& runtime);

}  // namespace dotwire::interop
