#include "inputs.h"

#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::test {

Buffer point_payload() {
  return hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00  # header, root 1
    0C 02 00 00 00 01 4C                                # library 2 "L"
    05 01 00 00 00 01 50 02 00 00 00 01 78 01 73        # class "P" #1, members "x", "s"
    00 01 08 02 00 00 00                                # Int32, String; library 2
    2A 00 00 00                                         # x = 42
    06 03 00 00 00 02 68 69                             # s = "hi" #3
    0B
  )");
}

Buffer long_payload(std::size_t text_size) {
  Buffer payload = point_payload();
  payload.resize(55);  // up to the length of s
  for (std::size_t rest = text_size;; rest >>= 7) {
    payload.push_back(static_cast<std::uint8_t>((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0)));
    if (rest <= 0x7F) break;
  }
  for (std::size_t i = 0; i < text_size; ++i) payload.push_back('x');
  payload.push_back(0x0B);
  return payload;
}

Buffer small_table() {
  return hex(R"(
    00 01 54  02 00 00 00                                         # "T", 2 columns
    01 41 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32                  # "A" System.Int32
    01 53 0D 53 79 73 74 65 6D 2E 53 74 72 69 6E 67               # "S" System.String
    02 00 00 00                                                   # 2 rows
    00 2C 01 00 00  00 02 68 69                                   # 300, "hi"
    01  01                                                        # null, null
  )");
}

std::string put(const TempDir& folder, std::string_view name, std::span<const std::uint8_t> bytes) {
  write_bytes(folder / name, bytes);
  return (folder / name).string();
}

std::string put_text(const TempDir& folder, std::string_view name, std::string_view text) {
  return put(folder, name, as_bytes(text));
}

std::optional<Buffer> golden(std::string_view runtime, std::string_view kind, std::string_view case_name,
                             std::string_view format) {
  const GoldenRow* row = find_golden(runtime, kind, case_name, format);
  if (row == nullptr || !row->stored()) return std::nullopt;
  return row->bytes();
}

}  // namespace dotwire::test
