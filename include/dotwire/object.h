// C++ structs to and from .NET's formats. Describe the structs with bind.h.
//
//   dotwire::Writer writer;
//   dotwire::Buffer out;
//   if (auto written = writer.write(library, out); !written.ok()) ...written.error().to_string()...
//
//   dotwire::Reader reader;
//   Library copy;
//   if (auto read = reader.read(out, copy); !read.ok()) ...
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "dotwire/bind.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire {

// Which strings are one .NET object: payloads differ by it. Deserialized .NET objects have Distinct ones, literals and
// interned strings are ByValue, std::shared_ptr<const std::string> members can tell ByAddress.
enum class StringIdentity : std::uint8_t { Distinct, ByValue, ByAddress };

// FormatterTypeStyle of BinaryFormatter.TypeFormat, with its numbers: which class records name the types of members.
enum class TypeFormat : std::uint8_t {
  TypesWhenNeeded = 0,  // those of classes that serialize themselves; for the others a reader must know the class
  TypesAlways = 1,      // all: what BinaryFormatter does unless it is told otherwise
  XsdString = 2,        // as TypesWhenNeeded, and each string in place, without identity
};

struct WriterOptions {
  StringIdentity strings = StringIdentity::Distinct;
  TypeFormat types = TypeFormat::TypesAlways;
  // CLR names of classes that are ISerializable: their records have types whatever `types` says. Lives as long as the
  // Writer.
  std::span<const std::string_view> serialize_themselves = {};
};

// Writes BinaryFormatter payloads as .NET does. Owns plans and buffers: make one, use it for many objects, on one
// thread at a time.
class Writer {
 public:
  explicit Writer(WriterOptions options = {});
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  // Appends the payload. The object must not change meanwhile. Fails where .NET would (a Char that is a lone
  // surrogate) and for text that is not UTF-8 (of texts, lone surrogates become U+FFFD, as in .NET). DateTime,
  // DateTimeOffset and Decimal values must be in .NET's range: others are written as they are, and no reader takes
  // them. On failure `out` holds a part of the payload behind what it held before.
  Status write(const void* object, const model::Type& type, Buffer& out);
  template <class T>
  Status write(const T& object, Buffer& out) {
    return write(&object, type_of<T>(), out);
  }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ReaderOptions {
  Limits limits;
  // Members of the payload that the struct does not describe: .NET ignores them. Otherwise an error, so that nothing is
  // lost in silence.
  bool ignore_unknown_members = false;
  // A null String for a std::string: empty text. Otherwise an error.
  bool null_text_as_empty = false;
};

// Reads BinaryFormatter payloads. Owns plans and buffers: make one, use it for many payloads, on one thread at a time.
class Reader {
 public:
  explicit Reader(ReaderOptions options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // Reads over the object, whose memory (capacity of vectors and strings) is used again; members that the payload lacks
  // keep their values. Where Limits::owning_depth is raised, what the object holds is freed with dotwire::release()
  // first. It borrows nothing from the input. On an error it is valid but partly read. Errors carry byte offset or path
  // ([MS-NRBF] 2.3). payload_size() says where what was read ends.
  Status read(std::span<const std::uint8_t> input, void* object, const model::Type& type);
  template <class T>
  Status read(std::span<const std::uint8_t> input, T& object) {
    return read(input, &object, type_of<T>());
  }
  // Bytes of the payload that was read last, up to and with its MessageEnd record. What lies behind it in `input`, such
  // as a further payload, is not looked at.
  std::uint64_t payload_size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dotwire
