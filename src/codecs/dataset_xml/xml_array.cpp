#include "codecs/dataset_xml/xml_array.h"

#include <array>

#include "base/try.h"
#include "base/unicode.h"
#include "clr/digits.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/escape.h"

namespace dotwire::dataset_xml {
namespace {

using model::ValueKind;

struct Item {
  Primitive primitive;
  std::string_view array;    // CLR name of the array
  std::string_view element;  // XML name of an item
};

constexpr Item kItems[] = {
    {Primitive::Boolean, "System.Boolean[]", "boolean"}, {Primitive::SByte, "System.SByte[]", "byte"},
    {Primitive::Int16, "System.Int16[]", "short"},       {Primitive::UInt16, "System.UInt16[]", "unsignedShort"},
    {Primitive::Int32, "System.Int32[]", "int"},         {Primitive::UInt32, "System.UInt32[]", "unsignedInt"},
    {Primitive::Int64, "System.Int64[]", "long"},        {Primitive::UInt64, "System.UInt64[]", "unsignedLong"},
    {Primitive::Single, "System.Single[]", "float"},     {Primitive::Double, "System.Double[]", "double"},
    {Primitive::Decimal, "System.Decimal[]", "decimal"}, {Primitive::String, "System.String[]", "string"},
};

const Item* find(Primitive primitive) {
  for (const Item& item : kItems) {
    if (item.primitive == primitive) return &item;
  }
  return nullptr;
}

// The items inside the cell's element, each on a line.
class ItemWriter {
 public:
  ItemWriter(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element)
      : out_(out), context_(context), name_(element.name) {
    if (context.markup.dictionary) out_.append(element.declarations);
    declare(declares_xsi_first(context.cells.dialect));
    declare(!declares_xsi_first(context.cells.dialect));
    if (!context.markup.dictionary) out_.append(element.declarations);
  }

  void item(std::string_view element, std::string_view text, bool escape) {
    begin(element);
    if (text.empty()) return out_.append(context_.markup.empty_end());
    out_.push_back('>');
    if (!escape) {
      out_.append(text);
    } else {
      sound_ &= context_.markup.append_text(out_, text);
    }
    out_.append("</");
    out_.append(element);
    out_.push_back('>');
  }
  void null_item(std::string_view element) {
    begin(element);
    out_.append(" xsi:nil=\"true\"");
    out_.append(context_.markup.empty_end());
  }
  Status finish() {
    if (!any_) return out_.append(context_.markup.empty_end()), Status();
    out_.append(context_.end_line);
    out_.append("</");
    out_.append(name_);
    out_.push_back('>');
    if (!sound_) return Error(ErrorCode::NotRepresentable, "text holds a lone surrogate");
    return {};
  }

 private:
  void declare(bool xsi) {
    if (xsi && context_.xsi_bound) return;
    out_.append(xsi ? " xmlns:xsi=\"" : " xmlns:xsd=\"");
    out_.append(xsi ? kXsi : kXsd);
    out_.push_back('"');
  }
  void begin(std::string_view element) {
    if (!any_) out_.push_back('>');
    any_ = true;
    out_.append(context_.item_line);
    out_.push_back('<');
    out_.append(element);
  }

