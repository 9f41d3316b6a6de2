// Reads the stream of a SerializationWriter: its header, its tokens, and values one by one (table-formats.md 4.2, 4.3,
// 4.5). What arrays and objects hold is for the caller, who knows what they become.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_reader.h"
#include "base/check.h"
#include "base/pages.h"
#include "dotwire/limits.h"
#include "wire/fast_serializer/codes.h"
#include "wire/fast_serializer/packed.h"

namespace dotwire::fast_serializer {

// A value of one of the simple types, under its plain code: Int32 for all forms of it, BooleanTrue for both Booleans.
// Under DateTime stand the bits of ToBinary, under OptimizedDateTime a DateTime that is ready. Null, DBNull and what is
// no simple value come under their own code, with nothing behind it read.
struct Value {
  Code code = Code::Null;
  bool plain = false;                   // a number that the optimising writer would have written shorter
  bool spare_scale = false;             // a Decimal whose scale the writer would have cut by default in B and C
  alignas(8) std::uint8_t bytes[16]{};  // as in values.h
  std::string_view text;                // String: borrows from the input; checked to be UTF-8 only where it is used

  template <class T>
  T get() const {
    return load<T>(bytes);
  }
  template <class T>
  void set(Code type, T value) {
    code = type;
    store(bytes, value);
  }
};

// One document. Functions on raw pointers return where they end, or a null pointer and set fault().
class Decoder {
 public:
  // Header, and in A and B the tokens behind the payload. The input must outlive the decoder.
  Status open(Bytes in, Dialect dialect, const Limits& limits);
  // For a document that may be cut off or damaged. Only the first integer of the header must be there; what open() says
  // otherwise is put into `damage`. Tokens beyond a damaged table are then empty texts.
  Status open_damaged(Bytes in, Dialect dialect, const Limits& limits, Status& damage);
  bool is_damaged() const { return damaged_; }

  Dialect dialect() const { return dialect_; }
  const std::uint8_t* payload() const { return payload_; }
  const std::uint8_t* end() const { return end_; }    // of the payload
  bool is_open_ended() const { return open_ended_; }  // C: the length was never filled in
  std::uint64_t document_size(const std::uint8_t* payload_end) const;
  // A and B: values from here on end with the input. Null where the tables lie behind it.
  const std::uint8_t* begin_tables() {
    end_ = input_end_;
    return tables_;
  }
  // A and B: the tokenized objects, behind the strings. No value refers to them.
  std::uint32_t object_count() const { return object_count_; }
  // Whoever reads them does it between these two, before the payload: values then end with the input.
  const std::uint8_t* begin_objects() {
    std::swap(end_, input_end_);
    return document_end_;
  }
  void end_objects(const std::uint8_t* at) {
    std::swap(end_, input_end_);
    document_end_ = at;
  }
  // C: the two counts in the header.
  std::uint32_t hinted_strings() const { return hints_[0]; }
  std::uint32_t hinted_objects() const { return hints_[1]; }
  std::size_t string_count() const { return tokens_.size(); }

  Code code_at(const std::uint8_t* at) const { return codes_[*at]; }

  // The token's text. `at` is behind its first byte, which was `first`.
  DOTWIRE_ALWAYS_INLINE const std::uint8_t* decode_token(const std::uint8_t* at, std::uint8_t first,
                                                         std::string_view& text) {
    if (at == end_) [[unlikely]]
      return fail(fault_, ErrorCode::Truncated, at - 1, "the input ends inside a string token");
    std::size_t index = *at;
    if (index >= 0x80) [[unlikely]]
      return decode_long_token(at, first, text);
    index = index << 7 | first;
    if (index >= tokens_.size()) [[unlikely]]
      return decode_new_token(at - 1, at + 1, index, text);
    text = tokens_[index];
    return at + 1;
  }

  // The value whose code is at `at`.
  const std::uint8_t* decode(const std::uint8_t* at, Value& value);
  const std::uint8_t* decode_count(const std::uint8_t* at, std::uint32_t& value) {
    return decode_7bit(at, end_, value, fault_);
  }
  const std::uint8_t* decode_long(const std::uint8_t* at, std::uint64_t& value) {
    return decode_7bit(at, end_, value, fault_);
  }
  // A .NET string, without a type code.
  const std::uint8_t* decode_text(const std::uint8_t* at, std::string_view& text);
  // `size` bytes as they are.
  const std::uint8_t* decode_raw(const std::uint8_t* at, std::uint64_t size, Bytes& bytes);
  // A BitArray's bits behind its count; false in `bits` beyond the count are not looked at.
  const std::uint8_t* decode_bits(const std::uint8_t* at, std::uint32_t& count, Bytes& bits);
  // So many UTF-16 units as UTF-8.
  const std::uint8_t* decode_units(const std::uint8_t* at, std::uint64_t units, std::string_view& text);

  const Fault& fault() const { return fault_; }
  Fault& fault() { return fault_; }
  Error error() const { return Error(fault_.code, offset_of(fault_.at), fault_.message); }
  std::uint64_t offset_of(const std::uint8_t* at) const { return static_cast<std::uint64_t>(at - begin_); }

 private:
  Status open_with_tables(const Limits& limits);
  Status open_inline();
  const std::uint8_t* decode_long_token(const std::uint8_t* at, std::uint8_t first, std::string_view& text);
  const std::uint8_t* decode_new_token(const std::uint8_t* start, const std::uint8_t* at, std::size_t index,
                                       std::string_view& text);
  template <class T>
  const std::uint8_t* raw(const std::uint8_t* at, Code type, Value& value);
  const std::uint8_t* decode_code(const std::uint8_t* at, Code code, Value& value);
  const std::uint8_t* decode_constant(const std::uint8_t* at, Code code, Value& value);
  const std::uint8_t* decode_optimized(const std::uint8_t* at, Code code, Value& value);
  const std::uint8_t* decode_char(const std::uint8_t* at, std::string_view& text);
  const std::uint8_t* decode_decimal(const std::uint8_t* at, Code code, Value& value);

  Dialect dialect_ = Dialect::A;
  CodeTable codes_{};
  const std::uint8_t* begin_ = nullptr;
  const std::uint8_t* payload_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  const std::uint8_t* document_end_ = nullptr;
  const std::uint8_t* tables_ = nullptr;
  bool damaged_ = false;
  bool open_ended_ = false;
  std::uint32_t object_count_ = 0;
  const std::uint8_t* input_end_ = nullptr;
  std::uint32_t hints_[2] = {0, 0};
  PageVector<std::string_view> tokens_;
  Fault fault_;
};

}  // namespace dotwire::fast_serializer
