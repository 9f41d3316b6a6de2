// Fields one after the other, on a cursor. Nothing recurses: groups inside groups are counted on a stack that `depth`
// bounds.
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "dotwire/result.h"
#include "wire/protobuf/wire_type.h"

namespace dotwire::protobuf {

// Truncated or Malformed (more than 64 bits) at the varint's first byte.
Result<std::uint64_t> decode_varint(ByteReader& in);

// Malformed for field number 0, wire types 6 and 7, and numbers beyond 29 bits.
Result<Tag> decode_tag(ByteReader& in);

// A length and its bytes, which are a view of the input.
Result<Bytes> decode_length_delimited(ByteReader& in);

// The value behind a tag, of a group up to and with its end. Malformed where a group ends with another's number or an
// end stands alone; LimitExceeded beyond `depth` groups in one another.
Status skip_value(ByteReader& in, Tag tag, std::uint32_t depth);

}  // namespace dotwire::protobuf
