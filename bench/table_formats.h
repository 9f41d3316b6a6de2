// The rows of the article's tables: what writes a table and reads it back, as objects that are reused.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::bench {

class TableSerializer {
 public:
  virtual ~TableSerializer() = default;
  // Appends.
  virtual Status write(const model::Table& table, Buffer& out) = 0;
  // Replaces the table's content, but keeps its name where the bytes have none. The table borrows nothing from them.
  virtual Status read(std::span<const std::uint8_t> bytes, model::Table& table) = 0;
  // What of the table that was written it has no type for, and how that is held all the same. Empty: nothing.
  virtual std::string remark() const { return {}; }
};

inline constexpr std::string_view kXml = "xml";
inline constexpr std::string_view kBinary = "binaryformatter";
inline constexpr std::string_view kBinaryQuickLz = "binaryformatter-quicklz";
inline constexpr std::string_view kProtobuf = "protobuf-net-data";
inline constexpr std::string_view kProtobufQuickLz = "protobuf-net-data-quicklz";
inline constexpr std::string_view kProtobufLater = "protobuf-net-data-4.1";
inline constexpr std::string_view kFast = "fast-serializer";
inline constexpr std::string_view kFastLater = "fast-serializer-2.2";
inline constexpr std::string_view kLightweight = "lightweight";
inline constexpr std::string_view kDrew = "drew";
inline constexpr std::string_view kCustomQuickLz = "custom-quicklz";
inline constexpr std::string_view kCustom = "custom";

struct TableFormat {
  std::string_view name;
  std::string_view title;    // as in the article
  std::string_view variant;  // dialect and the like
  using Make = std::function<std::unique_ptr<TableSerializer>()>;
  Make make;
  bool peer = false;  // not ours: peers/peers.h
  // The row of the article whose serializer this is in its last release. Empty: it is one of the article's, or a peer.
  std::string_view later_than = {};

  bool in_article() const { return !peer && later_than.empty(); }
};

// What WriteXml makes of the rows, without the schema: BinaryFormatter does not tell an unset locale from the writer's.
Status write_rows_as_xml(const model::Table& table, Buffer& out);

// In the article's order.
std::span<const TableFormat> table_formats();
// The article's serializers whose later releases write or read something else: Product holds in these.
std::span<const TableFormat> later_formats();
// Of both, by name; null where there is none.
const TableFormat* find_table_format(std::string_view name);

// Schema and DiffGram as DataContractSerializer writes them, which is no contestant of the article.
const TableFormat& diffgram_format();

}  // namespace dotwire::bench
