// What a program outside this repository sees: installed headers and one library, nothing else.
#include "dotwire/buffer.h"
#include "dotwire/error.h"
#include "dotwire/identify.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/value_text.h"

int main() {
  dotwire::Buffer buffer;
  buffer.append("dotwire");
  const dotwire::Result<int> failed = dotwire::Error(dotwire::ErrorCode::Malformed, 12, "count is negative");
  const bool good = buffer.text() == "dotwire" && !failed.ok() &&
                    failed.error().to_string() == "malformed at byte 12: count is negative";
  // Takes the whole library in, with what it links.
  const dotwire::Identification text = dotwire::identify(buffer.bytes());
  const dotwire::Result<dotwire::Decimal> price = dotwire::decimal_from_text("12.50");
  const bool told = price.ok() && price->scale() == 2 && dotwire::to_string(*price) == "12.50" &&
                    !dotwire::guid_from_text("none").ok();
  return good && told && text.format == nullptr ? 0 : 1;
}
