#include "codecs/dataset_xml/data_write.h"

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "base/try.h"
#include "clr/base64.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_cell.h"
#include "wire/xml/escape.h"

namespace dotwire::dataset_xml {
namespace {

using model::Chunk;
using model::Column;
using model::MappingType;
using model::ValueKind;

constexpr std::string_view kCellIndentation = "    ";
constexpr std::string_view kNil = " xsi:nil=\"true\"";

// What does not change from row to row. Copied in whole blocks of kBlock bytes.
constexpr std::size_t kBlock = 16;
class Fixture {
 public:
  explicit Fixture(std::string text) : size_(text.size()), text_(std::move(text)) { text_.resize(size_ + kBlock); }
  std::size_t size() const { return size_; }
  // Writes up to kBlock bytes behind the end that it returns.
  std::uint8_t* put(std::uint8_t* at) const {
    const char* from = text_.data();
    for (std::size_t i = 0; i < size_; i += kBlock) std::memcpy(at + i, from + i, kBlock);
    return at + size_;
  }

 private:
  std::size_t size_;
  std::string text_;
};

enum class Shape : std::uint8_t { Fixed, Char, Text, Type, Base64, Chars, Object };

Shape shape_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Char: return Shape::Char;
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return Shape::Base64;
    case ValueKind::Chars: return Shape::Chars;
    case ValueKind::Type: return Shape::Type;
    default: break;
  }
  switch (model::storage_of(kind)) {
    case model::Storage::Fixed: return Shape::Fixed;
    case model::Storage::Varying: return Shape::Text;
    case model::Storage::Object: return Shape::Object;
  }
  return Shape::Object;
}

struct CellPlan {
  const Column* column;
  Shape shape;
  bool attribute;
  bool preserves_space;  // white space alone carries xml:space
  Fixture open;          // to the first byte of the value
  Fixture close;
  Fixture empty;     // all of an element without content
  Fixture preserve;  // in place of `open`
  std::string name;
};

CellPlan plan_cell(const Column& column, std::string_view newline) {
  const std::string name = encode_local_name(column.name);
  const std::string line = std::string(newline) + std::string(kCellIndentation) + "<" + name;
  const bool attribute = column.mapping == MappingType::Attribute;
  const bool element = column.mapping == MappingType::Element;
  return {.column = &column,
          .shape = shape_of(column.kind()),
          .attribute = attribute,
          .preserves_space = element && column.kind() == ValueKind::String,
          .open = Fixture(attribute ? " " + name + "=\""
                          : element ? line + ">"
                                    : ""),
          .close = Fixture(attribute ? "\""
                           : element ? "</" + name + ">"
                                     : ""),
          .empty = Fixture(attribute ? " " + name + "=\"\""
                           : element ? line + " />"
                                     : ""),
          .preserve = Fixture(line + " xml:space=\"preserve\">"),
          .name = name};
}

class RowWriter {
 public:
  RowWriter(Buffer& out, const model::Table& table, const WriteOptions& options)
      : out_(out),
        table_(table),
        context_{{options.dialect, options.zone}, options.newline, kCellIndentation},
        row_open_(std::string(options.newline) + "  <" + encode_local_name(table.name)),
        row_close_(std::string(options.newline) + "  </" + encode_local_name(table.name) + ">"),
        content_close_("</" + encode_local_name(table.name) + ">") {
    for (const auto& column : table.columns) add(*column);
  }

  Status write() {
    const std::size_t count = table_.row_count();
    for (std::size_t i = 0; i < count; ++i) {
      const model::Row row = table_.row(i);
      const std::uint64_t record = row.proposed != model::kNoRecord ? row.proposed : row.current;
      if (record == model::kNoRecord || row.state == model::RowState::Deleted) continue;
      row_ = i;
      DOTWIRE_TRY(write_row(record));
    }
    return {};
  }

 private:
  void add(const Column& column) {
    if (column.mapping == MappingType::Hidden) return;
    CellPlan plan = plan_cell(column, context_.newline);
    if (column.mapping == MappingType::Attribute)
      attributes_.push_back(std::move(plan));
    else if (column.mapping == MappingType::Element)
      elements_.push_back(std::move(plan));
    else
      contents_.push_back(std::move(plan));
  }

  Status write_row(std::uint64_t record) {
    std::uint8_t* at = out_.reserve_more(row_open_.size() + kBlock);
    out_.commit(row_open_.put(at));
    for (const CellPlan& plan : attributes_) {
      DOTWIRE_TRY(write_cell(plan, record));
    }
    if (!contents_.empty()) return write_content(record);
    out_.push_back('>');
    const std::size_t start = out_.size();
    for (const CellPlan& plan : elements_) {
      DOTWIRE_TRY(write_cell(plan, record));
    }
    if (out_.size() == start) {
      out_.resize(start - 1);
      out_.append(" />");
      return {};
    }
    at = out_.reserve_more(row_close_.size() + kBlock);
    out_.commit(row_close_.put(at));
    return {};
  }

  Status write_content(std::uint64_t record) {
    const CellPlan& plan = contents_.front();
    if (plan.column->is_null(record)) {
      out_.append(kNil);
      out_.append(" />");
      return {};
    }
    out_.push_back('>');
    const std::size_t start = out_.size();
    DOTWIRE_TRY(write_cell(plan, record));
    if (out_.size() == start) {
      out_.resize(start - 1);
      out_.append(" />");
      return {};
    }
    const std::uint8_t* const at = content_close_.put(out_.reserve_more(content_close_.size() + kBlock));
    out_.commit(at);
    return {};
  }

