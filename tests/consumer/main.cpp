// What a program outside this repository sees: installed headers and one library, nothing else.
#include "dotwire/buffer.h"
#include "dotwire/error.h"
#include "dotwire/identify.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

int main() {
  dotwire::Buffer buffer;
  buffer.append("dotwire");
  const dotwire::Result<int> failed = dotwire::Error(dotwire::ErrorCode::Malformed, 12, "count is negative");
  const bool good = buffer.text() == "dotwire" && !failed.ok() &&
                    failed.error().to_string() == "malformed at byte 12: count is negative";
  // Takes the whole library in, with what it links.
  const dotwire::Identification text = dotwire::identify(buffer.bytes());
  return good && text.format == nullptr ? 0 : 1;
}