  Buffer& out_;
  const ObjectWriteContext& context_;
  std::string_view name_;
  bool any_ = false;
  bool sound_ = true;
};

std::string_view item_text(char* room, const CellContext& cells, Primitive primitive, const std::uint8_t* at) {
  // XmlSerializer keeps the sign of a zero, which put_cell drops.
  char* end = room;
  switch (primitive) {
    case Primitive::Double: end = put_xml_double(room, load<double>(at), number_text(cells.dialect)); break;
    case Primitive::Single: end = put_xml_single(room, load<float>(at), number_text(cells.dialect)); break;
    default:
      end = put_cell(room, cells, static_cast<ValueKind>(primitive), model::DateTimeMode::Unspecified, at);
      break;
  }
  return {room, static_cast<std::size_t>(end - room)};
}

void write_strings(ItemWriter& items, const model::ArrayNode& array) {
  for (std::uint64_t i = 0; i < array.slot_count; ++i) {
    const model::StringNode* text = as_string(array.slots[i].node());
    if (text != nullptr) {
      items.item("string", text->view(), true);
    } else {
      for (std::uint32_t n = 0; n < array.slots[i].count(); ++n) items.null_item("string");
    }
  }
}

bool holds_strings(const model::ArrayNode& array) {
  return array.rank == 1 && array.slots != nullptr && array.element.binary_type == model::BinaryType::String;
}

const Item* item_of(const model::ArrayNode& array) {
  return array.rank == 1 && array.primitives != nullptr ? find(array.element.primitive) : nullptr;
}

// The items as they come: each element's text.
template <class Visit>
Status visit_items(xml::Reader& reader, std::string_view element, Visit visit) {
  const xml::StringId local = reader.intern(element);
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::End) return {};
    if (node == xml::NodeKind::Text || node == xml::NodeKind::CData) {
      return reader.error(ErrorCode::TypeMismatch, "text between the items of an array");
    }
    if (node != xml::NodeKind::Start) continue;
    if (reader.local() != local) {
      return reader.error(ErrorCode::TypeMismatch, "an item of an array must be '" + std::string(element) + "'");
    }
    const char* const at = reader.node_begin();
    const xml::Attribute* nil = reader.find_attribute(reader.intern(kXsi), reader.intern("nil"));
    const bool null = nil != nullptr && (nil->value == "true" || nil->value == "1");
    DOTWIRE_TRY(const std::string_view text, reader.read_content());
    Status status = visit(text, null);
    if (!status.ok()) return reader.error(ErrorCode::TypeMismatch, at, status.error().message());
  }
}

Result<const model::Node*> read_strings(xml::Reader& reader, model::Graph& graph) {
  std::vector<const model::Node*> nodes;
  DOTWIRE_TRY(visit_items(reader, "string", [&](std::string_view text, bool null) {
    nodes.push_back(null ? nullptr : graph.make_string(text));
    return Status();
  }));
  model::RecordedType element;
  element.binary_type = model::BinaryType::String;
  model::ArrayNode* array = graph.make_array(element, nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] != nullptr) array->slots[i] = model::Slot::in_place(nodes[i]);
  }
  return array;
}

}  // namespace

Primitive array_item_of(std::string_view clr_type_name) {
  for (const Item& item : kItems) {
    if (item.array == clr_type_name) return item.primitive;
  }
  return Primitive::Null;
}

bool is_known_array(const model::ArrayNode& array) { return holds_strings(array) || item_of(array) != nullptr; }

Error unknown_array() { return Error(ErrorCode::NotRepresentable, "an array whose XML is not known here"); }

Status write_array_content(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                           const model::ArrayNode& array) {
  ItemWriter items(out, context, element);
  if (holds_strings(array)) {
    write_strings(items, array);
    return items.finish();
  }
  const Item* item = item_of(array);
  if (item == nullptr) return unknown_array();
  const std::uint32_t size = size_of(item->primitive);
  std::array<char, kCellRoom> room;
  for (std::uint64_t i = 0; i < array.length; ++i) {
    items.item(item->element, item_text(room.data(), context.cells, item->primitive, array.primitives + i * size),
               false);
  }
  return items.finish();
}

Status write_chars_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                        std::string_view text) {
  out.push_back('<');
  out.append(element.name);
  ItemWriter items(out, context, element);
  std::array<char, 20> room;
  for (const char16_t unit : wtf8_to_utf16(text)) {
    const char* const end = put_unsigned(room.data(), unit);
    items.item("char", {room.data(), static_cast<std::size_t>(end - room.data())}, false);
  }
  return items.finish();
}

Result<std::string> read_chars_cell(xml::Reader& reader) {
  std::string text;
  DOTWIRE_TRY(visit_items(reader, "char", [&](std::string_view digits, bool) -> Status {
    DOTWIRE_TRY(const std::uint16_t unit, parse_integer<std::uint16_t>(digits));
    append_utf16_unit(text, unit);
    return {};
  }));
  return text;
}

Result<const model::Node*> read_array_content(xml::Reader& reader, const CellContext& cells, Primitive item,
                                              model::Graph& graph) {
  if (item == Primitive::String) return read_strings(reader, graph);
  Buffer items;
  const std::uint32_t size = size_of(item);
  DOTWIRE_TRY(visit_items(reader, find(item)->element, [&](std::string_view text, bool) -> Status {
    std::uint8_t* const at = items.reserve_more(size);
    DOTWIRE_TRY(parse_cell(cells, static_cast<ValueKind>(item), model::DateTimeMode::Unspecified, text, at));
    items.commit(at + size);
    return {};
  }));
  return graph.make_primitive_array(item, items.size() / size, items.data());
}

}  // namespace dotwire::dataset_xml