  Status write_cell(const CellPlan& plan, std::uint64_t record) {
    const Chunk& chunk = plan.column->chunk(record / model::kChunkRows);
    const std::size_t i = record % model::kChunkRows;
    if (chunk.is_null(i)) return {};
    switch (plan.shape) {
      case Shape::Fixed: return write_fixed(plan, chunk.bytes.data() + i * plan.column->width()), Status();
      case Shape::Char: return write_char(plan, chunk.get<Char>(i));
      case Shape::Text: return write_text(plan, chunk.text(i));
      case Shape::Type: return write_text(plan, type_text_of(chunk.text(i), context_.cells.dialect));
      case Shape::Base64: return write_base64(plan, chunk.text(i)), Status();
      case Shape::Chars:
      case Shape::Object: return write_object(plan, chunk, i);
    }
    return {};
  }

  void write_fixed(const CellPlan& plan, const std::uint8_t* value) {
    std::uint8_t* at = out_.reserve_more(plan.open.size() + plan.close.size() + kCellRoom + 2 * kBlock);
    at = plan.open.put(at);
    char* const text = reinterpret_cast<char*>(at);
    at += put_cell(text, context_.cells, plan.column->kind(), plan.column->date_time_mode, value) - text;
    out_.commit(plan.close.put(at));
  }

  Status write_char(const CellPlan& plan, Char value) {
    std::array<char, kCellRoom> room;
    const char* const end = put_cell(room.data(), context_.cells, ValueKind::Char, plan.column->date_time_mode, &value);
    return write_text(plan, {room.data(), static_cast<std::size_t>(end - room.data())});
  }

  Status write_text(const CellPlan& plan, std::string_view text) {
    if (text.empty()) {
      out_.commit(plan.empty.put(out_.reserve_more(plan.empty.size() + kBlock)));
      return {};
    }
    const auto first = static_cast<std::uint8_t>(text.front());
    const bool white = plan.preserves_space && (first <= ' ' || first >= 0x80) && is_white_space_only(text);
    const Fixture& open = white ? plan.preserve : plan.open;
    std::uint8_t* at =
        out_.reserve_more(open.size() + text.size() + plan.close.size() + xml::kEscapeSlack + 2 * kBlock);
    at = open.put(at);
    const char* from = text.data();
    const char* const end = from + text.size();
    at = xml::put_plain_text(at, from, end);
    if (from != end) {
      out_.commit(at);
      const std::string_view rest(from, static_cast<std::size_t>(end - from));
      const bool sound = plan.attribute ? xml::append_escaped_value(out_, rest) : xml::append_escaped_text(out_, rest);
      if (!sound) {
        return at_cell(plan,
                       Error(ErrorCode::NotRepresentable, "text holds a lone surrogate, which XML has no form for"));
      }
      at = out_.reserve_more(plan.close.size() + kBlock);
    }
    out_.commit(plan.close.put(at));
    return {};
  }

  void write_base64(const CellPlan& plan, std::string_view bytes) {
    if (bytes.empty()) return out_.commit(plan.empty.put(out_.reserve_more(plan.empty.size() + kBlock)));
    std::uint8_t* at = out_.reserve_more(plan.open.size() + plan.close.size() + base64_size(bytes.size()) + 2 * kBlock);
    at = plan.open.put(at);
    char* const text = reinterpret_cast<char*>(at);
    at += put_base64(text, as_bytes(bytes)) - text;
    out_.commit(plan.close.put(at));
  }

  Status write_object(const CellPlan& plan, const Chunk& chunk, std::size_t i) {
    if (plan.column->mapping != MappingType::Element) {
      if (plan.shape == Shape::Chars) return write_text(plan, chunk.text(i));
      Result<std::string> text = plain_text(chunk.objects[i], context_.cells);
      if (!text.ok()) return at_cell(plan, std::move(text).error());
      return write_text(plan, *text);
    }
    out_.append(context_.newline);
    out_.append(kCellIndentation);
    Status status = plan.shape == Shape::Chars
                        ? write_chars_cell(out_, context_, plan.name, chunk.text(i))
                        : write_object_cell(out_, context_, *plan.column, plan.name, chunk.objects[i]);
    if (!status.ok()) return at_cell(plan, std::move(status).error());
    return {};
  }

  Error at_cell(const CellPlan& plan, Error error) const {
    error.prepend_path("rows/[" + std::to_string(row_) + "]/" + plan.column->name);
    return error;
  }

  Buffer& out_;
  const model::Table& table_;
  ObjectWriteContext context_;
  Fixture row_open_;
  Fixture row_close_;
  Fixture content_close_;  // behind simple content
  std::vector<CellPlan> attributes_;
  std::vector<CellPlan> elements_;
  std::vector<CellPlan> contents_;
  std::size_t row_ = 0;
};

}  // namespace

Status write_rows(Buffer& out, const model::Table& table, const WriteOptions& options) {
  return RowWriter(out, table, options).write();
}

bool may_have_nil(const model::Table& table) {
  for (const auto& column : table.columns) {
    if (column->mapping == MappingType::SimpleContent) return true;
  }
  return false;
}

}  // namespace dotwire::dataset_xml
