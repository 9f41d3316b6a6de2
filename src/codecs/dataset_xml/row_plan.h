// What RowWriter knows of a table's rows before it writes them: the fixed text around their cells.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codecs/dataset_xml/data_write.h"
#include "codecs/dataset_xml/object_element.h"
#include "dotwire/buffer.h"

namespace dotwire::dataset_xml {

inline constexpr std::string_view kPreserve = " xml:space=\"preserve\"";

// What does not change from row to row. Copied in whole blocks of kBlock bytes.
inline constexpr std::size_t kBlock = 16;
class Fixture {
 public:
  Fixture() : Fixture(std::string()) {}
  explicit Fixture(std::string text) : size_(text.size()), text_(std::move(text)) { text_.resize(size_ + kBlock); }
  std::size_t size() const { return size_; }
  // Writes up to kBlock bytes behind the end that it returns.
  std::uint8_t* put(std::uint8_t* at) const {
    const char* from = text_.data();
    for (std::size_t i = 0; i < size_; i += kBlock) std::memcpy(at + i, from + i, kBlock);
    return at + size_;
  }
  std::string_view text() const { return {text_.data(), size_}; }
  void append_to(Buffer& out) const { out.commit(put(out.reserve_more(size_ + kBlock))); }

 private:
  std::size_t size_;
  std::string text_;
};

// How a cell is written.
enum class CellShape : std::uint8_t { Fixed, Char, Text, Type, Uri, Base64, Chars, SqlXml, Object };

// Of an attribute whose name has a namespace: what it declares depends on which others are there.
inline bool is_foreign(const model::Column& column) {
  return column.mapping == model::MappingType::Attribute && !column.namespace_uri.empty();
}

struct RowWriter::CellPlan {
  const model::Column* column;
  CellShape shape;
  bool attribute;
  bool preserves_space;  // white space alone carries xml:space
  Fixture open;          // to the first byte of the value
  Fixture close;
  Fixture empty;     // all of an element without content
  Fixture preserve;  // in place of `open`
  std::string name;
  std::string line;          // before the element
  std::string declarations;  // of the element
};

struct RowWriter::Plan {
  std::uint32_t table;
  std::size_t depth;
  bool mixed;  // the row stands beside text
  Fixture open;
  Fixture order;         // between the number and the place of a DiffGram's row
  Fixture declarations;  // of the row's element
  Fixture close;
  Fixture content_close;  // behind text
  Prefixes::Place inside;
  bool foreign;  // attributes may declare namespaces
  std::vector<CellPlan> attributes;
  std::vector<CellPlan> contents;
  std::vector<CellPlan> elements;
  std::span<const std::uint32_t> links;
  ObjectWriteContext objects;
};

}  // namespace dotwire::dataset_xml
