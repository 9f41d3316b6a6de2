#include "codecs/dataset_xml/row_plan.h"

#include "clr/xml_name.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::MappingType;
using model::Table;
using model::ValueKind;

namespace {

// Plans of rows deeper than this are made anew for each: they are large, and few.
constexpr std::size_t kDeepestKept = 64;

CellShape shape_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Char: return CellShape::Char;
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return CellShape::Base64;
    case ValueKind::Chars: return CellShape::Chars;
    case ValueKind::SqlXml: return CellShape::SqlXml;
    case ValueKind::Type: return CellShape::Type;
    case ValueKind::Uri: return CellShape::Uri;
    default: break;
  }
  switch (model::storage_of(kind)) {
    case model::Storage::Fixed: return CellShape::Fixed;
    case model::Storage::Varying: return CellShape::Text;
    case model::Storage::Object: return CellShape::Object;
  }
  return CellShape::Object;
}

// .NET asks for white space only where the column says String or Char: a SqlString or a string in an Object column is
// written without xml:space.
bool may_preserve_space(ValueKind kind) { return kind == ValueKind::String || kind == ValueKind::Char; }

}  // namespace

RowWriter::CellPlan RowWriter::attribute_plan(const Column& column, std::uint32_t) const {
  const bool hidden = column.mapping == MappingType::Hidden;
  const std::string name = (hidden ? "msdata:hidden" : "") + encode_local_name(column.name);
  return {.column = &column,
          .shape = shape_of(column.kind()),
          .attribute = true,
          .preserves_space = false,
          .open = Fixture(" " + name + "=\""),
          .close = Fixture("\""),
          .empty = Fixture(" " + name + "=\"\""),
          .preserve = Fixture(),
          .name = name,
          .line = {},
          .declarations = {}};
}

RowWriter::CellPlan RowWriter::element_plan(const Column& column, std::string_view space, Prefixes::Place place,
                                            const std::string& line) {
  const bool content = column.mapping == MappingType::SimpleContent;
  const ElementName name =
      name_element(prefixes_, layout_.markup, place, column.prefix, encode_local_name(column.name), space);
  const std::string start = line + "<" + name.qualified;
  return {.column = &column,
          .shape = shape_of(column.kind()),
          .attribute = false,
          .preserves_space = may_preserve_space(column.kind()),
          .open = Fixture(content ? "" : start + name.declarations + ">"),
          .close = Fixture(content ? "" : "</" + name.qualified + ">"),
          .empty = Fixture(content ? "" : start + name.declarations + std::string(layout_.markup.empty_end())),
          .preserve = Fixture(content ? "" : start + std::string(kPreserve) + name.declarations + ">"),
          .name = name.qualified,
          .line = line,
          .declarations = name.declarations};
}

std::vector<RowWriter::CellPlan> RowWriter::element_plans(std::uint32_t index, Prefixes::Place place, std::size_t depth,
                                                          bool mixed) {
  const std::string line = mixed ? std::string() : layout_.markup.line(depth + 1);
  std::vector<CellPlan> plans;
  for (const auto& column : table(index).columns) {
    if (column->mapping != MappingType::Element) continue;
    plans.push_back(element_plan(*column, column_namespace(*column, namespaces_[index]), place, line));
  }
  return plans;
}

const std::vector<RowWriter::CellPlan>& RowWriter::foreign_elements(const Plan& plan, Prefixes::Place place) {
  auto& cells = foreign_elements_[{plan.table, place, plan.depth, plan.mixed}];
  if (cells == nullptr) {
    cells = std::make_unique<std::vector<CellPlan>>(element_plans(plan.table, place, plan.depth, plan.mixed));
  }
  return *cells;
}

std::unique_ptr<RowWriter::Plan> RowWriter::make_plan(std::uint32_t index, Prefixes::Place place, std::size_t depth,
                                                      bool mixed) {
  const Table& rows = table(index);
  const Markup& markup = layout_.markup;
  const bool diffgram = layout_.form == RowForm::DiffGram;
  const ElementName name =
      name_element(prefixes_, markup, place, rows.prefix, encode_local_name(rows.name), namespaces_[index]);
  const std::string line = mixed ? std::string() : markup.line(depth);
  const std::string inner = mixed ? std::string() : markup.line(depth + 1);
  std::string start = line + "<" + name.qualified;
  if (diffgram) {
    Buffer escaped;
    if (!markup.append_name(escaped, rows.name)) escaped.append("?");  // no table of that name can be written
    start += " diffgr:id=\"" + std::string(escaped.text());
  }
  auto plan = std::make_unique<Plan>(Plan{
      .table = index,
      .depth = depth,
      .mixed = mixed,
      .open = Fixture(start),
      .order = Fixture("\" msdata:rowOrder=\""),
      .declarations = Fixture(name.declarations),
      .close = Fixture(line + "</" + name.qualified + ">"),
      .content_close = Fixture("</" + name.qualified + ">"),
      .inside = name.inside,
      .foreign = false,
      .attributes = {},
      .contents = {},
      .elements = {},
      .links = nesting_.empty() ? std::span<const std::uint32_t>() : nesting_.links_of(index),
      .objects = {cells_, markup, inner, inner.empty() ? inner : inner + "  ",
                  prefixes_.stands_for(name.inside, "xsi", kXsi), prefixes_.stands_for(name.inside, "xs", kXsd),
                  prefixes_.stands_for(name.inside, "msdata", kMsdata), !prefixes_.resolve(name.inside, {}).empty()}});
  for (const auto& column : rows.columns) {
    const bool hidden = column->mapping == MappingType::Hidden;
    if (column->mapping == MappingType::Attribute || (hidden && diffgram)) {
      plan->attributes.push_back(attribute_plan(*column, index));
      plan->foreign |= is_foreign(*column);
    } else if (column->mapping == MappingType::SimpleContent) {
      plan->contents.push_back(element_plan(*column, namespaces_[index], name.inside, inner));
    }
  }
  if (!plan->foreign) plan->elements = element_plans(index, name.inside, depth, mixed);
  return plan;
}

const RowWriter::Plan& RowWriter::plan_of(std::uint32_t index, Prefixes::Place place, std::size_t depth, bool mixed,
                                          std::unique_ptr<Plan>& owned) {
  if (depth > kDeepestKept) {
    owned = make_plan(index, place, depth, mixed);
    return *owned;
  }
  std::unique_ptr<Plan>& kept = plans_[{index, place, depth, mixed}];
  if (kept == nullptr) kept = make_plan(index, place, depth, mixed);
  return *kept;
}

}  // namespace dotwire::dataset_xml
