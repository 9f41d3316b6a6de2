#include <algorithm>

#include "base/reading_limits.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/custom_formatter/custom_formatter.h"
#include "formats/custom_formatter/head.h"

namespace dotwire::custom_formatter {
namespace {

bool is_type_name(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) > ' '; });
}

// Rows may be cut off: a damaged document is still one of this format. Without a column there is little to go by.
bool has_head(Bytes content) {
  if (content.empty() || content[0] > kNullReference) return false;
  ByteReader in(content);
  const Result<Head> head = decode_columns(in);
  if (!head.ok()) return false;
  if (head->columns.empty()) return in.remaining() == 4;
  return std::all_of(head->columns.begin(), head->columns.end(),
                     [](const HeadColumn& column) { return is_type_name(column.type_name); });
}

}  // namespace

Form identify(Bytes in, const Limits& limits) {
  if (has_head(in)) return Form::Plain;
  if (in.empty() || in[0] == kValue) return Form::None;
  // A damaged block is still one of this format.
  constexpr std::uint64_t kEnough = std::uint64_t{4} << 20;
  Buffer content;
  quicklz::Decompressor().decompress_start(in, content,
                                           static_cast<std::uint32_t>(std::min(expansion_limit(limits), kEnough)));
  return has_head(content) ? Form::Compressed : Form::None;
}

}  // namespace dotwire::custom_formatter
