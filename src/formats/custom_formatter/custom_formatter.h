// The "DataTable Custom Formatter" of the article "In Search of the Ultimate DataTable Serializer", uncompressed and
// through QuickLZ: table-formats.md 7.1 and 7.2, docs/formats/custom-formatter.md.
//
//   byte 0, .NET string: table name        Int32: columns, each a .NET string name and a .NET string type name
//   Int32: rows, each a cell a column: byte 0 and the value, byte 1 for DBNull, byte 2 for a null reference
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "codecs/plain_tables/losses.h"
#include "codecs/quicklz/quicklz.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::custom_formatter {

// What to do with columns whose type is none of the format's eighteen.
enum class UnknownTypes : std::uint8_t {
  Refuse,   // as the original: NotRepresentable when writing, Unsupported when reading
  OneByte,  // enums of one byte, under their own type name: a column of kind Byte with that name
  NoValue,  // as a later copy of the original: the marker of DBNull and no value
};

struct ReadOptions {
  UnknownTypes unknown_types = UnknownTypes::Refuse;
  // The original adds the rows one by one, and they stay Added. The format does not say; by default they are Unchanged.
  bool added_rows = false;
  Limits limits;
};

struct WriteOptions {
  UnknownTypes unknown_types = UnknownTypes::Refuse;
  // The original fails on deleted rows.
  bool omit_deleted_rows = false;
  bool compress = false;
  quicklz::Version version = quicklz::Version::V141;
};

// What reading found beside the table.
struct Document {
  std::uint64_t size = 0;          // bytes that the document took of the input, with its compression
  std::uint64_t content_size = 0;  // uncompressed
  bool compressed = false;
  quicklz::Version version = quicklz::Version::V141;
  // Cells and table names of the null reference, which no table gives and which come back as DBNull or "".
  std::uint64_t null_references = 0;
  // Booleans that are neither 0 nor 1: true, and written back as 1.
  std::uint64_t odd_booleans = 0;
};

// Owns the memory of decompression. One thread each.
class Reader {
 public:
  // Replaces the table's content; columns that fit keep their memory, so reading again into the same table is fast.
  // On failure the table is empty. Bytes behind the document are the caller's matter: see Document::size.
  // Offsets in errors count in the uncompressed document, but for errors of the compression itself.
  Result<Document> read(Bytes in, model::Table& table, const ReadOptions& options = {});

 private:
  quicklz::Decompressor decompressor_;
  Buffer content_;
};

// Owns the memory of compression. One thread each.
class Writer {
 public:
  // Appends the table's current (or proposed) values. Fails with NotRepresentable and the path of what the format
  // cannot hold at all; what it leaves out in silence, losses() says. On failure `out` is as before.
  Status write(const model::Table& table, Buffer& out, const WriteOptions& options = {});

 private:
  quicklz::Compressor compressor_;
  Buffer content_;
};

// What a document of this format would not hold of the table.
using Loss = plain_tables::Loss;
std::vector<Loss> losses(const model::Table& table, const WriteOptions& options = {});

enum class Form : std::uint8_t { None, Plain, Compressed };

// Reads the head of the document alone; of a compressed one, after decompressing it.
Form identify(Bytes in, const Limits& limits = {});

}  // namespace dotwire::custom_formatter
