// The start tags of RowWriter's rows: attributes, simple content that is null or typed, and declarations.
#include <string>

#include "base/try.h"
#include "codecs/dataset_xml/row_plan.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {

namespace {

constexpr std::string_view kNil = " xsi:nil=\"true\"";

}  // namespace

// With the declarations behind them: XmlTextWriter's youngest first, XmlDictionaryWriter's oldest.
Status RowWriter::write_attributes(const Plan& plan, std::uint64_t record) {
  std::string declared;
  for (const CellPlan& cell : plan.attributes) {
    if (plan.foreign && is_foreign(*cell.column)) {
      DOTWIRE_TRY(write_foreign_attribute(plan, cell, record, declared));
    } else {
      DOTWIRE_TRY(write_cell(plan, cell, record));
    }
  }
  const CellPlan* typed = nullptr;
  for (const CellPlan& cell : plan.contents) {
    if (is_preserved(cell, record)) out_.append(kPreserve);
    if (is_written(cell, record)) {
      if (cell.column->type_name == "System.Object") typed = &cell;
      continue;
    }
    out_.append(kNil);
    DOTWIRE_TRY(check_unclaimed(plan, cell, "xsi", kXsi));
    if (plan.objects.xsi_bound) continue;
    const std::string text = declaration_text(layout_.markup, "xsi", kXsi);
    declared.insert(layout_.markup.dictionary ? declared.size() : 0, text);
  }
  if (typed == nullptr) {
    if (!layout_.markup.dictionary) out_.append(declared);
    if (plan.declarations.size() != 0) plan.declarations.append_to(out_);
    if (layout_.markup.dictionary) out_.append(declared);
    return {};
  }
  declared.insert(layout_.markup.dictionary ? 0 : declared.size(), plan.declarations.text());
  for (const auto& [prefix, uri] : {std::pair("xsi", kXsi), std::pair("xs", kXsd), std::pair("msdata", kMsdata)}) {
    DOTWIRE_TRY(check_unclaimed(plan, *typed, prefix, uri));
  }
  append_object_type(out_, plan.objects, typed->column->object(record), declared);
  return {};
}

// An attribute of the row may have taken the prefix for another namespace.
Status RowWriter::check_unclaimed(const Plan& plan, const CellPlan& cell, std::string_view prefix,
                                  std::string_view uri) const {
  if (inside_ == plan.inside || prefixes_.resolve(inside_, prefix) == prefixes_.resolve(plan.inside, prefix)) return {};
  if (prefixes_.stands_for(inside_, prefix, uri)) return {};
  return at_cell(cell, Error(ErrorCode::NotRepresentable,
                             "the prefix " + std::string(prefix) + " is that of another column in the same element"));
}

Status RowWriter::write_foreign_attribute(const Plan& plan, const CellPlan& cell, std::uint64_t record,
                                          std::string& declared) {
  if (cell.column->is_null(record)) return {};
  const std::string& uri = cell.column->namespace_uri;
  std::string prefix = cell.column->prefix;
  if (prefix.empty() || (inside_ != plan.inside && !prefixes_.resolve(inside_, prefix).empty() &&
                         !prefixes_.stands_for(inside_, prefix, uri))) {
    prefix = prefixes_.prefix_for(inside_, uri);
  }
  if (prefix.empty()) {
    // XmlTextWriter counts elements and prefixes; XmlDictionaryWriter takes the first letter that is free.
    for (std::size_t n = 1; prefix.empty() || !prefixes_.resolve(inside_, prefix).empty(); ++n) {
      const bool letter = layout_.markup.dictionary && n <= 26;
      prefix = letter ? std::string(1, static_cast<char>('a' + n - 1))
                      : "d" + std::to_string(plan.depth + 1) + "p" + std::to_string(n);
    }
  }
  if (!prefixes_.stands_for(inside_, prefix, uri)) {
    const std::string text = declaration_text(layout_.markup, prefix, uri);
    declared = layout_.markup.dictionary ? declared + text : text + declared;
    inside_ = prefixes_.declare(inside_, prefix, uri);
  }
  CellPlan named = cell;
  named.open = Fixture(" " + prefix + ":" + cell.name + "=\"");
  named.empty = Fixture(" " + prefix + ":" + cell.name + "=\"\"");
  return write_cell(plan, named, record);
}

}  // namespace dotwire::dataset_xml
