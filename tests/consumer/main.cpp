// What a program outside this repository sees: installed headers and one library, nothing else.
#include "dotwire/buffer.h"
#include "dotwire/error.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

int main() {
  dotwire::Buffer buffer;
  buffer.append("dotwire");
  const dotwire::Result<int> failed = dotwire::Error(dotwire::ErrorCode::Malformed, 12, "count is negative");
  const bool good = buffer.text() == "dotwire" && !failed.ok() &&
                    failed.error().to_string() == "malformed at byte 12: count is negative";
  return good ? 0 : 1;
}
