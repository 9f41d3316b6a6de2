// Writes the stream of a SerializationWriter: header, values, tokens (table-formats.md 4.2 to 4.7).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/byte_writer.h"
#include "dotwire/buffer.h"
#include "dotwire/error.h"
#include "dotwire/result.h"
#include "dotwire/values.h"
#include "wire/fast_serializer/codes.h"
#include "wire/fast_serializer/packed.h"
#include "wire/fast_serializer/tokens.h"

namespace dotwire::fast_serializer {

// What becomes of the scale of Decimals.
enum class DecimalScale : std::uint8_t {
  Default,   // 0.00 and 1.00 lose it; in B and C also whole numbers: 12.00 is written as 12
  Preserve,  // only 0.00 and 1.00 lose it: PreserveDecimalScale of B and C, and what A does always
  Exact,  // no writer's way, but all readers read it: 0.00 is written with its scale, and not taken for a run with 0.0
};

struct EncodeOptions {
  Dialect dialect = Dialect::A;
  bool optimize = true;     // OptimizeForSize
  bool open_ended = false;  // C: of a stream that cannot go back, whose header stays empty
  DecimalScale decimals = DecimalScale::Default;
};

// Room that a value without text takes at most: its code and the longest packed form.
inline constexpr std::size_t kValueRoom = kPackedRoom + 2;

// Starts with begin(), ends with end(). put_... write behind `at`, where the caller made room, and return the end.
// Memory of tokens is kept for the next document.
class Encoder {
 public:
  void begin(Buffer& out, const EncodeOptions& options);
  // Fails with NotRepresentable where offsets do not fit in 31 bits.
  Status end();

  Buffer& out() { return *out_; }
  const EncodeOptions& options() const { return options_; }
  Dialect dialect() const { return options_.dialect; }

  std::uint8_t* put_code(std::uint8_t* at, Code code) const {
    *at = byte_of(code, options_.dialect);
    return at + 1;
  }

  // Room for texts: kValueRoom, and in C the text itself.
  std::size_t room_of(std::string_view text) const {
    return kValueRoom + (options_.dialect == Dialect::C ? text.size() : 0);
  }
  // `lasting`: the text lives until end(). Null pointer: a lone surrogate as a text of one character, which .NET's
  // writer refuses.
  std::uint8_t* put_string(std::uint8_t* at, std::string_view text, bool lasting = true);
  // In two steps, so that the second need not wait for memory: the text lasts.
  std::uint64_t prepare_string(std::string_view text) const {
    const std::uint64_t hash = tokens_.hash_of(text);
    tokens_.prefetch(hash);
    return hash;
  }
  std::uint8_t* put_string(std::uint8_t* at, std::string_view text, std::uint64_t hash);

  std::uint8_t* put_value(std::uint8_t* at, bool value) const {
    return put_code(at, value ? Code::BooleanTrue : Code::BooleanFalse);
  }
  std::uint8_t* put_value(std::uint8_t* at, std::uint8_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::int8_t value) const;
  // U+FFFD for half of a surrogate pair, which is no character by itself.
  std::uint8_t* put_value(std::uint8_t* at, char16_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::int16_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::uint16_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::int32_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::uint32_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::int64_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, std::uint64_t value) const;
  std::uint8_t* put_value(std::uint8_t* at, float value) const;
  std::uint8_t* put_value(std::uint8_t* at, double value) const;
  std::uint8_t* put_value(std::uint8_t* at, const Decimal& value) const;
  std::uint8_t* put_value(std::uint8_t* at, const Guid& value) const;
  std::uint8_t* put_value(std::uint8_t* at, TimeSpan value) const;
  // `binary` is what DateTime.ToBinary gives.
  std::uint8_t* put_value(std::uint8_t* at, DateTime value, std::int64_t binary) const;

  // The short form alone, as in arrays.
  std::uint8_t* put_decimal(std::uint8_t* at, const Decimal& value) const;

 private:
  std::uint8_t* put_short_string(std::uint8_t* at, std::string_view text);
  std::uint8_t* put_token(std::uint8_t* at, std::string_view text, std::uint32_t number, bool is_new) const;

  Buffer* out_ = nullptr;
  std::size_t start_ = 0;
  EncodeOptions options_;
  TokenTable tokens_;
};

// Copies text behind `at`; U+FFFD takes the place of lone surrogates, as .NET's encoder has it.
std::uint8_t* put_utf8(std::uint8_t* at, std::string_view text);

}  // namespace dotwire::fast_serializer
