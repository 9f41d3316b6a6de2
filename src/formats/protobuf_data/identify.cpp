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

bool skip(ByteReader& in, std::uint8_t byte) {
  if (in.at_end() || *in.position() != byte) return false;
  in.set_position(in.position() + 1);
  return true;
}

// A result without columns: rows that hold nothing, if any, and the ends of the groups.
bool skip_empty(ByteReader& in, Layout layout) {
  const Groups groups = groups_of(layout);
  const bool light = layout == Layout::Light;
  // The list of columns ends; that of the records begins.
  if (light && !skip(in, end_of(kLightList))) return false;
  const bool listed = light && (skip(in, kLightList) || skip(in, kLightRecordsByText));
  const std::uint8_t list_end = listed ? end_of(in.position()[-1]) : std::uint8_t{0};
  if (light && !listed) return false;
  while (skip(in, groups.record)) {
    if (!skip(in, end_of(groups.record))) return false;
  }
  return (!light || skip(in, list_end)) && skip(in, end_of(groups.result));
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
    if (!skip_empty(in, layout)) return Likeness::None;
    empty = true;
  }
  return empty && in.at_end() ? Likeness::Empty : Likeness::None;
}

}  // namespace dotwire::protobuf_data
