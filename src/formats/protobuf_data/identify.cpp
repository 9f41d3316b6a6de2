#include "formats/protobuf_data/column_heads.h"
#include "wire/protobuf/fields.h"

namespace dotwire::protobuf_data {
namespace {

// A result's first column, behind the tags around it; nothing behind it need be there or fine.
bool has_column(ByteReader in, Layout layout) {
  const Result<std::uint8_t> group = in.read_u8();
  return group.ok() && *group == groups_of(layout).column && decode_column(in, layout).ok();
}

// version 1, then RecordsAffected.
bool skip_light_head(ByteReader& in) {
  const Result<Bytes> head = in.read_bytes(3);
  if (!head.ok() || (*head)[0] != 0x08 || (*head)[1] != 1 || (*head)[2] != 0x10) return false;
  return protobuf::decode_varint(in).ok();
}

}  // namespace

Likeness identify(Bytes bytes, Layout layout) {
  ByteReader in(bytes);
  if (layout == Layout::Light && !skip_light_head(in)) return Likeness::None;
  const std::uint8_t result = groups_of(layout).result;
  bool empty = false;
  while (!in.at_end() && *in.position() == result) {
    in.set_position(in.position() + 1);
    if (layout == Layout::Light) {
      const Result<std::uint8_t> list = in.read_u8();
      if (!list.ok() || *list != kLightList) return Likeness::None;
    }
    if (has_column(in, layout)) return Likeness::Result;
    // Nothing but the ends of the groups.
    const Result<Bytes> ends = in.read_bytes(layout == Layout::Light ? 4 : 1);
    if (!ends.ok() || ends->back() != end_of(result)) return Likeness::None;
    empty = true;
  }
  return empty && in.at_end() ? Likeness::Empty : Likeness::None;
}

}  // namespace dotwire::protobuf_data
